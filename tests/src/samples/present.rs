//! Saves of the present format, one of each thing that can be under way. They must load for ever.

use super::own_charts::{self, changed};
use super::{Sample, under_way};
use diadem_campaign::{self as campaign, Switch, powers::Power};
use diadem_core::{Game, Playable, Request, Seat, Session, Stance};
use diadem_display as display;
use diadem_handoff::{Answer, Battles, Form, Interjection, War, WarSetup};
use diadem_hexes as hexes;
use diadem_opponents::{Effort, Level, Player, Stop};
use diadem_sparring::feud::{self, Feud, FeudSetup};

/// Feuds, each with its file, what is under way in it, and how it is reached.
pub const FEUDS: [Sample<Feud>; 2] = [
    Sample::new("format-6.diadem", under_way::a_duel, 334, feud),
    Sample::new("format-6-interjection.diadem", under_way::a_duel_after_an_interjection, 1, feud)
        .and(an_heir_renounces),
];

/// Wars, each with its file, what is under way in it, and how it is reached.
pub const WARS: [Sample<War>; 19] = [
    Sample::new("format-6-siege.diadem", under_way::a_siege, 11, with_every_switch),
    Sample::new("format-6-forced-march.diadem", under_way::a_forced_march, 6, on_the_display),
    Sample::new("format-6-choosing-a-form.diadem", under_way::choosing_a_form, 1, both_choose),
    Sample::new("format-6-drawing-up.diadem", under_way::drawing_up, 9, the_attacker_chooses),
    Sample::new("format-6-campaign-hexes.diadem", under_way::hexes_in_a_war, 680, on_hexes),
    Sample::new("format-6-battle.diadem", under_way::a_later_battle, 22, on_the_display),
    Sample::new("format-6-pursuit.diadem", under_way::a_pursuit, 6, on_the_display),
    Sample::new("format-6-pursuit-hexes.diadem", under_way::a_pursuit_after_hexes, 1, on_hexes)
        .and(captains_fight),
    Sample::new("format-6-hexes.diadem", under_way::lines_that_meet, 40, granicus),
    Sample::new("format-6-standing.diadem", under_way::standing_answers, 766, samarkand)
        .and(answers_stand),
    Sample::new("format-6-standing-fire.diadem", under_way::standing_fire, 6, with_every_switch)
        .and(fire_stands),
    Sample::new("format-6-conceded.diadem", under_way::a_war_conceded, 6, on_the_display)
        .and(persia_concedes),
    Sample::new("format-6-own-charts.diadem", under_way::own_charts, 35, by_own_charts),
    Sample::new("format-6-own-hexes.diadem", under_way::own_charts_on_hexes, 508, jaxartes_by_own),
    // Whole games whose logs have, among them, nearly everything that can be done.
    Sample::new("format-6-whole-war.diadem", under_way::nothing_more, 164, with_optional_rules),
    Sample::new("format-6-whole-granicus.diadem", under_way::nothing_more, 381, || {
        with_every_rule("granicus")
    }),
    Sample::new("format-6-whole-chaeronea.diadem", under_way::nothing_more, 389, || {
        with_every_rule("chaeronea")
    }),
    Sample::new("format-6-whole-jaxartes.diadem", under_way::nothing_more, 199, || {
        with_every_rule("jaxartes")
    }),
    Sample::new("format-6-whole-hydaspes.diadem", under_way::nothing_more, 83, || {
        with_every_rule("hydaspes")
    }),
];

/// Persia, or whoever else has the second seat.
const SECOND: Seat = Seat::new(1);

fn feud() -> FeudSetup {
    let request = Request { scenario: "feud", battles: None };
    Feud::setup(&request).expect("there is such a feud")
}

fn alexandros(battles: Battles) -> WarSetup {
    WarSetup { battles, ..WarSetup::new("alexandros", []) }
}

fn on_the_display() -> WarSetup {
    alexandros(Battles::default())
}

fn on_hexes() -> WarSetup {
    alexandros(Battles::Always(Form::Hexes))
}

fn the_attacker_chooses() -> WarSetup {
    alexandros(Battles::by_attacker())
}

fn both_choose() -> WarSetup {
    alexandros(Battles::by_agreement())
}

fn with_every_switch() -> WarSetup {
    WarSetup::new("alexandros", Switch::ALL)
}

/// With every switch but those that leave something out for beginners.
fn with_optional_rules() -> WarSetup {
    let for_beginners = [Switch::NoSupply, Switch::NoEvents, Switch::NoObjectives];
    let optional = Switch::ALL.into_iter().filter(|switch| !for_beginners.contains(switch));
    WarSetup::new("alexandros", optional)
}

fn granicus() -> WarSetup {
    WarSetup::new("granicus", [])
}

fn samarkand() -> WarSetup {
    with_every_rule("samarkand")
}

/// A battle on hexes with every optional rule.
fn with_every_rule(battle: &str) -> WarSetup {
    let mut all = hexes::Switches::default();
    for switch in hexes::Switch::ALL {
        all.set(switch, true);
    }
    WarSetup::on_hexes(battle, all)
}

/// A war by own charts of the map, the display and the hand-off.
fn by_own_charts() -> WarSetup {
    let own = own_charts::all(
        |file| !file.name.starts_with("hexes/") && !file.name.starts_with("battlefields/"),
        &[
            changed("campaign/charts.toml", "depleted_from = 5", "depleted_from = 4"),
            changed("conversion/battle.toml", "routed = 90", "routed = 40"),
            changed("display/pursuit.toml", "cavalry = [0, 1,", "cavalry = [1, 1,"),
        ],
    );
    WarSetup { own, ..both_choose() }
}

/// The Jaxartes by own charts of hex battles and an own field.
fn jaxartes_by_own() -> WarSetup {
    let own = own_charts::all(
        |file| file.name.starts_with("hexes/") || file.name == "battlefields/jaxartes.toml",
        &[
            changed("hexes/missiles.toml", "bolt             = [7,", "bolt             = [8,"),
            changed(
                "battlefields/jaxartes.toml",
                "engines_begin = \"fire\"",
                "engines_begin = \"move\"",
            ),
        ],
    );
    WarSetup { own, ..WarSetup::new("jaxartes", []) }
}

/// The last heir renounces after the first year.
fn an_heir_renounces(session: &mut Session<Feud>) {
    let last = Seat::new(2);
    if session.state().year == 1 && session.state().heirs.contains(last) {
        session.interject(last, feud::Interjection::Renounce).expect("an heir may renounce");
    }
}

/// As the battle begins, the second seat says what it always and never does, and for which unit it will be asked.
fn answers_stand(session: &mut Session<War>) {
    let units = session.state().on_hexes().map_or(0, |battle| battle.units.len() as u16);
    if session.standing().of(SECOND).next().is_none() {
        for (answer, unit, stance) in [
            (hexes::Answer::Withdraw, None, Stance::Never),
            (hexes::Answer::LeaderWithdraw, None, Stance::Never),
            (hexes::Answer::Turn, None, Stance::Always),
            (hexes::Answer::EntryFire, None, Stance::Always),
            (hexes::Answer::EntryFire, units.checked_sub(1), Stance::Ask),
            (hexes::Answer::RetireFire, None, Stance::Always),
            (hexes::Answer::ReturnFire, None, Stance::Always),
            (hexes::Answer::Trump, None, Stance::Never),
            (hexes::Answer::EngineFire, None, Stance::Always),
        ] {
            session.stand(SECOND, Answer::Hexes(answer), unit, stance);
        }
    }
}

/// Battles on hexes are fought by captains: at random hardly one is won.
fn captains_fight(session: &mut Session<War>) {
    let seats = session.game().seats();
    let player = |seat| Player::new(Level::Captain(Effort::Quick), seat, 1);
    let mut players: Vec<Player> = seats.iter().map(player).collect();
    while session.state().on_hexes().is_some() {
        let Some(ask) = session.decision().ask() else { return };
        let view = session.view(ask.seat);
        let chosen = players[ask.seat.index()].choose(session.game(), &view, &Stop::new());
        let chosen = chosen.expect("a captain who is asked answers");
        session.act(ask.seat, chosen.action).expect("a captain's answer is legal");
    }
}

/// Persia says that its light infantry always fires.
fn fire_stands(session: &mut Session<War>) {
    if session.standing().of(SECOND).next().is_none() {
        let fire = Answer::Display(display::Answer::DefensiveFire);
        session.stand(SECOND, fire, None, Stance::Always);
    }
}

/// Persia gives the war up as soon as the Granicus is fought.
fn persia_concedes(session: &mut Session<War>) {
    let map = session.state().campaign.as_ref();
    if map.is_some_and(|map| map.turn >= 1 && map.history.ended.is_none()) {
        let concede = Interjection::Campaign(campaign::Interjection::Concede(Power(1)));
        session.interject(SECOND, concede).expect("a side may concede at any time");
    }
}

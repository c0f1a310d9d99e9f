//! What is under way in a sample: it is played until this is so, and asked for it whenever it is opened.

use diadem_campaign::state::Ending;
use diadem_campaign::{self as campaign, Step as MapStep};
use diadem_core::Camp;
use diadem_core::{Cause, Play, Playable, Session};
use diadem_display::{self as display, Pursuit, Step as DisplayStep};
use diadem_handoff::{Action, Form, HexesStage, Scene, War};
use diadem_hexes::{self as hexes, ShockStage, Step as HexStep};
use diadem_sparring::feud::Feud;

/// A feud, a few years old, with a duel being fought.
pub(super) fn a_duel(session: &Session<Feud>) -> bool {
    session.state().year >= 2 && session.state().fight().is_some()
}

/// The same after somebody has done something out of turn.
pub(super) fn a_duel_after_an_interjection(session: &Session<Feud>) -> bool {
    a_duel(session) && has_interjection(session)
}

/// Alexander's campaign in its third year.
pub(super) fn a_few_turns(session: &Session<War>) -> bool {
    on_the_map(session).is_some_and(|map| map.turn >= 8)
}

/// A later battle on the display than the Granicus, after its first rounds.
pub(super) fn a_later_battle(session: &Session<War>) -> bool {
    let later = session.state().campaign.as_ref().is_some_and(|map| map.turn >= 2);
    later && on_the_display(session).is_some_and(|battle| battle.round >= 3)
}

/// A battle on hexes alone, with combats allocated and their types being asked for.
pub(super) fn lines_that_meet(session: &Session<War>) -> bool {
    session.state().offered().is_none() && session.state().on_hexes().is_some_and(is_shock)
}

/// A city has been stormed under a leader, and its defender loses what the roll says.
pub(super) fn a_siege(session: &Session<War>) -> bool {
    on_the_map(session).is_some_and(|map| {
        let led = map.siege().is_some_and(|siege| !siege.leaders.is_empty());
        led && matches!(map.step(), Some(MapStep::DefenderLoss(_)))
    })
}

/// Alexander has come through a province where he has picked somebody up, and may go on.
pub(super) fn a_forced_march(session: &Session<War>) -> bool {
    on_the_map(session).is_some_and(|map| {
        let march = map.march().filter(|march| march.through.is_some());
        let picked_up = march.is_some_and(|march| !march.picked_up.is_empty());
        picked_up && matches!(map.step(), Some(MapStep::Press(_)))
    })
}

/// One side wants hexes, and the other is asked.
pub(super) fn choosing_a_form(session: &Session<War>) -> bool {
    let last = session.log().last().map(|entry| entry.play);
    let hexes = Play::Act(Action::Choose(Form::Hexes));
    matches!(session.state().scene, Scene::Choosing(_)) && last == Some(hexes)
}

/// The second army is drawn up: counters and a leader were sent elsewhere, and the next is taken.
pub(super) fn drawing_up(session: &Session<War>) -> bool {
    let stage = session.state().hexes_state().map(|state| state.stage);
    let Some(HexesStage::Drawing(army)) = stage else { return false };
    army.force.index() == Camp::First.index()
        && army.taken.is_some()
        && !army.units.is_empty()
        && army.leaders != 0
}

/// In a battle of the campaign on hexes, one side may answer a step of the other.
pub(super) fn hexes_in_a_war(session: &Session<War>) -> bool {
    let step = session.state().on_hexes().map(hexes::State::step);
    session.state().offered().is_some() && matches!(step, Some(HexStep::Answers(_)))
}

/// The loser of a battle on the display names whom the winner has caught.
pub(super) fn a_pursuit(session: &Session<War>) -> bool {
    !session.state().is_pursuit() && on_the_display(session).is_some_and(is_pursuit)
}

/// The same after a battle of the campaign on hexes.
pub(super) fn a_pursuit_after_hexes(session: &Session<War>) -> bool {
    session.state().is_pursuit() && session.decision().ask().is_some()
}

/// In a battle on hexes a seat has said what it always and never does; some of it was done so.
pub(super) fn standing_answers(session: &Session<War>) -> bool {
    let stood = || stood(session).filter(|action| matches!(action, Action::Hexes(_)));
    let never = Action::Hexes(hexes::Action::Done);
    session.state().on_hexes().is_some()
        && stood().any(|action| action == never)
        && stood().any(|action| action != never)
}

/// In a battle on the display a seat has said that it always fires, and has fired so.
pub(super) fn standing_fire(session: &Session<War>) -> bool {
    let fired = |action| matches!(action, Action::Display(_));
    on_the_display(session).is_some() && stood(session).any(fired)
}

/// A side has given the war up.
pub(super) fn a_war_conceded(session: &Session<War>) -> bool {
    let ended = session.state().campaign.as_ref().and_then(|map| map.history.ended);
    matches!(ended, Some(Ending::Conceded(_))) && has_interjection(session)
}

/// A campaign by a player's own charts, a year old.
pub(super) fn own_charts(session: &Session<War>) -> bool {
    let later = on_the_map(session).is_some_and(|map| map.turn >= 4);
    later && session.game().setup_of().own.has("campaign/charts.toml")
}

/// In a hex battle by a player's own charts, engines may fire by them.
pub(super) fn own_charts_on_hexes(session: &Session<War>) -> bool {
    let step = session.state().on_hexes().map(hexes::State::step);
    matches!(step, Some(HexStep::Engines(_)))
        && session.game().setup_of().own.has("hexes/missiles.toml")
}

/// The game is over; it is kept for what was done in it.
pub(super) fn nothing_more(session: &Session<War>) -> bool {
    session.decision().ask().is_none()
}

/// The campaign where nothing is fought.
fn on_the_map(session: &Session<War>) -> Option<&campaign::State> {
    session.state().campaign.as_ref().filter(|_| !session.state().is_battle())
}

fn on_the_display(session: &Session<War>) -> Option<&display::State> {
    session.state().on_display()
}

/// Whether somebody was caught, and others may still pursue.
fn is_pursuit(battle: &display::State) -> bool {
    let pursuers = battle.under_way::<Pursuit>().map(|pursuit| pursuit.pursuers);
    matches!(battle.step(), DisplayStep::Caught(_)) && pursuers.is_some_and(|left| !left.is_empty())
}

/// Whether combats are allocated and their types are being asked for.
fn is_shock(battle: &hexes::State) -> bool {
    let blows = battle.combats.iter().filter(|combat| combat.is_on()).count();
    let HexStep::Shock(segment) = battle.step() else { return false };
    blows >= 1 && segment.stage > ShockStage::Allocation
}

fn has_interjection<G: Playable>(session: &Session<G>) -> bool {
    session.log().iter().any(|entry| matches!(entry.play, Play::Interject(_)))
}

/// What was done because of standing answers.
fn stood(session: &Session<War>) -> impl Iterator<Item = Action> {
    let stood = session.log().iter().filter(|entry| entry.cause == Cause::Stood);
    stood.filter_map(|entry| match entry.play {
        Play::Act(action) => Some(action),
        Play::Interject(_) | Play::Stand(_) => None,
    })
}

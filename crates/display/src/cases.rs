//! The words of the display for rule cases; `tests/cases/README.md` explains them to players.

mod facts;
mod writing;

pub use writing::position_words;

use crate::engine::action::{Action, Answer};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::sequence::{Phase, Turn};
use crate::engine::state::{HowEnded, Place, Stand, State};
use crate::leaders::Part;
use crate::model::army::{
    BattleSetup, Doubling, Kind, LeaderId, LeaderSetup, Names, Order, Placing, Strength, Switches,
    UnitId, UnitSetup, Who,
};
use crate::model::boxes::{BoxId, Line, Post};
use crate::model::charts::Pursuer;
use crate::model::scenarios::{SideName, usual_forces, usual_names};
use crate::model::sets::UnitSet;
use crate::pursuit::{Caught, Pursuit};
use crate::set_up::SetUp;
use diadem_books::ALEXANDROS;
use diadem_cases::{CasePosition, Facts, Finding, Vocabulary, Words};
use diadem_core::{Book, Camp, Dice, Drop, Sink, Stance, StandingAnswer};
use serde::Deserialize;
use std::sync::Arc;

/// The display's words.
#[derive(Clone, Copy, Debug, Default)]
pub struct DisplayVocabulary;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionToml {
    #[serde(default)]
    phase: PhaseToml,
    round: Option<u8>,
    turn: Option<SideName>,
    #[serde(default)]
    switches: Vec<SwitchToml>,
    vacant: Option<Vec<String>>,
    #[serde(default)]
    took_part: Vec<String>,
    /// How the battle has ended after which is pursued.
    ended: Option<HowEnded>,
    /// Who may still roll for pursuit.
    pursuers: Option<Vec<String>>,
    /// What the last roll for pursuit has brought.
    caught: Option<CaughtToml>,
    macedonian: ArmyToml,
    persian: ArmyToml,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Default)]
#[serde(rename_all = "snake_case")]
enum PhaseToml {
    SetUp,
    Rally,
    #[default]
    Movement,
    Combat,
    Pursuit,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaughtToml {
    owed: u8,
    by: PursuerToml,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum PursuerToml {
    Cavalry,
    LightInfantry,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
enum SwitchToml {
    SecretSetUp,
    LightInfantryFire,
    OddsShift,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyToml {
    placing: Option<Placing>,
    units: Vec<UnitToml>,
    #[serde(default)]
    leaders: Vec<LeaderToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitToml {
    unit: String,
    kind: Kind,
    steps: Vec<Strength>,
    #[serde(default)]
    lost: u8,
    at: Option<String>,
    line: Option<u8>,
    engaged: Option<String>,
    stacked: Option<String>,
    #[serde(default)]
    spartan: bool,
    #[serde(default)]
    doubles: bool,
    #[serde(default)]
    advanced: bool,
    #[serde(default)]
    dead: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderToml {
    leader: String,
    rating: (u8, u8),
    #[serde(default)]
    is: Who,
    with: Option<String>,
    at: Option<String>,
    #[serde(default)]
    wounded: bool,
    fate: Option<FateToml>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum FateToml {
    Killed,
    Captured,
}

impl UnitToml {
    fn setup(&self, side: SideName, parent: usize) -> UnitSetup {
        let doubling = match (self.doubles, self.kind.is_cavalry()) {
            (false, _) => Doubling::Never,
            (true, true) => Doubling::Horse,
            (true, false) => Doubling::Foot,
        };
        UnitSetup {
            parent: parent as u16,
            force: side.force(),
            kind: self.kind,
            steps: self.steps.clone(),
            lost: self.lost,
            spartan: self.spartan,
            doubling,
        }
    }
}

impl PositionToml {
    fn armies(&self) -> [(SideName, &ArmyToml); 2] {
        [(SideName::Macedonian, &self.macedonian), (SideName::Persian, &self.persian)]
    }
}

/// The battle that a position is about.
fn display(read: &PositionToml, words: &Words<'_>) -> Result<Display, Finding> {
    let armies = read.armies();
    let mut units = Vec::new();
    let mut leaders = Vec::new();
    let mut names = Names {
        camps: usual_names(),
        forces: usual_names().into(),
        units: Vec::new(),
        leaders: Vec::new(),
    };
    for (side, army) in armies {
        for unit in &army.units {
            units.push(unit.setup(side, units.len()));
            names.units.push(unit.unit.clone());
        }
        for leader in &army.leaders {
            names.leaders.push(leader.leader.clone());
            leaders.push(LeaderSetup {
                parent: leaders.len() as u16,
                force: side.force(),
                who: leader.is,
                full: leader.rating.0,
                wounded: leader.rating.1,
                is_wounded: leader.wounded,
            });
        }
    }
    let mut forces = usual_forces();
    for (force, (_, army)) in forces.iter_mut().zip(armies) {
        force.placing = army.placing.unwrap_or(force.placing);
    }
    let on = |switch| read.switches.contains(&switch);
    let switches = Switches {
        secret_set_up: on(SwitchToml::SecretSetUp),
        light_infantry_fire: on(SwitchToml::LightInfantryFire),
        odds_shift: on(SwitchToml::OddsShift),
    };
    let order = Order::ALEXANDROS;
    let battle = BattleSetup { forces, order, units, leaders, switches };
    Display::new(battle, names).map_err(|error| words.complain(error.0))
}

/// Looks things up by name.
struct Lookup<'a, 't> {
    game: &'a Display,
    words: &'a Words<'t>,
}

impl Lookup<'_, '_> {
    fn unit(&self, name: &str) -> Result<UnitId, Finding> {
        let names = &self.game.names().units;
        let found = names.iter().position(|known| known.eq_ignore_ascii_case(name));
        found.map(|unit| UnitId::new(unit as u8)).ok_or_else(|| {
            let known = names.join(", ");
            self.words.complain(format!("there is no unit \"{name}\"; there are: {known}"))
        })
    }

    fn leader(&self, name: &str) -> Result<LeaderId, Finding> {
        let names = &self.game.names().leaders;
        let found = names.iter().position(|known| known.eq_ignore_ascii_case(name));
        found.map(|leader| LeaderId::new(leader as u8)).ok_or_else(|| {
            let known = names.join(", ");
            self.words.complain(format!("there is no leader \"{name}\"; there are: {known}"))
        })
    }

    /// `center` is `camp`'s own; `enemy center`, `macedonian center`, `persian center` are plain.
    fn at(&self, camp: Camp, name: &str) -> Result<BoxId, Finding> {
        let (of, post) = match name.split_once(' ') {
            Some(("enemy", post)) => (camp.other(), post),
            Some(("macedonian", post)) => (Camp::First, post),
            Some(("persian", post)) => (Camp::Second, post),
            _ => (camp, name),
        };
        let found = Post::ALL.into_iter().find(|known| post_name(*known) == post);
        found.map(|post| BoxId::of(of, post)).ok_or_else(|| {
            let known = Post::ALL.map(post_name).join(", ");
            self.words.complain(format!("there is no box \"{name}\"; there are: {known}"))
        })
    }

    fn line(&self, line: Option<u8>) -> Result<Line, Finding> {
        match line {
            None | Some(1) => Ok(Line::First),
            Some(2) => Ok(Line::Second),
            Some(_) => Err(self.words.complain("there are lines 1 and 2")),
        }
    }

    fn text(&self, key: &str) -> Result<String, Finding> {
        let missing = || self.words.complain(format!("`{key}` is missing"));
        self.words.get(key).ok_or_else(missing)?.read()
    }

    fn line_word(&self) -> Result<Line, Finding> {
        self.line(self.words.get("line").map(|words| words.read()).transpose()?)
    }
}

fn post_name(post: Post) -> &'static str {
    match post {
        Post::Routed => "routed",
        other => other.name(),
    }
}

fn box_words(at: BoxId) -> String {
    let camp = if at.camp() == Camp::First { "macedonian" } else { "persian" };
    format!("{camp} {}", post_name(at.post()))
}

/// Puts the units and leaders where the position says.
fn arrange(game: &Display, read: &PositionToml, words: &Words<'_>) -> Result<State, Finding> {
    let lookup = Lookup { game, words };
    let mut state = game.beginning();
    let mut advanced = UnitSet::NONE;
    if read.phase != PhaseToml::SetUp {
        state.round = read.round.unwrap_or(2);
        state.active = read.turn.unwrap_or(SideName::Macedonian).force();
    } else if let Some(turn) = read.turn {
        state.active = turn.force();
    }
    for (side, army) in read.armies() {
        let camp = side.camp();
        for unit in &army.units {
            let id = lookup.unit(&unit.unit)?;
            state.unit_mut(id).line = lookup.line(unit.line)?;
            if let Some(at) = &unit.at {
                state.unit_mut(id).place = Place::In(lookup.at(camp, at)?);
            }
            if let Some(on) = &unit.stacked {
                let on = lookup.unit(on)?;
                state.unit_mut(id).place = Place::Stacked(on);
                state.unit_mut(on).mate = Some(id);
            }
            if let Some(enemy) = &unit.engaged {
                let enemy = lookup.unit(enemy)?;
                state.unit_mut(id).engaged = Some(enemy);
                state.unit_mut(enemy).engaged = Some(id);
            }
            if unit.dead {
                state.unit_mut(id).place = Place::Dead;
                state.unit_mut(id).lost = unit.steps.len() as u8;
            }
            if unit.advanced {
                advanced.insert(id);
            }
        }
        for leader in &army.leaders {
            let id = lookup.leader(&leader.leader)?;
            if let Some(unit) = &leader.with {
                state.leader_mut(id).stand = Stand::With(lookup.unit(unit)?);
            } else if let Some(at) = &leader.at {
                state.leader_mut(id).stand = Stand::In(lookup.at(camp, at)?);
            }
            match leader.fate {
                Some(FateToml::Killed) => state.leader_mut(id).stand = Stand::Killed,
                Some(FateToml::Captured) => state.leader_mut(id).stand = Stand::Captured,
                None => {}
            }
        }
    }
    for name in &read.took_part {
        let leader = lookup.leader(name)?;
        if let Some(at) = state.box_of_leader(leader) {
            state.took_part[at.index()] = Some(leader);
        }
    }
    let position = Position::of(game, &state);
    let may_rally = Camp::BOTH.map(|camp| position.may_try_to_rally(camp));
    let vacant = position.vacant();
    state.may_rally = may_rally[0] | may_rally[1];
    state.vacant = match &read.vacant {
        None => vacant,
        Some(names) => names
            .iter()
            .map(|name| lookup.at(game.camp(state.active), name))
            .collect::<Result<_, _>>()?,
    };
    if read.phase != PhaseToml::SetUp {
        state.steps = vec![Turn { advanced, ..Turn::from(Phase::Movement) }.into()];
    }
    Ok(state)
}

/// Begins a phase as the rules do.
fn begin(
    game: &Display,
    state: &mut State,
    phase: PhaseToml,
    ended: Option<HowEnded>,
    sink: &mut impl Sink<Event>,
) {
    let advanced = state.under_way::<Turn>().map_or(UnitSet::NONE, |turn| turn.advanced);
    let dice = &mut Dice::scripted([]);
    let mut resolver = Resolver { rules: game, state, dice, sink };
    let (phase, advanced) = match phase {
        PhaseToml::SetUp => {
            resolver.begin(SetUp);
            return resolver.go_on();
        }
        PhaseToml::Rally => (Phase::Rally, UnitSet::NONE),
        PhaseToml::Movement => (Phase::Movement, UnitSet::NONE),
        PhaseToml::Combat => (Phase::Combat, advanced),
        PhaseToml::Pursuit => {
            let winner = resolver.camp();
            let decided = resolver.position().decided();
            let how = ended.or(decided.map(|ending| ending.how)).unwrap_or(HowEnded::Elimination);
            resolver.end_battle(Some(winner), how);
            return resolver.go_on();
        }
    };
    resolver.begin(Turn { advanced, ..Turn::from(phase) });
    resolver.begin_phase(phase);
    resolver.go_on();
}

/// Goes on in the midst of a pursuit: who may still roll, and who is caught by the last roll.
fn go_on_pursuing(
    game: &Display,
    state: &mut State,
    read: &PositionToml,
    words: &Words<'_>,
) -> Result<(), Finding> {
    let of_pursuit = read.ended.is_some() || read.pursuers.is_some() || read.caught.is_some();
    if read.phase != PhaseToml::Pursuit {
        let what = "`ended`, `pursuers` and `caught` belong to `phase = \"pursuit\"`";
        return if of_pursuit { Err(words.complain(what)) } else { Ok(()) };
    }
    if read.ended == Some(HowEnded::Nightfall) {
        return Err(words.complain("night has no winner, and nobody pursues"));
    }
    let lookup = Lookup { game, words };
    let may_roll = state.under_way::<Pursuit>().map_or(UnitSet::NONE, |pursuit| pursuit.pursuers);
    let pursuers: UnitSet = match &read.pursuers {
        Some(names) => names.iter().map(|name| lookup.unit(name)).collect::<Result<_, _>>()?,
        None => may_roll,
    };
    if let Some(unit) = (pursuers - may_roll).iter().next() {
        return Err(words.complain(format!("{} may not pursue", game.unit_name(unit))));
    }
    if state.is_over() && read.caught.is_none() {
        return Ok(());
    }
    state.steps = vec![Pursuit { pursuers }.into()];
    if let Some(CaughtToml { owed, by }) = read.caught {
        let by = match by {
            PursuerToml::Cavalry => Pursuer::Cavalry,
            PursuerToml::LightInfantry => Pursuer::LightInfantry,
        };
        if !(1..=Position::of(game, state).prey(by).len()).contains(&usize::from(owed)) {
            return Err(words.complain("so many cannot be caught by this pursuer"));
        }
        state.steps.push(Caught { owed, by }.into());
    }
    let dice = &mut Dice::scripted([]);
    Resolver { rules: game, state, dice, sink: &mut Drop }.go_on();
    Ok(())
}

impl Vocabulary for DisplayVocabulary {
    type Game = Display;

    fn name(&self) -> &'static str {
        "display"
    }

    fn books(&self) -> Vec<&'static Book> {
        vec![&ALEXANDROS]
    }

    fn position(&self, words: &Words<'_>) -> Result<CasePosition<Display>, Finding> {
        let read: PositionToml = words.read()?;
        let game = display(&read, words)?;
        let mut state = arrange(&game, &read, words)?;
        begin(&game, &mut state, read.phase, read.ended, &mut Drop);
        go_on_pursuing(&game, &mut state, &read, words)?;
        Ok(CasePosition { game: Arc::new(game), state })
    }

    fn action(&self, at: &CasePosition<Display>, words: &Words<'_>) -> Result<Action, Finding> {
        let game = &*at.game;
        let lookup = Lookup { game, words };
        let camp = game.camp(game.deciding(&at.state).unwrap_or(at.state.active));
        let Some(verb) = VERBS.into_iter().find(|verb| words.get(verb).is_some()) else {
            return match words.read::<String>().as_deref() {
                Ok("done") => Ok(Action::Done),
                Ok("leader fights") => Ok(Action::Leader(Part::Fights)),
                Ok("leader stands back") => Ok(Action::Leader(Part::StandsBack)),
                _ => Err(words.complain(format!(
                    "no such action; there are \"done\", \"leader fights\", \"leader stands back\" \
                     and: {}",
                    VERBS.join(", ")
                ))),
            };
        };
        let is_known = |key: &str| key == verb || BESIDE.contains(&key);
        if let Some((key, value)) = words.entries().find(|(key, _)| !is_known(key)) {
            return Err(value.complain(format!("`{key}` is not known beside `{verb}`")));
        }
        let unit = || lookup.unit(&lookup.text(verb)?);
        let spot = |key: &str| -> Result<(BoxId, Line), Finding> {
            Ok((lookup.at(camp, &lookup.text(key)?)?, lookup.line_word()?))
        };
        let pair = || -> Result<(UnitId, UnitId), Finding> {
            let missing = || words.complain(format!("`{verb}` is missing"));
            let (one, other): (String, String) = words.get(verb).ok_or_else(missing)?.read()?;
            Ok((lookup.unit(&one)?, lookup.unit(&other)?))
        };
        Ok(match verb {
            "place" => {
                let (at, line) = spot("at")?;
                Action::Place { unit: unit()?, at, line }
            }
            "stack" => Action::Stack { unit: unit()?, on: lookup.unit(&lookup.text("on")?)? },
            "lead" => Action::Lead {
                leader: lookup.leader(&lookup.text("lead")?)?,
                unit: lookup.unit(&lookup.text("unit")?)?,
            },
            "stand" => Action::Stand {
                leader: lookup.leader(&lookup.text("stand")?)?,
                at: lookup.at(camp, &lookup.text("at")?)?,
            },
            "rally" => Action::Rally(unit()?),
            "return" => {
                let (at, line) = spot("return")?;
                Action::Return { at, line }
            }
            "forward" => Action::Forward(unit()?),
            "back" => Action::Back(unit()?),
            "exchange" => {
                let (back, forward) = pair()?;
                Action::Exchange { back, forward }
            }
            "move" => {
                let (to, line) = spot("to")?;
                Action::Move { unit: unit()?, to, line }
            }
            "advance" => {
                let (to, line) = spot("to")?;
                Action::Advance { unit: unit()?, to, line }
            }
            "attack" => Action::Attack {
                from: lookup.at(camp, &lookup.text("attack")?)?,
                to: lookup.at(camp, &lookup.text("into")?)?,
            },
            "duel" => {
                let (attacker, defender) = pair()?;
                Action::Duel { attacker, defender }
            }
            "fire" => Action::Fire(unit()?),
            "pursue" => Action::Pursue(unit()?),
            _ => Action::GiveUp(unit()?),
        })
    }

    fn facts(&self, at: &CasePosition<Display>, words: &Words<'_>) -> Result<Facts, Finding> {
        let lookup = Lookup { game: &at.game, words };
        if words.get("unit").is_some() {
            Ok(facts::unit_facts(&at.game, &at.state, lookup.unit(&lookup.text("unit")?)?))
        } else if words.get("leader").is_some() {
            Ok(facts::leader_facts(&at.game, &at.state, lookup.leader(&lookup.text("leader")?)?))
        } else if words.get("box").is_some() {
            let camp = at.game.camp(at.game.deciding(&at.state).unwrap_or(at.state.active));
            Ok(facts::box_facts(&at.game, &at.state, lookup.at(camp, &lookup.text("box")?)?))
        } else if let Some(pair) = words.get("duel") {
            let (one, other): (String, String) = pair.read()?;
            Ok(facts::duel_facts(&at.game, &at.state, lookup.unit(&one)?, lookup.unit(&other)?))
        } else if words.get("battle").is_some() {
            Ok(facts::battle_facts(&at.game, &at.state))
        } else {
            Err(words.complain("name a `unit`, a `leader`, a `box`, a `duel` or the `battle`"))
        }
    }

    fn standing(&self, words: &Words<'_>) -> Result<StandingAnswer<Answer>, Finding> {
        let kind = Answer::DefensiveFire;
        let stance = match words.read::<String>()?.as_str() {
            "always fire" => Stance::Always,
            "never fire" => Stance::Never,
            "ask about fire" => Stance::Ask,
            _ => {
                return Err(words.complain("\"always fire\", \"never fire\" or \"ask about fire\""));
            }
        };
        Ok(StandingAnswer { kind, unit: None, stance })
    }

    fn procedure(
        &self,
        position: &mut CasePosition<Display>,
        words: &Words<'_>,
        _: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Finding> {
        begin(&position.game, &mut position.state, words.read()?, None, sink);
        Ok(())
    }
}

/// Every kind of action that has a thing to name.
const VERBS: [&str; 16] = [
    "place", "stack", "lead", "stand", "rally", "return", "forward", "back", "exchange", "move",
    "advance", "attack", "duel", "fire", "pursue", "give_up",
];

/// What may stand beside such a word.
const BESIDE: [&str; 6] = ["at", "on", "unit", "line", "to", "into"];

//! The words of a battle, made when somebody reads them.

use crate::advance::ADVANCE;
use crate::battle_line::BATTLE_LINE;
use crate::combat::{COMBAT, RESULTS};
use crate::ending::ENDING;
use crate::engine::action::{Action, Interjection, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::sequence::{ON_THE_DISPLAY, SEQUENCE};
use crate::engine::state::{Ending, HowEnded, State};
use crate::engine::steps::Step;
use crate::flank::FLANK;
use crate::leaders::{ALEXANDER, LEADERS, Part};
use crate::model::army::{ForceId, LeaderId, UnitId};
use crate::model::boxes::{BoxId, Line, Post};
use crate::model::charts::{Casualty, CasualtyColumn, CombatResult};
use crate::movement::MOVEMENT;
use crate::pursuit::PURSUIT;
use crate::rally::RALLY;
use crate::resolution::RESOLUTION;
use crate::set_up::SET_UP;
use crate::stacking::STACKING;
use diadem_core::{Camp, Rule, Seat, Text};

impl Post {
    /// The box's name, as in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Post::LeftOutflank => "left outflank",
            Post::Left => "left",
            Post::Center => "center",
            Post::Right => "right",
            Post::RightOutflank => "right outflank",
            Post::Reserve => "reserve",
            Post::Routed => "routed units",
        }
    }
}

impl Display {
    pub(crate) fn unit_name(&self, unit: UnitId) -> &str {
        &self.names().units[unit.index()]
    }
    pub(crate) fn leader_name(&self, leader: LeaderId) -> &str {
        &self.names().leaders[leader.index()]
    }
    pub(crate) fn camp_name(&self, camp: Camp) -> &str {
        &self.names().camps[camp.index()]
    }
    pub(crate) fn force_name(&self, force: ForceId) -> &str {
        &self.names().forces[force.index()]
    }
    pub(crate) fn box_name(&self, at: BoxId) -> String {
        format!("{} {}", self.camp_name(at.camp()), at.post().name())
    }

    fn spot_name(&self, at: BoxId, line: Line) -> String {
        match line {
            Line::First => self.box_name(at),
            Line::Second => format!("{}, second line", self.box_name(at)),
        }
    }

    /// What is to be done while units are set up: with the unit in hand, or else with the only one
    /// that can be meant.
    pub fn placing_words(&self, state: &State, in_hand: Option<UnitId>) -> String {
        let position = Position::of(self, state);
        let force = state.active;
        let post = self.ordered(force, position.standing_of(force).len());
        let waiting = position.unplaced & self.units_of(force);
        let only = waiting.first().filter(|_| waiting.len() == 1);
        match (in_hand.or(only), post) {
            (Some(unit), Some(post)) => {
                format!("Place the {} in the {} box.", self.unit_name(unit), post.name())
            }
            (Some(unit), None) => {
                let unit = self.unit_name(unit);
                format!("Place the {unit} in any box of the line or the reserve.")
            }
            (None, Some(post)) => format!("Which unit stands in the {} box?", post.name()),
            (None, None) => "Which unit is next, in the line or the reserve?".into(),
        }
    }

    fn ending(&self, ending: Ending) -> String {
        let name = |camp| self.camp_name(camp);
        let Some(winner) = ending.winner else {
            return "Night fell; neither side had won.".into();
        };
        let (winner, loser) = (name(winner), name(winner.other()));
        match ending.how {
            HowEnded::CommanderLost => {
                format!("The {loser} army lost its commander and routed: {winner} victory.")
            }
            HowEnded::Elimination => {
                format!("The {loser} army had no unit left on the field: {winner} victory.")
            }
            HowEnded::Breakthrough => {
                format!("The {loser} camp was overrun and the army routed: {winner} victory.")
            }
            HowEnded::Nightfall => "Night fell; neither side had won.".into(),
        }
    }
}

impl Text for Display {
    fn seat_name(&self, seat: Seat) -> &str {
        self.force_of_seat(seat).map_or("Nobody", |force| self.force_name(force))
    }

    fn question(&self, state: &State, question: Question) -> String {
        match question {
            Question::SetUpUnit => self.placing_words(state, None),
            Question::SetUpLeaderOf(unit) => format!("Who leads {}?", self.unit_name(unit)),
            Question::SetUpLeaders => "Where do your leaders stand?".into(),
            Question::Rally => "Who tries to rally?".into(),
            Question::Return(unit) => format!("Where to with {}, rallied?", self.unit_name(unit)),
            Question::Fill => "Your first line is vacant: who steps forward?".into(),
            Question::Move => format!("Round {}: your movement.", state.round),
            Question::Attack => format!("Round {}: which box attacks?", state.round),
            Question::Duel => "Who attacks whom?".into(),
            Question::DefensiveFire(clash) => format!(
                "Attack of {} on {}: fire first?",
                self.unit_name(clash.attacker),
                self.unit_name(clash.defender)
            ),
            Question::TakePart(clash, role) => {
                let unit = clash.unit(role);
                let leader = state.leader_of(unit).map_or("the leader", |id| self.leader_name(id));
                format!(
                    "Does {leader} take part with {}? Only one in his box may.",
                    self.unit_name(unit)
                )
            }
            Question::Displaced(leader) => format!("Whom does {} join?", self.leader_name(leader)),
            Question::Pursue => "Who pursues?".into(),
            Question::Caught(1) => "One of your routed units is caught: which?".into(),
            Question::Caught(owed) => format!("{owed} of your routed units are caught: which?"),
        }
    }

    fn action(&self, state: &State, action: Action) -> String {
        let unit = |id| self.unit_name(id);
        match action {
            Action::Place { unit: id, at, line } => {
                format!("Place {} in the {}", unit(id), self.spot_name(at, line))
            }
            Action::Stack { unit: id, on } => format!("Stack {} with {}", unit(id), unit(on)),
            Action::Lead { leader, unit: id } => {
                format!("Put {} with {}", self.leader_name(leader), unit(id))
            }
            Action::Stand { leader, at } => {
                format!("Put {} in the {}", self.leader_name(leader), self.box_name(at))
            }
            Action::Rally(id) => format!("Rally {}", unit(id)),
            Action::Return { at, line } => format!("Return to the {}", self.spot_name(at, line)),
            Action::Forward(id) => format!("Bring {} forward", unit(id)),
            Action::Back(id) => format!("Take {} back", unit(id)),
            Action::Exchange { back, forward } => {
                format!("Take {} back and bring {} forward", unit(back), unit(forward))
            }
            Action::Move { unit: id, to, line } => {
                format!("Move {} to the {}", unit(id), self.spot_name(to, line))
            }
            Action::Advance { unit: id, to, line } => {
                format!("Advance {} into the {}", unit(id), self.spot_name(to, line))
            }
            Action::Attack { from, to } => {
                format!("Attack from the {} into the {}", self.box_name(from), self.box_name(to))
            }
            Action::Duel { attacker, defender } => {
                format!("Send {} against {}", unit(attacker), unit(defender))
            }
            Action::Leader(Part::Fights) => "He takes part".into(),
            Action::Leader(Part::StandsBack) => "He stands back".into(),
            Action::Fire(id) => format!("Let {} fire", unit(id)),
            Action::Pursue(id) => format!("Let {} pursue", unit(id)),
            Action::GiveUp(id) => format!("Give up {}", unit(id)),
            Action::Done => match state.step() {
                Step::DefensiveFire(_) => "Hold your fire".into(),
                _ => "Done".into(),
            },
        }
    }

    fn interjection(&self, _: &State, interjection: Interjection) -> String {
        match interjection {}
    }

    fn event(&self, event: &Event) -> String {
        let unit = |id: &UnitId| self.unit_name(*id);
        let leader = |id: &LeaderId| self.leader_name(*id);
        match event {
            Event::Placed(id, at, line) => {
                format!("{} took post in the {}.", unit(id), self.spot_name(*at, *line))
            }
            Event::Doubled(on, with) => {
                format!("{} and {} formed one unit of two steps.", unit(on), unit(with))
            }
            Event::LeaderPlaced(who, with) => {
                format!("{} took post with {}.", leader(who), unit(with))
            }
            Event::LeaderStands(who, at) => {
                format!("{} took post in the {}.", leader(who), self.box_name(*at))
            }
            Event::Ready(force) => format!("The {} army stood ready.", self.force_name(*force)),
            Event::Shown => "The screens fell, and the armies saw each other.".into(),
            Event::Joined => "The battle was joined; no army leaves it by choice.".into(),
            Event::Round(round) => format!("Round {round} began."),
            Event::Rallied { unit: id, leader: who, roll, success } => {
                let roll = roll.as_ref().map(|roll| format!(" ({roll})")).unwrap_or_default();
                let did = if *success { "rallied" } else { "failed to rally" };
                format!("{} {did} {}{roll}.", leader(who), unit(id))
            }
            Event::Returned(id, at) => {
                format!("{} returned to the {}.", unit(id), self.box_name(*at))
            }
            Event::Shifted(id, Line::First) => format!("{} stepped into the first line.", unit(id)),
            Event::Shifted(id, Line::Second) => {
                format!("{} stepped into the second line.", unit(id))
            }
            Event::Restacked(who, with) => format!("{} went over to {}.", leader(who), unit(with)),
            Event::Moved(id, _, to) => format!("{} moved to the {}.", unit(id), self.box_name(*to)),
            Event::Advanced(id, _, to) => {
                format!("{} advanced into the {}.", unit(id), self.box_name(*to))
            }
            Event::Captured(who) => format!("{} was alone and was captured.", leader(who)),
            Event::Attacks(_, from, to) => {
                format!("The {} attacked the {}.", self.box_name(*from), self.box_name(*to))
            }
            Event::Flanks(_, from, to) => {
                let (from, to) = (self.box_name(*from), self.box_name(*to));
                format!("The {from} attacked the {to} as well, from flank or rear.")
            }
            Event::Passes(force) => {
                format!("The {} side had no legal attack and passed.", self.force_name(*force))
            }
            Event::Disengaged(id, enemy) => {
                format!("{} could not attack {}, and the engagement ended.", unit(id), unit(enemy))
            }
            Event::Shot { by, at, strength, roll, .. } => {
                let hits = roll.result() <= i32::from(*strength);
                let did = if hits { "hit" } else { "missed" };
                format!("{} shot at {} and {did} ({roll}, {strength} or less).", unit(by), unit(at))
            }
            Event::TakesPart(who, Part::Fights) => format!("{} took part.", leader(who)),
            Event::TakesPart(who, Part::StandsBack) => format!("{} stood back.", leader(who)),
            Event::Fought { attacker, defender, strengths, column, roll, result } => format!(
                "{} attacked {}: {} against {}, {column}, {roll}: {}.",
                unit(attacker),
                unit(defender),
                strengths.0,
                strengths.1,
                result_words(*result)
            ),
            Event::Engaged(one, other) => {
                format!("{} and {} became engaged.", unit(one), unit(other))
            }
            Event::Routed(id) => format!("{} routed.", unit(id)),
            Event::StoodFirm(id) => format!("{} stood firm under Alexander.", unit(id)),
            Event::Reduced(id, left) => {
                format!("{} lost a step: now {}-{}.", unit(id), left.attack, left.defense)
            }
            Event::Parted(id) => format!("Of a stacked pair only {} was left.", unit(id)),
            Event::Destroyed(id) => format!("{} perished.", unit(id)),
            Event::CasualtyRoll { leader: who, column, roll, casualty } => {
                let of = match column {
                    CasualtyColumn::Loss => "loss",
                    CasualtyColumn::Rout => "rout",
                };
                let brings = match casualty {
                    Casualty::Unhurt => "unhurt",
                    Casualty::Wounded => "WIA",
                    Casualty::Killed => "KIA",
                };
                format!("{}, {of}: {brings} ({roll}).", leader(who))
            }
            Event::SecondRoll(who, roll) => format!("{} rolled again ({roll}).", leader(who)),
            Event::Wounded(who) => format!("{} was wounded.", leader(who)),
            Event::Killed(who) => format!("{} was killed.", leader(who)),
            Event::FoundUnit(who, with) => format!("{} joined {}.", leader(who), unit(with)),
            Event::Alone(who, at) => {
                format!("{} stood alone in the {}.", leader(who), self.box_name(*at))
            }
            Event::Ended(ending) => self.ending(*ending),
            Event::Pursued { unit: id, roll, caught } => {
                format!("{} pursued and caught {caught} ({roll}).", unit(id))
            }
            Event::Caught(id) => format!("{} perished in the pursuit.", unit(id)),
        }
    }

    fn rule_of(&self, event: &Event) -> Rule {
        match event {
            Event::Placed(..)
            | Event::LeaderPlaced(..)
            | Event::LeaderStands(..)
            | Event::Ready(_)
            | Event::Shown => SET_UP,
            Event::Doubled(..) => STACKING,
            Event::Joined => ON_THE_DISPLAY,
            Event::Round(_) => SEQUENCE,
            Event::Rallied { .. } | Event::Returned(..) => RALLY,
            Event::Shifted(..) => BATTLE_LINE,
            Event::Moved(..) => MOVEMENT,
            Event::Advanced(..) => ADVANCE,
            Event::Attacks(..) | Event::Passes(_) => COMBAT,
            Event::Flanks(..) => FLANK,
            Event::Parted(_) => STACKING,
            Event::Shot { rule, .. } => *rule,
            Event::Fought { .. } => RESOLUTION,
            Event::Disengaged(..)
            | Event::Engaged(..)
            | Event::Routed(_)
            | Event::Reduced(..)
            | Event::Destroyed(_)
            | Event::FoundUnit(..) => RESULTS,
            Event::StoodFirm(_) | Event::SecondRoll(..) => ALEXANDER,
            Event::Restacked(..)
            | Event::Captured(_)
            | Event::TakesPart(..)
            | Event::CasualtyRoll { .. }
            | Event::Wounded(_)
            | Event::Killed(_)
            | Event::Alone(..) => LEADERS,
            Event::Ended(_) => ENDING,
            Event::Pursued { .. } | Event::Caught(_) => PURSUIT,
        }
    }
}

fn result_words(result: CombatResult) -> String {
    let words = match result {
        CombatResult::AttackerLoss => "the attacker loses a step",
        CombatResult::AttackerRout => "the attacker routs",
        CombatResult::Engaged => "nobody is hurt",
        CombatResult::DefenderRout => "the defender routs",
        CombatResult::DefenderLoss => "the defender loses a step",
    };
    format!("{}, {words}", result.printed())
}

//! Rules of thumb for every question of a battle on the display.

use super::lines::Face;
use super::ways::Ways;
use super::weights::Weights;
use super::{set_up, worth};
use crate::mind::Choice;
use diadem_core::Camp;
use diadem_display::{
    Action, BOX_COUNT, Bout, BoxId, Clash, Display, Duels, Kind, LeaderId, Line, Outlook, Part,
    Place, Post, Question, Role, Stand, State, UnitId, Who,
};
use std::cell::OnceCell;

/// A side's view of a battle, with what is counted once for a decision.
pub(crate) struct Sight<'a> {
    pub(crate) display: &'a Display,
    pub(crate) state: &'a State,
    pub(crate) side: Camp,
    pub(crate) weights: &'a Weights,
    /// Units of either side in each box.
    pub(crate) count: [[u8; BOX_COUNT]; 2],
    /// Those of them in a first line.
    pub(crate) front: [[u8; BOX_COUNT]; 2],
    /// Boxes with a leader of either side.
    led: [[bool; BOX_COUNT]; 2],
    /// Units of either side on the field.
    pub(crate) standing: [u8; 2],
    ways: OnceCell<Ways>,
    outlook: OnceCell<Outlook<'a>>,
    /// Each first line against the one opposite, once it is asked for.
    pub(crate) faces: [OnceCell<Option<Face>>; BOX_COUNT],
}

impl<'a> Sight<'a> {
    pub(crate) fn of(
        display: &'a Display,
        state: &'a State,
        side: Camp,
        weights: &'a Weights,
    ) -> Sight<'a> {
        let mut sight = Sight {
            display,
            state,
            side,
            weights,
            count: [[0; BOX_COUNT]; 2],
            front: [[0; BOX_COUNT]; 2],
            led: [[false; BOX_COUNT]; 2],
            standing: [0; 2],
            ways: OnceCell::new(),
            outlook: OnceCell::new(),
            faces: [const { OnceCell::new() }; BOX_COUNT],
        };
        for (unit, setup) in state.units.iter().zip(&display.battle().units) {
            if let Place::In(at) = unit.place {
                let side = display.camp(setup.force).index();
                sight.count[side][at.index()] += 1;
                sight.front[side][at.index()] += u8::from(unit.line == Line::First);
                sight.standing[side] += u8::from(at.post() != Post::Routed);
            }
        }
        for (index, setup) in display.battle().leaders.iter().enumerate() {
            if let Some(at) = state.box_of_leader(LeaderId::new(index as u8)) {
                sight.led[display.camp(setup.force).index()][at.index()] = true;
            }
        }
        sight
    }

    pub(crate) fn mine(&self, at: BoxId) -> u8 {
        self.count[self.side as usize][at.index()]
    }

    pub(crate) fn theirs(&self, at: BoxId) -> u8 {
        self.count[self.side.other() as usize][at.index()]
    }

    /// Whether the side has a leader in a box.
    pub(crate) fn has_leader(&self, at: BoxId) -> bool {
        self.led[self.side as usize][at.index()]
    }

    fn worth(&self, unit: UnitId) -> i32 {
        worth::unit(self.display, self.state, unit)
    }

    pub(crate) fn kind(&self, unit: UnitId) -> Kind {
        self.display.battle().units[unit.index()].kind
    }

    pub(crate) fn line(&self, unit: UnitId) -> Line {
        self.state.units[unit.index()].line
    }

    pub(crate) fn own(&self, post: Post) -> BoxId {
        BoxId::of(self.side, post)
    }

    pub(crate) fn camp(&self) -> BoxId {
        BoxId::of(self.side.other(), Post::Reserve)
    }

    /// How far it is to the enemy.
    pub(crate) fn ways(&self) -> &Ways {
        self.ways.get_or_init(|| Ways::of(self))
    }

    /// The position, to ask how duels would go.
    pub(crate) fn outlook(&self) -> &Outlook<'a> {
        self.outlook.get_or_init(|| self.display.outlook(self.state))
    }

    /// How many enemies stand.
    pub(crate) fn enemies(&self) -> i32 {
        i32::from(self.standing[self.side.other() as usize])
    }

    /// Whether the enemy is beaten and must only be caught.
    pub(crate) fn hunts(&self) -> bool {
        let ours = i32::from(self.standing[self.side as usize]);
        ours * 100 >= self.enemies() * self.weights.hunt_from
    }

    /// What to do here by rule of thumb; nothing of nothing.
    pub(crate) fn choose(&self, question: Question, listed: &[Action]) -> Option<Choice<Action>> {
        match question {
            Question::SetUpUnit | Question::SetUpLeaderOf(_) | Question::SetUpLeaders => {
                set_up::choose(self, listed)
            }
            Question::Rally => {
                let try_it = |action: &Action| i32::from(matches!(action, Action::Rally(_)));
                best(listed, try_it, "a rallied unit fights again")
            }
            Question::Return(_) => {
                let score = |action: &Action| match action {
                    Action::Return { at, line } => {
                        i32::from(at.camp() == self.side) * 4 + i32::from(*line == Line::Second)
                    }
                    _ => 0,
                };
                best(listed, score, "it can dress its ranks there")
            }
            Question::Fill => {
                let score = |action: &Action| match *action {
                    Action::Forward(unit) => self.for_front(unit),
                    _ => 0,
                };
                best(listed, score, "the first line must be held")
            }
            Question::Move => {
                let chosen = best(listed, |action| self.score(*action), "")?;
                Some(Choice { why: self.why_move(chosen.action), ..chosen })
            }
            Question::Attack => {
                let chosen = best(listed, |action| self.score(*action), "the odds are good there")?;
                Some(match chosen.action {
                    Action::Done => Choice { why: "no other attack is worth its risk", ..chosen },
                    _ => chosen,
                })
            }
            Question::Duel => self.duel(listed),
            Question::DefensiveFire(_) => {
                let score = |action: &Action| i32::from(matches!(action, Action::Fire(_)));
                best(listed, score, "a shot costs nothing")
            }
            Question::TakePart(clash, role) => self.take_part(clash, role, listed),
            Question::Displaced(_) => {
                let score = |action: &Action| match *action {
                    Action::Lead { unit, .. } => {
                        self.worth(unit) + 100 * i32::from(self.line(unit) == Line::Second)
                    }
                    _ => 0,
                };
                best(listed, score, "he is safest there")
            }
            Question::Pursue => {
                let score = |action: &Action| i32::from(matches!(action, Action::Pursue(_)));
                best(listed, score, "a beaten army is destroyed in its flight")
            }
            Question::Caught(_) => {
                let score = |action: &Action| match *action {
                    Action::GiveUp(unit) => {
                        let leader = self.state.leader_of(unit);
                        let led =
                            leader.map_or(0, |one| worth::leader(self.display, self.state, one));
                        -self.worth(unit) - led
                    }
                    _ => 0,
                };
                best(listed, score, "it is the least loss")
            }
        }
    }

    /// How good a unit is in the first line.
    pub(crate) fn for_front(&self, unit: UnitId) -> i32 {
        let strength = self.display.strength(self.state, unit);
        if self.kind(unit).shoots() {
            i32::from(strength.defense)
        } else {
            i32::from(strength.attack) + i32::from(strength.defense) * 2
        }
    }

    /// The best attack, while one is worth it.
    fn attack_score(&self, from: BoxId, to: BoxId) -> i32 {
        let weights = self.weights;
        let gain = self.matches(Bout { from, to }, &mut Vec::new());
        // To clear the camp wins the battle; whoever stands near ours must be thrown out.
        let there = if to == self.camp() {
            weights.strike_camp
        } else if to.camp() == self.side {
            weights.strike_intruder
        } else {
            0
        };
        let finish = weights.finish * (5 - self.enemies()).max(0);
        gain * 2 + there + finish + weights.dare
    }

    /// A leader fights where his rating tells, a commander only where he is not in danger.
    fn take_part(&self, clash: Clash, role: Role, listed: &[Action]) -> Option<Choice<Action>> {
        let unit = clash.unit(role);
        let at = self.state.box_of(unit);
        let own = self.state.leader_of(unit);
        let rating =
            |one: Option<LeaderId>| one.map_or(0, |one| self.display.rating(self.state, one));
        let others = self.display.retinue(self.side).iter().filter(|&other| {
            Some(other) != own
                && self.state.box_of_leader(other) == at
                && matches!(self.state.leaders[other.index()].stand, Stand::With(_))
        });
        let better = others.map(|other| rating(Some(other))).max().unwrap_or(0);
        let part = if rating(own) + 1 >= better { Part::Fights } else { Part::StandsBack };
        let score = |action: &Action| i32::from(*action == Action::Leader(part));
        let why = match part {
            Part::Fights => "his example counts in this duel",
            Part::StandsBack => "a better leader is needed elsewhere in the box",
        };
        best(listed, score, why)
    }

    fn why_move(&self, action: Action) -> &'static str {
        match action {
            Action::Done => "everybody stands where he should",
            Action::Advance { to, .. } | Action::Move { to, .. } if to == self.camp() => {
                "the enemy camp lies open"
            }
            Action::Advance { to, .. } | Action::Move { to, .. } if to.camp() != self.side => {
                "from there the enemy is taken in the flank"
            }
            Action::Advance { to, .. } | Action::Move { to, .. } if to.post().is_outflank() => {
                "the wing must be won or held"
            }
            Action::Advance { .. } | Action::Move { .. } => "the line needs it there",
            Action::Lead { .. } => "a leader belongs where it is decided",
            Action::Stack { .. } => "together they stand better",
            Action::Back(_) => "it has done enough",
            Action::Exchange { .. } => "fresh troops take the place of tired ones",
            _ => "the first line needs it",
        }
    }

    /// How good a move or an attack is; Done is nought.
    pub(crate) fn score(&self, action: Action) -> i32 {
        match action {
            Action::Done => 0,
            Action::Attack { from, to } => self.attack_score(from, to),
            Action::Duel { attacker, defender } => self.gain(attacker, defender),
            // Nothing is done that is not better than to stand.
            _ => self.move_score(action) - 1,
        }
    }

    /// The duel to fight next: one that must be, or the best of those that are best paired.
    fn duel(&self, listed: &[Action]) -> Option<Choice<Action>> {
        let bout = self.state.under_way::<Duels>()?.bout;
        let mut matches = Vec::new();
        self.matches(bout, &mut matches);
        let may_stop = listed.contains(&Action::Done);
        let must = |&&(_, one, other): &&(i32, UnitId, UnitId)| {
            self.state.units[one.index()].engaged == Some(other)
        };
        let first = matches.iter().find(must);
        let best = first.or(matches.first()).filter(|&&(gain, ..)| !may_stop || gain > 0);
        Some(match best {
            Some(&(_, attacker, defender)) => {
                Choice { action: Action::Duel { attacker, defender }, why: "it is the best match" }
            }
            None if may_stop => Choice { action: Action::Done, why: "no duel left is worth it" },
            None => Choice { action: *listed.first()?, why: "it is the best match" },
        })
    }

    /// Whether a leader's death loses the battle.
    pub(crate) fn commands(&self, leader: LeaderId) -> bool {
        self.display.commanders(self.side).contains(leader)
    }

    /// Whether he is Alexander, who fears no rout.
    pub(crate) fn is_alexander(&self, leader: LeaderId) -> bool {
        self.display.battle().leaders[leader.index()].who == Who::Alexander
    }
}

/// The box of the enemy that faces one of ours.
pub(crate) fn mirror(at: BoxId) -> BoxId {
    let post = match at.post() {
        Post::LeftOutflank => Post::RightOutflank,
        Post::Left => Post::Right,
        Post::Right => Post::Left,
        Post::RightOutflank => Post::LeftOutflank,
        other => other,
    };
    BoxId::of(at.camp().other(), post)
}

/// The action of the highest score; of equals, the first.
pub(crate) fn best(
    listed: &[Action],
    mut score: impl FnMut(&Action) -> i32,
    why: &'static str,
) -> Option<Choice<Action>> {
    let mut found: Option<(i32, Action)> = None;
    for &action in listed {
        let good = score(&action);
        if found.is_none_or(|(most, _)| good > most) {
            found = Some((good, action));
        }
    }
    found.map(|(_, action)| Choice { action, why })
}

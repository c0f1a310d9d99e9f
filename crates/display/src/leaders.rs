//! 10.16 and 10.17: leaders in combat, their casualties, and Alexander.

use crate::combat::RESULTS;
use crate::engine::action::Action;
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Clash, Part, Role, Stand, Step};
use crate::model::army::{LeaderId, UnitId, Who};
use crate::model::boxes::BoxId;
use crate::model::charts::{Casualty, CasualtyColumn};
use crate::model::sets::UnitSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const LEADERS: Rule = rule!(ALEXANDROS, "10.16");
pub(crate) const ALEXANDER: Rule = rule!(ALEXANDROS, "10.17");

impl Display {
    /// 10.17: a unit with Alexander ignores routs.
    pub(crate) fn stands_firm(&self, leader: LeaderId) -> bool {
        self.who(leader) == Who::Alexander
    }
}

/// What the leader of a unit in a duel does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leading {
    /// There is none, or he may not take part.
    Nobody,
    /// He takes part.
    He,
    /// He or another of the box: his side chooses.
    Open,
}

impl Position<'_> {
    /// 10.16: whether the leader of a unit takes part; only one does in a box and round.
    pub(crate) fn leading(&self, unit: UnitId) -> Leading {
        let Some(leader) = self.state.leader_of(unit) else { return Leading::Nobody };
        let spent = self.state.fighting.spent;
        let (Some(at), false) = (self.state.box_of(unit), spent.contains(leader)) else {
            return Leading::Nobody;
        };
        let side = self.rules.side_of(unit);
        // A box may have changed hands in this round; then its new leaders start afresh.
        let of_ours = |other: &LeaderId| self.rules.side_of_leader(*other) == side;
        match self.state.took_part[at.index()].filter(of_ours) {
            Some(other) if other != leader => Leading::Nobody,
            Some(_) => Leading::He,
            None => {
                let could = |&other: &LeaderId| {
                    let stacked = matches!(self.state.leader(other).stand, Stand::With(_));
                    other != leader && stacked && !spent.contains(other)
                };
                let another = self.leaders_in(side, at).any(|other| could(&other));
                if another { Leading::Open } else { Leading::He }
            }
        }
    }

    /// 10.12: the units that a leader who lost his may join.
    pub(crate) fn havens(&self, leader: LeaderId) -> UnitSet {
        let side = self.rules.side_of_leader(leader);
        let at = self.state.box_of_leader(leader);
        at.map_or(UnitSet::NONE, |at| self.of_side(side, at) - self.led)
    }

    pub(crate) fn may_join(&self, leader: LeaderId, unit: UnitId) -> Result<(), Illegal> {
        match self.state.step {
            Step::Displaced(homeless)
                if homeless == leader && self.havens(leader).contains(unit) =>
            {
                Ok(())
            }
            _ => Err(Illegal::by(RESULTS, "He joins another unit without a leader in his box.")),
        }
    }

    pub(crate) fn list_havens(&self, leader: LeaderId, into: &mut Vec<Action>) {
        into.extend(self.havens(leader).iter().map(|unit| Action::Lead { leader, unit }));
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Settles which leaders take part, asking where it is open; then the duel is rolled.
    pub(crate) fn decide_leaders(&mut self, mut clash: Clash) {
        for role in [Role::Attacker, Role::Defender] {
            if clash.led[role as usize].is_some() {
                continue;
            }
            let unit = clash.unit(role);
            let leading = match self.state.leader_of(unit) {
                Some(_) => self.position().leading(unit),
                None => Leading::Nobody,
            };
            match leading {
                Leading::Nobody => self.take_part(&mut clash, role, Part::StandsBack),
                Leading::He => self.take_part(&mut clash, role, Part::Fights),
                Leading::Open => {
                    self.state.step = Step::TakePart(clash, role);
                    return;
                }
            }
        }
        self.resolve(clash);
    }

    pub(crate) fn take_part(&mut self, clash: &mut Clash, role: Role, part: Part) {
        clash.led[role as usize] = Some(part);
        let unit = clash.unit(role);
        let (leader, at) = (self.state.leader_of(unit), self.state.box_of(unit));
        if let (Some(leader), Some(at)) = (leader, at) {
            if part == Part::Fights {
                self.state.took_part[at.index()] = Some(leader);
            }
            self.tell(Event::TakesPart(leader, part));
        }
    }

    /// A leader's unit has suffered: what becomes of him?
    pub(crate) fn roll_casualty(&mut self, leader: LeaderId, column: CasualtyColumn) {
        let roll = self.roll();
        let casualty = self.rules.charts.casualty(column, roll.raw);
        self.tell(Event::CasualtyRoll { leader, column, roll, casualty });
        match (casualty, self.rules.who(leader)) {
            (Casualty::Unhurt, _) => {}
            (Casualty::Killed, Who::Alexander) => {
                let second = self.roll();
                let dies = self.rules.charts.kills_alexander(second.raw);
                self.tell(Event::SecondRoll(leader, second));
                if dies { self.kill(leader) } else { self.wound(leader) }
            }
            (Casualty::Killed, _) | (Casualty::Wounded, Who::Nameless) => self.kill(leader),
            (Casualty::Wounded, _) => self.wound(leader),
        }
    }

    fn wound(&mut self, leader: LeaderId) {
        if !self.state.leader(leader).wounded {
            self.state.leader_mut(leader).wounded = true;
            self.tell(Event::Wounded(leader));
        }
    }

    fn kill(&mut self, leader: LeaderId) {
        self.state.leader_mut(leader).stand = Stand::Killed;
        self.tell(Event::Killed(leader));
    }

    /// A leader's unit was destroyed under him: he takes no more part in this phase, and joins another
    /// unit of the box if there is one for him.
    pub(crate) fn displace(&mut self, leader: LeaderId, at: BoxId) {
        self.state.leader_mut(leader).stand = Stand::In(at);
        self.state.fighting.spent.insert(leader);
        if self.position().havens(leader).is_empty() {
            self.tell(Event::Alone(leader, at));
        } else {
            self.state.step = Step::Displaced(leader);
        }
    }

    pub(crate) fn join(&mut self, leader: LeaderId, unit: UnitId) {
        self.state.leader_mut(leader).stand = Stand::With(unit);
        self.tell(Event::FoundUnit(leader, unit));
        self.next_duel();
    }

    /// Leaders alone in a box that the enemy enters are captured.
    pub(crate) fn capture_leaders(&mut self, at: BoxId) {
        let enemy = self.state.side.other();
        for leader in self.rules.retinue(enemy).iter() {
            if self.state.leader(leader).stand == Stand::In(at) {
                self.state.leader_mut(leader).stand = Stand::Captured;
                self.tell(Event::Captured(leader));
            }
        }
    }
}

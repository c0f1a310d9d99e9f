//! 10.16 and 10.17: leaders in combat, their casualties, and Alexander.

use crate::combat::{Clash, RESULTS, Role};
use crate::engine::action::{Action, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Flow, Procedure, never_passes};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Stand, State};
use crate::model::army::{LeaderId, UnitId, Who};
use crate::model::boxes::BoxId;
use crate::model::charts::{Casualty, CasualtyColumn};
use crate::model::sets::UnitSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const LEADERS: Rule = rule!(ALEXANDROS, "10.16");
pub(crate) const ALEXANDER: Rule = rule!(ALEXANDROS, "10.17");

/// Whether a leader takes part in a duel (10.16).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// He fights.
    Fights,
    /// He stands back, for another leader's sake.
    StandsBack,
}

/// It is open which of a box's leaders takes part in a clash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakePart {
    /// At which end of the clash.
    pub role: Role,
}

impl Procedure for TakePart {
    const RULE: Rule = LEADERS;

    fn asks(self, rules: &Display, state: &State) -> Option<Asked> {
        let clash = *state.frame::<Clash>();
        let force = rules.force_of(clash.unit(self.role));
        Some(Asked::of(force, Question::TakePart(clash, self.role)))
    }

    fn list(self, _: &Position<'_>, into: &mut Vec<Action>) {
        into.extend([Action::Leader(Part::Fights), Action::Leader(Part::StandsBack)]);
    }

    fn test(self, _: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let Action::Leader(_) = action else { return Self::not_asked() };
        Ok(())
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Action::Leader(part) = action else { return never_passes(action) };
        resolver.pop();
        resolver.take_part(self.role, part);
    }

    fn go_on<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Flow {
        Flow::Waits
    }
}

/// A leader who lost his unit needs another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Displaced {
    /// The leader.
    pub leader: LeaderId,
}

impl Procedure for Displaced {
    const RULE: Rule = RESULTS;

    fn asks(self, rules: &Display, _: &State) -> Option<Asked> {
        let force = rules.force_of_leader(self.leader);
        Some(Asked::of(force, Question::Displaced(self.leader)))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        let leader = self.leader;
        into.extend(position.havens(leader).iter().map(|unit| Action::Lead { leader, unit }));
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let Action::Lead { leader, unit } = action else { return Self::not_asked() };
        if leader == self.leader && position.havens(leader).contains(unit) {
            return Ok(());
        }
        Err(Illegal::by(RESULTS, "He joins another unit without a leader in his box."))
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Action::Lead { leader, unit } = action else { return never_passes(action) };
        resolver.pop();
        resolver.state.leader_mut(leader).stand = Stand::With(unit);
        resolver.tell(Event::FoundUnit(leader, unit));
    }

    fn go_on<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Flow {
        Flow::Waits
    }
}

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
    /// He or another of the box: his force chooses.
    Open,
}

impl Position<'_> {
    /// 10.16: whether the leader of a unit takes part; only one does in a box and round.
    pub(crate) fn leading(&self, unit: UnitId) -> Leading {
        let Some(leader) = self.state.leader_of(unit) else { return Leading::Nobody };
        let spent = self.state.spent;
        let (Some(at), false) = (self.state.box_of(unit), spent.contains(leader)) else {
            return Leading::Nobody;
        };
        let force = self.rules.force_of(unit);
        // A box may have changed hands in this round; then its new leaders start afresh.
        let of_ours = |other: &LeaderId| self.rules.force_of_leader(*other) == force;
        match self.state.took_part[at.index()].filter(of_ours) {
            Some(other) if other != leader => Leading::Nobody,
            Some(_) => Leading::He,
            None => {
                let could = |&other: &LeaderId| {
                    let stacked = matches!(self.state.leader(other).stand, Stand::With(_));
                    other != leader && stacked && !spent.contains(other)
                };
                let another = self.leaders_in(force, at).any(|other| could(&other));
                if another { Leading::Open } else { Leading::He }
            }
        }
    }

    /// 10.12: the units that a leader who lost his may join.
    fn havens(&self, leader: LeaderId) -> UnitSet {
        let force = self.rules.force_of_leader(leader);
        let at = self.state.box_of_leader(leader);
        at.map_or(UnitSet::NONE, |at| self.of_force(force, at) - self.led)
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Settles which leaders take part; nothing where somebody must choose first.
    pub(crate) fn decide_leaders(&mut self, clash: Clash) -> Option<Clash> {
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
                Leading::Nobody => self.take_part(role, Part::StandsBack),
                Leading::He => self.take_part(role, Part::Fights),
                Leading::Open => {
                    self.push(TakePart { role });
                    return None;
                }
            }
        }
        Some(*self.state.frame())
    }

    fn take_part(&mut self, role: Role, part: Part) {
        let clash = self.state.frame_mut::<Clash>();
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
        self.state.spent.insert(leader);
        if self.position().havens(leader).is_empty() {
            self.tell(Event::Alone(leader, at));
        } else {
            self.push(Displaced { leader });
        }
    }

    /// Leaders alone in a box that the enemy enters are captured.
    pub(crate) fn capture_leaders(&mut self, at: BoxId) {
        let enemy = self.camp().other();
        for leader in self.rules.retinue(enemy).iter() {
            if self.state.leader(leader).stand == Stand::In(at) {
                self.state.leader_mut(leader).stand = Stand::Captured;
                self.tell(Event::Captured(leader));
            }
        }
    }
}

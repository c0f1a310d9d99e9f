//! What a click means on the battlefield: every answer as something that is pointed at, some with something
//! that is taken in hand before. Field, panel and keyboard all go through here.

use diadem_hexes::{
    Action, Arrival, Go, Hex, Hexes, LeaderId, Outlook, Question, State, Step, UnitId, Vertex,
};

/// Something on the battlefield that can be clicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Thing {
    Unit(UnitId),
    Leader(LeaderId),
    Hex(Hex),
    /// The vertex that a unit would face.
    Facing(UnitId, Vertex),
}

/// An answer as it is given by hand: taken from here, put there.
type Gesture = (Option<Thing>, Thing);

/// The choice before a player: what is asked, and every answer.
#[derive(Clone, Copy)]
pub(super) struct Choice<'a> {
    pub(super) rules: &'a Hexes,
    pub(super) state: &'a State,
    pub(super) question: Question,
    pub(super) actions: &'a [Action],
}

impl Choice<'_> {
    /// The gestures that give an answer; none for one that is a button only.
    pub(super) fn gestures(&self, action: Action) -> Vec<Gesture> {
        let point = |thing: Thing| vec![(None, thing)];
        match action {
            Action::Arrange(leader, _)
            | Action::Elite(leader)
            | Action::Activate(leader)
            | Action::Pass(leader)
            | Action::Wait(leader)
            | Action::Trump(leader)
            | Action::Send(leader)
            | Action::Contingent(leader)
            | Action::Champion(leader)
            | Action::Take(leader)
            | Action::Leave(leader)
            | Action::WithdrawLeader(leader) => point(Thing::Leader(leader)),
            Action::NameLine { unit, .. }
            | Action::Order(unit)
            | Action::OrderFast(unit)
            | Action::Recover(unit)
            | Action::Rally(unit)
            | Action::ChangeMode(unit)
            | Action::FireAt(unit)
            | Action::FireMoving(unit)
            | Action::Harass(unit)
            | Action::Engage(unit)
            | Action::Type(unit)
            | Action::TakeHit(unit)
            | Action::Advance(unit)
            | Action::Withdraw(unit)
            | Action::WithdrawLine(unit, _)
            | Action::ReactReverse(unit)
            | Action::Next(unit) => point(Thing::Unit(unit)),
            Action::ReactionFire { firer, .. } | Action::ScreenFire { firer, .. } => {
                point(Thing::Unit(firer))
            }
            Action::BreakOff(unit, side) | Action::PassThrough(unit, side) => {
                let there = self.state.unit(unit).hex().and_then(|hex| hex.beyond(side));
                there.map_or_else(Vec::new, |hex| vec![(Some(Thing::Unit(unit)), Thing::Hex(hex))])
            }
            Action::EngineFire { engine, target } => {
                vec![(Some(Thing::Unit(engine)), Thing::Unit(target))]
            }
            Action::EngineFireAtHex { engine: unit, hex } | Action::OpenRanks(unit, hex) => {
                vec![(Some(Thing::Unit(unit)), Thing::Hex(hex))]
            }
            Action::Attack { unit, target } => {
                vec![(Some(Thing::Unit(unit)), Thing::Unit(target))]
            }
            Action::React(unit, hand) => {
                let facing = self.state.unit(unit).facing.shifted(hand);
                point(Thing::Facing(unit, facing))
            }
            Action::Face(vertex) => {
                self.subject().map_or_else(Vec::new, |unit| point(Thing::Facing(unit, vertex)))
            }
            Action::Go(go) => self.gestures_of_step(go),
            _ => {
                let hex = self.rules.hex_of(self.state, action);
                hex.map_or_else(Vec::new, |hex| point(Thing::Hex(hex)))
            }
        }
    }

    /// A step is pointed at by the hexes it enters, or by the vertex it turns to.
    fn gestures_of_step(&self, go: Go) -> Vec<Gesture> {
        let Some(unit) = self.subject() else { return Vec::new() };
        if let Go::Turn(vertex) = go {
            return vec![(None, Thing::Facing(unit, vertex))];
        }
        let Some(after) = self.rules.placement_after(self.state, go) else { return Vec::new() };
        let here = self.rules.hexes_of(self.state, unit);
        let there = self.rules.hexes_standing(unit, after).into_iter();
        there.filter(|hex| !here.contains(hex)).map(|hex| (None, Thing::Hex(hex))).collect()
    }

    /// The unit that is asked about.
    pub(super) fn subject(&self) -> Option<UnitId> {
        subject_of(self.question)
    }

    /// The leader that is asked about.
    pub(super) fn leader(&self) -> Option<LeaderId> {
        match self.question {
            Question::Command(leader)
            | Question::NameLine(leader)
            | Question::Orders(leader)
            | Question::Ride(leader)
            | Question::LeaderWithdraw(leader)
            | Question::Designation(leader)
            | Question::Allocation(leader)
            | Question::Momentum(leader)
            | Question::MomentumTrump(leader)
            | Question::TrumpTheTrump(leader) => Some(leader),
            _ => self.state.steps.iter().rev().find_map(|step| match step {
                Step::Orders(orders) => Some(orders.tenure.leader),
                Step::Shock(segment) => Some(segment.tenure.leader),
                _ => None,
            }),
        }
    }

    /// Every answer with this in hand, put on that.
    pub(super) fn answers(&self, held: Option<Thing>, target: Thing) -> Vec<Action> {
        let fits = |action: &Action| {
            self.gestures(*action)
                .iter()
                .any(|&(from, to)| to == target && (from.is_none() || from == held))
        };
        self.actions.iter().copied().filter(fits).collect()
    }

    /// Everything that can be clicked now with this in hand: what gives an answer, and what can be taken.
    pub(super) fn open(&self, held: Option<Thing>) -> Vec<Thing> {
        let mut open = Vec::new();
        for &action in self.actions {
            for (from, to) in self.gestures(action) {
                let thing = match from {
                    Some(from) if held != Some(from) => from,
                    _ => to,
                };
                if !open.contains(&thing) {
                    open.push(thing);
                }
            }
        }
        open
    }

    /// Whether an answer begins with taking this in hand.
    pub(super) fn is_subject(&self, thing: Thing) -> bool {
        let begins =
            |action: &Action| self.gestures(*action).iter().any(|&(from, _)| from == Some(thing));
        self.actions.iter().any(begins)
    }
}

/// The cheapest way to end in a hex.
pub(super) fn way_to(
    outlook: &Outlook,
    rules: &Hexes,
    unit: UnitId,
    hex: Hex,
) -> Option<(usize, Arrival)> {
    let ends = outlook.arrivals.iter().copied().enumerate().skip(1);
    ends.filter(|(_, arrival)| {
        arrival.may_stop && rules.hexes_standing(unit, arrival.placement).contains(&hex)
    })
    .min_by_key(|(_, arrival)| arrival.cost())
}

/// The unit that a question is about.
pub(super) const fn subject_of(question: Question) -> Option<UnitId> {
    match question {
        Question::Move(unit)
        | Question::Pursuit(unit)
        | Question::Advance(unit)
        | Question::Withdraw(unit)
        | Question::Rout(unit)
        | Question::RallyFacing(unit)
        | Question::LeavesColumn(unit)
        | Question::Harass(unit)
        | Question::ReturnFire(unit)
        | Question::ScreenFire(unit) => Some(unit),
        _ => None,
    }
}

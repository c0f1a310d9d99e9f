//! 6.8: pre-arranged withdrawal. Markers are laid in secret before anything moves, and shown when a line
//! withdraws or its leader is activated.

use crate::engine::action::{Action, LineShape, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Arranged, Formation, Readiness, State};
use crate::model::hex::Aspect;
use crate::model::order_of_battle::{ForceId, LeaderId, Role, UnitId, UnitSet};
use crate::movement::orderly_withdrawal::{Leeway, NEAR};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Seal, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const WHO_ARRANGES: Rule = rule!(GBA, "6.81");
pub(crate) const ARRANGING: Rule = rule!(GBA, "6.82");
pub(crate) const AS_ARRANGED: Rule = rule!(GBA, "6.83");
pub(crate) const ARRANGEMENT_USED: Rule = rule!(GBA, "6.84");

/// 6.83: every unit goes back one hex.
pub(crate) const ONE_HEX: Leeway = Leeway { left: 1, hexes: true, owed: 1 };

/// 6.81: the least troop quality.
const STEADY_TROOPS: u8 = 6;

/// 6.82: a force may lay its pre-arranged withdrawal markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arranging(
    /// Whose markers.
    pub ForceId,
);

impl Procedure for Arranging {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.force(self.0).seat, Question::Arrange, ARRANGING).secret())
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        for leader in position.rules.leaders() {
            if position.may_arrange_under(self.0, leader).is_ok() {
                into.extend([Action::Arrange(leader, true), Action::Arrange(leader, false)]);
            }
        }
        into.push(Action::Done);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Arrange(leader, _) => position.may_arrange_under(self.0, leader),
            Action::Done => Ok(()),
            _ => {
                let words = "Asked is under which leaders markers of withdrawal are laid.";
                Err(Illegal::by(ARRANGING, words))
            }
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Arrange(leader, withdraws) => resolver.arrange(leader, withdraws),
            _ => resolver.end_arranging(),
        }
    }
}

impl Position<'_> {
    /// Whether a force has a leader who could arrange a withdrawal (6.81).
    pub(crate) fn may_arrange(&self, force: ForceId) -> bool {
        self.rules.leaders().any(|leader| self.may_arrange_under(force, leader).is_ok())
    }

    /// Whether a marker may be laid under this leader (6.81, 6.82).
    fn may_arrange_under(&self, force: ForceId, leader: LeaderId) -> Result<(), Illegal> {
        let now = self.state.leader(leader);
        match () {
            () if self.rules.force_of_leader(leader) != force || now.at.is_none() => {
                Err(Illegal::by(WHO_ARRANGES, "He does not lead in this army."))
            }
            () if now.arranged != Arranged::No => {
                Err(Illegal::by(ARRANGING, "A marker lies under him already."))
            }
            () if !self
                .rules
                .units_of(force)
                .iter()
                .any(|unit| self.is_arrangeable(unit, leader)) =>
            {
                Err(Illegal::by(WHO_ARRANGES, "He has no line that could withdraw as arranged."))
            }
            () => Ok(()),
        }
    }

    /// Whether a unit stands in a line that withdraws, as arranged, under this leader.
    fn is_arrangeable(&self, unit: UnitId, leader: LeaderId) -> bool {
        self.may_go_as_arranged(unit, leader) && !self.arranged_line(unit, leader).is_empty()
    }

    /// 6.81: whether a unit is of those that withdraw as arranged, and this leader may arrange it.
    fn may_go_as_arranged(&self, unit: UnitId, leader: LeaderId) -> bool {
        let (troops, commander) = (self.rules.troops(unit), self.rules.commander(leader));
        let now = self.state.unit(unit);
        let is_his = match commander.role {
            Role::Overall => true,
            Role::Contingent => commander.commands.units.contains(unit),
            Role::Wing | Role::Subordinate => {
                commander.line_command && commander.commands.units.contains(unit)
            }
        };
        is_his
            && troops.force == commander.force
            && troops.kind.is_phalanx_or_heavy()
            && troops.tq >= STEADY_TROOPS
            && now.is_steady()
            && now.formation == Formation::Battle
    }

    /// The line of a unit that withdraws as arranged under this leader, who must be within two hexes of it;
    /// a contingent commander's is his contingent within his range (5.65). Nobody where it is no line of
    /// his.
    fn arranged_line(&self, unit: UnitId, leader: LeaderId) -> UnitSet {
        if self.rules.commander(leader).role == Role::Contingent {
            let units = self.rules.commander(leader).commands.units;
            let line: UnitSet = self.with_reach(leader, self.range(leader), |in_range| {
                let units = units.iter();
                units.filter(|&one| self.may_go_as_arranged(one, leader) && in_range(one)).collect()
            });
            return if line.contains(unit) { line } else { UnitSet::NONE };
        }
        let Some(at) = self.state.leader(leader).at else { return UnitSet::NONE };
        let abreast = self.infantry_line(unit, leader, LineShape::Abreast);
        let line = match abreast.len() {
            0 | 1 => self.infantry_line(unit, leader, LineShape::InFile),
            _ => abreast,
        };
        if line.iter().any(|one| self.distance_to(one, at) <= NEAR) { line } else { UnitSet::NONE }
    }

    /// 6.81: whether two units stand in one line of this leader: where he commands lines, by the list of his
    /// army (4.33), else if they are of one type and class.
    fn are_of_one_line(&self, leader: LeaderId, one: UnitId, other: UnitId) -> bool {
        let commander = self.rules.commander(leader);
        let pair = [one, other];
        if commander.line_command
            && pair.iter().all(|&unit| commander.commands.units.contains(unit))
        {
            let mut sorts = self.rules.list(commander.camp).lines.iter();
            return sorts.any(|sort| pair.iter().all(|&unit| self.is_of_sort(sort, unit)));
        }
        let [one, other] = pair.map(|unit| self.rules.troops(unit));
        (one.kind, one.class) == (other.kind, other.class)
    }

    /// 4.33: units of one line, flank to flank or front to rear, without a gap.
    fn infantry_line(&self, unit: UnitId, leader: LeaderId, shape: LineShape) -> UnitSet {
        let mut line = UnitSet::NONE;
        line.insert(unit);
        let mut found = line;
        while !found.is_empty() {
            let mut next = UnitSet::NONE;
            for one in found.iter() {
                for other in self.neighbours(one) {
                    if !line.contains(other)
                        && self.are_of_one_line(leader, unit, other)
                        && self.may_go_as_arranged(other, leader)
                        && self.is_in_line_with(one, other, shape)
                    {
                        line.insert(other);
                        next.insert(other);
                    }
                }
            }
            found = next;
        }
        line
    }

    /// Whether two neighbours stand flank to flank, or front to rear.
    fn is_in_line_with(&self, one: UnitId, other: UnitId, shape: LineShape) -> bool {
        let lies = |unit: UnitId, at: UnitId, aspect: Aspect| {
            self.hexes(unit).iter().any(|&hex| self.aspect(at, hex) == Some(aspect))
        };
        match shape {
            LineShape::Abreast => {
                lies(one, other, Aspect::Flank) && lies(other, one, Aspect::Flank)
            }
            LineShape::InFile | LineShape::Loose => {
                lies(one, other, Aspect::Front) && lies(other, one, Aspect::Rear)
                    || lies(other, one, Aspect::Front) && lies(one, other, Aspect::Rear)
            }
        }
    }

    /// The line of a unit that could withdraw before the mover under this leader, if that is arranged; told
    /// without looking at the marker, which may be blank.
    fn could_withdraw_as_arranged(
        &self,
        unit: UnitId,
        leader: LeaderId,
        mover: UnitId,
    ) -> Result<UnitSet, Illegal> {
        let now = self.state.leader(leader);
        if now.at.is_none() || now.arranged == Arranged::No {
            return Err(Illegal::by(ARRANGING, "Nothing has been arranged under him."));
        }
        let its = self.rules.troops(mover).kind;
        if !its.is_infantry() && !its.is_skirmisher() {
            return Err(Illegal::by(AS_ARRANGED, "That is arranged against infantry only."));
        }
        if !self.may_go_as_arranged(unit, leader) {
            let words =
                "Only phalanxes and heavy infantry of quality 6 that he may order withdraw so.";
            return Err(Illegal::by(WHO_ARRANGES, words));
        }
        self.is_free_to_withdraw(unit, None)?;
        let line = self.arranged_line(unit, leader);
        if line.is_empty() {
            return Err(Illegal::by(WHO_ARRANGES, "It is in no line of his."));
        }
        for other in line.iter() {
            self.is_free_to_withdraw(other, None)?;
            self.has_way_back(other, mover, ONE_HEX, line)?;
        }
        Ok(line)
    }

    /// Whether a unit is asked about withdrawing as arranged: so it is also where the marker is blank.
    pub(crate) fn is_arrangement_asked(&self, unit: UnitId, mover: UnitId) -> bool {
        self.rules.troops(unit).kind.is_phalanx_or_heavy()
            && self
                .rules
                .leaders()
                .any(|leader| self.could_withdraw_as_arranged(unit, leader, mover).is_ok())
    }

    /// Whether the line of a unit may withdraw as arranged before the mover (6.83).
    pub(crate) fn may_withdraw_as_arranged(
        &self,
        unit: UnitId,
        leader: LeaderId,
        mover: UnitId,
    ) -> Result<UnitSet, Illegal> {
        let line = self.could_withdraw_as_arranged(unit, leader, mover)?;
        match self.state.leader(leader).arranged {
            Arranged::Secretly | Arranged::Openly => Ok(line),
            Arranged::No | Arranged::Hidden | Arranged::Blank => {
                Err(Illegal::by(ARRANGING, "His marker is blank."))
            }
        }
    }

    /// Whether a window before this mover must be asked even of who has but one answer, because a marker
    /// that lies face down would be known by it.
    pub(crate) fn would_tell_of_a_marker(&self, mover: UnitId, waiting: UnitSet) -> bool {
        let lies_hidden = |leader: &LeaderId| {
            let marker = self.state.leader(*leader).arranged;
            matches!(marker, Arranged::Hidden | Arranged::Blank | Arranged::Secretly)
        };
        self.rules.leaders().filter(lies_hidden).any(|leader| {
            let mut foot = waiting.iter();
            foot.any(|unit| self.could_withdraw_as_arranged(unit, leader, mover).is_ok())
        })
    }

    /// 6.83: the units of a leader's arranged withdrawal, as they stand when its marker is shown: wherever
    /// he rides afterwards, he may not order them to move.
    pub(crate) fn bound_to_withdraw(&self, leader: LeaderId) -> UnitSet {
        self.rules.units().filter(|&unit| self.is_arrangeable(unit, leader)).collect()
    }

    /// 6.83: whether a leader whose line has a withdrawal arranged may order this unit to move.
    pub(crate) fn may_move_in_spite_of_arrangement(
        &self,
        leader: LeaderId,
        unit: UnitId,
    ) -> Result<(), Illegal> {
        if self.state.leader(leader).bound.contains(unit) {
            let words = "Its withdrawal is arranged: it may not move, but fire or recover.";
            return Err(Illegal::by(AS_ARRANGED, words));
        }
        Ok(())
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A marker is laid face down; who lays one is told when both armies have (6.82).
    pub(crate) fn arrange(&mut self, leader: LeaderId, withdraws: bool) {
        let marker = if withdraws { Arranged::Secretly } else { Arranged::Blank };
        self.state.leader_mut(leader).arranged = marker;
    }

    /// An army has laid its markers.
    pub(crate) fn end_arranging(&mut self) {
        self.finish();
        self.sink.seal(Seal::Answered);
        if self.state.is_under_way::<Arranging>() {
            return;
        }
        for leader in self.rules.leaders() {
            if self.state.leader(leader).arranged != Arranged::No {
                self.tell(Event::Arranged(leader));
            }
        }
    }

    /// 6.83: a marker is turned face up.
    pub(crate) fn show_arrangement(&mut self, leader: LeaderId) {
        let (now, withdraws) = match self.state.leader(leader).arranged {
            Arranged::Secretly => (Arranged::Openly, true),
            Arranged::Blank => (Arranged::No, false),
            Arranged::No | Arranged::Hidden | Arranged::Openly => return,
        };
        if withdraws {
            self.state.leader_mut(leader).bound = self.position().bound_to_withdraw(leader);
        }
        self.state.leader_mut(leader).arranged = now;
        self.sink.seal(Seal::Shown);
        self.tell(Event::ArrangementShown(leader, withdraws));
    }

    /// 6.84: whoever has his line withdraw as arranged is finished.
    pub(crate) fn use_arrangement(&mut self, leader: LeaderId) {
        self.show_arrangement(leader);
        if self.state.leader(leader).readiness != Readiness::Finished {
            self.finish_leader(leader, ARRANGEMENT_USED);
        }
    }
}

//! 6.78: a line of cavalry withdraws together; and how any line does (6.83).

use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure, not_asked};
use crate::engine::resolver::Resolver;
use crate::engine::state::State;
use crate::engine::steps::Step;
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::movement::orderly_withdrawal::NEAR;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const LINE_WITHDRAWING: Rule = rule!(GBA, "6.78");

/// 6.78, 6.83: a line withdraws, unit by unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineWithdrawal {
    /// Those that still have to.
    pub units: UnitSet,
    /// Before whom.
    pub mover: UnitId,
    /// Whether it was arranged (6.8).
    pub arranged: bool,
}

impl Procedure for LineWithdrawal {
    fn asked(&self, _: &Hexes, _: &State) -> Option<Asked> {
        None
    }

    fn list(&self, _: &Position<'_>, _: &mut Vec<Action>) {
        // Nothing is asked.
    }

    fn check(&self, _: &Position<'_>, _: Action) -> Result<(), Illegal> {
        Err(not_asked())
    }

    fn answer<S: Sink<Event>>(&self, _: &mut Resolver<'_, S>, _: Action) {
        // Nothing is asked.
    }

    /// The next of a line withdraws: whoever is furthest from the mover, so that nobody is in the way.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let mut units = self.units;
        let position = resolver.position();
        let furthest = units.iter().filter(|&unit| resolver.state.unit(unit).is_steady());
        let furthest = furthest
            .max_by_key(|&unit| (position.distance(unit, self.mover), std::cmp::Reverse(unit)));
        let Some(unit) = furthest else {
            resolver.finish();
            return true;
        };
        units.remove(unit);
        resolver.instead(LineWithdrawal { units, ..*self });
        let position = resolver.position();
        let (leeway, rule) = if self.arranged {
            (Ok(crate::movement::pre_arranged::ONE_HEX), crate::movement::pre_arranged::AS_ARRANGED)
        } else {
            (position.leeway(unit, self.mover), LINE_WITHDRAWING)
        };
        // Whoever finds his way barred by those who went before him stays.
        if let Ok(leeway) = leeway
            && position.has_way_back(unit, self.mover, leeway, UnitSet::NONE).is_ok()
        {
            resolver.begin_withdrawal(unit, self.mover, leeway, rule);
        }
        true
    }
}

impl Position<'_> {
    /// Whether the line of a unit may withdraw under some leader.
    pub(crate) fn is_line_asked(&self, unit: UnitId, mover: UnitId) -> bool {
        self.rules.troops(unit).kind.is_cavalry()
            && self
                .rules
                .leaders()
                .any(|leader| self.may_cavalry_withdraw(unit, leader, mover).is_ok())
    }

    /// The line of cavalry that a unit belongs to under a leader (4.33, 6.78): what may be ordered together,
    /// within half of his range. Without lines in the army's list, all cavalry is one.
    fn cavalry_line(&self, unit: UnitId, leader: LeaderId) -> UnitSet {
        let (camp, commander) = (self.rules.camp(unit), self.rules.commander(leader));
        let list = self.rules.list(camp);
        let is_cavalry = |unit: UnitId| self.rules.troops(unit).kind.is_cavalry();
        let sort = list.lines.iter().find(|sort| sort.units.contains(unit));
        let in_a_line = |other: UnitId| list.lines.iter().any(|sort| sort.units.contains(other));
        let fits = |other: UnitId| match sort {
            Some(sort) => sort.units.contains(other),
            None => !in_a_line(other),
        };
        let range = self.range(leader).div_ceil(2);
        self.with_reach(leader, range, |in_range| {
            let line = self.rules.units_under(leader).iter().filter(|&other| {
                self.state.unit(other).is_steady()
                    && is_cavalry(other)
                    && fits(other)
                    && (!commander.line_command || commander.commands.units.contains(other))
                    && in_range(other)
            });
            line.collect()
        })
    }

    /// Whether the cavalry line of a unit may withdraw before the mover under this leader (6.78).
    fn may_cavalry_withdraw(
        &self,
        unit: UnitId,
        leader: LeaderId,
        mover: UnitId,
    ) -> Result<UnitSet, Illegal> {
        let Some(at) = self.state.leader(leader).at.filter(|_| self.rules.leads(leader, unit))
        else {
            return Err(Illegal::by(LINE_WITHDRAWING, "No leader of its army is there."));
        };
        if !self.rules.troops(unit).kind.is_cavalry() {
            return Err(Illegal::by(LINE_WITHDRAWING, "Only cavalry withdraws in line like this."));
        }
        self.is_free_to_withdraw(unit, None)?;
        self.leeway(unit, mover)?;
        let line = self.cavalry_line(unit, leader);
        if !line.contains(unit) || line.len() < 2 {
            return Err(Illegal::by(LINE_WITHDRAWING, "It is in no line of his."));
        }
        if !line.iter().any(|other| self.distance_to(other, at) <= NEAR) {
            let words = "Nobody of the line is within two hexes of him.";
            return Err(Illegal::by(LINE_WITHDRAWING, words));
        }
        if !line.and(self.state.reactions.withdrawn).is_empty() {
            let words = "One of the line has withdrawn by itself.";
            return Err(Illegal::by(LINE_WITHDRAWING, words));
        }
        for other in line.iter() {
            self.is_free_to_withdraw(other, None)?;
            let leeway = self.leeway(other, mover)?;
            self.has_way_back(other, mover, leeway, line)?;
        }
        Ok(line)
    }

    /// Whether the line of a unit may withdraw before the mover under this leader: the horse as it is, the
    /// foot as arranged.
    pub(crate) fn may_line_withdraw(
        &self,
        unit: UnitId,
        leader: LeaderId,
        mover: UnitId,
    ) -> Result<UnitSet, Illegal> {
        if self.rules.camp(unit) == self.rules.camp(mover) {
            return Err(Illegal::by(LINE_WITHDRAWING, "It is not approached by an enemy."));
        }
        if self.rules.troops(unit).kind.is_cavalry() {
            self.may_cavalry_withdraw(unit, leader, mover)
        } else {
            self.may_withdraw_as_arranged(unit, leader, mover)
        }
    }

    /// Lists the lines that may withdraw before the mover, each once.
    pub(crate) fn list_lines_withdrawing(
        &self,
        mover: UnitId,
        waiting: UnitSet,
        into: &mut Vec<Action>,
    ) {
        for leader in self.rules.leaders() {
            let mut listed = UnitSet::NONE;
            for unit in waiting.iter().filter(|&unit| self.may_withdraw_in_line(unit)) {
                if listed.contains(unit) {
                    continue;
                }
                if let Ok(line) = self.may_line_withdraw(unit, leader, mover) {
                    listed = listed.or(line);
                    into.push(Action::WithdrawLine(unit, leader));
                }
            }
        }
    }

    /// Whether a unit is of a kind that withdraws in line.
    fn may_withdraw_in_line(&self, unit: UnitId) -> bool {
        let kind = self.rules.troops(unit).kind;
        kind.is_cavalry() || kind.is_phalanx_or_heavy()
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A whole line withdraws before the mover; nobody of it is asked apart.
    pub(crate) fn withdraw_line(&mut self, unit: UnitId, leader: LeaderId, mover: UnitId) {
        let Ok(units) = self.position().may_line_withdraw(unit, leader, mover) else { return };
        self.leave_waiting(units);
        let arranged = !self.rules.troops(unit).kind.is_cavalry();
        if arranged {
            self.use_arrangement(leader);
        }
        self.begin(LineWithdrawal { units, mover, arranged });
    }

    /// Units that are not asked any more in the window below.
    pub(crate) fn leave_waiting(&mut self, units: UnitSet) {
        match self.state.steps.last_mut() {
            Some(Step::Answers(answers)) => {
                units.iter().for_each(|unit| answers.waiting.remove(unit));
            }
            Some(Step::Departure(departure)) => {
                units.iter().for_each(|unit| departure.waiting.remove(unit));
            }
            _ => {}
        }
    }
}

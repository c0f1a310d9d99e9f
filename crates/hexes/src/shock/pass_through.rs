//! 11.13, 11.25: elephants and chariots pass through whom they have attacked, whether he stands or not.

use super::Combat;
use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::Placement;
use crate::model::hex::{Hex, Hexside};
use crate::model::order_of_battle::UnitId;
use crate::movement::answers::{AnswerStage, Answers};
use crate::shock::{ShockSegment, ShockStage};
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

const ELEPHANTS_PASS: Rule = rule!(GBA, "11.13");
const CHARIOTS_PASS: Rule = rule!(GBA, "11.25");

/// Across which sides units may pass, and where they come to.
pub(super) type Passages = ArrayVec<(UnitId, Hexside, Hex), 12>;

impl Position<'_> {
    /// The passages open to the attackers of a combat that was fought: the hex beyond the one attacked, if
    /// it is empty and can be entered.
    pub(super) fn passages(&self, combat: &Combat) -> Passages {
        let mut found = Passages::new();
        if !combat.fought {
            return found;
        }
        for unit in combat.attackers.iter() {
            let kind = self.rules.troops(unit).kind;
            let passes = kind.is_elephant() || kind.is_chariot();
            if !passes || combat.advanced.contains(unit) || !self.state.unit(unit).is_steady() {
                continue;
            }
            self.rules.each_zone_side(self.state, unit, |_, side, to| {
                let beyond = self.rules.field().beyond(to, side);
                let beyond = beyond.filter(|&beyond| {
                    combat.defended.contains(&Some(to))
                        && self.is_vacant(beyond)
                        && self.entry(unit, to, side).is_ok()
                });
                if let Some(beyond) = beyond
                    && !found.is_full()
                {
                    found.push((unit, side, beyond));
                }
            });
        }
        found
    }

    /// The rule by which units of the combat that is asked about pass through before anybody advances.
    pub(super) fn passes_first(&self, segment: &ShockSegment) -> Option<Rule> {
        let combat = self.state.combats.get(usize::from(segment.at))?;
        let passages = match segment.stage {
            ShockStage::Advances => self.passages(combat),
            _ => return None,
        };
        passages.first().map(|&(unit, ..)| self.passing_rule(unit))
    }

    /// Whether a unit may pass through like this: the same test that listing uses.
    pub(super) fn check_passage(&self, combat: &Combat, action: Action) -> Result<(), Illegal> {
        let passages = self.passages(combat);
        match action {
            Action::PassThrough(unit, side)
                if passages.iter().any(|one| (one.0, one.1) == (unit, side)) =>
            {
                Ok(())
            }
            Action::PassThrough(unit, _) => {
                let words = "It passes straight on into an empty hex beyond its enemy.";
                Err(Illegal::by(self.passing_rule(unit), words))
            }
            _ => {
                let rule = passages.first().map_or(ELEPHANTS_PASS, |one| self.passing_rule(one.0));
                Err(Illegal::by(rule, "First those that pass through the enemy do."))
            }
        }
    }

    /// Whether nobody is in a hex, neither a unit nor a leader.
    pub(super) fn is_vacant(&self, hex: Hex) -> bool {
        self.unit_at(hex).is_none() && self.state.leaders_at(hex).next().is_none()
    }

    /// The rule by which a unit passes through another.
    fn passing_rule(&self, unit: UnitId) -> Rule {
        if self.rules.troops(unit).kind.is_elephant() { ELEPHANTS_PASS } else { CHARIOTS_PASS }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Takes the only passage there is; false when their player says who passes, and where.
    pub(super) fn proceed_with_passages(&mut self, at: usize) -> bool {
        let passages = self.position().passages(&self.state.combats[at]);
        let &[(unit, side, _)] = passages.as_slice() else { return false };
        self.pass_beyond(at, unit, side);
        true
    }

    /// An attacker is put into the hex beyond its enemy, facing as before; leaders with it go along.
    pub(super) fn pass_beyond(&mut self, at: usize, unit: UnitId, side: Hexside) {
        let passages = self.position().passages(&self.state.combats[at]);
        let passage = passages.into_iter().find(|one| (one.0, one.1) == (unit, side));
        let (Some((_, _, hex)), Some(was)) = (passage, self.rules.placement(self.state, unit))
        else {
            return;
        };
        self.state.combats[at].advanced.insert(unit);
        self.set_engaged(unit, false, super::COLLAPSE);
        let riders = crate::command::leaders::everybody_at(self.state, was.hex);
        let now = Placement { hex, ..was };
        self.stand(unit, now);
        self.carry(riders, was, now, unit);
        self.tell(Event::Entered(unit, hex, self.position().passing_rule(unit)));
        // 9.35, 4.62, 11.16: the enemy answers as to an advance.
        let stages = AnswerStage::ShockMark..=AnswerStage::EntryFire;
        self.begin(Answers::to(unit, was, stages));
    }
}

//! 11.26: before the charge, Macedonians may open their ranks and let chariots through.

use super::Combat;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement, ShockMark};
use crate::model::charts::CohesionCause;
use crate::model::hex::{Aspect, Hex};
use crate::model::order_of_battle::{ForceId, UnitId, UnitSet};
use crate::shock::{ShockSegment, ShockStage};
use crate::special::square::SQUARE;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const OPENING: Rule = rule!(GBA, "11.26");

/// The empty hexes behind a unit: three of a two-hex unit at most.
type Behind = ArrayVec<Hex, 4>;

impl Position<'_> {
    /// The chariots before which a unit may open its ranks, or why it may not.
    fn may_open_ranks(&self, combat: &Combat, unit: UnitId) -> Result<UnitId, Illegal> {
        let refused = |words: &'static str| Err(Illegal::by(OPENING, words));
        let charges = |&attacker: &UnitId| {
            self.rules.troops(attacker).kind.is_chariot()
                && self.state.unit(attacker).mark == ShockMark::MustCheck
                && self.attacked_at(attacker, unit) == Some(Aspect::Front)
        };
        let chariots = combat.attackers.iter().find(charges);
        let is_defender = combat.defenders.contains(unit) && self.state.unit(unit).is_steady();
        match chariots {
            _ if !self.rules.list(self.rules.camp(unit)).macedonian => {
                refused("Only Macedonians have learnt to open their ranks.")
            }
            _ if !is_defender => refused("It is not attacked in this combat."),
            None => refused("No chariots have come up to charge its front."),
            _ if self.state.unit(unit).formation == Formation::Square => {
                Err(Illegal::by(SQUARE, "A square does not open its ranks."))
            }
            _ if combat.opened.contains(unit) => refused("It has tried already."),
            Some(chariots) if self.is_in_zone_of_another(unit, Some(chariots)) => {
                refused("Another enemy has it in his zone of control.")
            }
            Some(chariots) => Ok(chariots),
        }
    }

    /// The empty hexes behind a unit into which chariots may come.
    fn open_behind(&self, unit: UnitId, chariots: UnitId) -> Behind {
        let mut found = Behind::new();
        let Some(placement) = self.rules.placement(self.state, unit) else { return found };
        self.rules.each_around(unit, placement, |half, side, hex, aspect| {
            let is_open = aspect == Aspect::Rear
                && self.rules.field().contains(hex)
                && self.is_vacant(hex)
                && self.entry(chariots, half, side).is_ok();
            if is_open && !found.contains(&hex) && !found.is_full() {
                found.push(hex);
            }
        });
        found
    }

    /// Of the forces that may open their ranks in a combat, the one that is asked first.
    pub(super) fn first_to_open(&self, combat: &Combat) -> Option<ForceId> {
        let may = |unit: &UnitId| {
            let chariots = self.may_open_ranks(combat, *unit);
            chariots.is_ok_and(|chariots| !self.open_behind(*unit, chariots).is_empty())
        };
        self.rules.asked_first(combat.defenders.iter().filter(may).collect(), 0)
    }

    /// Calls with every unit that may open its ranks, and where the chariots would come to.
    pub(super) fn each_opening(&self, combat: &Combat, mut call: impl FnMut(UnitId, Hex)) {
        let Some(force) = self.first_to_open(combat) else { return };
        for unit in combat.defenders.and(self.rules.units_of(force)).iter() {
            if let Ok(chariots) = self.may_open_ranks(combat, unit) {
                self.open_behind(unit, chariots).into_iter().for_each(|hex| call(unit, hex));
            }
        }
    }

    /// Whether a unit may open its ranks and let chariots through to this hex.
    pub(super) fn check_opening(
        &self,
        combat: &Combat,
        unit: UnitId,
        hex: Hex,
    ) -> Result<(), Illegal> {
        let chariots = self.may_open_ranks(combat, unit)?;
        if Some(self.rules.force_of(unit)) != self.first_to_open(combat) {
            return Err(Illegal::by(OPENING, "It is not asked now whether it opens its ranks."));
        }
        if self.open_behind(unit, chariots).contains(&hex) {
            Ok(())
        } else {
            Err(Illegal::by(OPENING, "That is no empty hex behind it."))
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Goes on to the next combat where ranks may be opened; false when it is asked.
    pub(super) fn proceed_with_open_ranks(&mut self, segment: ShockSegment) -> bool {
        let Some(combat) = self.state.combats.get(usize::from(segment.at)) else {
            self.go_to(ShockStage::Charge);
            return true;
        };
        if self.position().first_to_open(combat).is_some() {
            return false;
        }
        self.next_combat();
        true
    }

    /// A force keeps its ranks closed in a combat; another may still open its own.
    pub(super) fn keep_ranks(&mut self, at: usize) {
        let Some(combat) = self.state.combats.get(at) else { return };
        let first = self.position().first_to_open(combat);
        let mut tried = *combat;
        tried.opened =
            first.map_or(tried.opened, |force| tried.opened.or(self.rules.units_of(force)));
        if self.position().first_to_open(&tried).is_some() {
            self.state.combats[at] = tried;
        } else {
            self.next_combat();
        }
    }

    /// A unit tries to open its ranks: up to its quality the chariots are through, and there is no combat.
    pub(super) fn open_ranks(&mut self, at: usize, unit: UnitId, hex: Hex) {
        let Some(combat) = self.state.combats.get_mut(at) else { return };
        combat.opened.insert(unit);
        let mut tried = *combat;
        tried.opened.remove(unit);
        let Ok(chariots) = self.position().may_open_ranks(&tried, unit) else { return };
        let (roll, tq) = (self.roll(), self.position().tq(unit));
        let toll = *self.rules.charts.toll(CohesionCause::ChariotAvoided);
        let (opens, hits) = (roll.result() <= i32::from(tq), toll.hits_on(roll.result(), tq));
        self.tell(Event::OpensRanks { unit, tq, roll, opens });
        let was = self.rules.placement(self.state, chariots);
        let Some(was) = was.filter(|_| opens) else { return };
        let combat = &mut self.state.combats[at];
        (combat.attackers, combat.defenders) = (UnitSet::NONE, UnitSet::NONE);
        combat.all = UnitSet::NONE;
        let riders = crate::command::leaders::everybody_at(self.state, was.hex);
        let now = Placement { hex, ..was };
        self.stand(chariots, now);
        self.carry(riders, was, now, chariots);
        self.tell(Event::Entered(chariots, hex, OPENING));
        self.come_up_to_leaders(chariots, was);
        self.hit(unit, hits, toll.rule);
    }
}

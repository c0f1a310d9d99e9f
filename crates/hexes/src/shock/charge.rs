//! 9.13: the charge. Attackers that have come up check their quality, and so do those they attack; who does
//! not stand it runs. And 10.15, when nobody would stand.

use super::{ALL_WOULD_ROUT, Combat};
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::ShockMark;
use crate::model::charts::CohesionCause;
use crate::model::hex::Aspect;
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::model::types::Kind;
use crate::shock::ShockStage;
use crate::special::double_depth::FIGHTING_IN_DEPTH;
use diadem_books::GBA;
use diadem_core::{Roll, Rule, Sink, rule};

pub(super) const CHARGE: Rule = rule!(GBA, "9.13");
const BEFORE_LIGHT_FOOT: Rule = rule!(GBA, "11.62");
const ATTACKED_BY_ELEPHANTS: Rule = rule!(GBA, "11.17");
const ATTACKED_BY_CHARIOTS: Rule = rule!(GBA, "11.22");

impl Position<'_> {
    fn must_check(&self, attacker: UnitId) -> bool {
        self.state.unit(attacker).mark == ShockMark::MustCheck
    }

    fn kind(&self, unit: UnitId) -> Kind {
        self.rules.troops(unit).kind
    }

    /// Whether an attacker checks its quality.
    fn checks_attacking(&self, combat: &Combat, attacker: UnitId) -> bool {
        let is_easy = |unit| self.kind(unit).is_skirmisher() || self.state.unit(unit).routed;
        let run_up = self.rules.charts.pre_shock.chariot_run_up;
        let rushes = self.kind(attacker).is_chariot() && self.state.unit(attacker).run_up >= run_up;
        self.must_check(attacker) && !rushes && !combat.defenders.iter().all(is_easy)
    }

    /// 11.33: whether an attacker that would have to check does not, since all it attacks are skirmishers.
    fn is_before_skirmishers(&self, combat: &Combat, attacker: UnitId) -> bool {
        self.must_check(attacker)
            && combat.defenders.iter().all(|unit| self.kind(unit).is_skirmisher())
    }

    /// 11.62: whether a defender is heavy foot that need not check, since whoever came up is light infantry
    /// before its front.
    fn ignores_attackers(&self, combat: &Combat, defender: UnitId) -> bool {
        combat.attackers.iter().any(|attacker| self.must_check(attacker))
            && !self.checks_defending(combat, defender)
    }

    /// Whether a defender checks its quality: if any attacker does by its mark; but heavy foot disdains
    /// light infantry before its front (11.62).
    fn checks_defending(&self, combat: &Combat, defender: UnitId) -> bool {
        let is_disdained = |attacker| {
            matches!(self.kind(attacker), Kind::LightInfantry | Kind::LightArcher | Kind::Velites)
                && self.kind(defender).is_phalanx_or_heavy()
                && self.attacked_at(attacker, defender) == Some(Aspect::Front)
        };
        let mut checking = combat.attackers.iter().filter(|&attacker| self.must_check(attacker));
        checking.any(|attacker| !is_disdained(attacker))
    }

    /// What an attacker adds to its roll.
    fn adds_attacking(&self, combat: &Combat, attacker: UnitId) -> i8 {
        let before_pikes = |defender| {
            self.kind(defender).is_phalanx_or_heavy()
                && self.attacked_at(attacker, defender) == Some(Aspect::Front)
        };
        let shies = self.kind(attacker).is_elephant() && combat.defenders.iter().any(before_pikes);
        i8::from(shies) * self.rules.charts.pre_shock.elephant_attacks_heavy_front
    }

    /// What a defender adds to its roll, and by which rule.
    fn adds_defending(&self, combat: &Combat) -> (i8, Rule) {
        let chart = &self.rules.charts.pre_shock;
        let by = |is: fn(Kind) -> bool| combat.attackers.iter().any(|unit| is(self.kind(unit)));
        match () {
            () if by(Kind::is_elephant) => (chart.attacked_by_elephant, ATTACKED_BY_ELEPHANTS),
            () if by(Kind::is_chariot) => (chart.attacked_by_chariot, ATTACKED_BY_CHARIOTS),
            () => (0, CHARGE),
        }
    }

    /// 11.73: what double depth adds to the roll of a defender: of those who attack it, and its own.
    fn adds_of_depth(&self, combat: &Combat, defender: UnitId) -> i8 {
        let chart = &self.rules.charts.pre_shock;
        let is_deep = |unit: UnitId| self.back_of(unit).is_some();
        i8::from(combat.attackers.iter().any(is_deep)) * chart.attacked_by_double_depth
            + i8::from(is_deep(defender)) * chart.double_depth_attacked
    }

    /// 11.73: who checks first for a unit, and who after it if that one is hit: at double depth the one in
    /// front, or attacked in the rear the one behind.
    fn checkers(&self, combat: &Combat, unit: UnitId) -> (UnitId, Option<UnitId>) {
        let Some(back) = self.back_of(unit) else { return (unit, None) };
        let from_behind = |attacker| self.attacked_at(attacker, unit) == Some(Aspect::Rear);
        let is_attacked = combat.defenders.contains(unit);
        if is_attacked && combat.attackers.iter().any(from_behind) {
            (back, Some(unit))
        } else {
            (unit, Some(back))
        }
    }

    /// By how much a unit is over its quality, or the one behind it; nothing or more means it would rout.
    fn excess(&self, unit: UnitId) -> i16 {
        let over = |unit| i16::from(self.state.unit(unit).hits) - i16::from(self.tq(unit));
        self.back_of(unit).map_or(over(unit), |back| over(unit).max(over(back)))
    }

    pub(super) fn would_rout(&self, unit: UnitId) -> bool {
        self.state.unit(unit).is_steady() && self.excess(unit) >= 0
    }

    /// Two-hex phalanxes and heavy infantry may stand what routs others.
    pub(super) fn may_stand(&self, unit: UnitId) -> bool {
        self.kind(unit).is_two_hex() && self.kind(unit).is_phalanx_or_heavy()
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// All roll, then all take their hits; then it is seen who runs.
    pub(super) fn charge(&mut self) {
        let mut hits = Vec::new();
        for at in 0..self.state.combats.len() {
            let combat = self.state.combats[at];
            for unit in combat.attackers.iter() {
                if self.position().checks_attacking(&combat, unit) {
                    let adds = self.position().adds_attacking(&combat, unit);
                    self.check_charge(&combat, unit, &[(adds, CHARGE)], &mut hits);
                } else if self.position().is_before_skirmishers(&combat, unit) {
                    self.tell(Event::Unmoved(unit, super::breakdown::SKIRMISHERS));
                }
            }
            let (adds, rule) = self.position().adds_defending(&combat);
            for unit in combat.defenders.iter() {
                if self.position().checks_defending(&combat, unit) {
                    let depth = self.position().adds_of_depth(&combat, unit);
                    let adds = [(adds, rule), (depth, FIGHTING_IN_DEPTH)];
                    self.check_charge(&combat, unit, &adds, &mut hits);
                } else if self.position().ignores_attackers(&combat, unit) {
                    self.tell(Event::Unmoved(unit, BEFORE_LIGHT_FOOT));
                }
            }
        }
        for (unit, hits) in hits {
            self.bear(unit, hits, CHARGE);
        }
        for at in 0..self.state.combats.len() {
            self.decide_routs(at, CHARGE);
        }
        self.go_to(ShockStage::ChargeRouts);
    }

    /// A unit checks; at double depth the other one too if the first is hit (11.73).
    fn check_charge(
        &mut self,
        combat: &Combat,
        unit: UnitId,
        adds: &[(i8, Rule)],
        hits: &mut Vec<(UnitId, u8)>,
    ) {
        let (first, other) = self.position().checkers(combat, unit);
        let rule = adds.first().map_or(CHARGE, |&(_, rule)| rule);
        let taken = self.roll_in_charge(first, adds, rule);
        hits.push((first, taken));
        if let Some(other) = other.filter(|_| taken > 0) {
            hits.push((other, self.roll_in_charge(other, adds, FIGHTING_IN_DEPTH)));
        }
    }

    fn roll_in_charge(&mut self, unit: UnitId, adds: &[(i8, Rule)], rule: Rule) -> u8 {
        let adds = adds.iter().filter(|(adds, _)| *adds != 0);
        let roll = adds.fold(self.roll(), |roll, &(adds, rule)| roll.modified(adds, rule));
        let tq = self.position().tq(unit);
        let hits = self.rules.charts.toll(CohesionCause::PreShock).hits_on(roll.result(), tq);
        self.tell(Event::Checked { unit, tq, roll, hits, rule });
        hits
    }

    /// Says who of a combat runs, by this rule: all whose hits reach their quality; if that is everybody,
    /// those of one side (10.15); and two-hex units may stand.
    pub(super) fn decide_routs(&mut self, at: usize, rule: Rule) {
        let combat = self.state.combats[at];
        let mut routing: UnitSet =
            combat.units().iter().filter(|&unit| self.position().would_rout(unit)).collect();
        let everybody: UnitSet =
            combat.units().iter().filter(|&unit| self.state.unit(unit).is_on_map()).collect();
        let of_side = |side: &UnitSet| side.and(everybody);
        let [attackers, defenders] = [of_side(&combat.attackers), of_side(&combat.defenders)];
        if routing == everybody && !attackers.is_empty() && !defenders.is_empty() {
            routing = self.choose_who_routs(&combat, attackers, defenders);
        }
        for unit in routing.iter() {
            let is_attacker = combat.attackers.contains(unit);
            let is_denied = rule == super::COLLAPSE && !is_attacker && combat.has_position;
            if self.position().may_stand(unit) && !is_denied {
                let over = self.position().excess(unit).max(0) as i8;
                let adds = self.rules.charts.shock.adjustments.stand_attacker_adds as i8;
                let roll = self.roll().modified(over, rule);
                let roll = if is_attacker { roll.modified(adds, rule) } else { roll };
                if self.stands(unit, roll, rule) {
                    routing.remove(unit);
                    self.state.combats[at].stood.insert(unit);
                    self.steady(unit, rule);
                }
            }
        }
        self.state.combats[at].routing = routing;
    }

    pub(super) fn stands(&mut self, unit: UnitId, roll: Roll, rule: Rule) -> bool {
        let tq = self.position().tq(unit);
        let stands = roll.result() <= i32::from(tq);
        self.tell(Event::StandRoll { unit, tq, roll, stands, rule });
        stands
    }

    /// 10.15: the side with the unit that is furthest over its quality routs, the other does not.
    fn choose_who_routs(
        &mut self,
        combat: &Combat,
        attackers: UnitSet,
        defenders: UnitSet,
    ) -> UnitSet {
        let position = self.position();
        let over = |units: &UnitSet, adds: &dyn Fn(UnitId) -> u8| {
            let each = units.iter().map(|unit| position.excess(unit) + i16::from(adds(unit)));
            each.max().unwrap_or(0)
        };
        let attack = over(&attackers, &|unit| position.hits_of_advancing(combat, unit));
        let defense = over(&defenders, &|_| 0);
        let attackers_rout = attack > defense;
        let (routing, stays) =
            if attackers_rout { (attackers, defenders) } else { (defenders, attackers) };
        if let Some(unit) = routing.iter().next() {
            let routs = self.rules.camp(unit);
            self.tell(Event::AllWouldRout { attackers: attack, defenders: defense, routs });
        }
        stays.iter().for_each(|unit| self.steady(unit, ALL_WOULD_ROUT));
        routing
    }

    /// The next of those that run does, defenders before attackers; when all have, the fight goes on.
    pub(super) fn rout_next(&mut self, stage: ShockStage) {
        let rule = if stage == ShockStage::ChargeRouts { CHARGE } else { super::COLLAPSE };
        let of_side = |combat: &Combat, defends: bool| {
            let side = if defends { combat.defenders } else { combat.attackers };
            combat.routing.and(side).iter().next()
        };
        if let Some((at, unit)) = self.position().next_pursuit() {
            self.begin_advance(at, unit);
            return;
        }
        for defends in [true, false] {
            for at in self.position().own_combats() {
                let Some(unit) = of_side(&self.state.combats[at], defends) else { continue };
                self.state.combats[at].routing.remove(unit);
                if self.state.unit(unit).is_steady() {
                    self.rout(unit, rule);
                }
                return;
            }
        }
        if stage == ShockStage::ChargeRouts {
            self.shrink();
        }
        stage.next().into_iter().for_each(|next| self.go_to(next));
    }

    /// Whoever has run or is gone takes no part any more. An attacker whose enemies are all gone attacks
    /// nobody else.
    pub(super) fn shrink(&mut self) {
        for at in 0..self.state.combats.len() {
            let combat = self.state.combats[at];
            let position = self.position();
            let attackers: UnitSet =
                combat.attackers.iter().filter(|&unit| self.state.unit(unit).is_steady()).collect();
            let is_there = |&unit: &UnitId| {
                let now = self.state.unit(unit);
                now.is_on_map()
                    && (!now.routed || combat.routed.contains(unit))
                    && attackers.iter().any(|attacker| position.may_attack(attacker, unit))
            };
            let defenders: UnitSet = combat.defenders.iter().filter(is_there).collect();
            // Who has come past those that are left fights them no more.
            let fights = |&unit: &UnitId| {
                defenders.is_empty() || defenders.iter().any(|foe| position.may_attack(unit, foe))
            };
            let attackers = attackers.iter().filter(fights).collect();
            self.state.combats[at].attackers = attackers;
            self.state.combats[at].defenders = defenders;
        }
    }
}

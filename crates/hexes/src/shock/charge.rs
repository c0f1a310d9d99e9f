//! 9.13: the charge. Attackers that have come up check their quality, and so do those they attack; who does
//! not stand it runs. And 10.15, when nobody would stand.

use super::{ALL_WOULD_ROUT, Combat};
use crate::charts::CohesionCause;
use crate::course::Course;
use crate::event::Event;
use crate::hex::Aspect;
use crate::order_of_battle::{UnitId, UnitSet};
use crate::position::Position;
use crate::state::ShockMark;
use crate::steps::ShockStage;
use crate::types::Kind;
use diadem_books::GBA;
use diadem_core::{Roll, Rule, Sink, rule};

pub(super) const CHARGE: Rule = rule!(GBA, "9.13");
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
            // 11.73, to come: a phalanx at double depth.
            () => (0, CHARGE),
        }
    }

    /// By how much a unit is over its quality; nothing or more means it would rout.
    fn excess(&self, unit: UnitId) -> i16 {
        i16::from(self.state.unit(unit).hits) - i16::from(self.tq(unit))
    }

    pub(super) fn would_rout(&self, unit: UnitId) -> bool {
        self.state.unit(unit).is_steady() && self.excess(unit) >= 0
    }

    /// Two-hex phalanxes and heavy infantry may stand what routs others.
    pub(super) fn may_stand(&self, unit: UnitId) -> bool {
        self.kind(unit).is_two_hex() && self.kind(unit).is_phalanx_or_heavy()
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// All roll, then all take their hits; then it is seen who runs.
    pub(super) fn charge(&mut self) {
        let mut hits = Vec::new();
        for at in 0..self.state.combats.len() {
            let combat = self.state.combats[at];
            for unit in combat.attackers.iter() {
                if self.position().checks_attacking(&combat, unit) {
                    let adds = self.position().adds_attacking(&combat, unit);
                    hits.push((unit, self.check_charge(unit, adds, CHARGE)));
                }
            }
            let (adds, rule) = self.position().adds_defending(&combat);
            for unit in combat.defenders.iter() {
                if self.position().checks_defending(&combat, unit) {
                    hits.push((unit, self.check_charge(unit, adds, rule)));
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

    fn check_charge(&mut self, unit: UnitId, adds: i8, rule: Rule) -> u8 {
        let roll = self.roll().modified(adds, rule);
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
        let of_side = |side: &UnitSet| side.intersection(&everybody);
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
            let routs = self.rules.army(unit);
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
            combat.routing.intersection(&side).iter().next()
        };
        for defends in [true, false] {
            for at in 0..self.state.combats.len() {
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
            let defenders = combat.defenders.iter().filter(is_there).collect();
            self.state.combats[at].attackers = attackers;
            self.state.combats[at].defenders = defenders;
        }
    }
}

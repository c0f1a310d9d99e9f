//! 9.0 Combat.

use crate::engine::event::Event;
use crate::engine::sequence::Step;
use crate::engine::state::{Combat, Control, Force, Loss, LossCause, Place};
use crate::forces::ARMY;
use crate::leaders::Fall;
use crate::model::charts::MinorResult;
use crate::model::ids::{LeaderId, ProvinceId, ProvinceSet, UnitId, UnitSet};
use crate::model::pieces::{Kind, Side};
use crate::{Action, Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Dice, Die, Illegal, Roll, Rule, SeatSet, Sink, rule};

pub(crate) const COMBAT: Rule = rule!(ALEXANDROS, "9.1");
pub(crate) const EVADE_MINOR: Rule = rule!(ALEXANDROS, "9.2");
pub(crate) const EVADE_TACTICAL: Rule = rule!(ALEXANDROS, "9.3");
pub(crate) const MINOR_COMBAT: Rule = rule!(ALEXANDROS, "9.4");
pub(crate) const MINOR_RESULTS: Rule = rule!(ALEXANDROS, "9.5");
pub(crate) const TACTICAL: Rule = rule!(ALEXANDROS, "10.1");
pub(crate) const PURSUIT: Rule = rule!(ALEXANDROS, "10.20");
const TRAIN: Rule = rule!(ALEXANDROS, "11.7");

/// The strength of a minor combat (9.4): sums, and the column they give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinorOdds {
    /// The attacker's sum.
    pub attack: u16,
    /// The defender's sum.
    pub defence: u16,
    /// The column of the table, counted from the left; `None` above the last: the defender is
    /// eliminated without a roll.
    pub column: Option<usize>,
}

impl MinorOdds {
    fn new(attack: u16, defence: u16) -> MinorOdds {
        const EVEN: usize = 2;
        let column = match (attack, defence) {
            (_, 0) => None,
            (0, _) => Some(0),
            (a, d) if a >= d => match usize::from(a / d) {
                ratio @ 1..=4 => Some(EVEN - 1 + ratio),
                _ => None,
            },
            (a, d) => Some(EVEN.saturating_sub(usize::from(d.div_ceil(a)) - 1)),
        };
        MinorOdds { attack, defence, column }
    }
}

impl Campaign {
    /// Units of a force that can fight in a province: in the field, and not evading (9.2).
    pub fn fighters(&self, state: &State, province: ProvinceId, force: Force) -> UnitSet {
        let units = self.field_units(state, province, force);
        units.iter().filter(|&unit| !state.unit(unit).done.evaded).collect()
    }

    /// 9.1: the combats that can be fought next: minor ones first, then battles.
    pub(crate) fn next_combats(&self, state: &State) -> Vec<(ProvinceId, Force)> {
        let mut minor = Vec::new();
        let mut tactical = Vec::new();
        let forces = self.forces(state);
        let macedonians = forces.iter().filter(|(_, force, _)| *force == Force::Macedonian);
        for &(province, ..) in macedonians {
            let enemies = forces
                .iter()
                .filter(|(at, force, _)| *at == province && force.side() == Side::Persian);
            for &(_, enemy, _) in enemies {
                if state.settled.contains(&(province, enemy)) {
                    continue;
                }
                let own = self.fighters(state, province, Force::Macedonian).len();
                let theirs = self.fighters(state, province, enemy).len();
                if own == 0 || theirs == 0 {
                    continue;
                }
                let list = if own >= ARMY && theirs >= ARMY { &mut tactical } else { &mut minor };
                list.push((province, enemy));
            }
        }
        if minor.is_empty() { tactical } else { minor }
    }

    pub(crate) fn begin_combat(
        &self,
        state: &mut State,
        province: ProvinceId,
        enemy: Force,
        sink: &mut impl Sink<Event>,
    ) {
        state.settled.push((province, enemy));
        let (own, theirs) = (
            self.fighters(state, province, Force::Macedonian),
            self.fighters(state, province, enemy),
        );
        let attacker = self.attacker(state, &own, &theirs);
        let leaving = attacker.other();
        state.combat = Some(Combat { province, enemy, attacker, leaving, left_for: None });
        state.steps.push(Step::CombatEnds);
        if own.len() >= ARMY && theirs.len() >= ARMY {
            sink.tell(SeatSet::ALL, Event::BattleBegins { province, enemy });
            state.steps.push(Step::Battle);
            // 4.3: nobody evades the Granicus.
            if state.turn > 0 {
                state.steps.push(Step::EvadeTactical(Side::Macedonian));
                state.steps.push(Step::EvadeTactical(Side::Persian));
            }
        } else {
            sink.tell(SeatSet::ALL, Event::CombatBegins { province, enemy });
            state.steps.push(Step::MinorRoll);
            state.steps.push(Step::EvadeMinor);
        }
    }

    /// 9.4: the larger force attacks, then the stronger, then Macedon.
    fn attacker(&self, state: &State, own: &UnitSet, theirs: &UnitSet) -> Side {
        let size = |units: &UnitSet| (units.len(), self.sums(state, units).0);
        if size(theirs) > size(own) { Side::Persian } else { Side::Macedonian }
    }

    fn sums(&self, state: &State, units: &UnitSet) -> (u16, u16) {
        units.iter().fold((0, 0), |(attack, defence), unit| {
            let strength = self.roster[unit].strength(state.unit(unit).steps);
            (attack + u16::from(strength.attack), defence + u16::from(strength.defence))
        })
    }

    fn best_here(&self, state: &State, province: ProvinceId, force: Force) -> Option<LeaderId> {
        let active = |&leader: &LeaderId| !state.leader(leader).done.evaded;
        self.best(state, self.field_leaders(state, province, force).filter(active))
    }

    fn best_ability(&self, state: &State, province: ProvinceId, force: Force) -> Option<u8> {
        Some(self.ability(state, self.best_here(state, province, force)?))
    }

    /// 9.4: the odds of the combat under way.
    pub fn minor_odds(&self, state: &State, combat: &Combat) -> MinorOdds {
        let sums = |side: Side| {
            let force = combat.force(side);
            let leader = self.best_ability(state, combat.province, force).unwrap_or_default();
            let (attack, defence) = self.sums(state, &self.fighters(state, combat.province, force));
            (attack + u16::from(leader), defence + u16::from(leader))
        };
        MinorOdds::new(sums(combat.attacker).0, sums(combat.attacker.other()).1)
    }

    /// Provinces that count as friendly to a force: its side's, and its own independent homeland.
    fn friendly(&self, state: &State, force: Force) -> ProvinceSet {
        let controlled = self.controlled(state, force.side());
        let independent = |&id: &ProvinceId| state.control[id.index()] == Control::Independent;
        match force {
            Force::Indian => controlled.or(self.lands.indian.iter().filter(independent).collect()),
            Force::Band(band) => {
                let home = state.band_homes[usize::from(band)];
                controlled.or(ProvinceSet::only(home).iter().filter(independent).collect())
            }
            _ => controlled,
        }
    }

    /// Where all of a force can go from a province at all.
    fn ways_out(&self, state: &State, province: ProvinceId, force: Force) -> ProvinceSet {
        let open = self.open_borders(state, force.side(), province);
        let units = self.field_units(state, province, force);
        let units = units.iter().map(|unit| self.allowed(state, unit));
        let leaders = self.field_leaders(state, province, force);
        let leaders = leaders.map(|leader| self.leader_allowed(state, leader));
        units.chain(leaders).fold(open, ProvinceSet::and)
    }

    /// 9.2, 9.3, 9.5: friendly or contested provinces within reach.
    fn refuges(&self, state: &State, province: ProvinceId, force: Force) -> ProvinceSet {
        let safe = self.friendly(state, force).or(self.contested(state));
        self.ways_out(state, province, force).and(safe)
    }

    /// 9.2: whether the defender may try to evade.
    pub(crate) fn may_evade_minor(&self, state: &State) -> bool {
        let Some(combat) = state.combat else { return false };
        let (force, attacker) = (combat.force(combat.leaving), combat.force(combat.attacker));
        let quick = |unit: UnitId| {
            let kind = self.roster[unit].kind;
            kind.is_cavalry() || kind == Kind::LightInfantry
        };
        let all_quick = self.fighters(state, combat.province, force).iter().all(quick);
        let own = self.best_ability(state, combat.province, force);
        let better = own.is_some() && own > self.best_ability(state, combat.province, attacker);
        (all_quick || better) && !self.refuges(state, combat.province, force).is_empty()
    }

    /// 9.3: where a side could evade a battle to; raiders only home.
    pub(crate) fn evasion_goals(&self, state: &State, side: Side) -> ProvinceSet {
        let Some(combat) = state.combat else { return ProvinceSet::NONE };
        let force = combat.force(side);
        let goals = self.refuges(state, combat.province, force);
        match force {
            Force::Band(band) => {
                let home = state.band_homes[usize::from(band)];
                goals.and(ProvinceSet::only(home))
            }
            _ => goals,
        }
    }

    /// 9.2, 9.3: the highest roll with which a side evades.
    pub(crate) fn evades_on(&self, rule: Rule, side: Side) -> u8 {
        let numbers = &self.charts.succeeds_on;
        match (rule == EVADE_MINOR, side) {
            (true, _) => numbers.evade_minor,
            (false, Side::Persian) => numbers.evade_tactical_persian,
            (false, Side::Macedonian) => numbers.evade_tactical_macedonian,
        }
    }

    /// Tries to evade the combat under way.
    pub(crate) fn evade(
        &self,
        state: &mut State,
        side: Side,
        rule: Rule,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        state.steps.pop();
        let Some(mut combat) = state.combat else { return };
        let roll = Roll::plain(dice, Die::D6);
        let evaded = roll.raw <= self.evades_on(rule, side);
        let (province, force) = (combat.province, combat.force(side));
        sink.tell(SeatSet::ALL, Event::Evasion { province, force, roll, evaded, rule });
        if evaded {
            combat.leaving = side;
            state.combat = Some(combat);
            Self::break_off(state);
            state.steps.push(Step::Evading);
        }
    }

    /// Forgets what was to come of the combat under way.
    fn break_off(state: &mut State) {
        while state.step().is_some_and(|step| step != Step::CombatEnds) {
            state.steps.pop();
        }
    }

    /// Where the force that leaves can go.
    pub(crate) fn withdrawal_goals(&self, state: &State) -> ProvinceSet {
        match state.step() {
            Some(Step::Evading) => {
                state.combat.map_or(ProvinceSet::NONE, |it| self.evasion_or_refuge(state, it))
            }
            Some(Step::Retreat) => self.retreat_goals(state),
            Some(Step::Flight) => self.flight_goals(state),
            _ => ProvinceSet::NONE,
        }
    }

    fn evasion_or_refuge(&self, state: &State, combat: Combat) -> ProvinceSet {
        if self.is_tactical(state, combat) {
            self.evasion_goals(state, combat.leaving)
        } else {
            self.refuges(state, combat.province, combat.force(combat.leaving))
        }
    }

    /// Whether both forces of a combat are armies.
    fn is_tactical(&self, state: &State, combat: Combat) -> bool {
        let size = |side| self.fighters(state, combat.province, combat.force(side)).len();
        Side::BOTH.into_iter().all(|side| size(side) >= ARMY)
    }

    /// The rule by which a force leaves the combat under way.
    pub(crate) fn leaving_rule(&self, state: &State) -> Rule {
        match (state.step(), state.combat) {
            (Some(Step::Retreat), _) => MINOR_RESULTS,
            (Some(Step::Flight), _) => PURSUIT,
            (Some(Step::Evading), Some(combat)) if self.is_tactical(state, combat) => {
                EVADE_TACTICAL
            }
            _ => EVADE_MINOR,
        }
    }

    /// 9.5: where a beaten defender may retreat to; nowhere if nobody is left.
    pub(crate) fn retreat_goals(&self, state: &State) -> ProvinceSet {
        let Some(combat) = state.combat else { return ProvinceSet::NONE };
        let force = combat.force(combat.leaving);
        // Whoever evaded into the province was no defender, and stays (9.2).
        if self.fighters(state, combat.province, force).is_empty() {
            return ProvinceSet::NONE;
        }
        self.refuges(state, combat.province, force)
    }

    /// 10.20: where a beaten army must go: friendly land, else contested, else the enemy's.
    pub(crate) fn flight_goals(&self, state: &State) -> ProvinceSet {
        let Some(combat) = state.combat else { return ProvinceSet::NONE };
        self.flight_goals_of(state, combat, combat.leaving)
    }

    /// 10.20: where the army of a side would have to go.
    pub(crate) fn flight_goals_of(&self, state: &State, combat: Combat, side: Side) -> ProvinceSet {
        let force = combat.force(side);
        let ways = self.ways_out(state, combat.province, force);
        let classes = [self.friendly(state, force), self.contested(state), self.lands.all];
        let first =
            classes.into_iter().map(|class| ways.and(class)).find(|goals| !goals.is_empty());
        first.unwrap_or_default()
    }

    /// The force that leaves goes there, with its leaders and its train.
    pub(crate) fn withdraw(&self, state: &mut State, to: ProvinceId, sink: &mut impl Sink<Event>) {
        let rule = self.leaving_rule(state);
        state.steps.pop();
        let Some(combat) = state.combat else { return };
        state.combat = Some(Combat { left_for: Some(to), ..combat });
        let force = combat.force(combat.leaving);
        let from = combat.province;
        let fighters = self.field_units(state, from, force);
        // 11.7: the Siege Train goes nowhere without infantry.
        let foot = fighters.iter().any(|unit| self.roster[unit].kind.is_infantry());
        let units: UnitSet = (state.units_at(Place::Field(from)))
            .filter(|&unit| self.force_of(state, unit) == force)
            .filter(|&unit| foot || self.roster[unit].kind.fights())
            .collect();
        let leaders: Vec<LeaderId> = self.field_leaders(state, from, force).collect();
        if let Force::Band(band) = force {
            // Whoever holds a city stays, and will not be of one band with them again.
            let of_band = |unit: &UnitId| state.unit(*unit).band == band && !units.contains(*unit);
            let behind: UnitSet = self.roster.units().filter(of_band).collect();
            self.split_band(state, band, &behind);
        }
        for unit in units.iter() {
            let piece = &mut state.units[unit.index()];
            piece.place = Place::Field(to);
            piece.done.evaded = true;
        }
        for leader in leaders {
            let piece = &mut state.leaders[leader.index()];
            piece.place = Place::Field(to);
            piece.done.evaded = true;
        }
        sink.tell(SeatSet::ALL, Event::Withdrew { force, from, to, rule });
        self.entered(state, to, sink);
        self.abandon_train(state, sink);
    }

    /// 9.4, 9.5: the roll of a minor combat and what comes of it.
    pub(crate) fn minor_roll(
        &self,
        state: &mut State,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        state.steps.pop();
        let Some(mut combat) = state.combat else { return };
        let (attacking, defending) = (combat.attacker, combat.attacker.other());
        combat.leaving = defending;
        state.combat = Some(combat);
        for side in Side::BOTH {
            for unit in self.fighters(state, combat.province, combat.force(side)).iter() {
                state.units[unit.index()].done.fought = true;
            }
        }
        let odds = self.minor_odds(state, &combat);
        let roll = odds.column.map(|_| Roll::plain(dice, Die::D6));
        let result = match (odds.column, &roll) {
            (Some(column), Some(roll)) => self.charts.minor_combat.result(column, roll.raw),
            _ => MinorResult::De,
        };
        let MinorOdds { attack, defence, .. } = odds;
        let (attacker, defender) = (combat.force(attacking), combat.force(defending));
        let province = combat.province;
        sink.tell(
            SeatSet::ALL,
            Event::MinorCombat { province, attacker, defender, attack, defence, roll, result },
        );
        match result {
            MinorResult::Ae => self.eliminate_fighters(state, province, attacker, sink),
            MinorResult::De => self.eliminate_fighters(state, province, defender, sink),
            MinorResult::Al => self.minor_loss(state, province, attacker, dice, sink),
            MinorResult::Ex => {
                state.steps.push(Step::Retreat);
                self.minor_loss(state, province, defender, dice, sink);
                self.minor_loss(state, province, attacker, dice, sink);
            }
            MinorResult::Dl => {
                state.steps.push(Step::Retreat);
                self.minor_loss(state, province, defender, dice, sink);
            }
        }
    }

    /// One step, and the best leader in danger.
    fn minor_loss(
        &self,
        state: &mut State,
        province: ProvinceId,
        force: Force,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        if let Some(leader) = self.best_here(state, province, force) {
            self.check_leader(state, leader, dice, sink);
        }
        let among = self.fighters(state, province, force);
        let loss = Loss { side: force.side(), cause: LossCause::Minor, among, steps: 1 };
        self.must_lose(state, loss, sink);
    }

    /// 9.5: all who fought are gone. Whoever evaded into the province took no part (9.2).
    fn eliminate_fighters(
        &self,
        state: &mut State,
        province: ProvinceId,
        force: Force,
        sink: &mut impl Sink<Event>,
    ) {
        let units = self.fighters(state, province, force);
        let fought = |leader: &LeaderId| !state.leader(*leader).done.evaded;
        let leaders = self.field_leaders(state, province, force).filter(fought).collect();
        sink.tell(SeatSet::ALL, Event::Eliminated { force, province, rule: MINOR_RESULTS });
        self.perish(state, units, leaders, MINOR_RESULTS, sink);
    }

    /// 10.20: every unit and leader of a force in a province is gone.
    pub(crate) fn eliminate_all(
        &self,
        state: &mut State,
        province: ProvinceId,
        force: Force,
        sink: &mut impl Sink<Event>,
    ) {
        let units = self.field_units(state, province, force);
        let leaders = self.field_leaders(state, province, force).collect();
        sink.tell(SeatSet::ALL, Event::Eliminated { force, province, rule: PURSUIT });
        self.perish(state, units, leaders, PURSUIT, sink);
    }

    pub(crate) fn perish(
        &self,
        state: &mut State,
        units: UnitSet,
        leaders: Vec<LeaderId>,
        rule: Rule,
        sink: &mut impl Sink<Event>,
    ) {
        for unit in units.iter() {
            self.bury(state, unit);
        }
        for leader in leaders {
            self.leader_falls(state, leader, Fall::Killed, rule, sink);
        }
        self.refresh_control(state, sink);
        self.abandon_train(state, sink);
    }

    pub(crate) fn combat_ends(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        self.alexander_halts(state, sink);
        self.replace_fallen(state);
    }

    /// 11.7: the Siege Train alone in a province of the enemy, or among enemies where nobody rules.
    pub(crate) fn abandon_train(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        for unit in self.roster.siege_trains().iter() {
            let Some(province) = Self::field_of(state, unit) else { continue };
            let guarded = || !self.field_units(state, province, Force::Macedonian).is_empty();
            let hostile = match state.control[province.index()] {
                Control::Persian => true,
                Control::Independent => {
                    self.enemy_here(state, province, Side::Macedonian).is_some()
                }
                Control::Macedonian => false,
            };
            if hostile && !guarded() {
                self.bury(state, unit);
                sink.tell(SeatSet::ALL, Event::TrainLost { rule: TRAIN, roll: None });
            }
        }
    }

    /// 9.1 (our reading): leaders caught alone among enemies are taken unless they get away.
    pub(crate) fn stragglers(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        state.combat = None;
        self.abandon_train(state, sink);
        let Some((leader, province)) = self.next_straggler(state) else {
            self.replace_fallen(state);
            return;
        };
        state.steps.push(Step::Stragglers);
        if self.lone_refuges(state, leader, province).is_empty() {
            self.leader_falls(state, leader, Fall::Captured, COMBAT, sink);
        } else {
            state.steps.push(Step::Alone(leader));
        }
    }

    fn next_straggler(&self, state: &State) -> Option<(LeaderId, ProvinceId)> {
        let forces = self.forces(state);
        self.roster.leaders().find_map(|leader| {
            let Place::Field(province) = state.leader(leader).place else { return None };
            let own = self.force_of_leader(leader);
            let asleep = |force: Force| force == Force::Indian && !state.history.indians_roused;
            let here = || forces.iter().filter(|(at, ..)| *at == province);
            let alone = !here().any(|(_, force, _)| *force == own);
            let enemy =
                || here().any(|&(_, force, _)| force.side() != own.side() && !asleep(force));
            let caught = !state.leader(leader).done.evaded && alone && enemy();
            caught.then_some((leader, province))
        })
    }

    /// An enemy of a side in the field of a province; 3.3: Indians are none until they are roused.
    fn enemy_here(&self, state: &State, province: ProvinceId, side: Side) -> Option<Force> {
        let asleep = |force: Force| force == Force::Indian && !state.history.indians_roused;
        let forces = self.forces_at(state, province);
        forces.iter().map(|(force, _)| *force).find(|&one| one.side() != side && !asleep(one))
    }

    /// Where a leader alone could get away to: only if he is better than any leader of the enemy.
    fn lone_refuges(&self, state: &State, leader: LeaderId, province: ProvinceId) -> ProvinceSet {
        let side = self.side_of_leader(leader);
        let enemies = self.roster.leaders().filter(|&other| {
            self.side_of_leader(other) != side
                && state.leader(other).place == Place::Field(province)
        });
        let best = enemies.map(|enemy| self.ability(state, enemy)).max();
        if best.is_some_and(|best| best >= self.ability(state, leader)) {
            return ProvinceSet::NONE;
        }
        let force = self.force_of_leader(leader);
        let safe = self.friendly(state, force).or(self.contested(state));
        self.open_borders(state, side, province).and(self.leader_allowed(state, leader)).and(safe)
    }

    /// Where this leader alone can go.
    pub(crate) fn lone_goals(&self, state: &State, leader: LeaderId) -> ProvinceSet {
        match state.leader(leader).place {
            Place::Field(province) => self.lone_refuges(state, leader, province),
            _ => ProvinceSet::NONE,
        }
    }

    pub(crate) fn evade_alone(
        &self,
        state: &mut State,
        leader: LeaderId,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        state.steps.pop();
        if action == Action::Evade {
            let roll = Roll::plain(dice, Die::D6);
            let evaded = roll.raw <= self.charts.succeeds_on.evade_minor;
            sink.tell(SeatSet::ALL, Event::EvasionAlone { leader, roll, evaded });
            if evaded {
                state.steps.push(Step::AloneGoes(leader));
                return;
            }
        }
        self.leader_falls(state, leader, Fall::Captured, COMBAT, sink);
    }

    pub(crate) fn go_alone(
        &self,
        state: &mut State,
        leader: LeaderId,
        to: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        state.steps.pop();
        let piece = &mut state.leaders[leader.index()];
        if let Place::Field(from) = piece.place {
            let force = self.force_of_leader(leader);
            sink.tell(SeatSet::ALL, Event::Withdrew { force, from, to, rule: EVADE_MINOR });
        }
        let piece = &mut state.leaders[leader.index()];
        piece.place = Place::Field(to);
        piece.done.evaded = true;
        self.entered(state, to, sink);
    }

    /// Why a force cannot withdraw somewhere.
    pub(crate) fn check_withdrawal(
        &self,
        state: &State,
        goals: ProvinceSet,
        to: ProvinceId,
    ) -> Result<(), Illegal> {
        if goals.contains(to) {
            return Ok(());
        }
        Err(Illegal::by(self.leaving_rule(state), "They cannot withdraw to that province."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 9.4: the book's example, and the readings around it.
    #[test]
    fn odds_are_rounded_in_the_defenders_favour() {
        let column = |attack, defence| MinorOdds::new(attack, defence).column;
        assert_eq!(column(31, 8), Some(4), "3.875 is 3:1");
        assert_eq!((column(4, 1), column(5, 1)), (Some(5), None));
        assert_eq!((column(7, 8), column(8, 8)), (Some(1), Some(2)));
        assert_eq!((column(4, 8), column(3, 8), column(1, 30)), (Some(1), Some(0), Some(0)));
    }
}

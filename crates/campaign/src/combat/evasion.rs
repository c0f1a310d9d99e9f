//! 9.2, 9.3: evading minor combat and battle, and where those go who leave (9.5, 10.20).

use super::{Combat, Contingents, EVADE_MINOR, EVADE_TACTICAL, MINOR_RESULTS, PURSUIT};
use crate::engine::event::Event;
use crate::engine::state::{Force, Kin, Place};
use crate::engine::steps::{
    Asked, Position, Procedure, Progress, Resolver, Step, not_asked, unless_idle,
};
use crate::forces::ARMY;
use crate::model::ids::{LeaderId, ProvinceId, ProvinceSet, UnitId, UnitSet};
use crate::model::pieces::Kind;
use crate::model::powers::Power;
use crate::{Action, Campaign, Question, State};
use diadem_core::{Camp, Dice, Die, Illegal, Roll, Rule, SeatSet, Sink};
use serde::{Deserialize, Serialize};

/// What is evaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Evasion {
    /// A minor combat (9.2).
    Minor,
    /// A battle (9.3).
    Tactical,
}

impl Evasion {
    const fn rule(self) -> Rule {
        match self {
            Evasion::Minor => EVADE_MINOR,
            Evasion::Tactical => EVADE_TACTICAL,
        }
    }
}

/// 9.2: a defender may try to evade minor combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EvadeMinor;

impl Procedure for EvadeMinor {
    fn asked(&self, Position { state, .. }: Position<'_>) -> Option<Asked> {
        let combat = state.combat()?;
        Some(asked_to_evade(combat, combat.leaving, EVADE_MINOR))
    }
    fn list(&self, _: Position<'_>, into: &mut Vec<Action>) {
        into.extend([Action::Evade, Action::Stand]);
    }
    fn check(&self, _: Position<'_>, action: Action) -> Result<(), Illegal> {
        evades_or_stands(action, EVADE_MINOR)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Resolver { rules, state, dice, sink } = resolver;
        if let (Action::Evade, Some(&combat)) = (action, state.combat()) {
            rules.evade(state, combat, combat.leaving, Evasion::Minor, dice, *sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = !resolver.rules.may_evade_minor(resolver.state);
        unless_idle(resolver, is_idle)
    }
}

/// 9.3: a camp may try to evade a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EvadeTactical(pub Camp);

impl Procedure for EvadeTactical {
    fn asked(&self, Position { state, .. }: Position<'_>) -> Option<Asked> {
        Some(asked_to_evade(state.combat()?, self.0, EVADE_TACTICAL))
    }
    fn list(&self, _: Position<'_>, into: &mut Vec<Action>) {
        into.extend([Action::Evade, Action::Stand]);
    }
    fn check(&self, _: Position<'_>, action: Action) -> Result<(), Illegal> {
        evades_or_stands(action, EVADE_TACTICAL)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        let Resolver { rules, state, dice, sink } = resolver;
        if let (Action::Evade, Some(&combat)) = (action, state.combat()) {
            rules.evade(state, combat, self.0, Evasion::Tactical, dice, *sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let (rules, state) = (resolver.rules, &resolver.state);
        let goals = state.combat().map(|combat| rules.evasion_goals(state, combat, self.0));
        unless_idle(resolver, goals.is_none_or(ProvinceSet::is_empty))
    }
}

fn asked_to_evade(combat: &Combat, camp: Camp, rule: Rule) -> Asked {
    let force = combat.camp(camp).lead;
    Asked { power: force.power, question: Question::Evade(combat.province, force), rule }
}

pub(super) fn evades_or_stands(action: Action, rule: Rule) -> Result<(), Illegal> {
    match action {
        Action::Evade | Action::Stand => Ok(()),
        _ => Err(not_asked(rule)),
    }
}

/// Where the evading camp goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evading;

impl Procedure for Evading {
    fn asked(&self, position: Position<'_>) -> Option<Asked> {
        asked_to_withdraw(position)
    }
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>) {
        into.extend(self.goals(position).iter().map(Action::Withdraw));
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        check_withdrawal(position, self.goals(position), action)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        withdraw_to(resolver, action);
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

impl Evading {
    fn goals(self, Position { rules, state }: Position<'_>) -> ProvinceSet {
        state.combat().map_or(ProvinceSet::NONE, |combat| {
            if rules.is_tactical(state, combat) {
                rules.evasion_goals(state, combat, combat.leaving)
            } else {
                rules.refuges(state, combat.province, combat.camp(combat.leaving))
            }
        })
    }
}

/// The camp that leaves the combat under way is asked where to.
pub(crate) fn asked_to_withdraw(Position { rules, state }: Position<'_>) -> Option<Asked> {
    let combat = state.combat()?;
    let force = combat.camp(combat.leaving).lead;
    let question = Question::Withdraw(combat.province, force);
    Some(Asked { power: force.power, question, rule: rules.leaving_rule(state) })
}

/// Why a camp cannot withdraw somewhere.
pub(crate) fn check_withdrawal(
    Position { rules, state }: Position<'_>,
    goals: ProvinceSet,
    action: Action,
) -> Result<(), Illegal> {
    match action {
        Action::Withdraw(to) if goals.contains(to) => Ok(()),
        Action::Withdraw(_) => {
            Err(Illegal::by(rules.leaving_rule(state), "They cannot withdraw to that province."))
        }
        _ => Err(not_asked(rules.leaving_rule(state))),
    }
}

/// The camp that leaves goes, or stays where it may.
pub(crate) fn withdraw_to<S: Sink<Event>>(resolver: &mut Resolver<'_, S>, action: Action) {
    let rule = resolver.rules.leaving_rule(resolver.state);
    resolver.finish();
    if let Action::Withdraw(to) = action {
        resolver.rules.withdraw(resolver.state, to, rule, resolver.sink);
    }
}

impl Campaign {
    /// Provinces that count as friendly to a force: its power's, and its own independent homeland.
    pub(super) fn friendly(&self, state: &State, force: Force) -> ProvinceSet {
        let controlled = self.controlled(state, force.power);
        let independent = |&id: &ProvinceId| state.control[id.index()].is_none();
        match force.kin {
            Kin::Indian => controlled.or(self.lands.indian.iter().filter(independent).collect()),
            Kin::Band(band) => {
                let home = state.band_homes[usize::from(band)];
                controlled.or(ProvinceSet::only(home).iter().filter(independent).collect())
            }
            Kin::Main => controlled,
        }
    }

    /// Where all of a force can go from a province at all.
    fn ways_out(&self, state: &State, province: ProvinceId, force: Force) -> ProvinceSet {
        let open = self.open_borders(state, force.power, province);
        let units = self.field_units(state, province, force);
        let units = units.iter().map(|unit| self.allowed(state, unit));
        let leaders = self.field_leaders(state, province, force);
        let leaders = leaders.map(|leader| self.leader_allowed(state, leader));
        units.chain(leaders).fold(open, ProvinceSet::and)
    }

    /// 9.2, 9.3, 9.5: friendly or contested provinces within reach of all of a camp.
    pub(super) fn refuges(
        &self,
        state: &State,
        province: ProvinceId,
        camp: Contingents,
    ) -> ProvinceSet {
        let of = |force| {
            let safe = self.friendly(state, force).or(self.contested(state));
            self.ways_out(state, province, force).and(safe)
        };
        camp.iter().map(of).fold(self.lands.all, ProvinceSet::and)
    }

    /// 9.2: whether the defender may try to evade.
    fn may_evade_minor(&self, state: &State) -> bool {
        let Some(combat) = state.combat() else { return false };
        let (camp, attacker) = (combat.camp(combat.leaving), combat.camp(combat.attacker));
        let quick = |unit: UnitId| {
            let kind = self.roster[unit].kind;
            kind.is_cavalry() || kind == Kind::LightInfantry
        };
        let all_quick = self.camp_fighters(state, combat.province, camp).iter().all(quick);
        let own = self.best_ability(state, combat.province, camp);
        let better = own.is_some() && own > self.best_ability(state, combat.province, attacker);
        (all_quick || better) && !self.refuges(state, combat.province, camp).is_empty()
    }

    /// 9.3: where a camp could evade a battle to; raiders only home.
    fn evasion_goals(&self, state: &State, combat: &Combat, camp: Camp) -> ProvinceSet {
        let camp = combat.camp(camp);
        let goals = self.refuges(state, combat.province, camp);
        match camp.lead.kin {
            Kin::Band(band) => goals.and(ProvinceSet::only(state.band_homes[usize::from(band)])),
            Kin::Main | Kin::Indian => goals,
        }
    }

    /// 9.2, 9.3: the highest roll with which a power evades.
    pub(crate) fn evades_on(&self, how: Evasion, power: Power) -> u8 {
        let numbers = &self.charts.succeeds_on;
        match how {
            Evasion::Minor => numbers.evade_minor,
            Evasion::Tactical if power == self.macedon() => numbers.evade_tactical_macedonian,
            Evasion::Tactical => numbers.evade_tactical_persian,
        }
    }

    /// Tries to evade the combat under way.
    fn evade(
        &self,
        state: &mut State,
        combat: Combat,
        camp: Camp,
        how: Evasion,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let roll = Roll::plain(dice, Die::D6);
        let (province, force) = (combat.province, combat.camp(camp).lead);
        let (evaded, rule) = (roll.raw <= self.evades_on(how, force.power), how.rule());
        sink.tell(SeatSet::ALL, Event::Evasion { province, force, roll, evaded, rule });
        if evaded {
            Self::break_off(state);
            if let Some(combat) = state.frame_mut::<Combat>() {
                combat.leaving = camp;
            }
            state.steps.push(Evading.into());
        }
    }

    /// Forgets what was to come of the combat under way.
    fn break_off(state: &mut State) {
        while state.step().is_some_and(|step| !matches!(step, Step::Combat(_))) {
            state.steps.pop();
        }
    }

    /// Whether both camps of a combat are armies.
    fn is_tactical(&self, state: &State, combat: &Combat) -> bool {
        let size = |camp| self.camp_fighters(state, combat.province, combat.camp(camp)).len();
        Camp::BOTH.into_iter().all(|camp| size(camp) >= ARMY)
    }

    /// The rule by which a camp leaves the combat under way.
    pub(crate) fn leaving_rule(&self, state: &State) -> Rule {
        match (state.step(), state.combat()) {
            (Some(Step::Retreat(_)), _) => MINOR_RESULTS,
            (Some(Step::Flight(_)), _) => PURSUIT,
            (Some(Step::Evading(_)), Some(combat)) if self.is_tactical(state, combat) => {
                EVADE_TACTICAL
            }
            _ => EVADE_MINOR,
        }
    }

    /// 10.20: where a beaten camp must go: friendly land, else contested, else the enemy's.
    pub(crate) fn flight_goals(&self, state: &State, combat: &Combat, camp: Camp) -> ProvinceSet {
        let of = |force| {
            let ways = self.ways_out(state, combat.province, force);
            [self.friendly(state, force), self.contested(state), self.lands.all]
                .map(|class| ways.and(class))
        };
        let both = |one: [ProvinceSet; 3], other: [ProvinceSet; 3]| {
            std::array::from_fn(|class| one[class].and(other[class]))
        };
        let classes = combat.camp(camp).iter().map(of).reduce(both).unwrap_or_default();
        classes.into_iter().find(|goals| !goals.is_empty()).unwrap_or_default()
    }

    /// The camp that leaves goes there, each force with its leaders and its train.
    fn withdraw(&self, state: &mut State, to: ProvinceId, rule: Rule, sink: &mut impl Sink<Event>) {
        let Some(combat) = state.frame_mut::<Combat>() else { return };
        combat.left_for = Some(to);
        let combat = *combat;
        for force in combat.camp(combat.leaving).iter() {
            self.withdraw_force(state, force, combat.province, to, rule, sink);
        }
        self.entered(state, to, sink);
        self.abandon_train(state, sink);
    }

    fn withdraw_force(
        &self,
        state: &mut State,
        force: Force,
        from: ProvinceId,
        to: ProvinceId,
        rule: Rule,
        sink: &mut impl Sink<Event>,
    ) {
        let fighters = self.field_units(state, from, force);
        // 11.7: the Siege Train goes nowhere without infantry.
        let foot = fighters.iter().any(|unit| self.roster[unit].kind.is_infantry());
        let units: UnitSet = (state.units_at(Place::Field(from)))
            .filter(|&unit| self.force_of(state, unit) == force)
            .filter(|&unit| foot || self.roster[unit].kind.fights())
            .collect();
        let leaders: Vec<LeaderId> = self.field_leaders(state, from, force).collect();
        if let Kin::Band(band) = force.kin {
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
    }
}

//! 9.0 Combat.

use crate::battle::Battle;
use crate::engine::event::Event;
use crate::engine::state::{Force, Kin, Place};
use crate::engine::steps::{
    Asked, Position, Procedure, Progress, Resolver, Step, happens, not_asked, unless_idle,
};
use crate::forces::{ARMY, Forces};
use crate::leaders::{Comrades, Fall};
use crate::losses::{Loss, LossCause};
use crate::model::charts::MinorResult;
use crate::model::ids::{LeaderId, ProvinceId, ProvinceSet, UnitId, UnitSet};
use crate::model::pieces::Kind;
use crate::model::powers::Power;
use crate::{Action, Campaign, Question, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Camp, Dice, Die, Illegal, Roll, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

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

/// 9.1: which combat is fought next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Combats {
    /// Who says so, once that was looked for.
    pub asked: Option<Power>,
}

impl Procedure for Combats {
    fn asked(&self, Position { rules, state }: Position<'_>) -> Option<Asked> {
        let power = self.asked.or_else(|| Some(rules.next_combats(state)?.0))?;
        Some(Asked { power, question: Question::NextCombat, rule: COMBAT })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        let next = rules.next_combats(state).map(|(_, next)| next).unwrap_or_default();
        into.extend(next.into_iter().map(|(province, enemy)| Action::Fight(province, enemy)));
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        let Action::Fight(province, enemy) = action else { return Err(not_asked(COMBAT)) };
        let next = rules.next_combats(state).map(|(_, next)| next).unwrap_or_default();
        if next.contains(&(province, enemy)) {
            Ok(())
        } else {
            Err(Illegal::by(COMBAT, "There is no such combat to fight next."))
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        let Resolver { rules, state, sink, .. } = resolver;
        if let (Action::Fight(province, enemy), Some((power, _))) =
            (action, rules.next_combats(state))
        {
            rules.begin_combat(state, province, Force::main(power), enemy, *sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let asked = resolver.rules.next_combats(resolver.state).map(|(power, _)| power);
        if let Some(combats) = resolver.state.frame_mut::<Combats>() {
            combats.asked = asked;
        }
        unless_idle(resolver, asked.is_none())
    }
}

/// A combat under way: the frame of its steps. When it is on top again, it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Combat {
    /// Where.
    pub province: ProvinceId,
    /// Who is in each camp.
    pub camps: [Contingents; 2],
    /// Who attacks in minor combat (9.4).
    pub attacker: Camp,
    /// Who leaves the province: evades, retreats or flees.
    pub leaving: Camp,
    /// Where they have gone.
    pub left_for: Option<ProvinceId>,
}

happens!(Combat by COMBAT, |combat, it| it.rules.combat_ends(it.state, combat, it.sink));

impl Combat {
    /// Who is in a camp.
    pub fn camp(&self, camp: Camp) -> Contingents {
        self.camps[camp.index()]
    }

    /// The camp of a power, if it takes part.
    pub fn camp_of(&self, power: Power) -> Option<Camp> {
        Camp::BOTH.into_iter().find(|&camp| self.camp(camp).iter().any(|one| one.power == power))
    }
}

/// The forces of one camp of a combat: one, or two that are allied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contingents {
    /// The force that decides for the camp.
    pub lead: Force,
    /// The force that stands beside it.
    pub ally: Option<Force>,
}

impl Contingents {
    /// A force that stands alone.
    pub const fn alone(lead: Force) -> Contingents {
        Contingents { lead, ally: None }
    }

    /// Each force.
    pub fn iter(self) -> impl Iterator<Item = Force> {
        std::iter::once(self.lead).chain(self.ally)
    }
}

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

/// 9.4: a minor combat is rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MinorRoll;

happens!(MinorRoll by MINOR_COMBAT, |_, it| it.rules.minor_roll(it.state, it.dice, it.sink));

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

fn evades_or_stands(action: Action, rule: Rule) -> Result<(), Illegal> {
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

/// 9.5: a beaten defender may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Retreat;

impl Procedure for Retreat {
    fn asked(&self, position: Position<'_>) -> Option<Asked> {
        asked_to_withdraw(position)
    }
    fn list(&self, position: Position<'_>, into: &mut Vec<Action>) {
        into.extend(self.goals(position).iter().map(Action::Withdraw));
        into.push(Action::Done);
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            _ => check_withdrawal(position, self.goals(position), action),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        withdraw_to(resolver, action);
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = self.goals(resolver.position()).is_empty();
        unless_idle(resolver, is_idle)
    }
}

impl Retreat {
    fn goals(self, Position { rules, state }: Position<'_>) -> ProvinceSet {
        let Some(combat) = state.combat() else { return ProvinceSet::NONE };
        let camp = combat.camp(combat.leaving);
        // Whoever evaded into the province was no defender, and stays (9.2).
        if rules.camp_fighters(state, combat.province, camp).is_empty() {
            return ProvinceSet::NONE;
        }
        rules.refuges(state, combat.province, camp)
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

/// 9.1: leaders alone among enemies, the Siege Train without guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stragglers;

happens!(Stragglers by COMBAT, |_, it| it.rules.stragglers(it.state, it.sink));

/// A leader alone may try to get away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alone(pub LeaderId);

impl Procedure for Alone {
    fn asked(&self, Position { state, .. }: Position<'_>) -> Option<Asked> {
        let power = state.leader(self.0).power;
        Some(Asked { power, question: Question::EvadeAlone(self.0), rule: EVADE_MINOR })
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
        rules.evade_alone(state, self.0, action, dice, *sink);
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

/// A leader alone has got away, and goes there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AloneGoes(pub LeaderId);

impl Procedure for AloneGoes {
    fn asked(&self, Position { rules, state }: Position<'_>) -> Option<Asked> {
        let Place::Field(province) = state.leader(self.0).place else { return None };
        let force = rules.force_of_leader(state, self.0);
        let question = Question::Withdraw(province, force);
        Some(Asked { power: force.power, question, rule: EVADE_MINOR })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        into.extend(rules.lone_goals(state, self.0).iter().map(Action::Withdraw));
    }
    fn check(&self, position: Position<'_>, action: Action) -> Result<(), Illegal> {
        check_withdrawal(position, position.rules.lone_goals(position.state, self.0), action)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        if let Action::Withdraw(to) = action {
            resolver.rules.go_alone(resolver.state, self.0, to, resolver.sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

impl Campaign {
    /// Units of a force that can fight in a province: in the field, and not evading (9.2).
    pub fn fighters(&self, state: &State, province: ProvinceId, force: Force) -> UnitSet {
        let units = self.field_units(state, province, force);
        units.iter().filter(|&unit| !state.unit(unit).done.evaded).collect()
    }

    /// Units of a camp that can fight in a province.
    pub(crate) fn camp_fighters(
        &self,
        state: &State,
        province: ProvinceId,
        camp: Contingents,
    ) -> UnitSet {
        let of = camp.iter().map(|force| self.fighters(state, province, force));
        of.fold(UnitSet::NONE, UnitSet::or)
    }

    /// 9.1: the combats that can be fought next: minor ones first, then battles; and who says in which order, the first
    /// power in the order of play that has any to fight.
    pub(crate) fn next_combats(&self, state: &State) -> Option<(Power, Vec<(ProvinceId, Force)>)> {
        let forces = self.forces(state);
        self.powers.iter().find_map(|power| {
            let next = self.combats_of(state, power, &forces);
            (!next.is_empty()).then_some((power, next))
        })
    }

    /// The combats of a power against those that come after it in the order of play.
    fn combats_of(&self, state: &State, power: Power, forces: &Forces) -> Vec<(ProvinceId, Force)> {
        let mut minor = Vec::new();
        let mut tactical = Vec::new();
        let main = Force::main(power);
        let is_enemy = |force: Force| force.power > power && self.hostile(power, force.power);
        for &(province, ..) in forces.iter().filter(|(_, force, _)| *force == main) {
            let enemies =
                forces.iter().filter(|(at, force, _)| *at == province && is_enemy(*force));
            for &(_, enemy, _) in enemies {
                if state.settled.contains(&(province, enemy)) {
                    continue;
                }
                let [own, theirs] = self.camps_at(state, province, main, enemy);
                let own = self.camp_fighters(state, province, own).len();
                let theirs = self.camp_fighters(state, province, theirs).len();
                if own == 0 || theirs == 0 {
                    continue;
                }
                let list = if own >= ARMY && theirs >= ARMY { &mut tactical } else { &mut minor };
                list.push((province, enemy));
            }
        }
        if minor.is_empty() { tactical } else { minor }
    }

    /// The two camps of a combat: each force with the main force of an ally that stands in the same province.
    fn camps_at(
        &self,
        state: &State,
        province: ProvinceId,
        first: Force,
        second: Force,
    ) -> [Contingents; 2] {
        [(first, second), (second, first)].map(|(lead, enemy)| {
            let allies = self.powers[lead.power].allies;
            let mut beside = allies.iter().filter(|&ally| self.hostile(ally, enemy.power));
            let ally = beside.find_map(|ally| {
                let ally = Force::main(ally);
                (!self.fighters(state, province, ally).is_empty()).then_some(ally)
            });
            Contingents { lead, ally }
        })
    }

    pub(crate) fn begin_combat(
        &self,
        state: &mut State,
        province: ProvinceId,
        own: Force,
        enemy: Force,
        sink: &mut impl Sink<Event>,
    ) {
        let camps = self.camps_at(state, province, own, enemy);
        // An ally who stands beside them is not fought again (ours).
        for force in camps[Camp::Second.index()].iter() {
            state.settled.push((province, force));
        }
        let [own, theirs] = camps.map(|camp| self.camp_fighters(state, province, camp));
        let attacker = self.attacker(state, &own, &theirs);
        let leaving = attacker.other();
        state.steps.push(Combat { province, camps, attacker, leaving, left_for: None }.into());
        if own.len() >= ARMY && theirs.len() >= ARMY {
            sink.tell(SeatSet::ALL, Event::BattleBegins { province, camps });
            state.steps.push(Battle.into());
            // 4.3: nobody evades the Granicus.
            if state.turn > 0 {
                for camp in Camp::BOTH {
                    state.steps.push(EvadeTactical(camp).into());
                }
            }
        } else {
            sink.tell(SeatSet::ALL, Event::CombatBegins { province, camps });
            state.steps.push(MinorRoll.into());
            state.steps.push(EvadeMinor.into());
        }
    }

    /// 9.4: the larger camp attacks, then the stronger, then the first.
    fn attacker(&self, state: &State, own: &UnitSet, theirs: &UnitSet) -> Camp {
        let size = |units: &UnitSet| (units.len(), self.sums(state, units).0);
        if size(theirs) > size(own) { Camp::Second } else { Camp::First }
    }

    fn sums(&self, state: &State, units: &UnitSet) -> (u16, u16) {
        units.iter().fold((0, 0), |(attack, defence), unit| {
            let strength = self.roster[unit].strength(state.unit(unit).steps);
            (attack + u16::from(strength.attack), defence + u16::from(strength.defence))
        })
    }

    fn best_here(
        &self,
        state: &State,
        province: ProvinceId,
        camp: Contingents,
    ) -> Option<LeaderId> {
        let active = |&leader: &LeaderId| !state.leader(leader).done.evaded;
        let leaders = camp.iter().flat_map(|force| self.field_leaders(state, province, force));
        self.best(state, leaders.filter(active))
    }

    fn best_ability(&self, state: &State, province: ProvinceId, camp: Contingents) -> Option<u8> {
        Some(self.ability(state, self.best_here(state, province, camp)?))
    }

    /// 9.4: the odds of a combat.
    pub fn minor_odds(&self, state: &State, combat: &Combat) -> MinorOdds {
        let sums = |camp: Camp| {
            let camp = combat.camp(camp);
            let leader = self.best_ability(state, combat.province, camp).unwrap_or_default();
            let units = self.camp_fighters(state, combat.province, camp);
            let (attack, defence) = self.sums(state, &units);
            (attack + u16::from(leader), defence + u16::from(leader))
        };
        MinorOdds::new(sums(combat.attacker).0, sums(combat.attacker.other()).1)
    }

    /// Provinces that count as friendly to a force: its power's, and its own independent homeland.
    fn friendly(&self, state: &State, force: Force) -> ProvinceSet {
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
    fn refuges(&self, state: &State, province: ProvinceId, camp: Contingents) -> ProvinceSet {
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

    /// 9.4, 9.5: the roll of a minor combat and what comes of it.
    fn minor_roll(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let Some(combat) = state.frame_mut::<Combat>() else { return };
        combat.leaving = combat.attacker.other();
        let combat = *combat;
        for camp in combat.camps {
            for unit in self.camp_fighters(state, combat.province, camp).iter() {
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
        let (attackers, defenders) =
            (combat.camp(combat.attacker), combat.camp(combat.attacker.other()));
        let province = combat.province;
        let (attacker, defender) = (attackers.lead, defenders.lead);
        sink.tell(
            SeatSet::ALL,
            Event::MinorCombat { province, attacker, defender, attack, defence, roll, result },
        );
        match result {
            MinorResult::Ae => self.eliminate_fighters(state, province, attackers, sink),
            MinorResult::De => self.eliminate_fighters(state, province, defenders, sink),
            MinorResult::Al => self.minor_loss(state, province, attackers, dice, sink),
            MinorResult::Ex => {
                state.steps.push(Retreat.into());
                self.minor_loss(state, province, defenders, dice, sink);
                self.minor_loss(state, province, attackers, dice, sink);
            }
            MinorResult::Dl => {
                state.steps.push(Retreat.into());
                self.minor_loss(state, province, defenders, dice, sink);
            }
        }
    }

    /// One step, of the larger contingent, and the best leader in danger.
    fn minor_loss(
        &self,
        state: &mut State,
        province: ProvinceId,
        camp: Contingents,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        if let Some(leader) = self.best_here(state, province, camp) {
            self.check_leader(state, leader, dice, sink);
        }
        let of = |force: Force| (force, self.fighters(state, province, force));
        let larger = |one: (Force, UnitSet), other: (Force, UnitSet)| {
            if other.1.len() > one.1.len() { other } else { one }
        };
        let Some((force, among)) = camp.iter().map(of).reduce(larger) else { return };
        let loss = Loss { power: force.power, cause: LossCause::Minor, among, steps: 1 };
        self.must_lose(state, loss, sink);
    }

    /// 9.5: all who fought are gone. Whoever evaded into the province took no part (9.2).
    fn eliminate_fighters(
        &self,
        state: &mut State,
        province: ProvinceId,
        camp: Contingents,
        sink: &mut impl Sink<Event>,
    ) {
        for force in camp.iter() {
            let units = self.fighters(state, province, force);
            let fought = |leader: &LeaderId| !state.leader(*leader).done.evaded;
            let leaders = self.field_leaders(state, province, force).filter(fought).collect();
            sink.tell(SeatSet::ALL, Event::Eliminated { force, province, rule: MINOR_RESULTS });
            self.perish(state, units, leaders, MINOR_RESULTS, sink);
        }
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

    fn combat_ends(&self, state: &mut State, combat: Combat, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        self.alexander_halts(state, sink);
        self.replace_fallen(state, Comrades::Combat(combat));
    }

    /// 11.7: the Siege Train alone in a province of the enemy, or among enemies where nobody rules.
    pub(crate) fn abandon_train(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        for unit in self.roster.siege_trains().iter() {
            let Some(province) = Self::field_of(state, unit) else { continue };
            let power = state.unit(unit).power;
            let guarded = || !self.field_units(state, province, Force::main(power)).is_empty();
            let hostile = match state.control[province.index()] {
                Some(holder) => self.hostile(power, holder),
                None => self.enemy_here(state, province, power).is_some(),
            };
            if hostile && !guarded() {
                self.bury(state, unit);
                sink.tell(SeatSet::ALL, Event::TrainLost { rule: TRAIN, roll: None });
            }
        }
    }

    /// 9.1 (our reading): leaders caught alone among enemies are taken unless they get away.
    fn stragglers(&self, state: &mut State, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        self.abandon_train(state, sink);
        let Some((leader, province)) = self.next_straggler(state) else {
            self.replace_fallen(state, Comrades::None);
            return;
        };
        state.steps.push(Stragglers.into());
        if self.lone_refuges(state, leader, province).is_empty() {
            self.leader_falls(state, leader, Fall::Captured, COMBAT, sink);
        } else {
            state.steps.push(Alone(leader).into());
        }
    }

    fn next_straggler(&self, state: &State) -> Option<(LeaderId, ProvinceId)> {
        let forces = self.forces(state);
        self.roster.leaders().find_map(|leader| {
            let Place::Field(province) = state.leader(leader).place else { return None };
            let own = self.force_of_leader(state, leader);
            let asleep = |force: Force| force.kin == Kin::Indian && !state.history.indians_roused;
            let here = || forces.iter().filter(|(at, ..)| *at == province);
            let alone = !here().any(|(_, force, _)| *force == own);
            let is_enemy = |force: Force| self.hostile(own.power, force.power) && !asleep(force);
            let enemy = || here().any(|&(_, force, _)| is_enemy(force));
            let caught = !state.leader(leader).done.evaded && alone && enemy();
            caught.then_some((leader, province))
        })
    }

    /// An enemy of a power in the field of a province; 3.3: Indians are none until they are roused.
    fn enemy_here(&self, state: &State, province: ProvinceId, power: Power) -> Option<Force> {
        let asleep = |force: Force| force.kin == Kin::Indian && !state.history.indians_roused;
        let is_enemy = |force: &Force| self.hostile(power, force.power) && !asleep(*force);
        self.forces_at(state, province).into_iter().map(|(force, _)| force).find(is_enemy)
    }

    /// Where a leader alone could get away to: only if he is better than any leader of the enemy.
    fn lone_refuges(&self, state: &State, leader: LeaderId, province: ProvinceId) -> ProvinceSet {
        let power = state.leader(leader).power;
        let enemies = self.roster.leaders().filter(|&other| {
            let other = state.leader(other);
            self.hostile(power, other.power) && other.place == Place::Field(province)
        });
        let best = enemies.map(|enemy| self.ability(state, enemy)).max();
        if best.is_some_and(|best| best >= self.ability(state, leader)) {
            return ProvinceSet::NONE;
        }
        let force = self.force_of_leader(state, leader);
        let safe = self.friendly(state, force).or(self.contested(state));
        self.open_borders(state, power, province).and(self.leader_allowed(state, leader)).and(safe)
    }

    /// Where this leader alone can go.
    fn lone_goals(&self, state: &State, leader: LeaderId) -> ProvinceSet {
        match state.leader(leader).place {
            Place::Field(province) => self.lone_refuges(state, leader, province),
            _ => ProvinceSet::NONE,
        }
    }

    fn evade_alone(
        &self,
        state: &mut State,
        leader: LeaderId,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        if action == Action::Evade {
            let roll = Roll::plain(dice, Die::D6);
            let evaded = roll.raw <= self.charts.succeeds_on.evade_minor;
            sink.tell(SeatSet::ALL, Event::EvasionAlone { leader, roll, evaded });
            if evaded {
                state.steps.push(AloneGoes(leader).into());
                return;
            }
        }
        self.leader_falls(state, leader, Fall::Captured, COMBAT, sink);
    }

    fn go_alone(
        &self,
        state: &mut State,
        leader: LeaderId,
        to: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        if let Place::Field(from) = state.leader(leader).place {
            let force = self.force_of_leader(state, leader);
            sink.tell(SeatSet::ALL, Event::Withdrew { force, from, to, rule: EVADE_MINOR });
        }
        let piece = &mut state.leaders[leader.index()];
        piece.place = Place::Field(to);
        piece.done.evaded = true;
        self.entered(state, to, sink);
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

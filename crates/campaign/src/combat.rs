//! 9.0 Combat: which is fought next (9.1), and who is in its camps.

mod evasion;
mod minor;
mod stragglers;

pub use evasion::{EvadeMinor, EvadeTactical, Evading};
pub(crate) use evasion::{Evasion, asked_to_withdraw, check_withdrawal, withdraw_to};
pub use minor::{MinorOdds, MinorRoll, Retreat};
pub use stragglers::{Alone, AloneGoes, Stragglers};

use crate::battle::Battle;
use crate::engine::event::Event;
use crate::engine::state::Force;
use crate::engine::steps::{
    Asked, Position, Procedure, Progress, Resolver, happens, not_asked, unless_idle,
};
use crate::forces::{ARMY, Forces};
use crate::leaders::{Comrades, Fall};
use crate::model::ids::{LeaderId, ProvinceId, UnitSet};
use crate::model::powers::Power;
use crate::{Action, Campaign, Question, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Camp, Illegal, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const COMBAT: Rule = rule!(ALEXANDROS, "9.1");
pub(crate) const EVADE_MINOR: Rule = rule!(ALEXANDROS, "9.2");
pub(crate) const EVADE_TACTICAL: Rule = rule!(ALEXANDROS, "9.3");
pub(crate) const MINOR_COMBAT: Rule = rule!(ALEXANDROS, "9.4");
pub(crate) const MINOR_RESULTS: Rule = rule!(ALEXANDROS, "9.5");
pub(crate) const TACTICAL: Rule = rule!(ALEXANDROS, "10.1");
pub(crate) const PURSUIT: Rule = rule!(ALEXANDROS, "10.20");
const TRAIN: Rule = rule!(ALEXANDROS, "11.7");

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
}

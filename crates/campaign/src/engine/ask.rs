//! Pure questions about a campaign, answered by the code that listing and applying use: for the window,
//! the opponents and the hints.

use crate::arrivals::{Arrivals, Departures};
use crate::combat::{Combat, Evasion, MinorOdds};
use crate::control::{CONTESTED, CONTROL, HOMELAND, INDEPENDENT, Status};
use crate::engine::state::{Force, Place, Shipment};
use crate::engine::steps::{Position, Procedure, Step};
use crate::model::charts::MinorResult;
use crate::model::data::{Land, Season};
use crate::model::ids::{LeaderId, ProvinceId, UnitId};
use crate::model::powers::Power;
use crate::movement::Movement;
use crate::replacements::{CountPoints, Recovery, Replacements};
use crate::siege::{DifferentialLine, Siege, Sieges};
use crate::{Action, Campaign, State};
use diadem_core::{Die, Modifier, Roll, Rule};
use std::borrow::Cow;

/// The phases of a turn (4.2), in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Before the first turn.
    SetUp,
    /// Supply (7).
    Supply,
    /// Arrivals, departures, recovery and replacements of a power (12, 13).
    Muster(Power),
    /// Movement of a power (8).
    March(Power),
    /// Combat (9, 10).
    Battles,
    /// Sieges of a power (11).
    Sieges(Power),
    /// Random events (14).
    Events,
}

impl Phase {
    /// The phase that a step belongs to, unless it can come up in several.
    fn of(step: Step) -> Option<Phase> {
        match step {
            Step::RoyalArmy(_) => Some(Phase::SetUp),
            Step::Scorch(_)
            | Step::Feed(_)
            | Step::FeedArmy(_)
            | Step::Deplete(_)
            | Step::Attrition(_) => Some(Phase::Supply),
            Step::Departures(Departures(power))
            | Step::Arrivals(Arrivals(power))
            | Step::Recovery(Recovery(power))
            | Step::Points(CountPoints(power))
            | Step::Replacements(Replacements(power)) => Some(Phase::Muster(power)),
            Step::Movement(Movement(power)) => Some(Phase::March(power)),
            Step::Stragglers(_) | Step::Combats(_) => Some(Phase::Battles),
            Step::Sieges(Sieges(power)) => Some(Phase::Sieges(power)),
            Step::SpartanCheck(_)
            | Step::Mercenaries(_)
            | Step::RaidCheck(_)
            | Step::Raiders(_)
            | Step::MutinyCheck(_)
            | Step::Mutineers(_)
            | Step::DeathCheck(_)
            | Step::EndTurn(_) => Some(Phase::Events),
            Step::BeginTurn(_)
            | Step::Muster(_)
            | Step::Gather(_)
            | Step::Press(_)
            | Step::Alone(_)
            | Step::AloneGoes(_)
            | Step::Combat(_)
            | Step::EvadeMinor(_)
            | Step::MinorRoll(_)
            | Step::EvadeTactical(_)
            | Step::Evading(_)
            | Step::Retreat(_)
            | Step::Battle(_)
            | Step::Flight(_)
            | Step::Officer(_)
            | Step::Successor(_)
            | Step::Siege(_)
            | Step::Invest(_)
            | Step::Sortie(_)
            | Step::Storm(_)
            | Step::Risk(_)
            | Step::DefenderLoss(_)
            | Step::Lose(_) => None,
        }
    }
}

/// How a depletion roll would go (7.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DepletionProspect {
    /// The units that draw on the land.
    pub units: u8,
    /// What changes the roll.
    pub modifiers: Vec<Modifier>,
    /// In how many of six cases the land is depleted.
    pub sixths: u8,
}

/// How an assault would go (11.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiegeProspect {
    /// The differential line by line.
    pub lines: Vec<DifferentialLine>,
    /// Its sum.
    pub differential: i8,
    /// What besieger and defender lose on each roll of the die.
    pub losses: [(u8, u8); 6],
}

/// How a minor combat would go (9.4, 9.5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinorProspect {
    /// The sums and the column.
    pub odds: MinorOdds,
    /// The result of each roll of the die.
    pub results: [MinorResult; 6],
}

/// A force in the field of a province.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForceInField {
    /// Which.
    pub force: Force,
    /// Its units, the Siege Train among them.
    pub units: Vec<UnitId>,
    /// Its attack and defence strength.
    pub strength: (u16, u16),
    /// Its steps.
    pub steps: u16,
}

/// What a power that ended its phase now would give away.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unspent {
    /// Replacement points for which something can be had (12.2).
    pub points: u8,
    /// Kings who could still march (8.1).
    pub kings: Vec<LeaderId>,
    /// How many others could, where nobody has marched yet.
    pub leaders: u8,
}

impl Campaign {
    /// What the power that is asked would give away by ending its phase now; nothing where its answer ends none.
    pub fn unspent(&self, state: &State) -> Unspent {
        let mut unspent = Unspent::default();
        match state.step() {
            Some(Step::Replacements(step)) => {
                let mut listed = Vec::new();
                step.list(Position { rules: self, state }, &mut listed);
                if listed.iter().any(|&action| action != Action::Done) {
                    unspent.points = state.points.left;
                }
            }
            Some(Step::Movement(Movement(power))) => {
                let who = self.roster.who();
                let own = |leader: &LeaderId| state.leader(*leader).power == power;
                let free = |leader: &LeaderId| self.may_lead(state, power, *leader).is_ok();
                let is_king = |leader: &LeaderId| [who.alexander, who.darius].contains(leader);
                let (kings, others): (Vec<_>, Vec<_>) =
                    self.roster.leaders().filter(own).filter(free).partition(is_king);
                unspent.kings = kings;
                let marched = |leader: LeaderId| state.leader(leader).done.marched;
                if !self.roster.leaders().filter(own).any(marched) {
                    unspent.leaders = others.len() as u8;
                }
            }
            _ => {}
        }
        unspent
    }

    /// The phases of an ordinary turn, in their order.
    pub fn phases(&self) -> Vec<Phase> {
        let powers = || self.powers.iter();
        let marches = powers().flat_map(|power| [Phase::Muster(power), Phase::March(power)]);
        let after = std::iter::once(Phase::Battles).chain(powers().map(Phase::Sieges));
        let turn = std::iter::once(Phase::Supply).chain(marches).chain(after);
        turn.chain([Phase::Events]).collect()
    }

    /// The phase of the turn.
    pub fn phase(&self, state: &State) -> Option<Phase> {
        state.steps.iter().rev().find_map(|&step| Phase::of(step))
    }

    /// How the next depletion roll for a province would go; nothing where none is made.
    pub fn depletion_prospect(
        &self,
        state: &State,
        province: ProvinceId,
    ) -> Option<DepletionProspect> {
        let state = &*self.at_next_supply(state);
        let units = self.draws(state, self.contested(state))[province.index()];
        if self.has_nothing_to_lose(state, province, units) {
            return None;
        }
        let rolled = |raw| {
            let roll = Roll { die: Die::D6, raw, modifiers: <_>::default() };
            self.depletion_roll(state, province, units, roll)
        };
        let depleted = |raw: &u8| rolled(*raw).result() >= self.charts.depletion.depleted_from;
        Some(DepletionProspect {
            units,
            modifiers: rolled(1).modifiers.to_vec(),
            sixths: (1..=6).filter(depleted).count() as u8,
        })
    }

    /// The war as the next supply phase will find it if nothing else happens: once this turn's is over,
    /// its ships have sailed, the next season has come, and Summer has restored the land (7.2, 7.3).
    fn at_next_supply<'a>(&self, state: &'a State) -> Cow<'a, State> {
        if self.phase(state) == Some(Phase::Supply) {
            return Cow::Borrowed(state);
        }
        let mut next = state.clone();
        next.turn += 1;
        next.shipments.clear();
        if self.season(&next) == Season::Summer {
            next.depleted = next.scorched;
        }
        Cow::Owned(next)
    }

    /// How the depletion roll for `from` would go if it fed an army of a power by sea.
    pub fn feeding_prospect(
        &self,
        state: &State,
        power: Power,
        army: ProvinceId,
        from: ProvinceId,
    ) -> Option<DepletionProspect> {
        let mut fed = state.clone();
        fed.shipments.try_push(Shipment { power, to: army, from: Some(from) }).ok()?;
        self.depletion_prospect(&fed, from)
    }

    /// The steps an army loses on each roll of the die where such land does not feed it (7.4, 8.6).
    pub fn attrition_prospect(&self, land: Land) -> [u8; 6] {
        [1, 2, 3, 4, 5, 6].map(|die| self.charts.attrition.steps(land, die))
    }

    /// Whether a force would hunger if the next attrition were rolled now (7.4, 7.6, 7.8).
    pub fn would_starve(&self, state: &State, province: ProvinceId, force: Force) -> bool {
        let state = &*self.at_next_supply(state);
        let army = self.hungry(state, province, force).len() >= crate::forces::ARMY;
        let bare = self.board[province].land == Land::Desert || state.depleted.contains(province);
        army && bare && !self.is_at_home(province, force)
    }

    /// How an assault would go as it stands.
    pub fn siege_prospect(&self, state: &State, siege: &Siege) -> SiegeProspect {
        let lines = self.siege_differential(state, siege);
        let differential = lines.iter().map(|line| line.amount).sum();
        let losses =
            [1, 2, 3, 4, 5, 6].map(|die| self.storm_losses(state, siege, differential, die));
        SiegeProspect { lines, differential, losses }
    }

    /// How a minor combat would go.
    pub fn minor_prospect(&self, state: &State, combat: &Combat) -> MinorProspect {
        let odds = self.minor_odds(state, combat);
        let result = |die| {
            odds.column.map_or(MinorResult::De, |it| self.charts.minor_combat.result(it, die))
        };
        MinorProspect { results: [1, 2, 3, 4, 5, 6].map(result), odds }
    }

    /// In how many of six cases a power evades the combat under way.
    pub fn evasion_sixths(&self, state: &State, power: Power) -> u8 {
        let minor = matches!(state.step(), Some(Step::EvadeMinor(_) | Step::Alone(_)));
        self.evades_on(if minor { Evasion::Minor } else { Evasion::Tactical }, power).min(6)
    }

    /// In how many of six cases a power evades battle (9.3).
    pub fn battle_evasion_sixths(&self, power: Power) -> u8 {
        self.evades_on(Evasion::Tactical, power).min(6)
    }

    /// Whether a force is large enough to give battle (6.2).
    pub fn is_army(&self, standing: &ForceInField) -> bool {
        let fights = |unit: &&UnitId| self.roster[**unit].kind.fights();
        standing.units.iter().filter(fights).count() >= crate::forces::ARMY
    }

    /// Why a province is whose it is: the rule, in a few words.
    pub fn control_reason(&self, state: &State, province: ProvinceId) -> (Rule, &'static str) {
        match self.status(state, province) {
            Status::Contested => (CONTESTED, "both sides have units here"),
            _ if province == self.lands.macedonia => (HOMELAND, "it is always Macedonian"),
            _ if province == self.lands.hellas || province == self.lands.thrace => {
                (HOMELAND, "Macedonian unless only the enemy stands here")
            }
            Status::Independent => (INDEPENDENT, "nobody has conquered it"),
            Status::Controlled(power) if self.presence(state).of(power).contains(province) => {
                (CONTROL, "only this side has units here")
            }
            Status::Controlled(_) => (CONTROL, "nobody has taken it since"),
        }
    }

    /// The forces in the field of a province, in the order of [`Force`].
    pub fn standing_at(&self, state: &State, province: ProvinceId) -> Vec<ForceInField> {
        let mut found: Vec<ForceInField> = Vec::new();
        for unit in state.units_at(Place::Field(province)) {
            let (force, piece) = (self.force_of(state, unit), state.unit(unit));
            let strength = self.roster[unit].strength(piece.steps);
            let at = found.iter().position(|one| one.force == force).unwrap_or_else(|| {
                found.push(ForceInField { force, units: Vec::new(), strength: (0, 0), steps: 0 });
                found.len() - 1
            });
            let one = &mut found[at];
            one.units.push(unit);
            one.steps += u16::from(piece.steps);
            one.strength.0 += u16::from(strength.attack);
            one.strength.1 += u16::from(strength.defence);
        }
        found.sort_by_key(|one| one.force);
        found
    }

    /// What one step of a unit costs (12.2).
    pub fn step_cost(&self, unit: UnitId) -> u8 {
        self.charts.replacement_cost.step(self.roster[unit].kind)
    }
}

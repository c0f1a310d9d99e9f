//! 9.1: shock combat, in the book's steps, each done for all combats before the next.
//!
//! Designation (9.11), allocation (9.12), the charge (9.13), leaders (9.14), the clash of spears (9.15), the
//! struggle (9.16), the push of shields (9.17), the collapse (9.18), advances (9.3).

pub(crate) mod advance;
mod allocation;
mod breakdown;
mod charge;
mod charismos;
mod clash;
mod collapse;
mod designation;
pub(crate) mod engaged;
mod open_ranks;
mod pass_through;
pub(crate) mod personal_combat;
pub(crate) mod pursuit;
mod push_of_shields;
mod struggle;

use crate::command::activation::Tenure;
use crate::engine::procedure::Procedure;
pub(crate) use breakdown::STRUGGLE;
pub use breakdown::{Advantage, Breakdown, Charisma, ColumnShift, ShiftCause, ShockHits};
pub(crate) use collapse::COLLAPSE;
use designation::MAY_ATTACK;
pub(crate) use open_ranks::OPENING;
pub(crate) use push_of_shields::BREAKTHROUGH;

use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::Asked;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement, State, Supply};
use crate::model::hex::{Hand, Hex};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::model::types::MissileKind;
use crate::rout::cohesion::ROUTED_AND_HIT;
use crate::shock::personal_combat::DUEL;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Camp, Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const COMMON_STEPS: Rule = rule!(GBA, "9.0");
pub(crate) const SHOCK: Rule = rule!(GBA, "9.12");
pub(crate) const ADVANCE: Rule = rule!(GBA, "9.31");
pub(crate) const ALL_WOULD_ROUT: Rule = rule!(GBA, "10.15");
const COLUMN_BROKEN_UP: Rule = rule!(GBA, "6.66");
const OUT_OF_JAVELINS: Rule = rule!(GBA, "8.17");

/// As many hexes as the defenders of a combat stand in at most: whoever has four hexes in his zone of control may
/// have four two-hex units before him.
const GROUND: usize = 8;

/// One shock combat as it is allocated and fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Combat {
    /// Who attacks.
    pub attackers: UnitSet,
    /// Who is attacked.
    pub defenders: UnitSet,
    /// Everybody who was in it when it was made up.
    pub all: UnitSet,
    /// Those of the defenders that were routed before.
    pub routed: UnitSet,
    /// Where the defenders stood.
    pub ground: [Option<Hex>; GROUND],
    /// Where the defender that gave the type stood when it was fought (11.13).
    pub defended: [Option<Hex>; 2],
    /// Units that have tried to open their ranks (11.26).
    pub opened: UnitSet,
    /// Which of those hexes were left before the clash, as bits (9.31).
    pub left_early: u8,
    /// Who fights in person of the attackers and of the defenders, where that was chosen (9.2).
    pub champions: [Option<LeaderId>; 2],
    /// The attacker whose type and angle count, once chosen (9.15).
    pub attacker: Option<UnitId>,
    /// The defender whose type counts, once chosen (9.15).
    pub defender: Option<UnitId>,
    /// Charisma of a leader killed here, of the attackers and of the defenders (9.16).
    pub fallen: [Option<u8>; 2],
    /// Leaders who may not use their charisma (9.14), as bits.
    pub silent: u64,
    /// Whether it came to blows.
    pub fought: bool,
    /// Hits still to be given out, to the attackers and to the defenders (10.13).
    pub hits: [u8; 2],
    /// Whether the attacker has position superiority, which denies the two-hex roll (9.18).
    pub has_position: bool,
    /// Whether the attacker that gave the type was superior (9.34).
    pub is_superior: bool,
    /// Those that have still to rout.
    pub routing: UnitSet,
    /// Two-hex units that have passed their roll to stand (9.18).
    pub stood: UnitSet,
    /// Those that have advanced (9.31).
    pub advanced: UnitSet,
    /// Those of them that have only pivoted (9.33), and stay engaged (9.18).
    pub pivoted: UnitSet,
    /// Cavalry that has rolled whether it pursues (9.41).
    pub rolled: UnitSet,
}

/// A combat whose types are known, as the breakdown wants it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// Everybody who attacks.
    pub attackers: UnitSet,
    /// Everybody who is attacked.
    pub defenders: UnitSet,
    /// The attacker whose type and angle count.
    pub attacker: UnitId,
    /// The defender whose type counts.
    pub defender: UnitId,
    /// Charisma of a leader killed here, of the attackers and of the defenders; it counts against his side.
    pub fallen: [Option<u8>; 2],
    /// Leaders who may not use their charisma (9.14), as bits.
    pub silent: u64,
}

/// The steps of the shock segment; each is done for all combats before the next (9.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShockStage {
    /// 9.11: who attacks.
    Designation,
    /// 9.12: who attacks whom.
    Allocation,
    /// 11.26: Macedonians may open their ranks before chariots.
    OpenRanks,
    /// 9.13: the charge: everybody checks.
    Charge,
    /// 9.13: those that do not stand it run.
    ChargeRouts,
    /// 9.13: attackers whose enemies have run advance.
    ChargeAdvances,
    /// 9.14: leaders.
    Leaders,
    /// 9.15: the defender says which of his units gives the type.
    DefenderType,
    /// 9.15: the attacker says which of his does.
    AttackerType,
    /// 9.16: the hand-to-hand struggle.
    Struggle,
    /// 10.13: who takes the hits.
    Hits,
    /// 9.17: the push of shields.
    Push,
    /// 9.18, step 1: who collapses.
    Collapse,
    /// 9.18, step 1: those run.
    CollapseRouts,
    /// 9.18, step 2: who is near his end rolls for it.
    LastStand,
    /// 9.18, step 2: those that failed run.
    LastRouts,
    /// 9.18, step 3: advances (9.3).
    Advances,
    /// 6.66, 8.17: what is left to be done.
    Aftermath,
}

impl ShockStage {
    /// The stage after this one.
    pub const fn next(self) -> Option<ShockStage> {
        match self {
            ShockStage::Designation => Some(ShockStage::Allocation),
            ShockStage::Allocation => Some(ShockStage::OpenRanks),
            ShockStage::OpenRanks => Some(ShockStage::Charge),
            ShockStage::Charge => Some(ShockStage::ChargeRouts),
            ShockStage::ChargeRouts => Some(ShockStage::ChargeAdvances),
            ShockStage::ChargeAdvances => Some(ShockStage::Leaders),
            ShockStage::Leaders => Some(ShockStage::DefenderType),
            ShockStage::DefenderType => Some(ShockStage::AttackerType),
            ShockStage::AttackerType => Some(ShockStage::Struggle),
            ShockStage::Struggle => Some(ShockStage::Hits),
            ShockStage::Hits => Some(ShockStage::Push),
            ShockStage::Push => Some(ShockStage::Collapse),
            ShockStage::Collapse => Some(ShockStage::CollapseRouts),
            ShockStage::CollapseRouts => Some(ShockStage::LastStand),
            ShockStage::LastStand => Some(ShockStage::LastRouts),
            ShockStage::LastRouts => Some(ShockStage::Advances),
            ShockStage::Advances => Some(ShockStage::Aftermath),
            ShockStage::Aftermath => None,
        }
    }
}

/// 3.B2: the shock combat of an orders phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShockSegment {
    /// Whose orders phase it is.
    pub tenure: Tenure,
    /// The step of all combats that is under way.
    pub stage: ShockStage,
    /// The combat that is asked about, by its place in the list.
    pub at: u8,
    /// Its first combat in the list: those before are of the segment that a pursuit has interrupted (9.43).
    pub first: u8,
}

impl Procedure for ShockSegment {
    fn asked(&self, rules: &Hexes, state: &State) -> Option<Asked> {
        let (leader, at) = (self.tenure.leader, self.at);
        let attacker = rules.seat_of_leader(leader);
        let combat = state.combats.get(usize::from(at));
        let (seat, question, rule) = match self.stage {
            ShockStage::Designation => {
                (attacker, Question::Designation(leader), designation::DESIGNATION)
            }
            ShockStage::Allocation => (attacker, Question::Allocation(leader), SHOCK),
            ShockStage::OpenRanks => {
                let force = rules.ask(state, |position| position.first_to_open(combat?))?;
                (rules.force(force).seat, Question::OpenRanks(at), OPENING)
            }
            ShockStage::Leaders => {
                let named =
                    rules.ask(state, |position| position.champions_to_name(combat?).pop_at(0));
                (rules.seat_of_leader(named?), Question::Champion(at), DUEL)
            }
            ShockStage::DefenderType => {
                // Where two forces stand together, the first of them speaks for both.
                let types = rules.ask(state, |position| Some(position.defending_types(combat?)))?;
                let unit = rules.own_first(types).iter().next()?;
                (rules.seat_of(unit), Question::Type(at), breakdown::CLASH)
            }
            ShockStage::AttackerType => (attacker, Question::Type(at), breakdown::CLASH),
            ShockStage::Hits => (attacker, Question::Hits(at), struggle::SHARING),
            ShockStage::ChargeAdvances | ShockStage::Advances => {
                let passes = rules.ask(state, |position| position.passes_first(self));
                match passes {
                    Some(rule) => (attacker, Question::PassThrough(at), rule),
                    None => (attacker, Question::Advances(at), advance::WHO_ADVANCES),
                }
            }
            ShockStage::Aftermath => {
                let column = rules.ask(state, |position| position.broken_column())?;
                (rules.seat_of(column), Question::LeavesColumn(column), COLUMN_BROKEN_UP)
            }
            ShockStage::Charge
            | ShockStage::ChargeRouts
            | ShockStage::Struggle
            | ShockStage::Push
            | ShockStage::Collapse
            | ShockStage::CollapseRouts
            | ShockStage::LastStand
            | ShockStage::LastRouts => return None,
        };
        Some(Asked::turn(seat, question, rule))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        let combat = position.state.combats.get(usize::from(self.at));
        match (self.stage, combat) {
            (ShockStage::Designation, _) => {
                let engageable = position.engageable(self.tenure.leader);
                into.extend(engageable.iter().map(Action::Engage));
                position.list_breaking_off(self.tenure.leader, into);
                if position.may_end_designation(self).is_ok() {
                    into.push(Action::Done);
                }
            }
            (ShockStage::Allocation, _) => {
                position.list_allocation(into);
                into.push(Action::Done);
            }
            (ShockStage::OpenRanks, Some(combat)) => {
                position.each_opening(combat, |unit, hex| into.push(Action::OpenRanks(unit, hex)));
                into.push(Action::Done);
            }
            (ShockStage::Leaders, Some(combat)) => {
                into.extend(position.champions_to_name(combat).into_iter().map(Action::Champion));
            }
            (ShockStage::DefenderType, Some(combat)) => {
                into.extend(position.defending_types(combat).iter().map(Action::Type));
            }
            (ShockStage::AttackerType, Some(combat)) => {
                into.extend(position.attacking_types(combat).iter().map(Action::Type));
            }
            (ShockStage::Hits, Some(combat)) => {
                into.extend(position.hit_takers(combat).iter().map(Action::TakeHit));
            }
            (ShockStage::Advances, Some(combat)) if position.passes_first(self).is_some() => {
                let ways = position.passages(combat).into_iter();
                into.extend(ways.map(|(unit, side, _)| Action::PassThrough(unit, side)));
            }
            (ShockStage::ChargeAdvances | ShockStage::Advances, Some(combat)) => {
                let early = self.stage == ShockStage::ChargeAdvances;
                into.extend(position.advancers(combat, early).iter().map(Action::Advance));
            }
            (ShockStage::Aftermath, _) => {
                if let Some(column) = position.broken_column() {
                    into.extend(position.facings_out_of_column(column).map(Action::Face));
                }
            }
            _ => {}
        }
    }

    /// Whether an answer in the shock segment is allowed: the same tests that listing uses.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let combat = position.state.combats.get(usize::from(self.at));
        let one_of = |units: UnitSet, unit, rule, words: &'static str| {
            if units.contains(unit) { Ok(()) } else { Err(Illegal::by(rule, words)) }
        };
        match (self.stage, action, combat) {
            (ShockStage::Designation, Action::Engage(unit), _) => {
                position.may_engage(self.tenure.leader, unit)
            }
            (ShockStage::Designation, Action::BreakOff(unit, side), _) => {
                position.may_break_off(self.tenure.leader, unit, side)
            }
            (ShockStage::Allocation, Action::Attack { unit, target }, _) => {
                position.may_allocate(unit, target)
            }
            (ShockStage::Designation, Action::Done, _) => position.may_end_designation(self),
            (ShockStage::Allocation | ShockStage::OpenRanks, Action::Done, _) => Ok(()),
            (ShockStage::OpenRanks, Action::OpenRanks(unit, hex), Some(combat)) => {
                position.check_opening(combat, unit, hex)
            }
            (ShockStage::Advances, _, Some(combat)) if position.passes_first(self).is_some() => {
                position.check_passage(combat, action)
            }
            (ShockStage::Leaders, Action::Champion(leader), Some(combat)) => {
                let words = "Of the leaders there, one of the highest initiative fights in person.";
                let may = position.champions_to_name(combat).contains(&leader);
                if may { Ok(()) } else { Err(Illegal::by(DUEL, words)) }
            }
            (ShockStage::DefenderType, Action::Type(unit), Some(combat)) => {
                let words = "That unit does not give the defenders their type.";
                one_of(position.defending_types(combat), unit, breakdown::CLASH, words)
            }
            (ShockStage::AttackerType, Action::Type(unit), Some(combat)) => {
                let words = "That unit does not give the attackers their type.";
                one_of(position.attacking_types(combat), unit, breakdown::CLASH, words)
            }
            (ShockStage::Hits, Action::TakeHit(unit), Some(combat)) => {
                let words = "It is not one of the defenders of this combat.";
                one_of(position.hit_takers(combat), unit, struggle::SHARING, words)
            }
            (
                ShockStage::ChargeAdvances | ShockStage::Advances,
                Action::Advance(unit),
                Some(combat),
            ) => position.may_advance(combat, unit, self.stage == ShockStage::ChargeAdvances),
            (ShockStage::Aftermath, Action::Face(vertex), _) => {
                let faces = position.broken_column().is_some_and(|column| {
                    position.facings_out_of_column(column).any(|facing| facing == vertex)
                });
                let words = "It turns half a step, to one of the two vertices before it.";
                if faces { Ok(()) } else { Err(Illegal::by(COLUMN_BROKEN_UP, words)) }
            }
            (_, Action::Withdraw(_) | Action::WithdrawLine(..), _) => {
                let words = "Units withdraw while the enemy moves, not in the shock segment.";
                Err(Illegal::by(crate::movement::orderly_withdrawal::WHEN, words))
            }
            (_, Action::Momentum | Action::Order(_) | Action::Activate(_), _) => {
                let words = "First all the shock of this orders phase is fought.";
                Err(Illegal::by(COMMON_STEPS, words))
            }
            _ => Err(Illegal::by(SHOCK, "That is not what is asked now.")),
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        let at = usize::from(self.at);
        match (self.stage, action) {
            (_, Action::Engage(unit)) => resolver.mark_without_check(*self, unit, MAY_ATTACK),
            (_, Action::BreakOff(unit, side)) => resolver.break_off(*self, unit, side),
            (ShockStage::Designation, Action::Done) => resolver.end_designation(),
            (_, Action::Attack { unit, target }) => resolver.allocate(unit, target),
            (ShockStage::Allocation, Action::Done) => resolver.end_allocation(),
            (ShockStage::OpenRanks, Action::Done) => resolver.keep_ranks(at),
            (_, Action::OpenRanks(unit, hex)) => resolver.open_ranks(at, unit, hex),
            (_, Action::PassThrough(unit, side)) => resolver.pass_beyond(at, unit, side),
            (_, Action::Champion(leader)) => resolver.name_champion(at, leader),
            (_, Action::Type(unit)) => resolver.give_type(*self, unit),
            (_, Action::TakeHit(unit)) => resolver.take_hit(at, unit),
            (_, Action::Advance(unit)) => resolver.begin_advance(at, unit),
            (_, Action::Face(vertex)) => resolver.break_up_column(vertex),
            _ => {}
        }
    }

    /// Does what needs no answer in the shock segment.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        match self.stage {
            ShockStage::Designation => {
                let leader = self.tenure.leader;
                if resolver.engage_those_locked(*self) {
                    return true;
                }
                let is_open = !resolver.position().engageable(leader).is_empty()
                    || !resolver.position().must_break_off(leader).is_empty();
                if is_open {
                    return false;
                }
                resolver.end_designation();
            }
            ShockStage::Allocation => {
                if resolver.position().is_allocation_open() {
                    return false;
                }
                resolver.end_allocation();
            }
            ShockStage::OpenRanks => return resolver.proceed_with_open_ranks(*self),
            ShockStage::Charge => resolver.charge(),
            ShockStage::ChargeRouts | ShockStage::CollapseRouts | ShockStage::LastRouts => {
                resolver.rout_next(self.stage);
            }
            ShockStage::ChargeAdvances => return resolver.proceed_with_advances(*self, true),
            ShockStage::Leaders => return resolver.proceed_with_leaders(*self),
            ShockStage::DefenderType | ShockStage::AttackerType => {
                return resolver.proceed_with_types(*self);
            }
            ShockStage::Struggle => resolver.struggle(),
            ShockStage::Hits => return resolver.proceed_with_hits(*self),
            ShockStage::Push => resolver.push_of_shields(),
            ShockStage::Collapse => resolver.collapse(),
            ShockStage::LastStand => resolver.last_stand(),
            ShockStage::Advances => return resolver.proceed_with_advances(*self, false),
            ShockStage::Aftermath => return resolver.proceed_with_aftermath(*self),
        }
        true
    }
}

impl Combat {
    /// A combat of nobody.
    pub(crate) const NONE: Combat = Combat {
        attackers: UnitSet::NONE,
        defenders: UnitSet::NONE,
        all: UnitSet::NONE,
        routed: UnitSet::NONE,
        ground: [None; GROUND],
        defended: [None; 2],
        opened: UnitSet::NONE,
        left_early: 0,
        champions: [None; 2],
        attacker: None,
        defender: None,
        fallen: [None; 2],
        silent: 0,
        fought: false,
        hits: [0; 2],
        has_position: false,
        is_superior: false,
        routing: UnitSet::NONE,
        stood: UnitSet::NONE,
        advanced: UnitSet::NONE,
        pivoted: UnitSet::NONE,
        rolled: UnitSet::NONE,
    };

    /// A combat of one unit against another.
    fn between(attacker: UnitId, defender: UnitId) -> Combat {
        let (attackers, defenders) =
            (UnitSet::from_iter([attacker]), UnitSet::from_iter([defender]));
        Combat { attackers, defenders, ..Combat::NONE }
    }

    /// Whether both sides still have somebody in it.
    pub fn is_on(&self) -> bool {
        !self.attackers.is_empty() && !self.defenders.is_empty()
    }

    /// Everybody who is in it now.
    pub fn units(&self) -> UnitSet {
        self.attackers.or(self.defenders)
    }

    /// The combat as the breakdown wants it, once the types are chosen.
    pub fn clash(&self) -> Option<Clash> {
        Some(Clash {
            attackers: self.attackers,
            defenders: self.defenders,
            attacker: self.attacker?,
            defender: self.defender?,
            fallen: self.fallen,
            silent: self.silent,
        })
    }
}

/// A leader as a bit of those who are silent.
pub(crate) const fn leader_bit(leader: LeaderId) -> u64 {
    1 << leader.index()
}

impl Hexes {
    /// What would decide a combat: the same working that fights it.
    pub fn breakdown(&self, state: &State, clash: Clash) -> Option<Breakdown> {
        self.ask(state, |position| position.breakdown(clash))
    }
}

impl Position<'_> {
    /// The shock segment that is being fought; one that a pursuit has interrupted lies below it (9.43).
    pub(crate) fn segment(&self) -> Option<&ShockSegment> {
        self.state.frame()
    }

    /// The army whose shock segment it is.
    fn attacking_camp(&self) -> Option<Camp> {
        self.segment().map(|segment| self.rules.camp_of(segment.tenure.leader))
    }

    /// 6.66: a column that was attacked, of one hex, whose owner has still to face it.
    fn broken_column(&self) -> Option<UnitId> {
        let camp = self.attacking_camp()?;
        let own = &self.state.combats[self.own_combats()];
        own.iter().flat_map(|combat| combat.all.iter()).find(|&unit| {
            let now = self.state.unit(unit);
            self.rules.camp(unit) != camp && now.is_steady() && now.formation.is_column()
        })
    }

    /// 6.66: the vertices to which a one-hex column may be turned.
    fn facings_out_of_column(
        &self,
        column: UnitId,
    ) -> impl Iterator<Item = crate::model::hex::Vertex> + use<> {
        let ahead = match self.state.unit(column).formation {
            Formation::Column(ahead) => Some(ahead),
            _ => None,
        };
        ahead.into_iter().flat_map(|ahead| Hand::BOTH.map(|hand| ahead.vertex(hand)))
    }

    /// The combats of the segment under way, by their place in the list: those that a pursuit has
    /// interrupted come before them (9.43).
    fn own_combats(&self) -> std::ops::Range<usize> {
        let first = self.segment().map(|segment| usize::from(segment.first));
        first.unwrap_or(0)..self.state.combats.len()
    }

    /// Where the defenders of a combat stood and nobody stands now.
    fn vacated(&self, combat: &Combat) -> ArrayVec<(usize, Hex), GROUND> {
        let ground = combat.ground.iter().enumerate();
        let ground = ground.filter_map(|(at, hex)| hex.map(|hex| (at, hex)));
        ground.filter(|&(_, hex)| self.unit_at(hex).is_none()).collect()
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Goes on to a stage of the segment.
    fn go_to(&mut self, stage: ShockStage) {
        self.change_segment(|segment| (segment.stage, segment.at) = (stage, segment.first));
    }

    /// Goes on to the next combat of the stage.
    fn next_combat(&mut self) {
        self.change_segment(|segment| segment.at += 1);
    }

    /// Other things may lie on top of the segment, and the leader may have fought: it is changed in place.
    fn change_segment(&mut self, change: impl FnOnce(&mut ShockSegment)) {
        if let Some(segment) = self.state.frame_mut::<ShockSegment>() {
            change(segment);
        }
    }

    /// Hits of shock: whether they rout a unit is seen when the rules say so (9.13, 9.18), not at once.
    pub(crate) fn bear(&mut self, unit: UnitId, hits: u8, rule: Rule) {
        let now = self.state.unit(unit);
        if hits == 0 || !now.is_on_map() {
            return;
        }
        if now.routed {
            self.eliminate(unit, ROUTED_AND_HIT);
            return;
        }
        let total = now.hits.saturating_add(hits);
        self.state.unit_mut(unit).hits = total;
        self.tell(Event::Hit { unit, hits, total, rule });
    }

    /// A unit keeps one hit less than its quality, by this rule.
    fn steady(&mut self, unit: UnitId, rule: Rule) {
        let back = self.position().back_of(unit);
        let back = back.filter(|&back| self.position().would_rout(back));
        for unit in std::iter::once(unit).chain(back) {
            self.steady_alone(unit, rule);
        }
    }

    /// One unit has one hit less than would rout it.
    fn steady_alone(&mut self, unit: UnitId, rule: Rule) {
        let hits = self.position().tq(unit).saturating_sub(1);
        self.state.unit_mut(unit).hits = hits;
        self.tell(Event::Steadied(unit, hits, rule));
    }

    /// 8.17, 6.66: what is left to be done when all combats are over.
    fn proceed_with_aftermath(&mut self, segment: ShockSegment) -> bool {
        if segment.at == segment.first {
            self.next_combat();
            self.throw_last_javelins();
            self.break_up_charges(segment);
            return true;
        }
        let Some(column) = self.position().broken_column() else {
            if segment.first == 0 {
                self.end_shock(segment.tenure);
            } else {
                self.state.combats.truncate(usize::from(segment.first));
                self.finish();
            }
            return true;
        };
        if matches!(self.state.unit(column).formation, Formation::Column(_)) {
            return false;
        }
        self.leave_column(column, self.state.unit(column).facing);
        true
    }

    /// 8.17: infantry with javelins that has been in shock has none left.
    fn throw_last_javelins(&mut self) {
        let mut fought = UnitSet::NONE;
        for combat in &self.state.combats[self.position().own_combats()] {
            if !combat.fought {
                continue;
            }
            fought = fought.or(combat.all);
        }
        for unit in fought.iter() {
            let (troops, now) = (self.rules.troops(unit), self.state.unit(unit));
            let is_on_foot = troops.kind.is_infantry() || troops.kind.is_skirmisher();
            let throws = troops.missile == Some(MissileKind::Javelin) && is_on_foot;
            if throws && now.is_steady() && now.missiles != Supply::No {
                self.change(unit, |now| now.missiles = Supply::No);
                self.tell(Event::Supplied(unit, Supply::No, OUT_OF_JAVELINS));
            }
        }
    }

    /// 11.96: who has been in shock is out of charge formation; who pursues, when that is over (9.43).
    fn break_up_charges(&mut self, segment: ShockSegment) {
        let camp = self.rules.camp_of(segment.tenure.leader);
        for at in self.position().own_combats() {
            for unit in self.state.combats[at].all.iter() {
                if segment.first == 0 || self.rules.camp(unit) != camp {
                    self.drop_out_of_charge(unit);
                }
            }
        }
    }

    /// 6.66: a one-hex column that was attacked is turned to a vertex.
    fn break_up_column(&mut self, facing: crate::model::hex::Vertex) {
        if let Some(column) = self.position().broken_column() {
            self.leave_column(column, facing);
        }
    }

    fn leave_column(&mut self, column: UnitId, facing: crate::model::hex::Vertex) {
        let Some(placement) = self.rules.placement(self.state, column) else { return };
        self.stand(column, Placement { facing, formation: Formation::Battle, ..placement });
        self.tell(Event::Formed(column, Formation::Battle, COLUMN_BROKEN_UP));
        self.toll_for(column, crate::model::charts::CohesionCause::InColumnAttacked);
    }
}

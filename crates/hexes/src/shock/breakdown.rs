//! 9.15, 9.16: what decides one shock combat, line by line: the column it begins from and why, who is
//! superior and why, every shift with its rule, what is added to the die, and the hits for every roll. Shown
//! before the combat, used to fight it, told afterwards.

use super::Clash;
use crate::engine::position::Position;
use crate::engine::state::{Formation, ShockMark, Supply};
use crate::missiles::artillery::ENGINES;
use crate::model::charts::{Shift, ShockColumn, Superior};
use crate::model::field::{HexsideFeature, Terrain};
use crate::model::hex::{Aspect, Hex, Hexside};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::model::types::{Class, Kind};
use crate::special::double_depth::FIGHTING_IN_DEPTH;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Rule, rule};

pub(crate) const CLASH: Rule = rule!(GBA, "9.15");
pub(crate) const STRUGGLE: Rule = rule!(GBA, "9.16");
const COLUMN_ATTACKED: Rule = rule!(GBA, "6.65");
pub(super) const SKIRMISHERS: Rule = rule!(GBA, "11.33");
pub(super) const LIGHT_INFANTRY: Rule = rule!(GBA, "11.41");
pub(super) const LIGHT_CAVALRY: Rule = rule!(GBA, "11.43");
const CATAPHRACTS: Rule = rule!(GBA, "11.5");
const PHALANX_DEFENSE: Rule = rule!(GBA, "11.61");
const TERRAIN_SHIFTS: Rule = rule!(GBA, "6.27");
const OUT_OF_CHARGE: Rule = rule!(GBA, "11.91");
const IN_CHARGE: Rule = rule!(GBA, "11.95");
const ELEPHANTS_AT_ELEPHANTS: Rule = rule!(GBA, "11.18");
const HORSE_AT_ELEPHANTS: Rule = rule!(GBA, "11.15");
const SUPERIORITY_CHART: Rule = rule!(GBA, "9.52");

/// Who is superior.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advantage {
    /// Nobody.
    Neither,
    /// The attacker: the defender's hits are doubled.
    Attack,
    /// The defender: the attacker's hits are tripled.
    Defense,
}

/// Something that moves the column: to the right, or with a minus to the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColumnShift {
    /// By how much.
    pub by: i8,
    /// What it is.
    pub cause: ShiftCause,
    /// The rule that says so.
    pub rule: Rule,
}

/// What moves a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShiftCause {
    /// The ratio of sizes: attackers to defenders.
    Size(u16, u16),
    /// A row of the chart of shifts.
    Chart(Shift),
}

/// A leader's part in the roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charisma {
    /// What it adds to the roll.
    pub adds: i8,
    /// Whose it is; nobody when he was killed in this combat.
    pub leader: Option<LeaderId>,
}

/// The hits of one roll, as they will be given out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShockHits {
    /// To the attackers.
    pub attackers: u8,
    /// To the defenders.
    pub defenders: u8,
}

/// What decides one combat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakdown {
    /// The combat.
    pub combat: Clash,
    /// Where the defender is attacked.
    pub aspect: Aspect,
    /// The column of the Clash of Spears.
    pub base: ShockColumn,
    /// Who is superior.
    pub advantage: Advantage,
    /// By which rule he is, or nobody is.
    pub advantage_rule: Rule,
    /// How many times the hits of the other side count for it, and the rule that says so.
    pub times: (u8, Rule),
    /// Every shift, in the chart's order.
    pub shifts: ArrayVec<ColumnShift, 12>,
    /// The column that is used.
    pub column: ShockColumn,
    /// What leaders add to the roll.
    pub charisma: ArrayVec<Charisma, 2>,
    /// By which rule the attackers' hits are halved, and the defenders'.
    pub limits: [Option<Rule>; 2],
    /// The hits for every figure of the die.
    pub hits: [ShockHits; 10],
}

impl Breakdown {
    /// What leaders add to the roll in all.
    pub fn die_modifier(&self) -> i32 {
        self.charisma.iter().map(|charisma| i32::from(charisma.adds)).sum()
    }
}

impl Position<'_> {
    /// Through which hexes of the defender a unit attacks it: where it has the defender in its zone of
    /// control, and across which sides.
    fn thrusts(&self, attacker: UnitId, defender: UnitId) -> ArrayVec<(Hex, Hexside, Hex), 6> {
        let mut found = ArrayVec::new();
        let targets = self.hexes(defender);
        self.rules.each_zone_side(self.state, attacker, |from, side, to| {
            if targets.contains(&to) && !found.is_full() {
                found.push((from, side, to));
            }
        });
        found
    }

    /// Where a defender is attacked by this unit; across a vertex, where it suits the defender (9.15).
    pub(crate) fn attacked_at(&self, attacker: UnitId, defender: UnitId) -> Option<Aspect> {
        let thrusts = self.thrusts(attacker, defender);
        thrusts.iter().filter_map(|&(from, ..)| self.aspect(defender, from)).min()
    }

    /// What decides a combat; nothing when the attacker cannot attack that defender at all.
    pub(crate) fn breakdown(&self, combat: Clash) -> Option<Breakdown> {
        let Clash { attacker, defender, .. } = combat;
        let aspect = self.attacked_at(attacker, defender)?;
        let charts = &self.rules.charts;
        let types = |unit: UnitId| charts.types.row(self.rules.troops(unit).kind);
        let base = charts.clash.column(types(attacker).clash, types(defender).clash, aspect)?;
        let (advantage, advantage_rule) = self.advantage(attacker, defender, aspect);
        let mut shifts = ArrayVec::new();
        shifts.extend(self.size_shift(&combat));
        self.unit_shifts(&combat, aspect, &mut shifts);
        self.ground_shifts(&combat, &mut shifts);
        let column = base.shifted(shifts.iter().map(|shift| i32::from(shift.by)).sum());
        let charisma = self.charisma_of(&combat);
        let mut breakdown = Breakdown {
            combat,
            aspect,
            base,
            advantage,
            advantage_rule,
            times: self.times(advantage, aspect, defender),
            shifts,
            column,
            charisma,
            limits: self.limits(&combat),
            hits: [ShockHits::default(); 10],
        };
        for raw in 0..10u8 {
            breakdown.hits[usize::from(raw)] = self.shock_hits(&breakdown, i32::from(raw));
        }
        Some(breakdown)
    }

    /// 9.16, step 1: superiority by column, by position, by weapons.
    fn advantage(&self, attacker: UnitId, defender: UnitId, aspect: Aspect) -> (Advantage, Rule) {
        let [attacks, defends] = [attacker, defender].map(|unit| self.rules.troops(unit));
        let now = self.state.unit(defender);
        if now.formation.is_column() && !attacks.kind.is_skirmisher() {
            return (Advantage::Attack, COLUMN_ATTACKED);
        }
        if self.has_position(attacker, defender, aspect) {
            // 11.43: light horse gains nothing by it over heavier foot that stands.
            let is_heavier =
                defends.kind.is_phalanx_or_heavy() || defends.kind.is_medium_infantry();
            if attacks.kind.is_light_cavalry() && is_heavier && !now.routed {
                return (Advantage::Neither, LIGHT_CAVALRY);
            }
            let falls_short = attacks.kind.is_skirmisher()
                && !defends.kind.is_chariot()
                && !defends.kind.is_skirmisher();
            let advantage = if falls_short { Advantage::Neither } else { Advantage::Attack };
            return (advantage, STRUGGLE);
        }
        let (advantage, rule) = self.advantage_of_weapons(attacker, defender);
        match attacks.kind {
            _ if aspect == Aspect::Front || !defends.kind.is_elephant() => (advantage, rule),
            kind if kind.is_elephant() => (advantage, ELEPHANTS_AT_ELEPHANTS),
            kind if kind.is_cavalry() => (advantage, HORSE_AT_ELEPHANTS),
            _ => (advantage, rule),
        }
    }

    /// 9.16 (A): position superiority, with its exceptions.
    pub(crate) fn has_position(&self, attacker: UnitId, defender: UnitId, aspect: Aspect) -> bool {
        let [attacks, defends] = [attacker, defender].map(|unit| self.rules.troops(unit).kind);
        let is_excepted = defends.is_skirmisher() && aspect == Aspect::Flank
            || defends.is_elephant() && (attacks.is_cavalry() || attacks.is_elephant());
        aspect != Aspect::Front && !is_excepted && !self.is_outflanked_itself(attacker)
    }

    /// Whether a shock-capable enemy in the unit's own flank or rear hex has it in its zone of control; behind
    /// chariots skirmishers are (2.4).
    fn is_outflanked_itself(&self, unit: UnitId) -> bool {
        let own = self.rules.troops(unit).kind;
        self.pinners(unit).any(|enemy| {
            let behind = self
                .hexes(enemy)
                .into_iter()
                .any(|hex| matches!(self.aspect(unit, hex), Some(Aspect::Flank | Aspect::Rear)));
            behind && self.rules.troops(enemy).kind.is_shock_capable_against(own)
        })
    }

    /// 9.16 (B): weapon system superiority, and what charge formation makes of it (11.91, 11.95).
    fn advantage_of_weapons(&self, attacker: UnitId, defender: UnitId) -> (Advantage, Rule) {
        let [attacks, defends] = [attacker, defender].map(|unit| self.rules.troops(unit));
        let of = |kind: Kind| self.rules.charts.types.row(kind).superiority;
        let now = self.state.unit(defender);
        let advantage =
            match self.rules.charts.superiority.between(of(attacks.kind), of(defends.kind)) {
                Superior::Attacker => Advantage::Attack,
                Superior::Defender => Advantage::Defense,
                Superior::DefenderWithMissiles => {
                    let is_javelinist = defends.class == Some(Class::Javelin)
                        && (defends.kind.is_light_infantry() || defends.kind.is_peltast());
                    if is_javelinist && now.missiles == Supply::No {
                        Advantage::Neither
                    } else {
                        Advantage::Defense
                    }
                }
                Superior::Nobody | Superior::NotAllowed => Advantage::Neither,
            };
        if !self.rules.switches.charge || !attacks.kind.is_cavalry() {
            return (advantage, SUPERIORITY_CHART);
        }
        let charges = |unit: UnitId| self.state.unit(unit).formation == Formation::Charge;
        if !charges(attacker) {
            let is_barred = advantage == Advantage::Attack && !defends.kind.is_skirmisher();
            return if is_barred {
                (Advantage::Neither, OUT_OF_CHARGE)
            } else {
                (advantage, SUPERIORITY_CHART)
            };
        }
        let is_heavy = |kind: Kind| matches!(kind, Kind::HeavyCavalry | Kind::Cataphract);
        let breaks_in = match attacks.kind {
            kind if is_heavy(kind) => {
                defends.kind.is_cavalry()
                    && (!charges(defender) || defends.thracian && defends.kind.is_light_cavalry())
            }
            kind if kind.is_light_cavalry() && attacks.thracian => {
                defends.kind.is_cavalry() && !is_heavy(defends.kind)
            }
            _ => false,
        };
        if breaks_in { (Advantage::Attack, IN_CHARGE) } else { (advantage, SUPERIORITY_CHART) }
    }

    /// 9.16, step 2: the ratio of sizes.
    fn size_shift(&self, combat: &Clash) -> Option<ColumnShift> {
        let all = combat.attackers.or(combat.defenders);
        let is_alike =
            |is: fn(Kind) -> bool| all.iter().all(|unit| is(self.rules.troops(unit).kind));
        let [elephants, chariots, skirmishers] =
            [Kind::is_elephant as fn(Kind) -> bool, Kind::is_chariot, Kind::is_skirmisher]
                .map(is_alike);
        let size = |units: &UnitSet| -> u16 {
            let counts = |kind: Kind| match () {
                () if kind.is_elephant() => elephants,
                () if kind.is_chariot() => chariots,
                () if kind.is_skirmisher() => skirmishers,
                () => true,
            };
            // 11.73: at double depth the sizes of both count.
            let backs = units.iter().filter_map(|unit| self.back_of(unit));
            let troops = units.iter().chain(backs).map(|unit| self.rules.troops(unit));
            let counted = troops.filter(|troops| counts(troops.kind));
            counted.map(|troops| u16::from(troops.size)).sum()
        };
        let (attack, defense) = (size(&combat.attackers), size(&combat.defenders));
        let by = size_ratio(attack, defense, self.any_moved_up(combat));
        (by != 0).then_some(ColumnShift {
            by,
            cause: ShiftCause::Size(attack, defense),
            rule: STRUGGLE,
        })
    }

    /// Whether any attacker came adjacent in this orders phase.
    fn any_moved_up(&self, combat: &Clash) -> bool {
        combat.attackers.iter().any(|unit| self.moved_up(unit))
    }

    fn moved_up(&self, unit: UnitId) -> bool {
        self.state.unit(unit).mark == ShockMark::MustCheck
    }

    /// Shifts for what the units are: cataphracts (11.5), the defence of the phalanx (11.61).
    fn unit_shifts(&self, combat: &Clash, aspect: Aspect, shifts: &mut ArrayVec<ColumnShift, 12>) {
        let [attacks, defends] =
            [combat.attacker, combat.defender].map(|unit| self.rules.troops(unit).kind);
        let fights_as_cataphract = |unit: UnitId| {
            let charges = self.state.unit(unit).formation == Formation::Charge;
            self.rules.troops(unit).kind.is_cataphract() && (!self.rules.switches.charge || charges)
        };
        if fights_as_cataphract(combat.attacker) {
            shifts.extend(self.shift(Shift::CataphractAttacks, 1, CATAPHRACTS));
        }
        if fights_as_cataphract(combat.defender) {
            shifts.extend(self.shift(Shift::CataphractDefends, 1, CATAPHRACTS));
        }
        if defends.is_phalanx() && aspect == Aspect::Front && self.moved_up(combat.attacker) {
            let shift = match attacks {
                kind if kind.is_phalanx() => Shift::PhalanxFlankAgainstPhalanx,
                kind if kind.is_heavy_infantry() => Shift::PhalanxFlankAgainstHeavy,
                _ => Shift::PhalanxFlank,
            };
            shifts.extend(self.shift(shift, self.guarded_flanks(combat.defender), PHALANX_DEFENSE));
        }
    }

    fn shift(&self, shift: Shift, times: i8, rule: Rule) -> Option<ColumnShift> {
        let by = self.rules.charts.shifts[shift as usize] * times;
        (by != 0).then_some(ColumnShift { by, cause: ShiftCause::Chart(shift), rule })
    }

    /// How many flank hexes of a phalanx another phalanx holds or watches (11.61).
    fn guarded_flanks(&self, phalanx: UnitId) -> i8 {
        let camp = self.rules.camp(phalanx);
        let Some(placement) = self.rules.placement(self.state, phalanx) else { return 0 };
        let mut flanks = ArrayVec::<Hex, 4>::new();
        self.rules.each_around(phalanx, placement, |_, _, hex, aspect| {
            let is_new = aspect == Aspect::Flank && !flanks.contains(&hex);
            if is_new && self.rules.field().contains(hex) && !flanks.is_full() {
                flanks.push(hex);
            }
        });
        let others = self.rules.list(camp).units.iter().filter(|&unit| {
            unit != phalanx
                && self.state.unit(unit).is_steady()
                && self.rules.troops(unit).kind.is_phalanx()
        });
        let others: UnitSet = others.collect();
        let guards = |hex: Hex| {
            others.iter().any(|unit| {
                self.hexes(unit).contains(&hex) || self.rules.exerts(self.state, unit, hex)
            })
        };
        flanks.into_iter().filter(|&hex| guards(hex)).count().min(2) as i8
    }

    /// Shifts for the ground (6.27): where units stand on different ground, what suits the defender counts.
    fn ground_shifts(&self, combat: &Clash, shifts: &mut ArrayVec<ColumnShift, 12>) {
        let field = self.rules.field();
        let every_defender_in = |terrains: &[Terrain]| {
            combat.defenders.iter().all(|unit| {
                self.hexes(unit).iter().any(|&hex| terrains.contains(&field.terrain(hex)))
            })
        };
        for (shift, terrains) in [
            (Shift::DefendersInWoodsOrMarsh, &[Terrain::Woods, Terrain::Marsh][..]),
            (Shift::DefendersInRocky, &[Terrain::Rocky]),
            (Shift::DefendersInRiver, &[Terrain::MajorRiver, Terrain::RockyRiverbed]),
            (Shift::DefendersInTown, &[Terrain::Town]),
        ] {
            if every_defender_in(terrains) {
                shifts.extend(self.shift(shift, 1, TERRAIN_SHIFTS));
            }
        }
        let by_height = self.height_shift(combat);
        shifts.extend(by_height);
        if self.every_attacker_crosses(combat, &[HexsideFeature::MinorRiver]) {
            shifts.extend(self.shift(Shift::AttackersCrossMinorRiver, 1, TERRAIN_SHIFTS));
        }
        let banks = [HexsideFeature::SteepBank, HexsideFeature::SteepBankedStream];
        if by_height.is_none() && self.every_attacker_crosses(combat, &banks) {
            shifts.extend(self.shift(Shift::AttackersCrossSteepBank, 1, TERRAIN_SHIFTS));
        }
    }

    fn height_shift(&self, combat: &Clash) -> Option<ColumnShift> {
        let level = |unit: UnitId, pick: fn(u8, u8) -> u8| {
            let levels = self.hexes(unit).into_iter().map(|hex| self.rules.field().level(hex));
            levels.reduce(pick).unwrap_or(0)
        };
        let attackers = combat.attackers.iter().map(|unit| level(unit, u8::min));
        let (lowest, highest) =
            attackers.fold((u8::MAX, 0), |(low, high), at| (low.min(at), high.max(at)));
        let mut defenders = combat.defenders.iter().map(|unit| level(unit, u8::max));
        let (mut all_higher, mut any_higher, mut all_lower) = (true, false, true);
        for at in &mut defenders {
            all_higher &= at > highest;
            any_higher |= at > highest;
            all_lower &= at < lowest;
        }
        let shift = match () {
            () if all_higher => Shift::AllDefendersHigher,
            () if any_higher => Shift::SomeDefenderHigher,
            () if all_lower => Shift::AllDefendersLower,
            () => return None,
        };
        self.shift(shift, 1, TERRAIN_SHIFTS)
    }

    fn every_attacker_crosses(&self, combat: &Clash, kinds: &[HexsideFeature]) -> bool {
        combat.attackers.iter().all(|attacker| {
            combat.defenders.iter().any(|defender| {
                self.thrusts(attacker, defender).iter().any(|&(from, side, _)| {
                    self.rules.field().hexside(from, side).is_some_and(|kind| kinds.contains(&kind))
                })
            })
        })
    }

    /// 9.16, step 3: the leader of each side who counts most; one killed in this combat counts against it.
    fn charisma_of(&self, combat: &Clash) -> ArrayVec<Charisma, 2> {
        let sides =
            [(combat.attackers, combat.fallen[0], 1), (combat.defenders, combat.fallen[1], -1)];
        let mut found = ArrayVec::new();
        for (units, fallen, sign) in sides {
            if let Some(lost) = fallen {
                found.push(Charisma { adds: -sign * lost as i8, leader: None });
                continue;
            }
            let leaders = units
                .iter()
                .flat_map(|unit| self.hexes(unit))
                .flat_map(|hex| self.state.leaders_at(hex))
                .filter(|&leader| combat.silent & super::leader_bit(leader) == 0)
                .map(|leader| (self.rating(leader, self.rules.commander(leader).charisma), leader));
            let best = leaders.max_by_key(|&(charisma, leader)| (charisma, leader));
            if let Some((charisma, leader)) = best.filter(|&(charisma, _)| charisma > 0) {
                found.push(Charisma { adds: sign * charisma as i8, leader: Some(leader) });
            }
        }
        found
    }

    /// Which rule halves what the defender's type does to the attackers, and the attacker's to the defenders
    /// (11.33, 11.41, 11.43, 11.81).
    fn limits(&self, combat: &Clash) -> [Option<Rule>; 2] {
        let Clash { attacker, defender, attackers, defenders, .. } = *combat;
        let kind = |unit: UnitId| self.rules.troops(unit).kind;
        let only_their_like = |but: UnitId| {
            let mut others = attackers.iter().chain(defenders.iter()).filter(|&unit| unit != but);
            others.all(|unit| kind(unit).is_skirmisher() || kind(unit).is_chariot())
        };
        let (attacks, defends) = (kind(attacker), kind(defender));
        let of_defender = match () {
            () if defends.is_skirmisher() && !only_their_like(defender) => Some(SKIRMISHERS),
            () if defends == Kind::LightArcher => Some(LIGHT_INFANTRY),
            () if defends == Kind::HorseArcher => Some(LIGHT_CAVALRY),
            // 9.16, step 4: nor are engines made for shock.
            () if defends.is_artillery() => Some(ENGINES),
            () => None,
        };
        let is_heavier = defends.is_phalanx_or_heavy() || defends.is_medium_infantry();
        let of_attacker = match () {
            () if attacks.is_skirmisher() && !only_their_like(attacker) => Some(SKIRMISHERS),
            () if attacks.is_light_cavalry() && is_heavier && !self.state.unit(defender).routed => {
                Some(LIGHT_CAVALRY)
            }
            () => None,
        };
        [of_defender, of_attacker]
    }

    /// 9.16, step 4: how many times the hits of whoever is not superior count; 11.73: by flank or rear a
    /// stack suffers more.
    fn times(&self, advantage: Advantage, aspect: Aspect, defender: UnitId) -> (u8, Rule) {
        let figures = &self.rules.charts.shock.adjustments;
        match advantage {
            Advantage::Attack if aspect != Aspect::Front && self.back_of(defender).is_some() => {
                (figures.double_depth_flank_or_rear, FIGHTING_IN_DEPTH)
            }
            Advantage::Attack => (figures.attack_superior, STRUGGLE),
            Advantage::Defense => (figures.defense_superior, STRUGGLE),
            Advantage::Neither => (1, STRUGGLE),
        }
    }

    /// 9.16, step 4: the hits of a roll, multiplied and halved.
    fn shock_hits(&self, breakdown: &Breakdown, raw: i32) -> ShockHits {
        let charts = &self.rules.charts.shock;
        let result = charts.result(breakdown.column, raw + breakdown.die_modifier());
        let mut hits = ShockHits { attackers: result.attacker, defenders: result.defender };
        match breakdown.advantage {
            Advantage::Attack => hits.defenders *= breakdown.times.0,
            Advantage::Defense => hits.attackers *= breakdown.times.0,
            Advantage::Neither => {}
        }
        let limited = |hits: u8, by: Option<Rule>| match by {
            None => hits,
            Some(rule) if rule == SKIRMISHERS => (hits / 2).min(charts.adjustments.skirmisher_most),
            Some(_) => hits / 2,
        };
        hits.attackers = limited(hits.attackers, breakdown.limits[0]);
        hits.defenders = limited(hits.defenders, breakdown.limits[1]);
        hits
    }
}

/// 9.16, step 2: columns to the right for the attacker, or with a minus to the left. Rounded for the attacker
/// if he moved up, for the defender otherwise; where a side has no size that counts, nothing.
fn size_ratio(attack: u16, defense: u16, moved_up: bool) -> i8 {
    if attack == 0 || defense == 0 {
        return 0;
    }
    let ratio = |larger: u16, smaller: u16, rounded_up: bool| {
        let whole = if rounded_up { larger.div_ceil(smaller) } else { larger / smaller };
        whole as i8 - 1
    };
    if attack >= defense {
        ratio(attack, defense, moved_up)
    } else {
        -ratio(defense, attack, !moved_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 9.16, step 2: the book's own figures.
    #[test]
    fn sizes_round_for_whoever_has_the_impetus() {
        for (attack, defense, moved, by) in [
            (5, 4, true, 1),
            (4, 5, true, 0),
            (2, 5, true, -1),
            (5, 4, false, 0),
            (4, 5, false, -1),
            (10, 5, true, 1),
            (10, 5, false, 1),
            (5, 3, true, 1),
            (5, 3, false, 0),
            (0, 5, true, 0),
        ] {
            assert_eq!(size_ratio(attack, defense, moved), by, "{attack} to {defense}, {moved}");
        }
    }
}

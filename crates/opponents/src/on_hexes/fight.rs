//! What a shock would likely bring: the breakdown's own distribution of hits, the checks before it, and who runs.

use super::look::{Look, Points};
use diadem_hexes::shock::{Advantage, Breakdown, Clash};
use diadem_hexes::{Aspect, ShockMark, State, UnitId, UnitSet};

/// What a fight is expected to bring its attackers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Prospect {
    /// Harm to the defenders.
    pub gain: Points,
    /// Harm to the attackers.
    pub cost: Points,
}

impl Prospect {
    /// What is left for whoever attacks.
    pub(super) const fn net(self) -> Points {
        self.gain - self.cost
    }
}

/// How a side stands in a fight.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Attack,
    Defense,
    /// Attacked in flank or rear: nobody stands that by a roll (9.18).
    Outflanked,
}

impl Look<'_> {
    /// What a fight of these against those would bring in a position, each side giving the type that suits it:
    /// the defender first (9.15). Nothing when they cannot fight.
    pub(super) fn prospect(
        &self,
        state: &State,
        attackers: UnitSet,
        defenders: UnitSet,
    ) -> Option<Prospect> {
        let types = |units: UnitSet| {
            let capable = units.iter().filter(|&unit| self.kind(unit).is_shock_capable());
            let capable: UnitSet = capable.collect();
            if capable.is_empty() { units } else { capable }
        };
        let best_attack = |defender: UnitId| {
            let all = types(attackers).iter();
            all.filter_map(|attacker| {
                self.prospect_of(state, attackers, defenders, attacker, defender)
            })
            .max_by_key(|prospect| prospect.net())
        };
        types(defenders).iter().filter_map(best_attack).min_by_key(|prospect| prospect.net())
    }

    /// The same where it is known who gives the types.
    pub(super) fn prospect_of(
        &self,
        state: &State,
        attackers: UnitSet,
        defenders: UnitSet,
        attacker: UnitId,
        defender: UnitId,
    ) -> Option<Prospect> {
        let clash =
            Clash { attackers, defenders, attacker, defender, fallen: [None; 2], silent: 0 };
        let breakdown = self.rules.breakdown(state, clash)?;
        let is_outflanked =
            breakdown.aspect != Aspect::Front && breakdown.advantage == Advantage::Attack;
        let defense = if is_outflanked { Part::Outflanked } else { Part::Defense };
        let checks = attackers.iter().any(|unit| state.unit(unit).mark == ShockMark::MustCheck);
        let is_easy =
            defenders.iter().all(|unit| self.kind(unit).is_skirmisher() || state.unit(unit).routed);
        let mut gain = 0;
        for unit in defenders.iter() {
            let first = defender == unit;
            gain += self.suffers(state, &breakdown, unit, first, defenders.len(), defense, checks);
        }
        let mut cost = 0;
        for unit in attackers.iter() {
            let checks = state.unit(unit).mark == ShockMark::MustCheck && !is_easy;
            let (first, many) = (attacker == unit, attackers.len());
            cost += self.suffers(state, &breakdown, unit, first, many, Part::Attack, checks);
        }
        Some(Prospect { gain, cost })
    }

    /// The harm that a unit is to expect.
    #[expect(clippy::too_many_arguments, reason = "one row of a table")]
    fn suffers(
        &self,
        state: &State,
        breakdown: &Breakdown,
        unit: UnitId,
        gives_type: bool,
        sharing: usize,
        part: Part,
        checks: bool,
    ) -> Points {
        let now = state.unit(unit);
        let tq = self.rules.troops(unit).tq;
        let before = if now.routed { self.harm(unit, tq) } else { self.harm(unit, now.hits) };
        let mut sum = 0;
        let many = sharing as u8;
        for roll in breakdown.hits {
            let (own, theirs) = match part {
                Part::Attack => (roll.attackers, roll.defenders),
                _ => (roll.defenders, roll.attackers),
            };
            let over = if gives_type { own % many } else { 0 };
            let mut hits = now.hits + own / many + over;
            // 9.17: the push of shields.
            if hits >= 3 * theirs.max(1) && own > 0 {
                hits += 2;
            }
            if !checks {
                sum += 10 * self.harm_after(unit, hits, now.routed, part);
                continue;
            }
            for check in 0..10u8 {
                let more = check.saturating_sub(tq);
                sum += self.harm_after(unit, hits + more, now.routed, part);
            }
        }
        sum / 100 - before
    }

    /// What is left of a unit that ends a fight with so many hits (9.18).
    fn harm_after(&self, unit: UnitId, hits: u8, was_routed: bool, part: Part) -> Points {
        let troops = self.rules.troops(unit);
        let worth = super::look::worth(self.rules, unit);
        let tq = troops.tq;
        let stands = troops.kind.is_two_hex() && troops.kind.is_phalanx_or_heavy();
        let lost = match () {
            () if troops.kind.is_skirmisher() || troops.kind.is_chariot() => worth,
            () if troops.kind.is_elephant() => worth,
            () => worth * 17 / 20,
        };
        match () {
            () if was_routed => {
                if hits > 0 {
                    worth
                } else {
                    lost
                }
            }
            () if hits >= tq && stands && part != Part::Outflanked => {
                let adds = hits - tq + if part == Part::Attack { 3 } else { 0 };
                let runs = i32::from((9 + adds).saturating_sub(tq).min(10));
                (runs * lost + (10 - runs) * self.harm(unit, tq - 1)) / 10
            }
            () if hits >= tq => lost,
            () if hits + 1 == tq && hits > 0 => {
                let runs = i32::from(9u8.saturating_sub(tq));
                let left = if stands { tq - 1 } else { tq.saturating_sub(2) };
                (runs * lost + (10 - runs) * self.harm(unit, left)) / 10
            }
            () => self.harm(unit, hits),
        }
    }
}

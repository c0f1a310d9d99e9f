//! Which duels are worth fighting, by the odds that the rules give.

use super::thumb::Sight;
use super::worth;
use diadem_display::{Bout, LeaderId, Prospect, UnitId};

/// Leader casualties in sixths of a sixth: a death, and half of it for a wound.
const FALLS: i32 = 8;
/// Defenders that are paired as a whole; beyond that the best pairs are taken one by one.
const MOST_PAIRED: usize = 6;

/// A duel, and what it brings on average.
pub(crate) type Match = (i32, UnitId, UnitId);

impl Sight<'_> {
    /// What an attack of one unit on another brings on average, in sixths of what units are worth.
    pub(crate) fn gain(&self, attacker: UnitId, defender: UnitId) -> i32 {
        let (display, state) = (self.display, self.state);
        let whole = |unit| worth::unit(display, state, unit);
        let step = |unit| whole(unit) - worth::after_a_loss(display, state, unit);
        match self.outlook().prospect(attacker, defender) {
            Prospect::Shot(shot) => i32::from(shot.hits) * (step(defender) + self.risk(defender)),
            Prospect::Duel(_, chances) => {
                let [attacker_loses, attacker_routs, _, defender_routs, defender_loses] =
                    chances.map(i32::from);
                // A routed unit comes home after the battle, perhaps before its end.
                let routed = |unit: UnitId| {
                    let led = state.leader_of(unit);
                    let firm = led.is_some_and(|leader| self.is_alexander(leader));
                    let kept = if firm { 0 } else { whole(unit) * self.weights.rout / 100 };
                    kept + self.risk(unit)
                };
                let lost = |unit: UnitId| step(unit) + self.risk(unit);
                let mut gain = -self.fire_at(attacker, defender) * step(attacker);
                if defender_routs > 0 {
                    gain += defender_routs * routed(defender);
                }
                if defender_loses > 0 {
                    gain += defender_loses * lost(defender);
                }
                if attacker_routs > 0 {
                    gain -= attacker_routs * routed(attacker);
                }
                if attacker_loses > 0 {
                    gain -= attacker_loses * lost(attacker);
                }
                gain
            }
        }
    }

    /// The chance in sixths that the attacked unit shoots first and hits.
    fn fire_at(&self, attacker: UnitId, defender: UnitId) -> i32 {
        let shoots = self.display.battle().units[defender.index()].kind.shoots();
        if !shoots || self.state.units[attacker.index()].engaged == Some(defender) {
            return 0;
        }
        match self.outlook().prospect(defender, attacker) {
            Prospect::Shot(shot) => i32::from(shot.hits),
            Prospect::Duel(..) => 0,
        }
    }

    /// What the leader of a unit stands to lose when it suffers.
    fn risk(&self, unit: UnitId) -> i32 {
        let is_own = self.display.camp_of(unit) == self.side;
        let counts = if is_own { self.weights.leader_risk } else { self.weights.leader_prize };
        if counts == 0 {
            return 0;
        }
        let Some(leader): Option<LeaderId> = self.state.leader_of(unit) else { return 0 };
        let at_stake = worth::leader(self.display, self.state, leader);
        // Alexander dies on a second roll only.
        let share = if self.is_alexander(leader) { 36 } else { FALLS };
        at_stake * counts / (share * 100)
    }

    /// The duels of one box against another as they are best paired, and what they bring together.
    pub(crate) fn matches(&self, bout: Bout, into: &mut Vec<Match>) -> i32 {
        let pairs = self.display.pairings(self.state, bout);
        into.clear();
        into.extend(pairs.into_iter().map(|(one, other)| (self.gain(one, other), one, other)));
        into.sort_by_key(|&(gain, one, other)| (-gain, one, other));
        if self.weights.pairs_whole > 0 { whole(into) } else { one_by_one(into) }
    }
}

/// The best pair first, then the best of those left.
fn one_by_one(pairs: &mut Vec<Match>) -> i32 {
    let (mut mine, mut theirs) = (diadem_display::UnitSet::NONE, diadem_display::UnitSet::NONE);
    pairs.retain(|&(_, one, other)| {
        let is_free = !mine.contains(one) && !theirs.contains(other);
        if is_free {
            mine.insert(one);
            theirs.insert(other);
        }
        is_free
    });
    pairs.iter().map(|&(gain, ..)| gain).sum()
}

/// As many pairs as there can be, and of all ways to pair them the one that brings most.
pub(crate) fn whole(pairs: &mut Vec<Match>) -> i32 {
    /// One more pair counts more than whatever a pairing brings.
    const PAIR: i32 = 1 << 20;
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for &(_, one, other) in pairs.iter() {
        if !mine.contains(&one) {
            mine.push(one);
        }
        if !theirs.contains(&other) {
            theirs.push(other);
        }
    }
    if theirs.len() > MOST_PAIRED {
        return one_by_one(pairs);
    }
    // For every set of the enemy's that could be met so far: what it brings, and by whom the last was met.
    let sets = 1usize << theirs.len();
    let mut best = [i32::MIN; 1 << MOST_PAIRED];
    best[0] = 0;
    let mut met: Vec<[u8; 1 << MOST_PAIRED]> = Vec::with_capacity(mine.len());
    for &one in &mine {
        let before = best;
        let mut by = [u8::MAX; 1 << MOST_PAIRED];
        for &(gain, _, other) in pairs.iter().filter(|&&(_, who, _)| who == one) {
            let Some(at) = theirs.iter().position(|&known| known == other) else { continue };
            for set in (0..sets).filter(|set| set & (1 << at) == 0) {
                let reached = set | (1 << at);
                let sum = before[set].saturating_add(PAIR + gain);
                if before[set] > i32::MIN && sum > best[reached] {
                    best[reached] = sum;
                    by[reached] = at as u8;
                }
            }
        }
        met.push(by);
    }
    let Some(mut set) = (0..sets).max_by_key(|&set| best[set]) else { return 0 };
    let mut kept = Vec::with_capacity(theirs.len());
    for (one, by) in mine.iter().zip(&met).rev() {
        if by[set] != u8::MAX {
            kept.push((*one, theirs[usize::from(by[set])]));
            set &= !(1 << by[set]);
        }
    }
    pairs.retain(|&(_, one, other)| kept.contains(&(one, other)));
    pairs.iter().map(|&(gain, ..)| gain).sum()
}

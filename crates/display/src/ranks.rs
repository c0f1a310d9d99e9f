//! 10.10: who meets whom when two boxes fight.
//!
//! As many duels are fought as can be. Where defenders are more than the attackers that may meet them,
//! those of the highest priority are met: first line before second, strongest before weaker (10.15).

use crate::combat::Duels;
use crate::engine::position::Position;
use crate::model::army::UnitId;
use crate::model::boxes::{BoxId, Line, Post};
use crate::model::sets::UnitSet;

/// The units of two boxes that may still meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ranks {
    /// Those that may attack and are not engaged.
    pub(crate) free: UnitSet,
    /// Those that may be attacked next.
    pub(crate) defenders: UnitSet,
    /// How many duels there can be.
    pub(crate) slots: usize,
    /// Whether all of them were attacked before, from another box, and may be left alone.
    pub(crate) is_optional: bool,
}

/// Defenders of the same priority.
struct Group {
    rank: u16,
    units: UnitSet,
    elephants: usize,
    others: usize,
}

impl Position<'_> {
    pub(crate) fn ranks(&self, from: BoxId, to: BoxId) -> Ranks {
        let camp = self.camp;
        let turn = self.turn;
        let (struck, fought) = self.under_attack();
        let most = usize::from(self.rules.board().capacity().reserve_fighting);
        let pending = self.pending(from);
        let free = self.attackers(from) - self.engaged;
        let mut slots = free.len();
        if from == BoxId::of(camp, Post::Reserve) {
            slots = slots.min(most.saturating_sub(usize::from(fought) + pending.len()));
        }

        let mut open = self.of_camp(camp.other(), to);
        // 10.6: the second line is attacked only from flank or rear, that is from a later box.
        if !turn.targets.contains(to) && to.has_lines_for(camp.other()) {
            open = open - self.second;
        }
        open = open - self.kept();
        // 10.5: four of a reserve fight.
        let fresh_left = if to == BoxId::of(camp.other(), Post::Reserve) {
            most.saturating_sub(usize::from(turn.of_reserve))
        } else {
            usize::MAX
        };
        let attacked = |unit: UnitId| self.state.unit(unit).attacked;
        if fresh_left == 0 {
            open = open.iter().filter(|&unit| attacked(unit) > 0).collect();
        }
        // 10.15: nobody twice until everybody once.
        let level = open.iter().map(attacked).min().unwrap_or(0);
        let at_level: UnitSet = open.iter().filter(|&unit| attacked(unit) == level).collect();
        if level == 0 {
            slots = slots.min(fresh_left);
        }
        Ranks { free, defenders: at_level - struck, slots, is_optional: level > 0 }
    }

    /// The units that the box which attacks now has attacked, and in how many duels: none while no box attacks.
    pub(crate) fn under_attack(&self) -> (UnitSet, u8) {
        let duels = self.state.under_way::<Duels>();
        duels.map_or((UnitSet::NONE, 0), |duels| (duels.struck, duels.count))
    }

    /// Lower is met first.
    fn rank(&self, unit: UnitId) -> u16 {
        let line = u16::from(self.state.unit(unit).line == Line::Second);
        line * 256 + (255 - u16::from(self.strength(unit).defense))
    }
}

impl Ranks {
    /// Whether there is a duel at all.
    pub(crate) fn has_duel(&self, position: &Position<'_>) -> bool {
        let classes = &position.rules.classes;
        let on_foot = !(self.free - classes.cavalry).is_empty();
        let targets = if on_foot { self.defenders } else { self.defenders - classes.elephants };
        self.slots > 0 && !self.free.is_empty() && !targets.is_empty()
    }

    /// Every duel that may be fought next.
    pub(crate) fn each_pair(&self, position: &Position<'_>, mut each: impl FnMut(UnitId, UnitId)) {
        if self.slots == 0 || self.free.is_empty() {
            return;
        }
        let classes = &position.rules.classes;
        let horse = self.free & classes.cavalry;
        let elephants = self.defenders & classes.elephants;
        if !horse.is_empty() && !elephants.is_empty() {
            return self.each_pair_with_elephants(position, each);
        }
        let targets = if self.defenders.len() > self.slots {
            self.strongest(position)
        } else {
            self.defenders
        };
        for attacker in self.free.iter() {
            targets.iter().for_each(|defender| each(attacker, defender));
        }
    }

    /// The defenders that must be met first; ties are the attacker's choice.
    fn strongest(&self, position: &Position<'_>) -> UnitSet {
        let mut best = u16::MAX;
        let mut targets = UnitSet::NONE;
        for unit in self.defenders.iter() {
            let rank = position.rank(unit);
            if rank < best {
                (best, targets) = (rank, UnitSet::NONE);
            }
            if rank == best {
                targets.insert(unit);
            }
        }
        targets
    }

    /// Cavalry may not attack elephants, so foot must be kept for those that are to be met.
    fn each_pair_with_elephants(
        &self,
        position: &Position<'_>,
        mut each: impl FnMut(UnitId, UnitId),
    ) {
        let classes = &position.rules.classes;
        let groups = self.groups(position);
        let foot = (self.free - classes.cavalry).len();
        let must_be_in_order = self.defenders.len() > self.slots;
        for (index, group) in groups.iter().enumerate() {
            let mut met_here = false;
            for defender in group.units.iter() {
                let is_elephant = classes.elephants.contains(defender);
                for attacker in self.free.iter() {
                    let is_horse = classes.cavalry.contains(attacker);
                    let fits = !(is_horse && is_elephant)
                        && keeps_priorities(
                            &groups,
                            index,
                            self.slots,
                            foot,
                            is_elephant,
                            !is_horse,
                        );
                    if fits {
                        met_here = true;
                        each(attacker, defender);
                    }
                }
            }
            if met_here && must_be_in_order {
                return;
            }
        }
    }

    fn groups(&self, position: &Position<'_>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for unit in self.defenders.iter() {
            let rank = position.rank(unit);
            let at = groups.partition_point(|group| group.rank < rank);
            if groups.get(at).is_none_or(|group| group.rank != rank) {
                groups.insert(at, Group { rank, units: UnitSet::NONE, elephants: 0, others: 0 });
            }
            let group = &mut groups[at];
            group.units.insert(unit);
            if position.rules.classes.elephants.contains(unit) {
                group.elephants += 1;
            } else {
                group.others += 1;
            }
        }
        groups
    }
}

/// Whether as many of each priority can be met after this duel, with this one, as could be before.
fn keeps_priorities(
    groups: &[Group],
    index: usize,
    slots: usize,
    foot: usize,
    met_elephant: bool,
    with_foot: bool,
) -> bool {
    let mut before = Greedy { slots, foot };
    let mut after = Greedy { slots: slots - 1, foot: foot - usize::from(with_foot) };
    groups.iter().enumerate().all(|(at, group)| {
        let met = usize::from(at == index);
        let (gone_elephant, gone_other) = if met_elephant { (met, 0) } else { (0, met) };
        before.take(group.elephants, group.others)
            == met + after.take(group.elephants - gone_elephant, group.others - gone_other)
    })
}

/// Meets as many as it can, by priority: elephants only while there is foot.
struct Greedy {
    slots: usize,
    foot: usize,
}

impl Greedy {
    fn take(&mut self, elephants: usize, others: usize) -> usize {
        let elephants = elephants.min(self.foot);
        let taken = (elephants + others).min(self.slots);
        self.slots -= taken;
        self.foot -= elephants.min(taken);
        taken
    }
}

#[cfg(test)]
mod tests {
    use crate::combat::{Attack, Bout};
    use crate::engine::display::Display;
    use crate::engine::sequence::{Phase, Turn};
    use crate::engine::state::{Place, State};
    use crate::model::army::{
        BattleSetup, Doubling, ForceId, ForceSetup, Kind, Names, Order, Placing, Strength,
        Switches, UnitId, UnitSetup,
    };
    use crate::model::boxes::{BoxId, Line, Post};
    use diadem_core::{Camp, Chance, Seat};
    use std::collections::BTreeSet;

    /// Up to four against up to four, horse and foot against elephants and others, face to face.
    fn meeting(seed: u64) -> (Display, State) {
        let mut chance = Chance::new(seed);
        let mut units = Vec::new();
        for (camp, kinds) in [
            (Camp::First, [Kind::LightCavalry, Kind::Infantry]),
            (Camp::Second, [Kind::Elephant, Kind::Infantry]),
        ] {
            let fighting = 1 + chance.below(4);
            for nth in 0..fighting.max(3) {
                units.push((
                    nth < fighting,
                    UnitSetup {
                        parent: 0,
                        force: ForceId(camp as u8),
                        kind: kinds[chance.below(2) as usize],
                        steps: vec![Strength { attack: 3, defense: 1 + chance.below(3) as u8 }],
                        lost: 0,
                        spartan: false,
                        doubling: Doubling::Never,
                    },
                ));
            }
        }
        let force = |camp: Camp| {
            let seat = Seat::new(camp as u8);
            ForceSetup { camp, seat, placing: Placing::Free }
        };
        let (forces, order) = (Camp::BOTH.map(force).to_vec(), Order::ALEXANDROS);
        let (fights, units): (Vec<bool>, Vec<UnitSetup>) = units.into_iter().unzip();
        let setup = BattleSetup {
            forces,
            order,
            units,
            leaders: Vec::new(),
            switches: Switches::default(),
        };
        let names = Names::plain(&setup);
        let display = Display::new(setup, names).unwrap();
        let mut state = display.beginning();
        (state.round, state.active) = (2, ForceId(0));
        state.steps = vec![Turn::from(Phase::Combat).into(), Attack.into()];
        for (index, fights) in fights.into_iter().enumerate() {
            let camp = display.camp_of(UnitId(index as u8));
            let post = if fights { Post::Center } else { Post::Reserve };
            state.units[index].place = Place::In(BoxId::of(camp, post));
            state.units[index].line = Line::First;
        }
        (display, state)
    }

    type Pairs = Vec<(UnitId, UnitId)>;

    /// Every way to fight as many duels as there can be.
    fn ways(display: &Display, attackers: &[UnitId], defenders: &[UnitId]) -> Vec<Pairs> {
        let Some((&first, rest)) = attackers.split_first() else { return vec![Vec::new()] };
        let mut all = ways(display, rest, defenders);
        for (at, &met) in defenders.iter().enumerate() {
            let classes = &display.classes;
            if classes.cavalry.contains(first) && classes.elephants.contains(met) {
                continue;
            }
            let left: Vec<UnitId> = defenders
                .iter()
                .copied()
                .enumerate()
                .filter(|&(i, _)| i != at)
                .map(|(_, d)| d)
                .collect();
            for mut way in ways(display, rest, &left) {
                way.push((first, met));
                all.push(way);
            }
        }
        all
    }

    /// The rule as it is written: of all ways to fight, those that meet the strongest.
    #[test]
    fn who_meets_whom_is_what_trying_everything_finds() {
        for seed in 0..2_000 {
            let (display, state) = meeting(seed);
            let inside = |camp| -> Vec<UnitId> {
                let here = Place::In(BoxId::of(camp, Post::Center));
                let is_there = |unit: &UnitId| state.unit(*unit).place == here;
                display.muster(camp).iter().filter(is_there).collect()
            };
            let (attackers, defenders) = (inside(Camp::First), inside(Camp::Second));
            let defense = |unit: UnitId| display.strength(&state, unit).defense;
            // How many defenders of each strength are met, the strongest first.
            let worth = |way: &Pairs| {
                [3, 2, 1]
                    .map(|wanted| way.iter().filter(|&&(_, met)| defense(met) == wanted).count())
            };
            let all = ways(&display, &attackers, &defenders);
            let best = all.iter().map(&worth).max().unwrap();
            let outnumbered = defenders.len() > attackers.len();
            let first = [3, 2, 1].into_iter().zip(best).find(|&(_, met)| met > 0);
            let expected: BTreeSet<(UnitId, UnitId)> = all
                .iter()
                .filter(|way| worth(way) == best)
                .flatten()
                .copied()
                .filter(|&(_, met)| !outnumbered || Some(defense(met)) == first.map(|(of, _)| of))
                .collect();
            let center = |camp| BoxId::of(camp, Post::Center);
            let bout = Bout { from: center(Camp::First), to: center(Camp::Second) };
            let found: BTreeSet<_> = display.pairings(&state, bout).into_iter().collect();
            assert_eq!(found, expected, "seed {seed}");
        }
    }
}

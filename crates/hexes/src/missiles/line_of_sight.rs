//! 8.14: line of sight, from the centre of one hex to the centre of another, in whole numbers.
//!
//! A point is given in cube coordinates. Seen from the centre of a hex, a point lies within it when its
//! product with the step to each neighbour is at most one; on the boundary it is exactly one.

use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::state::State;
use crate::model::hex::{Hex, Hexside};
use crate::model::order_of_battle::UnitId;

/// How a line of sight is looked along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// 8.14: of whoever fires straight, strictly.
    Straight,
    /// 8.14, exception: of archers, who fire over units nearer to themselves than to the target.
    Arched,
    /// 4.34: of a leader, loosely: elephants do not block it, and along a hexside one open side is enough.
    Command,
}

/// What a line passes between two hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Passed {
    /// Through this hex.
    Through(Hex),
    /// Along the side between these two; one may be off the map.
    Along(Option<Hex>, Option<Hex>),
}

impl Passed {
    /// The hexes that it touches.
    pub(crate) fn hexes(self) -> impl Iterator<Item = Hex> {
        let (one, other) = match self {
            Passed::Through(hex) => (Some(hex), None),
            Passed::Along(one, other) => (one, other),
        };
        one.into_iter().chain(other)
    }
}

type Cube = [i16; 3];

/// The step beyond each side, in cube coordinates.
const STEPS: [Cube; 6] = [[0, -1, 1], [1, -1, 0], [1, 0, -1], [0, 1, -1], [-1, 1, 0], [-1, 0, 1]];

const fn step(side: Hexside) -> Cube {
    STEPS[side as usize]
}

fn plus(one: Cube, other: Cube) -> Cube {
    std::array::from_fn(|axis| one[axis] + other[axis])
}

fn minus(one: Cube, other: Cube) -> Cube {
    std::array::from_fn(|axis| one[axis] - other[axis])
}

fn product(one: Cube, other: Cube) -> i32 {
    (0..3).map(|axis| i32::from(one[axis]) * i32::from(other[axis])).sum()
}

/// The hex at a point that is the centre of one; nothing where numbers end.
fn hex_at([column, down, _]: Cube) -> Option<Hex> {
    let row = down + (column + 1).div_euclid(2) - (column & 1);
    Some(Hex::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?))
}

/// Everything a line passes between the centres of two hexes, in order, both ends left out.
pub(crate) struct Line {
    from: Cube,
    to: Cube,
    at: Cube,
    /// A line that runs along hexsides: the two sides between which it leaves every hex.
    along: Option<[Hexside; 2]>,
    /// Whether such a line is to pass a hex next, and not a hexside.
    through_next: bool,
}

impl Line {
    pub(crate) fn between(from: Hex, to: Hex) -> Line {
        let (from, to) = (from.cube(), to.cube());
        let way = minus(to, from);
        // It leaves through a vertex just when two neighbours lie equally far along it, ahead of all others.
        let along = Hexside::ALL.into_iter().find_map(|side| {
            let next = side.turned(1);
            let [one, other] = [side, next].map(|side| product(way, step(side)));
            (one == other && one > 0).then_some([side, next])
        });
        Line { from, to, at: from, along, through_next: false }
    }

    /// The side by which the line leaves the hex at which it is: the one it reaches first. Through a vertex
    /// it goes on into the hex that lies more in its way.
    fn exit(&self) -> Hexside {
        let way = minus(self.to, self.from);
        let gone = minus(self.from, self.at);
        let mut best = Hexside::North;
        // When the boundary is reached, as a fraction of the way.
        let mut soonest: Option<(i32, i32)> = None;
        for side in Hexside::ALL {
            let speed = product(way, step(side));
            if speed <= 0 {
                continue;
            }
            let left = 1 - product(gone, step(side));
            let is_sooner = soonest.is_none_or(|(best_left, best_speed)| {
                let (mine, best) = (left * best_speed, best_left * speed);
                mine < best || mine == best && speed > best_speed
            });
            if is_sooner {
                (best, soonest) = (side, Some((left, speed)));
            }
        }
        best
    }
}

impl Iterator for Line {
    type Item = Passed;

    fn next(&mut self) -> Option<Passed> {
        if self.at == self.to {
            return None;
        }
        let Some([one, other]) = self.along else {
            self.at = plus(self.at, step(self.exit()));
            return (self.at != self.to).then(|| hex_at(self.at).map(Passed::Through)).flatten();
        };
        self.through_next = !self.through_next;
        if self.through_next {
            let [one, other] = [one, other].map(|side| hex_at(plus(self.at, step(side))));
            return Some(Passed::Along(one, other));
        }
        self.at = plus(plus(self.at, step(one)), step(other));
        (self.at != self.to).then(|| hex_at(self.at).map(Passed::Through)).flatten()
    }
}

impl Hexes {
    /// The first hex that blocks the line of sight between two others, if one does (8.14).
    pub fn obstruction(&self, state: &State, from: Hex, to: Hex, sight: Sight) -> Option<Hex> {
        self.ask(state, |position| position.obstruction(from, to, sight))
    }
}

impl Position<'_> {
    /// Whether a hex can be seen from another (8.14); an adjacent one always can.
    pub(crate) fn sees(&self, from: Hex, to: Hex, sight: Sight) -> bool {
        self.obstruction(from, to, sight).is_none()
    }

    /// The first hex that blocks the sight between two others.
    pub(crate) fn obstruction(&self, from: Hex, to: Hex, sight: Sight) -> Option<Hex> {
        if from.distance(to) <= 1 {
            return None;
        }
        let block = |hex: Hex| self.blocks_sight(from, to, hex, sight).then_some(hex);
        Line::between(from, to).find_map(|passed| match passed {
            Passed::Through(hex) => block(hex),
            // What lies off the map blocks nothing.
            Passed::Along(one, other) => {
                let (one, other) = (one.and_then(block), other.and_then(block));
                if sight == Sight::Command { one.and(other) } else { one.or(other) }
            }
        })
    }

    /// Whether what is in a hex blocks the sight between two others.
    fn blocks_sight(&self, from: Hex, to: Hex, hex: Hex, sight: Sight) -> bool {
        let field = self.rules.field();
        if !field.contains(hex) {
            return false;
        }
        let level = field.level(hex);
        let (lowest, highest) = {
            let (one, other) = (field.level(from), field.level(to));
            (one.min(other), one.max(other))
        };
        if level > highest {
            return true;
        }
        if level < lowest {
            return false;
        }
        field.terrain(hex).blocks_sight()
            || self.units_at(hex).any(|unit| self.unit_blocks_sight(unit, from, to, hex, sight))
    }

    fn unit_blocks_sight(&self, unit: UnitId, from: Hex, to: Hex, hex: Hex, sight: Sight) -> bool {
        match sight {
            Sight::Straight => true,
            // Halfway is not nearer.
            Sight::Arched => hex.distance(from) >= hex.distance(to),
            Sight::Command => !self.rules.troops(unit).kind.is_elephant(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(number: &str) -> Hex {
        Hex::parse(number).unwrap()
    }

    fn passed(from: &str, to: &str) -> Vec<String> {
        let line = Line::between(hex(from), hex(to));
        line.map(|passed| passed.hexes().map(|hex| hex.to_string()).collect::<Vec<_>>().join("|"))
            .collect()
    }

    #[test]
    fn steps_lead_to_the_neighbours() {
        for home in [hex("0505"), hex("0605")] {
            for side in Hexside::ALL {
                let there = plus(home.cube(), step(side));
                assert_eq!(hex_at(there), home.beyond(side));
            }
        }
    }

    #[test]
    fn a_line_straight_over_hexes_passes_through_them() {
        assert_eq!(passed("3508", "3512"), ["3509", "3510", "3511"]);
        assert_eq!(passed("3022", "2821"), ["2921"]);
        assert!(passed("3022", "2921").is_empty());
    }

    #[test]
    fn a_line_over_a_vertex_runs_along_hexsides() {
        // From an even column two to the right: between the two hexes of the column between.
        assert_eq!(passed("0405", "0605"), ["0504|0505"]);
        assert_eq!(passed("0405", "0805"), ["0504|0505", "0605", "0704|0705"]);
        assert_eq!(passed("0805", "0405"), ["0705|0704", "0605", "0505|0504"]);
    }

    #[test]
    fn a_line_across_passes_every_hex_it_cuts() {
        // Three columns over: through two hexes of each kind, none of them twice.
        assert_eq!(passed("0405", "0705"), ["0505", "0605"]);
        assert_eq!(passed("0405", "0505"), Vec::<String>::new());
        // Cut near a corner, a hex is passed all the same.
        assert_eq!(passed("1010", "1312"), ["1110", "1111", "1211", "1212"]);
    }

    #[test]
    fn a_line_passes_just_the_hexes_that_hold_points_of_it() {
        const PARTS: i32 = 60;
        let from = hex("1010");
        for to in (6..=14u8).flat_map(|column| (6..=14).map(move |row| Hex::new(column, row))) {
            let way = minus(to.cube(), from.cube());
            let holds = |hex: &Hex| {
                let gone = minus(from.cube(), hex.cube());
                (1..PARTS).any(|part| {
                    let products = Hexside::ALL.map(|side| {
                        PARTS * product(gone, step(side)) + part * product(way, step(side))
                    });
                    products.iter().all(|&product| product < PARTS)
                })
            };
            let through = Line::between(from, to).filter_map(|passed| match passed {
                Passed::Through(hex) => Some(hex),
                Passed::Along(..) => None,
            });
            let mut through: Vec<Hex> = through.collect();
            through.sort();
            let near = (5..=15u8).flat_map(|column| (5..=15).map(move |row| Hex::new(column, row)));
            let held: Vec<Hex> =
                near.filter(|hex| ![from, to].contains(hex) && holds(hex)).collect();
            assert_eq!(through, held, "to {to}");
        }
    }

    #[test]
    fn every_line_is_the_same_from_both_ends_and_never_breaks_off() {
        let middle = hex("1010");
        for column in 2..=18u8 {
            for row in 2..=18u8 {
                let other = Hex::new(column, row);
                let there: Vec<Passed> = Line::between(middle, other).collect();
                let back: Vec<Passed> = Line::between(other, middle).collect();
                let set = |passed: &Passed| {
                    let mut hexes: Vec<Hex> = passed.hexes().collect();
                    hexes.sort();
                    hexes
                };
                let back: Vec<_> = back.iter().rev().map(set).collect();
                assert_eq!(there.iter().map(set).collect::<Vec<_>>(), back, "{other}");
                // It goes from neighbour to neighbour, and nearer all the time or at least not farther.
                let mut last = vec![middle];
                for hexes in there.iter().map(set).chain([vec![other]]) {
                    let touch = |hex: &Hex| last.iter().all(|old| old.distance(*hex) == 1);
                    assert!(other == middle || hexes.iter().all(touch), "{other}: {there:?}");
                    last = hexes;
                }
            }
        }
    }
}

//! The line of battle: where every counter of an army stands when nobody has other wishes. Heavy foot in the
//! centre, horse on the wings, skirmishers, chariots and elephants before them, light foot and whoever finds no
//! room in lines behind.

use super::ground::Post;
use diadem_hexes::{Category, Charts, Field, Hex, Kind, Start};

/// The lines before the front and behind it in which an army may stand.
pub(crate) const AHEAD: i8 = 2;
/// See [`AHEAD`].
pub(crate) const BEHIND: i8 = 9;

/// A counter to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// Its kind.
    pub(crate) kind: Kind,
    /// The brigade it belongs to.
    pub(crate) brigade: usize,
}

/// The part of a line of battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wing {
    Left,
    Centre,
    Right,
    Van,
    Second,
}

impl Wing {
    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Wing::Left => "left",
            Wing::Centre => "centre",
            Wing::Right => "right",
            Wing::Van => "van",
            Wing::Second => "second line",
        }
    }
}

/// The ground as far as it is taken.
pub(crate) struct Array<'a> {
    field: &'a Field,
    charts: &'a Charts,
    taken: Vec<bool>,
}

impl<'a> Array<'a> {
    pub(crate) fn new(field: &'a Field, charts: &'a Charts) -> Array<'a> {
        Array { field, charts, taken: vec![false; field.len()] }
    }

    /// Draws an army up; nothing when there is no room for it.
    pub(crate) fn draw_up(&mut self, post: Post, counters: &[Place]) -> Option<Vec<(Start, Wing)>> {
        let wings = wings(counters);
        let of = |wing: Wing| -> Vec<usize> {
            (0..counters.len()).filter(|&at| wings[at] == wing).collect()
        };
        let mut starts: Vec<Option<Start>> = vec![None; counters.len()];
        let mut left = of(Wing::Left);
        left.reverse();
        let mut centre = of(Wing::Centre);
        centre.sort_by_key(|&at| place_in_centre(counters[at].kind));
        let mut front = [left, centre, of(Wing::Right)].concat();
        let mut spilled = self.trim(post, counters, &mut front);
        spilled.extend(self.fill(post, 0, counters, front, &mut starts));
        let van = self.fill(post, -AHEAD, counters, of(Wing::Van), &mut starts);
        let mut queue = [van, spilled, of(Wing::Second)].concat();
        // Lines two apart first, so that there is room to move between them.
        let ranks = (2..=BEHIND).step_by(2).chain((1..=BEHIND).step_by(2)).chain([-1]);
        for rank in ranks {
            if queue.is_empty() {
                break;
            }
            queue = self.fill(post, rank, counters, queue, &mut starts);
        }
        let starts: Option<Vec<Start>> = starts.into_iter().collect();
        Some(starts?.into_iter().zip(wings).collect())
    }

    /// Takes from the ends of a line what does not fit into it, horse first.
    fn trim(&self, post: Post, counters: &[Place], front: &mut Vec<usize>) -> Vec<usize> {
        let line = post.rank(self.field, 0);
        let room = line.iter().filter(|&&hex| self.is_open(hex, Kind::Phalanx)).count();
        let wide = |front: &[usize]| -> usize {
            front.iter().map(|&at| width(counters[at].kind)).sum::<usize>()
        };
        let mut spilled = Vec::new();
        while wide(front) > room {
            let from_left = spilled.len() % 2 == 0;
            let at = if from_left { 0 } else { front.len() - 1 };
            spilled.push(front.remove(at));
        }
        spilled
    }

    /// Fills a line from its middle; answers who found no room.
    fn fill(
        &mut self,
        post: Post,
        rank: i8,
        counters: &[Place],
        queue: Vec<usize>,
        starts: &mut [Option<Start>],
    ) -> Vec<usize> {
        let line = post.rank(self.field, rank);
        let open = line.iter().filter(|&&hex| self.is_open(hex, Kind::Phalanx)).count();
        let wide: usize = queue.iter().map(|&at| width(counters[at].kind)).sum();
        let mut skip = open.saturating_sub(wide) / 2;
        let mut at = 0;
        let mut left_over = Vec::new();
        for counter in queue {
            let kind = counters[counter].kind;
            let spot = loop {
                let Some(hexes) = line.get(at..at + width(kind)) else { break None };
                let fits = hexes.iter().all(|&hex| self.is_open(hex, kind));
                match (fits, skip) {
                    (true, 0) => break Some(hexes),
                    (true, _) => skip -= 1,
                    (false, _) => {}
                }
                at += 1;
            };
            let Some(hexes) = spot else {
                left_over.push(counter);
                continue;
            };
            for &hex in hexes {
                self.taken[self.field.index(hex)] = true;
            }
            let second_hex = hexes.get(1).copied();
            starts[counter] = Some(Start { hex: hexes[0], second_hex, facing: Some(post.facing) });
            at += hexes.len();
        }
        left_over
    }

    /// Whether a counter can be drawn up in a hex: nobody is, and it is neither rough nor barred.
    fn is_open(&self, hex: Hex, kind: Kind) -> bool {
        let terrain = self.field.terrain(hex);
        !self.taken[self.field.index(hex)]
            && !terrain.is_rough()
            && self.charts.movement.hex_points(terrain, kind.movement_class()).is_some()
    }
}

/// How many hexes a counter covers.
pub(crate) const fn width(kind: Kind) -> usize {
    if kind.is_two_hex() { 2 } else { 1 }
}

/// The part of the line each counter stands in. Brigades of horse go to the right and to the left in turn.
fn wings(counters: &[Place]) -> Vec<Wing> {
    let mut horse: Vec<usize> = Vec::new();
    let wing = |place: &Place| match place.kind.category() {
        Category::Cavalry => {
            let nth = horse.iter().position(|&brigade| brigade == place.brigade);
            let nth = nth.unwrap_or_else(|| {
                horse.push(place.brigade);
                horse.len() - 1
            });
            if nth % 2 == 0 { Wing::Right } else { Wing::Left }
        }
        Category::Skirmisher | Category::Elephant | Category::Chariot => Wing::Van,
        Category::Infantry | Category::Artillery => match place.kind {
            Kind::Peltast | Kind::LightInfantry | Kind::LightArcher => Wing::Second,
            _ => Wing::Centre,
        },
    };
    counters.iter().map(wing).collect()
}

/// The heavier the foot, the nearer to the right, where the best stand.
const fn place_in_centre(kind: Kind) -> u8 {
    match kind {
        Kind::Cardaces => 0,
        Kind::Hoplite => 1,
        Kind::HeavyInfantry | Kind::MediumInfantry => 2,
        Kind::Phalanx => 3,
        _ => 4,
    }
}

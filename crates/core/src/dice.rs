//! Dice: one ChaCha8 stream, mapped to faces by our own few lines.
//!
//! Library sampling may change between versions; a campaign must not. So we draw raw `u32`s, reject
//! what would favour a face, and pin the outcome with a test.

use crate::Rule;
use arrayvec::ArrayVec;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fmt;

/// The dice our books use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Die {
    /// Six faces, 1 to 6.
    D6,
    /// Ten faces, 0 to 9; the nought is a nought.
    D10,
}

impl Die {
    /// How many faces it has.
    pub const fn faces(self) -> u8 {
        match self {
            Die::D6 => 6,
            Die::D10 => 10,
        }
    }

    /// The lowest figure on it.
    pub const fn lowest(self) -> u8 {
        match self {
            Die::D6 => 1,
            Die::D10 => 0,
        }
    }

    /// Whether the figure is on it.
    pub const fn has(self, figure: u8) -> bool {
        figure >= self.lowest() && figure < self.lowest() + self.faces()
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.faces())
    }
}

/// A stream of chance: a seed and a position in it. The same seed gives the same stream on every
/// machine, for ever.
#[derive(Clone, Debug)]
pub struct Chance {
    seed: u64,
    stream: ChaCha8Rng,
}

impl Chance {
    /// The stream of this seed, from its start.
    pub fn new(seed: u64) -> Chance {
        let key = blake3::derive_key("diadem 2026 chance", &seed.to_le_bytes());
        Chance { seed, stream: ChaCha8Rng::from_seed(key) }
    }

    /// A number below `bound`, each as likely as the others. `bound` must not be 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "there is no number below nought");
        let fair = u32::MAX - u32::MAX % bound;
        loop {
            let raw = self.stream.next_u32();
            if raw < fair {
                return raw % bound;
            }
        }
    }
}

/// Where a stream of dice stands: enough to go on from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DicePosition {
    /// What the stream was made from.
    pub seed: u64,
    /// How many raw draws were made.
    pub drawn: u64,
}

/// The dice of a session, or the scripted dice of a rule case.
#[derive(Clone, Debug)]
pub struct Dice(Source);

#[derive(Clone, Debug)]
enum Source {
    Stream(Chance),
    Script { to_come: VecDeque<u8>, rolled: u64, wrong: Option<String> },
}

impl Dice {
    /// Fresh dice for a game with this seed.
    pub fn new(seed: u64) -> Dice {
        Dice(Source::Stream(Chance::new(seed)))
    }

    /// Dice that go on where others stopped.
    pub fn resume(position: DicePosition) -> Dice {
        let mut chance = Chance::new(position.seed);
        chance.stream.set_word_pos(u128::from(position.drawn));
        Dice(Source::Stream(chance))
    }

    /// Dice that show these figures in turn.
    pub fn scripted(figures: impl IntoIterator<Item = u8>) -> Dice {
        let to_come = figures.into_iter().collect();
        Dice(Source::Script { to_come, rolled: 0, wrong: None })
    }

    /// Rolls one die.
    pub fn roll(&mut self, die: Die) -> u8 {
        match &mut self.0 {
            Source::Stream(chance) => chance.below(u32::from(die.faces())) as u8 + die.lowest(),
            Source::Script { to_come, rolled, wrong } => {
                *rolled += 1;
                match to_come.pop_front() {
                    Some(figure) if die.has(figure) => figure,
                    other => {
                        wrong.get_or_insert_with(|| match other {
                            Some(figure) => {
                                format!("roll {rolled}: a {die} does not show {figure}")
                            }
                            None => format!("roll {rolled}, a {die}, is one more than scripted"),
                        });
                        die.lowest()
                    }
                }
            }
        }
    }

    /// A number below `bound`, for shuffles and draws from a cup. Scripted dice show it as it is.
    pub fn below(&mut self, bound: u32) -> u32 {
        match &mut self.0 {
            Source::Stream(chance) => chance.below(bound),
            Source::Script { to_come, rolled, wrong } => {
                *rolled += 1;
                match to_come.pop_front().map(u32::from) {
                    Some(number) if number < bound => number,
                    _ => {
                        wrong.get_or_insert_with(|| {
                            format!("draw {rolled} needs a scripted number below {bound}")
                        });
                        0
                    }
                }
            }
        }
    }

    /// How far the dice have been used. Two positions differ when something was rolled between them.
    pub fn position(&self) -> DicePosition {
        match &self.0 {
            Source::Stream(chance) => {
                DicePosition { seed: chance.seed, drawn: chance.stream.get_word_pos() as u64 }
            }
            Source::Script { rolled, .. } => DicePosition { seed: 0, drawn: *rolled },
        }
    }

    /// What is wrong with a script once it has been played: too short, too long, or a figure that
    /// is not on the die. Streams are never wrong.
    pub fn script_fault(&self) -> Option<String> {
        match &self.0 {
            Source::Stream(_) => None,
            Source::Script { wrong: Some(wrong), .. } => Some(wrong.clone()),
            Source::Script { to_come, .. } if to_come.is_empty() => None,
            Source::Script { to_come, .. } => {
                let left: Vec<String> = to_come.iter().map(u8::to_string).collect();
                Some(format!("scripted dice were never rolled: {}", left.join(", ")))
            }
        }
    }
}

/// Something that changes a roll, with the rule that says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// What it adds.
    pub amount: i8,
    /// The rule that adds it.
    pub rule: Rule,
}

/// A roll as it is told: the die, what it showed, what changed it. Games put it into their events
/// beside what it was for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roll {
    /// What was rolled.
    pub die: Die,
    /// What the die showed.
    pub raw: u8,
    /// What changed it.
    pub modifiers: ArrayVec<Modifier, { Roll::MOST_MODIFIERS }>,
}

impl Roll {
    /// As many modifiers as the richest chart of our books has.
    pub const MOST_MODIFIERS: usize = 8;

    /// Rolls a die that nothing modifies.
    pub fn plain(dice: &mut Dice, die: Die) -> Roll {
        Roll { die, raw: dice.roll(die), modifiers: ArrayVec::new() }
    }

    /// The same roll with one modifier more; one of nought is not worth telling.
    ///
    /// # Panics
    /// When a roll has more than [`Roll::MOST_MODIFIERS`]: no chart of ours has.
    #[must_use]
    pub fn modified(mut self, amount: i8, rule: Rule) -> Roll {
        if amount != 0 {
            self.modifiers.push(Modifier { amount, rule });
        }
        self
    }

    /// What counts: the figure with all modifiers.
    pub fn result(&self) -> i32 {
        i32::from(self.raw) + self.modifiers.iter().map(|m| i32::from(m.amount)).sum::<i32>()
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.die, self.raw)?;
        for modifier in &self.modifiers {
            write!(f, " {:+}", modifier.amount)?;
        }
        if self.modifiers.is_empty() { Ok(()) } else { write!(f, " = {}", self.result()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Book, rule};

    static PRIMER: Book = Book { name: "Primer", numbers: &["1.1"] };

    fn rolls(dice: &mut Dice, die: Die, count: usize) -> Vec<u8> {
        (0..count).map(|_| dice.roll(die)).collect()
    }

    /// Never change these figures: every saved campaign depends on them.
    #[test]
    fn the_stream_is_pinned() {
        let mut dice = Dice::new(334);
        assert_eq!(rolls(&mut dice, Die::D6, 12), PINNED_D6);
        assert_eq!(rolls(&mut dice, Die::D10, 12), PINNED_D10);
        assert_eq!(dice.position(), DicePosition { seed: 334, drawn: 24 });
    }

    const PINNED_D6: [u8; 12] = [3, 3, 4, 1, 5, 3, 1, 5, 1, 1, 5, 5];
    const PINNED_D10: [u8; 12] = [8, 8, 4, 9, 5, 1, 9, 7, 9, 5, 2, 5];

    #[test]
    fn dice_resume_where_they_stopped() {
        let mut dice = Dice::new(7);
        rolls(&mut dice, Die::D6, 1000);
        let mut resumed = Dice::resume(dice.position());
        assert_eq!(rolls(&mut dice, Die::D10, 200), rolls(&mut resumed, Die::D10, 200));
    }

    #[test]
    fn every_face_comes_about_as_often() {
        let mut dice = Dice::new(1);
        let mut seen = [0u32; 10];
        for figure in rolls(&mut dice, Die::D10, 100_000) {
            seen[usize::from(figure)] += 1;
        }
        assert!(seen.iter().all(|count| (9_500..10_500).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_script_says_when_it_does_not_fit() {
        let mut dice = Dice::scripted([6, 0]);
        assert_eq!((dice.roll(Die::D6), dice.roll(Die::D10)), (6, 0));
        assert_eq!(dice.script_fault(), None);
        dice.roll(Die::D6);
        assert_eq!(dice.script_fault().unwrap(), "roll 3, a d6, is one more than scripted");

        let mut wrong = Dice::scripted([9, 1]);
        wrong.roll(Die::D6);
        assert_eq!(wrong.script_fault().unwrap(), "roll 1: a d6 does not show 9");

        let unused = Dice::scripted([3, 4]);
        assert_eq!(unused.script_fault().unwrap(), "scripted dice were never rolled: 3, 4");
    }

    #[test]
    fn a_roll_tells_its_sum() {
        let winter = rule!(PRIMER, "1.1");
        let roll = Roll::plain(&mut Dice::scripted([4]), Die::D6);
        assert_eq!(roll.to_string(), "d6 4");
        let roll = roll.modified(1, winter).modified(0, winter).modified(-3, winter);
        assert_eq!((roll.to_string().as_str(), roll.result()), ("d6 4 +1 -3 = 2", 2));
    }
}

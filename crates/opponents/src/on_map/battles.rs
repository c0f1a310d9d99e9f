//! How fights on the map are likely to end, as far as a player can tell beforehand.

/// The chance in hundredths to win a fight of such strengths.
pub(crate) fn chance(ours: i32, theirs: i32) -> i32 {
    if theirs <= 0 {
        return 100;
    }
    // Even forces even chances; half as strong again is as good as won.
    (50 + (ours * 100 / theirs - 100)).clamp(2, 98)
}

/// How a battle ends that Alexander fights, in hundredths. What is left falls to the night (10.19).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fate {
    /// The Persian host is beaten.
    pub(crate) won: i32,
    /// He is beaten, and that is the end of him (16.1).
    pub(crate) lost: i32,
}

/// Alexander's strength in hundredths of his enemy's, and what then came of his battles: counted in 220 of them
/// (`course captain-quick captain-quick --games 150 --seed 3000`).
const BATTLES: [(i32, Fate); 6] = [
    (40, Fate { won: 0, lost: 95 }),
    (80, Fate { won: 15, lost: 50 }),
    (100, Fate { won: 26, lost: 33 }),
    (120, Fate { won: 45, lost: 22 }),
    (145, Fate { won: 82, lost: 4 }),
    (250, Fate { won: 95, lost: 1 }),
];

/// How it would end between Alexander's army and a Persian one of such strengths.
pub(crate) fn fate(alexander: i32, persian: i32) -> Fate {
    let ratio = alexander * 100 / persian.max(1);
    let (first, last) = (BATTLES[0], BATTLES[BATTLES.len() - 1]);
    if ratio <= first.0 {
        return first.1;
    }
    for pair in BATTLES.windows(2) {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        if ratio < to {
            let between = |a: i32, b: i32| a + (b - a) * (ratio - from) / (to - from);
            return Fate { won: between(low.won, high.won), lost: between(low.lost, high.lost) };
        }
    }
    last.1
}

/// In how many of a hundred cases a minor combat destroys the defender (9.5).
pub(crate) fn destroyed(attack: i32, defence: i32) -> i32 {
    match attack / defence.max(1) {
        0 => 0,
        1 => 4,
        2 => 17,
        3 => 36,
        4 => 67,
        _ => 100,
    }
}

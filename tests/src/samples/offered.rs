//! Games to look at, which the program offers. They are written again when the rules change.

use super::{Sample, under_way};
use diadem_handoff::{War, WarSetup};

/// Each with its file, what is under way in it, and how it is reached.
pub const WARS: [Sample<War>; 3] = [
    Sample::new("alexandros.diadem", under_way::a_few_turns, 334, alexandros),
    Sample::new("alexandros-battle.diadem", under_way::a_later_battle, 334, alexandros),
    Sample::new("granicus-hexes.diadem", under_way::lines_that_meet, 334, || {
        WarSetup::new("granicus", [])
    }),
];

fn alexandros() -> WarSetup {
    WarSetup::new("alexandros", [])
}

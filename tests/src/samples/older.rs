//! Saves of older formats: they are never written again, and must load for ever.

use super::{KeptSave, under_way};
use diadem_handoff::War;
use diadem_sparring::feud::Feud;

/// Feuds.
pub const FEUDS: [KeptSave<Feud>; 2] = [
    KeptSave { file: "format-1.diadem", is_under_way: under_way::a_duel },
    KeptSave { file: "format-2.diadem", is_under_way: under_way::a_duel },
];

/// Wars.
pub const WARS: [KeptSave<War>; 2] = [
    // The last that knew no charts of a player's own.
    KeptSave { file: "format-1-campaign.diadem", is_under_way: under_way::a_few_turns },
    // The last that did not know who had come up to whom.
    KeptSave { file: "format-2-hexes.diadem", is_under_way: under_way::lines_that_meet },
];

/// Those of other rules or charts than the program's: they go on from where they stand and are not played again.
pub const OF_OTHER_RULES: [&str; 2] = ["format-1-campaign.diadem", "format-2-hexes.diadem"];

//! Saves of older formats: they are never written again, and must load for ever.

use super::{KeptSave, under_way};
use diadem_handoff::War;
use diadem_sparring::feud::Feud;

/// Feuds.
pub const FEUDS: [KeptSave<Feud>; 6] = [
    KeptSave { file: "format-1.diadem", is_under_way: under_way::a_duel },
    KeptSave { file: "format-2.diadem", is_under_way: under_way::a_duel },
    KeptSave { file: "format-3.diadem", is_under_way: under_way::a_duel },
    KeptSave {
        file: "format-3-interjection.diadem",
        is_under_way: under_way::a_duel_after_an_interjection,
    },
    KeptSave { file: "format-4.diadem", is_under_way: under_way::a_duel },
    KeptSave {
        file: "format-4-interjection.diadem",
        is_under_way: under_way::a_duel_after_an_interjection,
    },
];

/// Wars.
pub const WARS: [KeptSave<War>; 40] = [
    // The last that knew no charts of a player's own.
    KeptSave { file: "format-1-campaign.diadem", is_under_way: under_way::a_few_turns },
    // The last that did not know who had come up to whom.
    KeptSave { file: "format-2-hexes.diadem", is_under_way: under_way::lines_that_meet },
    // The last that knew two sides and no powers.
    KeptSave { file: "format-3-siege.diadem", is_under_way: under_way::a_siege },
    KeptSave { file: "format-3-forced-march.diadem", is_under_way: under_way::a_forced_march },
    KeptSave { file: "format-3-choosing-a-form.diadem", is_under_way: under_way::choosing_a_form },
    KeptSave { file: "format-3-drawing-up.diadem", is_under_way: under_way::drawing_up },
    KeptSave { file: "format-3-campaign-hexes.diadem", is_under_way: under_way::hexes_in_a_war },
    KeptSave { file: "format-3-battle.diadem", is_under_way: under_way::a_later_battle },
    KeptSave { file: "format-3-pursuit.diadem", is_under_way: under_way::a_pursuit },
    KeptSave {
        file: "format-3-pursuit-hexes.diadem",
        is_under_way: under_way::a_pursuit_after_hexes,
    },
    KeptSave { file: "format-3-hexes.diadem", is_under_way: under_way::lines_that_meet },
    KeptSave { file: "format-3-standing.diadem", is_under_way: under_way::standing_answers },
    KeptSave { file: "format-3-standing-fire.diadem", is_under_way: under_way::standing_fire },
    KeptSave { file: "format-3-conceded.diadem", is_under_way: under_way::a_war_conceded },
    KeptSave { file: "format-3-own-charts.diadem", is_under_way: under_way::own_charts },
    KeptSave { file: "format-3-own-hexes.diadem", is_under_way: under_way::own_charts_on_hexes },
    KeptSave { file: "format-3-whole-war.diadem", is_under_way: under_way::nothing_more },
    KeptSave { file: "format-3-whole-granicus.diadem", is_under_way: under_way::nothing_more },
    KeptSave { file: "format-3-whole-chaeronea.diadem", is_under_way: under_way::nothing_more },
    KeptSave { file: "format-3-whole-jaxartes.diadem", is_under_way: under_way::nothing_more },
    KeptSave { file: "format-3-whole-hydaspes.diadem", is_under_way: under_way::nothing_more },
    // The last that kept a campaign's battle in parts beside the map.
    KeptSave { file: "format-4-siege.diadem", is_under_way: under_way::a_siege },
    KeptSave { file: "format-4-forced-march.diadem", is_under_way: under_way::a_forced_march },
    KeptSave { file: "format-4-choosing-a-form.diadem", is_under_way: under_way::choosing_a_form },
    KeptSave { file: "format-4-drawing-up.diadem", is_under_way: under_way::drawing_up },
    KeptSave { file: "format-4-campaign-hexes.diadem", is_under_way: under_way::hexes_in_a_war },
    KeptSave { file: "format-4-battle.diadem", is_under_way: under_way::a_later_battle },
    KeptSave { file: "format-4-pursuit.diadem", is_under_way: under_way::a_pursuit },
    KeptSave {
        file: "format-4-pursuit-hexes.diadem",
        is_under_way: under_way::a_pursuit_after_hexes,
    },
    KeptSave { file: "format-4-hexes.diadem", is_under_way: under_way::lines_that_meet },
    KeptSave { file: "format-4-standing.diadem", is_under_way: under_way::standing_answers },
    KeptSave { file: "format-4-standing-fire.diadem", is_under_way: under_way::standing_fire },
    KeptSave { file: "format-4-conceded.diadem", is_under_way: under_way::a_war_conceded },
    KeptSave { file: "format-4-own-charts.diadem", is_under_way: under_way::own_charts },
    KeptSave { file: "format-4-own-hexes.diadem", is_under_way: under_way::own_charts_on_hexes },
    KeptSave { file: "format-4-whole-war.diadem", is_under_way: under_way::nothing_more },
    KeptSave { file: "format-4-whole-granicus.diadem", is_under_way: under_way::nothing_more },
    KeptSave { file: "format-4-whole-chaeronea.diadem", is_under_way: under_way::nothing_more },
    KeptSave { file: "format-4-whole-jaxartes.diadem", is_under_way: under_way::nothing_more },
    KeptSave { file: "format-4-whole-hydaspes.diadem", is_under_way: under_way::nothing_more },
];

/// Whether a save is of other rules or charts than the program's: it goes on from where it stands and is not played
/// again. So are all wars of the older formats; feuds are played by the same rules as ever.
pub fn is_of_other_rules(file: &str) -> bool {
    WARS.iter().any(|war| war.file == file)
}

//! Saves of older formats: they are never written again, and must load for ever.

use super::{KeptSave, under_way};
use diadem_handoff::War;
use diadem_sparring::feud::Feud;

/// Feuds.
pub const FEUDS: [KeptSave<Feud>; 8] = [
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
    KeptSave { file: "format-5.diadem", is_under_way: under_way::a_duel },
    KeptSave {
        file: "format-5-interjection.diadem",
        is_under_way: under_way::a_duel_after_an_interjection,
    },
];

/// One of each thing that could be under way, of each of these formats.
macro_rules! of_formats {
    ($($format:literal,)+) => {
        [$([
            KeptSave {
                file: concat!("format-", $format, "-siege.diadem"),
                is_under_way: under_way::a_siege,
            },
            KeptSave {
                file: concat!("format-", $format, "-forced-march.diadem"),
                is_under_way: under_way::a_forced_march,
            },
            KeptSave {
                file: concat!("format-", $format, "-choosing-a-form.diadem"),
                is_under_way: under_way::choosing_a_form,
            },
            KeptSave {
                file: concat!("format-", $format, "-drawing-up.diadem"),
                is_under_way: under_way::drawing_up,
            },
            KeptSave {
                file: concat!("format-", $format, "-campaign-hexes.diadem"),
                is_under_way: under_way::hexes_in_a_war,
            },
            KeptSave {
                file: concat!("format-", $format, "-battle.diadem"),
                is_under_way: under_way::a_later_battle,
            },
            KeptSave {
                file: concat!("format-", $format, "-pursuit.diadem"),
                is_under_way: under_way::a_pursuit,
            },
            KeptSave {
                file: concat!("format-", $format, "-pursuit-hexes.diadem"),
                is_under_way: under_way::a_pursuit_after_hexes,
            },
            KeptSave {
                file: concat!("format-", $format, "-hexes.diadem"),
                is_under_way: under_way::lines_that_meet,
            },
            KeptSave {
                file: concat!("format-", $format, "-standing.diadem"),
                is_under_way: under_way::standing_answers,
            },
            KeptSave {
                file: concat!("format-", $format, "-standing-fire.diadem"),
                is_under_way: under_way::standing_fire,
            },
            KeptSave {
                file: concat!("format-", $format, "-conceded.diadem"),
                is_under_way: under_way::a_war_conceded,
            },
            KeptSave {
                file: concat!("format-", $format, "-own-charts.diadem"),
                is_under_way: under_way::own_charts,
            },
            KeptSave {
                file: concat!("format-", $format, "-own-hexes.diadem"),
                is_under_way: under_way::own_charts_on_hexes,
            },
            KeptSave {
                file: concat!("format-", $format, "-whole-war.diadem"),
                is_under_way: under_way::nothing_more,
            },
            KeptSave {
                file: concat!("format-", $format, "-whole-granicus.diadem"),
                is_under_way: under_way::nothing_more,
            },
            KeptSave {
                file: concat!("format-", $format, "-whole-chaeronea.diadem"),
                is_under_way: under_way::nothing_more,
            },
            KeptSave {
                file: concat!("format-", $format, "-whole-jaxartes.diadem"),
                is_under_way: under_way::nothing_more,
            },
            KeptSave {
                file: concat!("format-", $format, "-whole-hydaspes.diadem"),
                is_under_way: under_way::nothing_more,
            },
        ],)+]
    };
}

/// Wars of which one was kept.
pub const FIRST_WARS: [KeptSave<War>; 2] = [
    // The last that knew no charts of a player's own.
    KeptSave { file: "format-1-campaign.diadem", is_under_way: under_way::a_few_turns },
    // The last that did not know who had come up to whom.
    KeptSave { file: "format-2-hexes.diadem", is_under_way: under_way::lines_that_meet },
];

/// The last wars that knew two sides and no powers; that kept a campaign's battle in parts beside the map; that carried
/// over from battle to battle what men were lost beyond whole steps.
pub const LATER_WARS: [[KeptSave<War>; 19]; 3] = of_formats!["3", "4", "5",];

/// Every war of an older format.
pub fn wars() -> impl Iterator<Item = &'static KeptSave<War>> {
    FIRST_WARS.iter().chain(LATER_WARS.iter().flatten())
}

/// Whether a save is of other rules or charts than the program's: it goes on from where it stands and is not played
/// again. So are all wars of the older formats; feuds are played by the same rules as ever.
pub fn is_of_other_rules(file: &str) -> bool {
    wars().any(|war| war.file == file)
}

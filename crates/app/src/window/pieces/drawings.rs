//! The silhouettes as outlines: 100 wide, 80 high, everybody goes to the right.
//!
//! An outline is written as in SVG, with `M`, `L`, `C` and `Z` and absolute places. Dark parts are
//! filled with ink, pale ones lie on top of them in the colour of the window, a stroke is a line of
//! some width.

/// A part of a drawing.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// Filled with ink.
    Dark(&'static str),
    /// Cut out of what lies below.
    Pale(&'static str),
    /// A line of ink: from, to, width.
    Stroke([f32; 2], [f32; 2], f32),
    /// A line cut out.
    Scratch([f32; 2], [f32; 2], f32),
    /// A disc of ink: middle, radius.
    Disc([f32; 2], f32),
    /// A disc cut out.
    Hole([f32; 2], f32),
}

use Part::{Dark, Disc, Hole, Pale, Scratch, Stroke};

/// A horse at the gallop, for everybody who rides one.
const HORSE: &str = "M79 17 L83 13 L84 19 C88 22 92 27 96 33 C97 36 95 39 92 38 C89 37 87 35 84 35 \
    C81 37 79 41 77 46 L79 50 L89 49 C92 49 93 51 92 54 L88 63 L84 63 L87 55 L76 57 L70 59 L75 65 \
    L81 73 L77 75 L69 67 L62 59 C54 61 46 60 40 57 C37 62 33 64 29 65 L21 75 L15 76 L16 72 L20 70 \
    L23 62 C20 65 15 67 10 67 L4 73 L1 70 L6 63 L15 59 C16 53 16 48 18 44 C13 45 10 49 4 50 \
    C7 44 12 39 20 38 C27 35 36 37 44 38 L58 38 C64 36 68 30 71 24 C73 20 76 17 79 17 Z";

/// Macedonian heavy foot: shields side by side, sarissas over them.
pub(super) const PHALANX: &[Part] = &[
    Stroke([12.0, 62.0], [38.0, 3.0], 3.4),
    Stroke([28.0, 62.0], [54.0, 3.0], 3.4),
    Stroke([44.0, 62.0], [70.0, 3.0], 3.4),
    Stroke([60.0, 62.0], [86.0, 3.0], 3.4),
    Stroke([76.0, 62.0], [98.0, 12.0], 3.4),
    Dark(
        "M8 46 C8 38 12 34 17 34 C22 34 26 38 26 46 L28 46 C28 38 32 34 37 34 C42 34 46 38 46 46 \
        L48 46 C48 38 52 34 57 34 C62 34 66 38 66 46 L68 46 C68 38 72 34 77 34 C82 34 86 38 86 46 \
        L86 76 L8 76 Z",
    ),
    Scratch([4.0, 48.0], [92.0, 48.0], 2.2),
    Hole([17.0, 60.0], 9.4),
    Hole([37.0, 60.0], 9.4),
    Hole([57.0, 60.0], 9.4),
    Hole([77.0, 60.0], 9.4),
    Disc([17.0, 60.0], 7.6),
    Disc([37.0, 60.0], 7.6),
    Disc([57.0, 60.0], 7.6),
    Disc([77.0, 60.0], 7.6),
];

/// Heavy foot of the Greeks: the great shield, a crested helmet, a spear.
pub(super) const HOPLITE: &[Part] = &[
    Stroke([76.0, 79.0], [76.0, 12.0], 3.6),
    Dark("M76 1 L81 14 L76 18 L71 14 Z"),
    Dark("M34 62 L46 62 L43 79 L33 79 Z M52 62 L63 62 L66 79 L56 79 Z"),
    Dark("M35 26 C33 14 40 8 48 8 C56 8 61 13 61 20 L61 24 L55 24 L57 31 L52 34 L36 34 Z"),
    Dark("M24 32 C22 14 32 2 47 2 C54 2 59 4 62 8 L57 8 C44 5 34 12 33 24 L33 32 Z"),
    Scratch([50.0, 21.0], [61.0, 21.0], 2.6),
    Hole([47.0, 48.0], 25.5),
    Disc([47.0, 48.0], 23.5),
    Hole([47.0, 48.0], 19.0),
    Disc([47.0, 48.0], 17.2),
    Pale("M47 35 L58 59 L52 59 L47 47 L42 59 L36 59 Z"),
];

/// Other foot: a man with a tall wicker shield and a short spear.
pub(super) const FOOTMAN: &[Part] = &[
    Stroke([78.0, 74.0], [70.0, 14.0], 3.6),
    Dark("M69 2 L75 14 L71 19 L65 15 Z"),
    Dark("M40 20 C40 10 46 5 52 5 C59 5 63 10 63 17 L60 26 L44 27 Z"),
    Dark("M36 22 C38 8 46 1 55 3 C49 5 46 10 47 16 L44 30 L36 33 Z"),
    Dark("M36 31 L66 30 L77 46 L75 52 L64 44 L66 60 L70 79 L59 79 L55 64 L46 79 L35 79 Z"),
    Pale("M16 29 L52 29 L52 73 L16 73 Z"),
    Dark("M18 31 L50 31 L50 71 L18 71 Z"),
    Scratch([26.0, 33.0], [26.0, 69.0], 1.8),
    Scratch([34.0, 33.0], [34.0, 69.0], 1.8),
    Scratch([42.0, 33.0], [42.0, 69.0], 1.8),
    Scratch([20.0, 51.0], [48.0, 51.0], 2.6),
];

/// Light foot: a runner with the crescent shield, about to throw.
pub(super) const PELTAST: &[Part] = &[
    Stroke([8.0, 12.0], [92.0, 6.0], 3.2),
    Dark("M99 5.5 L88 2.5 L88 10 Z"),
    Dark("M48 14 C48 8 52 4 57 4 C62 4 66 8 66 14 C66 19 62 23 57 23 C52 23 48 20 48 14 Z"),
    Dark("M45 15 L58 0 L64 6 L52 20 Z"),
    Dark(
        "M44 26 L34 25 L25 17 L29 9 L23 5 L17 15 C17 19 26 31 31 34 L42 37 L40 50 L30 60 L13 64 \
        L12 71 L34 69 L50 56 L60 60 L58 78 L66 78 L72 56 L58 47 L62 36 L60 25 Z",
    ),
    Pale("M58 26 C76 24 86 36 84 58 C82 50 77 46 70 46 C64 46 60 50 58 56 C52 46 52 34 58 26 Z"),
    Dark(
        "M61 28 C74 27 83 36 82.5 51 C79 46 75 43.5 69.5 43.5 C64.5 43.5 61 46 59 50 C55 42 56 34 61 28 Z",
    ),
];

/// Foot archers: a man behind his bow.
pub(super) const ARCHER: &[Part] = &[
    Dark("M30 14 C30 8 34 4 39 4 C44 4 48 8 48 14 C48 19 44 23 39 23 C34 23 30 20 30 14 Z"),
    Dark("M28 16 C26 8 32 1 40 1 L50 7 L36 10 L33 20 Z"),
    Dark(
        "M26 27 L50 25 L71 33 L71 39 L48 36 L46 50 L54 60 L51 79 L42 79 L44 63 L36 58 L28 66 L24 79 \
        L15 79 L19 62 L28 50 L26 40 L14 36 L13 29 Z",
    ),
    Dark(
        "M60 4 C78 12 88 24 88 36 C88 49 78 62 60 70 L62 65 C75 57 82 47 82 36 C82 26 75 16 62 9 Z",
    ),
    Stroke([61.0, 6.0], [22.0, 35.0], 1.8),
    Stroke([22.0, 35.0], [61.0, 68.0], 1.8),
    Stroke([22.0, 35.5], [94.0, 35.5], 2.6),
    Dark("M100 35.5 L90 31 L90 40 Z"),
];

/// Heavy horse: a helmeted rider with the long lance.
pub(super) const LANCER: &[Part] = &[
    Dark(HORSE),
    Dark("M40 50 L38 64 L44 66 L50 52 Z"),
    Dark("M40 6 C41 1 46 -1 51 0 C57 0 60 5 60 10 L56 18 L44 19 L41 14 Z"),
    Dark("M34 16 C33 4 42 -3 53 -1 C46 2 43 7 43 12 L41 22 L35 22 Z"),
    Scratch([51.0, 10.5], [61.0, 10.5], 2.0),
    Dark("M40 20 L57 19 L62 27 L56 33 L56 44 L36 44 C36 36 37 26 40 20 Z"),
    Dark("M36 22 C30 26 24 34 22 44 L36 42 Z"),
    Scratch([24.0, 38.5], [74.0, 16.0], 6.4),
    Stroke([12.0, 44.0], [93.0, 7.4], 3.4),
    Dark("M100 4 L91 4.5 L93.5 10.5 Z"),
    Scratch([26.0, 46.5], [58.0, 44.5], 1.8),
];

/// Light horse: bare-headed, the javelin raised.
pub(super) const RIDER: &[Part] = &[
    Dark(HORSE),
    Dark("M43 48 L45 64 L50 64 L53 48 Z"),
    Stroke([20.0, 13.0], [90.0, 3.0], 2.8),
    Dark("M96 2 L86 0 L87 7 Z"),
    Dark("M46 11 C46 6 50 3 54 3 C58 3 62 6 62 11 C62 16 58 19 54 19 C50 19 46 16 46 11 Z"),
    Dark("M44 22 L57 20 L70 28 L68 32 L57 29 L57 43 L41 43 L42 32 L34 24 L36 10 L40 10 L40 20 Z"),
    Scratch([36.0, 45.5], [60.0, 44.5], 1.8),
];

/// Mounted archers: they ride away and shoot back over the horse's tail.
pub(super) const HORSE_ARCHER: &[Part] = &[
    Dark(HORSE),
    Dark("M43 48 L45 64 L50 64 L53 48 Z"),
    Disc([47.0, 9.0], 7.6),
    Dark("M57 11 L48 -3 L38 4 L50 8 Z"),
    Dark("M56 20 L42 18 L22 16 L22 20 L41 26 L39 43 L57 43 L58 31 L66 24 L64 19 Z"),
    Dark(
        "M27 -3 C15 3 11 10 12 18 C13 27 18 33 28 37 L27 33 C20 29 16.6 24 16.4 17.5 C16 11 19 5 27 0 Z",
    ),
    Stroke([27.0, -2.0], [60.0, 20.0], 1.6),
    Stroke([60.0, 20.0], [27.5, 36.0], 1.6),
    Stroke([60.0, 20.0], [6.0, 16.5], 2.2),
    Dark("M1 16 L9 13 L8.6 20 Z"),
    Scratch([37.0, 45.5], [60.0, 44.5], 1.8),
];

/// Elephants, with tower and driver.
pub(super) const ELEPHANT: &[Part] = &[
    Dark(
        "M8 40 C10 30 18 26 30 26 L58 26 C64 24 72 24 78 29 C85 33 88 40 88 48 C88 56 90 62 95 65 \
        L97 62 L99 64 C98 70 92 71 88 68 C82 63 81 56 80 51 C78 54 75 56 72 56 L72 78 L60 78 L59 62 \
        C52 65 42 65 34 62 L34 78 L22 78 L20 62 C17 60 15 56 14 51 L11 64 L8 64 Z",
    ),
    Dark("M77 52 C81 58 86 60 92 57 C88 64 80 63 75 56 Z"),
    Pale("M57 31 C63 28 71 31 71 38 C71 46 66 52 60 51 C55 48 53 37 57 31 Z"),
    Dark("M59 33 C64 31 69 33 69 39 C69 45 65 49 61 48.5 C57 46 55.5 38 59 33 Z"),
    Hole([78.0, 37.0], 1.8),
    Dark("M22 24 L22 6 L26 6 L26 10 L31 10 L31 6 L36 6 L36 10 L41 10 L41 6 L46 6 L46 24 Z"),
    Scratch([22.0, 16.0], [46.0, 16.0], 1.8),
    Scratch([18.0, 25.0], [52.0, 25.0], 1.6),
    Disc([58.0, 12.0], 5.0),
    Dark("M52 25 L54 18 L62 17 L70 22 L69 25 L62 23 L62 28 L52 28 Z"),
];

/// Chariots that carry men.
pub(super) const CHARIOT: &[Part] = &[
    Dark(
        "M83 22 L87 17 L88 24 C91 26 94 30 98 35 C99 38 97 40 94 39 C92 38 91 37 89 37 C86 39 85 43 83 47 \
        L92 50 L93 60 L89 60 L88 54 L80 54 L81 62 L85 76 L80 77 L75 62 L74 55 C68 57 62 57 57 55 L55 64 \
        L56 76 L51 77 L49 64 L47 77 L42 77 L46 56 C46 50 47 46 49 44 C46 45 44 48 42 52 L39 50 \
        C41 44 45 40 50 40 L68 40 C73 38 76 33 78 28 C79 25 81 22 83 22 Z",
    ),
    Stroke([20.0, 52.0], [74.0, 45.0], 3.0),
    Dark("M6 34 L13 34 L14 50 L34 50 C38 46 37 38 34 33 L40 32 C43 40 42 50 38 57 L10 57 Z"),
    Disc([24.0, 10.0], 6.2),
    Dark("M17 18 L30 17 L37 25 L53 30 L52 34 L36 31 L30 28 L31 50 L16 50 Z"),
    Stroke([40.0, 30.0], [84.0, 36.0], 1.6),
    Stroke([8.0, 20.0], [22.0, 50.0], 2.6),
    Hole([23.0, 61.0], 18.0),
    Disc([23.0, 61.0], 16.0),
    Hole([23.0, 61.0], 12.2),
    Stroke([23.0, 47.0], [23.0, 75.0], 2.8),
    Stroke([9.0, 61.0], [37.0, 61.0], 2.8),
    Stroke([13.1, 51.1], [32.9, 70.9], 2.8),
    Stroke([13.1, 70.9], [32.9, 51.1], 2.8),
    Disc([23.0, 61.0], 4.2),
];

/// The siege train: a tower on wheels with its ram.
pub(super) const ENGINE: &[Part] = &[
    Dark(
        "M28 68 L34 12 L30 12 L30 2 L36 2 L36 7 L43 7 L43 2 L51 2 L51 7 L58 7 L58 2 L64 2 L64 12 L60 12 L66 68 Z",
    ),
    Scratch([32.0, 27.0], [62.0, 27.0], 2.0),
    Scratch([31.0, 42.0], [63.0, 42.0], 2.0),
    Pale("M43 14 L51 14 L51 22 L43 22 Z"),
    Pale("M37 31 L43 31 L43 37 L37 37 Z M51 31 L57 31 L57 37 L51 37 Z"),
    Stroke([12.0, 51.0], [88.0, 51.0], 5.0),
    Dark("M85 44 L98 46 L98 56 L85 58 Z"),
    Hole([36.0, 68.0], 11.0),
    Hole([58.0, 68.0], 11.0),
    Disc([36.0, 68.0], 9.5),
    Disc([58.0, 68.0], 9.5),
    Hole([36.0, 68.0], 3.4),
    Hole([58.0, 68.0], 3.4),
];

//! Positions made for the charts: a case for each cell of a large table.

/// A case, and the row of the chart that it is made for.
pub(crate) type Made = (String, String);

/// The cases made for a chart file.
pub(crate) fn made_for(file: &str) -> Vec<Made> {
    match file {
        "hexes/clash-of-spears.toml" | "hexes/superiority.toml" => clashes(),
        "hexes/shock-results.toml" => results(),
        "hexes/movement.toml" => going(),
        "hexes/missiles.toml" => volleys(),
        "hexes/rally.toml" => rallies(),
        "hexes/leader-casualties.toml" => casualties(),
        "hexes/types.toml" => kinds(),
        "hexes/shock-shifts.toml" => shifts(),
        _ => Vec::new(),
    }
}

fn case(dice: &str, run: &str, position: &str, acts: &str) -> String {
    format!(
        "rule = \"GBA 9.0\"\ntitle = \"made\"\ngame = \"hexes\"\n{run}\ndice = [{dice}]\n\n{position}\n{acts}\n\
         [[then]]\nbattle = true\nturn = 1\n"
    )
}

fn armies(first: &str, second: &str) -> String {
    format!(
        "[position.macedonian]\nunits = [{first}]\nleaders = [{{ leader = \"Alexander\", hex = \"0110\" }}]\n\
         [position.persian]\nunits = [{second}]\nleaders = [{{ leader = \"Darius\", hex = 2010 }}]\n"
    )
}

const ATTACKERS: [&str; 12] =
    ["PH", "HI", "MI", "LI", "LP", "SKS", "SK", "HC", "LN", "LC", "EL", "CH"];
const DEFENDERS: [&str; 11] = ["PH", "HI", "MI", "LI", "LP", "SK", "HC", "LN", "LC", "EL", "CH"];

/// One unit attacks another.
fn clashes() -> Vec<Made> {
    clashes_of(ATTACKERS.into_iter().flat_map(|one| DEFENDERS.map(|other| (other, one, other))))
}

const KINDS: [&str; 19] = [
    "PH", "HO", "HI", "HYP", "MI", "LI", "LIA", "LP", "CA", "SK", "SKS", "LC", "LCA", "LN", "HC",
    "HCC", "EL", "CH", "AT",
];

/// Every kind of troops attacks and is attacked.
fn kinds() -> Vec<Made> {
    let mut pairs = Vec::new();
    for kind in KINDS {
        pairs.extend(["MI", "HI", "SK", "CH", "LC"].map(|other| (kind, kind, other)));
        pairs.extend(["HI", "HC", "LC", "PH", "LN", "MI"].map(|other| (kind, other, kind)));
    }
    clashes_of(pairs)
}

/// Cases for rows of a chart, of an attacker and a defender each, in the front, the flank and the rear.
fn clashes_of<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>) -> Vec<Made> {
    let is_long = |kind: &str| matches!(kind, "PH" | "HO" | "CA");
    let mut cases = Vec::new();
    for (row, attacker, defender) in pairs {
        for (facing, long) in [("W", 1111), ("NE", 1211), ("E", 1111)] {
            let at = if is_long(attacker) { "[1009, 1010]" } else { "1010" };
            let stands = if is_long(defender) { format!("[1110, {long}]") } else { "1110".into() };
            let first = format!(
                "{{ unit = \"attacker\", kind = \"{attacker}\", hex = {at}, mark = \"no_check\", size = 4 }}"
            );
            let second = format!(
                "{{ unit = \"defender\", kind = \"{defender}\", hex = {stands}, facing = \"{facing}\", size = 4 }}"
            );
            let armies = armies(&first, &second);
            let position = format!("[position]\norders = \"Alexander\"\n{armies}");
            let text = case("5, 0, 0, 0", "run = \"shock\"", &position, "");
            cases.push((row.to_owned(), text));
        }
    }
    cases
}

/// Ground that shifts the column.
fn shifts() -> Vec<Made> {
    let grounds = [
        ("attackers_cross_minor_river", "sides = { \"1010 SE\" = \"minor_river\" }"),
        ("attackers_cross_steep_bank", "sides = { \"1010 SE\" = \"steep_bank\" }"),
        ("defenders_in_rocky", "terrain = { 1110 = \"rocky\" }"),
        ("defenders_in_river", "terrain = { 1110 = \"major_river\" }"),
        ("defenders_in_town", "terrain = { 1110 = \"town\" }"),
        ("some_defender_higher", "levels = { 1110 = 2 }"),
    ];
    let attacker =
        "{ unit = \"attacker\", kind = \"HI\", hex = 1010, mark = \"no_check\", tq = 9 }";
    let made = |(row, ground): (&str, &str)| {
        // Of two defenders one stands as the others do who attack.
        let other = match row {
            "some_defender_higher" => ", { unit = \"other\", kind = \"HI\", hex = 1109, tq = 9 }",
            _ => "",
        };
        let defenders =
            format!("{{ unit = \"defender\", kind = \"HI\", hex = 1110, tq = 9 }}{other}");
        let armies = armies(attacker, &defenders);
        let position =
            format!("[position]\norders = \"Alexander\"\nfield = {{ {ground} }}\n{armies}");
        let acts = "[[do]]\nseat = \"Persian\"\nact = { type = \"defender\" }\n";
        let acts = if other.is_empty() { "" } else { acts };
        (row.to_owned(), case("5", "run = \"shock\"", &position, acts))
    };
    grounds.map(made).to_vec()
}

/// Hits of every roll in every column: heavy infantry is strong enough to be shifted from end to end by size.
fn results() -> Vec<Made> {
    let mut cases = Vec::new();
    for (attacker, defender) in (1..=9).flat_map(|one| [(one, 1), (1, one)]) {
        for roll in 0..=9 {
            let first = format!(
                "{{ unit = \"attacker\", kind = \"HI\", hex = 1010, mark = \"no_check\", size = {attacker}, tq = 9 }}"
            );
            let second = format!(
                "{{ unit = \"defender\", kind = \"HI\", hex = 1110, size = {defender}, tq = 9 }}"
            );
            let position =
                format!("[position]\norders = \"Alexander\"\n{}", armies(&first, &second));
            let roll = roll.to_string();
            let text = case(&roll, "run = \"shock\"", &position, "");
            cases.push((roll, text));
        }
    }
    cases
}

const MOVERS: [&str; 9] = ["PH", "HI", "CA", "MI", "LI", "SK", "HC", "EL", "CH"];
const GROUND: [&str; 15] = [
    "clear",
    "woods",
    "marsh",
    "rocky",
    "broken",
    "major_river",
    "rocky_riverbed",
    "ford",
    "town",
    "camp",
    "road",
    "city",
    "closed_city",
    "sea",
    "impassable_river",
];
const SIDES: [&str; 8] = [
    "minor_river",
    "stream",
    "steep_bank",
    "steep_banked_stream",
    "city_wall",
    "city_gate",
    "camp_wall",
    "camp_gate",
];

/// Everybody goes into every ground, across every side, up and down, and turns there; a leader rides there too.
fn going() -> Vec<Made> {
    let mut fields = Vec::new();
    for ground in GROUND {
        let hexes = format!("terrain = {{ 1110 = \"{ground}\", 1111 = \"{ground}\" }}");
        fields.push((ground, hexes));
        fields.push((ground, format!("ground = \"{ground}\"")));
        fields.push(("facing_in_rough", format!("ground = \"{ground}\"")));
    }
    for side in SIDES {
        let sides = ["1010 SE", "1011 SE"].map(|at| format!("\"{at}\" = \"{side}\""));
        fields.push((side, format!("sides = {{ {} }}", sides.join(", "))));
    }
    let slopes = ["up_1", "down_1", "up_2", "down_2", "up_3", "down_3"];
    for (slope, (from, to)) in
        slopes.into_iter().zip([(1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (4, 1)])
    {
        let levels = [(1010, from), (1011, from), (1110, to), (1111, to)];
        let levels = levels.map(|(hex, level)| format!("{hex} = {level}"));
        fields.push((slope, format!("levels = {{ {} }}", levels.join(", "))));
    }
    let mut cases = Vec::new();
    for (row, field) in fields {
        for kind in MOVERS {
            let at = if matches!(kind, "PH" | "CA") { "[1010, 1011]" } else { "1010" };
            let first =
                format!("{{ unit = \"mover\", kind = \"{kind}\", hex = {at}, tq = 9, ma = 9 }}");
            let position = format!(
                "[position]\norders = \"Alexander\"\nmoving = \"mover\"\nfield = {{ {field} }}\n{}",
                armies(&first, "")
            );
            for go in ["forward right", "turn NE"] {
                let acts = format!(
                    "[[do]]\nseat = \"Macedonian\"\nact = {{ go = \"{go}\" }}\n\
                     then = [{{ unit = \"mover\", spent = 0, hits = 0 }}]\n"
                );
                cases.push((row.to_owned(), case("5, 5", "", &position, &acts)));
            }
        }
        let leader = "[position.macedonian]\nunits = []\nleaders = [{ leader = \"Alexander\", hex = 1010 }]\n\
                      [position.persian]\nunits = []\nleaders = [{ leader = \"Darius\", hex = 2010 }]\n";
        let position =
            format!("[position]\norders = \"Alexander\"\nfield = {{ {field} }}\n{leader}");
        let acts = "[[do]]\nseat = \"Macedonian\"\nacts = [{ send = \"Alexander\" }, { ride = \"SE\" }]\n\
                    then = [{ leader = \"Alexander\", spent = 0 }]\n";
        cases.push((row.to_owned(), case("", "", &position, acts)));
    }
    cases
}

/// Everybody who fires does so at every range, with every roll.
fn volleys() -> Vec<Made> {
    let arms = [
        ("foot_bow", "SK", "A"),
        ("massed_bow", "LIA", "A"),
        ("mounted_bow", "LCA", "A"),
        ("sling", "SK", "S"),
        ("foot_javelin", "LI", "J"),
        ("mounted_javelin", "LC", "J"),
        ("bolt", "AT", "B"),
    ];
    let mut cases = Vec::new();
    for (row, kind, missile) in arms {
        for range in 1..=8 {
            let mode = if kind == "AT" { ", mode = \"fire\"" } else { "" };
            let first = format!(
                "{{ unit = \"firer\", kind = \"{kind}\", missile = \"{missile}\", hex = 1010, facing = \"NE\"{mode} }}"
            );
            let hex = 10 - range;
            let second = format!(
                "{{ unit = \"target\", kind = \"MI\", hex = 10{hex:02}, facing = \"SE\", tq = 9 }}"
            );
            let moving = if kind == "AT" { "" } else { "moving = \"firer\"\n" };
            let armies = armies(&first, &second);
            let position = format!("[position]\norders = \"Alexander\"\n{moving}{armies}");
            let act = if kind == "AT" { "engine_fire = \"firer\", at" } else { "fire_at" };
            let acts = format!("[[do]]\nseat = \"Macedonian\"\nact = {{ {act} = \"target\" }}\n");
            cases.extend(
                (0..=9).map(|roll| {
                    (row.to_owned(), case(&format!("{roll}, 5"), "", &position, &acts))
                }),
            );
        }
    }
    cases
}

/// Units of every quality are rallied, with every roll.
fn rallies() -> Vec<Made> {
    let mut cases = Vec::new();
    for tq in [3, 5, 7] {
        for roll in 0..=9 {
            let first = format!(
                "{{ unit = \"horse\", kind = \"HC\", hex = 0210, routed = true, tq = {tq} }}"
            )
            .replace("0210", "\"0210\"");
            let position = format!("[position]\norders = \"Alexander\"\n{}", armies(&first, ""));
            let acts = "[[do]]\nseat = \"Macedonian\"\nact = { rally = \"horse\" }\n";
            let row = match tq {
                3 => "tq_3",
                4 | 5 => "tq_4_5",
                _ => "tq_6_9",
            };
            cases.push((row.to_owned(), case(&format!("0, {roll}"), "", &position, acts)));
        }
    }
    cases
}

/// Leaders are hit by missiles with every roll, and lose duels by every difference.
fn casualties() -> Vec<Made> {
    let mut cases = Vec::new();
    for roll in 0..=9 {
        let position = "[position]\norders = \"Alexander\"\nmoving = \"archers\"\n[position.macedonian]\n\
                        units = [{ unit = \"archers\", kind = \"SK\", missile = \"A\", hex = 1010 }]\n\
                        leaders = [{ leader = \"Alexander\", hex = \"0410\" }]\n[position.persian]\n\
                        units = [{ unit = \"horse\", kind = \"HC\", hex = 1209 }]\n\
                        leaders = [{ leader = \"Memnon\", hex = 1209, initiative = 1 }]\n";
        let acts = "[[do]]\nseat = \"Macedonian\"\nact = { fire_at = \"horse\" }\n";
        cases.push(("die".to_owned(), case(&format!("0, 0, {roll}"), "", position, acts)));
        let position = "[position]\norders = \"Alexander\"\n[position.macedonian]\n\
                        units = [{ unit = \"far\", kind = \"LI\", hex = \"0705\" }]\n\
                        leaders = [{ leader = \"Alexander\", hex = 1010, personal_combat = 4 }]\n\
                        [position.persian]\nunits = []\n\
                        leaders = [{ leader = \"Memnon\", hex = 1008, personal_combat = 4 }]\n";
        let acts =
            "[[do]]\nseat = \"Macedonian\"\nacts = [{ send = \"Alexander\" }, { ride = \"N\" }]\n";
        cases.push(("differential".to_owned(), case(&format!("{roll}, 0"), "", position, acts)));
    }
    cases
}

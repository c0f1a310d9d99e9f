//! A position built from nothing.

use super::orders::{OrdersToml, TenureToml, orders, tenure};
use super::{HexToml, HexesToml, Lookup, hex_on, one_of, side};
use crate::command::activation::Activation;
use crate::command::line_command::CommandChoice;
use crate::command::momentum::Momentum;
use crate::engine::hexes::{Hexes, Switches};
use crate::engine::resolver::Resolver;
use crate::engine::state::{
    Arranged, Engine, EngineDeed, EngineMode, LinePart, Place, Readiness, ShockMark, State, Supply,
};
use crate::engine::steps::Step;
use crate::missiles::artillery::Engines;
use crate::model::field::{Edge, Field, HexsideFeature, Terrain};
use crate::model::hex::{Hexside, Vertex};
use crate::model::order_of_battle::{
    ArmyList, Battle, Commander, Commands, Force, ForceId, LeaderId, LineSort, MOST_LEADERS,
    MOST_UNITS, Role, Ruleset, Special, Start, Troops, UnitId, UnitSet,
};
use crate::model::types::{Category, Class, Kind, MissileKind};
use diadem_cases::{CasePosition, Finding, Words};
use diadem_core::{Camp, Dice, Drop, SetupError};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A vertex by its code, such as `NE`.
fn vertex_by_code<'de, D: Deserializer<'de>>(word: D) -> Result<Option<Vertex>, D::Error> {
    let code = String::deserialize(word)?;
    let unknown = || D::Error::custom(format!("no vertex is called {code}: NE, E, SE, SW, W, NW"));
    Vertex::parse(&code).map(Some).ok_or_else(unknown)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionToml {
    battle: Option<String>,
    #[serde(default)]
    units: Vec<UnitToml>,
    #[serde(default)]
    leaders: Vec<LeaderToml>,
    #[serde(default)]
    field: FieldToml,
    turn: Option<u8>,
    last_turn: Option<u8>,
    #[serde(default)]
    switches: Vec<String>,
    #[serde(default)]
    special: SpecialToml,
    #[serde(default)]
    macedonian: ArmyToml,
    #[serde(default)]
    persian: ArmyToml,
    command: Option<TenureToml>,
    orders: Option<OrdersToml>,
    momentum: Option<TenureToml>,
    moving: Option<MovingToml>,
    rampage: Option<super::rampage::RampageToml>,
    engines: Option<String>,
    shock: Option<super::shock::ShockToml>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct FieldToml {
    columns: Option<(u8, u8)>,
    rows: Option<(u8, u8)>,
    ground: Option<Terrain>,
    level: Option<u8>,
    terrain: BTreeMap<String, Terrain>,
    levels: BTreeMap<String, u8>,
    sides: BTreeMap<String, HexsideFeature>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct SpecialToml {
    idle_first_turn: Vec<String>,
    stops_in_river: Vec<String>,
    holds_height_first_turn: Vec<String>,
    height_held: u8,
    engines_begin_in_fire_mode: bool,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct ArmyToml {
    name: Option<String>,
    units: Vec<UnitToml>,
    leaders: Vec<LeaderToml>,
    macedonian: Option<bool>,
    retreat_edge: Option<Edge>,
    withdrawal: Option<u16>,
    lines: Option<Vec<Vec<String>>>,
    exit: Option<Edge>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitToml {
    unit: String,
    kind: Option<Kind>,
    class: Option<Class>,
    tq: Option<u8>,
    size: Option<u8>,
    ma: Option<u8>,
    fast_ma: Option<u8>,
    missile: Option<String>,
    #[serde(default)]
    screen: bool,
    #[serde(default)]
    greek_mercenary_or_spartan: bool,
    #[serde(default)]
    thracian: bool,
    #[serde(default)]
    indian: bool,
    #[serde(default)]
    wing: String,
    hex: Option<HexesToml>,
    #[serde(default, deserialize_with = "vertex_by_code")]
    facing: Option<Vertex>,
    is: Option<String>,
    formation: Option<String>,
    #[serde(default)]
    hits: u8,
    #[serde(default)]
    routed: bool,
    #[serde(default)]
    rallied: bool,
    #[serde(default)]
    moved: bool,
    #[serde(default)]
    ordered: bool,
    #[serde(default)]
    turned: bool,
    #[serde(default)]
    engaged: bool,
    behind: Option<String>,
    #[serde(default)]
    mark: ShockMark,
    #[serde(default)]
    run_up: u8,
    #[serde(default)]
    missiles: Supply,
    #[serde(default)]
    screen_missiles: Supply,
    mode: Option<EngineMode>,
    #[serde(default)]
    active_shots: u8,
    #[serde(default)]
    reaction_shots: u8,
    #[serde(default)]
    deed: EngineDeed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderToml {
    leader: String,
    hex: Option<HexToml>,
    role: Option<Role>,
    initiative: Option<u8>,
    range: Option<u8>,
    strategy: Option<u8>,
    charisma: Option<u8>,
    personal_combat: Option<u8>,
    line_command: Option<bool>,
    #[serde(default)]
    elite: bool,
    commands: Option<Vec<String>>,
    rout_points: Option<u16>,
    #[serde(default)]
    target: bool,
    #[serde(default)]
    indian: bool,
    is: Option<String>,
    #[serde(default)]
    wound: u8,
    #[serde(default)]
    readiness: Readiness,
    #[serde(default)]
    no_momentum: bool,
    #[serde(default)]
    spent: u8,
    #[serde(default)]
    sent: bool,
    #[serde(default)]
    rallied: Vec<String>,
    #[serde(default)]
    arranged: Arranged,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum MovingToml {
    Name(String),
    More(MovingTableToml),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MovingTableToml {
    unit: String,
    #[serde(default)]
    fast: bool,
    #[serde(default)]
    spent: u8,
    #[serde(default)]
    fire_only: bool,
}

/// Builds the position that some words describe.
pub(super) fn build(words: &Words<'_>) -> Result<CasePosition<Hexes>, Finding> {
    let read: PositionToml = words.read()?;
    let switches = switches(&read, words)?;
    let told = |error: SetupError| words.complain(error.0);
    let game = match &read.battle {
        None => {
            if !read.units.is_empty() || !read.leaders.is_empty() {
                return Err(words.complain("units and leaders belong to an army, or a `battle`"));
            }
            let game = Hexes::new(battle(&read, words)?, switches).map_err(told)?;
            with_names(&game, &read, words)?
        }
        Some(id) => {
            let game = Hexes::named(id, switches).map_err(told)?;
            Hexes::new(changed(&game, &read, words)?, switches).map_err(told)?
        }
    };
    let lookup = Lookup { game: &game, words };
    let mut state = arranged(&lookup, &read)?;
    for leader in game.leaders() {
        if state.leader(leader).arranged == Arranged::Openly {
            let bound = game.ask(&state, |position| position.bound_to_withdraw(leader));
            state.leader_mut(leader).bound = bound;
        }
    }
    let dice = &mut Dice::scripted([]);
    begin(&lookup, &mut state, &read, dice)?;
    if let Some(fault) = dice.script_fault() {
        return Err(words.complain(format!(
            "dice are rolled before anything is asked ({fault}): begin it with `run`"
        )));
    }
    Ok(CasePosition { game: Arc::new(game), state })
}

fn switches(read: &PositionToml, words: &Words<'_>) -> Result<Switches, Finding> {
    let mut switches = Switches::default();
    for name in &read.switches {
        *match name.as_str() {
            "elite_initiative" => &mut switches.elite_initiative,
            "elite_roll" => &mut switches.elite_roll,
            "contingents" => &mut switches.contingents,
            "few_contingents" => &mut switches.few_contingents,
            "inertia" => &mut switches.inertia,
            "drift" => &mut switches.drift,
            "engaged" => &mut switches.engaged,
            "charge" => &mut switches.charge,
            "fourth_edition" => &mut switches.fourth_edition,
            _ => {
                let known = "elite_initiative, elite_roll, contingents, few_contingents, inertia, \
                             drift, engaged, charge, fourth_edition";
                return Err(words.complain(format!("no switch \"{name}\"; there are: {known}")));
            }
        } = true;
    }
    Ok(switches)
}

fn field(read: &FieldToml, words: &Words<'_>) -> Result<Field, Finding> {
    let (columns, rows) = (read.columns.unwrap_or((1, 20)), read.rows.unwrap_or((1, 20)));
    let ground = read.ground.unwrap_or(Terrain::Clear);
    let level = read.level.unwrap_or(1);
    let plain = Field::plain(columns.0..=columns.1, rows.0..=rows.1, ground, level);
    let mut field = plain.ok_or_else(|| words.complain("there is no field of that size"))?;
    let known =
        |field: &Field, number: &str| hex_on(field, &HexToml::Text(number.to_owned()), words);
    for (number, &terrain) in &read.terrain {
        let at = known(&field, number)?;
        field.set_terrain(at, terrain);
    }
    for (number, &level) in &read.levels {
        let at = known(&field, number)?;
        field.set_level(at, level);
    }
    for (place, &what) in &read.sides {
        let (number, of) = place.split_once(' ').unwrap_or((place, ""));
        let at = known(&field, number)?;
        field.set_hexside(at, side(of, words)?, Some(what));
    }
    Ok(field)
}

/// The battle of a position, without what names units: that comes when all have their number.
fn battle(read: &PositionToml, words: &Words<'_>) -> Result<Battle, Finding> {
    let field = field(&read.field, words)?;
    let (mut units, mut leaders) = (Vec::new(), Vec::new());
    for (camp, of) in [(Camp::First, &read.macedonian), (Camp::Second, &read.persian)] {
        for unit in &of.units {
            units.push(troops(unit, camp, &field, words)?);
        }
        for (at, leader) in of.leaders.iter().enumerate() {
            leaders.push(commander(leader, camp, at == 0, &field, words)?);
        }
    }
    for (at, unit) in units.iter().enumerate() {
        if units[..at].iter().any(|other: &Troops| other.name.eq_ignore_ascii_case(&unit.name)) {
            return Err(words.complain(format!("there are two units \"{}\"", unit.name)));
        }
    }
    for (at, leader) in leaders.iter().enumerate() {
        let mut before = leaders[..at].iter();
        if before.any(|other: &Commander| other.name.eq_ignore_ascii_case(&leader.name)) {
            return Err(words.complain(format!("there are two leaders \"{}\"", leader.name)));
        }
    }
    if units.len() > MOST_UNITS || leaders.len() > MOST_LEADERS {
        return Err(words.complain("these are too many units or leaders"));
    }
    let list = |camp: Camp, of: &ArmyToml, key: &str, name: &str, edge: Edge| ArmyList {
        key: key.into(),
        name: of.name.clone().unwrap_or_else(|| name.into()),
        retreat_edge: of.retreat_edge.unwrap_or(edge),
        withdrawal: of.withdrawal.unwrap_or(100),
        lines: Vec::new(),
        macedonian: of.macedonian.unwrap_or(camp == Camp::First),
        units: (units.iter().enumerate())
            .filter(|(_, unit): &(usize, &Troops)| unit.camp == camp)
            .map(|(at, _)| UnitId::new(at as u8))
            .collect(),
    };
    let armies = [
        list(Camp::First, &read.macedonian, "macedonian", "Macedonian", Edge::Left),
        list(Camp::Second, &read.persian, "persian", "Persian", Edge::Right),
    ];
    let forces = Camp::BOTH.map(|camp| {
        let overall = (leaders.iter())
            .position(|one: &Commander| one.camp == camp && one.role == Role::Overall)
            .map(|at| LeaderId::new(at as u8));
        Force::sole(camp, &armies[camp.index()].name, overall)
    });
    Ok(Battle {
        id: "case".into(),
        name: "A rule case".into(),
        date: String::new(),
        story: String::new(),
        whence: String::new(),
        up: String::new(),
        ruleset: Ruleset::Gba,
        field,
        armies,
        forces: forces.into(),
        units,
        leaders,
        last_turn: read.last_turn.unwrap_or(20),
        compass: Hexside::ALL,
        special: Special {
            exits: [read.macedonian.exit, read.persian.exit],
            engines_begin_in_fire_mode: read.special.engines_begin_in_fire_mode,
            height_held: read.special.height_held,
            ..Special::default()
        },
        remarks: Vec::new(),
    })
}

/// What is usual of a kind: troop quality, size and movement allowance.
const fn usual(kind: Kind) -> (u8, u8, u8) {
    match kind {
        Kind::Phalanx => (7, 10, 4),
        Kind::Hoplite => (6, 9, 4),
        Kind::Cardaces => (5, 10, 4),
        Kind::Artillery | Kind::Scorpion => (4, 1, 3),
        _ => match kind.category() {
            Category::Infantry => (6, 5, 5),
            Category::Skirmisher => (5, 2, 6),
            Category::Cavalry => (6, 4, 8),
            Category::Elephant => (6, 3, 7),
            Category::Chariot => (6, 3, 8),
            Category::Artillery => (4, 1, 3),
        },
    }
}

/// What a kind usually shoots with.
const fn usual_missile(kind: Kind) -> Option<MissileKind> {
    match kind {
        Kind::LightArcher | Kind::HorseArcher => Some(MissileKind::Bow),
        Kind::LightInfantry
        | Kind::Velites
        | Kind::Skirmisher
        | Kind::ShockSkirmisher
        | Kind::LightCavalry => Some(MissileKind::Javelin),
        Kind::Artillery | Kind::Scorpion => Some(MissileKind::Bolt),
        _ => None,
    }
}

fn facing_of(unit: &UnitToml, camp: Camp) -> Vertex {
    unit.facing.unwrap_or(match camp {
        Camp::First => Vertex::East,
        Camp::Second => Vertex::West,
    })
}

fn start(
    unit: &UnitToml,
    kind: Kind,
    camp: Camp,
    field: &Field,
    words: &Words<'_>,
) -> Result<Start, Finding> {
    let facing = facing_of(unit, camp);
    let name = &unit.unit;
    match (&unit.hex, kind.is_two_hex()) {
        (Some(HexesToml::One(one)), false) => {
            Ok(Start { hex: hex_on(field, one, words)?, second_hex: None, facing: Some(facing) })
        }
        (Some(HexesToml::Two(one, other)), true) => {
            let (one, other) = (hex_on(field, one, words)?, hex_on(field, other, words)?);
            let start = Start::across(one, other, facing);
            start.ok_or_else(|| {
                let code = facing.code();
                words.complain(format!("{name} cannot lie across these two hexes and face {code}"))
            })
        }
        (Some(HexesToml::One(_)), true) => {
            Err(words.complain(format!("{name} needs two hexes: hex = [1207, 1208]")))
        }
        (Some(HexesToml::Two(..)), false) => {
            Err(words.complain(format!("{name} is a unit of one hex")))
        }
        (None, _) if unit.is.is_some() => Ok(Start {
            hex: crate::model::hex::Hex::new(0, 0),
            second_hex: None,
            facing: Some(facing),
        }),
        (None, _) => Err(words.complain(format!("{name} needs a `hex`"))),
    }
}

fn missile(word: &str, words: &Words<'_>) -> Result<Option<MissileKind>, Finding> {
    match word {
        "none" => Ok(None),
        code => MissileKind::parse(code).map(Some).ok_or_else(|| {
            words.complain(format!("no missile \"{code}\"; there are A, S, J, B and none"))
        }),
    }
}

fn troops(
    unit: &UnitToml,
    camp: Camp,
    field: &Field,
    words: &Words<'_>,
) -> Result<Troops, Finding> {
    let missing = || words.complain(format!("{} needs a `kind`, such as \"HI\"", unit.unit));
    let kind = unit.kind.ok_or_else(missing)?;
    let (tq, size, ma) = usual(kind);
    Ok(Troops {
        id: unit.unit.clone(),
        name: unit.unit.clone(),
        camp,
        force: ForceId::sole(camp),
        kind,
        class: unit.class,
        tq: unit.tq.unwrap_or(tq),
        size: unit.size.unwrap_or(size),
        ma: unit.ma.unwrap_or(ma),
        fast_ma: unit.fast_ma.or((kind == Kind::Phalanx).then_some(5)),
        missile: match &unit.missile {
            Some(word) => missile(word, words)?,
            None => usual_missile(kind),
        },
        screen: unit.screen,
        greek_mercenary_or_spartan: unit.greek_mercenary_or_spartan,
        thracian: unit.thracian,
        indian: unit.indian,
        wing: unit.wing.clone(),
        start: start(unit, kind, camp, field, words)?,
    })
}

/// A battle that comes with the program, with what the case changes of it.
fn changed(game: &Hexes, read: &PositionToml, words: &Words<'_>) -> Result<Battle, Finding> {
    let lookup = Lookup { game, words };
    let armies = [&read.macedonian, &read.persian];
    if armies.iter().any(|camp| !camp.units.is_empty() || !camp.leaders.is_empty()) {
        return Err(words.complain("a `battle` has its armies; change its `units` and `leaders`"));
    }
    let mut battle = Battle::clone(game.battle());
    battle.last_turn = read.last_turn.unwrap_or(battle.last_turn);
    for unit in &read.units {
        let troops = &mut battle.units[lookup.unit(&unit.unit)?.index()];
        troops.kind = unit.kind.unwrap_or(troops.kind);
        troops.class = unit.class.or(troops.class);
        troops.tq = unit.tq.unwrap_or(troops.tq);
        troops.size = unit.size.unwrap_or(troops.size);
        troops.ma = unit.ma.unwrap_or(troops.ma);
        troops.fast_ma = unit.fast_ma.or(troops.fast_ma);
        if let Some(word) = &unit.missile {
            troops.missile = missile(word, words)?;
        }
        if unit.hex.is_some() {
            troops.start = start(unit, troops.kind, troops.camp, lookup.game.field(), words)?;
        } else if unit.facing.is_some() && !troops.kind.is_two_hex() {
            troops.start.facing = unit.facing;
        }
    }
    for leader in &read.leaders {
        let commander = &mut battle.leaders[lookup.leader(&leader.leader)?.index()];
        commander.initiative = leader.initiative.or(commander.initiative);
        commander.range = leader.range.unwrap_or(commander.range);
        commander.strategy = leader.strategy.or(commander.strategy);
        commander.charisma = leader.charisma.unwrap_or(commander.charisma);
        commander.personal_combat = leader.personal_combat.or(commander.personal_combat);
        commander.line_command = leader.line_command.unwrap_or(commander.line_command);
        if let Some(at) = &leader.hex {
            commander.start = lookup.hex(at)?;
        }
    }
    Ok(battle)
}

fn commander(
    leader: &LeaderToml,
    camp: Camp,
    first: bool,
    field: &Field,
    words: &Words<'_>,
) -> Result<Commander, Finding> {
    let role = leader.role.unwrap_or(if first { Role::Overall } else { Role::Subordinate });
    let initiative = (role != Role::Contingent).then_some(leader.initiative.unwrap_or(if first {
        5
    } else {
        4
    }));
    let start = match (&leader.hex, &leader.is) {
        (Some(at), _) => hex_on(field, at, words)?,
        (None, Some(_)) => crate::model::hex::Hex::new(0, 0),
        (None, None) => return Err(words.complain(format!("{} needs a `hex`", leader.leader))),
    };
    Ok(Commander {
        id: leader.leader.clone(),
        name: leader.leader.clone(),
        camp,
        force: ForceId::sole(camp),
        role,
        initiative,
        range: leader.range.unwrap_or(if role == Role::Contingent { 4 } else { 8 }),
        strategy: leader.strategy.or((role == Role::Subordinate).then_some(4)),
        charisma: leader.charisma.unwrap_or(1),
        personal_combat: (!leader.indian).then_some(leader.personal_combat.unwrap_or(3)),
        line_command: leader.line_command.unwrap_or(role != Role::Contingent),
        elite: leader.elite,
        commands: Commands { text: Vec::new(), units: UnitSet::NONE },
        rout_points: leader.rout_points.unwrap_or(5 * u16::from(initiative.unwrap_or(0))),
        is_target: leader.target,
        start,
    })
}

/// Fills in what names units: lines, commands, special rules.
fn with_names(game: &Hexes, read: &PositionToml, words: &Words<'_>) -> Result<Hexes, Finding> {
    let lookup = Lookup { game, words };
    let mut battle = Battle::clone(game.battle());
    battle.special.idle_first_turn = lookup.units(&read.special.idle_first_turn)?;
    battle.special.stops_in_river = lookup.units(&read.special.stops_in_river)?;
    let holding = lookup.units(&read.special.holds_height_first_turn)?;
    battle.special.holds_height_first_turn = holding;
    let mut leaders = battle.leaders.iter_mut();
    for (list, of) in battle.armies.iter_mut().zip([&read.macedonian, &read.persian]) {
        list.lines = match &of.lines {
            Some(lines) => lines
                .iter()
                .map(|codes| line(codes, list.units, words))
                .collect::<Result<_, _>>()?,
            None => usual_lines(list.units),
        };
        for leader in &of.leaders {
            let units = match &leader.commands {
                Some(names) => lookup.units(names)?,
                None => list.units,
            };
            if let Some(commander) = leaders.next() {
                commander.commands.units = units;
            }
        }
    }
    let switches = game.switches();
    Hexes::new(battle, switches).map_err(|error| words.complain(error.0))
}

fn line(codes: &[String], units: UnitSet, words: &Words<'_>) -> Result<LineSort, Finding> {
    let kind = |code: &String| {
        Kind::parse(code).ok_or_else(|| words.complain(format!("there is no kind \"{code}\"")))
    };
    let kinds = codes.iter().map(kind).collect::<Result<_, _>>()?;
    Ok(LineSort { text: codes.to_vec(), kinds, units })
}

/// Foot with foot, horse with horse and chariots, elephants with elephants.
fn usual_lines(units: UnitSet) -> Vec<LineSort> {
    let arms: [&[Category]; 4] = [
        &[Category::Infantry],
        &[Category::Skirmisher],
        &[Category::Cavalry, Category::Chariot],
        &[Category::Elephant],
    ];
    let sort = |arms: &[Category]| {
        let kinds = Kind::ALL.into_iter().filter(|kind| arms.contains(&kind.category()));
        LineSort { text: Vec::new(), kinds: kinds.collect(), units }
    };
    arms.map(sort).into_iter().collect()
}

/// The state: what is printed stands as it begins, and then as the words say.
fn arranged(lookup: &Lookup<'_, '_>, read: &PositionToml) -> Result<State, Finding> {
    let words = lookup.words;
    let mut state = lookup.game.beginning();
    state.turn = read.turn.unwrap_or(2);
    state.steps = vec![Step::Activation(Activation)];
    let armies = [&read.macedonian, &read.persian].into_iter();
    let units = armies.clone().flat_map(|camp| &camp.units).chain(&read.units);
    for unit in units {
        let id = lookup.unit(&unit.unit)?;
        let place = match unit.is.as_deref() {
            None => state.unit(id).place,
            Some(word) => {
                let gone = [
                    ("eliminated", Place::Eliminated),
                    ("ran_off", Place::RanOff),
                    ("left", Place::Left),
                ];
                one_of(&gone, word, words)?
            }
        };
        let behind = unit.behind.as_ref().map(|front| lookup.unit(front)).transpose()?;
        let now = state.unit_mut(id);
        now.place = place;
        now.behind = behind;
        if let Some(text) = &unit.formation {
            let two_hex = lookup.game.troops(id).kind.is_two_hex();
            now.formation = super::actions::formation(text, two_hex, words)?;
        }
        now.hits = unit.hits;
        now.routed = unit.routed;
        now.rallied = unit.rallied;
        now.moved = unit.moved;
        now.ordered = unit.ordered;
        now.turned = unit.turned;
        now.engaged = unit.engaged;
        now.run_up = unit.run_up;
        now.mark = unit.mark;
        now.missiles = unit.missiles;
        now.screen = unit.screen_missiles;
        now.engine = Engine {
            mode: unit.mode.unwrap_or(now.engine.mode),
            active: unit.active_shots,
            reactions: unit.reaction_shots,
            deed: unit.deed,
        };
    }
    for leader in armies.flat_map(|camp| &camp.leaders).chain(&read.leaders) {
        let id = lookup.leader(&leader.leader)?;
        let rallied = lookup.units(&leader.rallied)?;
        let now = state.leader_mut(id);
        if let Some(word) = &leader.is {
            now.at = None;
            let fates =
                [("lost", (false, false)), ("fled", (true, false)), ("captured", (false, true))];
            (now.fled, now.captured) = one_of(&fates, word, words)?;
        }
        now.wound = leader.wound;
        now.readiness = leader.readiness;
        now.no_momentum = leader.no_momentum;
        now.spent = leader.spent;
        now.sent = leader.sent;
        now.rallied = rallied;
        now.arranged = leader.arranged;
    }
    Ok(state)
}

/// Begins what the case begins with, up to the first question.
fn begin(
    lookup: &Lookup<'_, '_>,
    state: &mut State,
    read: &PositionToml,
    dice: &mut Dice,
) -> Result<(), Finding> {
    if let Some(word) = &read.command {
        state.steps.push(CommandChoice(tenure(lookup, &word.table())?).into());
    }
    if let Some(word) = &read.orders {
        for step in orders(lookup, word)? {
            // 5.64, 4.37: whoever commands a contingent has been activated, and lets his own attack.
            if let Step::Orders(his) = &step
                && lookup.game.commander(his.tenure.leader).role == Role::Contingent
            {
                state.leader_mut(his.tenure.leader).line = LinePart::Gave;
            }
            state.steps.push(step);
        }
    }
    if let Some(word) = &read.momentum {
        state.steps.push(Momentum(tenure(lookup, &word.table())?).into());
    }
    let moving = match &read.moving {
        None => None,
        Some(MovingToml::Name(name)) => Some((lookup.unit(name)?, false, 0, false)),
        Some(MovingToml::More(more)) => {
            Some((lookup.unit(&more.unit)?, more.fast, more.spent, more.fire_only))
        }
    };
    if let Some(words) = &read.shock {
        super::shock::begin(lookup, state, words)?;
    }
    if let Some(words) = &read.rampage {
        super::rampage::begin(lookup, state, words)?;
    }
    let is_ready = lookup.game.ask(state, |position| position.next_to_activate().is_some());
    let sink = &mut Drop;
    let mut resolver = Resolver::of(lookup.game, state, dice, sink);
    if let Some((unit, fast, spent, fire_only)) = moving {
        resolver.begin_move(unit, fast, false, fire_only);
        for step in &mut resolver.state.steps {
            if let Step::Move(movement) = step {
                movement.spent = spent;
            }
        }
    }
    if let Some(name) = &read.engines {
        let at = lookup.unit(name)?;
        resolver.state.steps.retain(|step| !matches!(step, Step::Engines(_)));
        resolver
            .begin(Engines { force: ForceId::sole(lookup.game.camp(at).other()), at: Some(at) });
    }
    // Without a leader to activate the turn would run on; `run` says what is to happen then.
    if resolver.state.steps.len() > 1 || is_ready {
        resolver.settle();
    }
    Ok(())
}

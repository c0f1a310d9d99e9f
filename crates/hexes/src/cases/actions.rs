//! Actions in plain words.

use super::{HexToml, Lookup, hand, one_of, side, vertex};
use crate::engine::action::{Action, LineRight, LineShape};
use crate::engine::hexes::Hexes;
use crate::engine::state::{Formation, State};
use crate::engine::steps::Step;
use crate::model::hex::{Hand, Hex, Hexside, Vertex};
use crate::model::order_of_battle::{LeaderId, UnitId};
use crate::movement::moving::Go;
use diadem_cases::{CasePosition, Finding, Words};

/// Actions that are one word.
const PLAIN: [(&str, Action); 5] = [
    ("individual orders", Action::Individual),
    ("shock", Action::Shock(true)),
    ("no shock", Action::Shock(false)),
    ("momentum", Action::Momentum),
    ("done", Action::Done),
];

const RIGHTS: [(&str, LineRight); 5] = [
    ("overall", LineRight::Overall),
    ("through overall", LineRight::ThroughOverall),
    ("strategy", LineRight::Strategy),
    ("wing", LineRight::Wing),
    ("first turn", LineRight::FirstTurn),
];

const SHAPES: [(&str, LineShape); 3] =
    [("abreast", LineShape::Abreast), ("in file", LineShape::InFile), ("loose", LineShape::Loose)];

/// A kind of action: the word that names it, and what may stand beside that word.
type Verb = (&'static str, &'static [&'static str]);

const VERBS: &[Verb] = &[
    ("arrange", &["withdrawal"]),
    ("elite", &[]),
    ("activate", &[]),
    ("pass", &[]),
    ("wait", &[]),
    ("trump", &[]),
    ("line_command", &[]),
    ("line", &["shape", "moves"]),
    ("order", &["fast"]),
    ("send", &[]),
    ("recover", &[]),
    ("rally", &[]),
    ("contingent", &[]),
    ("change_mode", &[]),
    ("go", &[]),
    ("take", &[]),
    ("leave", &[]),
    ("ride", &[]),
    ("fire_at", &[]),
    ("fire_moving", &[]),
    ("fire_at_hex", &[]),
    ("harass", &[]),
    ("come_up", &[]),
    ("engage", &[]),
    ("break_off", &["to"]),
    ("attack", &["target"]),
    ("champion", &[]),
    ("type", &[]),
    ("take_hit", &[]),
    ("advance", &[]),
    ("towards", &[]),
    ("pass_through", &["side"]),
    ("open_ranks", &["hex"]),
    ("withdraw", &[]),
    ("withdraw_line", &["leader"]),
    ("withdraw_leader", &[]),
    ("back", &[]),
    ("back_two", &[]),
    ("face", &[]),
    ("turn", &["to"]),
    ("reverse", &[]),
    ("reaction_fire", &["at"]),
    ("screen_fire", &["at"]),
    ("engine_fire", &["at", "at_hex"]),
    ("next", &[]),
];

/// The action that some words describe.
pub(super) fn read(at: &CasePosition<Hexes>, words: &Words<'_>) -> Result<Action, Finding> {
    let found = VERBS.iter().find(|(verb, _)| words.get(verb).is_some());
    let Some(&(verb, beside)) = found else {
        let text: Result<String, _> = words.read();
        let plain = PLAIN.iter().find(|(name, _)| text.as_deref() == Ok(*name));
        return plain.map(|(_, action)| *action).ok_or_else(|| {
            let plain: Vec<String> = PLAIN.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            let verbs: Vec<&str> = VERBS.iter().map(|(verb, _)| *verb).collect();
            let (plain, verbs) = (plain.join(", "), verbs.join(", "));
            words.complain(format!("no such action; there are {plain} and: {verbs}"))
        });
    };
    let is_known = |key: &str| key == verb || beside.contains(&key);
    if let Some((key, value)) = words.entries().find(|(key, _)| !is_known(key)) {
        return Err(value.complain(format!("`{key}` is not known beside `{verb}`")));
    }
    Reading { lookup: Lookup { game: &at.game, words }, state: &at.state, verb }.action()
}

/// An action being read.
struct Reading<'a, 't> {
    lookup: Lookup<'a, 't>,
    state: &'a State,
    verb: &'static str,
}

impl Reading<'_, '_> {
    fn action(&self) -> Result<Action, Finding> {
        let lookup = &self.lookup;
        Ok(match self.verb {
            "arrange" => Action::Arrange(self.leader()?, lookup.flag("withdrawal", true)?),
            "elite" => Action::Elite(self.leader()?),
            "activate" => Action::Activate(self.leader()?),
            "pass" => Action::Pass(self.leader()?),
            "wait" => Action::Wait(self.leader()?),
            "trump" => Action::Trump(self.leader()?),
            "line_command" => Action::LineCommand(one_of(&RIGHTS, &self.text()?, lookup.words)?),
            "line" => self.named_line()?,
            "order" if lookup.flag("fast", false)? => Action::OrderFast(self.unit()?),
            "order" => Action::Order(self.unit()?),
            "send" => Action::Send(self.leader()?),
            "recover" => Action::Recover(self.unit()?),
            "rally" => Action::Rally(self.unit()?),
            "contingent" => Action::Contingent(self.leader()?),
            "change_mode" => Action::ChangeMode(self.unit()?),
            "go" => Action::Go(self.go()?),
            "take" => Action::Take(self.leader()?),
            "leave" => Action::Leave(self.leader()?),
            "ride" => Action::RideTo(self.side()?),
            "fire_at" => Action::FireAt(self.unit()?),
            "fire_moving" => Action::FireMoving(self.unit()?),
            "fire_at_hex" => Action::FireAtHex(self.hex()?),
            "harass" => Action::Harass(self.unit()?),
            "come_up" => Action::ComeUp(self.hex()?),
            "engage" => Action::Engage(self.unit()?),
            "break_off" => Action::BreakOff(self.unit()?, side(&lookup.text("to")?, lookup.words)?),
            "attack" => {
                Action::Attack { unit: self.unit()?, target: lookup.unit(&lookup.text("target")?)? }
            }
            "champion" => Action::Champion(self.leader()?),
            "type" => Action::Type(self.unit()?),
            "take_hit" => Action::TakeHit(self.unit()?),
            "advance" => Action::Advance(self.unit()?),
            "pass_through" => {
                Action::PassThrough(self.unit()?, side(&lookup.text("side")?, lookup.words)?)
            }
            "open_ranks" => Action::OpenRanks(
                self.unit()?,
                lookup.hex(&lookup.must("hex")?.read::<HexToml>()?)?,
            ),
            "towards" => Action::Towards(self.unit()?),
            "withdraw" => Action::Withdraw(self.unit()?),
            "withdraw_line" => {
                Action::WithdrawLine(self.unit()?, lookup.leader(&lookup.text("leader")?)?)
            }
            "withdraw_leader" => Action::WithdrawLeader(self.leader()?),
            "back" => Action::Back(self.side()?),
            "back_two" => Action::BackTwo(hand(&self.text()?, lookup.words)?),
            "face" => Action::Face(vertex(&self.text()?, lookup.words)?),
            "turn" => Action::React(self.unit()?, hand(&lookup.text("to")?, lookup.words)?),
            "reverse" => Action::ReactReverse(self.unit()?),
            "screen_fire" => Action::ScreenFire {
                firer: self.unit()?,
                target: lookup.unit(&lookup.text("at")?)?,
            },
            "engine_fire" if lookup.words.get("at_hex").is_some() => Action::EngineFireAtHex {
                engine: self.unit()?,
                hex: lookup.hex(&lookup.must("at_hex")?.read::<HexToml>()?)?,
            },
            "engine_fire" => Action::EngineFire {
                engine: self.unit()?,
                target: lookup.unit(&lookup.text("at")?)?,
            },
            "reaction_fire" => Action::ReactionFire {
                firer: self.unit()?,
                target: lookup.unit(&lookup.text("at")?)?,
            },
            _ => Action::Next(self.unit()?),
        })
    }

    fn text(&self) -> Result<String, Finding> {
        self.lookup.text(self.verb)
    }

    fn unit(&self) -> Result<UnitId, Finding> {
        self.lookup.unit(&self.text()?)
    }

    fn leader(&self) -> Result<LeaderId, Finding> {
        self.lookup.leader(&self.text()?)
    }

    fn hex(&self) -> Result<Hex, Finding> {
        self.lookup.hex(&self.lookup.must(self.verb)?.read::<HexToml>()?)
    }

    fn named_line(&self) -> Result<Action, Finding> {
        let shape = match self.lookup.words.get("shape") {
            Some(shape) => one_of(&SHAPES, &shape.read::<String>()?, &shape)?,
            None => LineShape::Abreast,
        };
        let moves = self.lookup.flag("moves", true)?;
        Ok(Action::NameLine { unit: self.unit()?, shape, moves })
    }

    /// A side by its name, or as that of whoever goes now towards a hex.
    fn side(&self) -> Result<Hexside, Finding> {
        let word: HexToml = self.lookup.must(self.verb)?.read()?;
        if let HexToml::Text(text) = &word
            && let Some(side) = Hexside::parse(text)
        {
            return Ok(side);
        }
        let to = super::hex(&word, self.lookup.words)?;
        let from = match self.state.step() {
            Step::Ride(ride) => self.state.leader(ride.leader).at,
            Step::LeaderWithdraw(withdrawal) => self.state.leader(withdrawal.leader).at,
            Step::Withdraw(withdrawal) => self.state.unit(withdrawal.unit).hex(),
            Step::Rout(rout) => self.state.unit(rout.unit).hex(),
            Step::Rampage(rampage) => self.state.unit(rampage.unit).hex(),
            Step::Move(movement) => self.state.unit(movement.unit).hex(),
            _ => None,
        };
        from.and_then(|from| from.side_towards(to)).ok_or_else(|| {
            let words =
                format!("{to} is not next to whoever goes now; name a side, such as \"NW\"");
            self.lookup.words.complain(words)
        })
    }

    /// A step of a move.
    fn go(&self) -> Result<Go, Finding> {
        let words = self.lookup.words;
        let word: HexToml = self.lookup.must("go")?.read()?;
        let text = match &word {
            HexToml::Number(_) => return self.go_to(super::hex(&word, words)?),
            HexToml::Text(text) => text.as_str(),
        };
        if Hex::parse(text).is_some() {
            return self.go_to(super::hex(&word, words)?);
        }
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        Ok(match (first, rest) {
            ("forward", _) => Go::Forward(hand(rest, words)?),
            ("pivot", _) => Go::Pivot(hand(rest, words)?),
            ("ahead", "") => Go::Ahead,
            ("bend", _) => Go::Bend(hand(rest, words)?),
            ("deploy", _) => Go::Deploy(hand(rest, words)?),
            ("double", _) => Go::Double(hand(rest, words)?),
            ("shift", _) => Go::Shift(side(rest, words)?),
            ("turn", _) => self.turn(rest)?,
            ("reverse", "") => Go::Reverse,
            ("form", _) => {
                let two_hex = match self.state.step() {
                    Step::Move(movement) => {
                        self.lookup.game.troops(movement.unit).kind.is_two_hex()
                    }
                    _ => false,
                };
                Go::Form(formation(rest, two_hex, words)?)
            }
            _ => {
                return Err(words.complain(format!(
                    "no unit goes \"{text}\"; write a hex, or forward left, forward right, pivot \
                     left, pivot right, turn NE, reverse, ahead, bend left, bend right, shift N, \
                     double left, form battle, form column N, form square, form charge"
                )));
            }
        })
    }

    /// A turn: to a vertex, or of a one-hex column to a side.
    fn turn(&self, to: &str) -> Result<Go, Finding> {
        let is_column = match self.state.step() {
            Step::Move(movement) => self.state.unit(movement.unit).formation.is_column(),
            _ => false,
        };
        if is_column {
            side(to, self.lookup.words).map(Go::TurnColumn)
        } else {
            vertex(to, self.lookup.words).map(Go::Turn)
        }
    }

    /// The step that takes the moving unit, a two-hex unit with its left half, into a hex.
    fn go_to(&self, to: Hex) -> Result<Go, Finding> {
        let far = || self.lookup.words.complain(format!("the moving unit does not reach {to} so"));
        let unit = match self.state.step() {
            Step::Move(movement) => movement.unit,
            Step::Advance(advance) => advance.unit,
            _ => return Err(self.lookup.words.complain("no unit is on the move")),
        };
        let placement = self.lookup.game.placement(self.state, unit).ok_or_else(far)?;
        let side = placement.hex.side_towards(to).ok_or_else(far)?;
        let in_front = |vertex: Vertex| {
            Hand::BOTH.into_iter().find(|&hand| vertex.front(hand) == side).map(Go::Forward)
        };
        let in_column = |ahead: Hexside| match (side as u8 + 6 - ahead as u8) % 6 {
            0 => Some(Go::Ahead),
            1 => Some(Go::Bend(Hand::Right)),
            5 => Some(Go::Bend(Hand::Left)),
            _ => None,
        };
        let go = match placement.formation {
            _ if self.lookup.game.troops(unit).kind.is_artillery() => Some(Go::Shift(side)),
            Formation::Battle | Formation::Charge => in_front(placement.facing),
            Formation::Column(ahead) => in_column(ahead),
            Formation::Square => Some(Go::Shift(side)),
            Formation::LongColumn(_) => None,
        };
        go.ok_or_else(far)
    }
}

/// A formation: `battle`, `square`, `charge`, and `column N` of one hex or `column left` of two.
pub(super) fn formation(
    text: &str,
    two_hex: bool,
    words: &Words<'_>,
) -> Result<Formation, Finding> {
    match (text, text.strip_prefix("column ")) {
        ("battle", _) => Ok(Formation::Battle),
        ("square", _) => Ok(Formation::Square),
        ("charge", _) => Ok(Formation::Charge),
        (_, Some(end)) if two_hex => hand(end, words).map(Formation::LongColumn),
        (_, Some(end)) => side(end, words).map(Formation::Column),
        _ => Err(words.complain(format!(
            "no formation \"{text}\"; there are battle, square, charge, and column with the side \
             it faces (column N), or of a two-hex unit with the end that leads (column left)"
        ))),
    }
}

/// The words for a formation, as `formation` reads them.
pub(super) fn formation_words(formation: Formation) -> String {
    match formation {
        Formation::Battle => "battle".into(),
        Formation::Square => "square".into(),
        Formation::Charge => "charge".into(),
        Formation::Column(side) => format!("column {}", side.code()),
        Formation::LongColumn(hand) => format!("column {}", hand.name()),
    }
}

//! Drawing up: an army stands in its line of battle, and whoever commands it may send counters and leaders
//! elsewhere in its zone, each once, until he is done. The Persian draws up first (Alexandros 10.3).

use super::battle::HexBattle;
use diadem_books::ALEXANDROS;
use diadem_cases::{Finding, Words};
use diadem_core::{Broken, Camp, Illegal, Rule, Seat, rule};
use diadem_hexes::{
    self as hexes, ForceId, Hex, Hexpair, LeaderId, Place, Placement, UnitId, UnitSet,
};
use serde::{Deserialize, Serialize};

pub(crate) const SET_UP: Rule = rule!(ALEXANDROS, "10.3");

/// An army being drawn up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deployment {
    /// Whose: each force of a camp is drawn up by its own seat.
    pub force: ForceId,
    /// Who is to be sent somewhere.
    pub taken: Option<Piece>,
    /// Counters that were sent somewhere.
    pub units: UnitSet,
    /// Leaders that were, a bit each.
    pub leaders: u32,
}

/// A counter or a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// A counter.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
}

/// What can be done while armies are drawn up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    /// Takes a counter or a leader, to send it somewhere.
    Take(Piece),
    /// Sends it there. A counter that stands there takes its place.
    Post(Hex),
    /// The army is drawn up.
    Done,
}

impl Deployment {
    /// A force before anybody of it was sent anywhere.
    pub(crate) const fn of(force: ForceId) -> Deployment {
        Deployment { force, taken: None, units: UnitSet::NONE, leaders: 0 }
    }

    fn was_sent(&self, piece: Piece) -> bool {
        match piece {
            Piece::Unit(unit) => self.units.contains(unit),
            Piece::Leader(leader) => self.leaders >> leader.index() & 1 == 1,
        }
    }
}

/// A battle while it is drawn up.
pub(crate) struct Drawing<'a> {
    pub(crate) battle: &'a HexBattle,
    pub(crate) deployment: &'a Deployment,
    pub(crate) state: &'a hexes::State,
}

impl Drawing<'_> {
    pub(crate) fn list(&self, mut into: impl FnMut(Draw)) {
        if let Some(piece) = self.deployment.taken {
            let hexes = self.battle.zone(self.camp());
            hexes
                .filter(|&hex| self.may_post(piece, hex).is_ok())
                .for_each(|hex| into(Draw::Post(hex)));
            return;
        }
        let pieces = self.pieces().filter(|&piece| self.may_take(piece).is_ok());
        pieces.for_each(|piece| into(Draw::Take(piece)));
        into(Draw::Done);
    }

    pub(crate) fn check(&self, draw: Draw) -> Result<(), Illegal> {
        match (draw, self.deployment.taken) {
            (Draw::Post(hex), Some(piece)) => self.may_post(piece, hex),
            (Draw::Take(piece), None) => self.may_take(piece),
            (Draw::Done, None) => Ok(()),
            (Draw::Post(_), None) => refused("Take a counter or a leader first."),
            (_, Some(_)) => refused("First say where the one you have taken shall stand."),
        }
    }

    /// The camp of the force.
    fn camp(&self) -> Camp {
        self.battle.hexes.force(self.deployment.force).camp
    }

    /// The counters of the force.
    fn units(&self) -> impl Iterator<Item = UnitId> + use<'_> {
        self.battle.hexes.units_of(self.deployment.force).iter()
    }

    /// Every counter and leader of the force.
    fn pieces(&self) -> impl Iterator<Item = Piece> + use<'_> {
        let (hexes, force) = (&self.battle.hexes, self.deployment.force);
        let leaders = hexes.leaders().filter(move |&one| hexes.force_of_leader(one) == force);
        self.units().map(Piece::Unit).chain(leaders.map(Piece::Leader))
    }

    fn may_take(&self, piece: Piece) -> Result<(), Illegal> {
        if !self.pieces().any(|one| one == piece) {
            return refused("That is not of the army that is drawn up now.");
        }
        if self.deployment.was_sent(piece) {
            return refused("It has been sent to its place.");
        }
        let mut hexes = self.battle.zone(self.camp());
        if hexes.any(|hex| self.may_post(piece, hex).is_ok()) {
            Ok(())
        } else {
            refused("There is no other place for it.")
        }
    }

    fn may_post(&self, piece: Piece, hex: Hex) -> Result<(), Illegal> {
        match piece {
            Piece::Unit(unit) => self.may_post_unit(unit, hex).map(|_| ()),
            Piece::Leader(leader) => self.may_post_leader(leader, hex),
        }
    }

    /// Whether a counter may stand there; answers who changes places with it.
    fn may_post_unit(&self, unit: UnitId, hex: Hex) -> Result<Option<UnitId>, Illegal> {
        let hexes = &self.battle.hexes;
        let Some(placement) = hexes.placement(self.state, unit) else {
            return refused("It is not on the map.");
        };
        if placement.hex == hex {
            return refused("It stands there.");
        }
        let there = Placement { hex, ..placement };
        let ground = hexes.hexes_standing(unit, there);
        if ground.len() != hexes.hexes_standing(unit, placement).len() {
            return refused("There the map ends.");
        }
        let class = hexes.troops(unit).kind.movement_class();
        for &hex in &ground {
            self.in_zone(hex)?;
            let terrain = hexes.field().terrain(hex);
            if hexes.charts().movement.hex_points(terrain, class).is_none() {
                return refused("It cannot enter that ground.");
            }
        }
        let mut others = self.standing(&ground).filter(|&other| other != unit);
        match (others.next(), others.next()) {
            (None, _) => Ok(None),
            (Some(other), None)
                if hexes.placement(self.state, other).is_some_and(|one| one.hex == hex)
                    && self.is_alike(unit, other) =>
            {
                Ok(Some(other))
            }
            _ => refused("Others stand there."),
        }
    }

    /// Whether two counters of the force cover as many hexes, and each may stand on the other's ground.
    fn is_alike(&self, unit: UnitId, other: UnitId) -> bool {
        let (one, two) =
            (self.battle.hexes.troops(unit).kind, self.battle.hexes.troops(other).kind);
        let hexes = self.battle.hexes.hexes_of(self.state, unit);
        let enters = |&hex: &Hex| {
            let terrain = self.battle.hexes.field().terrain(hex);
            let class = two.movement_class();
            self.battle.hexes.charts().movement.hex_points(terrain, class).is_some()
        };
        one.is_two_hex() == two.is_two_hex()
            && self.battle.hexes.force_of(other) == self.deployment.force
            && hexes.iter().all(enters)
    }

    /// The counters in some of these hexes.
    fn standing<'h>(&'h self, ground: &'h Hexpair) -> impl Iterator<Item = UnitId> + 'h {
        let hexes = &self.battle.hexes;
        hexes.list(self.camp()).units.iter().filter(move |&unit| {
            hexes.hexes_of(self.state, unit).iter().any(|hex| ground.contains(hex))
        })
    }

    fn may_post_leader(&self, leader: LeaderId, hex: Hex) -> Result<(), Illegal> {
        let hexes = &self.battle.hexes;
        if self.state.leader(leader).at.is_none_or(|at| at == hex) {
            return refused("He is there.");
        }
        self.in_zone(hex)?;
        let stands = |unit| hexes.hexes_of(self.state, unit).contains(&hex);
        if self.units().any(stands) { Ok(()) } else { refused("A leader stands with a unit.") }
    }

    /// What must hold while armies are drawn up.
    pub(crate) fn invariants(&self) -> Result<(), Broken> {
        let hexes = &self.battle.hexes;
        let mut taken = vec![false; hexes.field().len()];
        for camp in Camp::BOTH {
            for unit in hexes.list(camp).units.iter() {
                for hex in hexes.hexes_of(self.state, unit) {
                    let at = hexes.field().index(hex);
                    if std::mem::replace(&mut taken[at], true)
                        || !self.battle.zones[camp.index()][at]
                    {
                        let name = &hexes.troops(unit).name;
                        return Err(Broken(format!(
                            "{name} is drawn up in {hex}, where it cannot be"
                        )));
                    }
                }
            }
        }
        Ok(())
    }

    fn in_zone(&self, hex: Hex) -> Result<(), Illegal> {
        let field = self.battle.hexes.field();
        let zone = &self.battle.zones[self.camp().index()];
        if field.contains(hex) && zone[field.index(hex)] {
            Ok(())
        } else {
            refused("That is outside the army's ground.")
        }
    }
}

/// Does what was checked; answers whether the army is drawn up.
pub(crate) fn draw(
    battle: &HexBattle,
    deployment: &mut Deployment,
    state: &mut hexes::State,
    draw: Draw,
) -> bool {
    match (draw, deployment.taken) {
        (Draw::Take(piece), _) => {
            deployment.taken = Some(piece);
            match piece {
                Piece::Unit(unit) => deployment.units.insert(unit),
                Piece::Leader(leader) => deployment.leaders |= 1 << leader.index(),
            }
        }
        (Draw::Post(hex), Some(Piece::Leader(leader))) => {
            deployment.taken = None;
            state.leaders[leader.index()].at = Some(hex);
        }
        (Draw::Post(hex), Some(Piece::Unit(unit))) => {
            let drawing = Drawing { battle, deployment, state };
            let other = drawing.may_post_unit(unit, hex).ok().flatten();
            let from = state.unit(unit).hex();
            let riders = [Some(unit), other].map(|one| riders(battle, state, one));
            let moves = [(Some(unit), Some(hex)), (other, from)];
            for ((unit, to), riders) in moves.into_iter().zip(riders) {
                let (Some(unit), Some(to)) = (unit, to) else { continue };
                state.units[unit.index()].place = Place::On(to);
                for leader in riders {
                    state.leaders[leader.index()].at = Some(to);
                }
            }
            deployment.taken = None;
        }
        (Draw::Post(_), None) => {}
        (Draw::Done, _) => return true,
    }
    false
}

/// 10.3: behind a screen the armies of the other camp stand in their usual line, wherever they were sent.
pub(crate) fn screen(
    battle: &HexBattle,
    deployment: &mut Deployment,
    drawn: &mut hexes::State,
    seat: Seat,
) {
    let hexes = &battle.hexes;
    let usual = hexes.beginning();
    let is_own = |camp| hexes.forces_of(camp).any(|force| hexes.force(force).seat == seat);
    for camp in Camp::BOTH.into_iter().filter(|&camp| !is_own(camp)) {
        let units = hexes.list(camp).units.iter().map(UnitId::index);
        units.for_each(|at| drawn.units[at] = usual.units[at]);
        let leaders = hexes.leaders().filter(|&one| hexes.camp_of(one) == camp);
        leaders.map(LeaderId::index).for_each(|at| drawn.leaders[at] = usual.leaders[at]);
        if hexes.force(deployment.force).camp == camp {
            *deployment = Deployment::of(deployment.force);
        }
    }
}

/// The leaders who stand with a counter.
fn riders(battle: &HexBattle, state: &hexes::State, unit: Option<UnitId>) -> Vec<LeaderId> {
    let Some(unit) = unit else { return Vec::new() };
    let hexes = battle.hexes.hexes_of(state, unit);
    let force = battle.hexes.force_of(unit);
    let with = |leader: &LeaderId| {
        let at = state.leader(*leader).at;
        battle.hexes.force_of_leader(*leader) == force && at.is_some_and(|at| hexes.contains(&at))
    };
    battle.hexes.leaders().filter(with).collect()
}

fn refused<T>(words: &'static str) -> Result<T, Illegal> {
    Err(Illegal::by(SET_UP, words))
}

/// What some words do while an army is drawn up; counters and leaders go by their names.
pub(super) fn read(battle: &HexBattle, words: &Words<'_>) -> Result<Draw, Finding> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct DrawToml {
        take: Option<String>,
        post: Option<String>,
    }
    if words.read::<String>().is_ok_and(|word| word == "done") {
        return Ok(Draw::Done);
    }
    match words.read()? {
        DrawToml { take: Some(name), post: None } => {
            let nobody = || words.complain(format!("there is no \"{name}\" on the field"));
            battle.piece(&name).map(Draw::Take).ok_or_else(nobody)
        }
        DrawToml { take: None, post: Some(hex) } => {
            let unknown = || words.complain(format!("\"{hex}\" is no hex"));
            Hex::parse(&hex).map(Draw::Post).ok_or_else(unknown)
        }
        _ => Err(words.complain("write `take`, `post` or \"done\"")),
    }
}

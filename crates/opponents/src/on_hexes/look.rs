//! A position as one army sees it: who stands where, what everybody is worth and what hits cost him.

use diadem_core::Camp;
use diadem_hexes::charts::Superior;
use diadem_hexes::{Aspect, Hex, Hexes, Hexpair, Hexside, Kind, Placement, State, Supply, UnitId};
use std::cell::OnceCell;
use std::collections::VecDeque;

/// Hundredths of a rout point.
pub(super) type Points = i32;

/// A unit on the map.
#[derive(Clone)]
pub(super) struct Body {
    pub unit: UnitId,
    pub hexes: Hexpair,
    pub placement: Placement,
    pub kind: Kind,
    pub tq: u8,
    pub hits: u8,
    pub ma: u8,
    pub routed: bool,
    pub worth: Points,
}

/// A position as one army sees it.
pub(super) struct Look<'a> {
    pub rules: &'a Hexes,
    pub state: &'a State,
    pub army: Camp,
    /// Its own units on the map.
    pub own: Vec<Body>,
    /// The enemy's.
    pub foes: Vec<Body>,
    charted: OnceCell<Charted>,
}

/// What is found for every hex at once.
#[derive(Clone)]
struct Charted {
    /// How far the nearest enemy is that stands.
    foe: Vec<u8>,
    /// Whether a unit of its own that stands is there.
    friend: Vec<bool>,
}

impl<'a> Look<'a> {
    pub(super) fn of(rules: &'a Hexes, state: &'a State, army: Camp) -> Look<'a> {
        let (mut own, mut foes) = (Vec::new(), Vec::new());
        for unit in rules.units() {
            let Some(placement) = rules.placement(state, unit) else { continue };
            let (troops, now) = (rules.troops(unit), state.unit(unit));
            let body = Body {
                unit,
                hexes: rules.hexes_standing(unit, placement),
                placement,
                kind: troops.kind,
                tq: troops.tq,
                hits: now.hits,
                ma: troops.ma,
                routed: now.routed,
                worth: worth(rules, unit),
            };
            if troops.camp == army { own.push(body) } else { foes.push(body) }
        }
        Look { rules, state, army, own, foes, charted: OnceCell::new() }
    }

    /// The same units in a state in which nobody has moved since.
    pub(super) fn again<'b>(&self, state: &'b State) -> Look<'b>
    where
        'a: 'b,
    {
        let charted = OnceCell::from(self.charted().clone());
        let (own, foes) = (self.own.clone(), self.foes.clone());
        Look { rules: self.rules, state, army: self.army, own, foes, charted }
    }

    pub(super) fn kind(&self, unit: UnitId) -> Kind {
        self.rules.troops(unit).kind
    }

    /// A unit of either side.
    pub(super) fn body(&self, unit: UnitId) -> Option<&Body> {
        self.own.iter().chain(&self.foes).find(|body| body.unit == unit)
    }

    /// What a unit loses of its worth by having so many hits.
    pub(super) fn harm(&self, unit: UnitId, hits: u8) -> Points {
        harm(worth(self.rules, unit), self.rules.troops(unit).tq, hits)
    }

    /// What one more hit would do to a unit now.
    pub(super) fn harm_of_hits(&self, unit: UnitId, more: u8) -> Points {
        let now = self.state.unit(unit);
        let worth = worth(self.rules, unit);
        if now.routed {
            return if more > 0 { worth * 3 / 20 } else { 0 };
        }
        self.harm(unit, now.hits + more) - self.harm(unit, now.hits)
    }

    /// Steady enemies.
    pub(super) fn steady_foes(&self) -> impl Iterator<Item = &Body> {
        self.foes.iter().filter(|foe| !foe.routed)
    }

    /// How far the nearest enemy that stands is from a hex.
    pub(super) fn nearest_foe(&self, hex: Hex) -> Option<(&Body, u8)> {
        let away = self.steady_foes().map(|foe| (foe, foe.distance(hex)));
        away.min_by_key(|(_, distance)| *distance)
    }

    /// How far the nearest enemy that stands is from any of these hexes.
    pub(super) fn foe_distance(&self, hexes: &[Hex]) -> u8 {
        hexes.iter().map(|&hex| self.foe_near(hex)).min().unwrap_or(u8::MAX)
    }

    /// How far the nearest enemy that stands is from a hex on the map.
    pub(super) fn foe_near(&self, hex: Hex) -> u8 {
        self.charted().foe[self.rules.field().index(hex)]
    }

    /// Whether a unit of its own that stands is in a hex on the map.
    pub(super) fn has_friend(&self, hex: Hex) -> bool {
        self.charted().friend[self.rules.field().index(hex)]
    }

    fn charted(&self) -> &Charted {
        self.charted.get_or_init(|| {
            let field = self.rules.field();
            let (mut foe, mut friend) = (vec![u8::MAX; field.len()], vec![false; field.len()]);
            let mut next = VecDeque::new();
            for &hex in self.steady_foes().flat_map(|body| &body.hexes) {
                foe[field.index(hex)] = 0;
                next.push_back(hex);
            }
            while let Some(hex) = next.pop_front() {
                let far = foe[field.index(hex)] + 1;
                for there in Hexside::ALL.into_iter().filter_map(|side| field.beyond(hex, side)) {
                    let known = &mut foe[field.index(there)];
                    if *known == u8::MAX {
                        *known = far;
                        next.push_back(there);
                    }
                }
            }
            for &hex in self.own.iter().filter(|body| !body.routed).flat_map(|body| &body.hexes) {
                friend[field.index(hex)] = true;
            }
            Charted { foe, friend }
        })
    }

    /// What the printed charts let expect of a fight between two, in hundredths of a rout point for whoever attacks:
    /// hits done less hits taken, each by what it costs.
    pub(super) fn match_up(&self, attacker: &Body, defender: &Body, aspect: Aspect) -> Points {
        self.match_up_tired(attacker, defender, aspect, 0)
    }

    /// The same where the defender has so many more hits.
    pub(super) fn match_up_tired(
        &self,
        attacker: &Body,
        defender: &Body,
        aspect: Aspect,
        tired: u8,
    ) -> Points {
        let extra = |body: &Body| if body.unit == defender.unit { tired } else { 0 };
        let charts = self.rules.charts();
        let [attacks, defends] = [attacker.kind, defender.kind].map(|kind| charts.types.row(kind));
        if !attacker.kind.is_shock_capable() {
            return 0;
        }
        let Some(column) = charts.clash.column(attacks.clash, defends.clash, aspect) else {
            return 0;
        };
        let (mut done, mut taken) = (0, 0);
        for roll in [1, 4, 7] {
            let result = charts.shock.result(column, roll);
            done += i32::from(result.defender);
            taken += i32::from(result.attacker);
        }
        match charts.superiority.between(attacks.superiority, defends.superiority) {
            _ if aspect != Aspect::Front => done *= 2,
            Superior::Attacker => done *= 2,
            Superior::Defender | Superior::DefenderWithMissiles => taken *= 3,
            Superior::Nobody | Superior::NotAllowed => {}
        }
        let price = |body: &Body, hits: i32| {
            let left = i32::from(body.tq.saturating_sub(body.hits + extra(body)).max(1));
            body.worth * hits.min(3 * left) / (3 * left)
        };
        price(defender, done) - price(attacker, taken)
    }

    /// The unit in a hex.
    pub(super) fn at(&self, hex: Hex) -> Option<&Body> {
        self.own.iter().chain(&self.foes).find(|body| body.hexes.contains(&hex))
    }

    /// Whether a unit still has something to shoot.
    pub(super) fn has_missiles(&self, unit: UnitId) -> bool {
        self.rules.troops(unit).missile.is_some() && self.state.unit(unit).missiles != Supply::No
    }
}

impl Body {
    /// How far it is from a hex.
    pub(super) fn distance(&self, hex: Hex) -> u8 {
        self.hexes.iter().map(|own| own.distance(hex)).min().unwrap_or(u8::MAX)
    }

    /// Whether it could attack somebody by shock.
    pub(super) fn is_dangerous(&self) -> bool {
        !self.routed && self.kind.is_shock_capable()
    }
}

/// What a unit is worth: its rout points, and a little where it has none.
pub(super) fn worth(rules: &Hexes, unit: UnitId) -> Points {
    let points = Points::from(rules.troops(unit).rout_points()) * 100;
    points.max(100)
}

/// What hits take of a worth: the first ones little, the last ones nearly all.
fn harm(worth: Points, tq: u8, hits: u8) -> Points {
    let (tq, hits) = (i32::from(tq.max(1)), i32::from(hits));
    if hits >= tq {
        return worth * 17 / 20;
    }
    worth * (25 * hits * tq + 45 * hits * hits) / (100 * tq * tq)
}

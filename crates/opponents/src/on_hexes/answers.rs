//! What is done about the other side's moves: withdraw, turn, shoot, get leaders away.

use super::look::{Body, Look, Points};
use super::{Chosen, Depth, Sense};
use crate::mind::Choice;
use diadem_hexes::{Action, Aspect, Hex, LeaderId, Placement, Step, UnitId};

/// How near an enemy makes a withdrawing unit go on.
const CLEAR: u8 = 3;

impl Look<'_> {
    /// Where an enemy would hit a unit, as it stands.
    pub(super) fn exposed_to(&self, body: &Body, placement: Placement, foe: &Body) -> Aspect {
        let hexes = self.rules.hexes_standing(body.unit, placement);
        let touches = |hex: &&Hex| hexes.iter().any(|own| own.distance(**hex) <= 1);
        let near = foe.hexes.iter().filter(touches);
        let touching =
            near.filter_map(|&hex| self.rules.aspect_of(body.unit, placement, hex)).min();
        touching.unwrap_or_else(|| {
            let off = |hex: &Hex| {
                let foes = foe.hexes.iter();
                foes.map(|&to| Look::off_front(*hex, placement.facing, to)).min().unwrap_or(0)
            };
            match hexes.iter().map(off).min().unwrap_or(0) {
                ..=-1 => Aspect::Front,
                0..=1 => Aspect::Flank,
                _ => Aspect::Rear,
            }
        })
    }

    /// What an order or answer to step back costs a unit (6.72).
    fn price_of_withdrawing(&self, body: &Body) -> Points {
        let one = self.harm_of_hits(body.unit, 1);
        let fails = i32::from(9u8.saturating_sub(body.tq)) * one / 10;
        match () {
            () if body.kind.is_skirmisher() => 0,
            () if body.kind.is_cavalry() => fails,
            () => one + fails,
        }
    }
}

impl Sense<'_> {
    /// Who withdraws before a mover: whoever would be beaten by it, if going costs less.
    pub(super) fn withdraw_before(&self, mover: UnitId) -> Chosen {
        let Some(foe) = self.look.body(mover) else { return self.done("it does not matter") };
        let why = "it would be beaten where it stands";
        let best = self.best(why, |action| match action {
            Action::Withdraw(unit) => self.worth_of_withdrawing(unit, foe),
            _ => None,
        });
        match best {
            Some((score, choice)) if score > 0 => Some(choice),
            _ => self.done("it stands where it is wanted").or_else(|| best.map(|best| best.1)),
        }
    }

    fn worth_of_withdrawing(&self, unit: UnitId, foe: &Body) -> Option<Points> {
        let body = self.look.body(unit)?;
        if !foe.is_dangerous() {
            return None;
        }
        let aspect = self.look.exposed_to(body, body.placement, foe);
        let beaten = self.look.match_up(foe, body, aspect);
        let margin = if self.depth == Depth::None { 0 } else { 30 };
        Some(beaten - self.look.price_of_withdrawing(body) - margin)
    }

    /// Whether a light unit that has come up attacks.
    pub(super) fn come_to_blows(&self, mover: UnitId) -> Chosen {
        let net = self.look.net_of_attacking(self.look.state, mover);
        if net > 0 {
            self.take(Action::Shock(true), "the odds are good")
        } else {
            self.take(Action::Shock(false), "it is not made for this fight")
        }
    }

    /// Leaders get out of the way.
    pub(super) fn leaders_withdraw(&self) -> Chosen {
        let leader = self.listed.iter().find(|action| matches!(action, Action::WithdrawLeader(_)));
        match leader {
            Some(&action) => Some(Choice { action, why: "a leader is worth more than the ground" }),
            None => self.done("nobody is in danger"),
        }
    }

    pub(super) fn flee(&self) -> Chosen {
        let away = self.listed.iter().find(|&&action| action != Action::Done)?;
        Some(Choice { action: *away, why: "his death would lose everything" })
    }

    /// Who turns to a mover: whoever it has come up to in flank or rear, if turning helps.
    pub(super) fn turn_to(&self, mover: UnitId) -> Chosen {
        let Some(foe) = self.look.body(mover) else { return self.done("it does not matter") };
        let best = self.best("it would be taken in the flank", |action| {
            let (unit, turned) = match action {
                Action::React(unit, hand) => {
                    let body = self.look.body(unit)?;
                    let facing = body.placement.facing.shifted(hand);
                    (unit, Placement { facing, ..body.placement })
                }
                Action::ReactReverse(unit) => {
                    let body = self.look.body(unit)?;
                    let facing = body.placement.facing.opposite();
                    let hex = *body.hexes.last()?;
                    (unit, Placement { facing, hex, ..body.placement })
                }
                _ => return None,
            };
            let body = self.look.body(unit)?;
            if body.hits + 1 >= body.tq || !foe.is_dangerous() {
                return None;
            }
            let now = self.look.exposed_to(body, body.placement, foe);
            let then = self.look.exposed_to(body, turned, foe);
            let gain = self.look.match_up(foe, body, now) - self.look.match_up(foe, body, then);
            let reverses = matches!(action, Action::ReactReverse(_));
            let hits = 1 + u8::from(reverses) + u8::from(foe.ma > body.ma + 1);
            let free = body.kind.is_cavalry() && foe.kind.is_infantry();
            let price = if free { 0 } else { self.look.harm_of_hits(unit, hits) };
            Some(gain - price - 20)
        });
        match best {
            Some((score, choice)) if score > 0 => Some(choice),
            _ => self.done("it faces where it should"),
        }
    }

    /// The best shot of those offered.
    pub(super) fn shoot(&self) -> Chosen {
        if let Some(&action) = self.listed.iter().find(|one| matches!(one, Action::Next(_))) {
            return Some(Choice { action, why: "its missiles are ready" });
        }
        match self.best_shot() {
            Some((score, choice)) if score > 0 => Some(choice),
            _ => self.done("no shot is worth its missiles"),
        }
    }

    /// The best shot of those listed, and what it is worth.
    pub(super) fn best_shot(&self) -> Option<(Points, Choice<Action>)> {
        let (rules, state) = (self.look.rules, self.look.state);
        self.best("the shot is good", |action| {
            if !is_shot(action) {
                return None;
            }
            let shot = rules.shot(state, action)?;
            let chance = i32::from(shot.chance());
            let Some(target) = shot.target else { return Some(10) };
            Some(chance * self.look.harm_of_hits(target, shot.hits) / 10)
        })
    }

    /// A withdrawing unit: away, until nobody is near.
    pub(super) fn go_back(&self, unit: UnitId) -> Chosen {
        let along = |action: &&Action| matches!(action, Action::Take(_) | Action::FireAt(_));
        if let Some(&action) = self.listed.iter().find(along) {
            return Some(Choice { action, why: "it goes in order" });
        }
        let body = self.look.body(unit)?;
        let far = self.look.foe_distance(&body.hexes);
        if far >= CLEAR && self.listed.contains(&Action::Done) {
            let wrong = self.look.nearest_foe(body.placement.hex).is_some_and(|(foe, _)| {
                let to = foe.placement.hex;
                Look::off_front(body.placement.hex, body.placement.facing, to) > 0
            });
            return if wrong { self.face(unit) } else { self.done("it is out of reach") };
        }
        let best = self.best("it is safer there", |action| {
            let hex = self.look.rules.hex_of(self.look.state, action)?;
            let far = self.look.foe_near(hex);
            let rough = i32::from(self.look.rules.field().is_rough(hex));
            let home = i32::from(self.look.way_from_home(hex));
            Some(i32::from(far.min(5)) * 10 - 15 * rough - home)
        });
        best.map(|best| best.1).or_else(|| self.first())
    }

    /// A withdrawing leader: away, to his own people if he can.
    pub(super) fn leader_back(&self, leader: LeaderId) -> Chosen {
        let safe = |hex: Hex| {
            let far = self.look.foe_near(hex);
            let with_friends = self.look.own.iter().any(|body| body.hexes.contains(&hex));
            i32::from(far.min(5)) * 10 + 8 * i32::from(with_friends)
        };
        let now = self.look.state.leader(leader).at.map_or(0, safe);
        let best = self.best("he is safer there", |action| {
            self.look.rules.hex_of(self.look.state, action).map(safe)
        });
        match best {
            Some((score, choice)) if score > now || !self.listed.contains(&Action::Done) => {
                Some(choice)
            }
            _ => self.done("he is safe here").or_else(|| self.first()),
        }
    }

    /// Where elephants that run wild do the enemy most harm.
    pub(super) fn point_elephants(&self) -> Chosen {
        let look = self.look;
        let towards = |hex: Option<Hex>| {
            let at = hex.and_then(|hex| look.at(hex));
            at.map_or(0, |body| {
                let sign = if look.rules.camp(body.unit) == look.army { -1 } else { 1 };
                sign * body.worth
            })
        };
        let best = self.best("they do the enemy more harm there", |action| match action {
            Action::Towards(unit) => Some(towards(look.state.unit(unit).hex())),
            Action::Back(side) => {
                let Step::Rampage(rampage) = look.state.step() else { return Some(0) };
                Some(towards(look.state.unit(rampage.unit).hex().and_then(|hex| hex.beyond(side))))
            }
            _ => Some(-1),
        });
        best.map(|best| best.1)
    }

    /// Faces the nearest enemy.
    pub(super) fn face(&self, unit: UnitId) -> Chosen {
        let body = self.look.body(unit)?;
        let hex = body.placement.hex;
        let foe = self.look.nearest_foe(hex).map(|(foe, _)| foe.placement.hex);
        let best = self.best("the enemy is there", |action| match action {
            Action::Face(vertex) => Some(foe.map_or(0, |foe| -Look::off_front(hex, vertex, foe))),
            _ => None,
        });
        best.map(|best| best.1).or_else(|| self.done("it faces the enemy"))
    }
}

/// Whether an action fires something.
pub(super) fn is_shot(action: Action) -> bool {
    matches!(
        action,
        Action::FireAt(_)
            | Action::FireMoving(_)
            | Action::FireAtHex(_)
            | Action::ReactionFire { .. }
            | Action::ScreenFire { .. }
            | Action::EngineFire { .. }
            | Action::EngineFireAtHex { .. }
    )
}

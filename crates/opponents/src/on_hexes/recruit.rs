//! A recruit's orders and moves: forward, face to the enemy, shoot when you can.

use super::look::Look;
use super::{Chosen, Sense};
use crate::mind::Choice;
use diadem_hexes::{Action, LeaderId, Placement, ShockMark, UnitId};

/// What a shock must promise before a recruit walks into it.
const NOT_BAD: i32 = -50;

impl Sense<'_> {
    /// Rally, recover, keep within call, bring everybody forward.
    pub(super) fn recruit_orders(&self, leader: LeaderId) -> Chosen {
        let look = self.look;
        let rally = self.listed.iter().find(|action| matches!(action, Action::Rally(_)));
        if let Some(&action) = rally {
            return Some(Choice { action, why: "it would be lost otherwise" });
        }
        let spent = self.best("it has had enough for now", |action| {
            let Action::Recover(unit) = action else { return None };
            let body = look.body(unit)?;
            (body.hits * 2 >= body.tq && body.hits > 1).then_some(i32::from(body.hits))
        });
        if let Some((_, choice)) = spent {
            return Some(choice);
        }
        if look.gain_of_riding(leader) > 20
            && let Some(choice) = self.take(Action::Send(leader), "his word must reach his men")
        {
            return Some(choice);
        }
        let next = self.best("it is needed forward", |action| {
            let Action::Order(unit) = action else { return None };
            let body = look.body(unit)?;
            let far = look.foe_distance(&body.hexes);
            let shoots = look.has_missiles(unit) && far <= 4;
            // He takes them as they come to mind.
            let nth = unit.index() * 7 + usize::from(look.state.turn) * 5 + leader.index() * 3;
            (far > 1 || shoots).then_some((nth % 16) as i32)
        });
        next.map(|next| next.1).or_else(|| self.done("everybody has his orders"))
    }

    /// One step nearer, or a shot.
    pub(super) fn recruit_move(&self, unit: UnitId) -> Chosen {
        let look = self.look;
        if let Some((score, choice)) = self.best_shot()
            && score > 0
        {
            return Some(choice);
        }
        let harass = self.listed.iter().find(|one| matches!(one, Action::Harass(_)));
        if let Some(&action) = harass {
            return Some(Choice { action, why: "it can shoot and be gone" });
        }
        let body = look.body(unit)?;
        let near = |placement: &Placement| {
            let hexes = look.rules.hexes_standing(unit, *placement);
            let to = hexes.iter().filter_map(|&hex| look.nearest_foe(hex));
            let (foe, far) = to.min_by_key(|(_, far)| *far)?;
            let off = Look::off_front(placement.hex, placement.facing, foe.placement.hex);
            Some(-10 * i32::from(far) - 2 * off)
        };
        let now = near(&body.placement)?;
        let mut scratch = look.state.clone();
        let best = self.best("the enemy is there", |action| {
            let Action::Go(go) = action else { return None };
            let placement = look.rules.placement_after(look.state, go)?;
            let hexes = look.rules.hexes_standing(unit, placement);
            if look.foe_distance(&hexes) <= 1 && placement.hex != body.placement.hex {
                if !body.kind.is_shock_capable() {
                    return None;
                }
                let placed = &mut scratch.units[unit.index()];
                placed.place = diadem_hexes::Place::On(placement.hex);
                placed.facing = placement.facing;
                placed.mark = ShockMark::MustCheck;
                if look.net_of_attacking(&scratch, unit) < NOT_BAD {
                    return None;
                }
            }
            near(&placement)
        });
        match best {
            Some((score, choice)) if score > now => Some(choice),
            _ => self.done("it is near enough").or_else(|| self.first()),
        }
    }
}

//! Shock: who attacks, whom, and with whose type; who takes the hits and who goes after.

use super::look::{Look, Points};
use super::{Chosen, Depth, Sense};
use crate::mind::Choice;
use diadem_hexes::shock::Combat;
use diadem_hexes::{Action, Go, Placement, ShockMark, State, Step, UnitId, UnitSet};

/// What an attack must promise a recruit, who overrates himself.
const RECRUIT_DARES: Points = -60;

impl Look<'_> {
    /// The units of an army that attack already, as marked.
    fn attacking(&self, state: &State) -> UnitSet {
        let marked = self.own.iter().filter(|body| {
            matches!(state.unit(body.unit).mark, ShockMark::MustCheck | ShockMark::NoCheck)
        });
        marked.map(|body| body.unit).collect()
    }

    /// What it adds to the coming shock that a unit attacks from where it stands: alone against all before it, or
    /// together with those who attack one of them already.
    pub(super) fn net_of_attacking(&self, state: &State, unit: UnitId) -> Points {
        let targets = self.rules.targets_of(state, unit);
        self.net_against(state, unit, targets)
    }

    /// The same where the targets are known.
    pub(super) fn net_against(&self, state: &State, unit: UnitId, targets: UnitSet) -> Points {
        if targets.is_empty() {
            return 0;
        }
        let alone: UnitSet = std::iter::once(unit).collect();
        let attacking = self.attacking(state);
        let mut helped = UnitSet::NONE;
        let mut best_help: Option<Points> = None;
        for friend in attacking.iter().filter(|&friend| friend != unit) {
            let theirs = self.rules.targets_of(state, friend);
            for target in theirs.and(targets).iter() {
                helped.insert(target);
                let one: UnitSet = std::iter::once(target).collect();
                let friends: UnitSet = std::iter::once(friend).collect();
                let without =
                    self.prospect(state, friends, one).map_or(0, super::fight::Prospect::net);
                let with = self.prospect(state, friends.or(alone), one);
                if let Some(with) = with {
                    let more = with.net() - without;
                    best_help = Some(best_help.map_or(more, |best| best.max(more)));
                }
            }
        }
        // Whoever a friend attacks need not be taken on too (9.12).
        let free: UnitSet = targets.iter().filter(|&target| !helped.contains(target)).collect();
        let by_itself = |targets: UnitSet| {
            self.prospect(state, alone, targets).map_or(0, super::fight::Prospect::net)
        };
        if free.is_empty() { best_help.unwrap_or(0) } else { by_itself(free) }
    }
}

impl Sense<'_> {
    /// Who attacks without having come up: whoever gains by it.
    pub(super) fn designate(&self) -> Chosen {
        let dares = if self.depth == Depth::None { RECRUIT_DARES } else { 0 };
        let look = self.look;
        let mut scratch = look.state.clone();
        let best = self.best("the odds are good", |action| {
            let Action::Engage(unit) = action else { return None };
            scratch.units[unit.index()].mark = ShockMark::NoCheck;
            let net = look.net_of_attacking(&scratch, unit);
            scratch.units[unit.index()].mark = ShockMark::None;
            Some(net)
        });
        match best {
            Some((net, choice)) if net > dares => Some(choice),
            _ => self.done("the others do better to stand").or_else(|| {
                let off = self.listed.iter().find(|one| matches!(one, Action::BreakOff(..)));
                off.map(|&action| Choice { action, why: "it slips out of a bad fight" })
                    .or(best.map(|best| best.1))
            }),
        }
    }

    /// Who attacks whom: the pair that adds most.
    pub(super) fn allocate(&self) -> Chosen {
        if self.depth == Depth::None {
            return self.done("every enemy before them is attacked");
        }
        let (look, state) = (self.look, self.look.state);
        let net = |attackers: UnitSet, defenders: UnitSet| {
            look.prospect(state, attackers, defenders).map_or(0, super::fight::Prospect::net)
        };
        let best = self.best("together they have the better of it", |action| {
            let Action::Attack { unit, target } = action else { return None };
            let joined = state.combats.iter().find(|combat: &&Combat| {
                combat.attackers.contains(unit) || combat.defenders.contains(target)
            });
            let (mut attackers, mut defenders) = joined
                .map_or((UnitSet::NONE, UnitSet::NONE), |combat| {
                    (combat.attackers, combat.defenders)
                });
            let before = if joined.is_some() { net(attackers, defenders) } else { 0 };
            attackers.insert(unit);
            defenders.insert(target);
            Some(net(attackers, defenders) - before)
        });
        best.map(|best| best.1).or_else(|| self.done("every enemy before them is attacked"))
    }

    /// Who fights in person: the strongest.
    pub(super) fn champion(&self) -> Chosen {
        let best = self.best("he is the best man with a spear", |action| {
            let Action::Champion(leader) = action else { return None };
            Some(i32::from(self.look.rules.commander(leader).personal_combat.unwrap_or(0)))
        });
        best.map(|best| best.1)
    }

    /// Whose type counts: for the side that is asked the better.
    pub(super) fn give_type(&self, at: u8) -> Chosen {
        let look = self.look;
        let combat = look.state.combats.get(usize::from(at))?;
        let best = self.best("its arms suit this fight best", |action| {
            let Action::Type(unit) = action else { return None };
            let is_attacker = combat.attackers.contains(unit);
            let net = |attacker, defender| {
                let (attackers, defenders) = (combat.attackers, combat.defenders);
                look.prospect_of(look.state, attackers, defenders, attacker, defender)
                    .map(super::fight::Prospect::net)
            };
            if is_attacker {
                net(unit, combat.defender?)
            } else {
                let all = combat.attackers.iter().filter_map(|attacker| net(attacker, unit));
                all.max().map(|most| -most)
            }
        });
        best.map(|best| best.1).or_else(|| self.first())
    }

    /// Hits go where they do most.
    pub(super) fn hand_out_hits(&self) -> Chosen {
        let best = self.best("it is nearest its end", |action| {
            let Action::TakeHit(unit) = action else { return None };
            Some(self.look.harm_of_hits(unit, 1))
        });
        best.map(|best| best.1)
    }

    /// Ranks are opened where the unit is steady enough.
    pub(super) fn open_ranks(&self) -> Chosen {
        let best = self.best("chariots do least harm to open ranks", |action| {
            let Action::OpenRanks(unit, _) = action else { return None };
            Some(i32::from(self.look.rules.troops(unit).tq))
        });
        match best {
            Some((tq, choice)) if tq >= 6 => Some(choice),
            _ => self.done("it stands the charge"),
        }
    }

    /// How an advancing unit goes on and faces: towards the next enemy, and not into a trap.
    pub(super) fn advance(&self, unit: UnitId) -> Chosen {
        let look = self.look;
        let body = look.body(unit)?;
        let score = |placement: Placement| {
            let foe = look.nearest_foe(placement.hex);
            foe.map_or(0, |(foe, _)| {
                -Look::off_front(placement.hex, placement.facing, foe.placement.hex)
            })
        };
        let entered = matches!(look.state.step(), Step::Advance(advance) if advance.entered);
        let now = score(body.placement);
        let best = self.best("it faces the next enemy", |action| {
            let Action::Go(go) = action else { return None };
            if entered && matches!(go, Go::Pivot(_)) {
                return None;
            }
            look.rules.placement_after(look.state, go).map(score)
        });
        match best {
            Some((score, choice)) if score > now || !self.listed.contains(&Action::Done) => {
                Some(choice)
            }
            _ => self.done("it faces the enemy").or_else(|| self.first()),
        }
    }
}

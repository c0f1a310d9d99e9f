//! 9.12: who attacks whom.
//!
//! Every attacker is in one combat and every enemy before an attacker is attacked, once. In a combat every attacker
//! has every defender in its zone of control: one against several, several against one, or several against several.
//! What the attacker has said so far stands; the rest is made up so that this comes true.

use super::{Combat, GROUND, SHOCK};
use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::ShockMark;
use crate::model::order_of_battle::{MOST_UNITS, UnitId, UnitSet};
use crate::shock::ShockStage;
use arrayvec::ArrayVec;
use diadem_core::{Illegal, Sink};

/// The enemies before one unit.
type Targets = ArrayVec<UnitId, 8>;

/// In no combat yet.
const NOWHERE: u8 = u8::MAX;

/// Which way a combat grows where the rest is made up: whoever joins fits those who are in it, not those who join
/// it too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Growth {
    Either,
    /// Others join the attacker.
    Attackers,
    /// The attacker takes on others.
    Defenders,
}

/// Who has whom before him, and which combats are made up.
struct Muster {
    attackers: Vec<(UnitId, Targets)>,
    defenders: UnitSet,
    /// The combat of each unit.
    combat: [u8; MOST_UNITS],
    /// How many attack and defend in each combat.
    sizes: Vec<[u8; 2]>,
}

impl Muster {
    fn combat_of(&self, unit: UnitId) -> Option<usize> {
        let at = self.combat[unit.index()];
        (at != NOWHERE).then_some(usize::from(at))
    }

    fn is_free(&self, unit: UnitId) -> bool {
        self.combat[unit.index()] == NOWHERE
    }

    /// The attackers that have a unit before them.
    fn foes(&self, defender: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let foes = self.attackers.iter().filter(move |(_, targets)| targets.contains(&defender));
        foes.map(|(attacker, _)| *attacker)
    }

    /// Whether an attack fits what is made up so far.
    fn fits(&self, attacker: UnitId, defender: UnitId) -> bool {
        match (self.combat_of(attacker), self.combat_of(defender)) {
            (None, None) => true,
            (Some(at), None) => self.may_join(defender, false, at),
            (None, Some(at)) => self.may_join(attacker, true, at),
            (Some(_), Some(_)) => false,
        }
    }

    /// Whether a free unit may join a combat: every attacker has every defender before it.
    fn may_join(&self, unit: UnitId, attacks: bool, at: usize) -> bool {
        let is_in = |other: &UnitId| self.combat_of(*other) == Some(at);
        if attacks {
            let own = self.attackers.iter().find(|(attacker, _)| *attacker == unit);
            let mut against = self.defenders.iter().filter(is_in);
            return own.is_some_and(|(_, targets)| against.all(|enemy| targets.contains(&enemy)));
        }
        let mut against = self.attackers.iter().filter(|(attacker, _)| is_in(attacker));
        against.all(|(_, targets)| targets.contains(&unit))
    }

    /// Adds an attack that fits.
    fn add(&mut self, attacker: UnitId, defender: UnitId) {
        let at = match (self.combat_of(attacker), self.combat_of(defender)) {
            (Some(at), _) | (None, Some(at)) => at,
            (None, None) => {
                self.sizes.push([0, 0]);
                self.sizes.len() - 1
            }
        };
        for (side, unit) in [attacker, defender].into_iter().enumerate() {
            if self.is_free(unit) {
                self.combat[unit.index()] = at as u8;
                self.sizes[at][side] += 1;
            }
        }
    }

    /// Where a free unit could join: an enemy who is free, or combats; first those of several against one, or of one
    /// against several, that would stay so.
    fn openings(&self, unit: UnitId, attacks: bool) -> Openings {
        let other = usize::from(attacks);
        let mut openings = Openings { free: None, combats: ArrayVec::new() };
        let mut look = |enemy: UnitId| match self.combat_of(enemy) {
            None => openings.free = openings.free.or(Some(enemy)),
            Some(at) if openings.combats.iter().any(|&(known, _)| known == at) => {}
            Some(at) if self.may_join(unit, attacks, at) && !openings.combats.is_full() => {
                let place = if self.sizes[at][other] == 1 { 0 } else { openings.combats.len() };
                openings.combats.insert(place, (at, enemy));
            }
            Some(_) => {}
        };
        if attacks {
            let own = self.attackers.iter().filter(|(attacker, _)| *attacker == unit);
            own.flat_map(|(_, targets)| targets.iter().copied()).for_each(&mut look);
        } else {
            self.foes(unit).for_each(&mut look);
        }
        openings
    }

    /// Who has nobody free before him and must join a combat.
    fn latecomers(&self) -> Option<Vec<(UnitId, bool, Openings)>> {
        let mut late = Vec::new();
        let attackers = self.attackers.iter().map(|(attacker, _)| (*attacker, true));
        for (unit, attacks) in attackers.chain(self.defenders.iter().map(|unit| (unit, false))) {
            if !self.is_free(unit) {
                continue;
            }
            let openings = self.openings(unit, attacks);
            if openings.free.is_some() {
                continue;
            }
            if openings.combats.is_empty() {
                return None;
            }
            late.push((unit, attacks, openings));
        }
        Some(late)
    }

    /// Which combats the latecomers join, if all of them can.
    fn places(&self) -> Option<Vec<(UnitId, bool, UnitId)>> {
        let late = self.latecomers()?;
        let mut growth = vec![Growth::Either; self.sizes.len()];
        let mut found = Vec::new();
        place(&late, &mut growth, &mut found).then_some(found)
    }

    /// Whether what is left can still be made up.
    fn can_be_completed(&self) -> bool {
        self.places().is_some()
    }

    /// Makes up what is left.
    fn complete(&mut self) {
        let pair = |unit, attacks, enemy| if attacks { (unit, enemy) } else { (enemy, unit) };
        let mut edges = Vec::new();
        for (unit, attacks, enemy) in self.places().unwrap_or_default() {
            edges.push(pair(unit, attacks, enemy));
        }
        for (attacker, defender) in edges {
            self.add(attacker, defender);
        }
        self.match_the_free();
    }

    /// Pairs off those that are free, as many as can be; whoever is left over joins a pair.
    fn match_the_free(&mut self) {
        let mut partner: [Option<UnitId>; MOST_UNITS] = [None; MOST_UNITS];
        for (attacker, _) in &self.attackers {
            if self.is_free(*attacker) {
                let mut tried = UnitSet::NONE;
                self.augment(*attacker, &mut partner, &mut tried);
            }
        }
        let free = self.defenders.iter().filter(|&unit| self.is_free(unit));
        let free: Vec<UnitId> = free.collect();
        for &defender in &free {
            if let Some(attacker) = partner[defender.index()] {
                self.add(attacker, defender);
            }
        }
        let lonely: Vec<(UnitId, Targets)> = self.attackers.clone();
        for (attacker, targets) in lonely {
            if self.is_free(attacker)
                && let Some(&target) = targets.iter().find(|&&target| self.fits(attacker, target))
            {
                self.add(attacker, target);
            }
        }
        for defender in free {
            let joins = self.foes(defender).find(|&attacker| self.fits(attacker, defender));
            if self.is_free(defender)
                && let Some(attacker) = joins
            {
                self.add(attacker, defender);
            }
        }
    }

    /// Finds an attacker a partner, moving others on if need be.
    fn augment(
        &self,
        attacker: UnitId,
        partner: &mut [Option<UnitId>; MOST_UNITS],
        tried: &mut UnitSet,
    ) -> bool {
        let own = self.attackers.iter().find(|(other, _)| *other == attacker);
        let targets = own.map(|(_, targets)| targets.clone()).unwrap_or_default();
        for target in targets {
            if !self.is_free(target) || tried.contains(target) {
                continue;
            }
            tried.insert(target);
            let rival = partner[target.index()];
            if rival.is_none_or(|rival| self.augment(rival, partner, tried)) {
                partner[target.index()] = Some(attacker);
                return true;
            }
        }
        false
    }
}

/// Where a free unit could join.
struct Openings {
    free: Option<UnitId>,
    combats: ArrayVec<(usize, UnitId), 8>,
}

/// Finds every latecomer a combat, none of which grows both ways.
fn place(
    late: &[(UnitId, bool, Openings)],
    growth: &mut [Growth],
    found: &mut Vec<(UnitId, bool, UnitId)>,
) -> bool {
    let Some(((unit, attacks, openings), rest)) = late.split_first() else { return true };
    let way = if *attacks { Growth::Attackers } else { Growth::Defenders };
    for &(at, enemy) in &openings.combats {
        let was = growth[at];
        if was != Growth::Either && was != way {
            continue;
        }
        growth[at] = way;
        found.push((*unit, *attacks, enemy));
        if place(rest, growth, found) {
            return true;
        }
        found.pop();
        growth[at] = was;
    }
    false
}

impl Position<'_> {
    /// Who has whom before him, and what is made up so far.
    fn muster(&self) -> Muster {
        let marked = self.rules.units().filter(|&unit| {
            matches!(self.state.unit(unit).mark, ShockMark::MustCheck | ShockMark::NoCheck)
        });
        let attackers = marked.map(|unit| (unit, self.targets(unit).collect::<Targets>()));
        let attackers: Vec<_> = attackers.filter(|(_, targets)| !targets.is_empty()).collect();
        let defenders = attackers.iter().flat_map(|(_, targets)| targets.iter().copied()).collect();
        let mut muster =
            Muster { attackers, defenders, combat: [NOWHERE; MOST_UNITS], sizes: Vec::new() };
        for (at, combat) in self.state.combats.iter().enumerate() {
            muster.sizes.push([combat.attackers.len() as u8, combat.defenders.len() as u8]);
            combat.units().iter().for_each(|unit| muster.combat[unit.index()] = at as u8);
        }
        muster
    }

    /// Whether an attack may be added, or why not: the one test of listing and checking.
    pub(super) fn may_allocate(&self, attacker: UnitId, target: UnitId) -> Result<(), Illegal> {
        let muster = self.muster();
        let own = muster.attackers.iter().find(|(unit, _)| *unit == attacker);
        match own {
            None => return Err(Illegal::by(SHOCK, "It does not attack in this segment.")),
            Some((_, targets)) if !targets.contains(&target) => {
                self.why_not_in_zone(attacker, target)?;
                return Err(Illegal::by(SHOCK, "It has no such enemy in its zone of control."));
            }
            Some(_) => {}
        }
        self.may_add(muster, attacker, target)
    }

    fn may_add(&self, mut muster: Muster, attacker: UnitId, target: UnitId) -> Result<(), Illegal> {
        if !muster.fits(attacker, target) {
            let words = "A unit attacks once and is attacked once, and does not split its attack.";
            return Err(Illegal::by(SHOCK, words));
        }
        muster.add(attacker, target);
        if !muster.can_be_completed() {
            let words = "Then not every enemy before the attackers could be attacked.";
            return Err(Illegal::by(SHOCK, words));
        }
        Ok(())
    }

    /// Lists every attack that may be added.
    pub(super) fn list_allocation(&self, into: &mut Vec<Action>) {
        self.each_attack(|unit, target| into.push(Action::Attack { unit, target }));
    }

    fn each_attack(&self, mut call: impl FnMut(UnitId, UnitId)) {
        let muster = self.muster();
        for (attacker, targets) in &muster.attackers {
            for &target in targets {
                let copy = Muster {
                    attackers: muster.attackers.clone(),
                    sizes: muster.sizes.clone(),
                    ..muster
                };
                if self.may_add(copy, *attacker, target).is_ok() {
                    call(*attacker, target);
                }
            }
        }
    }

    /// Whether there is anything to decide: some attack need not be.
    pub(super) fn is_allocation_open(&self) -> bool {
        let (mut attacks, mut attacked) = ([0u8; MOST_UNITS], [0u8; MOST_UNITS]);
        let mut edges = Vec::new();
        self.each_attack(|attacker, target| {
            attacks[attacker.index()] += 1;
            attacked[target.index()] += 1;
            edges.push((attacker, target));
        });
        let muster = self.muster();
        // Whoever has one enemy only must fight him: nothing is to be decided about such an attack.
        let is_forced = |&(attacker, target): &(UnitId, UnitId)| {
            attacks[attacker.index()] == 1 && muster.is_free(attacker)
                || attacked[target.index()] == 1 && muster.is_free(target)
        };
        !edges.iter().all(is_forced)
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// The attacker says that a unit attacks another.
    pub(super) fn allocate(&mut self, attacker: UnitId, target: UnitId) {
        let combats = &mut self.state.combats;
        let joins = |combat: &&mut Combat| {
            combat.attackers.contains(attacker) || combat.defenders.contains(target)
        };
        match combats.iter_mut().find(joins) {
            Some(combat) => {
                combat.attackers.insert(attacker);
                combat.defenders.insert(target);
            }
            None => combats.push(Combat::between(attacker, target)),
        }
    }

    /// The rest is made up, and the combats stand.
    pub(super) fn end_allocation(&mut self) {
        let mut muster = self.position().muster();
        muster.complete();
        for at in 0..muster.sizes.len() {
            let of = |unit: &UnitId| muster.combat_of(*unit) == Some(at);
            let attackers = muster.attackers.iter().map(|(attacker, _)| *attacker).filter(of);
            let attackers: UnitSet = attackers.collect();
            let defenders: UnitSet = muster.defenders.iter().filter(of).collect();
            let Some(combat) = self.made_up(attackers, defenders) else { continue };
            match self.state.combats.get_mut(at) {
                Some(place) => *place = combat,
                None => self.state.combats.push(combat),
            }
        }
        self.go_to(ShockStage::OpenRanks);
    }

    /// A combat of these attackers and defenders, as it is fought.
    pub(super) fn made_up(&mut self, attackers: UnitSet, defenders: UnitSet) -> Option<Combat> {
        let (attacker, defender) = (attackers.iter().next()?, defenders.iter().next()?);
        let mut combat = Combat { attackers, defenders, ..Combat::between(attacker, defender) };
        combat.all = combat.units();
        combat.routed = defenders.iter().filter(|&unit| self.state.unit(unit).routed).collect();
        let hexes = defenders.iter().flat_map(|unit| self.rules.hexes_of(self.state, unit));
        for (place, hex) in combat.ground.iter_mut().zip(hexes.take(GROUND)) {
            *place = Some(hex);
        }
        self.tell(Event::Combat(attackers, defenders));
        Some(combat)
    }
}

//! 8.3: harassment and dispersal. A light unit closes on a slower one, fires and is gone; on the map it stays
//! where it is.

use crate::engine::action::{Action, Answer, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Placement, State};
use crate::missiles::missile_fire::{Flight, Pace, Shot};
use crate::missiles::reaction_fire::ENTRY_FIRE;
use crate::model::charts::{CohesionCause, MissileArm};
use crate::model::field::Terrain;
use crate::model::hex::{Aspect, Hex, Hexside, Vertex};
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::model::types::MissileKind;
use crate::movement::answers::{AnswerStage, Answers};
use crate::movement::moving::Movement;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const HARASSERS: Rule = rule!(GBA, "8.31");
pub(crate) const APPROACHING: Rule = rule!(GBA, "8.32");
pub(crate) const HARASSING: Rule = rule!(GBA, "8.33");
pub(crate) const HORSE_AND_ELEPHANTS: Rule = rule!(GBA, "8.34");
const PELTASTS: Rule = rule!(GBA, "11.42");
const LINE_FIRES_LAST: Rule = rule!(GBA, "8.21");

/// The hexes of an approach, the last of them next to the target.
type Path = ArrayVec<Hex, 3>;

/// How far a harassment has come (8.33).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HarassmentStage {
    /// The hex from which it fires is chosen.
    Approach,
    /// The target may turn (7.16, 7.17).
    Facing,
    /// Enemies may fire; then all fire at once.
    Fire,
}

/// 8.33: a unit harasses another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Harassment {
    /// Who harasses.
    pub harasser: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Its way there, as far as it goes; the last hex is next to the target.
    pub path: [Option<Hex>; 3],
    /// Where it stands in truth, while it is shown before its target.
    pub home: Option<Placement>,
    /// What is being done.
    pub stage: HarassmentStage,
    /// Whether the enemies that may fire have been found.
    pub is_asked: bool,
    /// Enemies that may still choose to fire.
    pub waiting: UnitSet,
    /// Enemies that will fire.
    pub firing: UnitSet,
    /// Elephants whose screens will fire.
    pub screens: UnitSet,
}

impl Procedure for Harassment {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        let harasser = self.harasser;
        Some(match self.stage {
            HarassmentStage::Approach => {
                Asked::turn(rules.seat_of(harasser), Question::Harass(harasser), APPROACHING)
            }
            HarassmentStage::Facing => {
                let question = Question::Answers(AnswerStage::Facing, harasser);
                Asked::window(rules.seat_of(self.target), question, HARASSING)
            }
            HarassmentStage::Fire => {
                let firer = rules.own_first(self.waiting).iter().next().unwrap_or(self.target);
                let question = Question::Answers(AnswerStage::EntryFire, harasser);
                Asked::window(rules.seat_of(firer), question, HARASSING)
            }
        })
    }

    /// Lists what may be done about a harassment.
    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        let Harassment { harasser, target, .. } = *self;
        match self.stage {
            HarassmentStage::Approach => {
                into.extend(position.approaches(harasser, target).into_iter().map(Action::ComeUp));
                return;
            }
            HarassmentStage::Facing => {
                position.list_reaction_facing(&position.facing_asked(self), into);
            }
            HarassmentStage::Fire => {
                for firer in position.rules.own_first(self.waiting).iter() {
                    for arm in position.arms_left(self, firer) {
                        into.push(match arm {
                            MissileArm::Screen => Action::ScreenFire { firer, target: harasser },
                            _ => Action::ReactionFire { firer, target: harasser },
                        });
                    }
                }
            }
        }
        into.push(Action::Done);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        position.check_fire_window(self, action)
    }

    /// What is answered while a unit harasses another.
    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match (self.stage, action) {
            (HarassmentStage::Approach, Action::ComeUp(hex)) => resolver.come_up(*self, hex),
            (HarassmentStage::Facing, Action::React(..) | Action::ReactReverse(_)) => {
                let answers = resolver.position().facing_asked(self);
                resolver.begin_harassing_fire(*self);
                resolver.turn_in_reaction(answers, action);
            }
            (HarassmentStage::Facing, _) => resolver.begin_harassing_fire(*self),
            (HarassmentStage::Fire, Action::ReactionFire { firer, .. }) => {
                if let Some(arm) = resolver.rules.arm(firer) {
                    resolver.will_fire(*self, firer, arm);
                }
            }
            (HarassmentStage::Fire, Action::ScreenFire { firer, .. }) => {
                resolver.will_fire(*self, firer, MissileArm::Screen);
            }
            (HarassmentStage::Fire, _) => {
                let waiting = self.waiting.without(resolver.rules.own_first(self.waiting));
                resolver.instead(Harassment { waiting, ..*self });
            }
            _ => {}
        }
    }

    /// Goes on with a harassment as far as nothing is asked.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let mut harassment = *self;
        let Harassment { harasser, target, .. } = harassment;
        let is_void = !resolver.state.unit(harasser).is_steady();
        let position = resolver.position();
        match harassment.stage {
            _ if is_void => resolver.finish(),
            HarassmentStage::Approach => {
                if !position.approaches(harasser, target).is_empty() {
                    return false;
                }
                resolver.finish();
            }
            HarassmentStage::Facing => {
                let mut ways = Vec::new();
                position.list_reaction_facing(&position.facing_asked(&harassment), &mut ways);
                if !ways.is_empty() {
                    return false;
                }
                resolver.begin_harassing_fire(harassment);
            }
            HarassmentStage::Fire if !harassment.is_asked => {
                let path: Path = harassment.path.into_iter().flatten().collect();
                harassment.waiting = position.fired_on_the_way(harasser, &path);
                harassment.is_asked = true;
                resolver.instead(harassment);
            }
            HarassmentStage::Fire if harassment.waiting.is_empty() => {
                resolver.finish();
                resolver.fire_at_once(&harassment);
            }
            HarassmentStage::Fire => return false,
        }
        true
    }

    fn fire(&self) -> Option<Answer> {
        Some(Answer::EntryFire)
    }
}

impl Position<'_> {
    /// 8.31: whether a unit is of the sort that harasses another.
    fn may_harass_kind(&self, harasser: UnitId, target: UnitId) -> Result<(), Illegal> {
        let (own, other) = (self.rules.troops(harasser), self.rules.troops(target));
        // A column has more, a square next to nothing (6.62, 11.63).
        let its_ma = self.allowance(&Movement::of(target));
        let is_foot_archer = own.missile == Some(MissileKind::Bow) && !own.kind.is_cavalry();
        let is_foot = own.kind.is_skirmisher() || own.kind.is_light_infantry();
        let refused = |words: &'static str| Err(Illegal::by(HARASSERS, words));
        match () {
            () if own.missile.is_none() && own.kind.is_peltast() => {
                Err(Illegal::by(PELTASTS, "Only peltasts with javelins harass."))
            }
            () if own.missile.is_none() => refused("It carries no missiles."),
            () if own.kind.is_light_cavalry() => match () {
                () if other.kind.is_skirmisher() => refused("Horse does not harass skirmishers."),
                () if its_ma >= own.ma && !other.kind.is_cataphract() => {
                    refused("Horse harasses only slower units.")
                }
                () => Ok(()),
            },
            () if is_foot && is_foot_archer => refused("Archers on foot do not harass."),
            () if is_foot && its_ma > own.ma => refused("The target is faster than it is."),
            () if is_foot => Ok(()),
            () => refused("Only light units harass."),
        }
    }

    /// 8.32: whether a unit could harass another from where it stands.
    fn may_approach(&self, harasser: UnitId, target: UnitId) -> Result<MissileArm, Illegal> {
        self.may_be_shot(harasser, target)?;
        self.may_harass_kind(harasser, target)?;
        let arm = self.may_shoot(harasser)?;
        let distance = self.distance(harasser, target);
        let refused = |words: &'static str| Err(Illegal::by(APPROACHING, words));
        match () {
            () if distance > self.harassing_range(harasser) => {
                return refused("The target is too far away.");
            }
            () if distance <= 1 => return refused("It is adjacent to the target."),
            () if self.is_in_zone(harasser) => {
                return refused("It is in an enemy zone of control.");
            }
            () => {}
        }
        if !self.has_in_view(harasser, target, arm) {
            return refused("It has no line of sight to the target.");
        }
        let mut is_open = false;
        self.each_path(harasser, target, &mut |_| is_open = true);
        if !is_open {
            return refused("No clear path leads from its front to the target.");
        }
        Ok(arm)
    }

    fn harassing_range(&self, harasser: UnitId) -> u8 {
        let chart = &self.rules.charts.missiles;
        if self.rules.troops(harasser).kind.is_cavalry() {
            chart.harassment_cavalry
        } else {
            chart.harassment_foot
        }
    }

    /// 8.32: a line of sight, whatever the range of its missiles.
    fn has_in_view(&self, harasser: UnitId, target: UnitId, arm: MissileArm) -> bool {
        let sight = self.sight_of(arm);
        self.hexes(harasser).into_iter().any(|from| {
            self.hexes(target)
                .into_iter()
                .any(|at| self.leaves_through_arc(harasser, from, at) && self.sees(from, at, sight))
        })
    }

    /// Whether a unit could harass another if it had an order (10.16, 10.27).
    pub(crate) fn could_harass(&self, harasser: UnitId, target: UnitId) -> bool {
        self.may_approach(harasser, target).is_ok()
    }

    /// Whether the unit under orders may harass another: the one test of listing, checking and doing.
    pub(crate) fn may_harass(&self, movement: &Movement, target: UnitId) -> Result<(), Illegal> {
        let refused = |words: &'static str| Err(Illegal::by(HARASSERS, words));
        match () {
            () if movement.in_line => {
                let words = "The whole line moves first; then the enemy fires, then the line.";
                return Err(Illegal::by(LINE_FIRES_LAST, words));
            }
            () if movement.fire_only && !self.is_after_line() => {
                return refused("It takes an order to move.");
            }
            () if movement.has_moved || movement.fired => {
                return refused("It takes the whole movement allowance.");
            }
            () => {}
        }
        self.may_approach(movement.unit, target).map(|_| ())
    }

    /// Calls with everybody whom the unit under orders can harass.
    pub(crate) fn each_harassment(&self, movement: &Movement, mut call: impl FnMut(Action)) {
        let harasser = movement.unit;
        let kind = self.rules.troops(harasser).kind;
        let is_light = kind.is_light_cavalry() || kind.is_skirmisher() || kind.is_light_infantry();
        if !is_light || movement.has_moved || movement.fired {
            return;
        }
        let range = self.harassing_range(harasser);
        let enemies = self.rules.list(self.rules.camp(harasser).other()).units;
        for target in enemies.iter() {
            if self.distance(harasser, target) <= range && self.may_harass(movement, target).is_ok()
            {
                call(Action::Harass(target));
            }
        }
    }

    /// Calls with every path by which a unit could come up to its target (8.32): it begins in a front hex
    /// and ends beside the target, no longer than the distance allowed.
    fn each_path(&self, harasser: UnitId, target: UnitId, call: &mut dyn FnMut(&Path)) {
        let Some(&home) = self.hexes(harasser).first() else { return };
        let mut path = Path::new();
        self.extend_path(harasser, target, home, &mut path, call);
    }

    fn extend_path(
        &self,
        harasser: UnitId,
        target: UnitId,
        from: Hex,
        path: &mut Path,
        call: &mut dyn FnMut(&Path),
    ) {
        if path.len() + 1 >= usize::from(self.harassing_range(harasser)) || path.is_full() {
            return;
        }
        for side in Hexside::ALL {
            let Some(to) = self.rules.field().beyond(from, side) else { continue };
            let is_front = !path.is_empty() || self.aspect(harasser, to) == Some(Aspect::Front);
            let is_last = self.distance_to(target, to) == 1;
            if !is_front
                || path.contains(&to)
                || self.distance_to(target, to) > self.harassing_range(harasser)
                || !self.is_open_to(harasser, from, side, to, is_last)
            {
                continue;
            }
            path.push(to);
            if is_last {
                call(path);
            } else {
                self.extend_path(harasser, target, to, path, call);
            }
            path.pop();
        }
    }

    /// Whether a hex may be on the path: no unit, no enemy zone of control but beside the target, nothing
    /// rough; horse keeps out of the zones of elephants (8.34).
    fn is_open_to(
        &self,
        harasser: UnitId,
        from: Hex,
        side: Hexside,
        to: Hex,
        is_last: bool,
    ) -> bool {
        let (field, kind) = (self.rules.field(), self.rules.troops(harasser).kind);
        let camp = self.rules.camp(harasser);
        let is_rough =
            field.is_rough(to) && !(kind.is_skirmisher() && field.terrain(to) == Terrain::Rocky);
        self.unit_at(to).is_none()
            && !is_rough
            && !field.is_rough_crossing(from, side)
            && self.entry(harasser, from, side).is_ok()
            && (is_last || !self.is_in_enemy_zone(camp, to))
            && !(kind.is_cavalry() && self.faces_elephants(harasser, to))
    }

    /// The enemy elephants next to a hex.
    fn elephants_near(&self, harasser: UnitId, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        let camp = self.rules.camp(harasser);
        let around =
            Hexside::ALL.into_iter().filter_map(move |side| self.rules.field().beyond(hex, side));
        around.filter_map(move |there| self.enemy_at(camp, there)).filter(|&enemy| {
            self.rules.troops(enemy).kind.is_elephant() && self.state.unit(enemy).is_steady()
        })
    }

    fn faces_elephants(&self, harasser: UnitId, hex: Hex) -> bool {
        self.elephants_near(harasser, hex)
            .any(|elephant| self.aspect(elephant, hex) == Some(Aspect::Front))
    }

    /// 8.34, 11.15: the hits of horse on its way past elephants.
    fn approach_hits(&self, harasser: UnitId, path: &[Hex]) -> u8 {
        if !self.rules.troops(harasser).kind.is_cavalry() {
            return 0;
        }
        let beside = |hex: &&Hex| self.elephants_near(harasser, **hex).next().is_some();
        self.rules.charts.toll(CohesionCause::HarassingElephant).hits
            * path.iter().filter(beside).count() as u8
    }

    /// 8.33: enemies that may fire at somebody on this path: an adjacent hex of it lies in their arc.
    fn fired_on_the_way(&self, harasser: UnitId, path: &[Hex]) -> UnitSet {
        let camp = self.rules.camp(harasser);
        let mut enemies = UnitSet::NONE;
        for &hex in path {
            for side in Hexside::ALL {
                let there = self.rules.field().beyond(hex, side);
                let enemy = there.and_then(|there| self.enemy_at(camp, there));
                if let Some(enemy) = enemy.filter(|&enemy| {
                    self.is_in_arc(enemy, hex)
                        && self
                            .reaction_arms(enemy)
                            .any(|arm| self.may_shoot_with(enemy, arm).is_ok())
                }) {
                    enemies.insert(enemy);
                }
            }
        }
        enemies
    }

    /// The hexes from which a unit can fire at its target.
    fn approaches(&self, harasser: UnitId, target: UnitId) -> ArrayVec<Hex, 8> {
        let mut found = ArrayVec::new();
        self.each_path(harasser, target, &mut |path| {
            if let Some(&last) = path.last()
                && !found.contains(&last)
                && !found.is_full()
            {
                found.push(last);
            }
        });
        found.sort_unstable();
        found
    }

    /// The best path to one of them: past the fewest elephants, then before the fewest missiles, then the
    /// shortest.
    fn best_path(&self, harasser: UnitId, target: UnitId, last: Hex) -> Path {
        let mut best: Option<((u8, usize, usize), Path)> = None;
        self.each_path(harasser, target, &mut |path| {
            if path.last() != Some(&last) {
                return;
            }
            let under_fire = self.fired_on_the_way(harasser, path).len();
            let key = (self.approach_hits(harasser, path), under_fire, path.len());
            if best.as_ref().is_none_or(|(known, _)| key < *known) {
                best = Some((key, path.clone()));
            }
        });
        best.map(|(_, path)| path).unwrap_or_default()
    }

    /// The target's turn in reaction, as it is asked about other steps (7.16, 7.17).
    fn facing_asked(&self, harassment: &Harassment) -> Answers {
        Answers {
            mover: harassment.harasser,
            was: self.home_of(harassment),
            stage: AnswerStage::Facing,
            last: AnswerStage::Facing,
            waiting: UnitSet::from_iter([harassment.target]),
            leaders: 0,
        }
    }

    /// Where the harassing unit belongs; while the target turns it stands before it.
    fn home_of(&self, harassment: &Harassment) -> Option<Placement> {
        let now = self.rules.placement(self.state, harassment.harasser)?;
        Some(harassment.home.unwrap_or(now))
    }

    /// What an enemy can still fire with at the harassing unit.
    fn arms_left(&self, harassment: &Harassment, firer: UnitId) -> ArrayVec<MissileArm, 2> {
        let arms = self.reaction_arms(firer).filter(|&arm| {
            let chosen = match arm {
                MissileArm::Screen => &harassment.screens,
                _ => &harassment.firing,
            };
            !chosen.contains(firer) && self.may_shoot_with(firer, arm).is_ok()
        });
        arms.collect()
    }

    /// The shot of an enemy at the harassing unit, over the hex of the path that is next to it.
    fn shot_on_the_way(
        &self,
        harassment: &Harassment,
        firer: UnitId,
        arm: MissileArm,
    ) -> Option<Shot> {
        let at = harassment.path.into_iter().flatten().find(|&hex| self.is_in_arc(firer, hex))?;
        let from = self.hexes(firer).into_iter().find(|hex| hex.distance(at) == 1)?;
        let flight = Flight { from, at, range: self.rules.charts.missiles.entry_range };
        Some(self.shot_along(
            firer,
            harassment.harasser,
            arm,
            flight,
            Pace::StandingAnswer,
            ENTRY_FIRE,
        ))
    }

    /// Why a shot at the harassing unit that is not listed cannot be fired.
    pub(crate) fn why_no_shot_on_the_way(
        &self,
        harassment: &Harassment,
        firer: UnitId,
        target: UnitId,
        arm: MissileArm,
    ) -> Illegal {
        let words = match self.may_shoot_with(firer, arm) {
            Err(why) => return why,
            Ok(()) if target != harassment.harasser => "Only the harassing unit is fired at.",
            Ok(()) if self.shot_on_the_way(harassment, firer, arm).is_none() => {
                "The path leads through no hex next to it that is in its arc of fire."
            }
            Ok(()) => "It is not asked to fire now.",
        };
        Illegal::by(HARASSING, words)
    }

    /// The shot of the harassing unit, as from the last hex of its path.
    fn harassing_shot(&self, harassment: &Harassment) -> Option<Shot> {
        let arm = self.may_shoot(harassment.harasser).ok()?;
        self.may_be_shot(harassment.harasser, harassment.target).ok()?;
        let from = harassment.path.into_iter().flatten().last()?;
        let at = self.hexes(harassment.target).into_iter().find(|hex| hex.distance(from) == 1)?;
        let flight = Flight { from, at, range: self.rules.charts.missiles.entry_range };
        let Harassment { harasser, target, .. } = *harassment;
        Some(self.shot_along(harasser, target, arm, flight, Pace::Moving, HARASSERS))
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// The unit under orders sets out to harass another: its whole allowance, and a move (8.31, 6.13).
    pub(crate) fn harass(&mut self, mut movement: Movement, target: UnitId) {
        movement.spent = self.position().allowance(&movement);
        movement.has_moved = true;
        movement.fired = true;
        movement.halted = true;
        self.instead(movement);
        self.begin(Harassment {
            harasser: movement.unit,
            target,
            path: [None; 3],
            home: None,
            stage: HarassmentStage::Approach,
            waiting: UnitSet::NONE,
            firing: UnitSet::NONE,
            screens: UnitSet::NONE,
            is_asked: false,
        });
        self.count_the_move(movement.unit);
    }

    /// It comes up to its target: horse suffers from elephants before anybody fires (8.34).
    fn come_up(&mut self, mut harassment: Harassment, last: Hex) {
        let Harassment { harasser, target, .. } = harassment;
        let path = self.position().best_path(harasser, target, last);
        for (slot, hex) in harassment.path.iter_mut().zip(&path) {
            *slot = Some(*hex);
        }
        harassment.stage = HarassmentStage::Facing;
        harassment.home = self.rules.placement(self.state, harasser);
        let hits = self.position().approach_hits(harasser, &path);
        self.instead(harassment);
        self.tell(Event::Entered(harasser, last, HARASSING));
        self.stand_before(harassment, last);
        self.answered();
        self.hit(harasser, hits, HORSE_AND_ELEPHANTS);
        if !self.state.unit(harasser).is_steady() {
            self.stand_back(harassment);
        }
    }

    /// While the target decides whether to turn, the harassing unit stands before it.
    fn stand_before(&mut self, harassment: Harassment, last: Hex) {
        let Some(home) = harassment.home else { return };
        let mut at = self.position().hexes(harassment.target).into_iter();
        let side = at.find_map(|hex| last.side_towards(hex));
        let facing = side.and_then(|side| {
            Vertex::ALL.into_iter().find(|vertex| vertex.aspect(side) == Aspect::Front)
        });
        let facing = facing.unwrap_or(home.facing);
        self.stand(harassment.harasser, Placement { hex: last, facing, ..home });
    }

    /// It is back where it came from; routed, it runs from there.
    fn stand_back(&mut self, harassment: Harassment) {
        let Some(home) = harassment.home else { return };
        if self.state.unit(harassment.harasser).is_on_map() {
            let formation = self.state.unit(harassment.harasser).formation;
            self.stand(harassment.harasser, Placement { formation, ..home });
        }
    }

    /// 11.14: while elephants run wild, a harassing unit is where it truly stands.
    pub(crate) fn recall_harasser(&mut self) {
        if let Some(&harassment) = self.state.frame::<Harassment>() {
            self.stand_back(harassment);
        }
    }

    /// The target has turned or not: whoever has the path in its arc may fire.
    fn begin_harassing_fire(&mut self, mut harassment: Harassment) {
        self.stand_back(harassment);
        harassment.stage = HarassmentStage::Fire;
        self.instead(harassment);
    }

    /// An enemy will fire at the harassing unit when all do.
    pub(crate) fn will_fire(&mut self, mut harassment: Harassment, firer: UnitId, arm: MissileArm) {
        match arm {
            MissileArm::Screen => harassment.screens.insert(firer),
            _ => harassment.firing.insert(firer),
        }
        if self.position().arms_left(&harassment, firer).is_empty() {
            harassment.waiting.remove(firer);
        }
        self.instead(harassment);
    }

    /// 8.33: all fire is simultaneous: everybody rolls, then everything is applied.
    fn fire_at_once(&mut self, harassment: &Harassment) {
        let position = self.position();
        let own = position.harassing_shot(harassment);
        let enemies = harassment.firing.iter().filter_map(|firer| {
            position.shot_on_the_way(harassment, firer, self.rules.arm(firer)?)
        });
        let screens = harassment
            .screens
            .iter()
            .filter_map(|firer| position.shot_on_the_way(harassment, firer, MissileArm::Screen));
        let shots: Vec<Shot> = own.into_iter().chain(enemies).chain(screens).collect();
        let rolls: Vec<u8> = shots.iter().map(|shot| self.let_fly(shot)).collect();
        for (shot, raw) in shots.iter().zip(rolls) {
            self.strike(shot, raw);
        }
    }

    /// The target turns (7.16) or faces about (7.17).
    fn turn_in_reaction(&mut self, answers: Answers, action: Action) {
        match action {
            Action::React(unit, hand) => self.react(answers, unit, hand),
            Action::ReactReverse(unit) => self.react_reverse(answers, unit),
            _ => {}
        }
    }
}

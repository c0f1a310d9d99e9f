//! Where a moving unit is best placed, and how it gets there.

use super::answers::is_shot;
use super::look::{Body, Look, Points};
use super::{Chosen, Depth, Sense};
use crate::mind::Choice;
use diadem_hexes::{
    Action, Arrival, Aspect, Go, Hand, Hex, Kind, Place, Placement, ShockMark, State, UnitId,
    UnitSet,
};

/// What one hex nearer to where it is wanted is worth to a unit.
const NEARER: Points = 8;

/// What a friend beside it is worth to foot.
const BESIDE: Points = 15;

/// What every hex costs by which foot runs before the others.
const AHEAD: Points = 25;

/// How far it may be before them for nothing.
const ABREAST: i32 = 4;

/// The same for horse and others that are not in the line.
const RIDES_AHEAD: Points = 20;
const WITHIN_CALL: i32 = 6;

/// How near the enemy is when the line has to be closed.
const CLOSE: u8 = 5;

/// How much of a hundred of what enemies could do to a unit counts against a place.
const DANGER: Points = 50;

/// What it is worth to come to blows first: whoever waits is attacked where the enemy chooses.
const IMPETUS: Points = 60;

/// How near to whom it is sent a unit looks all round.
const NOT_BEHIND: u8 = 4;

/// A move that was thought through.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// How much better the unit is placed afterwards.
    pub points: Points,
    /// The steps, the next one last.
    pub steps: Vec<Go>,
    /// Where they lead.
    pub to: Placement,
    /// Whether it comes to a fight there.
    pub fights: bool,
    pub why: &'static str,
}

/// What a unit is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// To close with the enemy.
    Shock,
    /// To shoot and keep away.
    Shoot,
    /// To get away.
    Save,
}

/// What stays the same for all places that a moving unit might go to.
struct Bearings<'l> {
    body: &'l Body,
    task: Task,
    aim: Option<&'l Body>,
    /// How far forward the foot stands on average.
    foot: Option<i32>,
    /// Enemies that might come up to it, and what they would do to it at its front, flank and rear.
    threats: Vec<(&'l Body, [Points; 3])>,
    /// Enemies that it might touch.
    near: Vec<&'l Body>,
}

impl Look<'_> {
    /// The best that the unit that has just been ordered can do.
    pub(super) fn plan(&self, unit: UnitId, listed: &[Action], depth: Depth) -> Option<Plan> {
        let body = self.own.iter().find(|body| body.unit == unit)?;
        let bearings = self.bearings(body);
        let far = self.foe_distance(&body.hexes);
        let shot = self.value_of_shots(listed);
        let (to, why) = (body.placement, "its missiles are ready");
        let stay = Plan { points: shot, steps: Vec::new(), to, fights: false, why };
        let moved = if depth == Depth::Quick && far > body.ma + 3 {
            self.march(&bearings)
        } else {
            self.arrive(&bearings, depth)
        };
        match moved {
            Some(plan) if plan.points > stay.points => Some(plan),
            _ => Some(stay),
        }
    }

    /// What the best shot or harassment listed is worth.
    fn value_of_shots(&self, listed: &[Action]) -> Points {
        let each = listed.iter().filter_map(|&action| match action {
            Action::Harass(target) => Some(self.value_of_harassing(target)),
            _ if is_shot(action) => {
                let shot = self.rules.shot(self.state, action)?;
                let target = shot.target?;
                Some(i32::from(shot.chance()) * self.harm_of_hits(target, shot.hits) / 10)
            }
            _ => None,
        });
        each.max().unwrap_or(0)
    }

    /// Roughly: it is fired as at one hex on the move, and the target may shoot back.
    pub(super) fn value_of_harassing(&self, target: UnitId) -> Points {
        let heavy = self.kind(target).is_phalanx_or_heavy();
        let chance = if heavy { 3 } else { 4 };
        let back = if self.has_missiles(target) { 40 } else { 0 };
        chance * self.harm_of_hits(target, 1) / 10 - back
    }

    fn bearings<'l>(&'l self, body: &'l Body) -> Bearings<'l> {
        let is_spent = body.hits > 1 && body.hits + 2 >= body.tq;
        let task = match body.kind {
            _ if is_spent => Task::Save,
            Kind::Skirmisher | Kind::LightArcher | Kind::HorseArcher | Kind::Artillery => {
                Task::Shoot
            }
            _ => Task::Shock,
        };
        let wanted = |foe: &&Body| {
            let far = body.hexes.iter().map(|&hex| foe.distance(hex)).min().unwrap_or(0);
            let front = self.match_up(body, foe, Aspect::Front);
            let flank = self.match_up(body, foe, Aspect::Flank);
            let fast = body.ma >= 7;
            let best = if fast { front.max(flank * 2 / 3) } else { front.max(flank / 3) };
            best.clamp(-400, 600) - 30 * i32::from(far)
        };
        let aim = match task {
            Task::Shock => self.foes.iter().max_by_key(wanted),
            Task::Shoot | Task::Save => self.nearest_foe(body.placement.hex).map(|(foe, _)| foe),
        };
        let foot = self.own.iter().filter(|one| one.kind.is_infantry() && !one.routed);
        let (sum, count) = foot.fold((0, 0), |(sum, count), one| {
            (sum + i32::from(self.way_from_home(one.placement.hex)), count + 1)
        });
        let foot = (count > 1).then(|| sum / count);
        let away = |foe: &Body| foe.distance(body.placement.hex);
        let comes = self
            .steady_foes()
            .filter(|foe| foe.is_dangerous() && away(foe) <= foe.ma + body.ma + 2);
        let threats = comes.map(|foe| {
            let at = |aspect| self.match_up_tired(foe, body, aspect, 1).max(0);
            (foe, [Aspect::Front, Aspect::Flank, Aspect::Rear].map(at))
        });
        let threats = threats.filter(|(_, beaten)| *beaten != [0; 3]).collect();
        let near = self.foes.iter().filter(|foe| away(foe) <= body.ma + 3).collect();
        Bearings { body, task, aim, foot, threats, near }
    }

    /// How well a unit is placed, whoever it could fight there.
    fn place(&self, bearings: &Bearings<'_>, placement: Placement, hexes: &[Hex]) -> Points {
        let body = bearings.body;
        let mut points = 0;
        if let Some(aim) = bearings.aim {
            let far = hexes.iter().map(|&hex| aim.distance(hex)).min().unwrap_or(0);
            let far = i32::from(far);
            points -= match bearings.task {
                Task::Shock => NEARER * far,
                Task::Shoot => NEARER * (far - 2).abs(),
                Task::Save => -NEARER * far.min(6),
            };
            let off = Look::off_front(placement.hex, placement.facing, aim.placement.hex);
            points -= 3 * off;
        }
        if let Some(foot) = bearings.foot {
            let before = i32::from(self.way_from_home(placement.hex)) - foot;
            points -= if body.kind.is_infantry() {
                AHEAD * (before - ABREAST).max(0)
            } else {
                RIDES_AHEAD * (before - WITHIN_CALL).max(0)
            };
        }
        if bearings.foot.is_some() && body.kind.is_infantry() {
            let is_near = self.foe_near(placement.hex) <= CLOSE;
            let ends = [(hexes.first(), Hand::Left), (hexes.last(), Hand::Right)];
            for (hex, hand) in ends {
                let beside = hex
                    .and_then(|&hex| self.rules.field().beyond(hex, placement.facing.flank(hand)));
                let is_covered =
                    beside.is_some_and(|hex| self.has_friend(hex) && !body.hexes.contains(&hex));
                points += if is_covered && is_near { BESIDE } else { 0 };
            }
        }
        points
    }

    /// What enemies that could come up to a unit might do to it.
    fn danger(&self, bearings: &Bearings<'_>, placement: Placement) -> Points {
        let mut worst = [0; 3];
        for (foe, beaten) in &bearings.threats {
            let far = foe.distance(placement.hex);
            if far > foe.ma + 1 {
                continue;
            }
            let aspect = self.exposed_to(bearings.body, placement, foe);
            let likely = match far {
                ..=2 => 100,
                3..=4 => 80,
                _ => 50,
            };
            let mut beaten = beaten[aspect as usize] * likely / 100;
            for place in &mut worst {
                if beaten > *place {
                    std::mem::swap(place, &mut beaten);
                }
            }
        }
        let [first, second, third] = worst;
        (first * 5 + second * 3 + third * 2) * DANGER / 1000
    }

    /// What it is worth to come to fight where a unit would stand; nothing where it would not.
    fn contact(
        &self,
        bearings: &Bearings<'_>,
        scratch: &mut State,
        placement: Placement,
        hexes: &[Hex],
    ) -> Points {
        let body = bearings.body;
        let touches =
            bearings.near.iter().any(|foe| hexes.iter().any(|&hex| foe.distance(hex) <= 1));
        if !touches {
            return 0;
        }
        let unit = body.unit;
        let placed = &mut scratch.units[unit.index()];
        placed.place = Place::On(placement.hex);
        (placed.facing, placed.formation) = (placement.facing, placement.formation);
        let targets: UnitSet = self.rules.targets_of(scratch, unit);
        let is_new = |target: UnitId| {
            self.body(target).is_none_or(|foe| body.hexes.iter().all(|&hex| foe.distance(hex) > 1))
        };
        let comes_up = targets.iter().any(is_new);
        let mark = if comes_up { ShockMark::MustCheck } else { ShockMark::NoCheck };
        scratch.units[unit.index()].mark = mark;
        let net = self.net_against(scratch, unit, targets);
        scratch.units[unit.index()].mark = self.state.unit(unit).mark;
        let net = if comes_up { net + IMPETUS } else { net };
        if comes_up && body.kind.must_shock() { net } else { net.max(0) }
    }

    /// Everything that counts at one arrival, and the fight of it; nothing where that is not more than another.
    fn weigh(
        &self,
        bearings: &Bearings<'_>,
        scratch: &mut State,
        arrival: &Arrival,
        beat: Points,
    ) -> Option<(Points, Points)> {
        let body = bearings.body;
        let placement = arrival.placement;
        let hexes = self.rules.hexes_standing(body.unit, placement);
        let fight = self.contact(bearings, scratch, placement, &hexes);
        let tired = self.harm_of_hits(body.unit, arrival.hits);
        let most = self.place(bearings, placement, &hexes) + fight - tired;
        // Danger only takes away: what is no better without it need not be looked at.
        let points = (most > beat).then(|| most - self.danger(bearings, placement))?;
        (points > beat).then_some((points, fight))
    }

    /// The best of everywhere it can come to.
    fn arrive(&self, bearings: &Bearings<'_>, depth: Depth) -> Option<Plan> {
        let outlook = match (depth, bearings.task, bearings.aim) {
            // In a hurry whoever attacks does not look behind him.
            (Depth::Quick, Task::Shock, Some(aim)) => {
                let now = aim.distance(bearings.body.placement.hex).max(NOT_BEHIND);
                self.rules.outlook_within(self.state, &|hex| aim.distance(hex) <= now)
            }
            _ => self.rules.outlook_in_formation(self.state),
        };
        let mut scratch = self.state.clone();
        let first = outlook.arrivals.first()?;
        let (now, _) = self.weigh(bearings, &mut scratch, first, Points::MIN)?;
        let mut best: Option<(Points, usize, Points)> = None;
        for (at, arrival) in outlook.arrivals.iter().enumerate().skip(1) {
            if !arrival.may_stop {
                continue;
            }
            let beat = best.map_or(Points::MIN, |(most, ..)| most);
            if let Some((points, fight)) = self.weigh(bearings, &mut scratch, arrival, beat) {
                best = Some((points, at, fight));
            }
        }
        let (points, at, fight) = best?;
        let mut steps = outlook.path(at);
        steps.reverse();
        let why = match bearings.task {
            _ if fight > 0 => "it can attack there with good odds",
            Task::Save => "it has had enough and must get away",
            Task::Shoot => "from there it can shoot and still get away",
            Task::Shock => "it is wanted there",
        };
        let to = outlook.arrivals[at].placement;
        Some(Plan { points: points - now, steps, to, fights: fight > 0, why })
    }

    /// A march far from the enemy: step by step, as it looks from each hex.
    fn march(&self, bearings: &Bearings<'_>) -> Option<Plan> {
        let body = bearings.body;
        let placed = |placement: Placement, hexes: &[Hex]| {
            self.place(bearings, placement, hexes) - self.danger(bearings, placement)
        };
        let now = placed(body.placement, &body.hexes);
        let mut best: Option<(Points, Go, Placement)> = None;
        let mut listed = Vec::new();
        diadem_core::Game::actions(self.rules, self.state, &mut listed);
        for action in listed {
            let Action::Go(go) = action else { continue };
            if matches!(go, Go::Form(_) | Go::Double(_) | Go::Deploy(_)) {
                continue;
            }
            let Some(placement) = self.rules.placement_after(self.state, go) else { continue };
            let hexes = self.rules.hexes_standing(body.unit, placement);
            let points = placed(placement, &hexes);
            if best.is_none_or(|(most, ..)| points > most) {
                best = Some((points, go, placement));
            }
        }
        let (points, go, to) = best.filter(|(points, ..)| *points > now)?;
        let (points, why) = ((points - now) * 4, "it is wanted there");
        Some(Plan { points, steps: vec![go], to, fights: false, why })
    }
}

impl Sense<'_> {
    /// How a moving unit goes on: along its way, or as it looks now.
    pub(super) fn go_on(&mut self, unit: UnitId) -> Chosen {
        let look = self.look;
        let known = self.memory.way.take().filter(|(on_way, _)| *on_way == unit);
        let steps = match known {
            Some((_, steps)) => steps,
            None => self.plan_anew(unit),
        };
        self.walk(unit, steps)
            .or_else(|| {
                let has_moved = matches!(
                    look.state.step(),
                    diadem_hexes::Step::Move(movement) if movement.has_moved
                );
                let again = if has_moved { Vec::new() } else { self.plan_anew(unit) };
                self.walk(unit, again)
            })
            .or_else(|| self.fire_or_end())
    }

    fn plan_anew(&self, unit: UnitId) -> Vec<Go> {
        self.look.plan(unit, self.listed, self.depth).map(|plan| plan.steps).unwrap_or_default()
    }

    /// The next step of a way, after a shot that costs nothing; nothing when the way is at its end or barred.
    fn walk(&mut self, unit: UnitId, mut steps: Vec<Go>) -> Chosen {
        let go = steps.pop()?;
        let action = Action::Go(go);
        if !self.listed.contains(&action) {
            return None;
        }
        self.memory.way = (!steps.is_empty()).then_some((unit, steps));
        Some(Choice { action, why: "it is on its way" })
    }

    /// At the end of its way a unit shoots, if it can.
    fn fire_or_end(&self) -> Chosen {
        let shot = self.best_shot();
        let harass = self.best("it can shoot and be gone", |action| match action {
            Action::Harass(target) => Some(self.look.value_of_harassing(target)),
            _ => None,
        });
        let best = [shot, harass].into_iter().flatten().max_by_key(|(score, _)| *score);
        match best {
            Some((score, choice)) if score > 0 => Some(choice),
            _ => self.done("it is where it is wanted").or_else(|| self.first()),
        }
    }
}

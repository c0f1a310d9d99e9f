//! 10.3: setting up the armies, one camp after the other; and which boxes allies set up in (Successors 9.4).

use crate::engine::action::{Action, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Flow, Manner, Procedure, never_passes};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Place, Stand, State};
use crate::model::army::{ForceId, LeaderId, Placing, UnitId, Who};
use crate::model::boxes::{BoxId, Line, Post};
use crate::model::sets::LeaderSet;
use crate::model::sets::UnitSet;
use diadem_books::{ALEXANDROS, SUCCESSORS};
use diadem_core::{Camp, Illegal, Rule, SeatSet, SetupError, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const SET_UP: Rule = rule!(ALEXANDROS, "10.3");
pub(crate) const ALLIES: Rule = rule!(SUCCESSORS, "9.4");
/// S9.4: with so many units or fewer the lesser ally has no reserve.
const SMALL: usize = 4;

/// An army is set up, a unit or a leader at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetUp;

impl Procedure for SetUp {
    const RULE: Rule = SET_UP;

    fn asks(self, rules: &Display, state: &State) -> Option<Asked> {
        let force = state.active;
        let question = match Position::of(rules, state).set_up_task(force) {
            Task::Unit | Task::Ready => Question::SetUpUnit,
            Task::LeaderOf(unit) => Question::SetUpLeaderOf(unit),
            Task::Leaders => Question::SetUpLeaders,
        };
        let secret = rules.battle().switches.secret_set_up;
        let manner = if secret { Manner::Secret } else { Manner::Turn };
        Some(Asked { force, question, manner })
    }

    fn decides(self, _: &Display, state: &State) -> Option<ForceId> {
        Some(state.active)
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        position.list_set_up(into);
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Place { unit, at, line } => position.may_place(unit, at, line),
            Action::Stack { unit, on } => position.may_stack_setting_up(unit, on),
            Action::Lead { leader, unit } => position.may_lead_setting_up(leader, unit),
            Action::Stand { leader, at } => position.may_stand_alone(leader, at),
            _ => Self::not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Place { unit, at, line } => resolver.place(unit, at, line),
            Action::Stack { unit, on } => resolver.stack_setting_up(unit, on),
            Action::Lead { leader, unit } => resolver.lead_setting_up(leader, unit),
            Action::Stand { leader, at } => resolver.stand_alone(leader, at),
            other => never_passes(other),
        }
    }

    /// One camp sets up, force by force, then the other, then it begins.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Flow {
        let force = resolver.state.active;
        if resolver.position().set_up_task(force) != Task::Ready {
            return Flow::Waits;
        }
        resolver.tell(Event::Ready(force));
        let camp = resolver.camp();
        if let Some(ally) = resolver.rules.next_ally(force) {
            resolver.state.active = ally;
        } else if camp == resolver.rules.battle().order.sets_up_first {
            resolver.state.active = resolver.rules.leading_force(camp.other());
        } else {
            if resolver.rules.battle().switches.secret_set_up {
                resolver.show(Event::Shown);
            }
            resolver.join_battle();
        }
        Flow::Goes
    }
}

impl Display {
    /// Sorts out which boxes each force sets up in.
    pub(crate) fn allot_boxes(&mut self) -> Result<(), SetupError> {
        for force in Camp::BOTH.map(|camp| self.forces(camp).collect::<Vec<_>>()).concat() {
            let posts = self.allotted(force);
            let lines: u8 = self.board().capacity().lines.iter().sum();
            let room = posts.len() * usize::from(lines);
            let (name, size) = (self.force_name(force), self.units_of(force).len());
            if size == 0 {
                return Err(SetupError(format!("{name} brings no unit to the battle.")));
            }
            // Any number waits in a reserve.
            if size > room && !posts.contains(&Post::Reserve) {
                return Err(SetupError(format!(
                    "{name} has {size} units, and its boxes hold {room} (Successors 9.4)."
                )));
            }
            let of_force = |all: &[Post]| -> Vec<Post> {
                all.iter().copied().filter(|post| posts.contains(post)).collect()
            };
            let (order, free) = (of_force(self.board().order()), of_force(self.board().free()));
            let sorted = &mut self.forces[force.index()];
            (sorted.order, sorted.free) = (order, free);
        }
        Ok(())
    }

    /// The boxes of a force: all, or of two allies those of the greater Center and Right, of the lesser Left; Reserve is
    /// the lesser's unless it is small.
    fn allotted(&self, force: ForceId) -> Vec<Post> {
        let Some(ally) = self.forces(self.camp(force)).find(|&other| other != force) else {
            return self.board().free().to_vec();
        };
        let [size, of_ally] = [force, ally].map(|force| self.units_of(force).len());
        // Of equals the first is the greater.
        let is_greater = size > of_ally || size == of_ally && force < ally;
        let reserve_is_greaters = size.min(of_ally) <= SMALL;
        let mut posts = if is_greater { vec![Post::Center, Post::Right] } else { vec![Post::Left] };
        if is_greater == reserve_is_greaters {
            posts.push(Post::Reserve);
        }
        posts
    }

    /// Whether a force sets up in this box of its camp.
    fn sets_up_in(&self, force: ForceId, post: Post) -> bool {
        self.free(force).contains(&post)
    }

    /// The box that the `nth` unit (from 0) of a force goes to, while the rules say which.
    pub(crate) fn ordered(&self, force: ForceId, nth: usize) -> Option<Post> {
        self.forces[force.index()].order.get(nth).copied()
    }

    /// The boxes that later units of a force may be set up in.
    fn free(&self, force: ForceId) -> &[Post] {
        &self.forces[force.index()].free
    }

    /// The Spartans of a force, one of whom must stand in Right, where it sets up there.
    fn spartans(&self, force: ForceId) -> UnitSet {
        if self.sets_up_in(force, Post::Right) {
            self.classes.spartans & self.units_of(force)
        } else {
            UnitSet::NONE
        }
    }
}

/// What a force has to set up next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// A unit.
    Unit,
    /// The leader of the unit that was just placed.
    LeaderOf(UnitId),
    /// The leaders that are left.
    Leaders,
    /// Nothing.
    Ready,
}

impl Position<'_> {
    pub(crate) fn set_up_task(&self, force: ForceId) -> Task {
        if let Some(unit) = self.unit_due_a_leader(force) {
            return Task::LeaderOf(unit);
        }
        if !(self.unplaced & self.rules.units_of(force)).is_empty() {
            Task::Unit
        } else if !self.unplaced_leaders(force).is_empty() {
            Task::Leaders
        } else {
            Task::Ready
        }
    }

    fn unplaced_leaders(&self, force: ForceId) -> LeaderSet {
        let unplaced = |leader: &LeaderId| self.state.leader(*leader).stand == Stand::Unplaced;
        self.rules.leaders_of(force).iter().filter(unplaced).collect()
    }

    /// The first four units are placed with a leader each, while there are leaders.
    fn unit_due_a_leader(&self, force: ForceId) -> Option<UnitId> {
        if self.rules.force(force).placing == Placing::Free {
            return None;
        }
        let placed = self.standing_of(force).len();
        if placed == 0 || placed > usize::from(self.rules.board().led()) {
            return None;
        }
        let post = self.rules.ordered(force, placed - 1)?;
        let unit = self.at[BoxId::of(self.rules.camp(force), post).index()].first()?;
        let is_due = !self.led.contains(unit) && !self.leaders_for(force, post).is_empty();
        is_due.then_some(unit)
    }

    /// King Agis, where Spartans fight under him: he and one of them must stand in Right.
    fn agis(&self, force: ForceId) -> Option<LeaderId> {
        let spartans = self.rules.spartans(force);
        let mut leaders = self.rules.leaders_of(force).iter();
        leaders.find(|&leader| !spartans.is_empty() && self.rules.who(leader) == Who::Agis)
    }

    /// The leaders that may go with the first unit of a box: the best of those left, or Agis.
    fn leaders_for(&self, force: ForceId, post: Post) -> LeaderSet {
        let mut left = self.unplaced_leaders(force);
        if let Some(agis) = self.agis(force) {
            if post == Post::Right {
                return left & LeaderSet::only(agis);
            }
            left.remove(agis);
        }
        let rating = |leader| self.rules.rating(self.state, leader);
        let best = left.iter().map(rating).max();
        left.iter().filter(|&leader| Some(rating(leader)) == best).collect()
    }

    fn may_place(&self, unit: UnitId, at: BoxId, line: Line) -> Result<(), Illegal> {
        let force = self.force;
        let mine = self.unplaced & self.rules.units_of(force);
        if self.set_up_task(force) != Task::Unit || !mine.contains(unit) {
            return Err(Illegal::by(SET_UP, "That unit is not the next to be set up."));
        }
        self.may_stand(at, line)?;
        self.has_room(unit, at, line)?;
        let is_spartan = self.rules.classes.spartans.contains(unit);
        if !self.can_finish(force, mine - UnitSet::only(unit), Some((at.post(), line, is_spartan)))
        {
            return Err(Illegal::by(SET_UP, "Then the army could not be set up as it must be."));
        }
        Ok(())
    }

    /// Whether the next unit may go to this box.
    fn may_stand(&self, at: BoxId, line: Line) -> Result<(), Illegal> {
        let force = self.force;
        let board = self.rules.board();
        let nth = self.standing_of(force).len();
        if at.camp() != self.camp {
            return Err(Illegal::by(SET_UP, "An army sets up in its own boxes."));
        }
        if line == Line::Second && !at.post().is_line() {
            return Err(Illegal::by(SET_UP, "Only Left, Center and Right have a second line."));
        }
        match self.rules.ordered(force, nth) {
            Some(post) if post != at.post() => Err(Illegal::by(
                SET_UP,
                format!("The next unit goes into the {} box.", post.name()),
            )),
            Some(_) => Ok(()),
            None if self.rules.sets_up_in(force, at.post()) => Ok(()),
            None if board.free().contains(&at.post()) => {
                Err(Illegal::by(ALLIES, "Your ally sets up in that box."))
            }
            None => Err(Illegal::by(SET_UP, "No unit is set up in an outflank box.")),
        }
    }

    /// Whether every duty can still be met by the units that are left: a first line in every box that
    /// has a second, and a Spartan in Right.
    fn can_finish(
        &self,
        force: ForceId,
        left: UnitSet,
        placed: Option<(Post, Line, bool)>,
    ) -> bool {
        let board = self.rules.board();
        let spartans = self.rules.spartans(force);
        let nth = self.standing_of(force).len() + usize::from(placed.is_some());
        let (mut free, mut bound) = (0_usize, [0_usize; 7]);
        for slot in nth..nth + left.len() {
            match self.rules.ordered(force, slot) {
                Some(post) => bound[post as usize] += 1,
                None => free += 1,
            }
        }
        let mut needed = 0;
        let mut right_needs_one = false;
        for post in Post::LINE {
            let inside = self.at[BoxId::of(self.rules.camp(force), post).index()];
            let comes =
                |line| usize::from(placed.is_some_and(|(at, of, _)| (at, of) == (post, line)));
            let first = (inside - self.second).len() + comes(Line::First);
            let second = (inside & self.second).len() + comes(Line::Second);
            if first == 0 && second > 0 && bound[post as usize] == 0 {
                needed += 1;
                right_needs_one |= post == Post::Right;
            }
        }
        if !spartans.is_empty() {
            let right = self.at[BoxId::of(self.rules.camp(force), Post::Right).index()];
            let comes = placed.filter(|&(post, ..)| post == Post::Right);
            let has_spartan =
                !(right & spartans).is_empty() || comes.is_some_and(|(_, _, spartan)| spartan);
            if !has_spartan {
                let lines = board.capacity().lines;
                let full = right.len() + usize::from(comes.is_some())
                    >= usize::from(lines[0]) + usize::from(lines[1]);
                if full || (left & spartans).is_empty() {
                    return false;
                }
                needed += usize::from(bound[Post::Right as usize] == 0 && !right_needs_one);
            }
        }
        needed <= free
    }

    /// 10.7, while setting up: a second unit joins one that stands.
    fn may_stack_setting_up(&self, unit: UnitId, on: UnitId) -> Result<(), Illegal> {
        let force = self.force;
        let mine = self.unplaced & self.rules.units_of(force);
        if self.set_up_task(force) != Task::Unit || !mine.contains(unit) {
            return Err(Illegal::by(SET_UP, "That unit is not the next to be set up."));
        }
        self.may_double(unit, on)?;
        if !self.can_finish(force, mine - UnitSet::only(unit), None) {
            return Err(Illegal::by(SET_UP, "Then the army could not be set up as it must be."));
        }
        Ok(())
    }

    fn may_lead_setting_up(&self, leader: LeaderId, unit: UnitId) -> Result<(), Illegal> {
        let force = self.force;
        if !self.unplaced_leaders(force).contains(leader) {
            return Err(Illegal::by(SET_UP, "That leader is not there to be set up."));
        }
        match self.set_up_task(force) {
            Task::LeaderOf(due) if due != unit => {
                Err(Illegal::by(SET_UP, "The leader goes with the unit just placed."))
            }
            Task::LeaderOf(_) => {
                let post = self.state.box_of(unit).map(BoxId::post);
                if post.is_some_and(|post| self.leaders_for(force, post).contains(leader)) {
                    return Ok(());
                }
                Err(Illegal::by(SET_UP, "Another leader must go there."))
            }
            Task::Leaders => {
                let at = self.state.box_of(unit).filter(|_| self.standing_of(force).contains(unit));
                match at {
                    Some(at) if !self.led.contains(unit) => self.may_have_leader(leader, at),
                    Some(_) => Err(Illegal::by(SET_UP, "That unit has a leader already.")),
                    None => Err(Illegal::by(SET_UP, "That unit does not stand.")),
                }
            }
            _ => Err(Illegal::by(SET_UP, "Units are set up first.")),
        }
    }

    /// Whether a leader that is left may be set up in this box.
    fn may_have_leader(&self, leader: LeaderId, at: BoxId) -> Result<(), Illegal> {
        let force = self.force;
        if self.agis(force) == Some(leader) && at.post() != Post::Right {
            return Err(Illegal::by(SET_UP, "King Agis stands in Right."));
        }
        if self.rules.force(force).placing == Placing::ByRating {
            return Ok(());
        }
        if self.has_leader(force, at) {
            let lacks = |&other: &BoxId| {
                !self.of_force(force, other).is_empty() && !self.has_leader(force, other)
            };
            if BoxId::all().any(|other| lacks(&other)) {
                return Err(Illegal::by(SET_UP, "A box with units has no leader yet."));
            }
        } else if at.post() == Post::Right && self.agis(force).is_some_and(|agis| agis != leader) {
            return Err(Illegal::by(SET_UP, "King Agis leads in Right."));
        }
        Ok(())
    }

    /// A leader for whom no unit is left stands in a box with units.
    fn may_stand_alone(&self, leader: LeaderId, at: BoxId) -> Result<(), Illegal> {
        let force = self.force;
        let is_left = self.unplaced_leaders(force).contains(leader);
        if self.set_up_task(force) != Task::Leaders || !is_left {
            return Err(Illegal::by(SET_UP, "That leader is not there to be set up."));
        }
        if !(self.standing_of(force) - self.led).is_empty() {
            return Err(Illegal::by(SET_UP, "There is a unit for him."));
        }
        if self.of_force(force, at).is_empty() {
            return Err(Illegal::by(SET_UP, "There are no units of his in that box."));
        }
        self.may_have_leader(leader, at)
    }

    fn list_set_up(&self, into: &mut Vec<Action>) {
        let force = self.force;
        match self.set_up_task(force) {
            Task::Unit => self.list_placing(into),
            Task::LeaderOf(unit) => {
                let post = self.state.box_of(unit).map(BoxId::post);
                let leaders = post.map(|post| self.leaders_for(force, post)).unwrap_or_default();
                into.extend(leaders.iter().map(|leader| Action::Lead { leader, unit }));
            }
            Task::Leaders => {
                let free = self.standing_of(force) - self.led;
                for leader in self.unplaced_leaders(force).iter() {
                    let boxes = self.rules.free(force).iter();
                    for at in boxes.map(|&post| BoxId::of(self.rules.camp(force), post)) {
                        let inside = self.of_force(force, at);
                        if inside.is_empty() || self.may_have_leader(leader, at).is_err() {
                            continue;
                        }
                        if free.is_empty() {
                            into.push(Action::Stand { leader, at });
                        }
                        let units = (inside & free).iter();
                        into.extend(units.map(|unit| Action::Lead { leader, unit }));
                    }
                }
            }
            Task::Ready => {}
        }
    }

    fn list_placing(&self, into: &mut Vec<Action>) {
        let force = self.force;
        let mine = self.unplaced & self.rules.units_of(force);
        let spartans = mine & self.rules.classes.spartans;
        let nth = self.standing_of(force).len();
        let ordered = self.rules.ordered(force, nth);
        let posts = match &ordered {
            Some(post) => std::slice::from_ref(post),
            None => self.rules.free(force),
        };
        for &post in posts {
            let at = BoxId::of(self.rules.camp(force), post);
            for line in [Line::First, Line::Second] {
                // What a place is worth differs only between Spartans and others.
                for alike in [mine - spartans, spartans] {
                    let fits = alike.first().is_some_and(|unit| {
                        let rest = mine - UnitSet::only(unit);
                        let placed = Some((post, line, alike == spartans));
                        (line == Line::First || post.is_line())
                            && self.has_room(unit, at, line).is_ok()
                            && self.can_finish(force, rest, placed)
                    });
                    if fits {
                        into.extend(alike.iter().map(|unit| Action::Place { unit, at, line }));
                    }
                }
            }
        }
        for class in self.rules.classes.doubling {
            let Some(one) = (class & mine).first() else { continue };
            if !self.can_finish(force, mine - UnitSet::only(one), None) {
                continue;
            }
            let joinable = |&on: &UnitId| self.may_double(one, on).is_ok();
            for on in (class & self.standing_of(force)).iter().filter(joinable) {
                into.extend((class & mine).iter().map(|unit| Action::Stack { unit, on }));
            }
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// While armies are set up behind a screen, only their own side is told.
    fn tell_own(&mut self, event: Event) {
        let force = self.state.active;
        let secret = self.rules.battle().switches.secret_set_up && self.state.round == 0;
        let seen_by = if secret { SeatSet::only(self.rules.seat(force)) } else { SeatSet::ALL };
        self.sink.tell(seen_by, event);
    }

    fn place(&mut self, unit: UnitId, at: BoxId, line: Line) {
        self.state.unit_mut(unit).place = Place::In(at);
        self.state.unit_mut(unit).line = line;
        self.tell_own(Event::Placed(unit, at, line));
    }

    fn stack_setting_up(&mut self, unit: UnitId, on: UnitId) {
        self.double(unit, on);
        self.tell_own(Event::Doubled(on, unit));
    }

    fn lead_setting_up(&mut self, leader: LeaderId, unit: UnitId) {
        self.state.leader_mut(leader).stand = Stand::With(unit);
        self.tell_own(Event::LeaderPlaced(leader, unit));
    }

    fn stand_alone(&mut self, leader: LeaderId, at: BoxId) {
        self.state.leader_mut(leader).stand = Stand::In(at);
        self.tell_own(Event::LeaderStands(leader, at));
    }
}

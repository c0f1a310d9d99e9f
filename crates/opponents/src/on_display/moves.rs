//! Rules of thumb for moving: the line, the wings, the camps.

use super::thumb::{Sight, mirror};
use diadem_display::{Action, BoxId, Kind, LeaderId, Line, Movement, Place, Post, Stand, UnitId};

/// What wins the battle at once.
const WINS: i32 = 500;

impl Sight<'_> {
    pub(crate) fn move_score(&self, action: Action) -> i32 {
        let weights = self.weights;
        if let Action::Forward(unit) | Action::Exchange { forward: unit, .. } = action
            && self.is_led_by_shy(unit)
        {
            return 0;
        }
        if weights.weigh_lines > 0
            && let Some(better) = self.dressing(action)
        {
            return (better * weights.weigh_lines / 16).max(0);
        }
        match action {
            Action::Advance { unit, to, line } | Action::Move { unit, to, line } => {
                self.passage(action, unit, to, line)
            }
            Action::Forward(unit) => self.step_up_score(unit),
            Action::Exchange { back, forward } => {
                let gain = self.for_front(forward) - self.for_front(back);
                let wanted = weights.exchange > 0 && gain > weights.exchange;
                if wanted && !self.is_led_by_shy(forward) { gain } else { 0 }
            }
            Action::Back(unit) => self.step_back_score(unit),
            Action::Stack { unit, on } => {
                let alone = self.state.leader_of(unit).is_none();
                let same_line = self.line(unit) == self.line(on);
                if (alone || same_line) && self.may_double(on) { 6 } else { 0 }
            }
            Action::Lead { leader, unit } => self.restack(leader, unit),
            _ => 0,
        }
    }

    /// Two in one rank are strong, but they are one unit among the four who take a camp.
    pub(crate) fn may_double(&self, unit: UnitId) -> bool {
        let at = self.state.box_of(unit);
        at.is_some_and(|at| at.camp() == self.side && at.post().is_line())
    }

    fn is_led_by_shy(&self, unit: UnitId) -> bool {
        self.state.leader_of(unit).is_some_and(|one| self.is_shy(one))
    }

    fn step_up_score(&self, unit: UnitId) -> i32 {
        let weights = self.weights;
        if self.kind(unit).shoots() {
            return weights.step_up_archer;
        }
        if self.is_led_by_shy(unit) || self.for_front(unit) < weights.step_back {
            return 0;
        }
        // Those who are to go round the wing fill no gap while others can.
        if self.is_fast(unit) {
            weights.step_up_fast
        } else {
            weights.step_up + self.for_front(unit)
        }
    }

    /// A worn unit in a first line that others hold makes room.
    fn step_back_score(&self, unit: UnitId) -> i32 {
        let Some(at) = self.state.box_of(unit) else { return 0 };
        let others = self.front[self.side as usize][at.index()] > 1;
        let led = self.state.leader_of(unit);
        if led.is_some_and(|leader| self.is_shy(leader)) && others {
            return 20;
        }
        let worn = self.for_front(unit) < self.weights.step_back && !self.kind(unit).shoots();
        if worn && others && led.is_none() { 5 } else { 0 }
    }

    /// A commander whose fall would lose the battle, and who is not Alexander, keeps back.
    pub(crate) fn is_shy(&self, leader: LeaderId) -> bool {
        self.weights.shy > 0 && self.commands(leader) && !self.is_alexander(leader)
    }

    /// A leader goes where the fighting is: to the best unit of a first line.
    fn restack(&self, leader: LeaderId, unit: UnitId) -> i32 {
        let weights = self.weights;
        let shy = self.is_shy(leader);
        let fights = |unit: UnitId| {
            let front = match (self.line(unit) == Line::First, shy) {
                (true, false) | (false, true) => weights.lead_front,
                _ => 0,
            };
            let steps = i32::from(self.display.steps_left(self.state, unit));
            let shoots = if self.kind(unit).shoots() { 30 } else { 0 };
            // Horse must not lose its leader on the way to the enemy camp.
            let fast = if self.is_fast(unit) { weights.lead_fast } else { 0 };
            front + self.for_front(unit) + steps.min(2) * weights.lead_steps + fast - shoots
        };
        match self.state.leaders[leader.index()].stand {
            Stand::With(own) => fights(unit) - fights(own) - 8,
            _ => 30 + fights(unit),
        }
    }

    /// Whether a unit may go to the wings.
    pub(crate) fn is_fast(&self, unit: UnitId) -> bool {
        self.kind(unit).is_cavalry() || self.kind(unit) == Kind::LightInfantry
    }

    /// Going from one box into another: for what is to be done there, or because nobody is to be struck here.
    fn passage(&self, action: Action, unit: UnitId, to: BoxId, line: Line) -> i32 {
        let Some(from) = self.state.box_of(unit) else { return 0 };
        self.post_score(action, unit, from, to, line).max(self.hunt_score(unit, from, to, line))
    }

    /// Nearer to the enemy, for one who can strike nobody where he stands; and where the enemy is beaten, nearer to
    /// his camp.
    fn hunt_score(&self, unit: UnitId, from: BoxId, to: BoxId, line: Line) -> i32 {
        let weights = self.weights;
        let (ways, fast) = (self.ways(), self.is_fast(unit));
        let (here, there) = (ways.to_strike(from, fast), ways.to_strike(to, fast));
        let hunts = self.hunts();
        let bars = to.camp() == self.side && to.post().is_outflank();
        if weights.wing_ambush > 0 && bars && !hunts {
            return 0;
        }
        if weights.hunt == 0 || self.is_led_by_shy(unit) && !hunts {
            return 0;
        }
        let reserve = self.own(Post::Reserve);
        if from == reserve && i32::from(self.mine(reserve)) <= self.guards_needed() {
            return 0;
        }
        let leaves_line = from.post().is_line() && from.camp() == self.side;
        if !hunts && leaves_line && i32::from(self.mine(from)) <= weights.advance_keep {
            return 0;
        }
        let nearer = here.min(4) - there.min(4);
        let to_camp = ways.to_camp(from, fast).min(4) - ways.to_camp(to, fast).min(4);
        let second = if line == Line::Second && !self.kind(unit).shoots() { 3 } else { 0 };
        let worth = self.for_front(unit) / 4 - second;
        if nearer > 0 {
            weights.hunt * nearer + to_camp * weights.hunt_camp + worth
        } else if hunts && nearer == 0 && to_camp > 0 && to.camp() != self.side {
            weights.hunt_camp * to_camp + worth
        } else {
            0
        }
    }

    fn post_score(&self, action: Action, unit: UnitId, from: BoxId, to: BoxId, line: Line) -> i32 {
        let led = self.state.leader_of(unit).is_some();
        let advances = matches!(action, Action::Advance { .. });
        let reserve = self.own(Post::Reserve);
        if to == self.camp() {
            // An advance takes four along, a tactical movement two.
            return self.camp_score(from, unit, advances);
        }
        // Whoever has come through to the enemy does not go back.
        if from.camp() != self.side && to.camp() == self.side {
            return 0;
        }
        // The camp is never left open, and not thinly held where the enemy is near it.
        if from == reserve && i32::from(self.mine(reserve)) <= self.guards_needed() {
            return 0;
        }
        if to == reserve {
            return self.guard_score(from, unit, led);
        }
        if to.post().is_outflank() {
            let good = self.wing_score(from, to, unit, led);
            return if advances && good > 0 { good + 20 } else { good };
        }
        if to.camp() == self.side {
            return self.line_score(from, to, unit, line);
        }
        self.inroad_score(from, unit, advances)
    }

    /// Into a box of the enemy's line where nobody stands.
    fn inroad_score(&self, from: BoxId, unit: UnitId, advances: bool) -> i32 {
        let weights = self.weights;
        if self.is_led_by_shy(unit) {
            return 0;
        }
        let keeps = i32::from(self.mine(from)) > weights.advance_keep;
        if from.camp() != self.side || !advances || !keeps {
            return 0;
        }
        let along = if self.state.leader_of(unit).is_some() { weights.advance_led } else { 0 };
        let second = if self.line(unit) == Line::Second { 4 } else { 0 };
        weights.advance + along + second + self.for_front(unit) / 3
    }

    /// Into a line of our own: where the first line lacks men.
    fn line_score(&self, from: BoxId, to: BoxId, unit: UnitId, line: Line) -> i32 {
        let weights = self.weights;
        let comes_from_line = from.post().is_line() && from.camp() == self.side;
        if comes_from_line && i32::from(self.mine(from)) <= weights.fill_keep {
            return 0;
        }
        if from.post().is_outflank() {
            return 0;
        }
        let keeps_for_wing = weights.set_wing > 0 && self.is_fast(unit) && self.state.round < 6;
        let lacks = 4 - i32::from(self.front[self.side as usize][to.index()]).min(4);
        let empty = if self.mine(to) == 0 { weights.fill_empty } else { 0 };
        let front = line == Line::First && !self.kind(unit).shoots() && lacks > 0;
        match (front, keeps_for_wing && empty == 0) {
            (_, true) => 0,
            (true, false) => empty + lacks * weights.fill + self.for_front(unit) / 2,
            (false, false) => empty / 2,
        }
    }

    /// How many units must stay in the reserve.
    fn guards_needed(&self) -> i32 {
        // 10.19: fewer than four, or nobody to lead them, take no camp.
        if self.enemies() < 4 {
            return 0;
        }
        let wings = [Post::LeftOutflank, Post::RightOutflank];
        let near = Post::LINE.iter().chain(&wings).any(|&post| self.theirs(self.own(post)) > 0);
        let coming = wings.iter().any(|&post| self.theirs(mirror(self.own(post))) > 0);
        let weights = self.weights;
        match (near, coming) {
            (true, _) => weights.guards_near,
            (false, true) => weights.guards_coming,
            (false, false) => weights.guards,
        }
    }

    /// Back into the reserve, where the camp is in danger.
    fn guard_score(&self, from: BoxId, unit: UnitId, led: bool) -> i32 {
        let weights = self.weights;
        if weights.guard == 0 {
            return 0;
        }
        let needed = self.guards_needed();
        let here = i32::from(self.mine(self.own(Post::Reserve)));
        let spare = from.camp() == self.side
            && (from.post().is_outflank()
                || self.line(unit) == Line::Second
                || self.mine(from) > 4);
        // Where no leader waits in reserve, one goes there who can ride round the wing.
        let rides = led && self.is_fast(unit) && self.line(unit) == Line::Second;
        if rides && !self.has_leader(self.own(Post::Reserve)) {
            return 26 + weights.wing_leader;
        }
        match here < needed && spare && !led {
            true if here == 0 => 60,
            true => weights.guard + self.for_front(unit) / 3,
            false => 0,
        }
    }

    /// Four units and a leader in the enemy camp win the battle.
    fn camp_score(&self, from: BoxId, unit: UnitId, advances: bool) -> i32 {
        let led = self.state.leader_of(unit).is_some();
        let first = if led && !self.has_leader(self.camp()) { 50 } else { 0 };
        if let Some((by_advance, by_move)) = self.storm() {
            let takes_part =
                if advances { by_advance == Some(from) } else { by_move == Some(from) };
            if takes_part {
                return WINS + first;
            }
        }
        0
    }

    /// The boxes out of which the enemy camp is taken now, by an advance and by a tactical movement, if it can be.
    fn storm(&self) -> Option<(Option<BoxId>, Option<BoxId>)> {
        const ENOUGH: u8 = 4;
        let camp = self.camp();
        let moving: &Movement = self.state.under_way()?;
        if self.theirs(camp) > 0 {
            return None;
        }
        let begun = moving.advances[camp.index()];
        let open = self.state.vacant.contains(camp) && (begun.is_some() || self.mine(camp) == 0);
        let links = self.display.board().links(camp);
        let by_advance = |at: BoxId| match begun {
            Some(passage) if passage.from != at => 0,
            Some(passage) => self.free_in(moving, at).min(4 - passage.count.min(4)),
            None if open => self.free_in(moving, at).min(4),
            None => 0,
        };
        let by_move = |at: BoxId| match moving.tactical {
            Some(passage) if (passage.from, passage.to) != (at, camp) => 0,
            Some(passage) => self.free_in(moving, at).min(2 - passage.count.min(2)),
            None if self.state.round > 1 => self.free_in(moving, at).min(2),
            None => 0,
        };
        let led = |at: Option<BoxId>| at.is_some_and(|at| self.has_leader(at));
        let ways = |by: &dyn Fn(BoxId) -> u8| -> Vec<(Option<BoxId>, u8)> {
            let some = links.iter().map(|at| (Some(at), by(at))).filter(|&(_, count)| count > 0);
            some.chain([(None, 0)]).collect()
        };
        let (advances, moves) = (ways(&by_advance), ways(&by_move));
        for &(one, some) in &advances {
            for &(other, more) in moves.iter().filter(|(other, _)| other.is_none() || *other != one)
            {
                let enough = self.mine(camp) + some + more >= ENOUGH;
                if enough && (self.has_leader(camp) || led(one) || led(other)) {
                    return Some((one, other));
                }
            }
        }
        None
    }

    /// Units of ours in a box that may still leave it.
    fn free_in(&self, moving: &Movement, at: BoxId) -> u8 {
        let is_free = |unit: &UnitId| {
            let one = &self.state.units[unit.index()];
            let moved = moving.moved.contains(*unit);
            one.place == Place::In(at) && one.engaged.is_none() && !moved
        };
        self.display.muster(self.side).iter().filter(is_free).count() as u8
    }

    /// How many of the enemy stand where they can bar the way round a wing.
    fn who_can_bar(&self, wing: BoxId) -> i32 {
        let beside = match wing.post() {
            Post::LeftOutflank => self.own(Post::Left),
            _ => self.own(Post::Right),
        };
        let there = mirror(beside);
        let enemies = self.display.muster(self.side.other());
        let bars = |unit: &UnitId| {
            let place = self.state.units[unit.index()].place;
            place == Place::In(there) && self.is_fast(*unit)
        };
        enemies.iter().filter(bars).count() as i32
    }

    /// Horse and light foot go round the wing with a leader, and on into the enemy's.
    fn wing_score(&self, from: BoxId, to: BoxId, unit: UnitId, led: bool) -> i32 {
        let weights = self.weights;
        let round = i32::from(self.state.round);
        if !self.is_fast(unit) {
            return 0;
        }
        let worth = self.for_front(unit) / 4;
        let along = if led { weights.wing_led } else { 0 };
        if to.camp() != self.side {
            // Round the wing together, or not at all.
            let enough = i32::from(self.mine(from) + self.mine(to)) >= weights.wing_with;
            return if enough { weights.wing_on + along + worth } else { 0 };
        }
        // Out of the line go only those who stand behind it.
        if from.post().is_line() && (self.line(unit) == Line::First || self.mine(from) <= 2) {
            return 0;
        }
        let facing = self.theirs(mirror(to));
        let together = if self.mine(to) > 0 { weights.wing_join } else { 0 };
        let other = match to.post() {
            Post::LeftOutflank => self.own(Post::RightOutflank),
            _ => self.own(Post::LeftOutflank),
        };
        let gone = self.mine(other) + self.mine(mirror(other));
        if facing > 0 {
            // To bar the way is worth as much as to go; or he is let in, where two boxes strike him.
            return if weights.wing_ambush > 0 { 0 } else { weights.wing_bar + worth };
        }
        if weights.wing_leader > 0 && !self.has_leader(from) && !self.has_leader(to) {
            return 0;
        }
        let is_time = (weights.wing_from..=weights.wing_until).contains(&round);
        if is_time && (gone == 0 || weights.wing_one == 0) {
            let met = weights.wing_avoid * self.who_can_bar(to);
            (weights.wing + worth + along + together - met).max(0)
        } else {
            0
        }
    }
}

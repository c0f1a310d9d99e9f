//! Rules of thumb for every question of a battle on the display.

use super::{duels, set_up, worth};
use crate::mind::Choice;
use diadem_display::{
    Action, BOX_COUNT, Bout, BoxId, Clash, Display, Kind, LeaderId, Line, Part, Place, Post,
    Question, Role, Side, Stand, State, UnitId, Who,
};

/// How much a rule of thumb dares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Straight ahead: fill the line, strike what is in front.
    Plain,
    /// With wings, a reserve and an eye on the enemy camp.
    Sound,
}

/// A side's view of a battle, with what is counted once for a decision.
pub(crate) struct Sight<'a> {
    pub(crate) display: &'a Display,
    pub(crate) state: &'a State,
    pub(crate) side: Side,
    pub(crate) manner: Manner,
    /// Units of either side in each box.
    count: [[u8; BOX_COUNT]; 2],
    /// Those of them in a first line.
    front: [[u8; BOX_COUNT]; 2],
    /// Boxes with a leader of either side.
    led: [[bool; BOX_COUNT]; 2],
}

impl<'a> Sight<'a> {
    pub(crate) fn of(
        display: &'a Display,
        state: &'a State,
        side: Side,
        manner: Manner,
    ) -> Sight<'a> {
        let mut sight = Sight {
            display,
            state,
            side,
            manner,
            count: [[0; BOX_COUNT]; 2],
            front: [[0; BOX_COUNT]; 2],
            led: [[false; BOX_COUNT]; 2],
        };
        for (unit, setup) in state.units.iter().zip(&display.battle().units) {
            if let Place::In(at) = unit.place {
                sight.count[setup.side as usize][at.index()] += 1;
                sight.front[setup.side as usize][at.index()] += u8::from(unit.line == Line::First);
            }
        }
        for (index, setup) in display.battle().leaders.iter().enumerate() {
            if let Some(at) = state.box_of_leader(LeaderId::new(index)) {
                sight.led[setup.side as usize][at.index()] = true;
            }
        }
        sight
    }

    fn mine(&self, at: BoxId) -> u8 {
        self.count[self.side as usize][at.index()]
    }

    fn theirs(&self, at: BoxId) -> u8 {
        self.count[self.side.other() as usize][at.index()]
    }

    /// Whether the side has a leader in a box.
    pub(crate) fn has_leader(&self, at: BoxId) -> bool {
        self.led[self.side as usize][at.index()]
    }

    fn worth(&self, unit: UnitId) -> i32 {
        worth::unit(self.display, self.state, unit)
    }

    fn kind(&self, unit: UnitId) -> Kind {
        self.display.battle().units[unit.index()].kind
    }

    fn line(&self, unit: UnitId) -> Line {
        self.state.units[unit.index()].line
    }

    fn own(&self, post: Post) -> BoxId {
        BoxId::of(self.side, post)
    }

    fn camp(&self) -> BoxId {
        BoxId::of(self.side.other(), Post::Reserve)
    }

    /// What to do here by rule of thumb; nothing of nothing.
    pub(crate) fn choose(&self, question: Question, listed: &[Action]) -> Option<Choice<Action>> {
        match question {
            Question::SetUpUnit | Question::SetUpLeaderOf(_) | Question::SetUpLeaders => {
                set_up::choose(self, listed)
            }
            Question::Rally => {
                let try_it = |action: &Action| i32::from(matches!(action, Action::Rally(_)));
                best(listed, try_it, "a rallied unit fights again")
            }
            Question::Return(_) => {
                let score = |action: &Action| match action {
                    Action::Return { at, line } => {
                        i32::from(at.side() == self.side) * 4 + i32::from(*line == Line::Second)
                    }
                    _ => 0,
                };
                best(listed, score, "it can dress its ranks there")
            }
            Question::Fill => {
                let score = |action: &Action| match *action {
                    Action::Forward(unit) => self.for_front(unit),
                    _ => 0,
                };
                best(listed, score, "the first line must be held")
            }
            Question::Move => {
                let chosen = best(listed, |action| self.score(*action), "")?;
                Some(Choice { why: self.why_move(chosen.action), ..chosen })
            }
            Question::Attack => {
                let chosen = best(listed, |action| self.score(*action), "the odds are good there")?;
                Some(match chosen.action {
                    Action::Done => Choice { why: "no other attack is worth its risk", ..chosen },
                    _ => chosen,
                })
            }
            Question::Duel => best(listed, |action| self.score(*action), "it is the best match"),
            Question::DefensiveFire(_) => {
                let score = |action: &Action| i32::from(matches!(action, Action::Fire(_)));
                best(listed, score, "a shot costs nothing")
            }
            Question::TakePart(clash, role) => self.take_part(clash, role, listed),
            Question::Displaced(_) => {
                let score = |action: &Action| match *action {
                    Action::Lead { unit, .. } => {
                        self.worth(unit) + 100 * i32::from(self.line(unit) == Line::Second)
                    }
                    _ => 0,
                };
                best(listed, score, "he is safest there")
            }
            Question::Pursue => {
                let score = |action: &Action| i32::from(matches!(action, Action::Pursue(_)));
                best(listed, score, "a beaten army is destroyed in its flight")
            }
            Question::Caught(_) => {
                let score = |action: &Action| match *action {
                    Action::GiveUp(unit) => {
                        let leader = self.state.leader_of(unit);
                        let led =
                            leader.map_or(0, |one| worth::leader(self.display, self.state, one));
                        -self.worth(unit) - led
                    }
                    _ => 0,
                };
                best(listed, score, "it is the least loss")
            }
        }
    }

    /// How good a unit is in the first line.
    pub(crate) fn for_front(&self, unit: UnitId) -> i32 {
        let strength = self.display.strength(self.state, unit);
        match self.kind(unit).shoots() {
            true => i32::from(strength.defense),
            false => i32::from(strength.attack) + i32::from(strength.defense) * 2,
        }
    }

    /// The best attack, while one is worth it.
    fn attack_score(&self, from: BoxId, to: BoxId) -> i32 {
        let bout = Bout { from, to };
        let gain = duels::gain_of_box(self.display, self.state, bout, self.manner);
        // To clear the camp wins the battle; whoever stands near ours must be thrown out.
        let camp = match (to == self.camp(), self.manner) {
            (true, Manner::Sound) => 240,
            (true, Manner::Plain) => 60,
            _ if to.side() == self.side => 40,
            _ => 0,
        };
        gain * 2 + camp + 1
    }

    fn duel_score(&self, attacker: UnitId, defender: UnitId) -> i32 {
        let must = self.state.units[attacker.index()].engaged == Some(defender);
        let gain = duels::gain(self.display, self.state, attacker, defender, self.manner);
        if must { 10_000 } else { gain }
    }

    /// A leader fights where his rating tells, a commander only where he is not in danger.
    fn take_part(&self, clash: Clash, role: Role, listed: &[Action]) -> Option<Choice<Action>> {
        let unit = clash.unit(role);
        let at = self.state.box_of(unit);
        let own = self.state.leader_of(unit);
        let rating =
            |one: Option<LeaderId>| one.map_or(0, |one| self.display.rating(self.state, one));
        let others = self.display.retinue(self.side).iter().filter(|&other| {
            Some(other) != own
                && self.state.box_of_leader(other) == at
                && matches!(self.state.leaders[other.index()].stand, Stand::With(_))
        });
        let better = others.map(|other| rating(Some(other))).max().unwrap_or(0);
        let part = match rating(own) + 1 >= better {
            true => Part::Fights,
            false => Part::StandsBack,
        };
        let score = |action: &Action| i32::from(*action == Action::Leader(part));
        let why = match part {
            Part::Fights => "his example counts in this duel",
            Part::StandsBack => "a better leader is needed elsewhere in the box",
        };
        best(listed, score, why)
    }

    fn why_move(&self, action: Action) -> &'static str {
        match action {
            Action::Done => "everybody stands where he should",
            Action::Advance { to, .. } | Action::Move { to, .. } if to == self.camp() => {
                "the enemy camp lies open"
            }
            Action::Advance { to, .. } | Action::Move { to, .. } if to.side() != self.side => {
                "from there the enemy is taken in the flank"
            }
            Action::Advance { to, .. } | Action::Move { to, .. } if to.post().is_outflank() => {
                "the wing must be won or held"
            }
            Action::Advance { .. } | Action::Move { .. } => "the line needs it there",
            Action::Lead { .. } => "a leader belongs where it is decided",
            Action::Stack { .. } => "together they stand better",
            Action::Back(_) => "it has done enough",
            Action::Exchange { .. } => "fresh troops take the place of tired ones",
            _ => "the first line needs it",
        }
    }

    /// How good a move, an attack or a duel is; Done is nought.
    pub(crate) fn score(&self, action: Action) -> i32 {
        match action {
            Action::Done => 0,
            Action::Attack { from, to } => self.attack_score(from, to),
            Action::Duel { attacker, defender } => self.duel_score(attacker, defender),
            // Nothing is done that is not better than to stand.
            _ => self.move_score(action) - 1,
        }
    }

    fn move_score(&self, action: Action) -> i32 {
        match action {
            Action::Advance { unit, to, line } | Action::Move { unit, to, line } => {
                self.passage(action, unit, to, line)
            }
            Action::Forward(unit) if self.kind(unit).shoots() => match self.manner {
                Manner::Plain => 3,
                Manner::Sound => 8,
            },
            Action::Forward(unit)
                if self.state.leader_of(unit).is_some_and(|one| self.is_shy(one)) =>
            {
                0
            }
            Action::Forward(unit) => 4 + self.for_front(unit),
            Action::Exchange { back, forward } => {
                let gain = self.for_front(forward) - self.for_front(back);
                let shy = self.state.leader_of(forward).is_some_and(|one| self.is_shy(one));
                if gain > 4 && self.manner == Manner::Sound && !shy { gain } else { 0 }
            }
            Action::Stack { unit, on } => {
                let alone = self.state.leader_of(unit).is_none();
                let same_line = self.line(unit) == self.line(on);
                if alone || same_line { 6 } else { 0 }
            }
            Action::Lead { leader, unit } => self.restack(leader, unit),
            _ => 0,
        }
    }

    /// A commander whose fall would lose the battle, and who is not Alexander, keeps back.
    pub(crate) fn is_shy(&self, leader: LeaderId) -> bool {
        self.manner == Manner::Sound && self.commands(leader) && !self.is_alexander(leader)
    }

    /// A leader goes where the fighting is: to the best unit of a first line.
    fn restack(&self, leader: LeaderId, unit: UnitId) -> i32 {
        let shy = self.is_shy(leader);
        let fights = |unit: UnitId| {
            let front = match (self.line(unit) == Line::First, shy) {
                (true, false) | (false, true) => 20,
                _ => 0,
            };
            let steps = i32::from(self.display.steps_left(self.state, unit));
            let shoots = if self.kind(unit).shoots() { 30 } else { 0 };
            // Horse must not lose its leader on the way to the enemy camp.
            let fast = if self.is_fast(unit) { 10 } else { 0 };
            front + self.for_front(unit) + steps.min(2) * 6 + fast - shoots
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

    /// Going from one box into another.
    fn passage(&self, action: Action, unit: UnitId, to: BoxId, line: Line) -> i32 {
        let Some(from) = self.state.box_of(unit) else { return 0 };
        let led = self.state.leader_of(unit).is_some();
        let advances = matches!(action, Action::Advance { .. });
        let reserve = self.own(Post::Reserve);
        if to == self.camp() {
            // An advance takes four along, a tactical movement two.
            return self.camp_score(from, led, advances);
        }
        // Whoever has come through to the enemy does not go back.
        if from.side() != self.side && to.side() == self.side {
            return 0;
        }
        // The camp is never left open, and not thinly held where the enemy is near it.
        if from == reserve && self.mine(reserve) <= self.guards_needed() {
            return 0;
        }
        if to == reserve {
            return self.guard_score(from, unit, led);
        }
        if to.post().is_outflank() {
            let good = self.wing_score(from, to, unit, led);
            return if advances && good > 0 { good + 20 } else { good };
        }
        if to.side() == self.side {
            return self.line_score(from, to, unit, line);
        }
        let keep = from.side() != self.side || self.mine(from) > 2;
        let along = if led { 6 } else { 0 };
        let second = if self.line(unit) == Line::Second { 4 } else { 0 };
        match advances && keep {
            true => 14 + along + second + self.for_front(unit) / 3,
            false => 0,
        }
    }

    /// Into a line of our own: where the first line lacks men.
    fn line_score(&self, from: BoxId, to: BoxId, unit: UnitId, line: Line) -> i32 {
        if from.post().is_line() && from.side() == self.side && self.mine(from) < 6 {
            return 0;
        }
        if from.post().is_outflank() {
            return 0;
        }
        let keeps_for_wing =
            self.manner == Manner::Sound && self.is_fast(unit) && self.state.round < 6;
        let lacks = 4 - i32::from(self.front[self.side as usize][to.index()]).min(4);
        let empty = if self.mine(to) == 0 { 40 } else { 0 };
        let front = line == Line::First && !self.kind(unit).shoots() && lacks > 0;
        match (front, keeps_for_wing && empty == 0) {
            (_, true) => 0,
            (true, false) => empty + lacks * 3 + self.for_front(unit) / 2,
            (false, false) => empty / 2,
        }
    }

    /// How many units must stay in the reserve.
    fn guards_needed(&self) -> u8 {
        if self.manner == Manner::Plain {
            return 1;
        }
        let wings = [Post::LeftOutflank, Post::RightOutflank];
        let near = wings.iter().any(|&post| self.theirs(self.own(post)) > 0);
        let coming = wings.iter().any(|&post| self.theirs(mirror(self.own(post))) > 0);
        match (near, coming) {
            (true, _) => 4,
            (false, true) => 3,
            (false, false) => 1,
        }
    }

    /// Back into the reserve, where the camp is in danger.
    fn guard_score(&self, from: BoxId, unit: UnitId, led: bool) -> i32 {
        let needed = self.guards_needed();
        let here = self.mine(self.own(Post::Reserve));
        let spare = from.side() == self.side
            && (from.post().is_outflank()
                || self.line(unit) == Line::Second
                || self.mine(from) > 4);
        match self.manner == Manner::Sound && here < needed && spare && !led {
            true if here == 0 => 60,
            true => 22 + self.for_front(unit) / 3,
            false => 0,
        }
    }

    /// Four units and a leader in the enemy camp win the battle.
    fn camp_score(&self, from: BoxId, led: bool, advances: bool) -> i32 {
        let there = self.mine(self.camp());
        let leads = |at: BoxId| self.has_leader(at);
        let most = if advances { 4 } else { 2 };
        let wins = there + self.mine(from).min(most) >= 4 && (leads(self.camp()) || leads(from));
        let first = if led && !leads(self.camp()) { 50 } else { 0 };
        match (wins, self.manner) {
            (true, _) => 500 + first,
            // Others may follow; the leader comes with the last.
            (false, Manner::Sound) if there > 0 || self.mine(from) >= 3 => 60 - first,
            _ => 0,
        }
    }

    /// Horse and light foot go round the wing with a leader, and on into the enemy's.
    fn wing_score(&self, from: BoxId, to: BoxId, unit: UnitId, led: bool) -> i32 {
        if !self.is_fast(unit) {
            return 0;
        }
        let worth = self.for_front(unit) / 4;
        let along = if led { 12 } else { 0 };
        if to.side() != self.side {
            // Round the wing together, or not at all.
            let enough = self.mine(from) + self.mine(to) >= 2;
            return match (enough, self.manner) {
                (true, _) => 30 + along + worth,
                (false, Manner::Sound) => 0,
                (false, Manner::Plain) => 12,
            };
        }
        if from.post().is_line() && self.mine(from) <= 4 {
            return 0;
        }
        let facing = self.theirs(mirror(to));
        let together = self.mine(to) > 0;
        let other = BoxId::of(
            self.side,
            match to.post() {
                Post::LeftOutflank => Post::RightOutflank,
                _ => Post::LeftOutflank,
            },
        );
        let gone = self.mine(other) + self.mine(mirror(other));
        match self.manner {
            // A recruit thinks of it when the battle is under way.
            Manner::Plain if self.state.round < 3 || gone > 0 => 0,
            Manner::Plain => 8 + worth,
            // To bar the way is worth as much as to go.
            Manner::Sound if facing > 0 => 16 + worth,
            Manner::Sound if gone > 0 => 0,
            Manner::Sound => 12 + worth + along + if together { 6 } else { 0 },
        }
    }

    /// Whether a leader's death loses the battle.
    pub(crate) fn commands(&self, leader: LeaderId) -> bool {
        self.display.commanders(self.side).contains(leader)
    }

    /// Whether he is Alexander, who fears no rout.
    pub(crate) fn is_alexander(&self, leader: LeaderId) -> bool {
        self.display.battle().leaders[leader.index()].who == Who::Alexander
    }
}

/// The box of the enemy that faces one of ours.
pub(crate) fn mirror(at: BoxId) -> BoxId {
    let post = match at.post() {
        Post::LeftOutflank => Post::RightOutflank,
        Post::Left => Post::Right,
        Post::Right => Post::Left,
        Post::RightOutflank => Post::LeftOutflank,
        other => other,
    };
    BoxId::of(at.side().other(), post)
}

/// The action of the highest score; of equals, the first.
pub(crate) fn best(
    listed: &[Action],
    mut score: impl FnMut(&Action) -> i32,
    why: &'static str,
) -> Option<Choice<Action>> {
    let mut found: Option<(i32, Action)> = None;
    for &action in listed {
        let good = score(&action);
        if found.is_none_or(|(most, _)| good > most) {
            found = Some((good, action));
        }
    }
    found.map(|(_, action)| Choice { action, why })
}

//! Leaders: who is activated, individual orders or a line, which order next, where a leader rides, momentum.

use super::look::{Body, Look, Points};
use super::plan::Plan;
use super::{Chosen, Depth, Sense};
use crate::mind::Choice;
use diadem_core::{Decision, Dice, Drop, Game};
use diadem_hexes::{Action, Aspect, Hex, LeaderId, LineRight, State, UnitId};

/// What an order must promise to be given.
const WORTH_AN_ORDER: Points = 8;

/// What an orders phase must promise for momentum to be tried.
const WORTH_MOMENTUM: Points = 40;

/// So many turns a recruit has his lines march as lines.
const RECRUITS_KEEP_LINE: u8 = 2;

/// How many of the orders that look best are thought through.
const THOUGHT_THROUGH: [usize; 2] = [3, 8];

/// So many in vain, and a captain in a hurry takes it that nobody has anything to do.
const IN_VAIN: usize = 6;

/// What a line command counts in hundredths: it moves more, and keeps them together.
const LINE: Points = 120;

/// In how many of ten throws a trump must succeed.
const SURE_TRUMP: i32 = 7;

/// What the enemy must threaten for a trump to be tried.
const WORTH_A_TRUMP: Points = 150;

impl Look<'_> {
    /// What an order to a unit looks like at first sight.
    fn promise(&self, body: &Body) -> Points {
        let far = self.foe_distance(&body.hexes);
        let reach = body.ma + 1;
        if far <= 1 {
            return if self.has_missiles(body.unit) { 30 } else { 5 };
        }
        let in_reach = self.foes.iter().filter(|foe| foe.distance(body.placement.hex) <= reach);
        let best = in_reach.map(|foe| {
            let aspect = match self.exposed_to(foe, foe.placement, body) {
                Aspect::Front if body.ma < 7 => Aspect::Front,
                Aspect::Front | Aspect::Flank => Aspect::Flank,
                Aspect::Rear => Aspect::Rear,
            };
            let front = self.match_up(body, foe, Aspect::Front);
            front.max(self.match_up(body, foe, aspect) / 2)
        });
        let attack = best.max().unwrap_or(0);
        let shot = if self.has_missiles(body.unit) && far <= 5 { 50 } else { 0 };
        let walk = i32::from(far.min(body.ma + 2)) * 3;
        attack.max(0) + shot + walk
    }

    /// What the attacks that a leader of the enemy could order at once would do.
    fn threatens(&self, enemy: LeaderId) -> Points {
        let Some(at) = self.state.leader(enemy).at else { return 0 };
        let (initiative, range) = self.rules.ratings(self.state, enemy);
        let within = self.foes.iter().filter(|foe| foe.is_dangerous() && foe.distance(at) <= range);
        let attack = |foe: &Body| {
            let near = self.own.iter().filter(|body| body.distance(foe.placement.hex) <= foe.ma);
            let each = near.map(|body| {
                let aspect = self.exposed_to(body, body.placement, foe);
                self.match_up(foe, body, aspect)
            });
            each.max().unwrap_or(0).max(0)
        };
        let mut attacks: Vec<Points> = within.map(attack).collect();
        attacks.sort_unstable_by_key(|&points| std::cmp::Reverse(points));
        attacks.into_iter().take(usize::from(initiative.unwrap_or(0))).sum()
    }

    /// What everything listed for a leader promises, the best of it first.
    fn promises(&self, listed: &[Action]) -> Vec<(Points, Action)> {
        let mut all: Vec<(Points, Action)> = Vec::new();
        for &action in listed {
            let points = match action {
                Action::Order(unit) => self.body(unit).map_or(0, |body| self.promise(body)),
                Action::Rally(unit) => self.worth_of_rallying(unit),
                Action::Recover(unit) => self.worth_of_recovering(unit),
                _ => continue,
            };
            all.push((points, action));
        }
        all.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
        all
    }

    fn worth_of_rallying(&self, unit: UnitId) -> Points {
        self.body(unit).map_or(0, |body| body.worth * 35 / 100)
    }

    fn worth_of_recovering(&self, unit: UnitId) -> Points {
        let Some(body) = self.body(unit) else { return 0 };
        let off = self.rules.recovery(self.state, unit);
        self.harm(unit, body.hits) - self.harm(unit, body.hits.saturating_sub(off))
    }

    /// How well a leader is placed in a hex: how many of his army are within call, and how near the enemy is.
    fn station(&self, range: u8, hex: Hex) -> Points {
        let mut score = 0;
        for body in self.own.iter().filter(|body| body.distance(hex) <= range) {
            let front = self.foe_near(body.placement.hex);
            score += 8 + if front <= 8 { 8 } else { 0 } + if body.routed { 10 } else { 0 };
        }
        let (near, guarded) = (self.foe_near(hex), self.has_friend(hex));
        let danger = match near {
            ..=1 => 600,
            2 => 150,
            3 => 70,
            4 => 30,
            5 => 10,
            _ => 0,
        };
        score - danger + if guarded && near > 2 { 3 } else { 0 }
    }

    /// The best hex for a leader that he can ride to, and how much better it is than his own.
    fn best_station(&self, leader: LeaderId) -> Option<(Hex, Points)> {
        let from = self.state.leader(leader).at?;
        let (_, range) = self.rules.ratings(self.state, leader);
        let now = self.station(range, from);
        let near = self.rules.field().hexes().filter(|hex| hex.distance(from) <= 8);
        let free = near.filter(|&hex| !self.foes.iter().any(|foe| foe.hexes.contains(&hex)));
        let best = free
            .map(|hex| (hex, self.station(range, hex) - 2 * i32::from(hex.distance(from))))
            .max_by_key(|&(hex, score)| (score, std::cmp::Reverse(hex)));
        best.map(|(hex, score)| (hex, score - now))
    }

    /// How much better a leader could be placed.
    pub(super) fn gain_of_riding(&self, leader: LeaderId) -> Points {
        self.best_station(leader).map_or(0, |(_, gain)| gain)
    }
}

impl Sense<'_> {
    /// Who is activated: of those who may be, whoever has most to do. A recruit takes them as they come.
    pub(super) fn activate(&self) -> Chosen {
        let look = self.look;
        let best = self.best("his men have most to do", |action| match action {
            Action::Activate(leader) | Action::Elite(leader) => {
                let at = look.state.leader(leader).at?;
                let (initiative, range) = look.rules.ratings(look.state, leader);
                if self.depth == Depth::None {
                    return Some(i32::from(initiative.unwrap_or(0)));
                }
                let within = look.own.iter().filter(|body| body.distance(at) <= range);
                let mut promises: Vec<Points> = within.map(|body| look.promise(body)).collect();
                promises.sort_unstable_by_key(|&points| std::cmp::Reverse(points));
                let orders = usize::from(initiative.unwrap_or(0));
                Some(promises.into_iter().take(orders).sum())
            }
            _ => None,
        });
        best.map(|best| best.1).or_else(|| self.first())
    }

    /// Whether the enemy is to be stopped before he acts: where a leader likely can, and the enemy has much to do.
    pub(super) fn trump_the_enemy(&self, enemy: LeaderId) -> Chosen {
        let leave = || self.done("a failed attempt would cost a leader his orders");
        if self.depth == Depth::None || self.look.threatens(enemy) < WORTH_A_TRUMP {
            return leave();
        }
        let best = self.best("it stops the enemy before he strikes again", |action| match action {
            Action::Trump(_) => {
                let chance = i32::from(self.look.rules.chance(self.look.state, action)?);
                (chance >= SURE_TRUMP).then_some(chance)
            }
            _ => None,
        });
        best.map_or_else(leave, |best| Some(best.1))
    }

    /// The position after an answer of one's own that rolls nothing that matters.
    fn after(&self, action: Action) -> Option<(State, Vec<Action>)> {
        let rules = self.look.rules;
        let mut state = self.look.state.clone();
        let Decision::Ask(asked) = rules.decision(&state) else { return None };
        let mut dice = Dice::new(0);
        rules.apply(&mut state, asked.seat, action, &mut dice, &mut Drop).ok()?;
        let mut listed = Vec::new();
        rules.actions(&state, &mut listed);
        Some((state, listed))
    }

    /// Individual orders or a line: whichever promises more.
    pub(super) fn command(&self, leader: LeaderId) -> Chosen {
        let look = self.look;
        let rights = self.listed.iter().filter_map(|action| match action {
            Action::LineCommand(right) => Some(*right),
            _ => None,
        });
        let rank = |right: &LineRight| match right {
            LineRight::Overall | LineRight::FirstTurn | LineRight::Wing => 2,
            LineRight::ThroughOverall => 1,
            LineRight::Strategy => 0,
        };
        let individual = || self.take(Action::Individual, "each unit has its own task");
        let Some(right) = rights.max_by_key(rank) else { return individual() };
        let line = Action::LineCommand(right);
        if self.depth == Depth::None {
            return if look.state.turn <= RECRUITS_KEEP_LINE && rank(&right) > 0 {
                self.take(line, "the line goes forward together")
            } else {
                individual()
            };
        }
        let Some((_, orders)) = self.after(Action::Individual) else { return individual() };
        let (initiative, _) = look.rules.ratings(look.state, leader);
        let many = usize::from(initiative.unwrap_or(0));
        let promised = look.promises(&orders).into_iter().take(many).map(|one| one.0);
        let apart: Points = promised.sum();
        let Some((named, lines)) = self.after(line) else { return individual() };
        let together = self.best_line(&named, &lines).map_or(0, |(points, _)| points);
        // Who leans on his overall commander has no momentum; a roll may fail.
        let together = match right {
            LineRight::Strategy | LineRight::ThroughOverall => together * 8 / 10,
            _ => together,
        };
        if together * LINE > apart * 100 {
            self.take(line, "the line goes forward together")
        } else {
            individual()
        }
    }

    /// Of the lines listed in a position the one that promises most.
    fn best_line(&self, state: &State, lines: &[Action]) -> Option<(Points, Action)> {
        let look = self.look;
        let promised = lines.iter().filter_map(|&action| {
            let Action::NameLine { moves, .. } = action else { return None };
            let units = look.rules.line_of(state, action);
            let each = units.iter().filter_map(|unit| look.body(unit));
            let sum: Points = each.map(|body| look.promise(body)).sum();
            Some((if moves { sum } else { sum / 4 }, action))
        });
        promised.max_by_key(|&(points, _)| points)
    }

    pub(super) fn name_line(&self) -> Chosen {
        let best = self.best_line(self.look.state, self.listed);
        let (_, action) = best?;
        Some(Choice { action, why: "this line has most to do" })
    }

    /// The next order: of those that look best, the one that comes out best when it is thought through.
    pub(super) fn order(&mut self, leader: LeaderId) -> Chosen {
        let look = self.look;
        let mut waiting = look.promises(self.listed);
        self.memory.remember(look.state, leader);
        for (points, action) in &mut waiting {
            if let Action::Order(unit) = action
                && let Some(known) = self.memory.thought_of(*unit)
            {
                *points = known.points;
            }
        }
        for &action in self.listed {
            if let Action::Send(rider) = action {
                let gain = look.gain_of_riding(rider);
                let urgent = if rider == leader { gain } else { gain / 2 };
                waiting.push((if gain > 30 { urgent } else { 0 }, action));
            }
        }
        // What looks best is thought through, until nothing looks better than what was.
        let most = THOUGHT_THROUGH[usize::from(self.depth == Depth::Full)];
        let mut best: Option<(Points, Choice<Action>, Option<Plan>)> = None;
        let mut thought = 0;
        while let Some(next) =
            (0..waiting.len()).max_by_key(|&at| (waiting[at].0, waiting.len() - at))
        {
            let (promise, action) = waiting.swap_remove(next);
            let in_vain = self.depth == Depth::Quick && thought >= IN_VAIN;
            let enough = best.as_ref().is_some_and(|best| best.0 >= promise || thought >= most)
                || in_vain
                || self.stop.is_asked();
            if promise < WORTH_AN_ORDER || enough {
                break;
            }
            let (points, why, plan) = match action {
                Action::Order(unit) => {
                    let known = self.memory.thought_of(unit).and_then(|known| known.plan.clone());
                    let plan = known.or_else(|| {
                        thought += 1;
                        let (state, steps) = self.after(action)?;
                        look.again(&state).plan(unit, &steps, self.depth)
                    });
                    let Some(plan) = plan else { continue };
                    self.memory.think_of(unit, &plan);
                    (plan.points, plan.why, Some(plan))
                }
                Action::Rally(_) => (promise, "it would be lost otherwise", None),
                Action::Recover(_) => (promise, "it has had enough for now", None),
                _ => (promise, "his word must reach his men", None),
            };
            let is_better = best.as_ref().is_none_or(|best| points > best.0);
            if points >= WORTH_AN_ORDER && is_better {
                best = Some((points, Choice { action, why }, plan));
            }
        }
        self.memory.way = None;
        let Some((_, choice, plan)) = best else {
            return self.done("everybody has his orders");
        };
        if let (Action::Order(unit), Some(plan)) = (choice.action, plan) {
            self.memory.forget_about(look, unit, &plan);
            self.memory.way = Some((unit, plan.steps));
        }
        Some(choice)
    }

    /// A leader rides where he reaches most of his men and no enemy reaches him.
    pub(super) fn ride(&self, leader: LeaderId) -> Chosen {
        let look = self.look;
        let Some(at) = look.state.leader(leader).at else { return self.first() };
        let Some((to, gain)) = look.best_station(leader) else { return self.done("he stays") };
        if gain <= 0 || to == at {
            return self.done("he is well placed here").or_else(|| self.first());
        }
        let best = self.best("from there his word carries further", |action| {
            let hex = look.rules.hex_of(look.state, action)?;
            let danger = if look.foe_near(hex) <= 1 { 50 } else { 0 };
            Some(-2 * i32::from(hex.distance(to)) - danger)
        });
        match best {
            Some((score, choice)) if score > -2 * i32::from(at.distance(to)) => Some(choice),
            _ => self.done("he is well placed here").or_else(|| self.first()),
        }
    }

    /// Momentum is tried where there is more to do; a recruit leaves well alone.
    pub(super) fn momentum(&self, leader: LeaderId) -> Chosen {
        let stop = || self.done("enough is done");
        if self.depth == Depth::None {
            return stop();
        }
        let look = self.look;
        let Some(at) = look.state.leader(leader).at else { return stop() };
        let (_, range) = look.rules.ratings(look.state, leader);
        let within = look.own.iter().filter(|body| body.distance(at) <= range && !body.routed);
        let more: Points = within.map(|body| look.promise(body)).sum();
        if more > WORTH_MOMENTUM {
            self.take(Action::Momentum, "there is more to be done before the enemy acts")
        } else {
            stop()
        }
    }
}

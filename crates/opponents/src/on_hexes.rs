//! Sense for the battle on hexes (Great Battles).
//!
//! Everything is weighed in one coin: hundredths of a rout point (12.11). `look` says what a unit is worth and
//! what hits cost it, `fight` what a shock would likely bring, `plan` where a moving unit is best placed.

mod answers;
mod command;
mod fight;
mod ground;
mod look;
mod plan;
mod recruit;
mod shock;

use crate::forms::{FormPlayer, Toll, thousandths};
use crate::mind::{Choice, Mind};
use crate::{Effort, Level, Stop};
use diadem_core::{Decision, Game, Seat};
use diadem_handoff::{self as war, Draw, War};
use diadem_hexes::{Action, AnswerStage, Go, Hexes, LeaderId, Question, State, Step, UnitId};
use look::{Look, Points};
use plan::Plan;

/// The hex map as a form of battle.
pub(crate) struct OnHexes;

impl FormPlayer for OnHexes {
    type Memory = Memory;

    const GENERALSHIP: u8 = 2;

    fn choose(
        war: &War,
        view: &war::State,
        seat: Seat,
        mind: &mut Mind<'_>,
        memory: &mut Memory,
    ) -> Option<Choice<war::Action>> {
        if view.is_before_battle() {
            *memory = Memory::default();
            return draw_up(war, view, mind);
        }
        let (hexes, state) = war.on_hexes(view)?;
        let mut listed = std::mem::take(&mut memory.listed);
        listed.clear();
        hexes.actions(state, &mut listed);
        let chosen = choose(&hexes, state, seat, &listed, mind, memory);
        memory.listed = listed;
        Some(chosen?.map(war::Action::Hexes))
    }

    fn toll(war: &War, state: &war::State, seat: Seat) -> Option<Toll> {
        let (hexes, state) = war.on_hexes(state)?;
        let (mut had, mut lost) = (0, 0);
        for unit in hexes.units().filter(|&unit| hexes.seat_of(unit) == seat) {
            let (size, now) = (u32::from(hexes.troops(unit).size), state.unit(unit));
            had += size;
            if now.is_eliminated() || now.routed {
                lost += size;
            }
        }
        let mut toll = Toll { lost: thousandths(lost, had), ..Toll::default() };
        let beginning = hexes.beginning();
        for leader in hexes.leaders().filter(|&one| hexes.seat_of_leader(one) == seat) {
            // Some leaders of a list take no part without their optional rule (5.63).
            let took_part = beginning.leader(leader).at.is_some();
            if took_part && state.leader(leader).is_lost() {
                toll.leaders += 1;
                toll.king_fell |= hexes.commander(leader).is_target;
            }
        }
        Some(toll)
    }
}

/// An army stands as the conversion draws it up.
fn draw_up(war: &War, view: &war::State, mind: &mut Mind<'_>) -> Option<Choice<war::Action>> {
    let mut listed = Vec::new();
    war.actions(view, &mut listed);
    let done = war::Action::Draw(Draw::Done);
    let action = listed.iter().copied().find(|&action| action == done);
    let action = action.or_else(|| mind.any(&listed))?;
    Some(Choice { action, why: "the line of battle stands as it should" })
}

/// What a player keeps in mind from one question of a battle to the next. Nothing of it is needed: after a load
/// it is found again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// The unit that is on its way, and the steps it still has to make, the next one last.
    way: Option<(UnitId, Vec<Go>)>,
    /// The turn, the leader whose orders are being given, and which of his phases it is.
    phase: Option<(u8, LeaderId, u8)>,
    /// What orders to units came to when they were last thought through in this phase.
    thought: Vec<Thought>,
    /// What is listed, kept from one question to the next.
    listed: Vec<Action>,
}

/// What came of thinking about an order to a unit.
#[derive(Clone, Debug)]
struct Thought {
    unit: UnitId,
    points: Points,
    /// How it would be carried out; nothing where others have moved since.
    plan: Option<Plan>,
}

impl Memory {
    /// Forgets what was thought about the orders of another leader.
    fn remember(&mut self, state: &State, leader: LeaderId) {
        let nth = match state.step() {
            Step::Orders(orders) => orders.tenure.nth,
            _ => 0,
        };
        let phase = Some((state.turn, leader, nth));
        if self.phase != phase {
            self.phase = phase;
            self.thought.clear();
        }
    }

    fn thought_of(&self, unit: UnitId) -> Option<&Thought> {
        self.thought.iter().find(|thought| thought.unit == unit)
    }

    fn forget(&mut self, unit: UnitId) {
        self.thought.retain(|thought| thought.unit != unit);
    }

    /// Where a unit goes, others may see things differently: those who could join its fight are thought about
    /// anew, those who might want its place when their turn comes.
    fn forget_about(&mut self, look: &Look<'_>, unit: UnitId, plan: &Plan) {
        let Some(gone) = look.body(unit) else { return };
        let to = plan.to.hex;
        self.thought.retain_mut(|thought| {
            let Some(body) = look.body(thought.unit) else { return false };
            let could_join = plan.fights && body.distance(to) <= body.ma + 2;
            let crosses = body.distance(to).min(body.distance(gone.placement.hex)) <= body.ma + 2;
            if crosses {
                thought.plan = None;
            }
            thought.unit != unit && !could_join
        });
    }

    fn think_of(&mut self, unit: UnitId, plan: &Plan) {
        self.forget(unit);
        self.thought.push(Thought { unit, points: plan.points, plan: Some(plan.clone()) });
    }
}

/// What to do here.
pub(crate) fn choose(
    rules: &Hexes,
    state: &State,
    seat: Seat,
    listed: &[Action],
    mind: &mut Mind<'_>,
    memory: &mut Memory,
) -> Option<Choice<Action>> {
    let &first = listed.first()?;
    if listed.len() == 1 {
        return Some(Choice { action: first, why: "nothing else can be done" });
    }
    let Decision::Ask(ask) = rules.decision(state) else { return None };
    let look = Look::of(rules, state, rules.camp_of_seat(seat)?);
    let depth = match mind.level {
        Level::Captain(Effort::Full) => Depth::Full,
        Level::Captain(Effort::Quick) => Depth::Quick,
        Level::Random | Level::Recruit => Depth::None,
    };
    let mut sense = Sense { look: &look, listed, depth, stop: mind.stop, memory };
    let chosen = sense.answer(ask.question);
    // Whatever a sense overlooks, an answer is given.
    let chosen = chosen.filter(|choice| listed.contains(&choice.action));
    chosen.or_else(|| {
        let action = mind.any(listed)?;
        Some(Choice { action, why: "nothing speaks against it" })
    })
}

/// How much is thought.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Depth {
    /// A recruit: what lies before his eyes.
    None,
    /// A captain in a hurry.
    Quick,
    /// A captain.
    Full,
}

/// One question being thought about.
struct Sense<'a> {
    look: &'a Look<'a>,
    listed: &'a [Action],
    depth: Depth,
    stop: &'a Stop,
    memory: &'a mut Memory,
}

type Chosen = Option<Choice<Action>>;

impl Sense<'_> {
    fn answer(&mut self, question: Question) -> Chosen {
        let is_recruit = self.depth == Depth::None;
        match question {
            Question::Arrange => self.done("everybody has his orders"),
            Question::TrumpTheTrump(leader) | Question::MomentumTrump(leader) => {
                self.trump_the_enemy(leader)
            }
            Question::Elite | Question::Reactivation | Question::Activation => self.activate(),
            Question::Command(leader) => self.command(leader),
            Question::NameLine(_) => self.name_line(),
            Question::Orders(leader) if is_recruit => self.recruit_orders(leader),
            Question::Orders(leader) => self.order(leader),
            Question::Move(unit) if is_recruit => self.recruit_move(unit),
            Question::Move(unit) => self.go_on(unit),
            Question::Ride(leader) => self.ride(leader),
            Question::Answers(stage, mover) => match stage {
                AnswerStage::Withdrawal | AnswerStage::Elephants => self.withdraw_before(mover),
                AnswerStage::ShockMark => self.come_to_blows(mover),
                AnswerStage::Leaders => self.leaders_withdraw(),
                AnswerStage::Facing => self.turn_to(mover),
                AnswerStage::EntryFire | AnswerStage::Arrived => self.shoot(),
            },
            Question::Departure(stage, mover) => match stage {
                diadem_hexes::DepartureStage::RetireFire => self.shoot(),
                _ => self.withdraw_before(mover),
            },
            Question::QueuedFire
            | Question::LineFire
            | Question::ScreenFire(_)
            | Question::ReturnFire(_)
            | Question::Engines(_) => self.shoot(),
            Question::Harass(_) => self.first(),
            Question::Withdraw(unit) => self.go_back(unit),
            Question::LeaderWithdraw(leader) => self.leader_back(leader),
            Question::Flight(_) => self.flee(),
            Question::RampageWithdrawal(mover) => self.withdraw_before(mover),
            Question::RampageLeaders(_) => self.leaders_withdraw(),
            Question::Rampage(_) => self.point_elephants(),
            Question::Rout(_) | Question::RoutPhase | Question::Crisis(_) => self.first(),
            Question::RallyFacing(unit) | Question::LeavesColumn(unit) => self.face(unit),
            Question::Designation(_) => self.designate(),
            Question::Allocation(_) => self.allocate(),
            Question::Champion(_) => self.champion(),
            Question::Type(at) => self.give_type(at),
            Question::Hits(_) => self.hand_out_hits(),
            Question::OpenRanks(_) => self.open_ranks(),
            Question::PassThrough(_) | Question::Pursuit(_) | Question::Advances(_) => self.first(),
            Question::Advance(unit) => self.advance(unit),
            Question::Momentum(leader) => self.momentum(leader),
        }
    }

    fn done(&self, why: &'static str) -> Chosen {
        self.take(Action::Done, why)
    }

    fn take(&self, action: Action, why: &'static str) -> Chosen {
        self.listed.contains(&action).then_some(Choice { action, why })
    }

    fn first(&self) -> Chosen {
        let action = *self.listed.first()?;
        Some(Choice { action, why: "it comes to the same" })
    }

    /// The listed action that scores best, the first of equals; nothing when none scores.
    fn best(
        &self,
        why: &'static str,
        mut score: impl FnMut(Action) -> Option<i32>,
    ) -> Option<(i32, Choice<Action>)> {
        let mut best: Option<(i32, Action)> = None;
        for &action in self.listed {
            let Some(score) = score(action) else { continue };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, action));
            }
        }
        best.map(|(score, action)| (score, Choice { action, why }))
    }
}

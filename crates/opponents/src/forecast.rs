//! What a battle, or a whole game, would likely bring: captains play it from here, many times.
//!
//! A forecast is made from what a seat may see. The dice and the players' luck are its own; nothing of the
//! session's is touched.

use crate::forms::{self, Toll, thousandths};
use crate::odds::{Mean, Share};
use crate::{Level, Player, Stop};
use diadem_campaign::powers::Power;
use diadem_campaign::{BattleReport, Campaign, Fighter, LeaderFate};
use diadem_core::{Decision, Dice, Game, Seal, Seat, SeatSet, Sink};
use diadem_handoff::{Action, Event, Form, Question, State, War};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How a forecast is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// Who plays every seat.
    pub level: Level,
    /// How many games.
    pub games: u32,
    /// The seed of the first.
    pub seed: u64,
    /// How many at the same time; the same figures come of it.
    pub threads: usize,
}

/// What some games have brought.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forecast {
    /// Games played.
    pub games: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// What they brought each seat, in seat order.
    pub seats: Vec<Fortune>,
}

/// What some games have brought a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fortune {
    /// Games it won.
    pub won: u32,
    /// The thousandths of its army that it lost, in a battle.
    pub losses: Mean,
    /// The same in the games that it won,
    pub losses_of_winner: Mean,
    /// and in those that it lost.
    pub losses_of_loser: Mean,
    /// Leaders killed or captured, in a battle.
    pub leaders: Mean,
    /// Games in which its king fell: Alexander, Darius.
    pub king_fell: u32,
}

impl Fortune {
    /// The chance to win.
    pub fn victory(&self, games: u32) -> Share {
        Share::new(self.won.into(), games.into())
    }

    /// The chance that its king falls.
    pub fn death_of_king(&self, games: u32) -> Share {
        Share::new(self.king_fell.into(), games.into())
    }

    fn join(&mut self, other: &Fortune) {
        self.won += other.won;
        self.losses.join(other.losses);
        self.losses_of_winner.join(other.losses_of_winner);
        self.losses_of_loser.join(other.losses_of_loser);
        self.leaders.join(other.leaders);
        self.king_fell += other.king_fell;
    }
}

impl Forecast {
    /// Those of another forecast too.
    pub fn join(&mut self, other: &Forecast) {
        self.games += other.games;
        self.drawn += other.drawn;
        self.seats.resize(self.seats.len().max(other.seats.len()), Fortune::default());
        for (one, other) in self.seats.iter_mut().zip(&other.seats) {
            one.join(other);
        }
    }

    fn add(&mut self, ended: &Ended) {
        self.games += 1;
        self.drawn += u32::from(ended.winners.is_empty());
        self.seats.resize(self.seats.len().max(ended.tolls.len()), Fortune::default());
        for ((index, fortune), toll) in (0u8..).zip(&mut self.seats).zip(&ended.tolls) {
            let has_won = ended.winners.contains(Seat::new(index));
            fortune.won += u32::from(has_won);
            if let Some(Toll { lost, leaders, king_fell }) = *toll {
                fortune.losses.add(lost.into());
                match (has_won, ended.winners.is_empty()) {
                    (true, _) => fortune.losses_of_winner.add(lost.into()),
                    (false, false) => fortune.losses_of_loser.add(lost.into()),
                    (false, true) => {}
                }
                fortune.leaders.add(leaders.into());
                fortune.king_fell += u32::from(king_fell);
            }
        }
    }
}

/// How one game ended.
struct Ended {
    winners: SeatSet,
    /// What it cost each seat in its battle; nothing of a whole campaign.
    tolls: Vec<Option<Toll>>,
}

/// Foresees what is under way: the battle that is fought or offered, or else the whole game. `from` is what a seat
/// may see. `told` hears how far it is; [`Stop`] ends it with what there is by then.
pub fn forecast(
    war: &War,
    from: &State,
    method: Method,
    stop: &Stop,
    told: impl FnMut(&Forecast) + Send,
) -> Forecast {
    let next = AtomicU32::new(0);
    let so_far = Mutex::new((Forecast::default(), told));
    let work = || {
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= method.games || stop.is_asked() {
                return;
            }
            let seed = method.seed.wrapping_add(nth.into());
            let Some(ended) = play_out(war, from.clone(), method.level, seed, stop) else { return };
            let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            let (forecast, told) = &mut *so_far;
            forecast.add(&ended);
            told(forecast);
        }
    };
    thread::scope(|scope| {
        for _ in 1..method.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    so_far.into_inner().unwrap_or_else(PoisonError::into_inner).0
}

/// A battle that is offered, with its form chosen by everybody who is asked; nothing when none is asked for, or it
/// cannot be had.
pub fn in_form(war: &War, state: &State, form: Form) -> Option<State> {
    let mut state = state.clone();
    let mut dice = Dice::new(0);
    let mut chosen = false;
    while let Some(ask) = war.decision(&state).ask().filter(|ask| ask.question == Question::Form) {
        let action = Action::Choose(form);
        war.apply(&mut state, ask.seat, action, &mut dice, &mut diadem_core::Drop).ok()?;
        chosen = true;
    }
    chosen.then_some(state)
}

/// No game of ours is longer.
const MOST_PLIES: u32 = 10_000_000;

/// Plays to the end of the battle, or of the game where there is no battle; nothing when it is told to stop.
fn play_out(war: &War, mut state: State, level: Level, seed: u64, stop: &Stop) -> Option<Ended> {
    let mut dice = Dice::new(seed);
    let mut players: Vec<Player> =
        war.seats().iter().map(|seat| Player::new(level, seat, seed)).collect();
    let mut watch = Watch { report: None };
    let campaign = war.campaign().filter(|_| state.is_battle());
    let before = campaign.and_then(|_| state.campaign.clone());
    for _ in 0..MOST_PLIES {
        let ask = match war.decision(&state) {
            Decision::Ask(ask) => ask,
            Decision::Over(outcome) => {
                let tolls = war.seats().iter().map(|seat| toll_alone(war, &state, seat)).collect();
                return Some(Ended { winners: outcome.winners, tolls });
            }
        };
        if stop.is_asked() {
            return None;
        }
        let view = war.view(&state, ask.seat);
        let player = players.get_mut(ask.seat.index())?;
        let choice = player.choose(war, &view, stop)?;
        war.apply(&mut state, ask.seat, choice.action, &mut dice, &mut watch).ok()?;
        if let (Some(campaign), Some(before), Some(report)) = (campaign, &before, &watch.report) {
            return Some(come_home(war, campaign, before, report));
        }
    }
    None
}

/// Keeps how a campaign's battle ended.
struct Watch {
    report: Option<Box<BattleReport>>,
}

impl Sink<Event> for Watch {
    fn tell(&mut self, _: SeatSet, event: Event) {
        if let Event::Campaign(diadem_campaign::Event::BattleEnded { report, .. }) = event {
            self.report = Some(report);
        }
    }

    fn seal(&mut self, _: Seal) {}
}

/// What a battle of a campaign cost.
fn come_home(
    war: &War,
    campaign: &Campaign,
    before: &diadem_campaign::State,
    report: &BattleReport,
) -> Ended {
    let who = campaign.roster.who();
    let seats = campaign.powers.seats();
    let mut tolls: Vec<Toll> = seats.iter().map(|_| Toll::default()).collect();
    let (mut had, mut left) = (vec![0u32; tolls.len()], vec![0u32; tolls.len()]);
    let nth = |power: Power| {
        let seat = campaign.powers[power].seat?;
        seats.iter().position(|one| one == seat)
    };
    for fate in &report.units {
        let was = before.unit(fate.unit);
        let Some(at) = nth(was.power) else { continue };
        let force = campaign.force_of(before, fate.unit);
        let amount = |steps| war.amount(Fighter { unit: fate.unit, force, steps, missing: 0 });
        had[at] += amount(was.steps);
        left[at] += amount(fate.steps);
    }
    for fate in &report.leaders {
        if let LeaderFate::Killed(leader) | LeaderFate::Captured(leader) = *fate {
            let Some(at) = nth(before.leader(leader).power) else { continue };
            let toll = &mut tolls[at];
            toll.leaders += 1;
            toll.king_fell |= leader == who.alexander || leader == who.darius;
        }
    }
    for ((toll, had), left) in tolls.iter_mut().zip(had).zip(left) {
        toll.lost = thousandths(had.saturating_sub(left), had);
    }
    let won = report.winner.zip(before.combat());
    let winners = won.map_or(SeatSet::NONE, |(camp, combat)| {
        combat.camp(camp).iter().filter_map(|one| campaign.powers[one.power].seat).collect()
    });
    Ended { winners, tolls: tolls.into_iter().map(Some).collect() }
}

/// What a battle by itself has cost a seat.
fn toll_alone(war: &War, state: &State, seat: Seat) -> Option<Toll> {
    if war.campaign().is_some() {
        return None;
    }
    forms::toll(war, state, seat)
}

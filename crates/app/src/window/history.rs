//! How the war went: the figures of every turn, found by playing the log again.
//!
//! Nothing here is a rule. The states come from the game itself; only what stands on the map is
//! counted.

use super::battle_view::{BattleView, view, view_of_event};
use super::table::Table;
use diadem_campaign::powers::Power;
use diadem_campaign::state::Place;
use diadem_campaign::{self as campaign, Campaign};
use diadem_core::{Dice, Game, Play, Playable, Seal, SeatSet, Session, Sink};
use diadem_handoff::{Event, State, War};

/// What is counted at the beginning of a turn, or of a round of a battle; by side where there are
/// two figures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnSample {
    /// The turn, or the round.
    pub turn: u8,
    /// Its name: `Autumn 333`.
    pub name: String,
    /// Provinces held.
    pub provinces: [u16; 2],
    /// Steps that stand in the field.
    pub strength: [u16; 2],
    /// Steps lost so far.
    pub lost: [u16; 2],
    /// Objectives secured.
    pub objectives: u16,
    /// Victory points.
    pub points: u16,
}

/// Where a session was taken up, if its beginning cannot be played again.
pub struct Baseline {
    /// The state then.
    pub state: State,
    /// The dice then.
    pub dice: Dice,
    /// How much of the log lies before it.
    pub log: usize,
}

impl Baseline {
    /// This moment of a session.
    pub fn of(session: &Session<War>) -> Baseline {
        Baseline {
            state: session.state().clone(),
            dice: Dice::resume(session.dice().position()),
            log: session.log().len(),
        }
    }
}

/// The figures of every turn of the game on the table, the last being those of now.
pub fn of_table(table: &Table) -> Vec<TurnSample> {
    match table.baseline() {
        None => history(table.session()),
        Some(since) => {
            let session = table.session();
            let dice = Dice::resume(since.dice.position());
            follow(session, since.state.clone(), dice, since.log)
        }
    }
}

/// The figures of every turn of a session that was played from its opening.
pub fn history(session: &Session<War>) -> Vec<TurnSample> {
    let mut dice = Dice::new(session.dice().position().seed);
    let opening = session.game().opening(&mut dice);
    follow(session, opening, dice, 0)
}

/// Plays a log again from a state on, and counts.
fn follow(
    session: &Session<War>,
    mut state: State,
    mut dice: Dice,
    from: usize,
) -> Vec<TurnSample> {
    let war = session.game();
    let mut clerk = Clerk { war, samples: Vec::new(), lost: [0; 2] };
    clerk.count(&state);
    for entry in session.log().get(from..).unwrap_or_default() {
        let before = state.clone();
        let mut news = News(false);
        let done = match entry.play {
            Play::Act(action) => war.apply(&mut state, entry.seat, action, &mut dice, &mut news),
            Play::Interject(deed) => {
                war.interject(&mut state, entry.seat, deed, &mut dice, &mut news)
            }
            Play::Stand(_) => Ok(()),
        };
        if done.is_err() {
            // Nothing can be said about what follows; what was counted so far is true.
            return clerk.samples;
        }
        clerk.mourn(&before, &state);
        if news.0 {
            clerk.count(&state);
        }
    }
    clerk.count(session.state());
    clerk.samples
}

/// Hears whether a turn or a round began.
struct News(bool);

impl Sink<Event> for News {
    fn tell(&mut self, _: SeatSet, event: Event) {
        self.0 |= match &event {
            Event::Campaign(event) => matches!(event, campaign::Event::Turn { .. }),
            event => view_of_event(event).is_some_and(|view| view.begins_turn(event)),
        };
    }
    fn seal(&mut self, _: Seal) {}
}

struct Clerk<'a> {
    war: &'a War,
    samples: Vec<TurnSample>,
    lost: [u16; 2],
}

impl Clerk<'_> {
    /// Counts what stands now; a second count of the same turn replaces the first.
    fn count(&mut self, state: &State) {
        let lost = self.lost;
        let sample = match (self.war.campaign(), &state.campaign) {
            (Some(campaign), Some(map)) => Some(TurnSample { lost, ..on_map(campaign, map) }),
            _ => self.view(state).and_then(|view| view.sample(self.war, state, lost)),
        };
        let Some(sample) = sample else { return };
        match self.samples.last_mut() {
            Some(last) if last.turn == sample.turn => *last = sample,
            _ => self.samples.push(sample),
        }
    }

    /// The view of the battle that a state is about.
    fn view(&self, state: &State) -> Option<&'static dyn BattleView> {
        state.form().map(view)
    }

    /// The steps of both sides in that battle.
    fn steps(&self, state: &State) -> [u16; 2] {
        self.view(state).map_or([0; 2], |view| view.steps(self.war, state))
    }

    /// Counts the steps that are gone.
    fn mourn(&mut self, before: &State, after: &State) {
        match (&before.campaign, &after.campaign) {
            (Some(before), Some(after)) => {
                for (was, is) in before.units.iter().zip(&after.units) {
                    // Who leaves the game unhurt is no loss.
                    let stood = matches!(was.place, Place::Field(_) | Place::City(_));
                    if stood && is.place != Place::Aside {
                        self.lost[shown(was.power)] +=
                            u16::from(was.steps.saturating_sub(is.steps));
                    }
                }
            }
            _ => {
                let (had, has) = (self.steps(before), self.steps(after));
                for (lost, (was, is)) in self.lost.iter_mut().zip(had.into_iter().zip(has)) {
                    *lost += was.saturating_sub(is);
                }
            }
        }
    }
}

/// The curve of a power: the first, and everybody else.
fn shown(power: Power) -> usize {
    usize::from(power.index() > 0)
}

fn on_map(campaign: &Campaign, map: &campaign::State) -> TurnSample {
    let mut strength = [0; 2];
    for unit in &map.units {
        if matches!(unit.place, Place::Field(_) | Place::City(_)) {
            strength[shown(unit.power)] += u16::from(unit.steps);
        }
    }
    TurnSample {
        turn: map.turn,
        name: campaign.date(map.turn),
        provinces: [campaign.macedon(), campaign.persia()]
            .map(|power| campaign.controlled(map, power).len() as u16),
        strength,
        lost: [0; 2],
        objectives: u16::from(map.secured.len()),
        points: u16::from(campaign.victory_points(map)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::save_library::Sample;

    fn sample(sample: Sample) -> Session<War> {
        diadem_archive::open_bytes::<War>(sample.bytes()).unwrap().session
    }

    #[test]
    fn a_war_is_counted_turn_by_turn() {
        let session = sample(Sample::War);
        let history = history(&session);
        let turn = session.state().campaign.as_ref().unwrap().turn;
        let turns: Vec<u8> = history.iter().map(|sample| sample.turn).collect();
        assert_eq!(turns, (0..=turn).collect::<Vec<u8>>());
        assert_eq!(history[0].name, "Spring 334");
        assert!(history[0].strength.iter().all(|&steps| steps > 0));
        for pair in history.windows(2) {
            assert!(pair[0].lost[0] <= pair[1].lost[0] && pair[0].lost[1] <= pair[1].lost[1]);
        }
    }

    #[test]
    fn what_was_taken_up_is_counted_from_there() {
        let session = sample(Sample::War);
        let since = Baseline::of(&session);
        let followed = follow(&session, since.state.clone(), since.dice, since.log);
        assert_eq!(followed.len(), 1);
        assert_eq!(followed[0].strength, history(&session).last().unwrap().strength);
    }
}

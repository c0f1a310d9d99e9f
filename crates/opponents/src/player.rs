//! A computer player: one seat, its level, its luck and what it remembers.

use crate::forms::{Memories, generalship};
use crate::mind::{Choice, Mind};
use crate::{Level, Stop, on_display, on_map};
use diadem_core::{Chance, Game, Seat};
use diadem_display::Display;
use diadem_handoff::{Action, Question, State, War};

const ANY: &str = "one answer is as good as another";

/// A computer player in a seat.
#[derive(Clone, Debug)]
pub struct Player {
    level: Level,
    seat: Seat,
    luck: Chance,
    memories: Memories,
    lists: Lists,
}

/// What is listed, kept from one question to the next.
#[derive(Clone, Debug, Default)]
struct Lists {
    war: Vec<Action>,
    display: Vec<diadem_display::Action>,
    campaign: Vec<diadem_campaign::Action>,
}

impl Player {
    /// A player of this level in that seat, with luck of this seed.
    pub fn new(level: Level, seat: Seat, seed: u64) -> Player {
        // The seats of a game share its seed; neither may have the other's luck, nor the dice's.
        let own = (seed ^ 0x517c_c1b7_2722_0a95).wrapping_add(seat.index() as u64 + 1);
        Player {
            level,
            seat,
            luck: Chance::new(own),
            memories: Memories::default(),
            lists: Lists::default(),
        }
    }

    /// How well it plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Where it sits.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What it does now in a battle on the display, and why; nothing when its seat is not asked.
    pub fn choose_on_display(
        &mut self,
        display: &Display,
        view: &diadem_display::State,
        stop: &Stop,
    ) -> Option<Choice<diadem_display::Action>> {
        display.decision(view).ask().filter(|ask| ask.seat == self.seat)?;
        let Player { level, seat, luck, lists, .. } = self;
        let mut mind = Mind { level: *level, luck, budget: level.budget(), stop };
        lists.display.clear();
        display.actions(view, &mut lists.display);
        if *level == Level::Random {
            let action = mind.any(&lists.display)?;
            return Some(Choice { action, why: ANY });
        }
        on_display::choose(display, view, *seat, &lists.display, &mut mind)
    }

    /// What it does now, and why; nothing when its seat is not asked. `view` is what its seat may see.
    pub fn choose(&mut self, war: &War, view: &State, stop: &Stop) -> Option<Choice<Action>> {
        let ask = war.decision(view).ask().filter(|ask| ask.seat == self.seat)?;
        let Player { level, seat, luck, memories, lists } = self;
        let (level, seat) = (*level, *seat);
        let mut mind = Mind { level, luck, budget: level.budget(), stop };
        if level == Level::Random {
            lists.war.clear();
            war.actions(view, &mut lists.war);
            let action = mind.any(&lists.war)?;
            return Some(Choice { action, why: ANY });
        }
        match ask.question {
            Question::Campaign(_) => {
                let (campaign, map) = (war.campaign()?, view.campaign.as_ref()?);
                lists.campaign.clear();
                campaign.actions(map, &mut lists.campaign);
                let chosen = on_map::choose(campaign, map, seat, &lists.campaign, &mut mind)?;
                Some(chosen.map(Action::Campaign))
            }
            Question::Form => {
                lists.war.clear();
                war.actions(view, &mut lists.war);
                let worth = |action: &Action| match *action {
                    Action::Choose(form) => generalship(form),
                    _ => 0,
                };
                let action = lists.war.iter().copied().max_by_key(worth)?;
                Some(Choice { action, why: "a battle is best fought where generalship counts" })
            }
            // Whatever else is asked is asked in a battle.
            _ => memories.choose(war, view, seat, &mut mind),
        }
    }
}

//! What a click means: first who, then where to or against whom.
//!
//! Every answer is seen as a subject that is taken in hand and a target it is put on; some need no
//! subject. Screen, panel and keyboard all go through here.

use diadem_core::Camp;
use diadem_display::{Action, BoxId, LeaderId, Line, Part, Question, State, UnitId};

/// Something on the field that can be clicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Thing {
    /// A unit.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
    /// A line of a box; boxes without lines have the first only.
    Spot(BoxId, Line),
    /// A whole box.
    Box(BoxId),
}

/// What a click does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Click {
    /// Answers; of several, the player chooses.
    Answer(Vec<Action>),
    /// Takes this in hand.
    Hold(Thing),
    /// Lets go.
    Release,
    /// May not be: this is what was meant.
    Refused(Action),
    /// Means nothing.
    Nothing,
}

/// The choice before a player: what is asked, and every answer.
#[derive(Clone, Copy)]
pub(super) struct Choice<'a> {
    pub(super) question: Question,
    pub(super) actions: &'a [Action],
    pub(super) state: &'a State,
}

/// An answer as it is given by hand: taken from here, put there.
type Gesture = (Option<Thing>, Thing);

impl Choice<'_> {
    /// The gestures that give an answer.
    pub(super) fn gestures(&self, action: Action) -> Vec<Gesture> {
        use Thing::{Box, Leader, Spot, Unit};
        let home = |unit, line| self.state.box_of(unit).map(|at| Spot(at, line));
        let take = |subject, target| vec![(Some(subject), target)];
        let point = |target| vec![(None, target)];
        match (action, self.question) {
            (Action::Place { unit, at, line }, _) => take(Unit(unit), Spot(at, line)),
            (Action::Stack { unit, on }, _) => take(Unit(unit), Unit(on)),
            (Action::Lead { leader, .. }, Question::SetUpLeaderOf(_)) => point(Leader(leader)),
            (Action::Lead { unit, .. }, Question::Displaced(_)) => point(Unit(unit)),
            (Action::Lead { leader, unit }, _) => take(Leader(leader), Unit(unit)),
            (Action::Stand { leader, at }, _) => take(Leader(leader), Spot(at, Line::First)),
            (
                Action::Rally(unit)
                | Action::Fire(unit)
                | Action::Pursue(unit)
                | Action::GiveUp(unit),
                _,
            ) => point(Unit(unit)),
            (Action::Return { at, line }, _) => point(Spot(at, line)),
            (Action::Forward(unit), Question::Fill) => point(Unit(unit)),
            (Action::Forward(unit), _) => {
                home(unit, Line::First).map_or_else(Vec::new, |spot| take(Unit(unit), spot))
            }
            (Action::Back(unit), _) => {
                home(unit, Line::Second).map_or_else(Vec::new, |spot| take(Unit(unit), spot))
            }
            (Action::Exchange { back, forward }, _) => {
                vec![(Some(Unit(back)), Unit(forward)), (Some(Unit(forward)), Unit(back))]
            }
            (Action::Move { unit, to, line } | Action::Advance { unit, to, line }, _) => {
                take(Unit(unit), Spot(to, line))
            }
            (Action::Attack { from, to }, _) => take(Box(from), Box(to)),
            (Action::Duel { attacker, defender }, _) => take(Unit(attacker), Unit(defender)),
            (Action::Leader(Part::Fights), Question::TakePart(clash, role)) => {
                let leader = self.state.leader_of(clash.unit(role));
                leader.map_or_else(Vec::new, |leader| point(Leader(leader)))
            }
            (Action::Leader(_) | Action::Done, _) => Vec::new(),
        }
    }

    /// Every answer with this in hand, put on that.
    pub(super) fn answers(&self, held: Option<Thing>, target: Thing) -> Vec<Action> {
        let fits = |action: &Action| {
            self.gestures(*action)
                .iter()
                .any(|&(from, to)| to == target && (from.is_none() || from == held))
        };
        self.actions.iter().copied().filter(fits).collect()
    }

    /// Every answer that begins with taking this in hand.
    pub(super) fn answers_of(&self, subject: Thing) -> Vec<Action> {
        let begins =
            |action: &Action| self.gestures(*action).iter().any(|&(from, _)| from == Some(subject));
        self.actions.iter().copied().filter(begins).collect()
    }

    /// Whether an answer begins with taking this in hand.
    pub(super) fn is_subject(&self, thing: Thing) -> bool {
        let begins =
            |action: &Action| self.gestures(*action).iter().any(|&(from, _)| from == Some(thing));
        self.actions.iter().any(begins)
    }

    /// Whether a click on this, with that in hand, gives an answer.
    pub(super) fn is_target(&self, held: Option<Thing>, thing: Thing) -> bool {
        !self.answers(held, thing).is_empty()
    }

    /// Everything that can be taken in hand, each once, in the order of the answers.
    pub(super) fn subjects(&self) -> Vec<Thing> {
        let mut found = Vec::new();
        for action in self.actions {
            for (subject, _) in self.gestures(*action) {
                if let Some(subject) = subject.filter(|subject| !found.contains(subject)) {
                    found.push(subject);
                }
            }
        }
        found
    }

    /// The answers that need nothing in hand.
    pub(super) fn plain_answers(&self) -> Vec<Action> {
        let is_plain =
            |action: &Action| self.gestures(*action).iter().any(|(from, _)| from.is_none());
        self.actions.iter().copied().filter(is_plain).collect()
    }

    /// What is meant by a click on the first of these; the others are what it lies in.
    pub(super) fn click(&self, held: Option<Thing>, under: &[Thing]) -> Click {
        let Some(&first) = under.first() else { return Click::Nothing };
        if held == Some(first) {
            return self.release();
        }
        let exact = self.answers(held, first);
        if !exact.is_empty() {
            return Click::Answer(exact);
        }
        if matches!(first, Thing::Unit(_) | Thing::Leader(_)) && self.is_subject(first) {
            return Click::Hold(first);
        }
        self.drop_on(held, under).unwrap_or_else(|| {
            let subject = under.iter().find(|&&thing| self.is_subject(thing));
            match subject {
                Some(&subject) if held == Some(subject) => self.release(),
                Some(&subject) => Click::Hold(subject),
                None => self.refused(held, under),
            }
        })
    }

    /// What is meant by letting go of something here.
    pub(super) fn drop(&self, held: Thing, under: &[Thing]) -> Click {
        if under.first() == Some(&held) {
            return Click::Nothing;
        }
        self.drop_on(Some(held), under).unwrap_or_else(|| self.refused(Some(held), under))
    }

    /// Who is alone stays in hand.
    fn release(&self) -> Click {
        if self.subjects().len() > 1 { Click::Release } else { Click::Nothing }
    }

    fn drop_on(&self, held: Option<Thing>, under: &[Thing]) -> Option<Click> {
        let answers = under.iter().map(|&thing| self.answers(held, thing));
        let exact = answers.into_iter().find(|answers| !answers.is_empty());
        exact.or_else(|| self.in_other_line(held, under)).map(Click::Answer)
    }

    /// Whoever meets the wrong half of a box means the one thing that can be done in the other.
    fn in_other_line(&self, held: Option<Thing>, under: &[Thing]) -> Option<Vec<Action>> {
        let other = under.iter().find_map(|&thing| match thing {
            Thing::Spot(at, Line::First) => Some(Thing::Spot(at, Line::Second)),
            Thing::Spot(at, Line::Second) => Some(Thing::Spot(at, Line::First)),
            Thing::Unit(_) | Thing::Leader(_) | Thing::Box(_) => None,
        })?;
        let answers = self.answers(held, other);
        (answers.len() == 1).then_some(answers)
    }

    fn refused(&self, held: Option<Thing>, under: &[Thing]) -> Click {
        under
            .iter()
            .find_map(|&thing| self.attempt(held, thing))
            .map_or(Click::Nothing, Click::Refused)
    }

    /// What somebody means who tries what is not listed.
    fn attempt(&self, held: Option<Thing>, thing: Thing) -> Option<Action> {
        use Thing::{Box, Leader, Spot, Unit};
        let question = self.question;
        Some(match (question, held, thing) {
            (Question::SetUpUnit, Some(Unit(unit)), Spot(at, line)) => {
                Action::Place { unit, at, line }
            }
            (Question::SetUpUnit, Some(Unit(unit)), Unit(on)) if self.alike(unit, on) => {
                Action::Stack { unit, on }
            }
            (Question::SetUpLeaders | Question::Move, Some(Leader(leader)), Unit(unit)) => {
                Action::Lead { leader, unit }
            }
            (Question::SetUpLeaders, Some(Leader(leader)), Spot(at, _)) => {
                Action::Stand { leader, at }
            }
            (Question::SetUpLeaderOf(unit), _, Leader(leader)) => Action::Lead { leader, unit },
            (Question::Displaced(leader), _, Unit(unit)) => Action::Lead { leader, unit },
            (Question::Rally, _, Unit(unit)) => Action::Rally(unit),
            (Question::Return(_), _, Spot(at, line)) => Action::Return { at, line },
            (Question::Fill, _, Unit(unit)) => Action::Forward(unit),
            (Question::Move, Some(Unit(unit)), Spot(to, line)) => {
                match (self.state.box_of(unit) == Some(to), line) {
                    (true, Line::First) => Action::Forward(unit),
                    (true, Line::Second) => Action::Back(unit),
                    (false, _) if self.state.vacant.contains(to) => {
                        Action::Advance { unit, to, line }
                    }
                    (false, _) => Action::Move { unit, to, line },
                }
            }
            (Question::Move, None, Unit(unit)) => {
                let to = self.state.box_of(unit)?;
                Action::Move { unit, to, line: Line::First }
            }
            (Question::Attack, Some(Box(from)), Box(to)) => Action::Attack { from, to },
            (Question::Attack, None, Box(from)) => {
                let to = BoxId::of(from.camp().other(), from.post());
                Action::Attack { from, to }
            }
            (Question::Duel, Some(Unit(attacker)), Unit(defender)) => {
                Action::Duel { attacker, defender }
            }
            (Question::DefensiveFire(_), _, Unit(unit)) => Action::Fire(unit),
            (Question::Pursue, _, Unit(unit)) => Action::Pursue(unit),
            (Question::Caught(_), _, Unit(unit)) => Action::GiveUp(unit),
            _ => return None,
        })
    }

    /// Whether two units stand on the same footing: one waits, the other stands.
    fn alike(&self, unit: UnitId, on: UnitId) -> bool {
        unit != on && self.state.box_of(on).is_some()
    }

    /// What lies under a unit's counter: itself, its line, its box.
    pub(super) fn under_unit(&self, unit: UnitId, side: Camp) -> Vec<Thing> {
        let mut under = vec![Thing::Unit(unit)];
        if let Some(at) = self.state.box_of(unit) {
            let line = if at.has_lines_for(side) {
                self.state.units[unit.index()].line
            } else {
                Line::First
            };
            under.extend([Thing::Spot(at, line), Thing::Box(at)]);
        }
        under
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diadem_core::{Camp, Dice, Game, Playable, Request};
    use diadem_display::{Display, Post};

    fn granicus() -> (Display, State) {
        let request = Request { scenario: "granicus-display", battles: None };
        let display = Display::prepare(&Display::setup(&request).unwrap()).unwrap();
        let state = display.opening(&mut Dice::new(7));
        (display, state)
    }

    fn listed(display: &Display, state: &State) -> (Question, Vec<Action>) {
        let mut actions = Vec::new();
        display.actions(state, &mut actions);
        (display.decision(state).ask().unwrap().question, actions)
    }

    #[test]
    fn a_unit_is_taken_in_hand_and_put_into_a_line() {
        let (display, state) = granicus();
        let (question, actions) = listed(&display, &state);
        let choice = Choice { question, actions: &actions, state: &state };
        let unit = display.muster(Camp::Second).first().unwrap();
        let center = BoxId::of(Camp::Second, Post::Center);
        assert_eq!(choice.click(None, &[Thing::Unit(unit)]), Click::Hold(Thing::Unit(unit)));
        let held = Some(Thing::Unit(unit));
        let spot = [Thing::Spot(center, Line::First), Thing::Box(center)];
        let place = Action::Place { unit, at: center, line: Line::First };
        assert_eq!(choice.click(held, &spot), Click::Answer(vec![place]));
        assert_eq!(choice.click(held, &[Thing::Unit(unit)]), Click::Release);
        let wrong = BoxId::of(Camp::Second, Post::Left);
        let meant = Action::Place { unit, at: wrong, line: Line::First };
        let click = choice.click(held, &[Thing::Spot(wrong, Line::First), Thing::Box(wrong)]);
        assert_eq!(click, Click::Refused(meant));
    }

    #[test]
    fn the_wrong_half_of_a_box_does_the_one_thing_that_can_be_done_in_the_other() {
        let (_, state) = granicus();
        let (question, unit) = (Question::Move, UnitId::new(0));
        let to = BoxId::of(Camp::Second, Post::Center);
        let action = |line| Action::Move { unit, to, line };
        let (held, spot) =
            (Some(Thing::Unit(unit)), |line| [Thing::Spot(to, line), Thing::Box(to)]);
        let only = [action(Line::Second)];
        let choice = Choice { question, actions: &only, state: &state };
        for line in [Line::First, Line::Second] {
            let meant = Click::Answer(vec![action(Line::Second)]);
            assert_eq!(choice.click(held, &spot(line)), meant, "{line:?} by a click");
            assert_eq!(choice.drop(Thing::Unit(unit), &spot(line)), meant, "{line:?} by a drop");
        }
        // Where both can be done, each half is itself.
        let both = [action(Line::First), action(Line::Second)];
        let choice = Choice { question, actions: &both, state: &state };
        let first = Click::Answer(vec![action(Line::First)]);
        assert_eq!(choice.click(held, &spot(Line::First)), first);
    }

    /// Plays whole battles and looks at every question: no answer is out of reach of hand.
    #[test]
    fn every_answer_has_a_gesture_or_is_a_button() {
        let (display, mut state) = granicus();
        let mut dice = Dice::new(3);
        let mut kinds = Vec::new();
        for ply in 0.. {
            let Some(ask) = display.decision(&state).ask() else { break };
            let (question, actions) = listed(&display, &state);
            let choice = Choice { question, actions: &actions, state: &state };
            for &action in &actions {
                let by_button = matches!(action, Action::Done | Action::Leader(_));
                let gestures = choice.gestures(action);
                assert!(by_button || !gestures.is_empty(), "{question:?} {action:?}");
                for (subject, target) in gestures {
                    assert!(choice.answers(subject, target).contains(&action));
                }
            }
            let kind = std::mem::discriminant(&question);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
            let action = actions[(ply * 7) % actions.len()];
            display.apply(&mut state, ask.seat, action, &mut dice, &mut diadem_core::Drop).unwrap();
        }
        assert!(kinds.len() > 5, "the battle asked many things");
    }
}

//! Whoever marches takes the army along: everybody who may come, other leaders too. Leaving some behind is what is
//! chosen.
//!
//! The rules know one leader to a march. The others go to the same province by marches of their own, as soon as the
//! first has halted; all of it is in the log, answer by answer.

use super::Table;
use diadem_campaign::ids::{LeaderId, ProvinceId};
use diadem_campaign::{Action as A, Question};
use diadem_core::{Dice, Drop, Game};
use diadem_handoff::Action;

/// Those who go where the army goes.
#[derive(Default)]
pub(super) struct Company {
    /// Leaders who stay behind although they could come along.
    staying: Vec<LeaderId>,
    /// Leaders who follow as soon as the army halts, and where to.
    following: Option<(Vec<LeaderId>, ProvinceId)>,
}

/// The answer that takes everybody along who may come.
pub(super) fn everybody(listed: &[Action]) -> Option<Action> {
    let all = Action::Campaign(A::TakeAll);
    let takes = |action: &&Action| matches!(action, Action::Campaign(A::Take(_)));
    listed.iter().find(|&&action| action == all).or_else(|| listed.iter().find(takes)).copied()
}

impl Table {
    /// The leaders who could come along on the march that is put together, and whether each does.
    pub fn leaders_along(&self) -> Vec<(LeaderId, bool)> {
        let Some((campaign, state)) = self.campaign() else { return Vec::new() };
        let (Some(Question::Gather(_)), Some(march)) = (self.map_question(), state.march()) else {
            return Vec::new();
        };
        let could = campaign.could_come_along(state, march, None).into_iter();
        could.map(|leader| (leader, !self.company.staying.contains(&leader))).collect()
    }

    /// A leader stays behind, or comes along after all.
    pub(super) fn leave_leader(&mut self, leader: LeaderId) {
        let staying = &mut self.company.staying;
        match staying.iter().position(|&one| one == leader) {
            Some(at) => drop(staying.remove(at)),
            None => staying.push(leader),
        }
    }

    /// Notes who follows, before a march sets out.
    pub(super) fn set_out_with(&mut self, action: Action) {
        let to = match action {
            Action::Campaign(A::March(to)) => to,
            // Where there is but one way, it is gone at once.
            Action::Campaign(A::TakeAll | A::Take(_)) => match self.only_way() {
                Some(to) => to,
                None => return,
            },
            // Nobody follows a forced march.
            Action::Campaign(A::Press(_)) => return self.company.following = None,
            Action::Campaign(A::Lead(_) | A::LeadBand(_)) => {
                return self.company = Company::default();
            }
            _ => return,
        };
        let Some((campaign, state)) = self.campaign() else { return };
        let Some(march) = state.march() else { return };
        let mut following = campaign.could_come_along(state, march, Some(to));
        following.retain(|leader| !self.company.staying.contains(leader));
        self.company.following = Some((following, to));
    }

    /// Takes everybody along who may come, and lets those follow who wait for the army to halt.
    pub(super) fn take_along(&mut self, was_asked: Option<Question>, action: Action) {
        if matches!(action, Action::Campaign(A::Lead(_) | A::LeadBand(_))) {
            let all = everybody(&self.session.actions());
            // Not where they would be on their way before anybody has said so.
            if all.is_some_and(|all| self.leaves_a_choice(all)) {
                self.act_again(all);
            }
        }
        let was_marching = matches!(was_asked, Some(Question::Gather(_) | Question::Press));
        let has_halted = was_marching && self.map_question() == Some(Question::March);
        if let Some((leaders, to)) = self.company.following.take_if(|_| has_halted) {
            for leader in leaders {
                let led = self.listed_now(A::Lead(leader));
                if led.is_some() && self.act_again(led) {
                    let goes = self.listed_now(A::March(to));
                    if goes.is_none() || !self.act_again(goes) {
                        // He cannot after all: then he has not set out.
                        let _ = self.session.undo(self.viewer);
                    }
                }
            }
        }
    }

    /// Whoever takes back that everybody comes along takes back that anybody marches.
    pub(super) fn undo_gathering(&mut self) {
        let gathers = matches!(self.map_question(), Some(Question::Gather(_)));
        if gathers && self.chosen().is_empty() {
            // Where it cannot be taken back, the march is still being put together.
            let _ = self.session.undo(self.viewer);
        }
    }

    /// The only province to which the march that is put together can go.
    pub(super) fn only_way(&self) -> Option<ProvinceId> {
        let mut ways = self.campaign_actions().filter_map(|action| match action {
            A::March(to) => Some(to),
            _ => None,
        });
        ways.next().filter(|_| ways.next().is_none())
    }

    /// What somebody means who sends a march to its only goal while nobody was chosen yet: that everybody goes.
    pub fn with_everybody(&self, action: Action) -> Action {
        let Action::Campaign(A::March(to)) = action else { return action };
        let all = everybody(self.actions()).filter(|_| self.chosen().is_empty());
        all.filter(|_| self.only_way() == Some(to)).unwrap_or(action)
    }

    /// Whether something is left to be chosen after an answer, so that it is not followed by another at once.
    fn leaves_a_choice(&self, action: Action) -> bool {
        let (Some(ask), war) = (self.ask(), self.war()) else { return false };
        let mut after = self.session.state().clone();
        let mut listed = Vec::new();
        let done = war.apply(&mut after, ask.seat, action, &mut Dice::new(0), &mut Drop);
        war.actions(&after, &mut listed);
        done.is_ok() && listed.len() > 1
    }

    /// An answer, if it is listed as the game stands now.
    fn listed_now(&self, wanted: A) -> Option<Action> {
        let wanted = Action::Campaign(wanted);
        self.session.actions().contains(&wanted).then_some(wanted)
    }

    /// Gives one more answer for the seat that decides; gives whether it was taken.
    fn act_again(&mut self, action: Option<Action>) -> bool {
        let (Some(ask), Some(action)) = (self.ask(), action) else { return false };
        self.session.act(ask.seat, action).is_ok()
    }
}

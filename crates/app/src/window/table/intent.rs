//! What a click means: the answer it gives to the present question, or the rule that forbids it.

use super::Table;
use crate::window::battle_view::{view_of_action, view_of_question};
use diadem_campaign::Action as Campaign;
use diadem_campaign::Question as OnMap;
use diadem_campaign::ids::{CityId, LeaderId, ProvinceId, UnitId};
use diadem_handoff::{Action, Question};

/// Something on the map that can be clicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A province.
    Province(ProvinceId),
    /// A city.
    City(CityId),
    /// A unit.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
}

impl Target {
    /// Whether an action is about it.
    pub fn is_of(self, action: Campaign) -> bool {
        use Campaign as A;
        match self {
            Target::Province(here) => match action {
                A::PlaceRoyalArmy(to)
                | A::Scorch(to)
                | A::Feed(Some(to))
                | A::Place(to)
                | A::March(to)
                | A::Press(to)
                | A::Withdraw(to)
                | A::Fight(to, _) => to == here,
                _ => false,
            },
            Target::City(here) => match action {
                A::PlaceInCity(city)
                | A::BuildWall(city)
                | A::MoveWall(_, city)
                | A::EnterCity(_, city)
                | A::LeaderEnters(_, city)
                | A::Summon(city, _)
                | A::Besiege(city, _) => city == here,
                _ => false,
            },
            Target::Unit(here) => match action {
                A::Lose(unit)
                | A::Rebuild(unit)
                | A::Raise(unit)
                | A::Take(unit)
                | A::Drop(unit)
                | A::PickUp(unit)
                | A::EnterCity(unit, _)
                | A::LeaveCity(unit)
                | A::LeaveCityFor(unit, _)
                | A::Assign(unit)
                | A::Sortie(unit)
                | A::Choose(unit) => unit == here,
                _ => false,
            },
            Target::Leader(here) => match action {
                A::Lead(leader)
                | A::LeaderEnters(leader, _)
                | A::LeaderLeaves(leader)
                | A::LeaderLeavesFor(leader, _)
                | A::AssignLeader(leader)
                | A::Risk(leader) => leader == here,
                _ => false,
            },
        }
    }
}

impl Table {
    /// Every legal answer that is about this.
    pub fn answers_at(&self, target: Target) -> impl Iterator<Item = Campaign> {
        self.campaign_actions().filter(move |&action| target.is_of(action))
    }

    /// Every legal answer on the map.
    pub fn campaign_actions(&self) -> impl Iterator<Item = Campaign> {
        self.actions().iter().filter_map(|action| match action {
            Action::Campaign(action) => Some(*action),
            _ => None,
        })
    }

    /// What is asked on the map, if anything is.
    pub fn map_question(&self) -> Option<OnMap> {
        match self.ask()?.question {
            Question::Campaign(question) => Some(question),
            _ => None,
        }
    }

    /// What somebody means who clicks here although nothing legal is about it.
    pub fn attempt_at(&self, target: Target) -> Option<Action> {
        let question = self.map_question()?;
        let meant = match (question, target) {
            (OnMap::RoyalArmy, Target::Province(at)) => Campaign::PlaceRoyalArmy(at),
            (OnMap::Scorch, Target::Province(at)) => Campaign::Scorch(at),
            (OnMap::Feed(_), Target::Province(at)) => Campaign::Feed(Some(at)),
            (OnMap::PlaceUnit(_) | OnMap::PlaceLeader(_), Target::Province(at)) => {
                Campaign::Place(at)
            }
            (OnMap::PlaceLeader(_), Target::City(at)) => Campaign::PlaceInCity(at),
            (OnMap::Gather(_), Target::Province(to)) => Campaign::March(to),
            (OnMap::Press, Target::Province(to)) => Campaign::Press(to),
            (OnMap::Withdraw(..), Target::Province(to)) => Campaign::Withdraw(to),
            (OnMap::March, Target::Leader(leader)) => Campaign::Lead(leader),
            (OnMap::Gather(_), Target::Unit(unit)) => Campaign::Take(unit),
            (OnMap::Press, Target::Unit(unit)) => Campaign::PickUp(unit),
            (OnMap::Lose { .. } | OnMap::DefenderLoss { .. }, Target::Unit(unit)) => {
                Campaign::Lose(unit)
            }
            (OnMap::Replace { .. }, Target::City(city)) => Campaign::BuildWall(city),
            (OnMap::Replace { .. }, Target::Unit(unit)) => Campaign::Rebuild(unit),
            (OnMap::Invest(_), Target::Unit(unit)) => Campaign::Assign(unit),
            (OnMap::Invest(_), Target::Leader(leader)) => Campaign::AssignLeader(leader),
            (OnMap::Sortie(_), Target::Unit(unit)) => Campaign::Sortie(unit),
            (OnMap::Risk, Target::Leader(leader)) => Campaign::Risk(leader),
            (OnMap::Choose { .. }, Target::Unit(unit)) => Campaign::Choose(unit),
            _ => return None,
        };
        Some(Action::Campaign(meant))
    }

    /// What is dangerous or in vain about an answer, if something is: a leader alone against an army, an order that
    /// could do nothing.
    pub fn danger(&self, action: Action) -> Option<String> {
        if let Some(view) = view_of_action(action) {
            return view.danger(self, action);
        }
        let Action::Campaign(Campaign::March(to)) = action else { return None };
        let (campaign, state) = self.campaign()?;
        let march = state.march()?;
        let units = campaign.march_outlook(state, march, to).alone_against?;
        let name = &campaign.roster[march.leader?].name;
        let place = &campaign.board[to].name;
        Some(format!(
            "{name} would go to {place} alone, where an army of {units} units stands against him."
        ))
    }

    /// An answer, if it is listed.
    pub fn listed(&self, wanted: Action) -> Option<Action> {
        self.actions().contains(&wanted).then_some(wanted)
    }

    /// The answer where there is no other.
    pub fn only_answer(&self) -> Option<Action> {
        match self.actions() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The answer that is sure to be meant: what one key does without asking anybody. Nothing where something could be
    /// lost by it.
    pub fn usual_answer(&self) -> Option<Action> {
        let question = self.ask()?.question;
        match (question, view_of_question(question)) {
            (_, Some(view)) => view.usual_answer(self),
            (Question::Campaign(question), None) => self.usual_on_map(question),
            (_, None) => self.only_answer(),
        }
    }

    /// The same to a question on the map.
    fn usual_on_map(&self, question: OnMap) -> Option<Action> {
        let map = |wanted| self.listed(Action::Campaign(wanted));
        match question {
            // Nobody is left without a leader by accident.
            OnMap::PlaceLeader(_) => {
                let places = |action: &&Action| **action != Action::Campaign(Campaign::Done);
                let mut places = self.actions().iter().filter(places);
                return places.next().filter(|_| places.next().is_none()).copied();
            }
            // The next unit mostly goes where the last one went.
            OnMap::PlaceUnit(_) => {
                let there = self.last_place.and_then(|last| map(Campaign::Place(last)));
                return there.or_else(|| self.only_answer());
            }
            // Who only shifts garrisons has nothing to lose by ending it.
            OnMap::March => {
                let marches = |action| matches!(action, Campaign::Lead(_) | Campaign::LeadBand(_));
                let nobody = !self.campaign_actions().any(marches);
                return map(Campaign::Done).filter(|_| nobody);
            }
            _ => {}
        }
        // Who has chosen some does not mean all.
        let none_yet = self.chosen().is_empty();
        let all = |wanted| map(wanted).filter(|_| none_yet);
        all(Campaign::TakeAll).or_else(|| all(Campaign::AssignAll)).or_else(|| self.only_answer())
    }
}

//! What a click means: the answer it gives to the present question, or the rule that forbids it.

use super::Table;
use diadem_campaign::Action as Campaign;
use diadem_campaign::Question as OnMap;
use diadem_campaign::ids::{CityId, LeaderId, ProvinceId, UnitId};
use diadem_display::Action as InBattle;
use diadem_display::Question as OnDisplay;
use diadem_handoff::{Action, Question};
use diadem_hexes::{Action as OnHexes, OrderMode, Question as InHexes, Step};

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
                | A::Assign(unit)
                | A::Sortie(unit)
                | A::Choose(unit) => unit == here,
                _ => false,
            },
            Target::Leader(here) => match action {
                A::Lead(leader)
                | A::LeaderEnters(leader, _)
                | A::LeaderLeaves(leader)
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
            Action::Display(_) | Action::Hexes(_) | Action::Choose(_) | Action::Draw(_) => None,
        })
    }

    /// What is asked on the map, if anything is.
    pub fn map_question(&self) -> Option<OnMap> {
        match self.ask()?.question {
            Question::Campaign(question) => Some(question),
            Question::Display(_) | Question::Hexes(_) | Question::Form | Question::Draw => None,
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

    /// The first duel that is listed: once a box attacks, its units have to meet somebody.
    fn next_duel(&self) -> Option<Action> {
        let duel = |action: &&Action| matches!(action, Action::Display(InBattle::Duel { .. }));
        self.actions().iter().find(duel).copied()
    }

    /// Whether somebody of the side that decides would hunger in a province.
    fn would_starve(&self, army: ProvinceId) -> bool {
        let (Some((campaign, state)), Some(ask)) = (self.campaign(), self.ask()) else {
            return false;
        };
        (campaign.standing_at(state, army).iter())
            .filter(|one| campaign.powers[one.force.power].seat == Some(ask.seat))
            .any(|one| campaign.would_starve(state, army, one.force))
    }

    /// The usual answer: what one key or button does.
    pub fn usual_answer(&self) -> Option<Action> {
        let has = |wanted: Action| self.actions().contains(&wanted).then_some(wanted);
        let map = |wanted| has(Action::Campaign(wanted));
        let only = || match self.actions() {
            [only] => Some(*only),
            _ => None,
        };
        let first = |wanted: fn(&Action) -> bool| self.actions().iter().copied().find(wanted);
        if let Question::Hexes(question) = self.ask()?.question {
            // Whoever runs is in nobody's hand any more: one way is mostly as good as another.
            let runs = matches!(question, InHexes::Rout(_) | InHexes::RoutPhase);
            let ways = |action: &Action| {
                matches!(
                    action,
                    Action::Hexes(OnHexes::Back(_) | OnHexes::BackTwo(_) | OnHexes::Next(_))
                )
            };
            let way = || first(ways).filter(|_| runs);
            // Whoever stops a unit by the key and presses it twice keeps the orders that are left, and the
            // chance of momentum.
            let orders = self.hexes().is_some_and(|(_, state)| match state.step() {
                Step::Orders(orders) => match orders.mode {
                    OrderMode::Individual(left) => left > 0,
                    OrderMode::Line { units, .. } => !units.is_empty(),
                    OrderMode::NameLine => true,
                },
                Step::Momentum(_) => true,
                _ => false,
            });
            // Nor does it hold back those who might attack.
            let attacks = matches!(question, InHexes::Designation(_) | InHexes::Allocation(_));
            if orders || attacks {
                return only();
            }
            return only().or_else(|| has(Action::Hexes(OnHexes::Done))).or_else(way);
        }
        match self.ask()?.question {
            // To rally and to pursue costs nothing; to leave it is seldom meant.
            Question::Display(OnDisplay::Rally | OnDisplay::Pursue) => {
                let tries = |action: &Action| {
                    matches!(action, Action::Display(InBattle::Rally(_) | InBattle::Pursue(_)))
                };
                return first(tries).or_else(|| has(Action::Display(InBattle::Done)));
            }
            // Nobody is left without a leader by accident.
            Question::Campaign(OnMap::PlaceLeader(_)) => {
                let places = |action: &&Action| **action != Action::Campaign(Campaign::Done);
                let mut places = self.actions().iter().filter(places);
                return places.next().filter(|_| places.next().is_none()).copied();
            }
            // The next unit mostly goes where the last one went.
            Question::Campaign(OnMap::PlaceUnit(_)) => {
                let there = self.last_place.and_then(|last| map(Campaign::Place(last)));
                return there.or_else(only);
            }
            // Nobody starves by one key while ships lie ready.
            Question::Campaign(OnMap::Feed(army)) if self.would_starve(army) => return None,
            _ => {}
        }
        // Who has chosen some does not mean all.
        let none_yet = self.chosen().is_empty();
        let all = |wanted| map(wanted).filter(|_| none_yet);
        all(Campaign::TakeAll)
            .or_else(|| all(Campaign::AssignAll))
            .or_else(|| map(Campaign::Storm))
            .or_else(|| map(Campaign::Stand))
            .or_else(|| map(Campaign::Done))
            .or_else(|| map(Campaign::Feed(None)))
            .or_else(|| has(Action::Display(InBattle::Done)))
            .or_else(|| self.next_duel())
            .or_else(only)
    }
}

//! 10.11: the odds of a duel.

use crate::combat::{Clash, Role};
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::flank::FLANK;
use crate::leaders::Part;
use crate::model::army::LeaderId;
use crate::model::charts::{Column, CombatResult, Odds};
use diadem_books::ALEXANDROS;
use diadem_core::{Rule, Sink, rule};

pub(crate) const RESOLUTION: Rule = rule!(ALEXANDROS, "10.11");

/// How the odds of a duel come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reckoning {
    /// The attacker's strength and the defender's, without leaders.
    pub units: [u8; 2],
    /// The leaders that take part, with their ratings.
    pub leaders: [Option<(LeaderId, u8)>; 2],
    /// The odds, rounded.
    pub odds: Odds,
    /// Columns to the right (10.15).
    pub shift: u8,
    /// The column used.
    pub column: Column,
    /// The odds at its head.
    pub heading: Odds,
}

/// One line of a reckoning, as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReckoningLine {
    /// What it is.
    pub what: ReckoningItem,
    /// How much.
    pub amount: u8,
    /// By which rule.
    pub rule: Rule,
}

/// What a line of a reckoning is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReckoningItem {
    /// The attacking unit's attack strength.
    Attack,
    /// The attacked unit's defense strength.
    Defense,
    /// A leader's rating, on this side of the duel.
    Leader(Role, LeaderId),
    /// Columns to the right.
    Shift,
}

impl Reckoning {
    /// Strength against strength, leaders added.
    pub fn strengths(&self) -> (u8, u8) {
        let total = |role: usize| self.units[role] + self.leaders[role].map_or(0, |(_, r)| r);
        (total(0), total(1))
    }

    /// Line by line, each with its rule.
    pub fn lines(&self) -> Vec<ReckoningLine> {
        let line = |what, amount, rule| ReckoningLine { what, amount, rule };
        let leader = |role: Role| {
            let (leader, rating) = self.leaders[role as usize]?;
            Some(line(ReckoningItem::Leader(role, leader), rating, crate::leaders::LEADERS))
        };
        let mut lines = vec![line(ReckoningItem::Attack, self.units[0], RESOLUTION)];
        lines.extend(leader(Role::Attacker));
        lines.push(line(ReckoningItem::Defense, self.units[1], RESOLUTION));
        lines.extend(leader(Role::Defender));
        if self.shift > 0 {
            lines.push(line(ReckoningItem::Shift, self.shift, FLANK));
        }
        lines
    }
}

impl Position<'_> {
    /// The odds of a duel with the leaders that take part.
    pub(crate) fn reckon(&self, clash: Clash) -> Reckoning {
        let units = [self.strength(clash.attacker).attack, self.strength(clash.defender).defense];
        let leader = |role: Role| {
            let leader = self.state.leader_of(clash.unit(role))?;
            let fights = clash.led[role as usize] == Some(Part::Fights);
            fights.then(|| (leader, self.rules.rating(self.state, leader)))
        };
        let leaders = [leader(Role::Attacker), leader(Role::Defender)];
        let total = |role: usize| units[role] + leaders[role].map_or(0, |(_, rating)| rating);
        let odds = Odds::of(total(0), total(1));
        let shift = self.odds_shift(clash);
        let charts = &self.rules.charts;
        let column = charts.column(odds, shift);
        Reckoning { units, leaders, odds, shift, column, heading: charts.heading(column) }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Rolls a duel and applies what it brings.
    pub(crate) fn resolve(&mut self, clash: Clash) {
        let reckoning = self.position().reckon(clash);
        let roll = self.roll();
        let result: CombatResult = self.rules.charts.result(reckoning.column, roll.raw);
        self.tell(Event::Fought {
            attacker: clash.attacker,
            defender: clash.defender,
            strengths: reckoning.strengths(),
            column: reckoning.heading,
            roll,
            result,
        });
        self.apply_result(clash, result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Prospect;
    use crate::engine::state::{Place, Stand};
    use crate::model::boxes::{BoxId, Post};
    use crate::model::scenarios::battle;
    use diadem_core::{Camp, Playable};

    /// The stack of 18.0: thirteen against Alexander's seventeen, line by line.
    #[test]
    fn a_reckoning_says_where_every_figure_comes_from() {
        let display = crate::Display::prepare(&battle("granicus-display").unwrap()).unwrap();
        let mut state = display.beginning();
        let named =
            |names: &[String], name: &str| names.iter().position(|known| known == name).unwrap();
        let unit = |name| crate::UnitId::new(named(&display.names().units, name) as u8);
        let leader = |name| LeaderId::new(named(&display.names().leaders, name) as u8);
        let (guard, hetairai) = (unit("Greek mercenary hoplites 1"), unit("Hetairai"));
        for (id, camp) in [(guard, Camp::Second), (hetairai, Camp::First)] {
            state.unit_mut(id).place = Place::In(BoxId::of(camp, Post::Center));
        }
        state.leader_mut(leader("Memnon")).stand = Stand::With(guard);
        state.leader_mut(leader("Alexander")).stand = Stand::With(hetairai);
        let Prospect::Duel(reckoning, chances) = display.prospect(&state, guard, hetairai) else {
            panic!("hoplites do not shoot");
        };
        let lines: Vec<(u8, String)> = reckoning
            .lines()
            .iter()
            .map(|line| (line.amount, line.rule.number().to_owned()))
            .collect();
        let line = |amount, rule: &str| (amount, rule.to_owned());
        let expected = [line(6, "10.11"), line(7, "10.16"), line(8, "10.11"), line(9, "10.16")];
        assert_eq!(lines, expected);
        assert_eq!(
            (reckoning.strengths(), reckoning.heading.to_string().as_str()),
            ((13, 17), "1:2")
        );
        assert_eq!(chances, [2, 1, 2, 0, 1]);
    }
}

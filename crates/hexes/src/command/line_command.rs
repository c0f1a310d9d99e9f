//! 4.3, 4.5: line commands.

use crate::command::activation::{Tenure, TenureKind};
use crate::command::orders::{OrderMode, Orders};
use crate::engine::action::{Action, LineRight, LineShape, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::rules::LINE_COMPOSITION;
use crate::engine::state::{LinePart, State};
use crate::missiles::line_of_sight::Sight;
use crate::model::hex::Aspect;
use crate::model::order_of_battle::{LeaderId, LineSort, Role, UnitId, UnitSet};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const WHO_GIVES_LINES: Rule = rule!(GBA, "4.3");
pub(crate) const LINE_SIZE: Rule = rule!(GBA, "4.32");
pub(crate) const LINE_COMMAND: Rule = rule!(GBA, "4.31");
pub(crate) const LINE_ELIGIBILITY: Rule = rule!(GBA, "4.34");
pub(crate) const NO_MOMENTUM_AFTER_HELP: Rule = rule!(GBA, "4.35");
pub(crate) const COMMAND_RESTRICTIONS: Rule = rule!(GBA, "4.37");
pub(crate) const WING_COMMANDER: Rule = rule!(GBA, "4.51");

/// 4.34: how near a leader must be to a line of foot or elephants.
const NEAR: u8 = 2;

/// A line that a leader could command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// The unit it is named by: its first.
    pub(crate) first: UnitId,
    /// How it is drawn up.
    pub(crate) shape: LineShape,
    /// Everybody in it.
    pub(crate) units: UnitSet,
}

/// 4.34: individual orders, or a line command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CommandChoice(
    /// Whose orders phase it is.
    pub Tenure,
);

impl Procedure for CommandChoice {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(
            rules.seat_of_leader(self.0.leader),
            Question::Command(self.0.leader),
            LINE_ELIGIBILITY,
        ))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.push(Action::Individual);
        if position.may_command_lines(self.0.leader).is_err() {
            return;
        }
        let has_right = |right: &LineRight| position.has_right(self.0, *right).is_ok();
        into.extend(LineRight::ALL.into_iter().filter(has_right).map(Action::LineCommand));
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Individual => Ok(()),
            Action::LineCommand(right) => {
                position.may_command_lines(self.0.leader)?;
                position.has_right(self.0, right)
            }
            _ => {
                let words = "He gives individual orders or a line command.";
                Err(Illegal::by(LINE_ELIGIBILITY, words))
            }
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Individual => resolver.give_individual_orders(self.0),
            Action::LineCommand(right) => resolver.give_line_command(self.0, right),
            _ => {}
        }
    }

    /// 4.24, 5.25: from an enemy zone of control there are no orders, only shock.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let is_lost = resolver.state.leader(self.0.leader).at.is_none();
        if is_lost || resolver.position().may_give_orders(self.0.leader).is_err() {
            resolver.end_orders(self.0);
            return true;
        }
        false
    }
}

impl LineRight {
    const ALL: [LineRight; 5] = [
        LineRight::Overall,
        LineRight::FirstTurn,
        LineRight::Wing,
        LineRight::ThroughOverall,
        LineRight::Strategy,
    ];
}

impl Position<'_> {
    /// What every line command needs: the `L`, no enemy zone of control, and a line.
    fn may_command_lines(&self, leader: LeaderId) -> Result<(), Illegal> {
        if !self.rules.commander(leader).line_command {
            return Err(Illegal::by(WHO_GIVES_LINES, "He does not give line commands."));
        }
        if self.is_leader_in_zone(leader) {
            let words = "No line command is given from an enemy zone of control.";
            return Err(Illegal::by(LINE_ELIGIBILITY, words));
        }
        if !self.has_line(leader) {
            return Err(Illegal::by(LINE_ELIGIBILITY, "No line of his is near and in his sight."));
        }
        Ok(())
    }

    /// Whether a leader has this right to a line command in this orders phase (4.34, 4.51).
    fn has_right(&self, tenure: Tenure, right: LineRight) -> Result<(), Illegal> {
        let leader = tenure.leader;
        let refuse = |words| Err(Illegal::by(LINE_ELIGIBILITY, words));
        let needs_nothing = self.needs_nothing(tenure);
        match right {
            LineRight::Overall if self.is_overall(leader) => Ok(()),
            LineRight::Overall => refuse("He is not the overall commander."),
            _ if self.is_overall(leader) => {
                refuse("The overall commander needs no other right than his own.")
            }
            LineRight::Strategy if needs_nothing => refuse("He needs no roll in this phase."),
            LineRight::Strategy => self.may_roll_strategy(tenure),
            _ if tenure.kind == TenureKind::Momentum => {
                refuse("In a momentum phase he needs a roll against his strategy.")
            }
            LineRight::FirstTurn if self.state.turn == 1 => Ok(()),
            LineRight::FirstTurn => refuse("It is not the first turn."),
            LineRight::Wing if self.rules.commander(leader).role != Role::Wing => {
                Err(Illegal::by(WING_COMMANDER, "He is not a wing commander."))
            }
            LineRight::Wing if self.state.turn > 1 => Ok(()),
            LineRight::Wing => refuse("In the first turn he need not be a wing commander."),
            LineRight::ThroughOverall if needs_nothing => {
                refuse("He does not need the overall commander in this phase.")
            }
            LineRight::ThroughOverall => {
                let overall = self.overall_commander(self.rules.force_of_leader(leader));
                match overall {
                    None => refuse("His army has no overall commander, or has lost him."),
                    Some(overall) if self.is_within(overall, self.range(overall), leader) => Ok(()),
                    Some(_) => refuse("He is not within the range of the overall commander."),
                }
            }
        }
    }

    /// 4.34: in the first turn, or as a wing commander, he needs neither help nor a roll.
    fn needs_nothing(&self, tenure: Tenure) -> bool {
        let is_wing = self.rules.commander(tenure.leader).role == Role::Wing;
        tenure.kind != TenureKind::Momentum && (is_wing || self.state.turn == 1)
    }

    /// 4.34: in a momentum phase only after a line command in his first.
    fn may_roll_strategy(&self, tenure: Tenure) -> Result<(), Illegal> {
        let refuse = |words| Err(Illegal::by(LINE_ELIGIBILITY, words));
        match () {
            () if self.rules.commander(tenure.leader).strategy.is_none() => {
                refuse("He has no strategy rating.")
            }
            () if tenure.kind == TenureKind::Momentum && !tenure.line_before => {
                refuse("He gave no line command in his first orders phase.")
            }
            () => Ok(()),
        }
    }

    /// Whether a unit can be in a line at all.
    pub(crate) fn may_be_in_line(&self, unit: UnitId) -> Result<(), Illegal> {
        if self.rules.troops(unit).kind.is_artillery() {
            let words = "It takes an individual order to move an engine.";
            return Err(Illegal::by(crate::missiles::artillery::MODES, words));
        }
        let holds = self.rules.battle.special.holds_height_first_turn;
        if self.state.turn == 1 && holds.contains(unit) {
            let words = "In this battle it takes no line command in the first turn.";
            return Err(Illegal::by(LINE_COMMAND, words));
        }
        self.may_be_ordered(unit)
    }

    /// Whether there is a line for this leader to command.
    pub(crate) fn has_line(&self, leader: LeaderId) -> bool {
        self.find_line(leader, |line| self.is_of_use(line, true) || self.is_of_use(line, false))
            .is_some()
    }

    /// 5.22: whether somebody in the line could move, or fire in place.
    fn is_of_use(&self, line: &Line, moves: bool) -> bool {
        line.units.iter().any(|unit| self.may_obey_line(unit, moves).is_ok())
    }

    pub(crate) fn list_lines(&self, leader: LeaderId, into: &mut Vec<Action>) {
        self.find_line(leader, |line| {
            for moves in [true, false] {
                if self.is_of_use(line, moves) {
                    into.push(Action::NameLine { unit: line.first, shape: line.shape, moves });
                }
            }
            false
        });
    }

    pub(crate) fn check_line(
        &self,
        leader: LeaderId,
        unit: UnitId,
        shape: LineShape,
        moves: bool,
    ) -> Result<(), Illegal> {
        match self.named_line(leader, unit, shape) {
            Some(line) if self.is_of_use(&line, moves) => Ok(()),
            Some(_) => Err(Illegal::by(LINE_COMPOSITION, "Nobody in that line could do that.")),
            None => Err(self.why_no_line(leader, unit)),
        }
    }

    fn named_line(&self, leader: LeaderId, unit: UnitId, shape: LineShape) -> Option<Line> {
        self.find_line(leader, |line| line.first == unit && line.shape == shape)
    }

    fn why_no_line(&self, leader: LeaderId, unit: UnitId) -> Illegal {
        let commander = self.rules.commander(leader);
        if !self.rules.leads(leader, unit) {
            return Illegal::by(LINE_COMMAND, "It is not one of his units.");
        }
        if !commander.commands.units.contains(unit) {
            return Illegal::by(COMMAND_RESTRICTIONS, "He gives it no line commands.");
        }
        if self.sort_of(unit).is_none() {
            return Illegal::by(LINE_COMMAND, "Its type forms no lines in this battle.");
        }
        if let Err(why) = self.may_be_in_line(unit) {
            return why;
        }
        if is_loose(self, unit)
            && !self.with_reach(leader, self.half_range(leader), |in_range| in_range(unit))
        {
            let words = "Horse and chariots of his line are within half his command range.";
            return Illegal::by(LINE_COMPOSITION, words);
        }
        let is_near = self.is_near_and_seen(leader, unit);
        if is_loose(self, unit) || is_near {
            let words = "A line is named by its first unit, and drawn up in one way.";
            return Illegal::by(LINE_COMPOSITION, words);
        }
        Illegal::by(LINE_ELIGIBILITY, "Nobody in that line is within two hexes and in his sight.")
    }

    /// The sort of line a unit stands in: the first in the list of its army.
    fn sort_of(&self, unit: UnitId) -> Option<usize> {
        let lines = &self.rules.list(self.rules.camp(unit)).lines;
        lines.iter().position(|sort| self.is_of_sort(sort, unit))
    }

    /// Whether a unit may stand in lines of this sort.
    pub(crate) fn is_of_sort(&self, sort: &LineSort, unit: UnitId) -> bool {
        sort.units.contains(unit) && sort.kinds.contains(&self.rules.troops(unit).kind)
    }

    /// Shows every line that a leader could command, up to the first that is wanted.
    pub(crate) fn find_line(
        &self,
        leader: LeaderId,
        mut is_wanted: impl FnMut(&Line) -> bool,
    ) -> Option<Line> {
        let commander = self.rules.commander(leader);
        if commander.role == Role::Contingent {
            // 5.65: 4.33 does not hold for contingents.
            let units = self.contingent_units(leader);
            let first = units.iter().next()?;
            let line = Line { first, shape: LineShape::Loose, units };
            return is_wanted(&line).then_some(line);
        }
        for (nth, sort) in self.rules.list(commander.camp).lines.iter().enumerate() {
            let found = self.find_line_of(leader, sort, |line| {
                // A unit of several sorts names a line of the first of them.
                let mut units = line.units.iter();
                units.find(|&unit| self.sort_of(unit) == Some(nth)).is_some_and(|first| {
                    line.first = first;
                    is_wanted(line)
                })
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// 4.33: the lines of one sort.
    fn find_line_of(
        &self,
        leader: LeaderId,
        sort: &LineSort,
        mut is_wanted: impl FnMut(&mut Line) -> bool,
    ) -> Option<Line> {
        let commanded = sort.units.and(self.rules.commander(leader).commands.units);
        let commanded = commanded.and(self.rules.units_under(leader));
        let (mut horse, mut foot) = (UnitSet::NONE, UnitSet::NONE);
        let may =
            |unit: &UnitId| self.is_of_sort(sort, *unit) && self.may_be_in_line(*unit).is_ok();
        for unit in commanded.iter().filter(may) {
            let of_its_arm = if is_loose(self, unit) { &mut horse } else { &mut foot };
            of_its_arm.insert(unit);
        }
        if !horse.is_empty() {
            let units = self.with_reach(leader, self.half_range(leader), |in_range| {
                horse.iter().filter(|&unit| in_range(unit)).collect::<UnitSet>()
            });
            if let Some(first) = units.iter().next() {
                let mut line = Line { first, shape: LineShape::Loose, units };
                if is_wanted(&mut line) {
                    return Some(line);
                }
            }
        }
        for shape in [LineShape::Abreast, LineShape::InFile] {
            let mut left = foot;
            while let Some(first) = left.iter().next() {
                let units = self.joined(first, &mut left, shape);
                // A single unit is drawn up in either way: it is named once.
                let is_double = shape == LineShape::InFile && units.len() == 1;
                let is_near = |unit: UnitId| self.is_near_and_seen(leader, unit);
                if is_double || !units.iter().any(is_near) {
                    continue;
                }
                let mut line = Line { first, shape, units };
                if is_wanted(&mut line) {
                    return Some(line);
                }
            }
        }
        None
    }

    /// 4.33: all who hang together with a unit in one shape; they are taken out of `left`.
    fn joined(&self, first: UnitId, left: &mut UnitSet, shape: LineShape) -> UnitSet {
        let mut line = UnitSet::NONE;
        let mut fresh: UnitSet = std::iter::once(first).collect();
        left.remove(first);
        while let Some(unit) = fresh.iter().next() {
            fresh.remove(unit);
            line.insert(unit);
            for other in self.neighbours(unit) {
                if left.contains(other) && self.adjoin(unit, other, shape) {
                    left.remove(other);
                    fresh.insert(other);
                }
            }
        }
        line
    }

    /// Whether two adjacent units stand flank to flank, or one before the other.
    fn adjoin(&self, one: UnitId, other: UnitId, shape: LineShape) -> bool {
        let has = |unit: UnitId, other: UnitId, aspect: Aspect| {
            let mut hexes = self.hexes(other).into_iter();
            hexes.any(|hex| self.aspect(unit, hex) == Some(aspect))
        };
        let before = |one, other| has(one, other, Aspect::Front) && has(other, one, Aspect::Rear);
        match shape {
            LineShape::Abreast => has(one, other, Aspect::Flank) && has(other, one, Aspect::Flank),
            LineShape::InFile => before(one, other) || before(other, one),
            LineShape::Loose => true,
        }
    }

    /// 4.34: whether a unit is within two hexes of a leader, in his sight.
    fn is_near_and_seen(&self, leader: LeaderId, unit: UnitId) -> bool {
        let Some(from) = self.state.leader(leader).at else { return false };
        let mut hexes = self.hexes(unit).into_iter();
        hexes.any(|hex| from.distance(hex) <= NEAR && self.sees(from, hex, Sight::Command))
    }
}

/// 4.33: horse and chariots form their lines by range alone.
fn is_loose(position: &Position<'_>, unit: UnitId) -> bool {
    let kind = position.rules.troops(unit).kind;
    kind.is_cavalry() || kind.is_chariot()
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 4.22: he gives as many orders as his initiative.
    pub(crate) fn give_individual_orders(&mut self, tenure: Tenure) {
        let orders = self.position().initiative(tenure.leader).unwrap_or(0);
        let mode = OrderMode::Individual(orders);
        self.instead(Orders { tenure, mode });
    }

    /// 4.34: he gives a line command by this right, for which he may have to roll; who fails gives
    /// individual orders.
    pub(crate) fn give_line_command(&mut self, mut tenure: Tenure, right: LineRight) {
        let leader = tenure.leader;
        if right == LineRight::Strategy {
            let printed = self.rules.commander(leader).strategy.unwrap_or(0);
            let rating = self.position().rating(leader, printed);
            let roll = self.roll();
            let success = roll.raw <= rating;
            self.tell(Event::Rolled { leader, rating, roll, success, rule: LINE_ELIGIBILITY });
            if !success {
                self.give_individual_orders(tenure);
                return;
            }
        }
        tenure.through_overall = right == LineRight::ThroughOverall;
        tenure.line_before |= tenure.kind != TenureKind::Momentum;
        self.tell(Event::LineCommand(leader, right));
        let mode = OrderMode::NameLine;
        self.instead(Orders { tenure, mode });
    }

    /// 4.33: the line is named; each of its units may be ordered now.
    pub(crate) fn name_line(
        &mut self,
        mut orders: Orders,
        unit: UnitId,
        shape: LineShape,
        moves: bool,
    ) {
        let leader = orders.tenure.leader;
        let Some(line) = self.position().named_line(leader, unit, shape) else { return };
        // 11.72: who stands behind one of them is ordered with it.
        let position = self.position();
        let backs = line.units.iter().filter_map(|unit| position.back_of(unit)).collect();
        let units = line.units.or(backs);
        self.tell(Event::LineNamed(leader, shape, units.len() as u32));
        self.state.leader_mut(leader).line = LinePart::Gave;
        orders.mode = OrderMode::Line { units, moves };
        self.instead(orders);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::steps::Step;
    use crate::fixtures::battle::{BattleFixture, BattleInPlay};
    use crate::model::hex::Vertex;
    use crate::model::types::Kind;
    use diadem_core::Camp;

    const FOOT: Kind = Kind::MediumInfantry;

    fn lines(play: &BattleInPlay, leader: LeaderId) -> Vec<(LineShape, Vec<usize>)> {
        let mut lines = Vec::new();
        play.ask(|position| {
            position.find_line(leader, |line| {
                lines.push((line.shape, line.units.iter().map(UnitId::index).collect()));
                false
            })
        });
        lines
    }

    /// A leader in 1010 who commands everybody, and units facing east in these hexes.
    fn drawn_up(units: &[(Kind, &str)]) -> (BattleFixture, LeaderId) {
        let mut fixture = BattleFixture::new();
        for &(kind, at) in units {
            fixture.unit(Camp::First, kind, at, Vertex::East);
        }
        let leader = fixture.leader(Camp::First, Role::Subordinate, 3, "1010");
        fixture.gives_lines(leader, Some(4));
        (fixture, leader)
    }

    #[test]
    fn gba_4_33_a_line_is_flank_to_flank_or_front_to_rear_but_not_both() {
        // Three abreast in column 11, and one in front of the first, which hides it from him.
        let units = [(FOOT, "1109"), (FOOT, "1110"), (FOOT, "1111"), (FOOT, "1209")];
        let (mut fixture, leader) = drawn_up(&units);
        fixture.line(Camp::First, &[FOOT]);
        let play = fixture.begin(&[]);
        let expected = [(LineShape::Abreast, vec![0, 1, 2]), (LineShape::InFile, vec![0, 3])];
        assert_eq!(lines(&play, leader), expected);
    }

    #[test]
    fn gba_4_33_a_gap_ends_the_line_even_an_occupied_one() {
        let units = [(FOOT, "1109"), (Kind::LightInfantry, "1110"), (FOOT, "1111")];
        let (mut fixture, leader) = drawn_up(&units);
        fixture.line(Camp::First, &[FOOT]);
        fixture.line(Camp::First, &[Kind::LightInfantry]);
        let abreast = |units| (LineShape::Abreast, units);
        let play = fixture.begin(&[]);
        assert_eq!(lines(&play, leader), [abreast(vec![0]), abreast(vec![2]), abreast(vec![1])]);
    }

    #[test]
    fn gba_4_33_types_that_the_battle_names_together_form_one_line() {
        let units = [(FOOT, "1109"), (Kind::HeavyInfantry, "1110")];
        let (mut fixture, leader) = drawn_up(&units);
        fixture.line(Camp::First, &[FOOT, Kind::HeavyInfantry]);
        assert_eq!(lines(&fixture.begin(&[]), leader), [(LineShape::Abreast, vec![0, 1])]);
    }

    #[test]
    fn gba_4_33_two_hex_units_join_at_their_flanks() {
        let units = [(Kind::Hoplite, "1106"), (Kind::Hoplite, "1108"), (Kind::Hoplite, "1111")];
        let (mut fixture, leader) = drawn_up(&units);
        fixture.line(Camp::First, &[Kind::Hoplite]);
        let play = fixture.begin(&[]);
        // A line reaches beyond two hexes and beyond his range, as long as one of it is near.
        assert_eq!(
            lines(&play, leader),
            [(LineShape::Abreast, vec![0, 1]), (LineShape::Abreast, vec![2])]
        );
    }

    #[test]
    fn gba_4_33_horse_within_half_the_range_forms_one_line() {
        let horse = Kind::LightCavalry;
        let (mut fixture, leader) = drawn_up(&[(horse, "1010"), (horse, "1310"), (horse, "1410")]);
        fixture.line(Camp::First, &[horse]);
        assert_eq!(lines(&fixture.begin(&[]), leader), [(LineShape::Loose, vec![0, 1])]);
    }

    #[test]
    fn gba_4_34_a_line_of_foot_must_be_within_two_hexes() {
        let (mut fixture, leader) = drawn_up(&[(FOOT, "1310"), (FOOT, "1210")]);
        fixture.line(Camp::First, &[FOOT]);
        let play = fixture.begin(&[]);
        assert_eq!(
            lines(&play, leader),
            [(LineShape::Abreast, vec![1]), (LineShape::InFile, vec![0, 1]),]
        );
    }

    #[test]
    fn gba_4_37_a_leader_commands_only_those_he_may() {
        let (mut fixture, leader) = drawn_up(&[(FOOT, "1109"), (FOOT, "1110")]);
        fixture.line(Camp::First, &[FOOT]);
        fixture.battle.leaders[leader.index()].commands.units.remove(UnitId::new(1));
        let mut play = fixture.begin(&[]);
        assert_eq!(lines(&play, leader), [(LineShape::Abreast, vec![0])]);
        play.act(Action::Activate(leader), &[]);
        play.act(Action::LineCommand(LineRight::FirstTurn), &[]);
        let other = UnitId::new(1);
        let named = Action::NameLine { unit: other, shape: LineShape::Abreast, moves: true };
        assert_eq!(play.refused(named), "4.37");
    }

    /// An overall commander in 2010 and a subordinate in 1010, both with a line; it is the second turn.
    fn subordinate(at: &str) -> (BattleInPlay, LeaderId) {
        let (mut fixture, leader) = drawn_up(&[(FOOT, "1109"), (FOOT, "1110")]);
        fixture.line(Camp::First, &[FOOT]);
        let overall = fixture.leader(Camp::First, Role::Overall, 5, at);
        fixture.gives_lines(overall, None);
        let mut play = fixture.begin(&[]);
        play.act(Action::Pass(leader), &[]);
        play.act(Action::Pass(overall), &[]);
        assert_eq!(play.state.turn, 2);
        play.act(Action::Activate(leader), &[]);
        (play, leader)
    }

    #[test]
    fn gba_4_34_a_subordinate_leans_on_the_overall_commander_or_rolls() {
        let (play, _) = subordinate("1610");
        let rights = [LineRight::ThroughOverall, LineRight::Strategy].map(Action::LineCommand);
        assert_eq!(play.listed(), [&[Action::Individual], &rights[..]].concat());
        let (play, _) = subordinate("1710");
        assert_eq!(play.listed(), [Action::Individual, Action::LineCommand(LineRight::Strategy)]);
        assert_eq!(play.refused(Action::LineCommand(LineRight::ThroughOverall)), "4.34");
        assert_eq!(play.refused(Action::LineCommand(LineRight::Wing)), "4.51");
    }

    #[test]
    fn gba_4_34_who_fails_his_roll_gives_individual_orders() {
        let (mut play, _) = subordinate("1710");
        play.act(Action::LineCommand(LineRight::Strategy), &[5]);
        let Step::Orders(orders) = play.state.step() else { panic!() };
        assert_eq!(orders.mode, OrderMode::Individual(3));
    }

    #[test]
    fn gba_4_35_no_momentum_after_the_overall_commanders_help() {
        let (mut play, leader) = subordinate("1610");
        play.act(Action::LineCommand(LineRight::ThroughOverall), &[]);
        let unit = UnitId::new(0);
        play.act(Action::NameLine { unit, shape: LineShape::Abreast, moves: true }, &[]);
        assert!(play.listed().contains(&Action::Send(leader)));
        let told = play.act(Action::Done, &[]);
        assert_eq!(told.last(), Some(&Event::Finished(leader, NO_MOMENTUM_AFTER_HELP)));
    }

    #[test]
    fn gba_4_34_in_a_momentum_phase_only_after_a_line_and_a_roll() {
        let (mut play, _) = subordinate("1710");
        play.act(Action::LineCommand(LineRight::Strategy), &[4]);
        let unit = UnitId::new(0);
        play.act(Action::NameLine { unit, shape: LineShape::Abreast, moves: true }, &[]);
        play.act(Action::Done, &[]);
        play.act(Action::Momentum, &[0]);
        assert_eq!(play.listed(), [Action::Individual, Action::LineCommand(LineRight::Strategy)]);
        let (mut play, _) = subordinate("1710");
        play.act(Action::Individual, &[]);
        play.act(Action::Done, &[]);
        play.act(Action::Momentum, &[0]);
        assert_eq!(play.listed(), [Action::Individual]);
        assert_eq!(play.refused(Action::LineCommand(LineRight::Strategy)), "4.34");
    }
}

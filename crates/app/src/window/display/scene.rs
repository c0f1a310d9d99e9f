//! What is on the field: pieces with their names and liveries, and what can be answered.

use crate::window::figures;
use crate::window::pieces::{Counter, Emphasis, Medallion, Silhouette};
use crate::window::table::Table;
use crate::window::theme::Livery;
use diadem_campaign::ids::UnitId as CampaignUnit;
use diadem_core::{Camp, Seat};
use diadem_display::{
    Action, Bout, BoxId, Display, Duels, Kind, LeaderId, Line, Place, Post, Question, Stand, State,
    UnitId, UnitSetup,
};
use diadem_handoff as war;
use std::sync::Arc;

/// A battle as the screen sees it.
pub(super) struct Scene<'a> {
    pub(super) display: Arc<Display>,
    pub(super) state: &'a State,
    /// What is asked of whom, unless it is over.
    pub(super) question: Option<Question>,
    pub(super) seat: Option<Seat>,
    /// Every legal answer.
    pub(super) actions: Vec<Action>,
    unit_names: Vec<String>,
    liveries: Vec<Livery>,
}

impl<'a> Scene<'a> {
    /// The battle on the table, if there is one.
    pub(super) fn of(table: &'a Table) -> Option<Scene<'a>> {
        let (display, state) = table.display()?;
        let ask = table.ask();
        // What the computer is asked is not asked of whoever looks.
        let asked = ask.as_ref().filter(|_| table.computer_to_decide().is_none());
        let question = asked.and_then(|ask| match ask.question {
            war::Question::Display(question) => Some(question),
            _ => None,
        });
        let actions = table.actions().iter().filter_map(|action| match action {
            war::Action::Display(action) => Some(*action),
            _ => None,
        });
        let unit_names = numbered(&display.names().units);
        let units = display.battle().units.iter();
        let liveries = units.map(|unit| unit_livery(table, &display, unit)).collect();
        Some(Scene {
            actions: actions.collect(),
            seat: ask.map(|ask| ask.seat),
            display,
            state,
            question,
            unit_names,
            liveries,
        })
    }

    /// The side that decides, unless it is over.
    pub(super) fn deciding(&self) -> Option<Camp> {
        let force = self.display.force_of_seat(self.seat?)?;
        Some(self.display.camp(force))
    }

    /// The camp whose turn it is.
    pub(super) fn active(&self) -> Camp {
        self.display.camp(self.state.active)
    }

    /// Whether armies are still set up.
    pub(super) fn is_setting_up(&self) -> bool {
        self.state.round == 0
    }

    /// Which box attacks which, while its next duel is asked for.
    pub(super) fn bout(&self) -> Option<Bout> {
        let duels = self.state.under_way::<Duels>()?;
        (self.question == Some(Question::Duel)).then_some(duels.bout)
    }

    /// A side's name.
    pub(super) fn side_name(&self, side: Camp) -> &str {
        &self.display.names().camps[side.index()]
    }

    /// A unit's name; of several alike each has its number.
    pub(super) fn unit_name(&self, unit: UnitId) -> &str {
        &self.unit_names[unit.index()]
    }

    /// A leader's name.
    pub(super) fn leader_name(&self, leader: LeaderId) -> &str {
        &self.display.names().leaders[leader.index()]
    }

    /// A box as it is labelled: `Persian Center`.
    pub(super) fn box_name(&self, at: BoxId) -> String {
        format!("{} {}", self.side_name(at.camp()), title(at.post()))
    }

    /// A line as it is labelled: `Persian Center, second line`.
    pub(super) fn spot_name(&self, at: BoxId, line: Line) -> String {
        match line {
            Line::First => self.box_name(at),
            Line::Second => format!("{}, second line", self.box_name(at)),
        }
    }

    /// Every unit with a counter of its own: not dead, not the second step of another.
    pub(super) fn units(&self) -> impl Iterator<Item = UnitId> {
        let is_shown = |unit: &UnitId| {
            !matches!(self.place(*unit), Place::Dead | Place::Hidden | Place::Stacked(_))
        };
        self.all_units().filter(is_shown)
    }

    /// Every unit, dead or alive.
    pub(super) fn all_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.state.units.len() as u8).map(UnitId::new)
    }

    /// Every leader, dead or alive.
    pub(super) fn all_leaders(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.state.leaders.len() as u8).map(LeaderId::new)
    }

    /// Where a unit is.
    pub(super) fn place(&self, unit: UnitId) -> Place {
        self.state.units[unit.index()].place
    }

    /// Where a leader is.
    pub(super) fn stand(&self, leader: LeaderId) -> Stand {
        self.state.leaders[leader.index()].stand
    }

    /// The line a unit is shown in: only its own battle line has two.
    pub(super) fn line(&self, unit: UnitId) -> Line {
        let side = self.display.camp_of(unit);
        match self.state.box_of(unit) {
            Some(at) if at.has_lines_for(side) => self.state.units[unit.index()].line,
            _ => Line::First,
        }
    }

    /// The units shown in this line of a box, in their order.
    pub(super) fn in_line(&self, at: BoxId, line: Line) -> Vec<UnitId> {
        let is_there =
            |unit: &UnitId| self.place(*unit) == Place::In(at) && self.line(*unit) == line;
        self.units().filter(is_there).collect()
    }

    /// The leaders that stand in a box without a unit.
    pub(super) fn lone_leaders(&self, at: BoxId) -> Vec<LeaderId> {
        self.all_leaders().filter(|&leader| self.stand(leader) == Stand::In(at)).collect()
    }

    /// The dead of a side.
    pub(super) fn fallen(&self, side: Camp) -> Vec<UnitId> {
        let is_dead = |unit: &UnitId| self.place(*unit) == Place::Dead;
        self.display.muster(side).iter().filter(is_dead).collect()
    }

    /// The units of a side that have still to be set up.
    pub(super) fn unplaced(&self, side: Camp) -> Vec<UnitId> {
        let waits = |unit: &UnitId| self.place(*unit) == Place::Unplaced;
        self.display.muster(side).iter().filter(waits).collect()
    }

    /// The leaders of a side that have still to be set up.
    pub(super) fn unplaced_leaders(&self, side: Camp) -> Vec<LeaderId> {
        let waits = |leader: &LeaderId| self.stand(*leader) == Stand::Unplaced;
        self.display.retinue(side).iter().filter(waits).collect()
    }

    /// A unit's counter.
    pub(super) fn counter(&self, unit: UnitId, emphasis: Emphasis) -> Counter {
        let setup = &self.display.battle().units[unit.index()];
        let steps = self.display.steps_left(self.state, unit);
        let counter = counter_of(setup, self.liveries[unit.index()], steps, emphasis);
        if !self.is_double(unit) {
            return counter;
        }
        let strength = self.display.strength(self.state, unit);
        Counter {
            attack: strength.attack,
            defence: strength.defense,
            steps: counter.steps + 1,
            full: counter.full + 1,
            ..counter
        }
    }

    /// Whether another unit is stacked with it.
    pub(super) fn is_double(&self, unit: UnitId) -> bool {
        self.state.units[unit.index()].mate.is_some()
    }

    /// A leader's medallion.
    pub(super) fn medallion(&self, leader: LeaderId, emphasis: Emphasis) -> Medallion {
        Medallion {
            livery: livery_of(self.display.camp_of_leader(leader)),
            monogram: self.leader_name(leader).chars().next().unwrap_or('?'),
            ability: self.display.rating(self.state, leader),
            wounded: self.state.leaders[leader.index()].wounded,
            emphasis,
        }
    }

    /// What is said when a unit is pointed at.
    pub(super) fn unit_words(&self, unit: UnitId) -> String {
        let counter = self.counter(unit, Emphasis::Plain);
        let kind = kind_words(self.display.battle().units[unit.index()].kind);
        let steps = match (counter.steps, counter.full) {
            (1, 1) => "one step".to_owned(),
            (left, full) => format!("{left} of {full} steps"),
        };
        let mut lines =
            vec![format!("{}\n{kind}, {}, {steps}", self.unit_name(unit), counter.figures())];
        if let Some(leader) = self.state.leader_of(unit) {
            let rating = self.display.rating(self.state, leader);
            lines.push(format!("led by {}, {rating}", self.leader_name(leader)));
        }
        if let Some(enemy) = self.state.units[unit.index()].engaged {
            lines.push(format!("engaged with {}", self.unit_name(enemy)));
        }
        lines.join("\n")
    }
}

/// A unit's livery: that of its nation and whom it serves, or alone on the display that of its side.
pub(super) fn unit_livery(table: &Table, display: &Display, unit: &UnitSetup) -> Livery {
    let camp = display.camp(unit.force);
    match table.war().campaign() {
        Some(campaign) => {
            let nation = campaign.roster[CampaignUnit(unit.parent as u8)].nation;
            let serves =
                campaign.powers.of_seat(display.battle().forces[unit.force.index()].seat).next();
            serves.map_or(nation.into(), |power| figures::livery(campaign, nation, power))
        }
        None if unit.spartan => Livery::Spartan,
        None => livery_of(camp),
    }
}

impl From<Kind> for Silhouette {
    fn from(kind: Kind) -> Silhouette {
        match kind {
            Kind::HeavyInfantry => Silhouette::HeavyInfantry,
            Kind::Infantry => Silhouette::Infantry,
            Kind::LightInfantry => Silhouette::LightInfantry,
            Kind::Archer => Silhouette::Archer,
            Kind::HeavyCavalry => Silhouette::HeavyCavalry,
            Kind::LightCavalry => Silhouette::LightCavalry,
            Kind::HorseArcher => Silhouette::HorseArcher,
            Kind::Elephant => Silhouette::Elephant,
            Kind::Chariot => Silhouette::Chariot,
        }
    }
}

/// The counter of a unit with so many steps left; a dead one shows what it was.
pub(super) fn counter_of(
    setup: &UnitSetup,
    livery: Livery,
    steps: u8,
    emphasis: Emphasis,
) -> Counter {
    let full = setup.steps.len() as u8;
    let lost = if steps == 0 { 0 } else { full.saturating_sub(steps) };
    let strength = setup.steps.get(usize::from(lost)).copied().unwrap_or((0, 0).into());
    Counter {
        livery,
        silhouette: setup.kind.into(),
        attack: strength.attack,
        defence: strength.defense,
        shoots: setup.kind.shoots(),
        steps,
        full,
        emphasis,
    }
}

/// The livery of a side's leaders and boxes.
pub(super) const fn livery_of(side: Camp) -> Livery {
    match side {
        Camp::First => Livery::Macedonian,
        Camp::Second => Livery::Persian,
    }
}

/// A box's name as on the board.
pub(super) const fn title(post: Post) -> &'static str {
    match post {
        Post::LeftOutflank => "Left Outflank",
        Post::Left => "Left",
        Post::Center => "Center",
        Post::Right => "Right",
        Post::RightOutflank => "Right Outflank",
        Post::Reserve => "Reserve",
        Post::Routed => "Routed",
    }
}

pub(super) const fn kind_words(kind: Kind) -> &'static str {
    match kind {
        Kind::HeavyInfantry => "heavy infantry",
        Kind::Infantry => "infantry",
        Kind::LightInfantry => "light infantry",
        Kind::Archer => "archers",
        Kind::HeavyCavalry => "heavy cavalry",
        Kind::LightCavalry => "light cavalry",
        Kind::HorseArcher => "horse archers",
        Kind::Elephant => "elephants",
        Kind::Chariot => "chariots",
    }
}

/// Names of which no two are the same: several alike get a number each.
pub(super) fn numbered(names: &[String]) -> Vec<String> {
    let alike =
        |name: &String, among: &[String]| among.iter().filter(|&other| other == name).count();
    let number = |(at, name): (usize, &String)| match alike(name, names) {
        1 => name.clone(),
        _ => format!("{name} {}", alike(name, &names[..at]) + 1),
    };
    names.iter().enumerate().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn units_alike_are_told_apart_by_a_number() {
        let names = ["Phalanx", "Hetairai", "Phalanx"].map(String::from);
        assert_eq!(numbered(&names), ["Phalanx 1", "Hetairai", "Phalanx 2"]);
    }
}

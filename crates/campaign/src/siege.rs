//! 11.0 Siege combat, with 17.2 (fury) and 17.5 (surrender).

use crate::engine::event::Event;
use crate::engine::state::{Force, Kin, Laid, Objective, Place};
use crate::engine::steps::{
    Asked, Position, Procedure, Progress, Resolver, happens, not_asked, unless_idle,
};
use crate::forces::{ARMIES, ARMY, CITY_GARRISONS, ForcesAt, UNITY};
use crate::leaders::{Comrades, Fall};
use crate::losses::{Loss, LossCause};
use crate::model::charts::Casualty;
use crate::model::ids::{CityId, LeaderId, LeaderSet, ProvinceId, ProvinceSet, UnitId, UnitSet};
use crate::model::pieces::Kind;
use crate::model::powers::Power;
use crate::model::switches::Switch;
use crate::movement::{BORDERS, INDIANS};
use crate::{Action, Campaign, Question, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Dice, Die, Illegal, Roll, Rule, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const SIEGES: Rule = rule!(ALEXANDROS, "11.1");
pub(crate) const PROCEDURE: Rule = rule!(ALEXANDROS, "11.3");
pub(crate) const LOSSES: Rule = rule!(ALEXANDROS, "11.4");
pub(crate) const SORTIE: Rule = rule!(ALEXANDROS, "11.5");
pub(crate) const ENDING: Rule = rule!(ALEXANDROS, "11.6");
pub(crate) const FURY: Rule = rule!(ALEXANDROS, "17.2");
pub(crate) const OPTIONS: Rule = rule!(ALEXANDROS, "17.0");
pub(crate) const SURRENDER: Rule = rule!(ALEXANDROS, "17.5");

/// A line of the siege differential (11.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DifferentialLine {
    /// What it is for.
    pub what: &'static str,
    /// What it adds or takes away.
    pub amount: i8,
}

/// 11.1: the sieges of a power.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sieges(pub Power);

impl Procedure for Sieges {
    fn asked(&self, _: Position<'_>) -> Option<Asked> {
        Some(Asked { power: self.0, question: Question::Siege, rule: SIEGES })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        rules.list_sieges(state, self.0, into);
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        rules.check_sieges(state, self.0, action)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Besiege(city, from) => {
                resolver.rules.lay_siege(resolver.state, self.0, city, from);
            }
            Action::Summon(city, from) => {
                let Resolver { rules, state, dice, sink } = resolver;
                rules.summon(state, self.0, city, from, dice, *sink);
            }
            _ => resolver.finish(),
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = !resolver.rules.can_besiege_anything(resolver.state, self.0);
        unless_idle(resolver, is_idle)
    }
}

/// A siege under way: the frame of its steps. When it is on top again, it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Siege {
    /// The city.
    pub city: CityId,
    /// Who besieges.
    pub besieger: Power,
    /// Who defends.
    pub defender: Power,
    /// The province the siege is laid from.
    pub from: ProvinceId,
    /// The units that storm.
    pub units: UnitSet,
    /// The leaders with them.
    pub leaders: LeaderSet,
    /// Leaders of either side who were checked (11.4).
    pub checked: LeaderSet,
    /// Losses still to be taken by the defender.
    pub defender_losses: u8,
}

happens!(Siege by SIEGES, |siege, it| it.rules.siege_ends(it.state, siege, it.sink));

/// 11.3: who takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invest;

impl Procedure for Invest {
    fn asked(&self, Position { state, .. }: Position<'_>) -> Option<Asked> {
        let siege = state.siege()?;
        let question = Question::Invest(siege.city);
        Some(Asked { power: siege.besieger, question, rule: PROCEDURE })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        if let Some(siege) = state.siege() {
            rules.list_invest(state, siege, into);
        }
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        let siege = state.siege().ok_or_else(|| not_asked(SIEGES))?;
        rules.check_invest(state, siege, action)
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.rules.invest(resolver.state, action);
    }
    fn proceed<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Progress {
        Progress::Waits
    }
}

/// 11.5: a garrison may sally.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sortie;

impl Procedure for Sortie {
    fn asked(&self, Position { state, .. }: Position<'_>) -> Option<Asked> {
        let siege = state.siege()?;
        let question = Question::Sortie(siege.city);
        Some(Asked { power: siege.defender, question, rule: SORTIE })
    }
    fn list(&self, Position { state, .. }: Position<'_>, into: &mut Vec<Action>) {
        if let Some(siege) = state.siege() {
            into.extend(state.units_at(Place::City(siege.city)).map(Action::Sortie));
            into.push(Action::Done);
        }
    }
    fn check(&self, Position { state, .. }: Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Sortie(unit) if is_in_besieged_city(state, unit) => Ok(()),
            Action::Sortie(_) => {
                Err(Illegal::by(SORTIE, "Only the garrison of the city can sally forth."))
            }
            _ => Err(not_asked(SORTIE)),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        if let Action::Sortie(unit) = action {
            let Resolver { rules, state, dice, sink } = resolver;
            rules.sortie(state, unit, dice, *sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = !resolver.rules.may_sortie(resolver.state);
        unless_idle(resolver, is_idle)
    }
}

/// Whether a unit is in the city under siege.
fn is_in_besieged_city(state: &State, unit: UnitId) -> bool {
    state.siege().is_some_and(|siege| state.unit(unit).place == Place::City(siege.city))
}

/// 11.3: the assault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Storm;

happens!(Storm by PROCEDURE, |_, it| it.rules.storm(it.state, it.dice, it.sink));

/// 11.4: a leader of this power is in danger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Risk(pub Power);

impl Procedure for Risk {
    fn asked(&self, _: Position<'_>) -> Option<Asked> {
        Some(Asked { power: self.0, question: Question::Risk, rule: LOSSES })
    }
    fn list(&self, Position { rules, state }: Position<'_>, into: &mut Vec<Action>) {
        into.extend(rules.leaders_at_risk(state, self.0).iter().map(Action::Risk));
    }
    fn check(
        &self,
        Position { rules, state }: Position<'_>,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            Action::Risk(leader) if rules.leaders_at_risk(state, self.0).contains(leader) => Ok(()),
            Action::Risk(_) => {
                Err(Illegal::by(LOSSES, "He took no part, or was in danger already."))
            }
            _ => Err(not_asked(LOSSES)),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        if let Action::Risk(leader) = action {
            let Resolver { rules, state, dice, sink } = resolver;
            rules.risk(state, leader, dice, *sink);
        }
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = resolver.rules.leaders_at_risk(resolver.state, self.0).is_empty();
        unless_idle(resolver, is_idle)
    }
}

/// 11.4: what the defender loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DefenderLoss;

impl Procedure for DefenderLoss {
    fn asked(&self, Position { state, .. }: Position<'_>) -> Option<Asked> {
        let &Siege { city, defender, defender_losses: losses, .. } = state.siege()?;
        let question = Question::DefenderLoss { city, losses };
        Some(Asked { power: defender, question, rule: LOSSES })
    }
    fn list(&self, Position { state, .. }: Position<'_>, into: &mut Vec<Action>) {
        if let Some(siege) = state.siege() {
            into.push(Action::LoseWall);
            into.extend(state.units_at(Place::City(siege.city)).map(Action::Lose));
        }
    }
    fn check(&self, Position { state, .. }: Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::LoseWall => Ok(()),
            Action::Lose(unit) if is_in_besieged_city(state, unit) => Ok(()),
            Action::Lose(_) => {
                Err(Illegal::by(CITY_GARRISONS, "Only the garrison of the city can suffer."))
            }
            _ => Err(Illegal::by(LOSSES, "A wall falls, or a garrison step.")),
        }
    }
    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.rules.defender_loses(resolver.state, action, resolver.sink);
    }
    fn proceed<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Progress {
        let is_idle = resolver.rules.defender_is_done(resolver.state);
        unless_idle(resolver, is_idle)
    }
}

impl Campaign {
    /// The forces of a power that can still lay a siege from a province.
    fn besieging_forces(&self, state: &State, power: Power, from: ProvinceId) -> ForcesAt {
        let army =
            |(force, count): &(Force, u8)| force.power == power && usize::from(*count) >= ARMY;
        let fit = |one: &(Force, u8)| army(one) && self.sieges_left(state, one.0, from);
        self.forces_at(state, from).into_iter().filter(fit).collect()
    }

    /// Infantry and trains of those forces that have stormed nothing yet.
    fn besiegers(&self, state: &State, forces: &ForcesAt, from: ProvinceId) -> UnitSet {
        let fit = |&unit: &UnitId| {
            let (piece, kind) = (state.unit(unit), self.roster[unit].kind);
            let counts = kind.is_infantry() || kind == Kind::SiegeTrain;
            let in_army = || forces.iter().any(|(force, _)| *force == self.force_of(state, unit));
            counts && !piece.done.besieged && !piece.done.evaded && in_army()
        };
        state.units_at(Place::Field(from)).filter(fit).collect()
    }

    /// 6.3: the force that lays the siege, once somebody has been chosen.
    fn besieging_force(&self, state: &State, siege: &Siege) -> Option<Force> {
        siege.units.iter().next().map(|unit| self.force_of(state, unit))
    }

    /// 11.1: an army lays one siege, and more with leaders with a rating who are still free.
    fn sieges_left(&self, state: &State, force: Force, from: ProvinceId) -> bool {
        let laid = || state.laid.iter().filter(|one| (one.force, one.from) == (force, from));
        if laid().next().is_none() {
            return true;
        }
        let free = |leader: &LeaderId| {
            let done = state.leader(*leader).done;
            self.roster[*leader].ability > 0 && !done.besieged && !done.evaded
        };
        let free = self.field_leaders(state, from, force).filter(free).count();
        laid().filter(|one| !one.led).count() < free
    }

    fn can_besiege_anything(&self, state: &State, power: Power) -> bool {
        let bases = self.siege_bases(state, power);
        let fit = |city: CityId| {
            let mut from = self.board[city].reached_from.and(bases).iter();
            from.any(|from| self.may_besiege(state, power, city, from).is_ok())
        };
        self.board.cities().any(fit)
    }

    /// 6.2: the provinces with an army of a power, from where alone a siege can be laid.
    fn siege_bases(&self, state: &State, power: Power) -> ProvinceSet {
        let army = |(_, force, count): &(_, Force, u8)| {
            force.power == power && usize::from(*count) >= ARMY
        };
        self.forces(state).iter().filter(|one| army(one)).map(|(province, ..)| *province).collect()
    }

    fn list_sieges(&self, state: &State, power: Power, into: &mut Vec<Action>) {
        let bases = self.siege_bases(state, power);
        for city in self.board.cities() {
            for from in self.board[city].reached_from.and(bases).iter() {
                let candidates = [Action::Summon(city, from), Action::Besiege(city, from)];
                let fit = |one: &Action| self.check_sieges(state, power, *one).is_ok();
                into.extend(candidates.into_iter().filter(fit));
            }
        }
        into.push(Action::Done);
    }

    fn check_sieges(&self, state: &State, power: Power, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::Besiege(city, from) => self.may_besiege(state, power, city, from),
            Action::Summon(city, from) => {
                let refuse = |sentence: &'static str| Err(Illegal::by(SURRENDER, sentence));
                if !self.switches.has(Switch::CitySurrender) {
                    let sentence = "Cities are not called on to surrender in this game.";
                    return Err(Illegal::by(OPTIONS, sentence));
                }
                if power != self.macedon() {
                    return refuse("Only the Macedonian calls on cities to surrender.");
                }
                if self.board[city].surrenders_on == 0 {
                    return refuse("This city never surrenders.");
                }
                if state.city(city).refused {
                    return refuse("The city has refused, or a siege has begun.");
                }
                self.may_besiege(state, power, city, from)
            }
            _ => Err(Illegal::by(SIEGES, "Sieges are being laid.")),
        }
    }

    fn may_besiege(
        &self,
        state: &State,
        power: Power,
        city: CityId,
        from: ProvinceId,
    ) -> Result<(), Illegal> {
        let now = state.city(city);
        let refuse = |sentence: &'static str| Err(Illegal::by(SIEGES, sentence));
        let reached_from = self.board[city].reached_from;
        if !reached_from.contains(from) {
            // 8.2 says from where Gaza can be besieged.
            let rule = if reached_from.len() > 1 { BORDERS } else { SIEGES };
            return Err(Illegal::by(rule, "The city cannot be besieged from there."));
        }
        if now.owner.is_none_or(|owner| !self.hostile(power, owner)) {
            return refuse("There are no enemy walls to besiege.");
        }
        if !self.has_army(state, from, |one| one == power) {
            return Err(Illegal::by(ARMIES, "It takes an army of three units to lay a siege."));
        }
        let forces = self.besieging_forces(state, power, from);
        if forces.is_empty() {
            return refuse("Each leader can conduct one siege.");
        }
        if forces.iter().all(|(force, _)| force.kin == Kin::Indian) && !state.history.indians_roused
        {
            let sentence = "The Indians stay until Macedonians enter their land.";
            return Err(Illegal::by(INDIANS, sentence));
        }
        let foot = |unit: UnitId| self.roster[unit].kind.is_infantry();
        if !self.besiegers(state, &forces, from).iter().any(foot) {
            return refuse("No infantry is left that could storm the walls.");
        }
        Ok(())
    }

    fn lay_siege(&self, state: &mut State, besieger: Power, city: CityId, from: ProvinceId) {
        let Some(defender) = state.city(city).owner else { return };
        state.cities[city.index()].refused = true;
        let siege = Siege {
            city,
            besieger,
            defender,
            from,
            units: UnitSet::NONE,
            leaders: LeaderSet::NONE,
            checked: LeaderSet::NONE,
            defender_losses: 0,
        };
        state.steps.push(siege.into());
        state.steps.push(Invest.into());
    }

    /// 17.5: a roll, once for each city, in the place of a siege.
    fn summon(
        &self,
        state: &mut State,
        power: Power,
        city: CityId,
        from: ProvinceId,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let roll = Roll::plain(dice, Die::D6);
        let surrendered = roll.raw <= self.board[city].surrenders_on;
        state.cities[city.index()].refused = true;
        state.laid.push(Laid { from, force: Force::main(power), led: false });
        sink.tell(SeatSet::ALL, Event::Summoned { city, roll, surrendered });
        if surrendered {
            let garrison: Vec<UnitId> = state.units_at(Place::City(city)).collect();
            for unit in garrison {
                if self.roster[unit].turns_coat {
                    self.unit_turns_coat(state, unit, power, from, sink);
                } else {
                    self.bury(state, unit);
                }
            }
            self.city_falls(state, city, power, SURRENDER, sink);
            if city == self.lands.gordium {
                // What is in the city is captured with it, whoever is there to see it.
                self.secure(state, Objective::GordianKnot, SURRENDER, sink);
            }
            self.replace_fallen(state, Comrades::None);
        }
    }

    /// It joins the army that called on the city, wherever that stands.
    fn unit_turns_coat(
        &self,
        state: &mut State,
        unit: UnitId,
        power: Power,
        army: ProvinceId,
        sink: &mut impl Sink<Event>,
    ) {
        let piece = &mut state.units[unit.index()];
        piece.place = Place::Field(army);
        piece.power = power;
        sink.tell(SeatSet::ALL, Event::TurnedCoat { unit });
    }

    fn list_invest(&self, state: &State, siege: &Siege, into: &mut Vec<Action>) {
        let units = self.besiegers_of(state, siege);
        let fit = |unit: &UnitId| self.may_assign(state, siege, &units, *unit).is_ok();
        let before = into.len();
        into.extend(units.iter().filter(fit).map(Action::Assign));
        if into.len() > before + 1 {
            into.push(Action::AssignAll);
        }
        let fit = |one: &Action| self.check_invest(state, siege, *one).is_ok();
        let leaders = state.leaders_at(Place::Field(siege.from));
        into.extend(leaders.map(Action::AssignLeader).filter(fit));
        into.extend(Some(Action::Storm).filter(fit));
    }

    /// Those who could take part in a siege.
    fn besiegers_of(&self, state: &State, siege: &Siege) -> UnitSet {
        let forces = self.besieging_forces(state, siege.besieger, siege.from);
        self.besiegers(state, &forces, siege.from)
    }

    fn may_assign(
        &self,
        state: &State,
        siege: &Siege,
        besiegers: &UnitSet,
        unit: UnitId,
    ) -> Result<(), Illegal> {
        if !besiegers.contains(unit) || siege.units.contains(unit) {
            return Err(Illegal::by(PROCEDURE, "It cannot take part in this siege."));
        }
        match self.besieging_force(state, siege) {
            Some(force) if force != self.force_of(state, unit) => {
                Err(Illegal::by(UNITY, "Another force lays this siege."))
            }
            _ => Ok(()),
        }
    }

    fn foot_in(&self, units: &UnitSet) -> usize {
        units.iter().filter(|&unit| self.roster[unit].kind.is_infantry()).count()
    }

    fn check_invest(&self, state: &State, siege: &Siege, action: Action) -> Result<(), Illegal> {
        let refuse = |rule, sentence: &'static str| Err(Illegal::by(rule, sentence));
        match action {
            Action::Assign(unit) => {
                self.may_assign(state, siege, &self.besiegers_of(state, siege), unit)
            }
            Action::AssignAll => Ok(()),
            Action::AssignLeader(leader) => {
                let piece = state.leader(leader);
                let here = piece.place == Place::Field(siege.from);
                let own = piece.power == siege.besieger;
                let done = piece.done.besieged || piece.done.evaded;
                if !here || !own || siege.leaders.contains(leader) || done {
                    return refuse(SIEGES, "He cannot take part in this siege.");
                }
                let force = self.besieging_force(state, siege);
                if force.is_some_and(|force| force != self.force_of_leader(state, leader)) {
                    return refuse(UNITY, "Another force lays this siege.");
                }
                if siege.leaders.len() >= self.foot_in(&siege.units) {
                    return refuse(PROCEDURE, "Each leader needs an infantry unit of his own.");
                }
                Ok(())
            }
            Action::Storm if self.foot_in(&siege.units) == 0 => {
                refuse(PROCEDURE, "Somebody has to storm the walls.")
            }
            Action::Storm => Ok(()),
            _ => refuse(SIEGES, "A siege is being laid."),
        }
    }

    fn invest(&self, state: &mut State, action: Action) {
        let Some(&(mut siege)) = state.siege() else { return };
        match action {
            Action::Assign(unit) => siege.units.insert(unit),
            Action::AssignAll => {
                for unit in self.besiegers_of(state, &siege).iter() {
                    let force = self.besieging_force(state, &siege);
                    if force.is_none_or(|force| force == self.force_of(state, unit)) {
                        siege.units.insert(unit);
                    }
                }
            }
            Action::AssignLeader(leader) => siege.leaders.insert(leader),
            _ => {
                state.steps.pop();
                state.steps.push(Storm.into());
                state.steps.push(Sortie.into());
                for unit in siege.units.iter() {
                    state.units[unit.index()].done.besieged = true;
                    state.units[unit.index()].done.fought = true;
                }
                for unit in &mut state.units {
                    unit.done.fought |= unit.place == Place::City(siege.city);
                }
                for leader in siege.leaders.iter() {
                    state.leaders[leader.index()].done.besieged = true;
                }
                if let Some(force) = self.besieging_force(state, &siege) {
                    let led = siege.leaders.iter().any(|one| self.roster[one].ability > 0);
                    state.laid.push(Laid { from: siege.from, force, led });
                }
            }
        }
        if let Some(under_way) = state.frame_mut::<Siege>() {
            *under_way = siege;
        }
    }

    fn train_of(&self, siege: &Siege) -> Option<UnitId> {
        siege.units.iter().find(|&unit| self.roster[unit].kind == Kind::SiegeTrain)
    }

    /// 11.5: a garrison, and a Siege Train to go for.
    fn may_sortie(&self, state: &State) -> bool {
        state.siege().is_some_and(|siege| {
            let garrison = state.units_at(Place::City(siege.city)).next().is_some();
            garrison && self.train_of(siege).is_some()
        })
    }

    fn sortie(
        &self,
        state: &mut State,
        unit: UnitId,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        self.lose_step(state, unit, LossCause::Sortie, sink);
        let roll = Roll::plain(dice, Die::D6);
        let destroyed = roll.raw <= self.charts.succeeds_on.sortie;
        let Some(&siege) = state.siege() else { return };
        let Some(train) = self.train_of(&siege) else { return };
        if destroyed {
            self.bury(state, train);
            sink.tell(SeatSet::ALL, Event::TrainLost { rule: SORTIE, roll: Some(roll) });
        } else {
            sink.tell(SeatSet::ALL, Event::SortieFailed { city: siege.city, roll });
        }
    }

    /// 11.3: the differential of the siege under way, line by line.
    pub fn siege_differential(&self, state: &State, siege: &Siege) -> Vec<DifferentialLine> {
        let foot = self.foot_in(&siege.units);
        let garrison = state.units_at(Place::City(siege.city)).count();
        let leaders_inside = state.leaders_at(Place::City(siege.city)).count();
        let train = self.train_of(siege).map_or(0, |_| 2);
        let walls = state.city(siege.city).walls;
        let line = |what, amount| DifferentialLine { what, amount };
        vec![
            line("infantry", foot as i8),
            line("siege train", train),
            line("leaders", siege.leaders.len().min(foot) as i8),
            line("walls", -(walls as i8)),
            line("garrison", -(garrison as i8)),
            line("leaders within", -(leaders_inside.min(garrison) as i8)),
        ]
    }

    /// 11.3, 11.7, 17.2: what besieger and defender lose on a roll of the die.
    pub(crate) fn storm_losses(
        &self,
        state: &State,
        siege: &Siege,
        differential: i8,
        die: u8,
    ) -> (u8, u8) {
        let (attacker, mut defender) = self.charts.siege.losses(differential, die);
        if self.train_of(siege).is_some() {
            defender += 1;
        }
        if self.is_furious(state, siege) {
            defender *= 2;
        }
        (attacker, defender)
    }

    /// 17.2: whether the city has wounded Alexander.
    fn is_furious(&self, state: &State, siege: &Siege) -> bool {
        self.switches.has(Switch::MacedonianFury)
            && siege.besieger == self.macedon()
            && state.city(siege.city).fury
    }

    /// 11.3: the assault.
    fn storm(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        let Some(&siege) = state.siege() else { return };
        let differential =
            self.siege_differential(state, &siege).iter().map(|line| line.amount).sum();
        let roll = Roll::plain(dice, Die::D6);
        let (attacker, defender) = self.storm_losses(state, &siege, differential, roll.raw);
        let city = siege.city;
        sink.tell(SeatSet::ALL, Event::Siege { city, differential, roll, attacker, defender });
        if self.is_furious(state, &siege) && defender > 0 {
            sink.tell(SeatSet::ALL, Event::FuryStrikes { city, losses: defender });
        }
        if let Some(under_way) = state.frame_mut::<Siege>() {
            under_way.defender_losses = defender;
        }
        state.steps.push(DefenderLoss.into());
        let foot = siege.units.iter().filter(|&unit| self.roster[unit].kind.is_infantry());
        let loss = Loss {
            power: siege.besieger,
            cause: LossCause::Storm,
            among: foot.collect(),
            steps: attacker,
        };
        let before: u32 = loss.among.iter().map(|unit| u32::from(state.unit(unit).steps)).sum();
        self.must_lose(state, loss, sink);
        if before > 0 && u32::from(attacker) >= before {
            // All of them died at once: each loss endangers a leader all the same.
            for _ in 0..before {
                self.besieger_lost(state);
            }
        }
    }

    /// 11.4: a step lost in the assault endangers a leader who was not yet in danger.
    pub(crate) fn besieger_lost(&self, state: &mut State) {
        if let Some(&Siege { besieger, .. }) = state.siege() {
            state.steps.push(Risk(besieger).into());
        }
    }

    /// 11.4: the leaders of a power in the siege who have not been in danger yet.
    fn leaders_at_risk(&self, state: &State, power: Power) -> LeaderSet {
        let Some(siege) = state.siege() else { return LeaderSet::NONE };
        let taking_part = if power == siege.besieger {
            siege.leaders
        } else {
            state.leaders_at(Place::City(siege.city)).collect()
        };
        taking_part.without(siege.checked)
    }

    fn risk(
        &self,
        state: &mut State,
        leader: LeaderId,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let Some(siege) = state.frame_mut::<Siege>() else { return };
        siege.checked.insert(leader);
        let (city, attacks) = (siege.city, siege.leaders.contains(leader));
        let casualty = self.check_leader(state, leader, dice, sink);
        let alexander = leader == self.roster.who().alexander;
        // Also a wound on top of another, and a death that 10.17 spares him; but none behind walls of his own.
        if alexander && attacks && casualty == Casualty::Wounded {
            state.cities[city.index()].fury = true;
            if self.switches.has(Switch::MacedonianFury) {
                sink.tell(SeatSet::ALL, Event::Fury { city });
            }
        }
    }

    /// Whether the defender has nothing more to lose, or nothing to lose it with.
    fn defender_is_done(&self, state: &State) -> bool {
        state.siege().is_none_or(|siege| {
            siege.defender_losses == 0 || state.city(siege.city).owner == Some(siege.besieger)
        })
    }

    fn defender_loses(&self, state: &mut State, action: Action, sink: &mut impl Sink<Event>) {
        let Some(siege) = state.frame_mut::<Siege>() else { return };
        siege.defender_losses -= 1;
        let siege = *siege;
        match action {
            Action::Lose(unit) => {
                self.lose_step(state, unit, LossCause::Storm, sink);
                state.steps.push(Risk(siege.defender).into());
            }
            _ => {
                let now = &mut state.cities[siege.city.index()];
                now.walls -= 1;
                let walls = now.walls;
                sink.tell(SeatSet::ALL, Event::WallLost { city: siege.city, walls });
                if walls == 0 {
                    // 11.6: quick repairs give the new owner one wall.
                    state.cities[siege.city.index()].walls = 1;
                    for unit in state.units_at(Place::City(siege.city)).collect::<Vec<_>>() {
                        self.bury(state, unit);
                    }
                    self.city_falls(state, siege.city, siege.besieger, ENDING, sink);
                }
            }
        }
    }

    /// A city changes hands with whoever is in it.
    fn city_falls(
        &self,
        state: &mut State,
        city: CityId,
        by: Power,
        rule: Rule,
        sink: &mut impl Sink<Event>,
    ) {
        state.cities[city.index()].owner = Some(by);
        sink.tell(SeatSet::ALL, Event::CityTaken { city, by, rule });
        let leaders: Vec<LeaderId> = state.leaders_at(Place::City(city)).collect();
        for leader in leaders {
            self.leader_falls(state, leader, Fall::Captured, rule, sink);
        }
        let presence = self.refresh_control(state, sink);
        self.secure_cities(state, &presence, sink);
    }

    fn siege_ends(&self, state: &mut State, siege: Siege, sink: &mut impl Sink<Event>) {
        state.steps.pop();
        self.replace_fallen(state, Comrades::Siege(siege));
        self.abandon_train(state, sink);
        self.alexander_halts(state, sink);
    }
}

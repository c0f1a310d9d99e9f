//! The words of a campaign, made only when somebody reads them.

use crate::arrivals::{MACEDONIAN_SET_UP, PERSIAN_SET_UP};
use crate::combat::{COMBAT, Contingents, EVADE_MINOR, MINOR_COMBAT, PURSUIT, TACTICAL};
use crate::control::{CONTESTED, STATES};
use crate::engine::sequence::{FIRST_TURN, RECOVERY_OF_LAND, SEQUENCE};
use crate::engine::state::{Ending, Force, Kin, Objective, Place};
use crate::events::{DEATH, MUTINY, RAIDS, REVOLT};
use crate::forces::CITY_GARRISONS;
use crate::leaders::{ALEXANDER, CASUALTIES};
use crate::losses::LossCause;
use crate::model::charts::{Casualty, MinorResult};
use crate::model::data::Season;
use crate::model::ids::{CityId, LeaderId, ProvinceId, UnitId};
use crate::model::powers::Power;
use crate::movement::{FORCED_MARCH, INDIANS, MARCHING};
use crate::objectives::ALEXANDRIA;
use crate::replacements::{LEADER_RECOVERY, POINTS, REBUILDING, RECUPERATION, TREASURIES, WALLS};
use crate::siege::{FURY, LOSSES, PROCEDURE, SURRENDER};
use crate::supply::{AT_HOME, BY_SEA, OFF_THE_LAND, SCORCHED_EARTH};
use crate::victory::{ALEXANDER_FELL, OBJECTIVES, VICTORY_POINTS, WORLD_EMPIRE};
use crate::{Action, Campaign, Event, Interjection, Question, State};
use diadem_core::Rule;

impl Objective {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Objective::RoyalFamily => "the Royal Family",
            Objective::TreasuryBabylon => "the treasury of Babylon",
            Objective::TreasurySusa => "the treasury of Susa",
            Objective::TreasuryPersepolis => "the treasury of Persepolis",
            Objective::TreasuryEcbatana => "the treasury of Ecbatana",
            Objective::GordianKnot => "the Gordian Knot",
            Objective::OracleOfAmmon => "the Oracle of Ammon",
            Objective::Alexandria => "Alexandria",
            Objective::Roxana => "Roxana",
            Objective::Darius => "Darius",
            Objective::Bessus => "Bessus",
        }
    }
}

impl Season {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Season::Spring => "Spring",
            Season::Summer => "Summer",
            Season::Autumn => "Autumn",
            Season::Winter => "Winter",
        }
    }
}

fn units_words(units: u8) -> String {
    match units {
        0 => "nobody".into(),
        1 => "1 unit".into(),
        _ => format!("{units} units"),
    }
}

fn steps_words(steps: u8) -> String {
    match steps {
        0 => "nothing".into(),
        1 => "1 step".into(),
        _ => format!("{steps} steps"),
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.map_or_else(String::new, |first| first.chain(letters).collect())
}

impl Campaign {
    /// The date of a turn: `Autumn 333`.
    pub fn date(&self, turn: u8) -> String {
        format!("{} {}", self.scenario.season(turn).name(), self.scenario.year(turn))
    }

    /// What a battle of a turn in a province is called. The one that opens a war may have a name.
    pub fn battle_name(&self, province: ProvinceId, turn: u8) -> String {
        match &self.scenario.first_battle {
            Some(name) if turn == 0 => name.clone(),
            _ => format!("The battle in {}", self.province(province)),
        }
    }

    /// The name of a power as it stands before a noun: `Macedonian`.
    pub fn power_name(&self, power: Power) -> &str {
        &self.powers[power].name
    }

    /// The name of whoever controls a province.
    pub fn control_name(&self, control: Option<Power>) -> &str {
        control.map_or("independent", |power| self.power_name(power))
    }

    /// The name of a force: `the Persians`.
    pub fn force_name(&self, force: Force) -> &str {
        match force.kin {
            Kin::Main => &self.powers[force.power].people,
            Kin::Indian => "the Indians",
            Kin::Band(_) => "the raiders",
        }
    }

    /// The forces of a camp: `the Persians with the Spartans`.
    fn camp_name(&self, camp: Contingents) -> String {
        match camp.ally {
            None => self.force_name(camp.lead).to_owned(),
            Some(ally) => {
                format!("{} with {}", self.force_name(camp.lead), self.force_name(ally))
            }
        }
    }

    fn province(&self, id: ProvinceId) -> &str {
        &self.board[id].name
    }

    fn city(&self, id: CityId) -> &str {
        &self.board[id].name
    }

    fn unit(&self, id: UnitId) -> &str {
        &self.roster[id].name
    }

    fn leader(&self, id: LeaderId) -> &str {
        &self.roster[id].name
    }

    /// What is to be decided.
    pub fn question_text(&self, state: &State, question: Question) -> String {
        match question {
            Question::RoyalArmy => "Where does Darius gather his army?".into(),
            Question::Scorch => "Is a province laid waste?".into(),
            Question::Feed(army) => {
                format!("Shall ships feed the army in {}?", self.province(army))
            }
            Question::Lose { steps } => {
                let why = match state.loss().map(|loss| loss.cause) {
                    Some(LossCause::Attrition) => "Hunger",
                    Some(LossCause::ForcedMarch) => "The forced march",
                    Some(LossCause::Minor) => "The combat",
                    Some(LossCause::Storm) => "The assault",
                    Some(LossCause::Sortie) => "The sortie",
                    None => "Losses",
                };
                format!(
                    "{why}: who loses {}?",
                    if steps == 1 { "a step".into() } else { steps_words(steps) }
                )
            }
            Question::PlaceUnit(unit) => format!("{}: where to?", self.unit(unit)),
            Question::PlaceLeader(leader) => format!("Where does {} appear?", self.leader(leader)),
            Question::Replace { points } => format!("{points} replacement points: what for?"),
            Question::March => format!("{}: who marches?", self.date(state.turn)),
            Question::Gather(Some(leader)) => {
                format!("{} marches: who comes along, and where to?", self.leader(leader))
            }
            Question::Gather(None) => "The raiders march: who, and where to?".into(),
            Question::Press => "Does Alexander press on?".into(),
            Question::NextCombat => "Which combat is fought next?".into(),
            Question::Evade(province, force) => {
                format!("Do {} in {} evade?", self.force_name(force), self.province(province))
            }
            Question::EvadeAlone(leader) => {
                format!("{} is alone among enemies. Does he try to get away?", self.leader(leader))
            }
            Question::Withdraw(province, force) => {
                format!("Where do {} go from {}?", self.force_name(force), self.province(province))
            }
            Question::Siege => "Which city is besieged?".into(),
            Question::Invest(city) => format!("Who storms {}?", self.city(city)),
            Question::Sortie(city) => format!("Does the garrison of {} sally?", self.city(city)),
            Question::DefenderLoss { city, losses } => {
                format!("{}: {losses} to lose, wall or garrison?", self.city(city))
            }
            Question::Risk => "Which leader is in danger?".into(),
            Question::Choose { units } => format!("Which {units} units?"),
        }
    }

    /// What an action does.
    pub fn action_text(&self, action: Action) -> String {
        match action {
            Action::PlaceRoyalArmy(to) | Action::Place(to) => format!("In {}", self.province(to)),
            Action::PlaceInCity(city) => format!("In {}", self.city(city)),
            Action::Scorch(province) => format!("Lay waste to {}", self.province(province)),
            Action::Feed(None) => "Live off the land".into(),
            Action::Feed(Some(from)) => format!("Ship supplies from {}", self.province(from)),
            Action::Lose(unit) => format!("A step of {}", self.unit(unit)),
            Action::Rebuild(unit) => format!("Rebuild {}", self.unit(unit)),
            Action::Raise(unit) => format!("Raise {}", self.unit(unit)),
            Action::BuildWall(city) => format!("Build a wall at {}", self.city(city)),
            Action::MoveWall(from, to) => {
                format!("Pull down a wall of {} for {}", self.city(from), self.city(to))
            }
            Action::Lead(leader) => format!("{} marches", self.leader(leader)),
            Action::LeadBand(_) => "The raiders march".into(),
            Action::Take(unit) => format!("Take {} along", self.unit(unit)),
            Action::TakeAll => "Take everybody along".into(),
            Action::March(to) => format!("March to {}", self.province(to)),
            Action::Drop(unit) => format!("Leave {} behind", self.unit(unit)),
            Action::PickUp(unit) => format!("Pick {} up", self.unit(unit)),
            Action::Press(to) => format!("Press on to {}", self.province(to)),
            Action::EnterCity(unit, city) => {
                format!("Into {}: {}", self.city(city), self.unit(unit))
            }
            Action::LeaveCity(unit) => format!("Out of the city: {}", self.unit(unit)),
            Action::LeaveCityFor(unit, to) => {
                format!("Out of the city into {}: {}", self.province(to), self.unit(unit))
            }
            Action::LeaderEnters(leader, city) => {
                format!("{} enters {}", self.leader(leader), self.city(city))
            }
            Action::LeaderLeaves(leader) => format!("{} leaves his city", self.leader(leader)),
            Action::LeaderLeavesFor(leader, to) => {
                format!("{} leaves his city for {}", self.leader(leader), self.province(to))
            }
            Action::Fight(province, enemy) => {
                format!("Fight {} in {}", self.force_name(enemy), self.province(province))
            }
            Action::Evade => "Try to evade".into(),
            Action::Stand => "Stand".into(),
            Action::Withdraw(to) => format!("Go to {}", self.province(to)),
            Action::Summon(city, _) => format!("Call on {} to surrender", self.city(city)),
            Action::Besiege(city, _) => format!("Besiege {}", self.city(city)),
            Action::Assign(unit) => format!("To the assault: {}", self.unit(unit)),
            Action::AssignAll => "Everybody storms".into(),
            Action::AssignLeader(leader) => format!("{} leads the assault", self.leader(leader)),
            Action::Storm => "Storm the walls".into(),
            Action::Sortie(unit) => format!("A sortie by {}", self.unit(unit)),
            Action::LoseWall => "A wall falls".into(),
            Action::Risk(leader) => format!("{} is in danger", self.leader(leader)),
            Action::Choose(unit) => self.unit(unit).into(),
            Action::Done => "Nothing more".into(),
        }
    }

    /// What an interjection does.
    pub fn interjection_text(&self, interjection: Interjection) -> String {
        match interjection {
            Interjection::Concede(power) => {
                format!("The {} player gives up", self.power_name(power))
            }
        }
    }

    /// What happened.
    #[expect(clippy::too_many_lines, reason = "a sentence for each event")]
    pub fn event_text(&self, event: &Event) -> String {
        match event {
            Event::Turn { turn } => format!("{} begins.", self.date(*turn)),
            Event::Opening => {
                "Alexander and Parmenio stand in Ionia, Antipater in Macedonia.".into()
            }
            Event::RoyalArmy { province } => {
                format!("Darius gathers his army in {}.", self.province(*province))
            }
            Event::Control { province, control, .. } => {
                format!("{} is {}.", self.province(*province), self.control_name(*control))
            }
            Event::Contested { province } => format!("{} is contested.", self.province(*province)),
            Event::Uncontested { province, control } => {
                let (province, owner) = (self.province(*province), self.control_name(*control));
                format!("{province} is contested no longer: it is {owner}.")
            }
            Event::HomeArmyFreed { .. } => "Antipater's army may leave Europe.".into(),
            Event::Scorched { province } => format!("{} is laid waste.", self.province(*province)),
            Event::StaysWaste { province } => {
                format!("{} lies waste and does not recover.", self.province(*province))
            }
            Event::Fed { army, from, .. } => {
                let (army, from) = (self.province(*army), self.province(*from));
                format!("Ships from {from} feed the army in {army}.")
            }
            Event::LivesOffTheLand { army } => {
                format!("The army in {} lives off the land.", self.province(*army))
            }
            Event::Depletion { province, units, roll, depleted, .. } => {
                let state = if *depleted { "depleted" } else { "not depleted" };
                let province = self.province(*province);
                format!("{province} feeds {units} units: {roll}, {state}.")
            }
            Event::Recovered => "Summer restores the depleted land.".into(),
            Event::Spared { province, force, rule } => {
                let (force, province) =
                    (sentence(self.force_name(*force)), self.province(*province));
                let at_home = [AT_HOME, REVOLT].contains(rule);
                let why = if at_home { "are at home" } else { "are few enough" };
                format!("{force} in {province} {why} and find food.")
            }
            Event::Attrition { province, force, roll, steps, .. } => {
                let (force, province) =
                    (sentence(self.force_name(*force)), self.province(*province));
                format!("{force} in {province} hunger: {roll}, {} lost.", steps_words(*steps))
            }
            Event::StepLost { unit, steps_left: 0, .. } | Event::UnitLost { unit, .. } => {
                format!("Lost: {}.", self.unit(*unit))
            }
            Event::StepLost { unit, .. } => format!("A step lost: {}.", self.unit(*unit)),
            Event::UnitWithdrawn { unit, .. } => format!("Going home: {}.", self.unit(*unit)),
            Event::LeaderWithdrawn { leader, .. } => {
                format!("{} leaves the stage.", self.leader(*leader))
            }
            Event::UnitArrives { unit, province, .. } => {
                format!("{} in {}.", self.unit(*unit), self.province(*province))
            }
            Event::LeaderArrives { leader, place, .. } => {
                let place = match *place {
                    Place::City(city) => self.city(city),
                    place => self.province_of(place).map_or("no place", |id| self.province(id)),
                };
                format!("{} appears in {place}.", self.leader(*leader))
            }
            Event::Recovery { leader, roll, recovered } => {
                let how = if *recovered { "recovers" } else { "does not recover" };
                format!("{} {how} from his wound: {roll}.", self.leader(*leader))
            }
            Event::Points { power, points } => {
                format!("The {} player has {points} replacement points.", self.power_name(*power))
            }
            Event::Unpaid => "Two treasuries are lost: nothing is raised this Spring.".into(),
            Event::Rebuilt { unit, .. } => format!("A step regained: {}.", self.unit(*unit)),
            Event::WallBuilt { city, taken_from: None } => {
                format!("A wall is built at {}.", self.city(*city))
            }
            Event::WallBuilt { city, taken_from: Some(from) } => {
                format!("A wall of {} is pulled down for {}.", self.city(*from), self.city(*city))
            }
            Event::Recuperated { unit } => format!("Rested: {}.", self.unit(*unit)),
            Event::Marched { leader, units, from, to } => {
                let who = leader.map_or("Raiders", |leader| self.leader(leader));
                let (from, to) = (self.province(*from), self.province(*to));
                match units {
                    0 => format!("{who} alone: {from} to {to}."),
                    _ => format!("{who} with {}: {from} to {to}.", units_words(*units)),
                }
            }
            Event::Gathered { force, province, units, .. } => {
                let (force, province) =
                    (sentence(self.force_name(*force)), self.province(*province));
                format!("{force} now have {units} units together in {province}.")
            }
            Event::Pressed { units, from, to } => {
                let (from, to) = (self.province(*from), self.province(*to));
                format!("Alexander presses on with {}: {from} to {to}.", units_words(*units))
            }
            Event::MarchAttrition { through, roll, steps } => {
                let through = self.province(*through);
                format!("The forced march through {through}: {roll}, {} lost.", steps_words(*steps))
            }
            Event::Garrison { unit, city, inside } => {
                let how = if *inside { "Into" } else { "Out of" };
                format!("{how} {}: {}.", self.city(*city), self.unit(*unit))
            }
            Event::LeaderGarrison { leader, city, inside } => {
                let how = if *inside { "enters" } else { "leaves" };
                format!("{} {how} {}.", self.leader(*leader), self.city(*city))
            }
            Event::IndiansRoused => "India takes up arms.".into(),
            Event::Evasion { province, force, roll, evaded, .. } => {
                let how = if *evaded { "evade" } else { "cannot evade" };
                let (force, province) =
                    (sentence(self.force_name(*force)), self.province(*province));
                format!("{force} in {province} {how}: {roll}.")
            }
            Event::EvasionAlone { leader, roll, evaded } => {
                let how = if *evaded { "gets away" } else { "does not get away" };
                format!("{} {how}: {roll}.", self.leader(*leader))
            }
            Event::Withdrew { force, from, to, .. } => {
                let (from, to) = (self.province(*from), self.province(*to));
                format!("{} go from {from} to {to}.", sentence(self.force_name(*force)))
            }
            Event::Trapped { force, province } => {
                let province = self.province(*province);
                format!("{} have nowhere to go from {province}.", sentence(self.force_name(*force)))
            }
            Event::MinorCombat { province, attacker, defender, attack, defence, roll, result } => {
                let result = match result {
                    MinorResult::Ae => "the attacker is eliminated",
                    MinorResult::Al => "the attacker loses a step",
                    MinorResult::Ex => "both lose a step",
                    MinorResult::Dl => "the defender loses a step",
                    MinorResult::De => "the defender is eliminated",
                };
                let roll = roll.as_ref().map(|roll| format!(", {roll}")).unwrap_or_default();
                let (attacker, defender) =
                    (sentence(self.force_name(*attacker)), self.force_name(*defender));
                let province = self.province(*province);
                format!(
                    "{attacker} attack {defender} in {province}, {attack} to {defence}{roll}: {result}."
                )
            }
            Event::Eliminated { force, province, .. } => {
                format!(
                    "{} in {} are no more.",
                    sentence(self.force_name(*force)),
                    self.province(*province)
                )
            }
            Event::LeaderChecked { leader, roll, casualty } => {
                let fate = match casualty {
                    Casualty::Killed => "is struck down",
                    Casualty::Wounded => "is wounded",
                    Casualty::Unhurt => "is unhurt",
                };
                format!("{} {fate}: {roll}.", self.leader(*leader))
            }
            Event::AlexanderChecked { roll, dead } => {
                let fate = if *dead { "dies" } else { "lives" };
                format!("Alexander {fate}: {roll}.")
            }
            Event::LeaderFell { leader, captured, .. } => {
                let fate = if *captured { "captured" } else { "killed" };
                format!("{} is {fate}.", self.leader(*leader))
            }
            Event::CombatBegins { province, camps } => {
                let [first, second] = camps.map(|camp| self.camp_name(camp));
                let province = self.province(*province);
                format!("{} and {second} meet in {province}.", sentence(&first))
            }
            Event::BattleBegins { province, camps } => {
                let [first, second] = camps.map(|camp| self.camp_name(camp));
                let province = self.province(*province);
                format!("{} and {second} meet in battle in {province}.", sentence(&first))
            }
            Event::BattleEnded { province, camps, report } => {
                let province = self.province(*province);
                match report.winner {
                    Some(camp) => {
                        let winner = self.power_name(camps[camp.index()].lead.power);
                        format!("The {winner} army wins the battle in {province}.")
                    }
                    None => format!("Night ends the battle in {province}."),
                }
            }
            Event::TrainLost { roll: Some(roll), .. } => {
                format!("The sortie burns the Siege Train: {roll}.")
            }
            Event::TrainLost { roll: None, .. } => "The Siege Train is lost.".into(),
            Event::SortieFailed { city, roll } => {
                format!("The sortie from {} fails: {roll}.", self.city(*city))
            }
            Event::Summoned { city, roll, surrendered } => {
                let how = if *surrendered { "surrenders" } else { "refuses to surrender" };
                format!("{} {how}: {roll}.", self.city(*city))
            }
            Event::Siege { city, differential, roll, attacker, defender } => {
                let city = self.city(*city);
                format!(
                    "The assault on {city}, {differential:+}: {roll}; losses {attacker} and {defender}."
                )
            }
            Event::Fury { city } => {
                format!("Alexander's wound enrages his men: {} will suffer.", self.city(*city))
            }
            Event::FuryStrikes { city, losses } => {
                format!("Fury doubles what {} suffers: {losses}.", self.city(*city))
            }
            Event::WallLost { city, walls } => {
                format!("A wall of {} falls; {walls} stand.", self.city(*city))
            }
            Event::CityTaken { city, by, .. } => {
                format!("{} is {}.", self.city(*city), self.power_name(*by))
            }
            Event::TurnedCoat { unit } => format!("{} joins Alexander.", self.unit(*unit)),
            Event::SpartanCheck { roll, revolt: true } => format!("Sparta revolts: {roll}."),
            Event::SpartanCheck { roll, .. } => format!("Sparta stays quiet: {roll}."),
            Event::MercenaryCheck { roll, units } => {
                format!("{units} mercenary units join Agis: {roll}.")
            }
            Event::RaidCheck { roll, from: None } => format!("No raid: {roll}."),
            Event::RaidCheck { roll, from: Some(from) } => {
                format!("Raiders gather in {}: {roll}.", self.province(*from))
            }
            Event::RaidSize { roll, units } => format!("{units} units: {roll}."),
            Event::MutinyCheck { roll, units: 0 } => format!("The army follows: {roll}."),
            Event::MutinyCheck { roll, units } => {
                format!("Mutiny! {units} units go home: {roll}.")
            }
            Event::Treachery { leader, roll, guilty } => {
                let how = if *guilty { "is executed for treason" } else { "is above suspicion" };
                format!("{} {how}: {roll}.", self.leader(*leader))
            }
            Event::DeathCheck { roll, dead: true } => format!("Alexander dies of a fever: {roll}."),
            Event::DeathCheck { roll, .. } => format!("Alexander is in good health: {roll}."),
            Event::Secured { objective, .. } => {
                format!("Alexander secures {}.", objective.name())
            }
            Event::AlexandriaFounded => "Alexandria is founded.".into(),
            Event::Objectives { secured } => format!("Alexander has secured {secured} objectives."),
            Event::GivesUp { power } => {
                format!("The {} player gives up.", self.power_name(*power))
            }
            Event::Over { ending, points } => match ending {
                Ending::AlexanderFell => "Alexander has fallen. The war is over.".into(),
                Ending::WorldEmpire => "The whole world is Macedonian.".into(),
                Ending::Conceded(power) => {
                    format!("The {} player gives up.", self.power_name(*power))
                }
                Ending::Points => format!("The war is over with {points} points."),
            },
        }
    }
}

/// The rule an event stands under.
pub fn rule_of(event: &Event) -> Rule {
    match event {
        Event::Turn { turn: 0 } => FIRST_TURN,
        Event::Turn { .. } => SEQUENCE,
        Event::Opening => MACEDONIAN_SET_UP,
        Event::Contested { .. } => CONTESTED,
        Event::Uncontested { .. } => STATES,
        Event::SortieFailed { .. } => LossCause::Sortie.rule(),
        Event::LivesOffTheLand { .. } => OFF_THE_LAND,
        Event::Objectives { .. } => OBJECTIVES,
        Event::RoyalArmy { .. } => PERSIAN_SET_UP,
        Event::Control { rule, .. }
        | Event::Depletion { rule, .. }
        | Event::Attrition { rule, .. }
        | Event::Spared { rule, .. }
        | Event::UnitLost { rule, .. }
        | Event::UnitWithdrawn { rule, .. }
        | Event::LeaderWithdrawn { rule, .. }
        | Event::UnitArrives { rule, .. }
        | Event::LeaderArrives { rule, .. }
        | Event::Evasion { rule, .. }
        | Event::HomeArmyFreed { rule }
        | Event::Gathered { rule, .. }
        | Event::Eliminated { rule, .. }
        | Event::Withdrew { rule, .. }
        | Event::LeaderFell { rule, .. }
        | Event::TrainLost { rule, .. }
        | Event::CityTaken { rule, .. }
        | Event::Secured { rule, .. } => *rule,
        Event::Scorched { .. } | Event::StaysWaste { .. } => SCORCHED_EARTH,
        Event::Fed { .. } => BY_SEA,
        Event::Recovered => RECOVERY_OF_LAND,
        Event::StepLost { cause, .. } => cause.rule(),
        Event::Recovery { .. } => LEADER_RECOVERY,
        Event::Points { .. } => POINTS,
        Event::Unpaid => TREASURIES,
        Event::Rebuilt { .. } => REBUILDING,
        Event::WallBuilt { .. } => WALLS,
        Event::Recuperated { .. } => RECUPERATION,
        Event::Marched { leader: None, .. } => RAIDS,
        Event::Marched { .. } => MARCHING,
        Event::Pressed { .. } => FORCED_MARCH,
        Event::MarchAttrition { .. } => LossCause::ForcedMarch.rule(),
        Event::Garrison { .. } | Event::LeaderGarrison { .. } => CITY_GARRISONS,
        Event::IndiansRoused => INDIANS,
        Event::EvasionAlone { .. } => EVADE_MINOR,
        Event::Trapped { .. } => PURSUIT,
        Event::CombatBegins { .. } => COMBAT,
        Event::MinorCombat { .. } => MINOR_COMBAT,
        Event::LeaderChecked { .. } => CASUALTIES,
        Event::AlexanderChecked { .. } => ALEXANDER,
        Event::BattleBegins { .. } | Event::BattleEnded { .. } => TACTICAL,
        Event::Summoned { .. } | Event::TurnedCoat { .. } => SURRENDER,
        Event::Siege { .. } => PROCEDURE,
        Event::Fury { .. } | Event::FuryStrikes { .. } => FURY,
        Event::WallLost { .. } => LOSSES,
        Event::SpartanCheck { .. } | Event::MercenaryCheck { .. } => REVOLT,
        Event::RaidCheck { .. } | Event::RaidSize { .. } => RAIDS,
        Event::MutinyCheck { .. } | Event::Treachery { .. } => MUTINY,
        Event::DeathCheck { .. } => DEATH,
        Event::AlexandriaFounded => ALEXANDRIA,
        Event::GivesUp { .. } => SEQUENCE,
        Event::Over { ending, .. } => match ending {
            Ending::AlexanderFell => ALEXANDER_FELL,
            Ending::WorldEmpire => WORLD_EMPIRE,
            Ending::Conceded(_) | Ending::Points => VICTORY_POINTS,
        },
    }
}

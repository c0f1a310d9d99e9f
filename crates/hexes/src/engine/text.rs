//! The words of a battle, made when somebody reads them.

use crate::engine::action::{Action, Interjection, LineRight, LineShape, Question};
use crate::engine::event::{Casualty, Event};
use crate::engine::hexes::Hexes;
use crate::engine::state::{Ending, EngineMode, Formation, HowEnded, ShockMark, State, Supply};
use crate::engine::steps::Step;
use crate::model::charts::Shift;
use crate::model::hex::{Hand, Hexside, Vertex};
use crate::model::order_of_battle::{LeaderId, Role, UnitId, UnitSet};
use crate::movement::answers::AnswerStage;
use crate::movement::departure::DepartureStage;
use crate::movement::moving::Go;
use crate::shock::{Advantage, Breakdown, Clash, ColumnShift, ShiftCause, ShockHits};
use crate::special::rampage::Heading;
use diadem_core::{Camp, Roll, Rule, Seat, Text};

impl Hexside {
    /// Its name, as in a sentence.
    pub const fn name(self) -> &'static str {
        ["north", "north-east", "south-east", "south", "south-west", "north-west"][self as usize]
    }
}

impl Vertex {
    /// Its name, as in a sentence.
    pub const fn name(self) -> &'static str {
        ["north-east", "east", "south-east", "south-west", "west", "north-west"][self as usize]
    }
}

impl Hand {
    /// Its name, as in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Hand::Left => "left",
            Hand::Right => "right",
        }
    }
}

/// A shift of the column in shock, with its rule.
fn shift_words(shift: &ColumnShift) -> String {
    format!("; {:+} for {} ({})", shift.by, shift.cause.words(), shift.rule)
}

impl ShiftCause {
    /// What it is, as in a sentence.
    pub fn words(self) -> String {
        match self {
            ShiftCause::Size(attack, defense) => format!("size {attack} to {defense}"),
            ShiftCause::Chart(cause) => cause.words().into(),
        }
    }
}

impl Shift {
    const fn words(self) -> &'static str {
        match self {
            Shift::CataphractAttacks => "attacking cataphracts",
            Shift::CataphractDefends => "defending cataphracts",
            Shift::PhalanxFlank
            | Shift::PhalanxFlankAgainstHeavy
            | Shift::PhalanxFlankAgainstPhalanx => "the guarded flanks of the phalanx",
            Shift::DefendersInWoodsOrMarsh => "defenders in woods or marsh",
            Shift::SomeDefenderHigher => "a defender on higher ground",
            Shift::AllDefendersHigher => "defenders on higher ground",
            Shift::AllDefendersLower => "defenders on lower ground",
            Shift::AttackersCrossMinorRiver => "attackers across a river",
            Shift::AttackersCrossSteepBank => "attackers across a steep bank",
            Shift::DefendersInRocky => "defenders among rocks",
            Shift::DefendersInRiver => "defenders in a river",
            Shift::DefendersInTown => "defenders in a town",
        }
    }
}

impl Supply {
    const fn words(self) -> &'static str {
        match self {
            Supply::No => "has no missiles left",
            Supply::Low => "is low on missiles",
            Supply::Full => "has missiles again",
        }
    }
}

impl LineRight {
    const fn words(self) -> &'static str {
        match self {
            LineRight::Overall => "as overall commander",
            LineRight::ThroughOverall => "through the overall commander",
            LineRight::Strategy => "on a roll against his strategy",
            LineRight::Wing => "as wing commander",
            LineRight::FirstTurn => "because it is the first turn",
        }
    }
}

impl LineShape {
    const fn words(self) -> &'static str {
        match self {
            LineShape::Abreast => "flank to flank",
            LineShape::InFile => "front to rear",
            LineShape::Loose => "within half his range",
        }
    }
}

fn formation(formation: Formation) -> String {
    match formation {
        Formation::Battle => "battle order".into(),
        Formation::Column(side) => format!("column to the {}", side.name()),
        Formation::LongColumn(hand) => format!("column by the {}", hand.name()),
        Formation::Square => "square".into(),
        Formation::Charge => "charge formation".into(),
    }
}

/// What it is called to leave a question alone, or to be done with it.
const fn done(question: Question) -> &'static str {
    match question {
        Question::Arrange => "No markers.",
        Question::Elite => "Nobody begins.",
        Question::TrumpTheTrump(_) | Question::MomentumTrump(_) => "Do not trump.",
        Question::Orders(_) => "No more orders.",
        Question::Move(_)
        | Question::Ride(_)
        | Question::Withdraw(_)
        | Question::LeaderWithdraw(_)
        | Question::Advance(_) => "Stop here.",
        Question::Answers(AnswerStage::Facing, _) => "Turn nobody.",
        Question::Answers(AnswerStage::EntryFire, _)
        | Question::Departure(DepartureStage::RetireFire, _)
        | Question::QueuedFire
        | Question::LineFire
        | Question::ScreenFire(_)
        | Question::ReturnFire(_)
        | Question::Engines(_) => "Hold fire.",
        Question::Answers(AnswerStage::Leaders, _)
        | Question::Flight(_)
        | Question::RampageLeaders(_) => "He stays.",
        Question::Answers(AnswerStage::Arrived | AnswerStage::Withdrawal, _)
        | Question::Departure(..)
        | Question::RampageWithdrawal(_) => "Stand fast.",
        Question::Designation(_) => "Nobody else attacks.",
        Question::Allocation(_) => "To the fight.",
        Question::Champion(_) => "Nobody fights in person.",
        Question::OpenRanks(_) => "Keep them closed.",
        Question::PassThrough(_) => "Nobody passes through.",
        Question::Advances(_) => "No more advances.",
        Question::Pursuit(_) => "Let them go.",
        Question::Momentum(_) => "Leave it at that.",
        Question::Reactivation => "Activate nobody.",
        _ => "Do nothing.",
    }
}

fn casualty(result: Casualty) -> String {
    match result {
        Casualty::None => "is unharmed".into(),
        Casualty::Finished => "is stunned and finished for the turn".into(),
        Casualty::Wounded(by) => format!("is wounded by {by}"),
        Casualty::Killed => "is killed".into(),
    }
}

fn rampage(heading: Option<Heading>) -> String {
    match heading {
        None => "are killed by their drivers".into(),
        Some(Heading::Along(side)) => format!("run wild to the {}", side.name()),
        Some(Heading::Away) => "run wild from what frightened them".into(),
        Some(_) => "run wild towards their friends".into(),
    }
}

impl Hexes {
    /// What a unit is called.
    pub fn unit_name(&self, unit: UnitId) -> &str {
        &self.troops(unit).name
    }
    /// What a leader is called.
    pub fn leader_name(&self, leader: LeaderId) -> &str {
        &self.commander(leader).name
    }
    /// What an army is called.
    pub fn army_name(&self, camp: Camp) -> &str {
        &self.list(camp).name
    }

    fn go_words(&self, go: Go) -> String {
        match go {
            Go::Forward(hand) => format!("Forward into the {} front hex.", hand.name()),
            Go::Pivot(hand) => format!("Pivot: the {} half goes forward.", hand.name()),
            Go::Ahead => "Straight ahead.".into(),
            Go::Bend(hand) => format!("Ahead and to the {}.", hand.name()),
            Go::Shift(side) => format!("One hex to the {}.", side.name()),
            Go::Turn(vertex) => format!("Turn to face {}.", vertex.name()),
            Go::TurnColumn(side) => format!("Turn the column to the {}.", side.name()),
            Go::Reverse => "Face about.".into(),
            Go::Form(to) => format!("Form {}.", formation(to)),
            Go::Double(hand) => {
                format!("Stand behind the phalanx to the {}, at double depth.", hand.name())
            }
            Go::Deploy(hand) => format!("Deploy out of column to the {}.", hand.name()),
        }
    }

    /// Who is attacked in a combat, by name; nothing once they are gone.
    fn combat_words(&self, state: &State, at: u8) -> Option<String> {
        let combat = state.combats.get(usize::from(at))?;
        let attackers = combat.attackers.iter().chain(combat.attacker).next()?;
        let camp = self.camp(attackers).other();
        let attacked = combat.all.iter().filter(|&unit| self.camp(unit) == camp);
        let names: Vec<&str> = attacked.map(|unit| self.unit_name(unit)).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    }

    /// How a line is drawn up; a contingent is not bound by the rules of lines (5.65).
    fn line_words(&self, by: Option<LeaderId>, shape: LineShape) -> &'static str {
        if by.is_some_and(|by| self.commander(by).role == Role::Contingent) {
            return "within his range";
        }
        shape.words()
    }

    fn line_named_words(&self, by: LeaderId, shape: LineShape, count: u32) -> String {
        let how = self.line_words(Some(by), shape);
        format!("{} commands a line of {count}, {how}.", self.leader_name(by))
    }

    fn names(&self, units: UnitSet) -> String {
        let names: Vec<&str> = units.iter().map(|unit| self.unit_name(unit)).collect();
        names.join(" and ")
    }

    /// The words of what happens in shock.
    fn shock_words(&self, event: &Event) -> String {
        let unit = |id: &UnitId| self.unit_name(*id);
        match event {
            Event::Combat(attackers, defenders) => {
                format!("{} attack {}.", self.names(*attackers), self.names(*defenders))
            }
            Event::StandRoll { unit: id, tq, roll, stands, .. } => {
                let how = if *stands { "stands" } else { "does not stand" };
                format!("{} {how}: {roll}, {tq} or less needed.", unit(id))
            }
            Event::AllWouldRout { attackers, defenders, routs } => format!(
                "Both sides would rout, the attackers by {attackers}, the defenders by {defenders}: \
                 the {} side does.",
                self.army_name(*routs)
            ),
            Event::Struggle { breakdown, roll, hits } => {
                self.struggle_words(breakdown, roll, *hits)
            }
            Event::Breakthrough(id) => format!("{} is broken through.", unit(id)),
            Event::CollapseRoll { unit: id, tq, roll, stands } => {
                let how = if *stands { "holds on" } else { "gives way" };
                format!("{} {how}: {roll}, {tq} or less needed.", unit(id))
            }
            Event::PursuitRoll { unit: id, tq, roll, pursues, .. } => {
                let how = if *pursues { "cannot be held" } else { "is held in hand" };
                format!("{} {how}: {roll}, more than {tq} pursues.", unit(id))
            }
            Event::Pursues(id, _) => format!("{} pursues.", unit(id)),
            Event::AttacksInPursuit(id, _) => format!("{} attacks from its pursuit.", unit(id)),
            Event::Engaged(id, true, _) => format!("{} is engaged.", unit(id)),
            Event::Engaged(id, false, _) => format!("{} is not engaged any more.", unit(id)),
            Event::OpensRanks { unit: id, tq, roll, opens } => {
                let how = if *opens { "opens its ranks" } else { "fails to open its ranks" };
                format!("{} {how}: {roll}, {tq} or less needed.", unit(id))
            }
            Event::Limited(id, _) => format!("{} does little harm.", unit(id)),
            Event::Unmoved(id, _) => format!("{} need not check its quality.", unit(id)),
            Event::Steadied(id, hits, _) => format!("{} has {hits} hits now.", unit(id)),
            _ => String::new(),
        }
    }

    fn struggle_words(&self, breakdown: &Breakdown, roll: &Roll, hits: ShockHits) -> String {
        let Clash { attackers, defenders, .. } = breakdown.combat;
        let superior = match breakdown.advantage {
            Advantage::Neither => String::new(),
            Advantage::Attack => format!(", attack superior ({})", breakdown.advantage_rule),
            Advantage::Defense => format!(", defence superior ({})", breakdown.advantage_rule),
        };
        let times = match breakdown.times {
            (_, rule) if rule == crate::shock::STRUGGLE => String::new(),
            (times, rule) => format!(", {times} times the hits ({rule})"),
        };
        let shifts: String = breakdown.shifts.iter().map(shift_words).collect();
        format!(
            "{} against {}: column {} from {}{superior}{times}{shifts}; {roll}: {} hits, and {} to the \
             defenders.",
            self.names(attackers),
            self.names(defenders),
            breakdown.column.number(),
            breakdown.base.number(),
            hits.attackers,
            hits.defenders
        )
    }

    fn ending_words(&self, ending: Ending) -> String {
        match (ending.how, ending.winner) {
            (HowEnded::Withdrawal, Some(winner)) => {
                let (winner, loser) = (self.army_name(winner), self.army_name(winner.other()));
                format!("The {loser} army withdraws: {winner} victory.")
            }
            (HowEnded::Withdrawal, None) => "Both armies withdraw alike: a draw.".into(),
            (HowEnded::KingKilled, Some(winner)) => {
                format!("The king is dead: {} victory.", self.army_name(winner))
            }
            (HowEnded::KingKilled | HowEnded::Nightfall, _) => {
                "Night falls; neither army has withdrawn.".into()
            }
        }
    }
}

impl Text for Hexes {
    fn seat_name(&self, seat: Seat) -> &str {
        self.force_of_seat(seat).map_or("Nobody", |force| &self.force(force).name)
    }

    fn question(&self, state: &State, question: Question) -> String {
        let unit = |id| self.unit_name(id);
        let leader = |id| self.leader_name(id);
        match question {
            Question::Arrange => "Arrange withdrawals for this turn, in secret.".into(),
            Question::Elite => "Choose who begins the turn by elite initiative.".into(),
            Question::Activation => "Activate a leader.".into(),
            Question::TrumpTheTrump(id) => {
                format!("{} has trumped; try to trump him.", leader(id))
            }
            Question::Command(id) => {
                format!("{} is active: individual orders, or a line command.", leader(id))
            }
            Question::NameLine(id) => format!("Name the line that {} commands.", leader(id)),
            Question::Orders(id) => format!("Give an order of {}.", leader(id)),
            Question::Move(id) => format!("Move {}.", unit(id)),
            Question::Ride(id) => format!("Move {}.", leader(id)),
            Question::Answers(stage, id) => {
                let mover = unit(id);
                match stage {
                    AnswerStage::Arrived | AnswerStage::Withdrawal => {
                        format!("{mover} has come within two hexes: withdraw?")
                    }
                    AnswerStage::ShockMark => {
                        format!("{mover} has come up to the enemy: will it attack?")
                    }
                    AnswerStage::Leaders => {
                        format!("{mover} has come up to a leader: does he withdraw?")
                    }
                    AnswerStage::Elephants => {
                        format!("{mover} has come up to cavalry: it must get away.")
                    }
                    AnswerStage::Facing => format!("{mover} has come up: turn to face it?"),
                    AnswerStage::EntryFire => format!("{mover} has come up: fire at it?"),
                }
            }
            Question::Departure(DepartureStage::RetireFire, id) => {
                format!("{} is about to leave: fire at it?", unit(id))
            }
            Question::Departure(_, id) => {
                format!("{} begins to move two hexes away: withdraw?", unit(id))
            }
            Question::QueuedFire => "The line has moved: fire at whoever came up?".into(),
            Question::LineFire => "The line has moved: which of it fires next?".into(),
            Question::ScreenFire(id) => format!("Does the screen of {} fire too?", unit(id)),
            Question::Harass(id) => format!("Where does {} come up to its target?", unit(id)),
            Question::ReturnFire(id) => format!("{} was shot at: shoot back?", unit(id)),
            Question::Engines(Some(id)) => {
                format!("{} is in range: do the engines fire?", unit(id))
            }
            Question::Engines(None) => "The orders are given: do the engines fire?".into(),
            Question::Withdraw(id) => format!("Withdraw {}.", unit(id)),
            Question::LeaderWithdraw(id) => format!("Withdraw {}.", leader(id)),
            Question::Flight(id) => {
                format!("An enemy leader has come up to {}: does he flee?", leader(id))
            }
            Question::Rout(id) => format!("{} runs: which way?", unit(id)),
            Question::RampageWithdrawal(id) => {
                format!("{} run wild: who gets out of their way?", unit(id))
            }
            Question::RampageLeaders(id) => {
                format!("{} run wild into a leader's hex: does he get away?", unit(id))
            }
            Question::Rampage(id) => format!("{} run wild: which way?", unit(id)),
            Question::RallyFacing(id) => format!("{} has rallied: where does it face?", unit(id)),
            Question::Designation(id) => {
                format!("Who attacks, besides those that must, under {}?", leader(id))
            }
            Question::Allocation(_) => "Who attacks whom?".into(),
            Question::Champion(_) => "Which leader fights in person?".into(),
            Question::Type(at) => match self.combat_words(state, at) {
                Some(combat) => format!("Whose type counts in the attack on {combat}?"),
                None => "Which unit gives its type to this combat?".into(),
            },
            Question::Hits(at) => match self.combat_words(state, at) {
                Some(combat) => format!("Who takes the next hit in the attack on {combat}?"),
                None => "Which unit takes the next hit?".into(),
            },
            Question::OpenRanks(_) => "Open the ranks before the chariots?".into(),
            Question::PassThrough(_) => "Which unit passes through the enemy, and where?".into(),
            Question::Advances(at) => match self.combat_words(state, at) {
                Some(combat) => format!("Who advances after the attack on {combat}?"),
                None => "Which unit advances?".into(),
            },
            Question::Advance(id) => format!("{} advances.", unit(id)),
            Question::Pursuit(id) => format!("Whom does {} pursue?", unit(id)),
            Question::LeavesColumn(id) => {
                format!("{} is broken up: where does it face?", unit(id))
            }
            Question::Momentum(id) => format!("Try for momentum with {}?", leader(id)),
            Question::MomentumTrump(id) => {
                format!("{} has gained momentum; try to trump him.", leader(id))
            }
            Question::Reactivation => "Activate any leader, finished or not.".into(),
            Question::Crisis(id) => format!("{} despairs: which unit falls back next?", leader(id)),
            Question::RoutPhase => "Which routed unit runs next?".into(),
        }
    }

    fn action(&self, state: &State, action: Action) -> String {
        let unit = |id| self.unit_name(id);
        let leader = |id| self.leader_name(id);
        match action {
            Action::Arrange(id, true) => format!("Arrange a withdrawal under {}.", leader(id)),
            Action::Arrange(id, false) => format!("Lay a blank marker under {}.", leader(id)),
            Action::Elite(id) => format!("{} begins the turn.", leader(id)),
            Action::Activate(id) => format!("Activate {}.", leader(id)),
            Action::Pass(id) => format!("Pass {} over.", leader(id)),
            Action::Wait(id) => format!("{} stays inactive for now.", leader(id)),
            Action::Trump(id) => format!("Try to trump with {}.", leader(id)),
            Action::Individual => "Give individual orders.".into(),
            Action::LineCommand(right) => format!("Give a line command {}.", right.words()),
            Action::NameLine { unit: id, shape, moves } => {
                let what = if moves { "moves" } else { "fires in place" };
                let by = match state.step() {
                    Step::Orders(orders) => Some(orders.tenure.leader),
                    _ => None,
                };
                format!("The line of {}, {}, {what}.", unit(id), self.line_words(by, shape))
            }
            Action::Order(id) => match state.unit(id).behind {
                Some(front) => format!("Order {} and {} together.", unit(front), unit(id)),
                None => format!("Order {}.", unit(id)),
            },
            Action::OrderFast(id) => format!("Order {} at its faster pace.", unit(id)),
            Action::Send(id) => format!("Move {}.", leader(id)),
            Action::Recover(id) => format!("Let {} recover.", unit(id)),
            Action::Rally(id) => format!("Rally {}.", unit(id)),
            Action::Contingent(id) => format!("Activate the contingent of {}.", leader(id)),
            Action::ChangeMode(id) => match state.unit(id).engine.mode {
                EngineMode::Move => format!("{} sets up to fire.", unit(id)),
                EngineMode::Fire => format!("{} makes ready to move.", unit(id)),
            },
            Action::Go(go) => self.go_words(go),
            Action::Take(id) => format!("{} goes along.", leader(id)),
            Action::Leave(id) => format!("{} stays behind.", leader(id)),
            Action::RideTo(side) => format!("Ride {}.", side.name()),
            Action::FireAt(id) => format!("Fire at {}.", unit(id)),
            Action::FireMoving(id) => format!("Fire at {}, and move on.", unit(id)),
            Action::FireAtHex(hex) => format!("Fire at the leader in {hex}."),
            Action::Harass(id) => format!("Harass {}.", unit(id)),
            Action::ComeUp(hex) => format!("Come up in {hex}."),
            Action::Shock(true) => "It will attack.".into(),
            Action::Shock(false) => "It will not attack.".into(),
            Action::Engage(id) => format!("{} attacks.", unit(id)),
            Action::BreakOff(id, side) => {
                format!("{} slips away to the {}.", unit(id), side.name())
            }
            Action::Attack { unit: id, target } => {
                format!("{} attacks {}.", unit(id), unit(target))
            }
            Action::Champion(id) => format!("{} fights in person.", leader(id)),
            Action::Type(id) => format!("{} counts.", unit(id)),
            Action::TakeHit(id) => format!("{} takes a hit.", unit(id)),
            Action::Advance(id) => format!("{} advances.", unit(id)),
            Action::PassThrough(id, side) => {
                format!("{} passes through to the {}.", unit(id), side.name())
            }
            Action::OpenRanks(id, hex) => {
                format!("{} opens its ranks to let the chariots through to {hex}.", unit(id))
            }
            Action::Withdraw(id) => format!("{} withdraws.", unit(id)),
            Action::WithdrawLine(id, by) => {
                format!("The line of {} withdraws under {}.", unit(id), leader(by))
            }
            Action::WithdrawLeader(id) => format!("{} withdraws.", leader(id)),
            Action::Back(side) => format!("Go {}.", side.name()),
            Action::BackTwo(hand) => format!("Go back to the {}.", hand.name()),
            Action::Face(vertex) => format!("Face {}.", vertex.name()),
            Action::Towards(id) => format!("They head for {}.", unit(id)),
            Action::React(id, hand) => format!("{} turns to the {}.", unit(id), hand.name()),
            Action::ReactReverse(id) => format!("{} faces about.", unit(id)),
            Action::ReactionFire { firer, target } => {
                format!("{} fires at {}.", unit(firer), unit(target))
            }
            Action::ScreenFire { firer, target } => {
                format!("The screen of {} fires at {}.", unit(firer), unit(target))
            }
            Action::EngineFire { engine, target } => {
                format!("{} fires at {}.", unit(engine), unit(target))
            }
            Action::EngineFireAtHex { engine, hex } => {
                format!("{} fires at the leader in {hex}.", unit(engine))
            }
            Action::Momentum => "Try for momentum.".into(),
            Action::Next(id) => format!("{} is next.", unit(id)),
            Action::Done => self.asked(state).map_or("Do nothing.", |it| done(it.question)).into(),
        }
    }

    fn interjection(&self, _: &State, interjection: Interjection) -> String {
        match interjection {}
    }

    #[expect(clippy::too_many_lines, reason = "a row for each event, like the table it is")]
    fn event(&self, event: &Event) -> String {
        let unit = |id: &UnitId| self.unit_name(*id);
        let leader = |id: &LeaderId| self.leader_name(*id);
        match event {
            Event::Turn(turn) => format!("Turn {turn}."),
            Event::Activated(id, _) => format!("{} is activated.", leader(id)),
            Event::Finished(id, _) => format!("{} is finished.", leader(id)),
            Event::Waits(id) => format!("{} waits among the enemy.", leader(id)),
            Event::TieRoll(first, second, camp) => {
                format!("A tie: {first} against {second}; {} first.", self.army_name(*camp))
            }
            Event::Rolled { leader: id, rating, roll, success, .. } => {
                let how = if *success { "succeeds" } else { "fails" };
                format!("{} {how}: {roll}, {rating} or less needed.", leader(id))
            }
            Event::NoMomentum(id, _) => format!("{} may not use momentum.", leader(id)),
            Event::Doom(id, roll) => {
                let brings = match roll.raw {
                    0 | 1 => "the enemy activates a leader",
                    9 => "a crisis of faith",
                    _ => "nothing more",
                };
                format!("The die roll of doom for {}: {roll}: {brings}.", leader(id))
            }
            Event::LineCommand(id, right) => {
                format!("{} gives a line command {}.", leader(id), right.words())
            }
            Event::LineNamed(id, shape, count) => self.line_named_words(*id, *shape, *count),
            Event::Ordered(by, id) => format!("{} orders {}.", leader(by), unit(id)),
            Event::Sent(id, _) => format!("{} rides.", leader(id)),
            Event::Entered(id, hex, _) => format!("{} enters {hex}.", unit(id)),
            Event::Turned(id, vertex, _) => format!("{} faces {}.", unit(id), vertex.name()),
            Event::ModeChanged(id, EngineMode::Fire) => format!("{} is set up to fire.", unit(id)),
            Event::ModeChanged(id, EngineMode::Move) => format!("{} is ready to move.", unit(id)),
            Event::Formed(id, to, _) => format!("{} forms {}.", unit(id), formation(*to)),
            Event::Depth(id, front, _) => {
                format!("{} stands behind {}, at double depth.", unit(id), unit(front))
            }
            Event::Halted(id, _) => format!("{} must stop.", unit(id)),
            Event::Rode(id, hex, _) => format!("{} comes to {hex}.", leader(id)),
            Event::LeftMap(id, _) => format!("{} leaves the field in good order.", unit(id)),
            Event::Hit { unit: id, hits, total, .. } => {
                format!("{} takes {hits}: {total} in all.", unit(id))
            }
            Event::Checked { unit: id, tq, roll, hits, .. } => {
                format!("{} checks its quality of {tq}: {roll}, {hits} hits.", unit(id))
            }
            Event::Marked(id, mark, _) => {
                let how = match mark {
                    ShockMark::MustCheck => "will attack, after a check",
                    ShockMark::NoCheck => "will attack",
                    ShockMark::None | ShockMark::Declined => "will not attack",
                };
                format!("{} {how}.", unit(id))
            }
            Event::Withdraws(id, _) => format!("{} withdraws.", unit(id)),
            Event::Fired { firer, at, target, strength, range, roll, hits, .. } => {
                let target =
                    target.as_ref().map_or(format!("into {at}"), |id| format!("at {}", unit(id)));
                let firer = unit(firer);
                let came = match hits {
                    0 => "a miss".to_owned(),
                    1 => "a hit".to_owned(),
                    hits => format!("{hits} hits"),
                };
                format!(
                    "{firer} fires {target} at range {range}: {roll}, {strength} or less hits: {came}."
                )
            }
            Event::Supplied(id, supply, _) => format!("{} {}.", unit(id), supply.words()),
            Event::LeaderCheck(id, roll, _) => format!("Is {} hit? {roll}.", leader(id)),
            Event::Casualty { leader: id, roll, result, .. } => {
                format!("{} {}: {roll}.", leader(id), casualty(*result))
            }
            Event::Duel(one, other, _) => format!("{} challenges {}.", leader(one), leader(other)),
            Event::NoDuel(one, other) => {
                format!("{} and {} meet, but do not duel.", leader(one), leader(other))
            }
            Event::PersonalCombat(one, other, first, second) => {
                format!("{} fights {}: {first} against {second}.", leader(one), leader(other))
            }
            Event::Wounded(id, by) => format!("{} has lost {by} of every rating.", leader(id)),
            Event::LeaderLost(id, _) => format!("{} is lost.", leader(id)),
            Event::Fled(id) => format!("{} flees the field.", leader(id)),
            Event::Combat(..)
            | Event::StandRoll { .. }
            | Event::AllWouldRout { .. }
            | Event::Struggle { .. }
            | Event::Breakthrough(_)
            | Event::CollapseRoll { .. }
            | Event::PursuitRoll { .. }
            | Event::Pursues(..)
            | Event::AttacksInPursuit(..)
            | Event::Engaged(..)
            | Event::OpensRanks { .. }
            | Event::Limited(..)
            | Event::Unmoved(..)
            | Event::Steadied(..) => self.shock_words(event),
            Event::Routs(id, _) => format!("{} routs!", unit(id)),
            Event::RampageRoll { unit: id, roll, heading } => {
                format!("{} {}: {roll}.", unit(id), rampage(*heading))
            }
            Event::Eliminated(id, _) => format!("{} is eliminated.", unit(id)),
            Event::Recovered(id, hits) => format!("{} recovers {hits}.", unit(id)),
            Event::RallyRoll { unit: id, leader: by, rating, roll } => {
                format!("{} rallies {}: {roll}, {rating} or less needed.", leader(by), unit(id))
            }
            Event::Rallied(id, roll, hits) => {
                format!("{} is rallied with {hits} hits: {roll}.", unit(id))
            }
            Event::Arranged(id) => format!("A marker is laid under {}.", leader(id)),
            Event::ArrangementShown(id, true) => {
                format!("{} has arranged a withdrawal.", leader(id))
            }
            Event::ArrangementShown(id, false) => format!("The marker of {} is blank.", leader(id)),
            Event::RoutPoints(camp, points, level) => {
                format!("{} rout points: {points} of {level}.", self.army_name(*camp))
            }
            Event::BothWithdraw(first, second) => format!(
                "Both armies have had enough: {} by {first}, {} by {second}.",
                self.army_name(Camp::First),
                self.army_name(Camp::Second)
            ),
            Event::Ended(ending) => self.ending_words(*ending),
        }
    }

    fn rule_of(&self, event: &Event) -> Rule {
        match event {
            Event::Turn(_) => crate::engine::sequence::SEQUENCE,
            Event::Activated(_, rule)
            | Event::Finished(_, rule)
            | Event::Rolled { rule, .. }
            | Event::NoMomentum(_, rule)
            | Event::Sent(_, rule)
            | Event::Entered(.., rule)
            | Event::Turned(.., rule)
            | Event::Formed(.., rule)
            | Event::Depth(.., rule)
            | Event::Halted(_, rule)
            | Event::Rode(.., rule)
            | Event::LeftMap(_, rule)
            | Event::Hit { rule, .. }
            | Event::Checked { rule, .. }
            | Event::Marked(.., rule)
            | Event::Withdraws(_, rule)
            | Event::Fired { rule, .. }
            | Event::Supplied(.., rule)
            | Event::LeaderCheck(.., rule)
            | Event::Casualty { rule, .. }
            | Event::Duel(.., rule)
            | Event::LeaderLost(_, rule)
            | Event::StandRoll { rule, .. }
            | Event::PursuitRoll { rule, .. }
            | Event::Pursues(_, rule)
            | Event::AttacksInPursuit(_, rule)
            | Event::Engaged(.., rule)
            | Event::Steadied(.., rule)
            | Event::Limited(_, rule)
            | Event::Unmoved(_, rule)
            | Event::Routs(_, rule)
            | Event::Eliminated(_, rule) => *rule,
            Event::RampageRoll { .. } => crate::special::rampage::RAMPAGE,
            Event::ModeChanged(..) => crate::missiles::artillery::MODES,
            Event::Waits(_) => crate::engine::rules::IN_ENEMY_ZONE,
            Event::Combat(..) => crate::shock::SHOCK,
            Event::AllWouldRout { .. } => crate::shock::ALL_WOULD_ROUT,
            Event::Struggle { .. } => crate::shock::STRUGGLE,
            Event::Breakthrough(_) => crate::shock::BREAKTHROUGH,
            Event::CollapseRoll { .. } => crate::shock::COLLAPSE,
            Event::OpensRanks { .. } => crate::shock::OPENING,
            Event::TieRoll(..) => crate::command::activation::ACTIVATION,
            Event::Doom(..) => crate::command::momentum::DOOM,
            Event::LineCommand(_, LineRight::Wing) => crate::command::line_command::WING_COMMANDER,
            Event::LineCommand(..) => crate::command::line_command::LINE_ELIGIBILITY,
            Event::LineNamed(by, ..) if self.commander(*by).role == Role::Contingent => {
                crate::command::contingent::CONTINGENT_LINE
            }
            Event::LineNamed(..) => crate::engine::rules::LINE_COMPOSITION,
            Event::Ordered(..) => crate::command::orders::ORDERS,
            Event::NoDuel(..) => crate::shock::personal_combat::INDIANS,
            Event::PersonalCombat(..) => crate::engine::rules::PERSONAL_COMBAT,
            Event::Wounded(..) => crate::engine::rules::WOUNDS,
            Event::Fled(_) => crate::victory::THE_KING,
            Event::Recovered(..) => crate::engine::rules::RECOVERY,
            Event::RallyRoll { .. } | Event::Rallied(..) => crate::engine::rules::RALLY,
            Event::Arranged(_) => crate::movement::pre_arranged::ARRANGING,
            Event::ArrangementShown(..) => crate::engine::rules::ARRANGEMENT_SHOWN,
            Event::RoutPoints(..) => self.victory_rules().points,
            Event::BothWithdraw(..) => self.victory_rules().both,
            Event::Ended(ending) => match ending.how {
                HowEnded::Withdrawal => self.victory_rules().level,
                HowEnded::KingKilled => crate::victory::THE_KING,
                HowEnded::Nightfall => crate::victory::NIGHTFALL,
            },
        }
    }
}

//! 10.10 and 10.12: which box attacks which, who meets whom, and what a duel's result does.

use crate::advance::ADVANCE;
use crate::battle_line::BATTLE_LINE;
use crate::engine::action::{Action, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Flow, Procedure, never_passes};
use crate::engine::resolver::Resolver;
use crate::engine::sequence::Turn;
use crate::engine::state::{Place, Stand, State};
use crate::flank::FLANK;
use crate::leaders::Part;
use crate::missiles::DefensiveFire;
use crate::model::army::UnitId;
use crate::model::boxes::{BOXES, BoxId, CAPACITY, Line, Post};
use crate::model::charts::{CasualtyColumn, CombatResult};
use crate::model::sets::UnitSet;
use crate::ranks::Ranks;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const COMBAT: Rule = rule!(ALEXANDROS, "10.10");
pub(crate) const RESULTS: Rule = rule!(ALEXANDROS, "10.12");

/// One box attacks another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bout {
    /// The attacking box.
    pub from: BoxId,
    /// The attacked one.
    pub to: BoxId,
}

/// A box is to attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack;

impl Procedure for Attack {
    const RULE: Rule = COMBAT;

    fn asks(self, _: &Display, state: &State) -> Option<Asked> {
        Some(Asked::of(state.active, Question::Attack))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.attacks().map(|Bout { from, to }| Action::Attack { from, to }));
        if position.may_stop_attacking().is_ok() {
            into.push(Action::Done);
        }
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Attack { from, to } => position.may_attack(from, to),
            Action::Done => position.may_stop_attacking(),
            _ => Self::not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Attack { from, to } => resolver.attack(Bout { from, to }),
            Action::Done => resolver.pop(),
            other => never_passes(other),
        }
    }

    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Flow {
        let position = resolver.position();
        if position.attacks().next().is_some() {
            return Flow::Waits;
        }
        if !position.has_attacked() {
            resolver.tell(Event::Passes(resolver.state.active));
        }
        resolver.pop();
        Flow::Goes
    }
}

/// The duels of the box that attacks now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Duels {
    /// Which box attacks which.
    pub bout: Bout,
    /// Units that it has attacked.
    pub struck: UnitSet,
    /// Duels fought so far.
    pub count: u8,
}

impl Procedure for Duels {
    const RULE: Rule = COMBAT;

    fn asks(self, _: &Display, state: &State) -> Option<Asked> {
        Some(Asked::of(state.active, Question::Duel))
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        position.each_duel(self.bout, |attacker, defender| {
            into.push(Action::Duel { attacker, defender });
        });
        if position.may_stop_dueling(self).is_ok() {
            into.push(Action::Done);
        }
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Duel { attacker, defender } => position.may_duel(self, attacker, defender),
            Action::Done => position.may_stop_dueling(self),
            _ => Self::not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Duel { attacker, defender } => resolver.duel(attacker, defender),
            Action::Done => resolver.finish_bout(self.bout),
            other => never_passes(other),
        }
    }

    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Flow {
        // A box attacks where it has a duel to fight.
        if self.count == 0 || resolver.position().has_more_duels(self.bout) {
            return Flow::Waits;
        }
        resolver.finish_bout(self.bout);
        Flow::Goes
    }
}

/// A duel being fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clash {
    /// Who attacks.
    pub attacker: UnitId,
    /// Who is attacked.
    pub defender: UnitId,
    /// Whether the two were engaged before.
    pub engaged: bool,
    /// Whether the attacker's and the defender's leader take part; nothing while it is open.
    pub led: [Option<Part>; 2],
}

/// The two ends of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Role {
    /// Who attacks.
    Attacker,
    /// Who is attacked.
    Defender,
}

impl Clash {
    /// The unit at one end of the duel.
    pub fn unit(self, role: Role) -> UnitId {
        match role {
            Role::Attacker => self.attacker,
            Role::Defender => self.defender,
        }
    }
}

impl Procedure for Clash {
    const RULE: Rule = COMBAT;

    fn asks(self, _: &Display, _: &State) -> Option<Asked> {
        None
    }

    fn list(self, _: &Position<'_>, _: &mut Vec<Action>) {}

    fn test(self, _: &Position<'_>, _: Action) -> Result<(), Illegal> {
        Self::not_asked()
    }

    fn answer<S: Sink<Event>>(self, _: &mut Resolver<'_, S>, action: Action) {
        never_passes(action);
    }

    /// Settles which leaders take part, asking where it is open; then the duel is rolled.
    fn go_on<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>) -> Flow {
        if let Some(clash) = resolver.decide_leaders(self) {
            resolver.pop();
            resolver.resolve(clash);
        }
        Flow::Goes
    }
}

impl Position<'_> {
    /// The units that may attack out of a box: its first line, those that did not just advance.
    pub(crate) fn attackers(&self, from: BoxId) -> UnitSet {
        let inside = self.of_force(self.force, from);
        let in_front = if from.has_lines_for(self.camp) { inside - self.second } else { inside };
        let turn = self.turn;
        in_front - turn.advanced - turn.fought
    }

    /// The engaged units that must strike back in this phase, from this box.
    pub(crate) fn pending(&self, from: BoxId) -> UnitSet {
        self.all_pending() & self.at[from.index()]
    }

    fn all_pending(&self) -> UnitSet {
        (self.engaged & self.rules.units_of(self.force)) - self.turn.fought
    }

    /// The enemies that a box's engaged units must strike.
    fn owed(&self, pending: UnitSet) -> UnitSet {
        pending.iter().filter_map(|unit| self.state.unit(unit).engaged).collect()
    }

    /// The enemies that are kept for the units they are engaged with.
    pub(crate) fn kept(&self) -> UnitSet {
        self.owed(self.all_pending())
    }

    pub(crate) fn may_attack(&self, from: BoxId, to: BoxId) -> Result<(), Illegal> {
        let turn = self.turn;
        let mine = self.of_force(self.force, from);
        if from.post() == Post::Routed || mine.is_empty() {
            return Err(Illegal::by(COMBAT, "There is nobody of yours in that box."));
        }
        if turn.boxes.contains(from) {
            return Err(Illegal::by(COMBAT, "That box has attacked."));
        }
        if !self.rules.board().links(from).contains(to) {
            return Err(Illegal::by(BOXES, "These boxes are not linked."));
        }
        if self.of_camp(self.camp.other(), to).is_empty() {
            return Err(Illegal::by(COMBAT, "There is no enemy in that box."));
        }
        let pending = self.pending(from);
        if pending.is_empty() {
            // One box of the camp, so that an ally's engaged units come first.
            let engaged = self.engaged & self.rules.muster(self.camp);
            let another_must = !(engaged - turn.fought).is_empty();
            if self.state.round == 1 && (!turn.boxes.is_empty() || another_must) {
                return Err(Illegal::by(COMBAT, "In the first round only one box attacks."));
            }
        } else if (self.owed(pending) & self.at[to.index()]).is_empty() {
            return Err(Illegal::by(RESULTS, "The box must attack where its units are engaged."));
        } else {
            return Ok(());
        }
        let ranks = self.ranks(from, to);
        if ranks.has_duel(self) {
            Ok(())
        } else if ranks.free.is_empty() {
            let rested = mine - turn.advanced;
            let rule = if rested.is_empty() { ADVANCE } else { BATTLE_LINE };
            Err(Illegal::by(rule, "No unit in that box may attack now."))
        } else {
            Err(Illegal::by(COMBAT, "No unit in that box may attack any of those."))
        }
    }

    /// Every legal attack of a box on another.
    fn attacks(&self) -> impl Iterator<Item = Bout> {
        let mine = move |&from: &BoxId| {
            from.post() != Post::Routed && !self.of_force(self.force, from).is_empty()
        };
        BoxId::all().filter(mine).flat_map(move |from| {
            let links = self.rules.board().links(from).iter();
            links
                .filter(move |&to| self.may_attack(from, to).is_ok())
                .map(move |to| Bout { from, to })
        })
    }

    /// Whether the active force has attacked in this turn.
    fn has_attacked(&self) -> bool {
        !(self.turn.fought & self.rules.units_of(self.force)).is_empty()
    }

    /// Whether the active force may leave it at the attacks it has made.
    fn may_stop_attacking(&self) -> Result<(), Illegal> {
        if !self.all_pending().is_empty() {
            return Err(Illegal::by(RESULTS, "A box with engaged units may not pass."));
        }
        // S9.4: an ally attacks or passes.
        if !self.has_attacked() && !self.rules.is_allied(self.camp) {
            return Err(Illegal::by(COMBAT, "At least one box must attack."));
        }
        Ok(())
    }

    /// The duels that the attacking box may fight next.
    pub(crate) fn each_duel(&self, bout: Bout, mut each: impl FnMut(UnitId, UnitId)) {
        for unit in self.pending(bout.from).iter() {
            if let Some(enemy) = self.state.unit(unit).engaged {
                each(unit, enemy);
            }
        }
        self.ranks(bout.from, bout.to).each_pair(self, each);
    }

    fn has_more_duels(&self, bout: Bout) -> bool {
        !self.pending(bout.from).is_empty() || self.ranks(bout.from, bout.to).has_duel(self)
    }

    /// 10.15: whoever was attacked before may be left alone.
    fn may_stop_dueling(&self, Duels { bout, count, .. }: Duels) -> Result<(), Illegal> {
        if !self.pending(bout.from).is_empty() {
            return Err(Illegal::by(RESULTS, "The engaged units must fight."));
        }
        if count == 0 || !self.ranks(bout.from, bout.to).is_optional {
            return Err(Illegal::by(COMBAT, "As many as can be attacked must be."));
        }
        Ok(())
    }

    fn may_duel(&self, duels: Duels, attacker: UnitId, defender: UnitId) -> Result<(), Illegal> {
        let mut found = false;
        self.each_duel(duels.bout, |one, other| found |= (one, other) == (attacker, defender));
        if found { Ok(()) } else { Err(self.why_no_duel(duels, attacker, defender)) }
    }

    fn why_no_duel(&self, duels: Duels, attacker: UnitId, defender: UnitId) -> Illegal {
        let (camp, bout) = (self.camp, duels.bout);
        let ranks: Ranks = self.ranks(bout.from, bout.to);
        let turn = self.turn;
        let classes = &self.rules.classes;
        let mine = self.of_force(self.force, bout.from);
        let theirs = self.of_camp(camp.other(), bout.to);
        if !mine.contains(attacker) || !theirs.contains(defender) {
            return Illegal::by(COMBAT, "They are not in the two boxes that fight.");
        }
        if turn.fought.contains(attacker) {
            return Illegal::by(COMBAT, "It has attacked.");
        }
        if self.engaged.contains(attacker) {
            return Illegal::by(RESULTS, "It must fight the unit it is engaged with.");
        }
        if turn.advanced.contains(attacker) {
            return Illegal::by(ADVANCE, "A unit that advanced may not attack in the same round.");
        }
        if !ranks.free.contains(attacker) {
            return Illegal::by(BATTLE_LINE, "Only the first line attacks.");
        }
        if duels.struck.contains(defender) {
            return Illegal::by(COMBAT, "It has been attacked from this box.");
        }
        if self.kept().contains(defender) {
            return Illegal::by(RESULTS, "It is engaged with another unit, which must strike it.");
        }
        if classes.cavalry.contains(attacker) && classes.elephants.contains(defender) {
            return Illegal::by(COMBAT, "Cavalry may not attack elephants.");
        }
        let reserve = BoxId::of(camp.other(), Post::Reserve);
        let is_fresh = self.state.unit(defender).attacked == 0;
        let most = self.rules.board().capacity().reserve_fighting;
        if ranks.slots == 0 || (bout.to == reserve && is_fresh && turn.of_reserve >= most) {
            return Illegal::by(CAPACITY, "Four units of a reserve fight, not more.");
        }
        if !ranks.defenders.contains(defender) {
            let from_the_front = !turn.targets.contains(bout.to);
            return if self.second.contains(defender) && from_the_front {
                Illegal::by(BATTLE_LINE, "The second line is attacked only from flank or rear.")
            } else {
                Illegal::by(FLANK, "Others have not been attacked as often.")
            };
        }
        let rule = if turn.targets.contains(bout.to) { FLANK } else { COMBAT };
        Illegal::by(rule, "Others must be attacked first.")
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Where the unit that must strike back may not attack, the engagement ends.
    pub(crate) fn release_hopeless_engagements(&mut self) {
        let classes = &self.rules.classes;
        let striking = classes.cavalry & self.rules.units_of(self.state.active);
        for unit in striking.iter() {
            let Some(enemy) = self.state.unit(unit).engaged else { continue };
            if classes.elephants.contains(enemy) {
                self.disengage(unit);
                self.tell(Event::Disengaged(unit, enemy));
            }
        }
    }

    /// A unit is engaged no longer, nor is its opponent.
    pub(crate) fn disengage(&mut self, unit: UnitId) {
        if let Some(enemy) = self.state.unit_mut(unit).engaged.take() {
            self.state.unit_mut(enemy).engaged = None;
            self.state.long_engaged.remove(unit);
            self.state.long_engaged.remove(enemy);
        }
    }

    fn attack(&mut self, bout: Bout) {
        let Bout { from, to } = bout;
        let camp = self.camp();
        let turn = self.state.frame_mut::<Turn>();
        turn.boxes.insert(from);
        let is_first = !turn.targets.contains(to);
        self.tell(if is_first {
            Event::Attacks(camp, from, to)
        } else {
            Event::Flanks(camp, from, to)
        });
        self.push(Duels { bout, struck: UnitSet::NONE, count: 0 });
    }

    fn duel(&mut self, attacker: UnitId, defender: UnitId) {
        let engaged = self.state.unit(attacker).engaged == Some(defender);
        let reserve = BoxId::of(self.rules.camp_of(defender), Post::Reserve);
        let is_fresh = self.state.unit(defender).attacked == 0;
        let is_of_reserve = is_fresh && self.state.box_of(defender) == Some(reserve);
        self.state.unit_mut(defender).attacked += 1;
        let turn = self.state.frame_mut::<Turn>();
        turn.of_reserve += u8::from(is_of_reserve);
        turn.fought.insert(attacker);
        let duels = self.state.frame_mut::<Duels>();
        duels.struck.insert(defender);
        duels.count += 1;
        let clash = Clash { attacker, defender, engaged, led: [None; 2] };
        if self.rules.classes.shooting.contains(attacker) {
            return self.shoot(clash);
        }
        self.push(clash);
        if self.rules.classes.has_missiles(defender) && self.position().may_fire_back(clash).is_ok()
        {
            self.push(DefensiveFire);
        }
    }

    /// 10.12: what a duel's result does.
    pub(crate) fn apply_result(&mut self, clash: Clash, result: CombatResult) {
        let Clash { attacker, defender, .. } = clash;
        if clash.engaged && result != CombatResult::Engaged {
            self.disengage(attacker);
        }
        match result {
            CombatResult::Engaged if clash.engaged => self.tell(Event::Engaged(attacker, defender)),
            CombatResult::AttackerLoss => self.lose_step(attacker),
            CombatResult::AttackerRout => self.rout(attacker),
            CombatResult::Engaged => self.engage(attacker, defender),
            CombatResult::DefenderRout => self.rout(defender),
            CombatResult::DefenderLoss => self.lose_step(defender),
        }
        self.end_if_decided();
    }

    /// Locks two units. A unit is locked with one opponent only: the first.
    pub(crate) fn engage(&mut self, attacker: UnitId, defender: UnitId) {
        if self.state.unit(defender).engaged.is_some() {
            return;
        }
        self.state.unit_mut(attacker).engaged = Some(defender);
        self.state.unit_mut(defender).engaged = Some(attacker);
        self.tell(Event::Engaged(attacker, defender));
    }

    pub(crate) fn rout(&mut self, unit: UnitId) {
        let leader = self.state.leader_of(unit);
        if leader.is_some_and(|leader| self.rules.stands_firm(leader)) {
            self.tell(Event::StoodFirm(unit));
        } else {
            self.disengage(unit);
            let routed = BoxId::of(self.rules.camp_of(unit), Post::Routed);
            self.state.unit_mut(unit).place = Place::In(routed);
            self.state.unit_mut(unit).line = Line::First;
            self.tell(Event::Routed(unit));
        }
        if let Some(leader) = leader {
            self.roll_casualty(leader, CasualtyColumn::Rout);
        }
    }

    pub(crate) fn lose_step(&mut self, unit: UnitId) {
        let leader = self.state.leader_of(unit);
        let at = self.state.box_of(unit);
        let steps = self.rules.unit(unit).steps.len() as u8;
        let state = self.state.unit_mut(unit);
        if let Some(mate) = state.mate.take() {
            self.destroy(mate);
            self.tell(Event::Parted(unit));
            self.tell(Event::Reduced(unit, self.rules.strength(self.state, unit)));
        } else if state.lost + 1 < steps {
            state.lost += 1;
            self.tell(Event::Reduced(unit, self.rules.strength(self.state, unit)));
        } else {
            self.disengage(unit);
            self.destroy(unit);
            self.tell(Event::Destroyed(unit));
        }
        if let Some(leader) = leader {
            self.roll_casualty(leader, CasualtyColumn::Loss);
            let is_homeless = self.state.unit(unit).place == Place::Dead
                && self.state.leader(leader).stand == Stand::With(unit);
            if let (true, Some(at)) = (is_homeless, at) {
                self.displace(leader, at);
            }
        }
    }

    /// To the dead pile.
    pub(crate) fn destroy(&mut self, unit: UnitId) {
        let steps = self.rules.unit(unit).steps.len() as u8;
        let state = self.state.unit_mut(unit);
        state.place = Place::Dead;
        state.line = Line::First;
        state.lost = steps;
    }

    /// The box has attacked; others may.
    fn finish_bout(&mut self, bout: Bout) {
        self.pop();
        self.state.frame_mut::<Turn>().targets.insert(bout.to);
    }
}

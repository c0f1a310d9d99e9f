//! How much each consideration counts with a level, tuned by playing thousands of battles.

use diadem_core::Camp;
use diadem_display::Display;

/// What the rules of thumb weigh with. Scores are on the scale of what units are worth ([`super::worth`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weights {
    /// Attacks: what is added to any, so that a fair one is dared or not.
    pub(crate) dare: i32,
    /// For an attack on the enemy camp.
    pub(crate) strike_camp: i32,
    /// For an attack on an enemy in our half.
    pub(crate) strike_intruder: i32,
    /// For an attack on one of the last few, per enemy lacking to five.
    pub(crate) finish: i32,
    /// What a routed unit is worth less by, in hundredths.
    pub(crate) rout: i32,
    /// How far the danger of a leader of ours counts, in hundredths.
    pub(crate) leader_risk: i32,
    /// How far that of an enemy.
    pub(crate) leader_prize: i32,
    /// Whether duels are paired as a whole.
    pub(crate) pairs_whole: i32,
    /// How much it counts to have the right ones in a first line that the enemy faces, in sixteenths; nought for a
    /// recruit, who goes by strength alone.
    pub(crate) weigh_lines: i32,
    /// First line: an archer steps up.
    pub(crate) step_up_archer: i32,
    /// Horse and light foot step up.
    pub(crate) step_up_fast: i32,
    /// Anybody else.
    pub(crate) step_up: i32,
    /// How much better the other must be for an exchange; nought for never.
    pub(crate) exchange: i32,
    /// A worn unit steps back if it is worse than this in front.
    pub(crate) step_back: i32,
    /// Leaders: to stand in front.
    pub(crate) lead_front: i32,
    /// For each step of the unit, up to two.
    pub(crate) lead_steps: i32,
    /// With horse and light foot.
    pub(crate) lead_fast: i32,
    /// Whether a commander other than Alexander keeps back.
    pub(crate) shy: i32,
    /// Advancing into an empty box of the enemy line.
    pub(crate) advance: i32,
    /// How many must stay behind.
    pub(crate) advance_keep: i32,
    /// More for a unit with a leader.
    pub(crate) advance_led: i32,
    /// Nearer to the enemy by one box, for one who can strike nobody.
    pub(crate) hunt: i32,
    /// Nearer to his camp by one box.
    pub(crate) hunt_camp: i32,
    /// The enemy is beaten when we have so many for a hundred of his.
    pub(crate) hunt_from: i32,
    /// The own line: per unit lacking in the first line.
    pub(crate) fill: i32,
    /// A box without anybody.
    pub(crate) fill_empty: i32,
    /// A line box must have more than this to give to another.
    pub(crate) fill_keep: i32,
    /// Guards of the camp: always.
    pub(crate) guards: i32,
    /// When the enemy comes round.
    pub(crate) guards_coming: i32,
    /// When he is near.
    pub(crate) guards_near: i32,
    /// How much a guard that lacks is worth.
    pub(crate) guard: i32,
    /// The wings: the first round in which somebody goes.
    pub(crate) wing_from: i32,
    /// The last.
    pub(crate) wing_until: i32,
    /// To go to one's own outflank box.
    pub(crate) wing: i32,
    /// To bar the way of somebody.
    pub(crate) wing_bar: i32,
    /// More with a leader.
    pub(crate) wing_led: i32,
    /// To go where others are.
    pub(crate) wing_join: i32,
    /// From there into the enemy's.
    pub(crate) wing_on: i32,
    /// At least so many together.
    pub(crate) wing_with: i32,
    /// Less for each enemy who stands where he can bar the way.
    pub(crate) wing_avoid: i32,
    /// Whether one wing only is tried.
    pub(crate) wing_one: i32,
    /// Set-up: how many go to the reserve.
    pub(crate) set_reserve: i32,
    /// How many of them are for the wing, with a leader.
    pub(crate) set_wing: i32,
    /// How much worse it is in front for horse and light foot.
    pub(crate) set_fast_front: i32,
    /// For archers.
    pub(crate) set_archer_front: i32,
    /// For every one who stands there.
    pub(crate) set_crowd: i32,
    /// The least worth in front of one who stands there, in hundredths of what is usual in the army.
    pub(crate) set_front_least: i32,
    /// Whether the wing's leader is the best.
    pub(crate) set_best_leads_wing: i32,
    /// Whether those who go round the wing wait in reserve, and the leader who must stand in Right rides to them.
    pub(crate) wing_in_reserve: i32,
    /// Whether an enemy who comes round a wing is let in, and struck from two boxes, instead of barred.
    pub(crate) wing_ambush: i32,
    /// How much less the first line of Left is given.
    pub(crate) set_refuse: i32,
    /// How many fewer go to the reserve of a small army.
    pub(crate) set_small: i32,
    /// How much more a leader who rides to the reserve counts; nobody goes to a wing without one, unless it is nought.
    pub(crate) wing_leader: i32,
}

impl Weights {
    /// The same without what takes long to weigh, for games played forward.
    pub(crate) const fn in_haste(self) -> Weights {
        Weights { weigh_lines: 0, pairs_whole: 0, ..self }
    }
}

/// A recruit: fills the line, strikes what is in front, goes round a wing when the battle is under way.
pub(crate) const PLAIN: Weights = Weights {
    dare: 1,
    strike_camp: 60,
    strike_intruder: 40,
    finish: 40,
    rout: 80,
    leader_risk: 0,
    leader_prize: 100,
    pairs_whole: 0,
    weigh_lines: 0,
    step_up_archer: 3,
    step_up_fast: 4,
    step_up: 4,
    exchange: 0,
    step_back: 0,
    lead_front: 20,
    lead_steps: 6,
    lead_fast: 10,
    shy: 0,
    advance: 14,
    advance_keep: 1,
    advance_led: 6,
    hunt: 20,
    hunt_camp: 6,
    hunt_from: 200,
    fill: 3,
    fill_empty: 40,
    fill_keep: 5,
    guards: 1,
    guards_coming: 1,
    guards_near: 1,
    guard: 0,
    wing_from: 1,
    wing_until: 10,
    wing: 8,
    wing_bar: 8,
    wing_led: 12,
    wing_join: 0,
    wing_on: 30,
    wing_with: 1,
    wing_avoid: 0,
    wing_one: 1,
    set_reserve: 4,
    set_wing: 4,
    set_fast_front: 30,
    set_archer_front: 30,
    set_crowd: 4,
    set_front_least: 0,
    set_best_leads_wing: 0,
    wing_in_reserve: 0,
    wing_ambush: 0,
    set_refuse: 0,
    set_small: 1,
    wing_leader: 0,
};

/// A captain's: who moves first goes round a wing at once, who moves second lets the enemy come and strikes him from two
/// sides.
pub(crate) fn of_captain(display: &Display, side: Camp) -> &'static Weights {
    if display.battle().order.acts_first == side { &FIRST } else { &SECOND }
}

/// A captain who moves first, and sets up when he has seen the enemy's line.
const FIRST: Weights = Weights {
    dare: -47,
    strike_camp: 196,
    strike_intruder: 40,
    finish: 40,
    rout: 64,
    leader_risk: 61,
    leader_prize: 59,
    pairs_whole: 0,
    weigh_lines: 4,
    step_up_archer: 3,
    step_up_fast: 6,
    step_up: 4,
    exchange: 4,
    step_back: 0,
    lead_front: 20,
    lead_steps: 6,
    lead_fast: 8,
    shy: 1,
    advance: 14,
    advance_keep: -1,
    advance_led: 6,
    hunt: 40,
    hunt_camp: 18,
    hunt_from: 200,
    fill: 1,
    fill_empty: 0,
    fill_keep: 6,
    guards: 1,
    guards_coming: 2,
    guards_near: 3,
    guard: 22,
    wing_from: 1,
    wing_until: 10,
    wing: 8,
    wing_bar: 16,
    wing_led: 0,
    wing_join: 6,
    wing_on: 60,
    wing_with: 0,
    wing_avoid: 2,
    wing_one: 0,
    set_reserve: 2,
    set_wing: 4,
    set_fast_front: 60,
    set_archer_front: 25,
    set_crowd: 4,
    set_front_least: 60,
    set_best_leads_wing: 1,
    wing_in_reserve: 0,
    wing_ambush: 0,
    set_refuse: 0,
    set_small: 1,
    wing_leader: 0,
};

/// A captain who moves second.
const SECOND: Weights = Weights {
    dare: -50,
    strike_camp: 240,
    strike_intruder: 100,
    finish: 61,
    rout: 59,
    leader_risk: 108,
    leader_prize: 101,
    pairs_whole: 1,
    weigh_lines: 6,
    step_up_archer: 8,
    step_up_fast: 3,
    step_up: 3,
    exchange: 0,
    step_back: 2,
    lead_front: 20,
    lead_steps: 6,
    lead_fast: 10,
    shy: 1,
    advance: 17,
    advance_keep: 0,
    advance_led: 12,
    hunt: 23,
    hunt_camp: 6,
    hunt_from: 200,
    fill: 3,
    fill_empty: 40,
    fill_keep: 0,
    guards: 0,
    guards_coming: 2,
    guards_near: 2,
    guard: 34,
    wing_from: 3,
    wing_until: 12,
    wing: 26,
    wing_bar: 11,
    wing_led: 12,
    wing_join: 3,
    wing_on: 60,
    wing_with: 4,
    wing_avoid: 2,
    wing_one: 0,
    set_reserve: 3,
    set_wing: 5,
    set_fast_front: 30,
    set_archer_front: 34,
    set_crowd: 2,
    set_front_least: -2,
    set_best_leads_wing: 1,
    wing_in_reserve: 1,
    wing_ambush: 1,
    set_refuse: 1,
    set_small: 3,
    wing_leader: 37,
};

//! How much each consideration counts with a level, tuned by playing thousands of battles.

/// What the rules of thumb weigh with. Scores are on the scale of what units are worth ([`super::worth`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(crate) struct Weights {
    /// Attacks: what is added to any, so that a fair one is dared or not.
    pub(crate) dare: i32,
    /// The same for each round after the fifth: night falls.
    pub(crate) dare_late: i32,
    /// For an attack on the enemy camp.
    pub(crate) strike_camp: i32,
    /// For an attack on an enemy in our half.
    pub(crate) strike_intruder: i32,
    /// For an attack on a box that few are left in, per unit lacking to four.
    pub(crate) strike_thin: i32,
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
    /// Whether units are doubled outside the line as well.
    pub(crate) double_all: i32,
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
    /// Moving two there to join others.
    pub(crate) follow: i32,
    /// From one enemy box to another.
    pub(crate) roam: i32,
    /// Nearer to the enemy by one box, for one who can strike nobody.
    pub(crate) hunt: i32,
    /// Nearer to his camp by one box.
    pub(crate) hunt_camp: i32,
    /// The enemy is beaten when we have so many for a hundred of his.
    pub(crate) hunt_from: i32,
    /// Into the enemy camp, without winning at once.
    pub(crate) raid: i32,
    /// As many must be at hand for that.
    pub(crate) raid_with: i32,
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
    dare_late: 0,
    strike_camp: 60,
    strike_intruder: 40,
    strike_thin: 0,
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
    double_all: 0,
    lead_front: 20,
    lead_steps: 6,
    lead_fast: 10,
    shy: 0,
    advance: 14,
    advance_keep: 1,
    advance_led: 6,
    follow: 0,
    roam: 0,
    hunt: 20,
    hunt_camp: 6,
    hunt_from: 200,
    raid: 0,
    raid_with: 9,
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
};

/// A captain.
pub(crate) const SOUND: Weights = Weights {
    dare: -50,
    dare_late: 0,
    strike_camp: 240,
    strike_intruder: 40,
    strike_thin: 0,
    finish: 40,
    rout: 80,
    leader_risk: 100,
    leader_prize: 100,
    pairs_whole: 1,
    weigh_lines: 5,
    step_up_archer: 8,
    step_up_fast: 3,
    step_up: 4,
    exchange: 4,
    step_back: 0,
    double_all: 0,
    lead_front: 20,
    lead_steps: 6,
    lead_fast: 10,
    shy: 1,
    advance: 14,
    advance_keep: 1,
    advance_led: 6,
    follow: 0,
    roam: 0,
    hunt: 20,
    hunt_camp: 6,
    hunt_from: 200,
    raid: 0,
    raid_with: 3,
    fill: 3,
    fill_empty: 40,
    fill_keep: 5,
    guards: 1,
    guards_coming: 2,
    guards_near: 2,
    guard: 22,
    wing_from: 1,
    wing_until: 10,
    wing: 12,
    wing_bar: 16,
    wing_led: 0,
    wing_join: 6,
    wing_on: 30,
    wing_with: 2,
    wing_avoid: 2,
    wing_one: 1,
    set_reserve: 2,
    set_wing: 4,
    set_fast_front: 30,
    set_archer_front: 30,
    set_crowd: 2,
    set_front_least: 60,
    set_best_leads_wing: 1,
};

/// Other manners in which a captain may go on: each of them is played forward where they differ.
pub(crate) static MANNERS: [&Weights; 3] = [&BOLD, &WARY, &FRONTAL];

/// Attacks where it is merely fair, and follows up.
const BOLD: Weights = Weights { dare: 80, advance: 35, follow: 14, ..SOUND };

/// Attacks where it is good only, and guards the camp.
const WARY: Weights =
    Weights { dare: -80, guards: 2, guards_coming: 4, guards_near: 4, guard: 40, ..SOUND };

/// Sends nobody round the wings.
const FRONTAL: Weights = Weights { wing_from: 99, wing_on: 0, fill: 6, fill_keep: 3, ..SOUND };

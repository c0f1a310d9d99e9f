//! Who should stand in a first line, weighed against those who stand opposite.

use super::duels::{self, Match};
use super::thumb::{Sight, mirror};
use diadem_display::{Action, BoxId, Line, Place, UnitId};

/// A first line against the one opposite: every duel that it could fight or suffer.
pub(crate) struct Face {
    /// Ours in the box, with whether each stands in front.
    ours: Vec<(UnitId, bool)>,
    /// Theirs in front, the strongest in defense first.
    theirs: Vec<UnitId>,
    /// What our attack on each of theirs brings, and what theirs on ours costs, by our unit and then by theirs.
    strike: Vec<i32>,
    suffer: Vec<i32>,
    /// What the line is worth as it stands.
    now: i32,
}

impl Sight<'_> {
    /// By how much it is better to have the first line of a box after an action; nothing where no enemy is opposite.
    pub(crate) fn dressing(&self, action: Action) -> Option<i32> {
        let unit = match action {
            Action::Forward(unit) | Action::Back(unit) => unit,
            Action::Exchange { forward, .. } => forward,
            _ => return None,
        };
        let at = self.state.box_of(unit).filter(|at| at.post().is_line())?;
        let face = self.faces[at.index()].get_or_init(|| self.face(at)).as_ref()?;
        let mut then = face.front();
        let place = |unit: UnitId| face.ours.iter().position(|&(one, _)| one == unit);
        match action {
            Action::Forward(unit) => then.push(place(unit)?),
            Action::Back(unit) => {
                let gone = place(unit)?;
                then.retain(|&one| one != gone);
            }
            Action::Exchange { back, forward } => {
                let gone = place(back)?;
                then.retain(|&one| one != gone);
                then.push(place(forward)?);
            }
            _ => return None,
        }
        Some(face.worth(self, &then) - face.now)
    }

    fn face(&self, at: BoxId) -> Option<Face> {
        let standing =
            |at: BoxId, unit: &UnitId| self.state.units[unit.index()].place == Place::In(at);
        let enemies = self.display.muster(self.side.other());
        let opposite = mirror(at);
        let mut theirs: Vec<UnitId> = enemies
            .iter()
            .filter(|unit| standing(opposite, unit) && self.line(*unit) == Line::First)
            .collect();
        if theirs.is_empty() {
            return None;
        }
        theirs.sort_by_key(|&unit| {
            std::cmp::Reverse(self.display.strength(self.state, unit).defense)
        });
        let ours: Vec<(UnitId, bool)> = self
            .display
            .muster(self.side)
            .iter()
            .filter(|unit| standing(at, unit))
            .map(|unit| (unit, self.line(unit) == Line::First))
            .collect();
        let (mut strike, mut suffer) = (Vec::new(), Vec::new());
        for &(one, _) in &ours {
            for &other in &theirs {
                strike.push(self.gain(one, other));
                suffer.push(self.gain(other, one));
            }
        }
        let mut face = Face { ours, theirs, strike, suffer, now: 0 };
        face.now = face.worth(self, &face.front());
        Some(face)
    }
}

impl Face {
    fn front(&self) -> Vec<usize> {
        (0..self.ours.len()).filter(|&one| self.ours[one].1).collect()
    }

    /// What a first line may win by its attack, less what it may lose by theirs.
    fn worth(&self, sight: &Sight<'_>, front: &[usize]) -> i32 {
        let width = self.theirs.len();
        let mut pairs: Vec<Match> = Vec::with_capacity(16);
        // 10.10: fewer attackers meet the strongest.
        let met = width.min(front.len());
        for &one in front {
            for other in 0..met {
                let gain = self.strike[one * width + other];
                pairs.push((gain, self.ours[one].0, self.theirs[other]));
            }
        }
        let wins = duels::whole(&mut pairs).max(0);
        pairs.clear();
        let defense = |one: usize| sight.display.strength(sight.state, self.ours[one].0).defense;
        let mut strongest = front.to_vec();
        strongest.sort_by_key(|&one| std::cmp::Reverse(defense(one)));
        for &one in &strongest[..met] {
            for other in 0..width {
                let gain = self.suffer[one * width + other];
                pairs.push((gain, self.theirs[other], self.ours[one].0));
            }
        }
        wins - duels::whole(&mut pairs).max(0)
    }
}

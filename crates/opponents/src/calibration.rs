//! Whether the forms of battle agree: a dozen typical offers, each fought in every form by the same players.

use crate::Stop;
use crate::forecast::{Forecast, Fortune, Method, forecast, in_form};
use crate::odds::{Mean, Share};
use diadem_core::{Dice, SetupError};
use diadem_handoff::{Form, FormSet, War};

/// An offer in each form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// What it is called.
    pub name: String,
    /// What came of it, form by form.
    pub forms: Vec<(Form, Forecast)>,
}

/// Every offer, and all of them together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Calibration {
    /// Offer by offer.
    pub offers: Vec<Comparison>,
    /// All of them, form by form.
    pub pooled: Vec<(Form, Forecast)>,
}

impl Forecast {
    /// The share of the first seat (the Macedonian), where a draw counts half.
    pub fn balance(&self) -> Share {
        let won = self.seats.first().map_or(0, |fortune| fortune.won);
        Share::with_draws(won.into(), self.drawn.into(), self.games.into())
    }

    /// The share of games that nobody won.
    pub fn draws(&self) -> Share {
        Share::new(self.drawn.into(), self.games.into())
    }

    /// The thousandths of its army that a winner lost, whoever he was.
    pub fn losses_of_winners(&self) -> Mean {
        self.pool(|fortune| fortune.losses_of_winner)
    }

    /// The thousandths of its army that a loser lost, whoever he was.
    pub fn losses_of_losers(&self) -> Mean {
        self.pool(|fortune| fortune.losses_of_loser)
    }

    fn pool(&self, of: impl Fn(&Fortune) -> Mean) -> Mean {
        let mut all = Mean::default();
        self.seats.iter().for_each(|fortune| all.join(of(fortune)));
        all
    }
}

/// Fights every typical offer of a war in every form: so many games each by the method. The war must leave the form
/// open. `told` hears each comparison as it is ready; [`Stop`] ends it with what there is by then.
pub fn calibrate(
    war: &War,
    method: Method,
    stop: &Stop,
    mut told: impl FnMut(&Comparison),
) -> Result<Calibration, SetupError> {
    let none = || FormSet::usual().iter().map(|form| (form, Forecast::default())).collect();
    let mut calibration = Calibration { offers: Vec::new(), pooled: none() };
    for offer in war.typical_offers()? {
        let mut forms: Vec<(Form, Forecast)> = none();
        for (form, brought) in &mut forms {
            let mut dice = Dice::new(method.seed);
            let ground = dice.below(u32::MAX);
            let met = war.at_meeting(&offer.meeting, ground, &mut dice);
            let fought = met.and_then(|met| in_form(war, &met, *form));
            let Some(from) = fought else {
                return Err(SetupError(format!(
                    "\"{}\" cannot be fought in every form: ask for a war whose battles are `ask`ed for.",
                    offer.name
                )));
            };
            *brought = forecast(war, &from, method, stop, |_| {});
        }
        if stop.is_asked() {
            break;
        }
        for ((_, pooled), (_, brought)) in calibration.pooled.iter_mut().zip(&forms) {
            pooled.join(brought);
        }
        let comparison = Comparison { name: offer.name, forms };
        told(&comparison);
        calibration.offers.push(comparison);
    }
    Ok(calibration)
}

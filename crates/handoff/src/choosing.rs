//! Two armies have met: the form of their battle is settled, or somebody is asked for it, and it begins.

use crate::forms::{BattleRules, Event, Form, FormSet};
use crate::scene::{Choosing, Engagement, GroundSeed, Offered, Scene};
use crate::setup::Battles;
use crate::war::{OnMap, State, War};
use diadem_campaign::BattleOffer;
use diadem_core::{Dice, SeatSet, SetupError, Sink};

impl War {
    /// Two armies have met.
    pub(crate) fn meet(
        &self,
        on_map: &OnMap,
        state: &mut State,
        dice: &mut Dice,
    ) -> Result<(), SetupError> {
        let offer = state.campaign.as_ref().and_then(|map| on_map.campaign.offer(map));
        let Some(offer) = offer else { return Ok(()) };
        let offered = on_map.offered(state, offer);
        match self.setup.battles {
            Battles::Always(form) => on_map.begin(state, offered, form, dice),
            Battles::Attacker(forms) | Battles::Ask(forms) => {
                let forms = on_map.open_forms(&offered, forms);
                // Armies that no other form can hold leave nothing to choose.
                if forms.iter().count() < 2 {
                    return on_map.begin(state, offered, Form::FALLBACK, dice);
                }
                state.scene = Scene::Choosing(Choosing { offered, forms, proposed: None });
                Ok(())
            }
        }
    }

    /// A side has chosen. Where both are asked, what the attacker wants is fought if the other side agrees, and
    /// otherwise the usual form, to which nobody has to agree.
    pub(crate) fn choose(
        &self,
        state: &mut State,
        form: Form,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let (Some(on_map), Scene::Choosing(choosing)) = (self.on_map(), &mut state.scene) else {
            return;
        };
        let power = choosing.offered.power(choosing.asked());
        sink.tell(SeatSet::ALL, Event::Chosen { power, form });
        let must_agree = match self.setup.battles {
            Battles::Ask(_) => choosing.proposed.is_none() && form != Form::FALLBACK,
            Battles::Attacker(_) | Battles::Always(_) => false,
        };
        if must_agree {
            choosing.proposed = Some(form);
            choosing.forms = [Form::FALLBACK, form].into_iter().collect();
            return;
        }
        let offered = choosing.offered.clone();
        if let Err(SetupError(why)) = on_map.begin(state, offered, form, dice) {
            state.scene = Scene::Map;
            sink.tell(SeatSet::ALL, Event::Unfought(why.into()));
        }
    }
}

impl OnMap {
    /// An offer with its ground: a famous field once a war, and only when those meet who met there.
    pub(crate) fn offered(&self, state: &State, offer: BattleOffer) -> Offered {
        let famous = !state.famous_fought.contains(offer.province)
            && Form::ALL.iter().any(|&form| self.kits.has_famous_field(form, &offer));
        Offered::new(offer, GroundSeed { seed: state.ground, famous })
    }

    /// The rules half of an offered battle.
    pub(crate) fn rules(&self, form: Form, offered: &Offered) -> Result<BattleRules, SetupError> {
        self.kits.rules(form, &self.campaign, offered)
    }

    /// Those of some forms in which an offered battle can be fought; the usual one is always among them.
    fn open_forms(&self, offered: &Offered, forms: FormSet) -> FormSet {
        let is_open = |&form: &Form| form == Form::FALLBACK || self.rules(form, offered).is_ok();
        forms.with(Form::FALLBACK).iter().filter(is_open).collect()
    }

    /// Begins a battle, in the usual form where there is no room for it in this one.
    fn begin(
        &self,
        state: &mut State,
        offered: Offered,
        form: Form,
        dice: &mut Dice,
    ) -> Result<(), SetupError> {
        let rules = match self.rules(form, &offered) {
            Err(_) if form != Form::FALLBACK => self.rules(Form::FALLBACK, &offered),
            made => made,
        }?;
        let battle = rules.opening(dice);
        let offer = &offered.offer;
        if offered.ground.famous && self.kits.has_famous_field(battle.form(), offer) {
            state.famous_fought.insert(offer.province);
        }
        state.scene = Scene::Fighting(Engagement { offered: Some(offered), battle });
        Ok(())
    }
}

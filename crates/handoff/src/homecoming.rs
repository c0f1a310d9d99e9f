//! A battle of the campaign is over: the winner pursues, the report goes home, and the next battle that waits begins.

use crate::battle_losses::{BattleLosses, Remains};
use crate::forms::{BattleState, Ended, Event, Field, Form, display};
use crate::scene::{Engagement, Pursuit, Scene};
use crate::war::{OnMap, State, War};
use diadem_books::ALEXANDROS;
use diadem_campaign::{BattleOffer, BattleReport, Waiting};
use diadem_core::{Dice, Mapped, Rule, Seal, SeatSet, SetupError, Sink, rule};
use std::sync::Arc;

pub(crate) const HOME: Rule = rule!(ALEXANDROS, "10.19");

impl War {
    /// Carries a finished battle home, and begins the next one that waits.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        let Some(on_map) = self.on_map() else { return };
        if let Err(SetupError(why)) = self.go_on(on_map, state, dice, sink) {
            sink.tell(SeatSet::ALL, Event::Unfought(why.into()));
        }
    }

    fn go_on(
        &self,
        on_map: &OnMap,
        state: &mut State,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), SetupError> {
        if matches!(state.scene, Scene::Fighting(_)) {
            self.close(on_map, state, dice, sink)?;
        }
        if matches!(state.scene, Scene::Pursuing(_)) {
            on_map.end_pursuit(state, dice, sink);
        }
        let Some(map) = &state.campaign else { return Ok(()) };
        if matches!(state.scene, Scene::Map) && on_map.campaign.waiting(map) == Waiting::Battle {
            return self.meet(on_map, state, dice);
        }
        Ok(())
    }

    /// What the field of a battle has cost the units of its offer, where men are counted.
    pub fn losses(
        &self,
        offer: &BattleOffer,
        remains: &Remains,
        dice: &mut Dice,
    ) -> Option<BattleLosses> {
        let conversion = self.on_map()?.conversion.as_deref()?;
        Some(BattleLosses::of(conversion, offer, remains, dice))
    }

    /// Ends a battle that is over.
    fn close(
        &self,
        on_map: &OnMap,
        state: &mut State,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), SetupError> {
        let (Some(rules), Scene::Fighting(engagement)) = (self.rules(state), &mut state.scene)
        else {
            return Ok(());
        };
        let Engagement { offered: Some(offered), battle } = engagement else { return Ok(()) };
        let (campaign, charts, offer) = (&on_map.campaign, &*on_map.charts, &offered.offer);
        let field = Field { campaign, offer, charts };
        let form = battle.form();
        match rules.close(&field, battle, dice, sink) {
            None => {}
            Some(Ended::Home(report)) => on_map.report(state, form, &report, dice, sink),
            Some(Ended::Field(remains)) => {
                let Some(losses) = self.losses(offer, &remains, dice) else { return Ok(()) };
                on_map.pursue(state, form, losses, dice, sink)?;
            }
        }
        Ok(())
    }
}

impl OnMap {
    /// 10.19: whatever the form, those who survive are put on the display, and the winner pursues there.
    fn pursue(
        &self,
        state: &mut State,
        form: Form,
        losses: BattleLosses,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), SetupError> {
        let Some(offered) = state.offered() else { return Ok(()) };
        let offered = offered.clone();
        let display = self.kits.display(&self.campaign, &offered)?;
        let wrap = |event| Event::Display(Arc::clone(&display), event);
        let after = losses.aftermath();
        let after = display.after(&after, dice, &mut Mapped::new(&mut *sink, wrap));
        let battle = BattleState::Display(after);
        let engagement = Engagement { offered: Some(offered), battle };
        state.scene = Scene::Pursuing(Pursuit { engagement, form });
        sink.tell(SeatSet::ALL, Event::Home(Box::new(losses)));
        sink.seal(Seal::Shown);
        Ok(())
    }

    /// Carries a battle home whose pursuit is over.
    fn end_pursuit(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        let Scene::Pursuing(Pursuit { engagement, form }) = &state.scene else { return };
        let Engagement { offered: Some(offered), battle: BattleState::Display(after) } = engagement
        else {
            return;
        };
        let Ok(display) = self.kits.display(&self.campaign, offered) else { return };
        let Some(ended) = display.report(after) else { return };
        let (form, report) = (*form, display::report(&ended));
        self.report(state, form, &report, dice, sink);
    }

    /// The way home.
    fn report(
        &self,
        state: &mut State,
        form: Form,
        report: &BattleReport,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let Some(map) = &mut state.campaign else { return };
        state.scene = Scene::Map;
        state.fought.count(form);
        self.campaign.report(map, report, dice, &mut Mapped::new(sink, Event::Campaign));
    }
}

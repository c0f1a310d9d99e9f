//! What the computer knows of each form of battle: a folder each, and the one list of them.

use crate::mind::{Choice, Mind};
#[cfg(feature = "coin")]
use crate::on_coin::OnCoin;
use crate::on_display::OnDisplay;
use crate::on_hexes::OnHexes;
use diadem_core::Seat;
use diadem_handoff::{Action, Form, State, War};
use std::fmt::Debug;

/// What the computer knows of a form of battle.
pub(crate) trait FormPlayer {
    /// What a player keeps in mind from one question of a battle to the next.
    type Memory: Clone + Debug + Default;

    /// How much a general can do in it: where forms may be chosen, he takes the one with most.
    const GENERALSHIP: u8;

    /// What to do here, and why; nothing when no battle of this form is drawn up or fought.
    fn choose(
        war: &War,
        view: &State,
        seat: Seat,
        mind: &mut Mind<'_>,
        memory: &mut Self::Memory,
    ) -> Option<Choice<Action>>;

    /// What a battle alone has cost a seat, once it is over.
    fn toll(war: &War, state: &State, seat: Seat) -> Option<Toll>;
}

/// What a battle has cost a seat.
#[derive(Clone, Copy, Default)]
pub(crate) struct Toll {
    /// In thousandths of what it had.
    pub(crate) lost: u16,
    pub(crate) leaders: u8,
    pub(crate) king_fell: bool,
}

/// So much of so much, in thousandths.
pub(crate) fn thousandths(lost: u32, had: u32) -> u16 {
    (lost * 1_000 / had.max(1)) as u16
}

/// Makes whatever has a part for each form from the one list of them.
macro_rules! form_players {
    ($($(#[$if:meta])* $form:ident, $field:ident: $Player:ty;)+) => {
        /// What a player keeps in mind of battles of every form.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct Memories {
            $($(#[$if])* $field: <$Player as FormPlayer>::Memory,)+
        }

        impl Memories {
            /// What to do in the battle that is drawn up or fought, and why.
            pub(crate) fn choose(
                &mut self,
                war: &War,
                view: &State,
                seat: Seat,
                mind: &mut Mind<'_>,
            ) -> Option<Choice<Action>> {
                match view.form()? {
                    $($(#[$if])* Form::$form => {
                        <$Player>::choose(war, view, seat, mind, &mut self.$field)
                    })+
                }
            }
        }

        /// How much a general can do in a form.
        pub(crate) const fn generalship(form: Form) -> u8 {
            match form { $($(#[$if])* Form::$form => <$Player>::GENERALSHIP,)+ }
        }

        /// What a battle alone has cost a seat, once it is over.
        pub(crate) fn toll(war: &War, state: &State, seat: Seat) -> Option<Toll> {
            match state.form()? {
                $($(#[$if])* Form::$form => <$Player>::toll(war, state, seat),)+
            }
        }
    };
}

form_players! {
    Display, display: OnDisplay;
    Hexes, hexes: OnHexes;
    #[cfg(feature = "coin")]
    Coin, coin: OnCoin;
}

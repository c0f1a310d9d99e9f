//! The forms of battle: what each says of itself, and the one list of them.
//!
//! A form has a folder here, one among the computer players and one in the window, and a line in the list of each.
//! What a war does with a battle it asks of the battle's form; nothing outside the folders asks which form that is.

#[cfg(feature = "coin")]
pub mod coin;
pub(crate) mod display;
pub(crate) mod hexes;

use crate::battle_losses::{BattleLosses, Remains};
use crate::conversion::Conversion;
use crate::rules_cache::RulesCache;
use crate::scene::Offered;
use crate::setup::WarSetup;
use diadem_books::ALEXANDROS;
use diadem_campaign::powers::Power;
use diadem_campaign::{self as campaign, BattleOffer, BattleReport, Campaign};
use diadem_cases::{Finding, Words};
use diadem_core::{
    AnswerOffer, Broken, Chart, DataFile, Decision, Dice, Game, Illegal, OwnFiles, Rule, Scenario,
    Seat, SeatSet, SetupError, Sink, Text, rule,
};
use diadem_display::Charts;
use diadem_sheets::ChartError;
use hexes::Draw;
use serde::de::value::{Error as Unnamed, StrDeserializer};
use serde::de::{DeserializeOwned, EnumAccess, Error as _, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::cell::Cell;
use std::fmt::{self, Debug};
use std::sync::Arc;
use std::thread::LocalKey;

pub(crate) const FORM: Rule = rule!(ALEXANDROS, "10.1");

/// A form of battle. What implements it is what battles of this form are made from in a war; a battle itself is its
/// rules half and its state, and is made from an offer and nothing else, or from a scenario of its own.
pub trait BattleForm: Sized + Debug + Send + Sync + 'static {
    /// The game that is fought.
    type Game: Text;
    /// The rules half of one battle.
    type Rules: Debug + Send + Sync;
    /// Everything that changes in a battle, from drawing up to its end.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + 'static;

    /// The word it is known by on the command line.
    const WORD: &'static str;
    /// Where it is fought, behind "on": `the tactical display`.
    const PLACE: &'static str;
    /// Whether its losses are counted in men.
    const COUNTS_MEN: bool;
    /// Whether it is offered where players choose and name no forms.
    const IS_USUAL: bool = true;

    // Battles by themselves.

    /// Those that can be played.
    fn scenarios() -> Vec<Scenario>;

    /// Whether this is one of them.
    fn is_scenario(id: &str) -> bool;

    /// Every chart and field that such battles are fought by, with where its figures come from.
    fn charts(own: &OwnFiles) -> Result<Vec<Chart>, SetupError>;

    /// The files they are written in, to be exported and edited.
    fn data_files() -> Vec<DataFile>;

    /// The rules half of one.
    fn alone(setup: &WarSetup) -> Result<Self::Rules, SetupError>;

    /// The files that one is made from, where a player has these of his own.
    fn files_alone(id: &str, own: &OwnFiles) -> Vec<DataFile>;

    // Battles of a campaign.

    /// What they are made from.
    fn load(source: &Source<'_>) -> Result<Self, ChartError>;

    /// The files that is read from, beside those of the campaign and of the conversion.
    fn files(&self, own: &OwnFiles) -> Vec<DataFile>;

    /// The rules half of a battle that is offered; refused where it has no room for such armies.
    fn rules(&self, campaign: &Campaign, offered: &Offered) -> Result<Self::Rules, SetupError>;

    /// Whether it has a famous field for a battle, because those meet who met there.
    fn has_famous_field(&self, _: &BattleOffer) -> bool {
        false
    }

    /// Ends a battle of a campaign that is over, by its own rules or by the campaign's.
    fn close(
        field: &Field<'_>,
        rules: &Arc<Self::Rules>,
        state: &mut Self::State,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Option<Ended>;

    // Every battle.

    /// How one begins.
    fn opening(rules: &Self::Rules, dice: &mut Dice) -> Self::State;

    /// Whether armies are still drawn up.
    fn is_being_drawn_up(state: &Self::State) -> bool;

    /// Who decides what.
    fn decision(rules: &Self::Rules, state: &Self::State) -> Decision<Question>;

    /// What he may do.
    fn list(rules: &Self::Rules, state: &Self::State, into: &mut Vec<Action>);

    /// Whether somebody may do this.
    fn check(
        rules: &Self::Rules,
        state: &Self::State,
        seat: Seat,
        action: Action,
    ) -> Result<(), Illegal>;

    /// Does it.
    fn apply(
        rules: &Arc<Self::Rules>,
        state: &mut Self::State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal>;

    /// What a seat may see.
    fn view(rules: &Self::Rules, state: &Self::State, seat: Seat) -> Self::State;

    /// The kind of answer that an action is in a window.
    fn offer(
        rules: &Self::Rules,
        state: &Self::State,
        action: Action,
    ) -> Option<AnswerOffer<Answer>>;

    /// What must hold.
    fn invariants(rules: &Self::Rules, state: &Self::State) -> Result<(), Broken>;

    /// Who plays.
    fn game(rules: &Arc<Self::Rules>) -> &Self::Game;

    /// A question in words.
    fn question(rules: &Self::Rules, state: &Self::State, question: Question) -> String;

    /// An action in words.
    fn action(rules: &Self::Rules, state: &Self::State, action: Action) -> String;

    /// How far it has come, where it is fought alone.
    fn headline(rules: &Self::Rules, state: &Self::State) -> String;

    /// The same within a campaign: `round 3`; nothing while armies are drawn up.
    fn progress(state: &Self::State) -> Option<String>;

    /// How many turns it has lasted.
    fn turns(state: &Self::State) -> u32;

    // Rule cases.

    /// The action that some words describe.
    fn read_action(
        rules: &Arc<Self::Rules>,
        state: &Self::State,
        words: &Words<'_>,
    ) -> Result<Action, Finding>;

    /// The present position as a case of the form's own game; nothing where only the campaign's words can tell it.
    fn written(rules: &Self::Rules, scenario: &str, state: &Self::State) -> Option<WrittenCase>;
}

/// A position as a case tells it.
pub struct WrittenCase {
    /// The game it is a case of.
    pub game: &'static str,
    /// Its words.
    pub position: String,
}

/// What the battles of a war are made from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub(crate) campaign: &'a Campaign,
    /// Where men are counted.
    pub(crate) conversion: Option<&'a Arc<Conversion>>,
    pub(crate) setup: &'a WarSetup,
}

impl Source<'_> {
    /// What units and leaders are in men, for a form that counts them.
    fn conversion(&self) -> Result<Arc<Conversion>, ChartError> {
        match self.conversion {
            Some(conversion) => Ok(Arc::clone(conversion)),
            None => Conversion::load(&self.campaign.roster, &self.setup.own).map(Arc::new),
        }
    }
}

/// A battle of a campaign that may be over.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    pub(crate) campaign: &'a Campaign,
    pub(crate) offer: &'a BattleOffer,
    /// The campaign's own tables of battle.
    pub(crate) charts: &'a Charts,
}

/// How a battle of a campaign ends.
pub enum Ended {
    /// With the pursuit: this goes home.
    Home(BattleReport),
    /// So stands the field, and the hand-off pursues.
    Field(Remains),
}

/// What battles of a form are made from, and those lately made.
#[derive(Debug)]
pub(crate) struct Kit<F: BattleForm> {
    pub(crate) form: F,
    battles: RulesCache<F::Rules>,
}

impl<F: BattleForm> Kit<F> {
    fn load(source: &Source<'_>) -> Result<Kit<F>, ChartError> {
        Ok(Kit { form: F::load(source)?, battles: RulesCache::default() })
    }

    /// The rules half of an offered battle, found again by its number or made anew.
    pub(crate) fn rules(
        &self,
        campaign: &Campaign,
        offered: &Offered,
    ) -> Result<Arc<F::Rules>, SetupError> {
        self.battles.find(offered.rules_key, || self.form.rules(campaign, offered))
    }
}

type ActionOf<F> = <<F as BattleForm>::Game as Game>::Action;
type QuestionOf<F> = <<F as BattleForm>::Game as Game>::Question;
type EventOf<F> = <<F as BattleForm>::Game as Game>::Event;
type AnswerOf<F> = <<F as BattleForm>::Game as Game>::AnswerKind;

/// Makes whatever has a part for each form from the one list of them.
macro_rules! battle_forms {
    ($($(#[$if:meta])* $form:ident, $field:ident: $Form:ty;)+) => {
        /// A form of battle.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Form {
            $(#[doc = concat!("See `forms/", stringify!($field), "`.")] $(#[$if])* $form,)+
        }

        impl Form {
            /// Every form, in the order they are offered.
            pub const ALL: &'static [Form] = &[$($(#[$if])* Form::$form,)+];

            /// The word it is known by on the command line.
            pub const fn word(self) -> &'static str {
                match self { $($(#[$if])* Form::$form => <$Form>::WORD,)+ }
            }

            /// Where it is fought, behind "on".
            pub const fn place(self) -> &'static str {
                match self { $($(#[$if])* Form::$form => <$Form>::PLACE,)+ }
            }

            /// Whether its losses are counted in men.
            pub(crate) const fn counts_men(self) -> bool {
                match self { $($(#[$if])* Form::$form => <$Form>::COUNTS_MEN,)+ }
            }

            /// Whether it is offered where players choose and name no forms.
            pub(crate) const fn is_usual(self) -> bool {
                match self { $($(#[$if])* Form::$form => <$Form>::IS_USUAL,)+ }
            }

            /// The form that this is a battle of by itself.
            pub fn of_scenario(id: &str) -> Option<Form> {
                let fought = [$($(#[$if])* (Form::$form, <$Form>::is_scenario(id)),)+];
                fought.into_iter().find(|(_, is_one)| *is_one).map(|(form, _)| form)
            }

            /// The battles of this form that can be played by themselves.
            pub(crate) fn scenarios(self) -> Vec<Scenario> {
                match self { $($(#[$if])* Form::$form => <$Form>::scenarios(),)+ }
            }

            /// Every chart and field that battles of this form are fought by.
            pub(crate) fn charts(self, own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
                match self { $($(#[$if])* Form::$form => <$Form>::charts(own),)+ }
            }

            /// The files they are written in.
            pub(crate) fn data_files(self) -> Vec<DataFile> {
                match self { $($(#[$if])* Form::$form => <$Form>::data_files(),)+ }
            }

            /// The rules half of one.
            pub(crate) fn alone(self, setup: &WarSetup) -> Result<BattleRules, SetupError> {
                Ok(match self {
                    $($(#[$if])* Form::$form => BattleRules::$form(Arc::new(<$Form>::alone(setup)?)),)+
                })
            }

            /// The files that one is made from.
            pub(crate) fn files_alone(self, id: &str, own: &OwnFiles) -> Vec<DataFile> {
                match self { $($(#[$if])* Form::$form => <$Form>::files_alone(id, own),)+ }
            }
        }

        /// What battles of each form are made from, where they may be fought.
        #[derive(Debug)]
        pub(crate) struct Kits {
            $($(#[$if])* pub(crate) $field: Option<Kit<$Form>>,)+
        }

        impl Kits {
            pub(crate) fn load(source: &Source<'_>, forms: FormSet) -> Result<Kits, ChartError> {
                Ok(Kits {
                    $($(#[$if])* $field: if forms.contains(Form::$form) {
                        Some(Kit::load(source)?)
                    } else {
                        None
                    },)+
                })
            }

            /// The files that they are made from.
            pub(crate) fn files(&self, own: &OwnFiles) -> Vec<DataFile> {
                let files = [$($(#[$if])* self.$field.as_ref().map(|kit| kit.form.files(own)),)+];
                files.into_iter().flatten().flatten().collect()
            }

            /// The forms in which battles may be fought.
            pub(crate) fn forms(&self) -> FormSet {
                let known = [$($(#[$if])* self.$field.as_ref().map(|_| Form::$form),)+];
                known.into_iter().flatten().collect()
            }

            /// The rules half of an offered battle.
            pub(crate) fn rules(
                &self,
                form: Form,
                campaign: &Campaign,
                offered: &Offered,
            ) -> Result<BattleRules, SetupError> {
                match form {
                    $($(#[$if])* Form::$form => {
                        let kit = self.$field.as_ref().ok_or_else(|| not_fought(form))?;
                        kit.rules(campaign, offered).map(BattleRules::$form)
                    })+
                }
            }

            /// Whether a form has a famous field for a battle.
            pub(crate) fn has_famous_field(&self, form: Form, offer: &BattleOffer) -> bool {
                match form {
                    $($(#[$if])* Form::$form => {
                        self.$field.as_ref().is_some_and(|kit| kit.form.has_famous_field(offer))
                    })+
                }
            }
        }

        /// How many battles of a campaign were fought in each form.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Fought {
            $(
                #[doc = "In this form."]
                $(#[$if])*
                pub $field: u16,
            )+
        }

        impl Fought {
            /// None in any.
            pub(crate) const NONE: Fought = Fought { $($(#[$if])* $field: 0,)+ };

            /// How many in a form.
            pub const fn in_form(&self, form: Form) -> u16 {
                match form { $($(#[$if])* Form::$form => self.$field,)+ }
            }

            /// One more.
            pub(crate) const fn count(&mut self, form: Form) {
                match form { $($(#[$if])* Form::$form => self.$field += 1,)+ }
            }
        }

        /// The rules half of a battle.
        #[derive(Clone, Debug)]
        pub(crate) enum BattleRules {
            $($(#[$if])* $form(Arc<<$Form as BattleForm>::Rules>),)+
        }

        /// Everything that changes in a battle.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        pub enum BattleState {
            $(#[doc = "A battle of this form."] $(#[$if])* $form(<$Form as BattleForm>::State),)+
        }

        impl BattleState {
            /// The form it is fought in.
            pub const fn form(&self) -> Form {
                match self { $($(#[$if])* BattleState::$form(_) => Form::$form,)+ }
            }

            /// Whether armies are still drawn up.
            pub fn is_being_drawn_up(&self) -> bool {
                match self { $($(#[$if])* BattleState::$form(state) => <$Form>::is_being_drawn_up(state),)+ }
            }

            /// How far it has come within a campaign.
            pub(crate) fn progress(&self) -> Option<String> {
                match self { $($(#[$if])* BattleState::$form(state) => <$Form>::progress(state),)+ }
            }

            /// How many turns it has lasted.
            pub(crate) fn turns(&self) -> u32 {
                match self { $($(#[$if])* BattleState::$form(state) => <$Form>::turns(state),)+ }
            }
        }

        /// A battle: its rules half and what is true in it now.
        pub(crate) enum Battle<'a> {
            $($(#[$if])* $form(Arc<<$Form as BattleForm>::Rules>, &'a <$Form as BattleForm>::State),)+
        }

        impl BattleRules {
            /// The battle with what is true in it now; nothing where that is of another form.
            pub(crate) fn with(self, state: &BattleState) -> Option<Battle<'_>> {
                match (self, state) {
                    $($(#[$if])* (BattleRules::$form(rules), BattleState::$form(state)) => {
                        Some(Battle::$form(rules, state))
                    })+
                    _ => None,
                }
            }

            pub(crate) fn opening(&self, dice: &mut Dice) -> BattleState {
                match self {
                    $($(#[$if])* BattleRules::$form(rules) => {
                        BattleState::$form(<$Form>::opening(rules, dice))
                    })+
                }
            }

            pub(crate) fn apply(
                &self,
                state: &mut BattleState,
                seat: Seat,
                action: Action,
                dice: &mut Dice,
                sink: &mut impl Sink<Event>,
            ) -> Result<(), Illegal> {
                match (self, state) {
                    $($(#[$if])* (BattleRules::$form(rules), BattleState::$form(state)) => {
                        <$Form>::apply(rules, state, seat, action, dice, sink)
                    })+
                    _ => Err(not_asked(FORM)),
                }
            }

            pub(crate) fn close(
                &self,
                field: &Field<'_>,
                state: &mut BattleState,
                dice: &mut Dice,
                sink: &mut impl Sink<Event>,
            ) -> Option<Ended> {
                match (self, state) {
                    $($(#[$if])* (BattleRules::$form(rules), BattleState::$form(state)) => {
                        <$Form>::close(field, rules, state, dice, sink)
                    })+
                    _ => None,
                }
            }

            /// The game that is fought, by what it says of its seats.
            pub(crate) fn seats(&self) -> SeatSet {
                match self {
                    $($(#[$if])* BattleRules::$form(rules) => <$Form>::game(rules).seats(),)+
                }
            }

            pub(crate) fn seat_name(&self, seat: Seat) -> &str {
                match self {
                    $($(#[$if])* BattleRules::$form(rules) => <$Form>::game(rules).seat_name(seat),)+
                }
            }
        }

        impl Battle<'_> {
            pub(crate) fn decision(&self) -> Decision<Question> {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => <$Form>::decision(rules, state),)+
                }
            }

            pub(crate) fn list(&self, into: &mut Vec<Action>) {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => <$Form>::list(rules, state, into),)+
                }
            }

            pub(crate) fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => {
                        <$Form>::check(rules, state, seat, action)
                    })+
                }
            }

            pub(crate) fn view(&self, seat: Seat) -> BattleState {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => {
                        BattleState::$form(<$Form>::view(rules, state, seat))
                    })+
                }
            }

            pub(crate) fn offer(&self, action: Action) -> Option<AnswerOffer<Answer>> {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => <$Form>::offer(rules, state, action),)+
                }
            }

            pub(crate) fn invariants(&self) -> Result<(), Broken> {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => <$Form>::invariants(rules, state),)+
                }
            }

            pub(crate) fn question(&self, question: Question) -> String {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => {
                        <$Form>::question(rules, state, question)
                    })+
                }
            }

            pub(crate) fn action(&self, action: Action) -> String {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => {
                        <$Form>::action(rules, state, action)
                    })+
                }
            }

            pub(crate) fn headline(&self) -> String {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => <$Form>::headline(rules, state),)+
                }
            }

            pub(crate) fn read_action(&self, words: &Words<'_>) -> Result<Action, Finding> {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => {
                        <$Form>::read_action(rules, state, words)
                    })+
                }
            }

            pub(crate) fn written(&self, scenario: &str) -> Option<WrittenCase> {
                match self {
                    $($(#[$if])* Battle::$form(rules, state) => {
                        <$Form>::written(rules, scenario, state)
                    })+
                }
            }
        }

        /// What can be done: on the map, before a battle or in it.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum Action {
            /// On the map.
            Campaign(campaign::Action),
            /// Before a battle of the campaign: the form to fight it in.
            Choose(Form),
            /// Before a battle of the campaign on hexes: drawing up.
            Draw(Draw),
            $(#[doc = "In a battle of this form."] $(#[$if])* $form(ActionOf<$Form>),)+
        }

        /// What is asked.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum Question {
            /// On the map.
            Campaign(campaign::Question),
            /// In which form a battle of the campaign shall be fought.
            Form,
            /// How an army shall be drawn up on hexes.
            Draw,
            $(#[doc = "In a battle of this form."] $(#[$if])* $form(QuestionOf<$Form>),)+
        }

        /// What happened.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Event {
            /// On the map.
            Campaign(campaign::Event),
            /// A power has chosen a form of battle.
            Chosen {
                /// Who.
                power: Power,
                /// Which.
                form: Form,
            },
            /// An army is drawn up.
            Drawn(Power),
            /// The field of a battle is won or night has fallen, and this is what it has cost.
            Home(Box<BattleLosses>),
            /// A battle can be fought in no form, for this reason: only with data that fit no battle.
            Unfought(Box<str>),
            $(
                #[doc = "In a battle of this form; with the battle, for the names."]
                $(#[$if])*
                $form(Arc<<$Form as BattleForm>::Game>, EventOf<$Form>),
            )+
        }

        impl Event {
            /// What happened in a battle, in words; nothing for anything else.
            pub(crate) fn battle_text(&self) -> Option<String> {
                match self {
                    $($(#[$if])* Event::$form(game, event) => Some(game.event(event)),)+
                    Event::Campaign(_)
                    | Event::Chosen { .. }
                    | Event::Drawn(_)
                    | Event::Home(_)
                    | Event::Unfought(_) => None,
                }
            }

            /// The rule of what happened in a battle; nothing for anything else.
            pub(crate) fn battle_rule(&self) -> Option<Rule> {
                match self {
                    $($(#[$if])* Event::$form(game, event) => Some(game.rule_of(event)),)+
                    Event::Campaign(_)
                    | Event::Chosen { .. }
                    | Event::Drawn(_)
                    | Event::Home(_)
                    | Event::Unfought(_) => None,
                }
            }
        }

        /// The kinds of answer that windows offer. Their names are apart, so saves need not say whose they are.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
        #[serde(untagged)]
        pub enum Answer {
            $(#[doc = "In a battle of this form."] $(#[$if])* $form(AnswerOf<$Form>),)+
        }

        impl Answer {
            /// The kind that has a name.
            fn named(name: &str) -> Option<Answer> {
                let known = [$(
                    $(#[$if])*
                    AnswerOf::<$Form>::deserialize(text(name)).map(Answer::$form),
                )+];
                known.into_iter().find_map(Result::ok)
            }
        }
    };
}

// A set of forms is stored by their places in this list: a further form goes below the others, and above the coin,
// which no save of a player has.
battle_forms! {
    Display, display: display::OnDisplay;
    Hexes, hexes: hexes::OnHexes;
    #[cfg(feature = "coin")]
    Coin, coin: coin::OnCoin;
}

impl Form {
    /// The form of the campaign's own book, to which nobody has to agree; beaten armies are pursued in it.
    pub const FALLBACK: Form = Form::Display;
}

/// Some forms of battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FormSet(u8);

impl FormSet {
    /// Whether it is among them.
    pub const fn contains(self, form: Form) -> bool {
        self.0 >> form as u8 & 1 == 1
    }

    /// Each of them, in the order they are offered.
    pub fn iter(self) -> impl Iterator<Item = Form> {
        Form::ALL.iter().copied().filter(move |&form| self.contains(form))
    }

    /// Those offered where players choose and name none.
    pub fn usual() -> FormSet {
        Form::ALL.iter().copied().filter(|form| form.is_usual()).collect()
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, form: Form) -> FormSet {
        FormSet(self.0 | 1 << form as u8)
    }
}

impl FromIterator<Form> for FormSet {
    fn from_iter<I: IntoIterator<Item = Form>>(forms: I) -> FormSet {
        forms.into_iter().fold(FormSet::default(), FormSet::with)
    }
}

fn not_fought(form: Form) -> SetupError {
    SetupError(format!("In this war no battle is fought on {}.", form.place()))
}

/// The answer to what is not asked now.
pub(crate) fn not_asked(rule: Rule) -> Illegal {
    Illegal::by(rule, "That is not what is asked now.")
}

/// What the game of a form lists, as actions of the war. The list keeps its memory from one question to the next.
pub(crate) fn wrap_list<A: Copy>(
    kept: &'static LocalKey<Cell<Vec<A>>>,
    list: impl FnOnce(&mut Vec<A>),
    wrap: impl FnMut(A) -> Action,
    into: &mut Vec<Action>,
) {
    let mut listed = kept.take();
    list(&mut listed);
    into.extend(listed.iter().copied().map(wrap));
    listed.clear();
    kept.set(listed);
}

// By hand: what is derived for untagged kinds wants formats that tell texts, and ours tells variants.
impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<Answer, D::Error> {
        data.deserialize_enum("Answer", &[], Named)
    }
}

/// Finds the kind of answer that has a name.
struct Named;

impl<'de> Visitor<'de> for Named {
    type Value = Answer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a kind of answer")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Answer, A::Error> {
        let (name, kind) = data.variant::<String>()?;
        kind.unit_variant()?;
        let known = Answer::named(&name);
        known.ok_or_else(|| A::Error::custom(format_args!("there is no answer `{name}`")))
    }
}

fn text(name: &str) -> StrDeserializer<'_, Unnamed> {
    StrDeserializer::new(name)
}

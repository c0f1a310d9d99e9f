//! What a war is in the midst of: exactly one scene.

use crate::forms::{BattleState, Form, FormSet, Fought};
use crate::rules_cache::rules_key_of;
use crate::worn::Worn;
use diadem_campaign::ids::ProvinceSet;
use diadem_campaign::powers::Power;
use diadem_campaign::{self as campaign, BattleOffer};
use diadem_core::Camp;
use serde::{Deserialize, Serialize};

/// Everything that changes in a war.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The campaign, if there is one.
    pub campaign: Option<campaign::State>,
    /// What is under way.
    pub scene: Scene,
    /// How many battles of the campaign were fought in each form.
    pub fought: Fought,
    /// What the grounds of this war are made from, drawn when it began: no two wars have the same fields.
    pub ground: u32,
    /// The provinces on whose famous fields this war has fought.
    pub famous_fought: ProvinceSet,
    /// What a save from before fractions of a step were settled still has to settle; nothing once it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worn: Option<Box<Worn>>,
}

/// What a war is in the midst of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scene {
    /// The map.
    Map,
    /// Two armies have met, and somebody is asked for the form of their battle.
    Choosing(Choosing),
    /// A battle is drawn up or fought.
    Fighting(Engagement),
    /// A battle was fought, and the winner pursues.
    Pursuing(Pursuit),
}

/// An offer as plain data: what a battle of the campaign is made from, whatever becomes of the campaign meanwhile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Offered {
    /// The offer.
    pub offer: BattleOffer,
    /// What its ground is made from.
    pub ground: GroundSeed,
    /// The number by which the rules half of its battle is found again.
    pub rules_key: u64,
}

/// What the ground of a battle is made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroundSeed {
    /// The war's number.
    pub seed: u32,
    /// Whether it is the famous field of its province: once a war, and only when those meet who met there.
    pub famous: bool,
}

/// A form of battle is chosen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choosing {
    /// What is offered.
    pub offered: Offered,
    /// The forms that are open.
    pub forms: FormSet,
    /// What the attacker has asked for, where the other side must agree.
    pub proposed: Option<Form>,
}

/// A battle that is drawn up or fought.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Engagement {
    /// What it was made from; nothing for a battle by itself.
    pub offered: Option<Offered>,
    /// The battle.
    pub battle: BattleState,
}

/// The winner pursues.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pursuit {
    /// The pursuit, which is fought on the display.
    pub engagement: Engagement,
    /// The form in which the battle was fought.
    pub form: Form,
}

impl Offered {
    pub(crate) fn new(offer: BattleOffer, ground: GroundSeed) -> Offered {
        let rules_key = rules_key_of(&(&offer, ground));
        Offered { offer, ground, rules_key }
    }

    /// The power that leads a camp.
    pub fn power(&self, camp: Camp) -> Power {
        self.offer.camps[camp.index()].lead.power
    }
}

impl Choosing {
    /// Whose choice it is: first the attacker's.
    pub fn asked(&self) -> Camp {
        let attacker = self.offered.offer.attacker;
        if self.proposed.is_some() { attacker.other() } else { attacker }
    }
}

impl State {
    /// A war of which nothing has begun.
    pub(crate) const fn new(campaign: Option<campaign::State>, ground: u32) -> State {
        State {
            campaign,
            scene: Scene::Map,
            fought: Fought::NONE,
            ground,
            famous_fought: ProvinceSet::NONE,
            worn: None,
        }
    }

    /// The battle that is drawn up or fought, or its pursuit, if there is one.
    pub const fn engagement(&self) -> Option<&Engagement> {
        match &self.scene {
            Scene::Map | Scene::Choosing(_) => None,
            Scene::Fighting(engagement) | Scene::Pursuing(Pursuit { engagement, .. }) => {
                Some(engagement)
            }
        }
    }

    pub(crate) const fn engagement_mut(&mut self) -> Option<&mut Engagement> {
        match &mut self.scene {
            Scene::Map | Scene::Choosing(_) => None,
            Scene::Fighting(engagement) | Scene::Pursuing(Pursuit { engagement, .. }) => {
                Some(engagement)
            }
        }
    }

    /// What was offered, from the choice of a form to the pursuit.
    pub const fn offered(&self) -> Option<&Offered> {
        match &self.scene {
            Scene::Map => None,
            Scene::Choosing(choosing) => Some(&choosing.offered),
            Scene::Fighting(engagement) | Scene::Pursuing(Pursuit { engagement, .. }) => {
                engagement.offered.as_ref()
            }
        }
    }

    pub(crate) const fn offered_mut(&mut self) -> Option<&mut Offered> {
        match &mut self.scene {
            Scene::Map => None,
            Scene::Choosing(choosing) => Some(&mut choosing.offered),
            Scene::Fighting(engagement) | Scene::Pursuing(Pursuit { engagement, .. }) => {
                engagement.offered.as_mut()
            }
        }
    }

    /// The choice of a form, if that is what is under way.
    pub const fn choosing(&self) -> Option<&Choosing> {
        match &self.scene {
            Scene::Choosing(choosing) => Some(choosing),
            Scene::Map | Scene::Fighting(_) | Scene::Pursuing(_) => None,
        }
    }

    /// The form of the battle that is drawn up or fought, if there is one. A pursuit is the display's.
    pub fn form(&self) -> Option<Form> {
        self.engagement().map(|engagement| engagement.battle.form())
    }

    /// Whether a battle is offered, drawn up or fought, or its losers are pursued.
    pub fn is_battle(&self) -> bool {
        !matches!(self.scene, Scene::Map)
    }

    /// Whether a battle is about to be fought: its form is chosen, or armies are drawn up.
    pub fn is_before_battle(&self) -> bool {
        match &self.scene {
            Scene::Choosing(_) => true,
            Scene::Fighting(engagement) => engagement.battle.is_being_drawn_up(),
            Scene::Map | Scene::Pursuing(_) => false,
        }
    }

    /// Whether the winner of a battle pursues.
    pub const fn is_pursuit(&self) -> bool {
        matches!(self.scene, Scene::Pursuing(_))
    }
}

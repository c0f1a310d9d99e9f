//! Actions in plain words. Units are named by their type: the first counter that may do it is meant.

use super::Lookup;
use crate::forms::Form;
use crate::war::{Action, Now, War};
use diadem_campaign::ids::{LeaderId, ProvinceId, UnitId};
use diadem_campaign::pieces::Nation;
use diadem_campaign::state::{Force, Kin, Place};
use diadem_campaign::{self as campaign, Campaign, Step};
use diadem_cases::{CasePosition, Finding, Words};
use serde::Deserialize;

type Deed = campaign::Action;

/// Every kind of action that has a thing to name.
const VERBS: [&str; 25] = [
    "royal_army",
    "scorch",
    "feed",
    "lose",
    "place",
    "rebuild",
    "raise",
    "build_wall",
    "lead",
    "lead_band",
    "take",
    "march",
    "drop",
    "pick_up",
    "press",
    "enter",
    "leave",
    "fight",
    "withdraw",
    "summon",
    "besiege",
    "assign",
    "sortie",
    "risk",
    "choose",
];

/// What more can be said about an action.
const DETAILS: [&str; 7] = ["from", "to", "who", "enemy", "at", "steps", "nth"];

/// Actions that are one word.
const PLAIN: [(&str, Deed); 7] = [
    ("done", Deed::Done),
    ("take all", Deed::TakeAll),
    ("evade", Deed::Evade),
    ("stand", Deed::Stand),
    ("assign all", Deed::AssignAll),
    ("storm", Deed::Storm),
    ("lose a wall", Deed::LoseWall),
];

/// The action that some words describe.
pub(super) fn read(at: &CasePosition<War>, words: &Words<'_>) -> Result<Action, Finding> {
    match at.game.now(&at.state) {
        Now::Battle(battle) => return battle.read_action(words),
        Now::Choosing(_) => return chosen(words).map(Action::Choose),
        Now::Map(..) | Now::Nowhere => {}
    }
    let (Some(campaign), Some(map)) = (at.game.campaign(), &at.state.campaign) else {
        return Err(words.complain("there is no campaign"));
    };
    let mut listed = Vec::new();
    campaign.actions(map, &mut listed);
    let reader = Reader { lookup: Lookup { campaign, words }, map, listed };
    reader.deed().map(Action::Campaign)
}

/// The form of battle that some words choose.
fn chosen(words: &Words<'_>) -> Result<Form, Finding> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct ChoiceToml {
        form: Form,
    }
    words.read().map(|ChoiceToml { form }| form)
}

struct Reader<'a, 't> {
    lookup: Lookup<'a, 't>,
    map: &'a campaign::State,
    listed: Vec<Deed>,
}

impl Reader<'_, '_> {
    fn campaign(&self) -> &Campaign {
        self.lookup.campaign
    }

    fn deed(&self) -> Result<Deed, Finding> {
        let (lookup, words) = (&self.lookup, self.lookup.words);
        let Some(verb) = VERBS.into_iter().find(|verb| words.get(verb).is_some()) else {
            let plain = words.read::<String>().ok();
            let found = PLAIN.iter().find(|(word, _)| Some(*word) == plain.as_deref());
            return found.map(|(_, deed)| *deed).ok_or_else(|| {
                let plain: Vec<&str> = PLAIN.iter().map(|(word, _)| *word).collect();
                words.complain(format!(
                    "no such action; there are \"{}\" and: {}",
                    plain.join("\", \""),
                    VERBS.join(", ")
                ))
            });
        };
        let known = |key: &str| key == verb || DETAILS.contains(&key);
        if let Some((key, more)) = words.entries().find(|(key, _)| !known(key)) {
            let details = DETAILS.join(", ");
            return Err(
                more.complain(format!("`{key}` is not known beside `{verb}`; {details} are"))
            );
        }
        let province = || lookup.province(&lookup.text(verb)?);
        let city = || lookup.city(&lookup.text(verb)?);
        let leader = || lookup.leader(&lookup.text(verb)?);
        let unit = |deed: fn(UnitId) -> Deed| self.with_unit(verb, deed);
        match verb {
            "royal_army" => province().map(Deed::PlaceRoyalArmy),
            "scorch" => province().map(Deed::Scorch),
            "feed" => {
                let from = lookup.maybe("from")?;
                let from = from.map(|from| lookup.province(&from)).transpose()?;
                let army = province()?;
                match self.map.step() {
                    Some(Step::FeedArmy(asked)) if asked.army != army => {
                        Err(words.complain("another army is asked for now"))
                    }
                    _ => Ok(Deed::Feed(from)),
                }
            }
            "lose" => unit(Deed::Lose),
            "place" => match city() {
                Ok(city) => Ok(Deed::PlaceInCity(city)),
                Err(_) => province().map(Deed::Place),
            },
            "rebuild" => unit(Deed::Rebuild),
            "raise" => unit(Deed::Raise),
            "build_wall" => match lookup.maybe("from")? {
                Some(from) => Ok(Deed::MoveWall(lookup.city(&from)?, city()?)),
                None => city().map(Deed::BuildWall),
            },
            "lead" => leader().map(Deed::Lead),
            "lead_band" => Ok(Deed::LeadBand(self.number(verb)?)),
            "take" => unit(Deed::Take),
            "march" => province().map(Deed::March),
            "drop" => unit(Deed::Drop),
            "pick_up" => unit(Deed::PickUp),
            "press" => province().map(Deed::Press),
            "enter" => {
                let city = city()?;
                match self.leader_in("who")? {
                    Some(leader) => Ok(Deed::LeaderEnters(leader, city)),
                    None => self.with_unit("who", |unit| Deed::EnterCity(unit, city)),
                }
            }
            "leave" => {
                let place = Place::City(city()?);
                let to = lookup.maybe("to")?.map(|to| lookup.province(&to)).transpose()?;
                match (self.leader_in("who")?, to) {
                    (Some(leader), None) => Ok(Deed::LeaderLeaves(leader)),
                    (Some(leader), Some(to)) => Ok(Deed::LeaderLeavesFor(leader, to)),
                    (None, None) => self.with_unit_at("who", Some(place), Deed::LeaveCity),
                    (None, Some(to)) => {
                        self.with_unit_at("who", Some(place), |unit| Deed::LeaveCityFor(unit, to))
                    }
                }
            }
            "fight" => self.fight(province()?),
            "withdraw" => province().map(Deed::Withdraw),
            "summon" | "besiege" => {
                let city = city()?;
                let from = match lookup.maybe("from")? {
                    Some(from) => lookup.province(&from)?,
                    None => self.campaign().board[city].province,
                };
                Ok(if verb == "summon" {
                    Deed::Summon(city, from)
                } else {
                    Deed::Besiege(city, from)
                })
            }
            "assign" => match self.leader_in(verb)? {
                Some(leader) => Ok(Deed::AssignLeader(leader)),
                None => unit(Deed::Assign),
            },
            "sortie" => unit(Deed::Sortie),
            "risk" => leader().map(Deed::Risk),
            _ => unit(Deed::Choose),
        }
    }

    fn number(&self, key: &str) -> Result<u8, Finding> {
        let words = self.lookup.words;
        let missing = || words.complain(format!("`{key}` is missing"));
        words.get(key).ok_or_else(missing)?.read()
    }

    /// The leader named under a key, if it is a leader.
    fn leader_in(&self, key: &str) -> Result<Option<LeaderId>, Finding> {
        Ok(self.campaign().roster.leader(&self.lookup.text(key)?))
    }

    fn with_unit(&self, key: &str, deed: impl Fn(UnitId) -> Deed) -> Result<Deed, Finding> {
        let at = self.lookup.maybe("at")?.map(|at| self.lookup.place(&at)).transpose()?;
        self.with_unit_at(key, at, deed)
    }

    /// The first counter of the type that may do it, or else the first there is; `at`, `steps` and
    /// `nth` choose among them.
    fn with_unit_at(
        &self,
        key: &str,
        at: Option<Place>,
        deed: impl Fn(UnitId) -> Deed,
    ) -> Result<Deed, Finding> {
        let lookup = &self.lookup;
        let name = lookup.text(key)?;
        let steps = lookup.words.get("steps").map(|steps| steps.read::<u8>()).transpose()?;
        let nth = lookup.words.get("nth").map_or(Ok(1), |nth| nth.read::<usize>())?;
        let known: Vec<UnitId> = (lookup.unit_type(&name)?.units())
            .filter(|&unit| {
                let piece = self.map.unit(unit);
                let here = at.is_none_or(|at| piece.place == at);
                here && steps.is_none_or(|steps| piece.steps == steps)
            })
            .collect();
        let legal = known.iter().copied().filter(|&unit| self.listed.contains(&deed(unit)));
        let in_play = |unit: &UnitId| self.map.unit(*unit).place != Place::Aside;
        let illegal = known.iter().copied().filter(in_play).chain(known.iter().copied());
        let chosen = legal.skip(nth.saturating_sub(1)).chain(illegal).next();
        chosen
            .map(deed)
            .ok_or_else(|| lookup.words.complain(format!("there is no such \"{name}\"")))
    }

    fn fight(&self, province: ProvinceId) -> Result<Deed, Finding> {
        let campaign = self.campaign();
        let persians = Force::main(campaign.persia());
        let enemy = match self.lookup.maybe("enemy")?.as_deref() {
            None => {
                let here = |deed: &Deed| match deed {
                    Deed::Fight(at, enemy) if *at == province => Some(*enemy),
                    _ => None,
                };
                self.listed.iter().find_map(here).unwrap_or(persians)
            }
            Some("persians") => persians,
            Some("indians") => {
                Force { power: campaign.powers.home(Nation::Indian), kin: Kin::Indian }
            }
            Some(band) => match band.strip_prefix("band ").and_then(|band| band.parse().ok()) {
                Some(band) => campaign.band(band),
                None => {
                    let what = "enemies are \"persians\", \"indians\" or \"band 1\"";
                    return Err(self.lookup.words.complain(what));
                }
            },
        };
        Ok(Deed::Fight(province, enemy))
    }
}

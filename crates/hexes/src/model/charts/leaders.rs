//! The Leader Casualty Table (9.55).

use super::cells::ensure_for_die;
use diadem_core::Source;
use diadem_sheets::{ChartError, Sheet};
use serde::{Deserialize, Serialize};

/// What becomes of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Harm {
    /// Nothing.
    None,
    /// He is finished for this turn.
    Finished,
    /// He is wounded: so much off every rating.
    Wounded(u8),
    /// He is killed.
    Killed,
}

impl Harm {
    fn parse(text: &str) -> Option<Harm> {
        match text {
            "none" => Some(Harm::None),
            "finished" => Some(Harm::Finished),
            "wounded 1" => Some(Harm::Wounded(1)),
            "wounded 2" => Some(Harm::Wounded(2)),
            "killed" => Some(Harm::Killed),
            _ => None,
        }
    }

    /// How bad it is, for comparing.
    const fn gravity(self) -> u8 {
        match self {
            Harm::None => 0,
            Harm::Finished => 1,
            Harm::Wounded(loss) => 1 + loss,
            Harm::Killed => u8::MAX,
        }
    }
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderCasualties {
    die: Vec<Harm>,
    differential: Vec<Harm>,
    /// 8.19, 9.14: the second roll that is a casualty.
    pub casualty_on: u8,
    /// 9.22: the wound that kills: the first or the second.
    pub killed_by_wound: u8,
    /// Whether a wound kills that leaves no initiative: not by this book (9.22).
    pub killed_without_initiative: bool,
}

impl LeaderCasualties {
    /// What a roll of 0 to 9 brings.
    pub fn by_die(&self, roll: u8) -> Harm {
        self.die[usize::from(roll).min(self.die.len() - 1)]
    }

    /// 9.21: what becomes of the loser of a personal combat, by the difference of the totals.
    pub fn by_differential(&self, difference: u8) -> Harm {
        self.differential[usize::from(difference).min(self.differential.len() - 1)]
    }
}

fn column(
    sheet: &mut Sheet,
    chart: &str,
    is_whole: fn(&Sheet, &str, usize) -> Result<(), ChartError>,
) -> Result<Vec<Harm>, ChartError> {
    let key = format!("{chart}.results");
    let texts: Vec<String> = sheet.need(&key)?;
    let results: Option<Vec<Harm>> = texts.iter().map(|text| Harm::parse(text)).collect();
    let results =
        results.ok_or_else(|| sheet.fault(&key, "has a result that is not known".into()))?;
    is_whole(sheet, &key, results.len())?;
    let grows = results.windows(2).all(|two| two[0].gravity() <= two[1].gravity());
    sheet.ensure(grows, &key, "gets worse from left to right")?;
    let source_key = format!("{chart}.source");
    let sources: Vec<Source> = sheet.need(&source_key)?;
    is_whole(sheet, &source_key, sources.len())?;
    let rule = sheet.rule("")?;
    sheet.origin_of(chart, rule, sources);
    Ok(results)
}

pub(super) fn read(sheet: &mut Sheet) -> Result<LeaderCasualties, ChartError> {
    Ok(LeaderCasualties {
        die: column(sheet, "die", ensure_for_die)?,
        differential: column(sheet, "differential", |sheet, key, found| {
            sheet.ensure(found == 8, key, "needs 8, from a difference of 0 to 7 or more")
        })?,
        casualty_on: sheet.number("check", "on", 0..=9)?,
        killed_by_wound: sheet.number("wounds", "killed_by", 1..=2)?,
        killed_without_initiative: sheet.maybe("wounds.killed_without_initiative")?,
    })
}

//! The typical offers, for the record: `cargo test -p diadem-handoff typical -- --nocapture` prints what each side
//! gets. At full strength sizes and men agree to the man; with losses a counter's size is rounded, and the last line
//! says how often an army's sizes then differ from its men by more than three hundredths.

use super::Table;
use crate::conversion::Counter;
use crate::offers::{self, TypicalOffer};
use diadem_campaign::{Army, Fighter};
use diadem_core::Chance;

#[test]
fn typical_offers_stand_for_the_men_they_are() {
    let table = Table::new();
    let (mut differ, mut looked_at) = (0, 0);
    let offers = offers::read(&table.campaign).unwrap();
    assert_eq!(offers.len(), 12);
    for TypicalOffer { name, meeting } in offers {
        let offer = table.campaign.offer(&table.campaign.met(&meeting)).unwrap();
        for (camp, army) in offer.camps.iter().zip(&offer.armies) {
            let power = table.campaign.power_name(camp.lead.power);
            println!("{name}, {power}: {}", told(&table, army));
        }
        // The same armies after a campaign: every unit worn at random.
        for seed in 0..100 {
            let mut chance = Chance::new(seed);
            for army in &offer.armies {
                let (men, sizes) = worn(&table, army, &mut chance);
                looked_at += 1;
                differ += u32::from(sizes.abs_diff(men) * 100 > men * 3);
            }
        }
    }
    println!(
        "worn armies whose sizes differ from their men by over 3 in 100: {differ} of {looked_at}"
    );
    assert!(differ * 2 < looked_at);
}

/// What an army at full strength gets, in a line; its sizes stand for its men to the man.
fn told(table: &Table, army: &Army) -> String {
    let counters: Vec<Counter<'_>> =
        army.units.iter().flat_map(|&one| table.conversion().brigade(one)).collect();
    let men: u32 = counters.iter().map(|one| u32::from(one.men)).sum();
    assert_eq!(by_size(&counters), men);
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for counter in &counters {
        let code = counter.row.kind.code();
        match kinds.iter_mut().find(|(kind, _)| *kind == code) {
            Some((_, count)) => *count += 1,
            None => kinds.push((code, 1)),
        }
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let (units, count, kinds) = (army.units.len(), counters.len(), kinds.join(", "));
    format!("{units} units, {count} counters, {men} men: {kinds}")
}

/// The men of an army whose units have lost something at random, and what its sizes stand for.
fn worn(table: &Table, army: &Army, chance: &mut Chance) -> (u32, u32) {
    let worn = army.units.iter().map(|one| {
        let steps = 1 + chance.below(u32::from(one.steps)) as u8;
        Fighter { steps, ..*one }
    });
    let counters: Vec<Counter<'_>> = worn.flat_map(|one| table.conversion().brigade(one)).collect();
    let men = counters.iter().map(|one| u32::from(one.men)).sum();
    (men, by_size(&counters))
}

/// What the sizes of some counters say they stand for.
fn by_size(counters: &[Counter<'_>]) -> u32 {
    let one = |counter: &Counter<'_>| {
        u32::from(counter.size) * u32::from(counter.row.men) / u32::from(counter.row.size)
    };
    counters.iter().map(one).sum()
}

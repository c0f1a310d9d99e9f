//! Ten typical offers, for the record: `cargo test -p diadem-handoff typical -- --nocapture` prints what each side
//! gets. At full strength sizes and men agree to the man; with losses a counter's size is rounded, and the last line
//! says how often an army's sizes then differ from its men by more than three hundredths.

use super::{Table, meeting};
use crate::conversion::Counter;
use diadem_campaign::pieces::Side;
use diadem_campaign::{Army, Fighter};
use diadem_core::Chance;

/// So many units of each of some types.
type Muster = &'static [(&'static str, usize)];

const ROYAL: Muster = &[
    ("merc_hoplite", 4),
    ("royal_guard", 1),
    ("persian_heavy_cavalry", 3),
    ("persian_cavalry", 8),
    ("persian_infantry", 6),
    ("persian_levy", 6),
    ("persian_archer", 3),
    ("persian_chariot", 1),
    ("african_elephant", 1),
];
const SATRAPS: Muster =
    &[("merc_hoplite", 3), ("merc_peltast", 1), ("persian_cavalry", 6), ("persian_levy", 2)];
const STEPPE: Muster = &[("barb_horse_archer", 3), ("barb_cavalry", 2), ("barb_infantry", 2)];
const INDIA: Muster = &[
    ("indian_elephant", 3),
    ("indian_infantry", 3),
    ("indian_archer", 3),
    ("indian_chariot", 3),
    ("indian_cavalry", 2),
];
const SPARTA: Muster = &[("spartan", 4), ("merc_hoplite", 2)];
const GRAND: Muster = &[
    ("mac_phalanx", 6),
    ("hypaspists", 1),
    ("hetairai", 1),
    ("thessalians", 1),
    ("prodromoi", 1),
    ("paiones", 1),
    ("greek_cavalry", 1),
    ("thracian", 1),
    ("agrianians", 1),
    ("illyrian", 1),
    ("greek_hoplite", 3),
    ("mac_archer", 1),
    ("cretan_archer", 1),
];
const FLYING: Muster =
    &[("mac_phalanx", 2), ("hypaspists", 1), ("hetairai", 1), ("agrianians", 1), ("prodromoi", 1)];
const HOME: Muster = &[("mac_phalanx", 6), ("greek_hoplite", 2), ("greek_cavalry", 1)];
const COLUMN: Muster = &[("mac_phalanx", 3), ("thessalians", 1), ("thracian", 1)];

const OFFERS: [(&str, Muster, Muster); 10] = [
    ("Granicus", GRAND, SATRAPS),
    ("Issus", GRAND, ROYAL),
    ("Satraps in Phrygia", COLUMN, SATRAPS),
    ("Flying column and satraps", FLYING, SATRAPS),
    ("Steppe raid", FLYING, STEPPE),
    ("Jaxartes", COLUMN, STEPPE),
    ("Hydaspes", GRAND, INDIA),
    ("Flying column in India", FLYING, INDIA),
    ("Megalopolis", HOME, SPARTA),
    ("Royal army and a column", COLUMN, ROYAL),
];

#[test]
fn typical_offers_stand_for_the_men_they_are() {
    let table = Table::new();
    let many = |list: Muster| -> Vec<&'static str> {
        list.iter().flat_map(|&(key, count)| std::iter::repeat_n(key, count)).collect()
    };
    let (mut differ, mut looked_at) = (0, 0);
    for (name, own, theirs) in OFFERS {
        let offer = meeting(&table, &many(own), &many(theirs), [&["alexander"], &[]]);
        for (side, army) in Side::BOTH.into_iter().zip(&offer.armies) {
            println!("{name}, {}: {}", side.name(), told(&table, army));
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
        let wear = chance.below(u32::from(table.conversion().men_of_step(one.unit))) as u16;
        Fighter { steps, wear, ..*one }
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

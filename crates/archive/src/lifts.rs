//! How an older format becomes the present one: one numbered list of steps.
//!
//! To change what is stored, append a [`Lift`] to [`LIFTS`] that turns a save of the format until
//! then into one of the next, and add a save of the old format to `saves/`. Nothing else keeps a
//! memory of old formats. A step that does not find what it expects leaves the value as it is:
//! reading it will then say what is wrong.

mod fractions;
mod powers;
mod scenes;

use crate::value::Value;

/// Turns a value of one format into the same of the next.
pub type Step = for<'a> fn(Value<'a>) -> Value<'a>;

/// One step from a format to the next. The header has a step of its own, because it is read alone.
#[derive(Clone, Copy, Debug)]
pub struct Lift {
    /// What becomes of the header.
    pub header: Step,
    /// What becomes of the body.
    pub body: Step,
}

/// Step 0 lifts format 1 to 2, step 1 lifts 2 to 3, and so on.
pub const LIFTS: &[Lift] = &[
    Lift { header: |header| header, body: without_own_charts },
    Lift { header: |header| header, body: without_entries },
    Lift { header: |header| header, body: powers::body },
    Lift { header: |header| header, body: scenes::body },
    Lift { header: |header| header, body: fractions::body },
];

/// Format 1 knew no charts of a player's own, and wars were all fought by the program's.
fn without_own_charts(mut body: Value<'_>) -> Value<'_> {
    if let Some(setup) = body.field_mut("setup")
        && setup.field("switches").is_some()
    {
        setup.put("own", Value::List(Vec::new()));
    }
    body
}

/// Format 2 knew of a unit on hexes that it had come up to the enemy with its line, and of a line to whom, but
/// not who had come up to whom. Nobody fires at what was not remembered.
fn without_entries(mut body: Value<'_>) -> Value<'_> {
    let record = body.field_mut("record").and_then(|record| record.field_mut("state"));
    let Some(Value::Something(battle)) = record.and_then(|state| state.field_mut("hexes")) else {
        return body;
    };
    battle.put("entries", Value::List(Vec::new()));
    if let Some(Value::List(units)) = battle.field_mut("units") {
        for unit in units {
            unit.take("came_up");
        }
    }
    if let Some(Value::List(steps)) = battle.field_mut("steps") {
        for step in steps {
            if let Value::Variant("Orders", Some(orders)) = step {
                orders.take("entered");
            }
        }
    }
    body
}

/// The format that a list of lifts leads to.
pub const fn newest(lifts: &[Lift]) -> u16 {
    1 + lifts.len() as u16
}

/// A value of `format` as one of the newest.
pub(crate) fn lift<'a>(
    value: Value<'a>,
    format: u16,
    lifts: &[Lift],
    step_of: fn(&Lift) -> Step,
) -> Value<'a> {
    let done = usize::from(format).saturating_sub(1);
    lifts.iter().skip(done).fold(value, |value, lift| step_of(lift)(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data;
    use crate::error::Fault;
    use crate::format::{Header, Lineage, Progress, assemble};
    use crate::save::decode_with;
    use diadem_core::{Playable, Request, Session};
    use diadem_sparring::feud::{Feud, FeudSetup};
    use serde::Serialize;
    use std::sync::Arc;

    /// Formats of an invented past: the first knew no lineage, the second called years "length".
    const INVENTED: &[Lift] = &[
        Lift {
            header: |mut header| {
                header.put("lineage", Value::Variant("Unbroken", None));
                header
            },
            body: |body| body,
        },
        Lift {
            header: |header| header,
            body: |mut body| {
                if let Some(setup) = body.field_mut("setup")
                    && let Some(length) = setup.take("length")
                {
                    setup.put("years", length);
                }
                body
            },
        },
    ];

    #[derive(Serialize)]
    struct OldHeader {
        rules_version: u32,
        data_hash: [u8; 32],
        scenario: &'static str,
        turn: &'static str,
        seats: [&'static str; 3],
        saved_at: u64,
        program: &'static str,
        actions: u32,
        stage: Progress,
    }

    #[derive(Serialize)]
    struct OldBody<R> {
        setup: OldSetup,
        record: R,
    }

    #[derive(Serialize)]
    struct OldSetup {
        scenario: &'static str,
        length: u16,
    }

    fn old_header() -> Vec<u8> {
        data::to_bytes(&OldHeader {
            rules_version: 1,
            data_hash: [0; 32],
            scenario: "feud",
            turn: "the first year",
            seats: ["Ada", "Berenice", "Cleon"],
            saved_at: 333,
            program: "0.0.1",
            actions: 0,
            stage: Progress::InPlay,
        })
        .unwrap()
    }

    fn new_header() -> Vec<u8> {
        let header = old_header();
        (INVENTED[0].header)(Value::decode(&header).unwrap()).encode().unwrap()
    }

    fn old_body() -> Vec<u8> {
        let setup = Feud::setup(&Request { scenario: "feud", battles: None }).unwrap();
        let session = Session::begin(Arc::new(Feud::prepare(&setup).unwrap()), 1);
        let setup = OldSetup { scenario: "feud", length: 9 };
        data::to_bytes(&OldBody { setup, record: session.record() }).unwrap()
    }

    fn check(format: u16, header: &[u8]) {
        let bytes = assemble(format, header, &old_body()).unwrap();
        let save = decode_with::<Feud>(&bytes, INVENTED).unwrap();
        assert_eq!(save.setup, FeudSetup { scenario: "feud".into(), years: 9 });
        let Header { saved_at, lineage, .. } = save.header;
        assert_eq!((saved_at, lineage), (333, Lineage::Unbroken));
    }

    #[test]
    fn every_older_format_is_lifted_step_by_step() {
        assert_eq!(newest(INVENTED), 3);
        check(1, &old_header());
        check(2, &new_header());
    }

    #[test]
    fn a_step_too_few_is_told_by_what_is_missing() {
        let bytes = assemble(3, &new_header(), &old_body()).unwrap();
        let Err(Fault::Unreadable { reason }) = decode_with::<Feud>(&bytes, INVENTED) else {
            panic!("a body of format 2 is not of format 3");
        };
        let expected = "in setup: unknown field `length`, expected `scenario` or `years`";
        assert_eq!(reason, expected);
    }

    #[test]
    fn a_step_that_finds_nothing_does_no_harm() {
        let nonsense = data::to_bytes(&7u8).unwrap();
        let bytes = assemble(1, &nonsense, &nonsense).unwrap();
        let fault = decode_with::<Feud>(&bytes, INVENTED).err();
        assert!(matches!(fault, Some(Fault::Unreadable { .. })), "{fault:?}");
    }

    #[test]
    fn the_future_is_refused() {
        let bytes = assemble(4, &new_header(), &old_body()).unwrap();
        let fault = decode_with::<Feud>(&bytes, INVENTED).err();
        assert_eq!(fault, Some(Fault::Newer { format: 4 }));
    }
}

//! How long a frame of Gaugamela on hexes takes at 1920×1080, with everything over it that can be: reach, a way with
//! what the enemy may answer, zones of control, the line of fire.

mod frames;

use diadem_archive::{Lineage, Save, Stamp, encode};
use diadem_core::{Decision, Playable, Request, Session};
use diadem_handoff::{Action, War};
use diadem_hexes as hexes;
use eframe::egui::{Event, Key, pos2};
use frames::{Table, key, wave};
use std::sync::Arc;

fn main() {
    let folder = tempfile::tempdir().expect("a folder for one save");
    let save = folder.path().join("gaugamela.diadem");
    let (mut session, unit) = about_to_move();
    let before = encoded(&session, Vec::new());
    let rules = session.game().hexes().map(Arc::clone).expect("a battle on hexes");
    let Decision::Ask(ask) = session.decision() else { panic!("somebody is asked for orders") };
    let order = Action::Hexes(hexes::Action::Order(unit));
    session.act(ask.seat, order).expect("it was listed");
    std::fs::write(&save, encoded(&session, Vec::new())).expect("a save can be written");
    let mut table = Table::open(&save);
    let counter = format!("{},", rules.troops(unit).name);
    table.find(&counter).expect("the field is in sight, and the unit's counter on it");
    table.measure("gaugamela/still", |_| Vec::new());
    // From one end of the field to the other: every hex on the way has another way to be shown.
    table.measure("gaugamela/pointing", |frame| {
        vec![Event::PointerMoved(pos2(300.0 + wave(frame, 900.0), 300.0 + wave(frame + 40, 500.0)))]
    });
    table.frame(vec![key(Key::Home)]);
    table.measure("gaugamela/whole field", |frame| {
        vec![Event::PointerMoved(pos2(300.0 + wave(frame, 900.0), 300.0 + wave(frame + 40, 500.0)))]
    });
    drop(table);
    // Captains in both seats, by the pace at which they are watched and as fast as they can.
    let captains = ["captain".to_owned(), "captain".to_owned()];
    std::fs::write(&save, encoded(&session, captains.to_vec())).expect("a save can be written");
    let mut table = Table::open(&save);
    for pace in ["Watched", "Brisk", "Instant"] {
        let place = table.find(&format!("Pace: {pace}")).expect("the computer plays");
        table.click(place);
        table.measure(&format!("gaugamela/{}", pace.to_lowercase()), |_| Vec::new());
    }
    // From a click on a unit that may be ordered to the frame that shows how far it comes.
    drop(table);
    std::fs::write(&save, before).expect("a save can be written");
    let mut times: Vec<f64> = (0..20)
        .map(|_| {
            let mut table = Table::open(&save);
            let place = table.find(&counter).expect("its counter is in sight");
            table.click(place).as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{:<26} p50 {:5.2} ms   p95 {:5.2} ms",
        "gaugamela/click to reach", times[10], times[19]
    );
}

/// Gaugamela as a leader may order a unit of horse, the first to whom that happens.
fn about_to_move() -> (Session<War>, hexes::UnitId) {
    let setup = War::setup(&Request { scenario: "gaugamela", battles: None });
    let war = War::prepare(&setup.expect("Gaugamela is there")).expect("and can be fought");
    let rules = war.hexes().map(Arc::clone).expect("a battle on hexes");
    let mut session = Session::begin(Arc::new(war), 7);
    loop {
        let Decision::Ask(ask) = session.decision() else { panic!("nobody ordered any horse") };
        let listed = session.actions();
        let horse = |action: &Action| match action {
            Action::Hexes(hexes::Action::Order(unit)) => {
                Some(*unit).filter(|unit| rules.troops(*unit).kind.is_cavalry())
            }
            _ => None,
        };
        if let Some(unit) = listed.iter().find_map(horse) {
            return (session, unit);
        }
        let individual =
            |action: &&Action| matches!(action, Action::Hexes(hexes::Action::Individual));
        let action = *listed.iter().find(individual).unwrap_or(&listed[0]);
        session.act(ask.seat, action).expect("it was listed");
    }
}

fn encoded(session: &Session<War>, players: Vec<String>) -> Vec<u8> {
    let stamp = Stamp {
        seats: vec!["one".into(), "two".into()],
        players,
        saved_at: 0,
        program: "bench".into(),
        lineage: Lineage::Unbroken,
    };
    encode(&Save::of(session, stamp)).expect("a session can be saved")
}

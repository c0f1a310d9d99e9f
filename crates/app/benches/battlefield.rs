//! How long a frame of Gaugamela on hexes takes at 1920×1080, with everything over it that can be: reach, a way with
//! what the enemy may answer, zones of control, the line of fire.

mod frames;

use diadem_archive::{Lineage, Save, Stamp, encode};
use diadem_core::{Decision, Playable, Request, Session};
use diadem_handoff::{Action, Question, War};
use diadem_hexes as hexes;
use eframe::egui::{Event, Key, pos2};
use frames::{Table, key, wave};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let folder = tempfile::tempdir().expect("a folder for one save");
    let save = folder.path().join("gaugamela.diadem");
    let session = on_the_move();
    std::fs::write(&save, encoded(&session)).expect("a save can be written");
    let mut table = Table::open(&save);
    table.measure("gaugamela/still", |_| Vec::new());
    // From one end of the field to the other: every hex on the way has another way to be shown.
    table.measure("gaugamela/pointing", |frame| {
        vec![Event::PointerMoved(pos2(300.0 + wave(frame, 900.0), 300.0 + wave(frame + 40, 500.0)))]
    });
    table.frame(vec![key(Key::Home)]);
    table.measure("gaugamela/whole field", |frame| {
        vec![Event::PointerMoved(pos2(300.0 + wave(frame, 900.0), 300.0 + wave(frame + 40, 500.0)))]
    });
    // What a click on a unit waits for before its reach is drawn.
    let battle = session.state().hexes.as_ref().expect("a battle on hexes");
    let rules = session.game().hexes().expect("and its rules");
    let mut times: Vec<f64> = (0..100)
        .map(|_| {
            let began = Instant::now();
            std::hint::black_box(rules.outlook(battle));
            began.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{:<26} p50 {:5.2} ms   p95 {:5.2} ms", "gaugamela/reach", times[50], times[95]);
}

/// Gaugamela with a unit of horse on the move: the first that is ordered, whoever may order one.
fn on_the_move() -> Session<War> {
    let setup = War::setup(&Request { scenario: "gaugamela", battles: None });
    let war = War::prepare(&setup.expect("Gaugamela is there")).expect("and can be fought");
    let mut session = Session::begin(Arc::new(war), 7);
    for _ in 0..100_000 {
        let Decision::Ask(ask) = session.decision() else { break };
        let listed = session.actions();
        let rules = session.game().hexes().map(Arc::clone).expect("a battle on hexes");
        if let Question::Hexes(hexes::Question::Move(_)) = ask.question {
            break;
        }
        let horse = |action: &&Action| match action {
            Action::Hexes(hexes::Action::Order(unit)) => rules.troops(*unit).kind.is_cavalry(),
            _ => false,
        };
        let individual =
            |action: &&Action| matches!(action, Action::Hexes(hexes::Action::Individual));
        let wanted = listed.iter().find(horse).or_else(|| listed.iter().find(individual));
        let action = *wanted.unwrap_or(&listed[0]);
        session.act(ask.seat, action).expect("it was listed");
    }
    session
}

fn encoded(session: &Session<War>) -> Vec<u8> {
    let stamp = Stamp {
        seats: vec!["one".into(), "two".into()],
        players: Vec::new(),
        saved_at: 0,
        program: "bench".into(),
        lineage: Lineage::Unbroken,
    };
    encode(&Save::of(session, stamp)).expect("a session can be saved")
}

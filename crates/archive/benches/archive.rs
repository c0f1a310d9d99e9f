//! How long it takes to put away and take out a long campaign: twenty thousand actions.
//!
//! `cargo bench -p diadem-archive`

use criterion::{Criterion, criterion_group, criterion_main};
use diadem_archive::{Lineage, Save, Stamp, decode, encode, verify};
use diadem_core::random::RandomPlayer;
use diadem_core::{Playable, Request, Session};
use diadem_sparring::feud::Feud;
use std::hint::black_box;
use std::sync::Arc;

const ACTIONS: usize = 20_000;

/// A feud of two thousand years that is played at random, up to twenty thousand actions.
fn long_campaign() -> Save<Feud> {
    let setup = Feud::setup(&Request { scenario: "long-feud", battles: None })
        .expect("the scenario exists");
    let game = Feud::prepare(&setup).expect("the setup is its own");
    let mut session = Session::begin(Arc::new(game), 333);
    let mut player = RandomPlayer::new(333);
    while let (Some(ask), true) = (session.decision().ask(), session.log().len() < ACTIONS) {
        let action = player.pick(&session.actions()).expect("a question has an answer");
        session.act(ask.seat, action).expect("a listed action is legal");
    }
    assert!(session.log().len() >= ACTIONS, "the feud was over after {}", session.log().len());
    let stamp = Stamp {
        seats: ["Ada", "Berenice", "Cleon"].map(String::from).into(),
        players: Vec::new(),
        saved_at: 0,
        program: "0.1.0".into(),
        lineage: Lineage::Unbroken,
    };
    let mut save = Save::of(&session, stamp);
    save.record.log.truncate(ACTIONS);
    save
}

fn archive(criterion: &mut Criterion) {
    let save = long_campaign();
    let bytes = encode(&save).expect("a feud can be saved");
    println!("{ACTIONS} actions are {} bytes", bytes.len());
    criterion.bench_function("encode 20,000 actions", |bencher| {
        bencher.iter(|| encode(black_box(&save)).expect("a feud can be saved"));
    });
    criterion.bench_function("verify and decode 20,000 actions", |bencher| {
        bencher.iter(|| decode::<Feud>(black_box(&bytes)).expect("the bytes are a save"));
    });
    criterion.bench_function("verify 20,000 actions for a list", |bencher| {
        bencher.iter(|| verify(black_box(&bytes)).expect("the bytes are a save"));
    });
}

criterion_group!(benches, archive);
criterion_main!(benches);

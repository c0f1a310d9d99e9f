//! The same seed and the same players give the same game in every process, ply by ply.

use std::process::Command;

fn hashes() -> String {
    let played =
        Command::new(env!("CARGO_BIN_EXE_hashes")).output().expect("our own executable starts");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    String::from_utf8(played.stdout).expect("it prints text")
}

#[test]
fn two_processes_play_the_same_games() {
    let (one, other) = (hashes(), hashes());
    for (one, other) in one.lines().zip(other.lines()) {
        assert_eq!(one, other);
    }
    assert_eq!(one.lines().count(), other.lines().count());
    assert!(one.lines().count() > 5_000, "{} plies", one.lines().count());
}

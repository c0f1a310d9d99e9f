//! The Granicus on hexes, as the lines meet: two leaders are activated, and what their orders bring about is
//! answered by role and label.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

#[path = "common/field.rs"]
mod field;
#[path = "common/plain.rs"]
mod plain;

use diadem::window::{Sample, UiCommand};
use diadem_core::Text;
use diadem_handoff as war;
use diadem_hexes::{Action, Event, LeaderId, Question, ShotCause};
use field::{Window, asked, give, sees, window};
use plain::Temper;

/// What has been seen of the battle so far.
#[derive(Default)]
struct Seen {
    leaders: Vec<LeaderId>,
    withdrawals: u32,
    shots: u32,
    answered_shots: u32,
    combats: u32,
}

/// What the chronicle tells since so many lines.
fn seen(window: &Window, since: usize) -> Seen {
    let mut seen = Seen::default();
    for line in window.state().table().unwrap().chronicle().skip(since) {
        let war::Event::Hexes(_, event) = &line.event else { continue };
        match event {
            Event::Activated(leader, _) if !seen.leaders.contains(leader) => {
                seen.leaders.push(*leader);
            }
            Event::Withdraws(..) => seen.withdrawals += 1,
            Event::Fired { rule, .. } if rule.number() == "8.11" => seen.shots += 1,
            Event::Fired { .. } => seen.answered_shots += 1,
            Event::Struggle { .. } => seen.combats += 1,
            _ => {}
        }
    }
    seen
}

#[test]
fn two_leaders_lead_to_a_withdrawal_an_exchange_of_missiles_and_a_shock_combat() {
    let home = tempfile::tempdir().unwrap();
    let command = UiCommand::OpenSample(Sample::Hexes);
    let mut window = window(&home, [1600.0, 1000.0], Some(command));
    let since = window.state().table().unwrap().chronicle().count();
    let mut prompts = Vec::new();
    for _ in 0..800 {
        let so_far = seen(&window, since);
        if so_far.leaders.len() >= 2
            && so_far.withdrawals > 0
            && so_far.shots > 0
            && so_far.answered_shots > 0
            && so_far.combats > 0
        {
            break;
        }
        let (question, actions) = asked(&window).unwrap();
        let (words, answer) = {
            let (rules, state) = window.state().table().unwrap().hexes().unwrap();
            let temper = if so_far.withdrawals == 0 { Temper::Wary } else { Temper::Stubborn };
            let answer = plain::answer(&rules, state, question, &actions, temper);
            (rules.question(state, question), answer)
        };
        assert!(sees(&window, &words), "the panel asks {words}");
        if !prompts.contains(&std::mem::discriminant(&question)) {
            prompts.push(std::mem::discriminant(&question));
        }
        give(&mut window, answer);
    }
    let end = seen(&window, since);
    assert!(end.leaders.len() >= 2, "{:?}", end.leaders);
    assert!(end.withdrawals > 0 && end.combats > 0);
    assert!(end.shots > 0 && end.answered_shots > 0, "{} and {}", end.shots, end.answered_shots);
    assert!(prompts.len() > 6);
}

/// A shot to whose die something is added, and why.
fn changed_shot(window: &Window, actions: &[Action]) -> Option<(Action, Vec<ShotCause>)> {
    let (rules, state) = window.state().table().unwrap().hexes().unwrap();
    let is_shot = |action: &&Action| matches!(action, Action::FireAt(_));
    actions.iter().filter(is_shot).find_map(|action| {
        let shot = rules.shot(state, *action)?;
        assert_eq!(shot.modifiers.len(), shot.causes.len());
        (!shot.causes.is_empty()).then(|| (*action, shot.causes.to_vec()))
    })
}

#[test]
fn a_shot_and_a_combat_are_told_before_they_are_made() {
    let home = tempfile::tempdir().unwrap();
    let command = UiCommand::OpenSample(Sample::Hexes);
    let mut window = window(&home, [1600.0, 1000.0], Some(command));
    for _ in 0..400 {
        let (question, actions) = asked(&window).unwrap();
        if let Question::Move(_) = question
            && let Some((Action::FireAt(target), causes)) = changed_shot(&window, &actions)
        {
            let name = field::counter(&window, target);
            field::point_at(&mut window, &name);
            assert!(sees(&window, "Strength at"), "the shot is told");
            assert!(sees(&window, "Chance"));
            for cause in causes {
                let words = &cause.words()[1..];
                assert!(sees(&window, words), "what is added to the die says why: {words}");
            }
            return;
        }
        let answer = {
            let (rules, state) = window.state().table().unwrap().hexes().unwrap();
            plain::answer(&rules, state, question, &actions, Temper::Stubborn)
        };
        give(&mut window, answer);
    }
    panic!("nobody came to shoot");
}

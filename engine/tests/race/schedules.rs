//! Random schedules: whatever the racers do and whenever they do it, these hold.

use std::time::Duration;

use engine::race::{EMPTY_ROOM_KEPT, Effort, Finishing, Phase, Race, RaceEvent, Rules, SEAT_KEPT_AT_MOST};
use proptest::prelude::*;
use shared::UserId;
use shared::messages::RaceResult;

use crate::scene::{Scene, text};

/// One thing that somebody does, or that nobody does while time passes.
#[derive(Debug, Clone)]
enum Act {
    TakeSeat(i64),
    Join(i64),
    Leave(i64),
    /// Types so many percent points on, or back.
    Type(i64, i64),
    /// Types to the end at once, where that is possible.
    TypeAll(i64),
    Finish(i64, f64),
    Pass(u64),
}

fn act() -> impl Strategy<Value = Act> {
    let user = 1..=6_i64;
    prop_oneof![
        3 => user.clone().prop_map(Act::TakeSeat),
        4 => user.clone().prop_map(Act::Join),
        1 => user.clone().prop_map(Act::Leave),
        4 => (user.clone(), -10..=30_i64).prop_map(|(user, points)| Act::Type(user, points)),
        6 => user.clone().prop_map(Act::TypeAll),
        8 => (user, prop::num::f64::NORMAL | prop::num::f64::INFINITE).prop_map(|(user, accuracy)| Act::Finish(user, accuracy)),
        4 => (0..12_000_u64).prop_map(Act::Pass),
        1 => (12_000..40_000_u64).prop_map(Act::Pass),
    ]
}

/// Does `act`; a first finish is returned.
fn perform(scene: &mut Scene, act: &Act) -> Option<RaceResult> {
    let before = scene.race.clone();
    let accepted = match act {
        Act::TakeSeat(user) => scene.take_seat(*user).is_ok(),
        Act::Join(user) => scene.join(*user).is_ok(),
        Act::Leave(user) => {
            scene.leave(*user);
            true
        }
        Act::Type(user, points) => {
            let completed = scene.race.seat(UserId(*user)).map_or(0, |seat| i64::from(seat.completed.get()));
            scene.report(*user, (completed + points).clamp(0, 100)).is_ok()
        }
        Act::TypeAll(user) => scene.report(*user, 100).is_ok(),
        Act::Pass(ms) => {
            scene.pass(Duration::from_millis(*ms));
            true
        }
        Act::Finish(user, accuracy) => {
            match scene.finish_with(*user, Effort { accuracy: *accuracy, keystrokes: None }) {
                Ok(Finishing::First { result, events, .. }) => {
                    scene.heard.extend(events);
                    return Some(result);
                }
                Ok(Finishing::Again(_)) => true,
                Err(_) => false,
            }
        }
    };
    if !accepted {
        assert_eq!(scene.race, before, "a refused command changes nothing: {act:?}");
    }
    None
}

/// The phases in their order.
fn rank(phase: Phase) -> usize {
    match phase {
        Phase::Waiting { .. } => 0,
        Phase::Starting { .. } => 1,
        Phase::Running { .. } => 2,
        Phase::Finished { .. } => 3,
        Phase::Closed => 4,
    }
}

fn joined(race: &Race) -> Vec<UserId> {
    race.seats().iter().filter(|seat| seat.has_joined()).map(|seat| seat.racer.user_id).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn the_rules_hold_whatever_happens(
        acts in prop::collection::vec(act(), 0..120),
        capacity in 1..=6_usize,
        at_the_start in 0..=6_usize,
    ) {
        let mut scene = Scene::with(Rules { capacity, ..Rules::default() }, &text(20));
        if at_the_start > 0 {
            (1..=6).take(at_the_start.min(capacity)).for_each(|user| scene.enter(user));
            scene.pass(Duration::from_millis(30_250));
        }
        let mut results: Vec<RaceResult> = Vec::new();
        for act in &acts {
            let before = scene.race.clone();
            results.extend(perform(&mut scene, act));
            let race = &scene.race;
            prop_assert!(race.seats().len() <= capacity);
            prop_assert!(rank(race.phase()) >= rank(before.phase()), "{:?} after {:?}", race.phase(), before.phase());
            if rank(before.phase()) >= 1 {
                let still_there = joined(race);
                prop_assert!(joined(&before).iter().all(|user| still_there.contains(user)));
            }
            if let Some(deadline) = race.deadline() {
                prop_assert!(deadline > scene.now, "a deadline lies ahead");
            }
        }

        for (index, result) in results.iter().enumerate() {
            prop_assert_eq!(result.place, index + 1);
            prop_assert!((0.0..=100.0).contains(&result.accuracy) && result.wpm > 0.0 && result.wpm <= 350.0);
            prop_assert!(results[..index].iter().all(|other| other.user_id != result.user_id && other.time <= result.time));
        }
        prop_assert!(results.iter().filter(|result| result.won).count() <= 1);

        let end = scene.heard.iter().position(|event| matches!(event, RaceEvent::Ended { .. }));
        if let Some(end) = end {
            let racing = |event: &RaceEvent| {
                matches!(
                    event,
                    RaceEvent::ProgressMade { .. } | RaceEvent::Started | RaceEvent::CountdownBegan
                        | RaceEvent::WaitingBegan | RaceEvent::Ended { .. }
                )
            };
            prop_assert!(!scene.heard[end + 1..].iter().any(racing), "nothing is raced after the end");
        }
    }

    #[test]
    fn a_room_always_ends_when_all_have_gone(acts in prop::collection::vec(act(), 0..60)) {
        let mut scene = Scene::new();
        for act in &acts {
            perform(&mut scene, act);
        }
        (1..=6).for_each(|user| scene.leave(user));
        scene.pass(EMPTY_ROOM_KEPT + SEAT_KEPT_AT_MOST);
        prop_assert_eq!(scene.race.phase(), Phase::Closed);
        prop_assert_eq!(scene.heard.last(), Some(&RaceEvent::Closed));
    }

    #[test]
    fn a_room_ends_even_when_nobody_ever_leaves_or_finishes(users in prop::collection::vec(1..=6_i64, 1..6)) {
        let mut scene = Scene::new();
        for user in users {
            if scene.take_seat(user).is_ok() {
                scene.join(user).unwrap();
            }
        }
        scene.pass(Duration::from_secs(30 * 60));
        prop_assert_eq!(scene.race.phase(), Phase::Closed);
    }

    #[test]
    fn one_late_tick_does_what_many_punctual_ones_do(acts in prop::collection::vec(act(), 0..60), ms in 0..900_000_u64) {
        let mut scene = Scene::new();
        for act in &acts {
            perform(&mut scene, act);
        }
        let mut late = scene.race.clone();
        let until = scene.now + Duration::from_millis(ms);
        scene.heard.clear();
        scene.pass(Duration::from_millis(ms));
        prop_assert_eq!(late.tick(until), scene.heard);
        prop_assert_eq!(late, scene.race);
    }
}

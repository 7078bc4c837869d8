//! The phases of a race and the moves between them, by the clock.

use std::time::Duration;

use engine::picture::picture;
use engine::race::{Phase, RaceEvent, RaceTime, Rules, SeatError};
use shared::testing::{racer, text};
use shared::{RoomCode, wire};

use crate::scene::{Scene, seconds};

#[test]
fn waiting_begins_with_the_first_join_and_not_with_the_first_seat() {
    let mut scene = Scene::new();
    scene.take_seat(1).unwrap();
    scene.pass(seconds(10));
    assert_eq!(scene.race.phase(), Phase::Waiting { until: None });
    scene.join(1).unwrap();
    assert_eq!(scene.race.phase(), Phase::Waiting { until: Some(RaceTime(seconds(30))) });
    assert_eq!(scene.heard, [RaceEvent::RacerJoined(racer(1)), RaceEvent::WaitingBegan]);
}

#[test]
fn the_countdown_begins_after_twenty_seconds_of_waiting_however_late_others_join() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(15));
    scene.enter(2);
    scene.pass(Duration::from_millis(4_999));
    assert!(matches!(scene.race.phase(), Phase::Waiting { .. }));
    scene.pass(Duration::from_millis(1));
    assert_eq!(scene.heard.last(), Some(&RaceEvent::CountdownBegan));
}

#[test]
fn a_room_that_is_full_of_joined_racers_starts_early() {
    let mut scene = Scene::new();
    (1..=5).for_each(|user| scene.take_seat(user).unwrap());
    (1..=4).for_each(|user| scene.join(user).unwrap());
    assert!(matches!(scene.race.phase(), Phase::Waiting { .. }), "a taken seat is not a joined racer");
    scene.join(5).unwrap();
    assert_eq!(scene.heard.last(), Some(&RaceEvent::CountdownBegan));
}

#[test]
fn the_race_starts_a_countdown_and_a_quarter_of_a_second_later() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(30));
    assert!(matches!(scene.race.phase(), Phase::Starting { .. }));
    scene.pass(Duration::from_millis(250));
    assert_eq!(scene.heard.last(), Some(&RaceEvent::Started));
    let started_at = RaceTime(Duration::from_millis(30_250));
    assert_eq!(scene.race.phase(), Phase::Running { started_at, racers: 1 });
}

#[test]
fn the_start_is_counted_from_when_it_was_due_however_late_the_tick() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.race.tick(RaceTime(seconds(33)));
    let started_at = RaceTime(Duration::from_millis(30_250));
    assert_eq!(scene.race.phase(), Phase::Running { started_at, racers: 1 });
}

#[test]
fn waiting_begins_anew_when_all_racers_have_left() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(19));
    scene.leave(1);
    scene.pass(seconds(5));
    assert_eq!(scene.race.phase(), Phase::Waiting { until: None });
    scene.enter(2);
    assert_eq!(scene.race.phase(), Phase::Waiting { until: Some(RaceTime(seconds(44))) });
}

#[test]
fn the_race_waits_for_a_disconnected_racer_while_somebody_is_connected() {
    let mut scene = Scene::running(&[1, 2]);
    scene.leave(2);
    scene.pass(seconds(50));
    scene.complete(1);
    assert!(matches!(scene.race.phase(), Phase::Running { .. }));
    scene.join(2).unwrap();
    scene.complete(2);
    assert_eq!(scene.heard.last(), Some(&RaceEvent::Ended { unfinished: 0 }));
}

#[test]
fn a_kept_seat_that_nobody_comes_for_does_not_hold_up_the_end() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(29));
    scene.take_seat(2).unwrap();
    scene.pass(seconds(14));
    scene.complete(1);
    assert!(matches!(scene.race.phase(), Phase::Running { .. }));
    scene.pass(seconds(1));
    assert_eq!(scene.heard.last(), Some(&RaceEvent::Ended { unfinished: 0 }));
}

#[test]
fn the_time_limit_is_the_text_at_ten_words_per_minute_within_one_and_ten_minutes() {
    for (words, limit) in [(5, 60), (20, 120), (60, 360), (100, 600), (150, 600)] {
        let mut scene = Scene::with(Rules::default(), &text(words));
        scene.enter(1);
        scene.pass(Duration::from_millis(30_250) + seconds(limit) - Duration::from_millis(1));
        assert!(matches!(scene.race.phase(), Phase::Running { .. }), "{words} words");
        scene.pass(Duration::from_millis(1));
        assert_eq!(scene.heard.last(), Some(&RaceEvent::Ended { unfinished: 1 }), "{words} words");
    }
}

#[test]
fn a_room_closes_thirty_seconds_after_the_last_racer_left() {
    let mut scene = Scene::running(&[1]);
    scene.leave(1);
    scene.pass(Duration::from_millis(29_999));
    assert!(matches!(scene.race.phase(), Phase::Running { .. }));
    scene.pass(Duration::from_millis(1));
    assert_eq!(scene.race.phase(), Phase::Closed);
    assert_eq!(scene.race.deadline(), None);
}

#[test]
fn a_seat_taken_in_an_empty_room_at_the_last_moment_is_kept_all_the_same() {
    let mut scene = Scene::new();
    scene.pass(seconds(29));
    scene.take_seat(1).unwrap();
    scene.pass(seconds(14));
    assert_eq!(scene.join(1), Ok(()));
}

#[test]
fn a_room_that_only_kept_seats_hold_open_seats_nobody_new_and_closes_with_the_last_of_them() {
    let mut scene = Scene::new();
    scene.pass(seconds(29));
    scene.take_seat(1).unwrap();
    scene.pass(seconds(1));
    assert_eq!(scene.race.open_seats(), 0);
    assert_eq!(scene.take_seat(2), Err(SeatError::Closed));
    for _ in 0..4 {
        scene.pass(seconds(13));
        scene.take_seat(1).unwrap();
    }
    scene.pass(seconds(6));
    assert_ne!(scene.race.phase(), Phase::Closed);
    scene.pass(seconds(1));
    assert_eq!(scene.heard, [RaceEvent::RacerLeft(racer(1)), RaceEvent::Closed]);
}

#[test]
fn a_room_that_somebody_reaches_at_last_seats_others_again() {
    let mut scene = Scene::new();
    scene.pass(seconds(29));
    scene.take_seat(1).unwrap();
    scene.pass(seconds(10));
    scene.join(1).unwrap();
    assert_eq!(scene.take_seat(2), Ok(()));
}

#[test]
fn a_race_that_waits_can_be_called_off_and_one_that_counts_down_goes_on() {
    let mut scene = Scene::new();
    scene.enter(1);
    let mut counting = Scene::new();
    counting.enter(1);
    counting.pass(seconds(20));

    assert_eq!(scene.race.call_off(), Some(RaceEvent::Closed));
    assert_eq!(scene.race.phase(), Phase::Closed);
    assert_eq!(scene.race.call_off(), None);
    assert_eq!(counting.race.call_off(), None);
    counting.pass(Duration::from_millis(10_250));
    assert_eq!(counting.heard.last(), Some(&RaceEvent::Started));
}

#[test]
fn coming_back_within_thirty_seconds_keeps_the_room_open() {
    let mut scene = Scene::running(&[1]);
    scene.leave(1);
    scene.pass(seconds(29));
    scene.join(1).unwrap();
    scene.pass(seconds(29));
    assert!(matches!(scene.race.phase(), Phase::Running { .. }));
}

#[test]
fn a_room_that_nobody_enters_closes_after_thirty_seconds_and_is_unknown() {
    let mut scene = Scene::new();
    scene.pass(seconds(30));
    assert_eq!(scene.heard, [RaceEvent::Closed]);
    assert_eq!(scene.take_seat(1), Err(SeatError::Closed));
    assert!(scene.join(1).is_err());
    assert_eq!(picture(&scene.race, code(), scene.now), None);
}

#[test]
fn the_results_are_kept_for_ten_minutes() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(30));
    scene.complete(1);
    scene.pass(seconds(599));
    assert!(matches!(scene.race.phase(), Phase::Finished { .. }));
    scene.pass(seconds(1));
    assert_eq!(scene.race.phase(), Phase::Closed);
}

#[test]
fn the_picture_holds_phase_times_and_lanes() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(Duration::from_millis(2_500));
    let picture = |scene: &Scene| picture(&scene.race, code(), scene.now).unwrap();
    assert_eq!(picture(&scene).phase, wire::Phase::Waiting(wire::WaitingLeft { ms: 17_500, countdown: 10_250 }));
    scene.enter(2);
    scene.pass(Duration::from_millis(17_500));
    assert_eq!(picture(&scene).phase, wire::Phase::Starting(wire::TimeLeft { ms: 10_250 }));
    scene.pass(Duration::from_millis(10_250) + seconds(30));
    assert_eq!(picture(&scene).phase, wire::Phase::Running { ms: 30_000 });
    scene.report(1, 42).unwrap();
    scene.complete(2);
    scene.leave(1);
    let lane = |user, completed: i64, connected, finish| wire::Lane {
        racer: (&racer(user)).into(),
        completed: completed.try_into().unwrap(),
        connected,
        finish,
    };
    let finish = Some(wire::Outcome { time: 30.0, wpm: 120.0 });
    assert_eq!(picture(&scene).participants, [lane(1, 42, false, None), lane(2, 100, true, finish)]);
    scene.pass(seconds(330));
    assert_eq!(picture(&scene).phase, wire::Phase::Finished { ms: 360_000 });
}

fn code() -> RoomCode {
    "k3f9wq2m".parse().unwrap()
}

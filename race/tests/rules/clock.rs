//! The phases of a race over time.

use std::time::Duration;

use race::state::state;
use race::{Phase, RaceEvent, RaceTime, Rules, SeatError};
use shared::testing::{racer, text};
use shared::{RoomCode, wire};

use crate::scene::{Scene, seconds};

#[test]
fn waiting_begins_with_the_first_join_not_the_first_seat() {
    let mut scene = Scene::new();
    scene.take_seat(1).unwrap();
    scene.pass(seconds(10));
    assert_eq!(scene.race.phase(), Phase::Waiting { until: None });
    scene.join(1).unwrap();
    assert_eq!(scene.race.phase(), Phase::Waiting { until: Some(RaceTime(seconds(30))) });
    assert_eq!(scene.events, [RaceEvent::RacerJoined(racer(1)), RaceEvent::WaitingBegan]);
}

#[test]
fn the_countdown_begins_twenty_seconds_after_the_first_join() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(15));
    scene.enter(2);
    scene.pass(Duration::from_millis(4_999));
    assert!(matches!(scene.race.phase(), Phase::Waiting { .. }));
    scene.pass(Duration::from_millis(1));
    assert_eq!(scene.events.last(), Some(&RaceEvent::CountdownBegan));
}

#[test]
fn a_room_that_is_full_of_joined_racers_starts_early() {
    let mut scene = Scene::new();
    (1..=5).for_each(|user| scene.take_seat(user).unwrap());
    (1..=4).for_each(|user| scene.join(user).unwrap());
    assert!(matches!(scene.race.phase(), Phase::Waiting { .. }), "a taken seat is not a joined racer");
    scene.join(5).unwrap();
    assert_eq!(scene.events.last(), Some(&RaceEvent::CountdownBegan));
}

#[test]
fn the_race_starts_a_countdown_and_a_quarter_of_a_second_later() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(30));
    assert!(matches!(scene.race.phase(), Phase::Starting { .. }));
    scene.pass(Duration::from_millis(250));
    assert_eq!(scene.events.last(), Some(&RaceEvent::Started));
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
fn the_race_waits_for_a_disconnected_racer_while_another_is_connected() {
    let mut scene = Scene::running(&[1, 2]);
    scene.leave(2);
    scene.pass(seconds(50));
    scene.complete(1);
    assert!(matches!(scene.race.phase(), Phase::Running { .. }));
    scene.join(2).unwrap();
    scene.complete(2);
    assert_eq!(scene.events.last(), Some(&RaceEvent::Ended { unfinished: 0 }));
}

#[test]
fn an_unused_seat_does_not_delay_the_end_for_long() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(29));
    scene.take_seat(2).unwrap();
    scene.pass(seconds(14));
    scene.complete(1);
    assert!(matches!(scene.race.phase(), Phase::Running { .. }));
    scene.pass(seconds(1));
    assert_eq!(scene.events.last(), Some(&RaceEvent::Ended { unfinished: 0 }));
}

#[test]
fn the_time_limit_is_ten_wpm_within_one_to_ten_minutes() {
    for (words, limit) in [(5, 60), (20, 120), (60, 360), (100, 600), (150, 600)] {
        let mut scene = Scene::with(Rules::default(), &text(words));
        scene.enter(1);
        scene.pass(Duration::from_millis(30_250) + seconds(limit) - Duration::from_millis(1));
        assert!(matches!(scene.race.phase(), Phase::Running { .. }), "{words} words");
        scene.pass(Duration::from_millis(1));
        assert_eq!(scene.events.last(), Some(&RaceEvent::Ended { unfinished: 1 }), "{words} words");
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
fn a_seat_taken_just_before_an_empty_room_closes_is_kept() {
    let mut scene = Scene::new();
    scene.pass(seconds(29));
    scene.take_seat(1).unwrap();
    scene.pass(seconds(14));
    assert_eq!(scene.join(1), Ok(()));
}

#[test]
fn a_room_held_open_by_kept_seats_gives_no_more_and_closes_with_them() {
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
    assert_eq!(scene.events, [RaceEvent::RacerLeft(racer(1)), RaceEvent::Closed]);
}

#[test]
fn a_room_held_open_gives_seats_again_once_a_racer_joins() {
    let mut scene = Scene::new();
    scene.pass(seconds(29));
    scene.take_seat(1).unwrap();
    scene.pass(seconds(10));
    scene.join(1).unwrap();
    assert_eq!(scene.take_seat(2), Ok(()));
}

#[test]
fn returning_within_thirty_seconds_keeps_the_room_open() {
    let mut scene = Scene::running(&[1]);
    scene.leave(1);
    scene.pass(seconds(29));
    scene.join(1).unwrap();
    scene.pass(seconds(29));
    assert!(matches!(scene.race.phase(), Phase::Running { .. }));
}

#[test]
fn a_room_without_a_join_closes_after_thirty_seconds() {
    let mut scene = Scene::new();
    scene.pass(seconds(30));
    assert_eq!(scene.events, [RaceEvent::Closed]);
    assert_eq!(scene.take_seat(1), Err(SeatError::Closed));
    assert!(scene.join(1).is_err());
    assert_eq!(state(&scene.race, code(), scene.now), None);
}

#[test]
fn a_room_closes_ten_minutes_after_its_race() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(30));
    scene.complete(1);
    scene.pass(seconds(599));
    assert!(matches!(scene.race.phase(), Phase::Finished { .. }));
    scene.pass(seconds(1));
    assert_eq!(scene.race.phase(), Phase::Closed);
}

#[test]
fn the_state_holds_phase_times_and_lanes() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(Duration::from_millis(2_500));
    let state = |scene: &Scene| state(&scene.race, code(), scene.now).unwrap();
    assert_eq!(state(&scene).phase, wire::Phase::Waiting(wire::WaitingLeft { ms: 17_500, countdown: 10_250 }));
    scene.enter(2);
    scene.pass(Duration::from_millis(17_500));
    assert_eq!(state(&scene).phase, wire::Phase::Starting(wire::TimeLeft { ms: 10_250, at: 30_250 }));
    scene.pass(Duration::from_millis(10_250) + seconds(30));
    assert_eq!(state(&scene).phase, wire::Phase::Running { ms: 30_000 });
    scene.report(1, 42).unwrap();
    scene.complete(2);
    scene.leave(1);
    let lane = |user, completed: i64, connected, finish| wire::Lane {
        racer: (&racer(user)).into(),
        completed: completed.try_into().unwrap(),
        connected,
        finish,
    };
    let finish = Some(wire::Outcome { time: 30.0, wpm: 120.0, unranked: false, unverified: true, credited: 0 });
    assert_eq!(state(&scene).participants, [lane(1, 42, false, None), lane(2, 100, true, finish)]);
    scene.pass(seconds(330));
    assert_eq!(state(&scene).phase, wire::Phase::Finished { ms: 360_000 });
}

fn code() -> RoomCode {
    "k3f9wq2m".parse().unwrap()
}

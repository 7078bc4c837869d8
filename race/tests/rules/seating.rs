//! Taking a seat, joining, leaving and returning.

use std::time::Duration;

use race::{EventError, Phase, RaceEvent, Rules, SeatError};
use shared::testing::{racer, racer_id, text};

use crate::scene::{Scene, seconds};

#[test]
fn a_full_room_refuses_the_next_racer() {
    let mut scene = Scene::new();
    for user in 1..=5 {
        scene.take_seat(user).unwrap();
    }
    assert_eq!(scene.take_seat(6), Err(SeatError::Full));
    assert_eq!(scene.race.seats().len(), 5);
}

#[test]
fn the_capacity_of_a_room_is_one_to_a_hundred() {
    let mut alone = Scene::with(Rules { capacity: 1, ..Rules::default() }, &text(60));
    alone.enter(1);
    assert!(matches!(alone.race.phase(), Phase::Starting { .. }));

    let mut crowd = Scene::with(Rules { capacity: 100, ..Rules::default() }, &text(60));
    (1..=100).for_each(|user| crowd.take_seat(user).unwrap());
    assert_eq!(crowd.take_seat(101), Err(SeatError::Full));
}

#[test]
fn a_racer_may_ask_for_their_seat_again_while_the_race_runs() {
    let mut scene = Scene::running(&[1, 2]);
    assert_eq!(scene.take_seat(1), Ok(()));
    assert_eq!(scene.race.participants(), [racer(1), racer(2)]);
}

#[test]
fn a_race_that_has_started_gives_no_new_seats() {
    let mut scene = Scene::running(&[1]);
    assert_eq!(scene.take_seat(2), Err(SeatError::Begun));
    scene.pass(seconds(20));
    scene.complete(1);
    assert_eq!(scene.take_seat(2), Err(SeatError::Begun));
}

#[test]
fn a_seat_can_still_be_taken_during_the_countdown() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(21));
    assert!(matches!(scene.race.phase(), Phase::Starting { .. }));
    scene.enter(2);
    scene.pass(seconds(10));
    assert!(matches!(scene.race.phase(), Phase::Running { racers: 2, .. }));
}

#[test]
fn a_seat_is_kept_for_fifteen_seconds() {
    let mut scene = Scene::new();
    scene.take_seat(1).unwrap();
    scene.pass(seconds(14));
    assert_eq!(scene.race.seats().len(), 1);
    scene.pass(seconds(1));
    assert_eq!(scene.race.seats().len(), 0);
    assert_eq!(scene.events, [RaceEvent::RacerLeft(racer(1))]);
    assert_eq!(scene.join(1), Err(EventError::NoSeat));
}

#[test]
fn asking_again_keeps_the_seat_for_fifteen_more_seconds() {
    let mut scene = Scene::new();
    scene.take_seat(1).unwrap();
    scene.pass(seconds(14));
    scene.take_seat(1).unwrap();
    scene.pass(seconds(14));
    assert_eq!(scene.join(1), Ok(()));
}

#[test]
fn a_seat_is_freed_after_a_minute_of_repeated_requests() {
    let mut scene = Scene::new();
    scene.enter(2);
    scene.take_seat(1).unwrap();
    for _ in 0..4 {
        scene.pass(seconds(14));
        scene.take_seat(1).unwrap();
    }
    scene.pass(Duration::from_millis(3_999));
    assert_eq!(scene.race.seats().len(), 2);
    scene.pass(Duration::from_millis(1));
    assert_eq!(scene.race.participants(), [racer(2)]);
}

#[test]
fn a_seat_requested_again_before_the_old_socket_closes_is_kept() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.enter(2);
    scene.take_seat(2).unwrap();
    scene.events.clear();
    scene.leave(2);
    assert_eq!(scene.events, [RaceEvent::RacerLeft(racer(2))]);
    assert_eq!(scene.join(2), Ok(()));
    assert_eq!(scene.events.last(), Some(&RaceEvent::RacerJoined(racer(2))));
    // The new socket joined, so leaving is final again.
    scene.leave(2);
    assert_eq!(scene.race.participants(), [racer(1)]);
}

#[test]
fn a_seat_kept_for_another_page_is_freed_after_fifteen_seconds() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.enter(2);
    scene.take_seat(2).unwrap();
    scene.pass(seconds(5));
    scene.leave(2);
    scene.pass(Duration::from_millis(9_999));
    assert_eq!(scene.race.seats().len(), 2);
    scene.pass(Duration::from_millis(1));
    assert_eq!(scene.race.participants(), [racer(1)]);
}

#[test]
fn a_page_that_asked_long_ago_keeps_no_seat() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.enter(2);
    scene.take_seat(2).unwrap();
    scene.pass(seconds(15));
    scene.leave(2);
    assert_eq!(scene.race.participants(), [racer(1)]);
}

#[test]
fn a_seat_kept_for_another_page_is_kept_into_the_countdown() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.enter(2);
    scene.pass(seconds(19));
    scene.take_seat(2).unwrap();
    scene.leave(2);
    scene.pass(seconds(1));
    assert!(matches!(scene.race.phase(), Phase::Starting { .. }));
    assert_eq!(scene.join(2), Ok(()));
}

#[test]
fn a_lone_racer_who_returns_on_another_page_waits_the_whole_time_again() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(19));
    scene.take_seat(1).unwrap();
    scene.leave(1);
    scene.join(1).unwrap();
    assert_eq!(scene.race.phase(), Phase::Waiting { until: Some(scene.now + seconds(20)) });
}

#[test]
fn leaving_after_the_countdown_began_keeps_the_seat() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.enter(2);
    scene.pass(seconds(20));
    scene.events.clear();
    // The second time causes no event.
    (0..2).for_each(|_| scene.leave(2));
    assert_eq!(scene.events, [RaceEvent::RacerLeft(racer(2))]);
    assert_eq!(scene.race.participants(), [racer(1), racer(2)]);
    assert!(!scene.race.seat(racer_id(2)).unwrap().is_connected());
}

#[test]
fn a_second_socket_of_the_same_racer_causes_no_event() {
    let mut scene = Scene::running(&[1, 2]);
    scene.join(2).unwrap();
    assert_eq!(scene.events, []);
    assert_eq!(scene.race.connected(), 2);
}

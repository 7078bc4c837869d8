//! Seats: taking, joining, leaving, coming back.

use std::time::Duration;

use engine::race::{EventError, Phase, RaceEvent, Rules, SeatError};
use shared::UserId;
use shared::testing::{racer, text};

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
fn a_room_for_one_starts_at_once_and_a_room_for_a_hundred_seats_them_all() {
    let mut alone = Scene::with(Rules { capacity: 1, ..Rules::default() }, &text(60));
    alone.enter(1);
    assert!(matches!(alone.race.phase(), Phase::Starting { .. }));

    let mut crowd = Scene::with(Rules { capacity: 100, ..Rules::default() }, &text(60));
    (1..=100).for_each(|user| crowd.take_seat(user).unwrap());
    assert_eq!(crowd.take_seat(101), Err(SeatError::Full));
}

#[test]
fn a_racer_of_the_room_may_ask_for_the_seat_again_while_the_race_runs() {
    let mut scene = Scene::running(&[1, 2]);
    assert_eq!(scene.take_seat(1), Ok(()));
    assert_eq!(scene.race.participants(), [racer(1), racer(2)]);
}

#[test]
fn nobody_new_is_seated_once_the_race_has_started() {
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
fn a_seat_is_kept_fifteen_seconds_for_the_socket() {
    let mut scene = Scene::new();
    scene.take_seat(1).unwrap();
    scene.pass(seconds(14));
    assert_eq!(scene.race.seats().len(), 1);
    scene.pass(seconds(1));
    assert_eq!(scene.race.seats().len(), 0);
    assert_eq!(scene.heard, [RaceEvent::RacerLeft(racer(1))]);
    assert_eq!(scene.join(1), Err(EventError::NoSeat));
}

#[test]
fn asking_again_keeps_the_seat_fifteen_more_seconds() {
    let mut scene = Scene::new();
    scene.take_seat(1).unwrap();
    scene.pass(seconds(14));
    scene.take_seat(1).unwrap();
    scene.pass(seconds(14));
    assert_eq!(scene.join(1), Ok(()));
}

#[test]
fn a_seat_that_is_asked_for_again_and_again_is_free_after_a_minute_all_the_same() {
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
fn a_racer_goes_by_their_own_name_only() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.enter(2);
    assert_eq!(scene.race.identify(UserId(1), Some("racer-1")), Ok(()));
    assert_eq!(scene.race.identify(UserId(1), None), Ok(()));
    assert_eq!(scene.race.identify(UserId(1), Some("racer-2")), Err(EventError::ForeignName));
    assert_eq!(scene.race.identify(UserId(3), None), Err(EventError::NoSeat));
}

#[test]
fn a_seat_asked_for_again_before_the_old_socket_went_is_kept() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.enter(2);
    scene.take_seat(2).unwrap();
    scene.heard.clear();
    scene.leave(2);
    assert_eq!(scene.heard, [RaceEvent::RacerLeft(racer(2))]);
    assert_eq!(scene.join(2), Ok(()));
    assert_eq!(scene.heard.last(), Some(&RaceEvent::RacerJoined(racer(2))));
    // The new socket joined, so leaving is final again.
    scene.leave(2);
    assert_eq!(scene.race.participants(), [racer(1)]);
}

#[test]
fn a_seat_that_is_kept_for_another_page_is_free_fifteen_seconds_after_that_asked() {
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
fn a_page_that_asked_long_ago_and_never_came_keeps_no_seat() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.enter(2);
    scene.take_seat(2).unwrap();
    scene.pass(seconds(15));
    scene.leave(2);
    assert_eq!(scene.race.participants(), [racer(1)]);
}

#[test]
fn a_seat_that_is_kept_for_another_page_is_kept_into_the_countdown() {
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
fn a_racer_alone_who_comes_back_on_another_page_gets_the_whole_waiting_again() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(19));
    scene.take_seat(1).unwrap();
    scene.leave(1);
    scene.join(1).unwrap();
    assert_eq!(scene.race.phase(), Phase::Waiting { until: Some(scene.now + seconds(20)) });
}

#[test]
fn leaving_from_the_countdown_on_disconnects_and_keeps_the_seat() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.enter(2);
    scene.pass(seconds(20));
    scene.heard.clear();
    // The second time is no news.
    (0..2).for_each(|_| scene.leave(2));
    assert_eq!(scene.heard, [RaceEvent::RacerLeft(racer(2))]);
    assert_eq!(scene.race.participants(), [racer(1), racer(2)]);
    assert!(!scene.race.seat(UserId(2)).unwrap().is_connected());
}

#[test]
fn a_second_socket_of_the_same_racer_is_no_news_to_the_others() {
    let mut scene = Scene::running(&[1, 2]);
    scene.join(2).unwrap();
    assert_eq!(scene.heard, []);
    assert_eq!(scene.race.connected(), 2);
}

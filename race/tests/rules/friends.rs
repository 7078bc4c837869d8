//! Races that begin at a racer's word: those of friends, and that of a racer who waits alone.

use std::time::Duration;

use race::{EventError, FRIENDS_ROOM_TTL, Phase, Race, RaceEvent, RaceTime, Rules, SeatError};
use shared::UserId;
use shared::testing::{number_of, racer, racer_id, text};

use crate::scene::{Scene, millis, seconds};

/// Returns a race of friends that user 1 has opened.
fn of_friends() -> Scene {
    let mut scene = Scene::new();
    scene.race = Race::new(Rules::default(), text(60)).of_friends(UserId(1));
    scene
}

/// Returns a race of friends with these users in the room.
fn gathered(users: &[i64]) -> Scene {
    let mut scene = of_friends();
    users.iter().for_each(|user| scene.enter(*user));
    scene.events.clear();
    scene
}

fn starter(scene: &Scene) -> Option<i64> {
    scene.race.starter().map(|racer| number_of(racer.id))
}

fn begin(scene: &mut Scene, user: i64) -> Result<(), EventError> {
    let events = scene.race.begin(racer_id(user), scene.now)?;
    scene.events.extend(events);
    Ok(())
}

/// Returns the time until the start of the race, in milliseconds.
fn until_start(scene: &Scene) -> Option<u128> {
    match scene.race.phase() {
        Phase::Starting { start_at } => Some(start_at.since(scene.now).as_millis()),
        _ => None,
    }
}

#[test]
fn friends_wait_until_the_opener_starts_the_race_even_in_a_full_room() {
    let mut scene = gathered(&[1, 2, 3, 4, 5]);
    assert_eq!(scene.take_seat(6), Err(SeatError::Full));
    scene.pass(Duration::from_secs(29 * 60));
    assert_eq!(scene.race.phase(), Phase::Waiting { until: None });
    assert_eq!(begin(&mut scene, 1), Ok(()));
    assert_eq!(until_start(&scene), Some(10_250));
    scene.pass(seconds(11));
    assert_eq!(scene.events, [RaceEvent::CountdownBegan, RaceEvent::Started]);
}

#[test]
fn a_friend_cannot_start_the_race_while_its_opener_is_there() {
    let mut scene = gathered(&[2, 1]);
    assert_eq!(begin(&mut scene, 2), Err(EventError::NotStarter));
    assert_eq!(begin(&mut scene, 3), Err(EventError::NotJoined));
    assert_eq!(scene.race.phase(), Phase::Waiting { until: None });
}

#[test]
fn without_its_opener_the_next_racer_may_start_the_race_until_they_return() {
    let mut scene = gathered(&[1, 2, 3]);
    scene.leave(1);
    assert_eq!(scene.events, [RaceEvent::RacerLeft(racer(1)), RaceEvent::StarterChanged(racer(2))]);
    assert_eq!(begin(&mut scene, 3), Err(EventError::NotStarter));
    scene.leave(2);
    assert_eq!(starter(&scene), Some(3));
    scene.enter(1);
    assert_eq!(scene.events.last(), Some(&RaceEvent::StarterChanged(racer(1))));
    scene.leave(1);
    assert_eq!(begin(&mut scene, 3), Ok(()));
}

#[test]
fn a_friend_who_was_first_starts_the_race_of_an_opener_who_never_came() {
    let mut scene = gathered(&[4, 2]);
    scene.take_seat(1).unwrap();
    assert_eq!(starter(&scene), Some(4), "a seat alone is nobody in the room");
    assert_eq!(begin(&mut scene, 4), Ok(()));
}

#[test]
fn a_room_of_friends_stays_open_while_nobody_is_connected() {
    let mut scene = gathered(&[1, 2]);
    scene.leave(1);
    scene.leave(2);
    assert_eq!(starter(&scene), None);
    scene.pass(Duration::from_secs(20 * 60));
    scene.enter(3);
    assert_eq!(starter(&scene), Some(3));
    scene.enter(1);
    assert_eq!(begin(&mut scene, 1), Ok(()));
}

#[test]
fn a_race_of_friends_that_nobody_starts_is_given_up_after_half_an_hour() {
    let mut scene = gathered(&[1, 2]);
    scene.pass(FRIENDS_ROOM_TTL - millis(1));
    assert_eq!(scene.race.phase(), Phase::Waiting { until: None });
    scene.take_seat(3).unwrap();
    scene.pass(millis(1));
    assert_eq!(scene.events, [RaceEvent::Expired, RaceEvent::Closed]);
    assert_eq!(scene.take_seat(1), Err(SeatError::Closed));
}

#[test]
fn a_friend_alone_has_a_short_countdown_and_others_may_still_come() {
    let mut scene = gathered(&[1]);
    assert_eq!(begin(&mut scene, 1), Ok(()));
    assert_eq!(until_start(&scene), Some(3_250));
    assert_eq!(begin(&mut scene, 1), Ok(()), "a second click changes nothing");
    scene.enter(2);
    scene.pass(seconds(4));
    assert!(matches!(scene.race.phase(), Phase::Running { racers: 2, .. }));
    assert_eq!(scene.take_seat(3), Err(SeatError::Begun));
}

#[test]
fn an_opener_who_leaves_during_the_countdown_does_not_stop_it() {
    let mut scene = gathered(&[1, 2]);
    begin(&mut scene, 1).unwrap();
    scene.leave(1);
    scene.pass(seconds(11));
    assert!(matches!(scene.race.phase(), Phase::Running { racers: 2, .. }));
}

#[test]
fn a_racer_alone_in_any_room_may_start_at_once() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(2));
    assert_eq!(begin(&mut scene, 1), Ok(()));
    assert_eq!(until_start(&scene), Some(3_250));
}

#[test]
fn a_racer_with_an_opponent_or_one_who_is_expected_waits_for_the_clock() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.take_seat(2).unwrap();
    assert_eq!(begin(&mut scene, 1), Err(EventError::NotAlone));
    scene.join(2).unwrap();
    assert_eq!(begin(&mut scene, 2), Err(EventError::NotAlone));
    scene.pass(seconds(20));
    assert_eq!(until_start(&scene), Some(10_250));
}

#[test]
fn a_race_for_one_counts_down_three_seconds_and_gives_no_other_seat() {
    let mut scene = Scene::with(Rules::default().solo(), &text(60));
    scene.enter(1);
    assert_eq!(until_start(&scene), Some(3_250));
    assert_eq!(scene.take_seat(2), Err(SeatError::Full));
}

#[test]
fn a_site_with_a_shorter_countdown_keeps_it_for_a_racer_alone() {
    let rules = Rules { countdown: seconds(1), ..Rules::default() };
    assert_eq!(rules.solo().countdown, seconds(1));
}

#[test]
fn friends_who_lose_their_server_may_return_and_still_wait_for_the_opener() {
    let mut scene = gathered(&[1, 2]);
    scene.pass(seconds(60));
    assert_eq!(scene.race.resume(scene.now), []);
    scene.join(2).unwrap();
    assert_eq!(starter(&scene), Some(2));
    scene.pass(seconds(20));
    assert_eq!(scene.race.participants(), [racer(2)], "the seat of the other was kept for a while");
    scene.enter(1);
    assert_eq!(starter(&scene), Some(1));
    assert_eq!(scene.race.expires_at(), Some(RaceTime::ZERO + FRIENDS_ROOM_TTL), "a restart gives no more time");
}

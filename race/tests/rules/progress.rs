//! Progress through the text.

use race::{EventError, Race, RaceEvent};
use shared::Percent;
use shared::testing::racer_id;

use crate::scene::{Scene, seconds};

#[test]
fn progress_is_an_event_only_when_the_percent_changes() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(10));
    let completed = 20.try_into().unwrap();
    assert_eq!(scene.report(1, 20), Ok(Some(RaceEvent::ProgressMade { racer: racer_id(1), completed })));
    assert_eq!(scene.report(1, 20), Ok(None));
}

#[test]
fn progress_before_the_start_is_refused() {
    let mut scene = Scene::new();
    scene.enter(1);
    assert_eq!(scene.report(1, 1), Err(EventError::NotStarted));
    scene.pass(seconds(25));
    assert_eq!(scene.report(1, 1), Err(EventError::NotStarted));
    assert_eq!(scene.completed(1).get(), 0);
}

#[test]
fn progress_after_the_end_is_refused() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(360));
    assert_eq!(scene.report(1, 1), Err(EventError::Over));
}

#[test]
fn progress_of_a_racer_who_is_not_in_the_room_is_refused() {
    let mut scene = Scene::running(&[1, 2]);
    scene.pass(seconds(10));
    scene.leave(2);
    assert_eq!(scene.report(2, 1), Err(EventError::NotJoined));
    assert_eq!(scene.report(3, 1), Err(EventError::NotJoined));
}

#[test]
fn the_first_key_is_accepted_at_the_start() {
    let mut scene = Scene::running(&[1]);
    assert!(scene.report(1, 1).is_ok());
}

#[test]
fn progress_beyond_the_fastest_typist_is_refused() {
    // 350 wpm are 29.2 characters a second: 9.7 percent of 300 characters, and five characters of slack.
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(1));
    assert_eq!(scene.report(1, 13), Err(EventError::TooFast));
    assert_eq!(scene.completed(1).get(), 0);
    assert!(scene.report(1, 12).is_ok());
    scene.pass(seconds(1));
    assert_eq!(scene.report(1, 22), Err(EventError::TooFast), "time counts from the start, not from the last report");
    assert!(scene.report(1, 21).is_ok());
}

#[test]
fn progress_may_go_back_to_any_point() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(30));
    for completed in [50, 2, 90, 0] {
        assert!(matches!(scene.report(1, completed), Ok(Some(RaceEvent::ProgressMade { .. }))), "{completed}");
    }
    assert_eq!(scene.report(1, 0), Ok(None));
}

#[test]
fn progress_that_arrives_late_is_judged_by_the_moment_at_which_it_was_typed() {
    let mut scene = Scene::running(&[1]);
    let second = scene.now + seconds(1);
    scene.pass(seconds(5));
    let report =
        |race: &mut Race, percent: i64| race.report(racer_id(1), &Percent::try_from(percent).unwrap().into(), second);
    assert_eq!(report(&mut scene.race, 13), Err(EventError::TooFast));
    assert!(report(&mut scene.race, 12).is_ok());
}

#[test]
fn progress_after_the_finish_is_refused() {
    let mut scene = Scene::running(&[1, 2]);
    scene.pass(seconds(30));
    scene.complete(1);
    assert_eq!(scene.report(1, 99), Err(EventError::AlreadyFinished));
    assert_eq!(scene.report(1, 100), Ok(None), "a reconnected client repeats its progress");
    scene.complete(2);
    assert_eq!(scene.report(1, 100), Ok(None), "also after the race");
}

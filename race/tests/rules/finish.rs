//! Finishing a race.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use race::{EventError, Finish, Finishing, Phase, RaceEvent};
use shared::Percent;
use shared::racer::{FinishReport, LogPiece, ProgressReport, RaceResult};
use shared::testing::{WORD, racer_id};
use typing::key_log::TimedKeys;

use crate::scene::{Scene, seconds};

fn first(finishing: Finishing) -> RaceResult {
    first_of(finishing).result
}

/// Returns the finish that is final at once.
fn first_of(finishing: Finishing) -> Finish {
    let Finishing::First(events) = finishing else { panic!("finished before") };
    match events.into_iter().next() {
        Some(RaceEvent::Finished(finish)) => *finish,
        other => panic!("not final: {other:?}"),
    }
}

/// Lets `user` type these keys, one every 50 ms, and give up.
fn give_up_after(scene: &mut Scene, user: i64, keystrokes: &str) {
    let times = (0..keystrokes.chars().count() as u32).map(|key| 50 * key).collect();
    let keys = TimedKeys { keystrokes: keystrokes.to_owned(), times }.encode(&WORD.repeat(60));
    let log = Some(LogPiece { from: 0, keys });
    scene.report_with(user, ProgressReport { completed: Percent::NONE, log }).unwrap();
    scene.leave(user);
}

/// Returns the number of opponents of the first racer.
fn opponents(scene: &Scene) -> usize {
    scene.race.typed_half_besides(racer_id(1)).count()
}

#[test]
fn a_finish_is_timed_by_the_room_from_the_start() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(60));
    let result = first(scene.complete(1));
    let (racer, time) = (racer_id(1), seconds(60));
    let expected = RaceResult { racer, place: 1, won: false, time, wpm: 60.0, accuracy: 98.5, unranked: false };
    assert_eq!(result, expected);
}

#[test]
fn places_follow_the_order_of_finish_and_only_the_first_wins() {
    let mut scene = Scene::running(&[1, 2, 3, 4]);
    scene.pass(seconds(30));
    give_up_after(&mut scene, 4, &WORD.repeat(30));
    let places = [3, 1, 2].map(|user| {
        scene.pass(seconds(1));
        let result = first(scene.complete(user));
        (result.place, result.won)
    });
    assert_eq!(places, [(1, true), (2, false), (3, false)]);
}

#[test]
fn a_racer_alone_does_not_win() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(30));
    let result = first(scene.complete(1));
    assert_eq!((result.place, result.won), (1, false));
    assert_eq!(scene.events.last(), Some(&RaceEvent::Ended { unfinished: 0 }));
}

#[test]
fn only_keys_for_half_of_the_text_make_an_opponent() {
    // 300 characters.
    let half = WORD.repeat(30);
    let cases = [
        ("half", half.clone(), true),
        ("half with a mistake that was corrected", format!("x\u{8}{half}"), true),
        ("half with a mistake that was not", format!("{}y", &half[..149]), false),
        ("a character less", half[..149].to_owned(), false),
        ("as many wrong characters", half[1..].to_owned() + "a", false),
    ];
    for (what, keystrokes, is_opponent) in cases {
        let mut scene = Scene::running(&[1, 2]);
        scene.pass(seconds(30));
        give_up_after(&mut scene, 2, &keystrokes);
        assert_eq!(first(scene.complete(1)).won, is_opponent, "{what}");
    }
}

#[test]
fn progress_without_keys_makes_no_opponent() {
    let mut scene = Scene::running(&[1, 2]);
    scene.pass(seconds(30));
    scene.report(2, 99).unwrap();
    assert!(!first(scene.complete(1)).won);
}

#[test]
fn keys_that_came_faster_than_anyone_types_make_no_opponent() {
    let mut scene = Scene::running(&[1, 2]);
    // Half of the text takes 5.1 s at the highest speed.
    scene.pass(seconds(5));
    give_up_after(&mut scene, 2, &WORD.repeat(30));
    assert_eq!(opponents(&scene), 0);
    scene.pass(seconds(1));
    scene.join(2).unwrap();
    give_up_after(&mut scene, 2, &WORD.repeat(30));
    assert_eq!(opponents(&scene), 1);
}

#[test]
fn an_opponent_stays_one_after_erasing_it_all_and_leaving() {
    let mut scene = Scene::running(&[1, 2]);
    scene.pass(seconds(30));
    give_up_after(&mut scene, 2, &WORD.repeat(30));
    scene.join(2).unwrap();
    give_up_after(&mut scene, 2, "");
    assert!(first(scene.complete(1)).won);
}

#[test]
fn an_opponent_who_types_half_after_the_finish_is_one_then() {
    let mut scene = Scene::running(&[1, 2]);
    scene.pass(seconds(30));
    assert!(!first(scene.complete(1)).won);
    give_up_after(&mut scene, 2, &WORD.repeat(30));
    assert_eq!(opponents(&scene), 1);
}

#[test]
fn an_unused_seat_does_not_count_as_a_racer() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(29));
    scene.take_seat(2).unwrap();
    scene.pass(seconds(25));
    assert!(!first(scene.complete(1)).won);
}

#[test]
fn a_finish_faster_than_250_words_per_minute_is_ranked_only_with_a_log_of_its_keys() {
    // 300 characters at 250 wpm take 14.4 s.
    let text = WORD.repeat(60);
    let keystrokes = Some(text.clone());
    let copy =
        FinishReport { accuracy: 100.0, keystrokes, times: Some((1..=300).collect()), ..FinishReport::default() };
    let none = FinishReport { accuracy: 100.0, ..FinishReport::default() };
    let times = (1..=300).map(|key| key * 34).collect();
    let log = LogPiece { from: 0, keys: TimedKeys { keystrokes: text.clone(), times }.encode(&text) };
    let log = FinishReport { log: Some(log), ..FinishReport::default() };
    let cases = [(14_400, &none, false), (14_399, &none, true), (14_400, &copy, false), (14_399, &copy, true)];
    for (ms, report, unranked) in cases.into_iter().chain([(10_310, &log, false)]) {
        let mut scene = Scene::running(&[1, 2]);
        scene.pass(Duration::from_millis(ms));
        give_up_after(&mut scene, 2, &WORD.repeat(30));
        if report.log.is_none() {
            scene.report(1, 100).unwrap();
        }
        let result = first(scene.finish_with(1, report.clone()).unwrap());
        assert_eq!((result.unranked, result.won), (unranked, !unranked), "{ms} ms: {result:?}");
    }
}

#[test]
fn an_unranked_result_leaves_place_and_win_to_the_next() {
    let mut scene = Scene::running(&[1, 2, 3, 4]);
    scene.pass(seconds(14));
    give_up_after(&mut scene, 4, &WORD.repeat(30));
    scene.complete(1);
    scene.pass(seconds(20));
    let results = [2, 3].map(|user| first(scene.complete(user)));
    assert!(scene.seat(1).result.as_ref().unwrap().unranked);
    assert_eq!(results.map(|result| (result.place, result.won)), [(1, true), (2, false)]);
}

#[test]
fn a_faster_finish_with_keys_that_do_not_produce_the_text_is_refused() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(14));
    scene.report(1, 100).unwrap();
    let report = FinishReport { accuracy: 100.0, keystrokes: Some(WORD.repeat(59)), ..FinishReport::default() };
    assert_eq!(scene.finish_with(1, report), Err(EventError::WrongKeys));
}

#[test]
fn a_finish_that_arrives_late_has_the_time_at_which_it_was_typed() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(30));
    let typed_at = scene.now;
    scene.pass(seconds(5));
    scene.report(1, 100).unwrap();
    let report = FinishReport { accuracy: 98.5, ..FinishReport::default() };
    let result = first(scene.race.finish(racer_id(1), &report, typed_at, scene.now).unwrap());
    assert_eq!((result.time, result.wpm), (seconds(30), 120.0));
}

#[test]
fn a_finish_that_arrives_after_another_is_no_faster_than_that_one() {
    let mut scene = Scene::running(&[1, 2]);
    scene.pass(seconds(30));
    let typed_at = scene.now;
    scene.pass(seconds(5));
    scene.complete(1);
    scene.report(2, 100).unwrap();
    let report = FinishReport { accuracy: 98.5, ..FinishReport::default() };
    let result = first(scene.race.finish(racer_id(2), &report, typed_at, scene.now).unwrap());
    assert_eq!((result.place, result.time), (2, seconds(35)));
}

#[test]
fn finishing_again_returns_the_first_result_even_after_the_race() {
    let mut scene = Scene::running(&[1, 2]);
    scene.pass(seconds(30));
    let result = first(scene.complete(1));
    scene.pass(seconds(10));
    assert_eq!(scene.finish(1), Ok(Finishing::Again));
    scene.complete(2);
    assert!(matches!(scene.race.phase(), Phase::Finished { .. }));
    scene.leave(1);
    scene.join(1).unwrap();
    assert_eq!(scene.finish(1), Ok(Finishing::Again));
    assert_eq!(scene.seat(1).result, Some(result));
}

#[test]
fn a_finish_before_the_start_is_refused() {
    let mut scene = Scene::new();
    scene.enter(1);
    assert_eq!(scene.finish(1), Err(EventError::NotStarted));
    scene.pass(seconds(25));
    assert_eq!(scene.finish(1), Err(EventError::NotStarted));
}

#[test]
fn a_finish_after_the_time_limit_is_refused() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(359));
    scene.report(1, 100).unwrap();
    scene.pass(seconds(1));
    assert_eq!(scene.finish(1), Err(EventError::Over));
}

#[test]
fn a_finish_of_a_racer_who_is_not_in_the_room_is_refused() {
    let mut scene = Scene::running(&[1, 2]);
    scene.pass(seconds(30));
    scene.report(1, 100).unwrap();
    scene.leave(1);
    assert_eq!(scene.finish(1), Err(EventError::NotJoined));
    assert_eq!(scene.finish(3), Err(EventError::NotJoined));
}

#[test]
fn a_finish_before_the_end_of_the_text_is_refused() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(60));
    scene.report(1, 99).unwrap();
    assert_eq!(scene.finish(1), Err(EventError::NotTyped));
    assert_eq!(scene.race.unfinished().count(), 1);
}

#[test]
fn a_finish_above_350_words_per_minute_is_refused() {
    // 300 characters at 350 wpm take 10.2857 s.
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(5));
    assert_eq!(scene.report(1, 100), Err(EventError::TooFast));
    assert_eq!(scene.finish(1), Err(EventError::TooFast), "that, not that the text is not typed");
    scene.pass(Duration::from_millis(5285));
    scene.report(1, 100).unwrap();
    assert_eq!(scene.finish(1), Err(EventError::TooFast));
    scene.pass(Duration::from_millis(1));
    assert!(first(scene.finish(1).unwrap()).wpm <= 350.0);
}

#[test]
fn accuracy_is_clamped_to_a_percentage_with_two_decimals() {
    for (claimed, recorded) in [(-12.5, 0.0), (101.0, 100.0), (f64::MAX, 100.0), (66.666_666, 66.67)] {
        let finishing = finish_reporting(FinishReport { accuracy: claimed, ..FinishReport::default() });
        assert_eq!(first(finishing.unwrap()).accuracy, recorded);
    }
}

#[test]
fn the_accuracy_is_computed_from_the_keys_if_they_are_sent() {
    // Three wrong keys in 300 characters, corrected.
    let finishing = finish_with_keys(&format!("xxx\u{8}\u{8}\u{8}{}", WORD.repeat(60)));
    assert_eq!(first(finishing.unwrap()).accuracy, 99.0);
}

#[test]
fn keys_that_do_not_produce_the_text_are_refused() {
    for keys in [String::new(), WORD.repeat(59), format!("x{}", WORD.repeat(60))] {
        assert_eq!(finish_with_keys(&keys), Err(EventError::WrongKeys));
    }
}

#[test]
fn more_keys_than_anyone_can_press_in_that_time_are_refused() {
    // 30 s hold 1,750 keys at most.
    let with_detours = |detours: usize| format!("{}{}", "x\u{8}".repeat(detours), WORD.repeat(60));
    assert!(finish_with_keys(&with_detours(725)).is_ok());
    assert_eq!(finish_with_keys(&with_detours(726)), Err(EventError::TooManyKeys));
}

#[test]
fn keys_are_kept_if_they_come_with_their_times_and_are_not_too_many() {
    let text = WORD.repeat(60);
    let kept = |keystrokes: &str, gap: u32| {
        let times: Vec<u32> = (0..).map(|key| 300 + key * gap).take(keystrokes.chars().count()).collect();
        let report = FinishReport {
            keystrokes: Some(keystrokes.to_owned()),
            times: Some(times.clone()),
            ..FinishReport::default()
        };
        let keys = first_of(finish_reporting(report).unwrap()).keys;
        let read = keys.and_then(|log| TimedKeys::decode(&text, &BASE64_STANDARD.decode(log).unwrap()));
        (read, TimedKeys { keystrokes: keystrokes.to_owned(), times })
    };
    let (read, sent) = kept(&format!("x\u{8}{text}"), 90);
    assert_eq!(read, Some(sent));
    // Three bytes a key.
    let (read, _) = kept(&format!("{}{text}", "x\u{8}".repeat(700)), 90);
    assert_eq!(read, None);
    assert_eq!(first_of(finish_with_keys(&text).unwrap()).keys, None);
}

#[test]
fn times_that_do_not_belong_to_the_keys_are_refused() {
    let length = WORD.len() as u32 * 60;
    let good: Vec<u32> = (0..length).collect();
    let falling = good.iter().rev().copied().collect();
    for times in [vec![], good[1..].to_vec(), [good.as_slice(), &[length]].concat(), falling] {
        let report = FinishReport { keystrokes: Some(WORD.repeat(60)), times: Some(times), ..FinishReport::default() };
        assert_eq!(finish_reporting(report), Err(EventError::WrongTimes));
    }
    let report = FinishReport { times: Some(vec![]), ..FinishReport::default() };
    assert_eq!(finish_reporting(report), Err(EventError::WrongTimes));
}

/// Finishes after 30 s with these keys, claiming a perfect run.
fn finish_with_keys(keys: &str) -> Result<Finishing, EventError> {
    finish_reporting(FinishReport { accuracy: 100.0, keystrokes: Some(keys.to_owned()), ..FinishReport::default() })
}

fn finish_reporting(report: FinishReport) -> Result<Finishing, EventError> {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(30));
    scene.report(1, 100).unwrap();
    scene.finish_with(1, report)
}

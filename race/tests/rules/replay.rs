//! Logs of keys: progress, the time and the evidence of a finish, and what is refused.

use std::ops::Range;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use race::{EventError, Finish, Finishing, Race, RaceEvent, Rules};
use shared::Evidence;
use shared::racer::{FinishReport, LogPiece, ProgressReport};
use shared::testing::{WORD, number_of, racer_id, text};
use typing::key_log::{LONGEST_OF_RACE, TimedKeys};

use crate::scene::{Scene, millis, seconds};

/// A run through the text with a key every 100 ms: two bytes a key, so that the log has 600.
fn keys() -> TimedKeys {
    TimedKeys { keystrokes: WORD.repeat(60), times: (1..=300).map(|key| 100 * key).collect() }
}

fn log() -> Vec<u8> {
    keys().encode(&WORD.repeat(60))
}

/// Returns the bytes of the run in this range.
fn piece(range: Range<usize>) -> LogPiece {
    LogPiece { from: range.start as u32, keys: log()[range].to_vec() }
}

fn raw(from: u32, keys: &[u8]) -> LogPiece {
    LogPiece { from, keys: keys.to_vec() }
}

fn typing(percent: i64, log: LogPiece) -> ProgressReport {
    ProgressReport { completed: percent.try_into().unwrap(), log: Some(log) }
}

fn finish(log: LogPiece) -> FinishReport {
    FinishReport { log: Some(log), ..FinishReport::default() }
}

/// Reports all keys in pieces as they are typed, and returns the scene at the moment of the last key.
fn typed_by(users: &[i64]) -> Scene {
    let mut scene = Scene::running(users);
    send_all(&mut scene, users);
    scene
}

fn send_all(scene: &mut Scene, users: &[i64]) {
    for second in 0..30 {
        scene.pass(seconds(1));
        for user in users {
            scene.report_with(*user, typing(0, piece(20 * second..20 * (second + 1)))).unwrap();
        }
    }
}

/// Lets the shortest way to `user` and back take this long.
fn measure(scene: &mut Scene, user: i64, round_trip_ms: u64) {
    scene.race.measure(racer_id(user), Some(scene.now.millis() - round_trip_ms), scene.now).unwrap();
}

fn finish_of(scene: &mut Scene, user: i64, report: FinishReport) -> Finish {
    match scene.finish_with(user, report) {
        Ok(Finishing::First(events)) => match &events[..] {
            [RaceEvent::Finished(finish), ..] => (**finish).clone(),
            other => panic!("not final: {other:?}"),
        },
        other => panic!("not the first: {other:?}"),
    }
}

#[test]
fn progress_reaches_what_the_log_gives_and_what_a_second_allows() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(10));
    // A third of the text, and five characters.
    assert_eq!(scene.report_with(1, typing(36, piece(0..200))), Err(EventError::TooFast));
    assert!(scene.report_with(1, typing(35, piece(0..200))).is_ok());
    scene.pass(seconds(5));
    // 29.2 characters more.
    assert_eq!(scene.report(1, 46), Err(EventError::TooFast));
    assert!(scene.report(1, 45).is_ok());
}

#[test]
fn a_refused_report_keeps_no_keys() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(10));
    scene.report_with(1, typing(90, piece(0..200))).unwrap_err();
    assert_eq!(scene.report_with(1, typing(35, piece(200..210))), Err(EventError::MissingKeys));
}

#[test]
fn a_piece_must_begin_where_the_log_ends_or_at_its_beginning() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(20));
    let mut report = |range| scene.report_with(1, typing(0, piece(range)));
    assert_eq!(report(20..40), Err(EventError::MissingKeys), "before the log");
    assert!(report(0..20).is_ok());
    for range in [40..60, 10..30, 18..40] {
        assert_eq!(report(range.clone()), Err(EventError::MissingKeys), "{range:?}");
    }
    assert!(report(20..40).is_ok());
    assert!(report(0..40).is_ok());
    assert!(report(40..42).is_ok());
}

#[test]
fn a_piece_that_is_no_sequence_of_whole_keys_is_refused() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(20));
    let cases: [(&str, &[u8]); 7] = [
        ("half of a time", &[0x80]),
        ("another key without its character", &[0x03]),
        ("half of a character", &[0x03, 0x80]),
        ("no character of Unicode", &[0x03, 0x80, 0xb0, 0x03]),
        ("a time of more than 63 bits", &[0xff; 10]),
        ("a time of more than 32 bits", &[0x80, 0x80, 0x80, 0x80, 0x20]),
        ("times whose sum has more than 32 bits", &[0xfe, 0xff, 0xff, 0xff, 0x1f, 0x02]),
    ];
    for (what, keys) in cases {
        assert_eq!(scene.report_with(1, typing(0, raw(0, keys))), Err(EventError::WrongKeys), "{what}");
    }
    let past_the_end = [&log()[..], &[0x00]].concat();
    assert_eq!(scene.report_with(1, typing(0, raw(0, &past_the_end))), Err(EventError::WrongKeys));
}

#[test]
fn a_run_whose_log_becomes_too_long_goes_on_without_one() {
    let mut scene = Scene::running(&[1, 2]);
    scene.pass(seconds(30));
    let detour = [0x01, b'x', 0x01, 0x08];
    let long = detour.repeat(LONGEST_OF_RACE / 4);
    assert!(scene.report_with(1, typing(1, raw(0, &long))).is_ok());
    assert_eq!(scene.report(1, 40), Err(EventError::TooFast), "the log gives no character");
    assert!(scene.report_with(1, typing(40, raw(LONGEST_OF_RACE as u32, &detour))).is_ok());
    assert!(scene.report_with(1, typing(100, raw(LONGEST_OF_RACE as u32 + 4, &detour))).is_ok());
    let report = FinishReport { accuracy: 90.0, ..finish(raw(0, &detour.repeat(LONGEST_OF_RACE))) };
    let Finish { result, evidence, keys, .. } = finish_of(&mut scene, 1, report);
    assert_eq!((result.accuracy, evidence, keys), (90.0, None, None));
}

#[test]
fn a_log_of_another_text_is_refused() {
    for (text, words) in [("shorter", 59), ("longer", 61)] {
        let mut scene = Scene::running(&[1]);
        scene.pass(seconds(60));
        let times = (1..=words * 5).map(|key| 100 * key).collect();
        let keys = TimedKeys { keystrokes: WORD.repeat(words as usize), times };
        let log = keys.encode(&WORD.repeat(words as usize));
        assert_eq!(scene.finish_with(1, finish(raw(0, &log))), Err(EventError::WrongKeys), "{text}");
    }
}

#[test]
fn a_log_of_more_keys_than_anyone_can_press_is_refused() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(11));
    let keys = format!("{}{}", "x\u{8}".repeat(200), WORD.repeat(60));
    let log = TimedKeys { times: vec![10_900; keys.len()], keystrokes: keys }.encode(&WORD.repeat(60));
    assert_eq!(scene.finish_with(1, finish(raw(0, &log))), Err(EventError::TooManyKeys));
}

#[test]
fn a_finish_with_the_rest_of_the_log_has_its_keys_accuracy_and_evidence() {
    let mut scene = Scene::running(&[1, 2]);
    scene.pass(seconds(29));
    scene.report_with(1, typing(0, piece(0..540))).unwrap();
    scene.pass(millis(1_010));
    let report = FinishReport { untrusted: Some(3), pastes: Some(1), ..finish(piece(540..600)) };
    let Finish { result, evidence, keys, .. } = finish_of(&mut scene, 1, report);
    assert_eq!((result.accuracy, result.time, result.unranked), (100.0, seconds(30), false));
    assert_eq!(keys, Some(BASE64_STANDARD.encode(log())));
    let expected = Evidence {
        // All before 27 s in the first piece, and before 28.01 s in the second.
        late_keys: 279,
        untrusted_keys: 3,
        pastes: 1,
        credited_ms: 10,
        round_trip_ms: None,
        clock_gap_ms: 10,
    };
    assert_eq!(evidence, Some(expected));
}

#[test]
fn a_finish_needs_no_report_of_the_whole_text_if_its_log_has_it() {
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(30));
    assert_eq!(scene.finish_with(1, finish(piece(0..598))), Err(EventError::WrongKeys), "a character is missing");
    finish_of(&mut scene, 1, finish(piece(0..600)));
    assert_eq!(scene.completed(1).get(), 100);
}

#[test]
fn a_finish_is_credited_with_the_shortest_way_and_20_ms() {
    // The shortest of the measured round trips; the way of the finish; the time that counts.
    let cases: [(&[u64], u64, u64); 7] = [
        (&[], 10, 30_000),
        (&[], 100, 30_080),
        (&[300, 100, 200], 60, 30_000),
        (&[300, 100, 200], 71, 30_001),
        (&[2_000], 520, 30_000),
        (&[2_000], 900, 30_380),
        (&[0], 25, 30_005),
    ];
    for (round_trips, way, time) in cases {
        let mut scene = typed_by(&[1]);
        round_trips.iter().for_each(|round_trip| measure(&mut scene, 1, *round_trip));
        scene.pass(millis(way));
        let Finish { result, evidence, .. } = finish_of(&mut scene, 1, finish(piece(600..600)));
        assert_eq!(result.time, millis(time), "{round_trips:?}, {way}");
        let evidence = evidence.unwrap();
        assert_eq!(u64::from(evidence.credited_ms), 30_000 + way - time);
        assert_eq!(evidence.round_trip_ms, round_trips.iter().min().map(|ms| *ms as u32));
        assert_eq!(evidence.late_keys, 0);
    }
}

#[test]
fn a_packet_that_is_later_than_the_shortest_way_is_credited_as_far_as_others_were() {
    // The delays of the pieces of the log and of the finish; the round trips; the time of the result.
    let cases = [
        ("the line recovered twice", [300, 0, 250, 0], 240, [10, 400, 400], 30_000),
        ("a little later than that", [300, 0, 250, 0], 300, [10, 400, 400], 30_025),
        ("it recovered once", [0, 300, 0, 0], 240, [10, 400, 400], 30_215),
        ("it did not recover, so the keys are dated back", [0, 0, 300, 300], 240, [10, 400, 400], 30_215),
        ("all pieces were as late, so the clock is wrong", [240, 240, 240, 240], 240, [10, 400, 400], 30_215),
        ("only one round trip was as long", [300, 0, 250, 0], 240, [10, 10, 400], 30_215),
        ("no round trip was as long", [300, 0, 250, 0], 240, [10, 60, 60], 30_165),
        ("later than anything that is credited", [900, 0, 900, 0], 800, [10, 900, 900], 30_280),
    ];
    for (what, late, last, round_trips, time) in cases {
        let mut scene = Scene::running(&[1]);
        round_trips.iter().for_each(|round_trip| measure(&mut scene, 1, *round_trip));
        let start = scene.now;
        for (n, late) in late.into_iter().enumerate() {
            scene.pass((start + millis(1_000 * (n as u64 + 1) + late)).since(scene.now));
            scene.report_with(1, typing(0, piece(20 * n..20 * (n + 1)))).unwrap();
        }
        scene.pass((start + millis(30_000 + last)).since(scene.now));
        let Finish { result, .. } = finish_of(&mut scene, 1, finish(piece(80..600)));
        assert_eq!(result.time, millis(time), "{what}");
    }
}

#[test]
fn a_lie_gains_what_the_whole_connection_has_shown_and_five_percent_of_the_race_at_most() {
    // Every packet arrives at once. By how much earlier the keys of even and of odd seconds, and the last one, claim to be
    // typed; the round trips by questions for the time; the one by pings; the most that is gained.
    let cases = [
        ("questions asked late", [0, 0, 500], [1_000, 1_000], 10, 25),
        ("and all keys", [500, 500, 500], [1_000, 1_000], 10, 25),
        ("some keys", [0, 500, 500], [10, 10], 10, 25),
        ("some keys and a question", [0, 500, 500], [10, 1_000], 10, 25),
        ("some keys, a question and a ping", [0, 500, 500], [10, 1_000], 1_000, 320),
        ("pings, too", [0, 0, 500], [1_000, 1_000], 1_000, 320),
        ("everything", [500, 500, 500], [1_000, 1_000], 1_000, 320),
    ];
    let text = text(10);
    for (what, [even, odd, last], round_trips, ping, most) in cases {
        let mut scene = Scene::with(Rules::default(), &text);
        scene.enter(1);
        scene.pass(millis(30_250));
        round_trips.iter().for_each(|round_trip| measure(&mut scene, 1, *round_trip));
        scene.race.time_line(racer_id(1), millis(ping));
        let mut times = vec![0];
        for key in 1..=50 {
            let early = if key == 50 {
                last
            } else if (key - 1) / 10 % 2 == 0 {
                even
            } else {
                odd
            };
            times.push((120 * key - early.min(60 * key)).max(times[times.len() - 1]));
        }
        let keys = |n: usize| TimedKeys { keystrokes: WORD.repeat(10)[..n].to_owned(), times: times[1..=n].to_vec() };
        let length = |n: usize| keys(n).encode(&text.text).len();
        let log = keys(50).encode(&text.text);
        for n in (10..50).step_by(10) {
            scene.pass(millis(1_200));
            scene.report_with(1, typing(0, raw(length(n - 10) as u32, &log[length(n - 10)..length(n)]))).unwrap();
        }
        scene.pass(millis(1_200));
        let Finish { result, .. } = finish_of(&mut scene, 1, finish(raw(length(40) as u32, &log[length(40)..])));
        let gained = 6_000 - result.time.as_millis() as u64;
        assert!(gained <= most, "{what}: {gained} ms");
    }
}

#[test]
fn a_round_trip_that_ends_before_it_begins_is_ignored() {
    let mut scene = typed_by(&[1]);
    for seen in [scene.now.millis() + 1, u64::MAX] {
        scene.race.measure(racer_id(1), Some(seen), scene.now).unwrap();
    }
    scene.race.measure(racer_id(1), Some(0), scene.now).unwrap();
    measure(&mut scene, 1, 40);
    assert_eq!(finish_of(&mut scene, 1, finish(piece(600..600))).evidence.unwrap().round_trip_ms, Some(40));
}

#[test]
fn only_racers_in_the_room_are_told_the_time() {
    let mut scene = Scene::new();
    scene.take_seat(1).unwrap();
    assert_eq!(scene.race.measure(racer_id(1), None, scene.now), Err(EventError::NotJoined));
    assert_eq!(scene.race.open(racer_id(1), 0, scene.now), Err(EventError::NotJoined));
    scene.join(1).unwrap();
    assert_eq!(scene.race.measure(racer_id(1), None, scene.now), Ok(()));
}

#[test]
fn a_clock_at_half_or_double_speed_gains_nothing_and_is_told() {
    let log_at = |speed: f64| {
        let keys = keys();
        let times = keys.times.iter().map(|ms| (f64::from(*ms) * speed) as u32).collect();
        raw(0, &TimedKeys { times, ..keys }.encode(&WORD.repeat(60)))
    };
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(30));
    let Finish { result, evidence, .. } = finish_of(&mut scene, 1, finish(log_at(0.5)));
    assert_eq!(result.time, millis(29_980));
    assert_eq!(evidence.unwrap().clock_gap_ms, 15_000);
    let mut scene = Scene::running(&[1]);
    scene.pass(seconds(30));
    let Finish { result, evidence, .. } = finish_of(&mut scene, 1, finish(log_at(2.0)));
    assert_eq!(result.time, seconds(30));
    assert_eq!(evidence.unwrap().clock_gap_ms, -30_000);
}

#[test]
fn keys_withheld_until_the_end_are_late() {
    let late = |pieces: &[Range<usize>]| {
        let mut scene = Scene::running(&[1]);
        scene.pass(seconds(30));
        let (last, before) = pieces.split_last().unwrap();
        before.iter().for_each(|range| _ = scene.report_with(1, typing(0, piece(range.clone()))).unwrap());
        finish_of(&mut scene, 1, finish(piece(last.clone()))).evidence.unwrap().late_keys
    };
    // All before the last two seconds.
    assert_eq!(late(std::slice::from_ref(&(0..600))), 279);
    assert_eq!(late(&[0..560, 560..600]), 279);
    assert_eq!(late(&[0..200, 0..600]), 279);
}

#[test]
fn a_log_that_is_sent_again_keeps_the_arrival_of_the_keys_that_were_known() {
    let mut scene = typed_by(&[1]);
    scene.pass(seconds(10));
    let Finish { evidence, .. } = finish_of(&mut scene, 1, finish(piece(0..600)));
    assert_eq!(evidence.unwrap().late_keys, 0);

    let mut scene = typed_by(&[1]);
    scene.pass(seconds(10));
    let mut keys = keys();
    keys.times[100] += 1;
    let Finish { evidence, .. } = finish_of(&mut scene, 1, finish(raw(0, &keys.encode(&WORD.repeat(60)))));
    assert_eq!(evidence.unwrap().late_keys, 200, "all that follow another key are new");
}

#[test]
fn a_restart_needs_all_keys_again_and_excuses_those_before_the_return() {
    let mut scene = typed_by(&[1, 2]);
    scene.race = restored(&scene.race);
    scene.race.resume(scene.now);
    scene.pass(seconds(5));
    scene.join(1).unwrap();
    assert_eq!(scene.finish_with(1, finish(piece(600..600))), Err(EventError::MissingKeys));
    scene.pass(seconds(5));
    assert_eq!(finish_of(&mut scene, 1, finish(piece(0..600))).evidence.unwrap().late_keys, 0);
}

#[test]
fn keys_of_a_racer_who_comes_late_or_returns_are_not_excused() {
    let mut scene = Scene::new();
    scene.enter(1);
    scene.pass(seconds(29));
    scene.take_seat(2).unwrap();
    scene.pass(millis(1_250) + seconds(13));
    scene.join(2).unwrap();
    scene.leave(1);
    scene.pass(seconds(17));
    scene.join(1).unwrap();
    for user in [1, 2] {
        assert_eq!(finish_of(&mut scene, user, finish(piece(0..600))).evidence.unwrap().late_keys, 279, "{user}");
    }
}

#[test]
fn the_order_of_finish_is_that_of_the_last_keys_not_of_the_arrivals() {
    let mut scene = typed_by(&[1, 2]);
    measure(&mut scene, 1, 400);
    measure(&mut scene, 2, 20);
    scene.pass(millis(120));
    // The second racer, who is near, typed the last key 100 ms after the first.
    let mut keys = keys();
    *keys.times.last_mut().unwrap() += 100;
    let near = raw(0, &keys.encode(&WORD.repeat(60)));
    assert_eq!(scene.finish_with(2, finish(near)), Ok(Finishing::First(vec![])), "the first may still be earlier");
    scene.pass(millis(90));
    assert!(scene.events.is_empty());
    let Ok(Finishing::First(events)) = scene.finish_with(1, finish(piece(600..600))) else { panic!("it is refused") };
    scene.events = events;
    let results: Vec<_> =
        scene.finishes().iter().map(|finish| (number_of(finish.result.racer), finish.result.time)).collect();
    assert_eq!(results, [(1, millis(30_000)), (2, millis(30_100))]);
    assert_eq!(scene.events.last(), Some(&RaceEvent::Ended { unfinished: 0 }));
}

#[test]
fn a_finish_is_final_once_no_racer_who_types_can_be_earlier() {
    let mut scene = typed_by(&[1, 2, 3]);
    measure(&mut scene, 1, 400);
    measure(&mut scene, 3, 1_000);
    scene.leave(3);
    scene.pass(millis(10));
    assert_eq!(scene.finish_with(2, finish(piece(600..600))), Ok(Finishing::First(vec![])));
    // 200 ms and the allowance of the first racer; the third is not there.
    scene.pass(millis(209));
    assert!(scene.finishes().is_empty());
    scene.pass(millis(1));
    assert_eq!(scene.finishes().len(), 1);
    scene.pass(millis(500));
    let late = finish_of(&mut scene, 1, finish(piece(600..600)));
    assert_eq!((late.result.place, late.result.time), (2, millis(30_500)));
}

#[test]
fn nobody_waits_for_racers_without_a_log() {
    let mut scene = Scene::running(&[1, 2]);
    measure(&mut scene, 2, 1_000);
    send_all(&mut scene, &[1]);
    scene.report(2, 50).unwrap();
    assert_eq!(finish_of(&mut scene, 1, finish(piece(600..600))).result.place, 1);
}

#[test]
fn a_finish_that_waits_survives_a_restart() {
    let mut scene = typed_by(&[1, 2]);
    measure(&mut scene, 1, 400);
    scene.finish_with(2, finish(piece(600..600))).unwrap();
    scene.race = restored(&scene.race);
    scene.pass(seconds(3));
    let finish = &scene.finishes()[0];
    assert_eq!((finish.result.racer, finish.result.time), (racer_id(2), seconds(30)));
    assert_eq!(finish.keys, Some(BASE64_STANDARD.encode(log())));
}

#[test]
fn a_finish_that_waits_at_the_time_limit_counts() {
    let mut scene = Scene::running(&[1, 2]);
    measure(&mut scene, 1, 1_000);
    scene.report_with(1, typing(0, piece(0..2))).unwrap();
    scene.pass(millis(359_900));
    assert_eq!(scene.finish_with(2, finish(piece(0..600))), Ok(Finishing::First(vec![])));
    scene.pass(millis(100));
    assert_eq!(scene.finishes()[0].result.racer, racer_id(2));
    assert_eq!(scene.events.last(), Some(&RaceEvent::Ended { unfinished: 1 }));
}

#[test]
fn a_second_finish_with_another_log_changes_nothing() {
    let mut scene = typed_by(&[1, 2]);
    measure(&mut scene, 1, 400);
    scene.finish_with(2, finish(piece(600..600))).unwrap();
    let before = scene.race.clone();
    assert_eq!(scene.finish_with(2, finish(piece(0..2))), Ok(Finishing::Again));
    assert_eq!(scene.report_with(2, typing(99, piece(0..2))), Err(EventError::AlreadyFinished));
    assert!(scene.race == before);
}

#[test]
fn the_spread_of_the_start_is_that_of_the_first_reports_that_can_be() {
    let mut scene = Scene::new();
    (1..=4).for_each(|user| scene.enter(user));
    assert_eq!(scene.race.open(racer_id(1), 0, scene.now), Ok(()), "it is ignored before the countdown");
    scene.pass(millis(30_250 + 40));
    for (user, opened) in [(1, i32::MIN), (1, -251), (1, 41), (1, i32::MAX), (1, -4), (2, 35), (2, 10), (3, 12)] {
        scene.race.open(racer_id(user), opened, scene.now).unwrap();
        let spread = if user == 1 { None } else { Some(39) };
        assert_eq!(scene.race.start_spread_ms(), spread, "{user}, {opened}");
    }
}

fn restored(race: &Race) -> Race {
    serde_json::from_str(&serde_json::to_string(race).unwrap()).unwrap()
}

//! Races of events, which begin at the word of their host.

use race::{EMPTY_ROOM_TTL, EVENT_ROOM_TTL, EventError, Phase, Race, RaceEvent, RaceTime, Rules, SeatError};
use shared::testing::{racer, racer_id, text};
use shared::{Text, TextId};

use crate::scene::{Scene, millis, seconds};

/// Returns a race of an event with room for three, whose text is still to come, with these racers in it.
fn gathered(racers: &[i64]) -> Scene {
    let blank = Text { id: TextId::NONE, text: String::new(), ..text(1) };
    let mut scene = Scene::new();
    scene.race = Race::new(Rules { capacity: 3, ..Rules::default() }, blank).of_event();
    racers.iter().for_each(|racer| scene.enter(*racer));
    scene.events.clear();
    scene
}

/// Lets the host begin the race, so that it starts at `start_at`.
fn begin(scene: &mut Scene, words: usize, start_at: RaceTime) {
    let events = scene.race.begin_with(text(words), start_at, scene.now);
    scene.events.extend(events);
}

/// Returns a race of an event with these racers that runs.
fn running(racers: &[i64]) -> Scene {
    let mut scene = gathered(racers);
    let start_at = scene.now + seconds(10);
    begin(&mut scene, 60, start_at);
    scene.pass(seconds(40));
    assert_eq!(scene.events, [RaceEvent::CountdownBegan, RaceEvent::Started]);
    scene.events.clear();
    scene
}

fn remove(scene: &mut Scene, racer: i64) {
    let events = scene.race.remove(racer_id(racer), scene.now);
    scene.events.extend(events);
}

#[test]
fn a_race_of_an_event_waits_for_its_host_even_in_a_full_room() {
    let mut scene = gathered(&[1, -2, 3]);
    assert_eq!(scene.take_seat(4), Err(SeatError::Full));
    scene.pass(EVENT_ROOM_TTL - millis(1));
    assert_eq!((scene.race.phase(), &*scene.race.text().text), (Phase::Waiting { until: None }, ""));
    let start_at = scene.now + seconds(10);
    begin(&mut scene, 60, start_at);
    assert_eq!((scene.race.phase(), scene.race.text()), (Phase::Starting { start_at }, &text(60)));
    scene.pass(seconds(10));
    assert_eq!(scene.events, [RaceEvent::CountdownBegan, RaceEvent::Started]);
    assert_eq!(scene.race.phase(), Phase::Running { started_at: start_at, racers: 3 });
}

#[test]
fn no_racer_of_an_event_starts_its_race_not_even_alone() {
    let mut scene = gathered(&[1]);
    assert_eq!(scene.race.begin(racer_id(1), scene.now), Err(EventError::NotStarter));
    assert_eq!(scene.race.starter(), None);
}

#[test]
fn a_second_word_of_the_host_changes_neither_the_text_nor_the_start() {
    let mut scene = gathered(&[1]);
    let start_at = scene.now + seconds(10);
    begin(&mut scene, 60, start_at);
    scene.pass(seconds(1));
    let later = scene.now + seconds(10);
    begin(&mut scene, 20, later);
    scene.pass(seconds(60));
    begin(&mut scene, 20, later);
    assert_eq!(scene.events, [RaceEvent::CountdownBegan, RaceEvent::Started]);
    assert_eq!(scene.race.phase(), Phase::Running { started_at: start_at, racers: 1 });
    assert_eq!(scene.race.text(), &text(60));
}

#[test]
fn a_word_of_the_host_that_comes_late_starts_the_race_at_once() {
    let mut scene = gathered(&[1]);
    scene.pass(seconds(30));
    begin(&mut scene, 60, RaceTime(seconds(25)));
    scene.pass(seconds(0));
    assert_eq!(scene.race.phase(), Phase::Running { started_at: RaceTime(seconds(30)), racers: 1 });
}

#[test]
fn a_race_of_an_event_that_nobody_starts_is_given_up_after_an_hour() {
    let mut scene = gathered(&[1]);
    scene.leave(1);
    scene.pass(EVENT_ROOM_TTL - millis(1));
    scene.enter(2);
    scene.events.clear();
    scene.pass(millis(1));
    assert_eq!(scene.events, [RaceEvent::Expired, RaceEvent::Closed]);
    begin(&mut scene, 60, RaceTime::ZERO);
    assert_eq!(scene.race.phase(), Phase::Closed);
}

#[test]
fn a_race_that_begins_in_an_empty_room_is_open_for_racers_on_their_way() {
    let mut scene = gathered(&[]);
    scene.pass(seconds(600));
    let start_at = scene.now + seconds(10);
    begin(&mut scene, 60, start_at);
    scene.pass(seconds(9));
    scene.enter(1);
    scene.pass(seconds(1));
    assert_eq!(scene.race.phase(), Phase::Running { started_at: start_at, racers: 1 });
    scene.leave(1);
    scene.pass(EMPTY_ROOM_TTL);
    assert_eq!(scene.race.phase(), Phase::Closed);
}

#[test]
fn a_racer_can_be_removed_in_any_phase_and_has_no_seat_then() {
    let mut scenes = [gathered(&[1, -2]), gathered(&[1, -2]), running(&[1, -2]), running(&[1, -2])];
    let start_at = scenes[1].now + seconds(10);
    begin(&mut scenes[1], 60, start_at);
    scenes[3].pass(seconds(600));
    for mut scene in scenes {
        scene.events.clear();
        remove(&mut scene, -2);
        remove(&mut scene, -2);
        assert_eq!(scene.events, [RaceEvent::RacerLeft(racer(-2))], "{:?}", scene.race.phase());
        assert_eq!(scene.race.participants(), [racer(1)]);
        assert_eq!(scene.join(-2), Err(EventError::NoSeat));
    }
}

#[test]
fn a_race_ends_when_it_has_waited_only_for_a_racer_who_is_removed() {
    let mut scene = running(&[1, -2]);
    scene.complete(1);
    scene.events.clear();
    remove(&mut scene, -2);
    assert_eq!(scene.events, [RaceEvent::RacerLeft(racer(-2)), RaceEvent::Ended { unfinished: 0 }]);
}

#[test]
fn the_place_of_a_racer_who_is_removed_goes_to_the_next() {
    let mut scene = running(&[1, -2, 3]);
    scene.complete(-2);
    remove(&mut scene, -2);
    scene.pass(seconds(5));
    scene.complete(1);
    let places: Vec<_> = scene.finishes().iter().map(|finish| (finish.result.racer, finish.result.place)).collect();
    assert_eq!(places, [(racer_id(-2), 1), (racer_id(1), 1)]);
}

#[test]
fn nobody_is_removed_from_a_race_that_is_not_of_an_event() {
    let mut scene = Scene::running(&[1, 2]);
    remove(&mut scene, 2);
    begin(&mut scene, 20, RaceTime::ZERO);
    assert_eq!(scene.events, []);
    assert_eq!((scene.race.participants().len(), scene.race.text()), (2, &text(60)));
}

#[test]
fn the_snapshot_of_another_race_says_nothing_of_events() {
    let snapshot = |race: &Race| serde_json::to_value(race).unwrap();
    assert_eq!(snapshot(&Scene::new().race).get("is_of_event"), None);
}

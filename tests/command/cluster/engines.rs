//! Races across engines, and their recovery after the loss of the room's owner.

use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use rustix::process::Signal;

use super::processes::{Part, Processes};
use super::robot::{Racing, Ride, Stage};
use crate::colibri::until;
use crate::postgres;

/// The number of racers in a room, each on a different engine.
const RACERS: usize = 3;

/// The time to type the text: longer than the takeover of a room takes.
const TYPING: Duration = Duration::from_secs(5);

/// The largest difference between a racer's and the room's clock: the time of a packet on a busy machine.
const MAX_CLOCK_ERROR: Duration = Duration::from_millis(750);

/// The settings of rooms that hold three racers and start when they are full.
const ROOM_OF_THREE: [(&str, &str); 1] = [("COLIBRI_ROOM_CAPACITY", "3")];

/// Starts the racers and waits until each is at `stage`.
async fn begin(processes: &Processes, stage: Stage) -> Vec<Racing> {
    let mut racing: Vec<_> = processes.seat(0, RACERS, TYPING).await.into_iter().map(|robot| robot.go()).collect();
    for racer in &mut racing {
        racer.is(stage).await;
    }
    racing
}

/// Waits for the end of all racers, and checks that they and the database agree.
async fn end(processes: &Processes, racing: Vec<Racing>) -> Vec<Ride> {
    let code = racing[0].code.clone();
    let rides = processes.ended(racing).await;
    let results = processes.results(&code);
    for ride in &rides {
        for (username, _, ms) in &results {
            let reported =
                ride.times.get(username).unwrap_or_else(|| panic!("{} got no event about {username}", ride.username));
            assert!((reported - *ms as f64 / 1e3).abs() < 0.006, "{username}: reported {reported} s, recorded {ms} ms");
        }
        assert_eq!(ride.answer["time"], ride.times[&ride.username]);
        assert!(ride.clock_error < MAX_CLOCK_ERROR, "{ride:?}");
    }
    rides
}

#[tokio::test]
async fn racers_on_three_engines_race_in_one_room() {
    let processes = Processes::start(RACERS, &ROOM_OF_THREE);
    let racing = begin(&processes, Stage::Running).await;
    let mut n_owners = 0;
    for engine in processes.running_engines() {
        assert_eq!(processes.metric(engine, "colibri_sockets_open").await, 1.0, "engine {engine}");
        n_owners += usize::from(processes.metric(engine, "colibri_rooms_open").await > 0.0);
    }
    assert_eq!(n_owners, 1);
    for ride in end(&processes, racing).await {
        assert_eq!(ride.returns, 0, "{ride:?}");
    }
}

#[tokio::test]
async fn a_waiting_room_survives_the_kill_of_its_owner() {
    let mut processes = Processes::start(RACERS, &ROOM_OF_THREE);
    let mut robots = processes.seat(0, RACERS, TYPING).await;
    let last = robots.pop().expect("there are three");
    let mut racing: Vec<_> = robots.into_iter().map(|robot| robot.go()).collect();
    for racer in &mut racing {
        racer.is(Stage::Waiting).await;
    }
    let owner = processes.owner().await;
    processes.end(Part::Engine(owner), Signal::KILL).await;
    racing.push(last.go());
    end(&processes, racing).await;
}

#[tokio::test]
async fn a_countdown_survives_the_kill_of_the_owner_and_ends_on_time() {
    let mut processes = Processes::start(RACERS, &[("COLIBRI_ROOM_CAPACITY", "3"), ("COLIBRI_COUNTDOWN_MS", "4000")]);
    let racing = begin(&processes, Stage::Starting).await;
    let owner = processes.owner().await;
    processes.end(Part::Engine(owner), Signal::KILL).await;
    for ride in end(&processes, racing).await {
        assert!(ride.late_start < MAX_CLOCK_ERROR, "{ride:?}");
    }
}

#[tokio::test]
async fn a_race_survives_the_kill_of_its_owner() {
    let mut processes = Processes::start(RACERS, &ROOM_OF_THREE);
    let racing = begin(&processes, Stage::Running).await;
    let owner = processes.owner().await;
    processes.end(Part::Engine(owner), Signal::KILL).await;
    let rides = end(&processes, racing).await;
    let n_returned = rides.iter().filter(|ride| ride.returns > 0).count();
    assert_eq!(n_returned, 1, "only the racer connected to the killed engine: {rides:?}");
}

#[tokio::test]
async fn results_in_transit_survive_the_kill_of_the_owner() {
    let mut processes = Processes::start(RACERS, &ROOM_OF_THREE);
    let database = processes.keys.dir.database_url().to_owned();
    let mut racing = begin(&processes, Stage::Running).await;
    // The api's transaction waits for a lock while the engine is killed.
    let mut holder = postgres::connection(&database);
    holder.batch_execute("BEGIN; LOCK TABLE results IN ACCESS EXCLUSIVE MODE").expect("it is allowed");
    for racer in &mut racing {
        racer.is(Stage::Finishing).await;
    }
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    until("a result waits for the lock", async || postgres::number(&database, waiting) > 0.0).await;
    let owner = processes.owner().await;
    processes.end(Part::Engine(owner), Signal::KILL).await;
    holder.batch_execute("ROLLBACK").expect("it is allowed");
    end(&processes, racing).await;
}

#[tokio::test]
async fn a_frozen_owner_sends_nothing_after_it_resumes() {
    let heartbeats = [("COLIBRI_PING_INTERVAL_MS", "1000"), ("COLIBRI_PING_TIMEOUT_MS", "1000")];
    let processes = Processes::start(2 * RACERS, &[&ROOM_OF_THREE[..], &heartbeats].concat());
    let mut racing = begin(&processes, Stage::Running).await;
    let frozen = processes.owner().await;
    processes.signal_engine(frozen, Signal::STOP);
    // A racer who finishes while the engine is frozen gets an answer from the new owner.
    racing[(frozen + 1) % RACERS].is(Stage::Finished).await;
    processes.signal_engine(frozen, Signal::CONT);
    end(&processes, racing).await;
    // The engine has rejoined the others.
    processes.wait_until_ready(Part::Engine(frozen)).await;
    let again: Vec<_> = processes.seat(RACERS, RACERS, TYPING).await.into_iter().map(|robot| robot.go()).collect();
    end(&processes, again).await;
}

#[tokio::test]
async fn nothing_that_is_typed_while_the_owner_is_frozen_is_refused_or_slower() {
    let processes = Processes::start(RACERS, &ROOM_OF_THREE);
    let racing = begin(&processes, Stage::Running).await;
    let frozen = processes.owner().await;
    // They finish before another engine takes the room over.
    tokio::time::sleep(TYPING - Duration::from_millis(300)).await;
    processes.signal_engine(frozen, Signal::STOP);
    tokio::time::sleep(Duration::from_secs(5)).await;
    processes.signal_engine(frozen, Signal::CONT);
    for (engine, ride) in end(&processes, racing).await.into_iter().enumerate() {
        assert!(ride.refusals.is_empty(), "{ride:?}");
        let late = ride.answer["time"].as_f64().expect("seconds") - TYPING.as_secs_f64();
        assert!(engine == frozen || late < MAX_CLOCK_ERROR.as_secs_f64(), "{late} s: {ride:?}");
    }
}

#[tokio::test]
async fn each_racer_hears_the_countdown_once_whatever_their_engine() {
    // Most of these rooms are opened at an engine that has none of their racers, and would move to them.
    let placements = [[0, 1, 2], [0, 0, 0], [1, 1, 1], [2, 2, 2]];
    let processes = Processes::start(placements.len() * RACERS, &ROOM_OF_THREE);
    for (room, engines) in placements.into_iter().enumerate() {
        let robots = processes.seat(room * RACERS, RACERS, Duration::from_secs(3)).await;
        let racing = robots.into_iter().zip(engines).map(|(robot, engine)| robot.at(engine).go()).collect();
        for ride in end(&processes, racing).await {
            assert_eq!(ride.n_countdowns, 1, "at {engines:?}: {ride:?}");
        }
    }
}

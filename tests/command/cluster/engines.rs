//! Races across engines, and their recovery after the loss of the room's owner. What else may happen to engines, the
//! engine's tests simulate.

use std::time::Duration;

use rustix::process::Signal;

use super::processes::{Part, Processes};
use super::robot::{Racing, Ride, Stage};

/// The number of racers in a room, each on a different engine.
const RACERS: usize = 3;

/// The time to type the text: longer than the takeover of a room takes.
const TYPING: Duration = Duration::from_secs(5);

/// The largest difference between a racer's and the room's clock: the time of a packet on a busy machine.
const MAX_CLOCK_ERROR: Duration = Duration::from_millis(750);

/// The settings of rooms that hold three racers and start when they are full.
const ROOM_OF_THREE: [(&str, &str); 1] = [("COLIBRI_ROOM_CAPACITY", "3")];

/// Starts the racers and waits until the race runs.
async fn begin(processes: &Processes) -> Vec<Racing> {
    let mut racing: Vec<_> = processes.seat(0, RACERS, TYPING).await.into_iter().map(|robot| robot.go()).collect();
    for racer in &mut racing {
        racer.is(Stage::Running).await;
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
async fn a_race_survives_the_kill_of_its_owner() {
    let mut processes = Processes::start(RACERS, &ROOM_OF_THREE);
    let racing = begin(&processes).await;
    for engine in processes.running_engines() {
        assert_eq!(processes.metric(engine, "colibri_sockets_open").await, 1.0, "engine {engine}");
    }
    let owner = processes.owner().await;
    processes.end(Part::Engine(owner), Signal::KILL).await;
    let rides = end(&processes, racing).await;
    let n_returned = rides.iter().filter(|ride| ride.returns > 0).count();
    assert_eq!(n_returned, 1, "only the racer connected to the killed engine: {rides:?}");
}

#[tokio::test]
async fn nothing_that_is_typed_while_the_owner_is_frozen_is_refused_or_slower() {
    let processes = Processes::start(RACERS, &ROOM_OF_THREE);
    let racing = begin(&processes).await;
    let frozen = processes.owner().await;
    // They finish before another engine takes the room over.
    tokio::time::sleep(TYPING - Duration::from_millis(300)).await;
    processes.signal_engine(frozen, Signal::STOP);
    tokio::time::sleep(Duration::from_secs(5)).await;
    processes.signal_engine(frozen, Signal::CONT);
    // It rejoins the others.
    processes.wait_until_ready(Part::Engine(frozen)).await;
    for (engine, ride) in end(&processes, racing).await.into_iter().enumerate() {
        assert!(ride.refusals.is_empty(), "{ride:?}");
        let late = ride.answer["time"].as_f64().expect("seconds") - TYPING.as_secs_f64();
        assert!(engine == frozen || late < MAX_CLOCK_ERROR.as_secs_f64(), "{late} s: {ride:?}");
    }
}

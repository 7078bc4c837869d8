//! Restarts of the services behind the engines while racers finish, and an upgrade during races.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use private_postgres::{Durability, PrivatePostgres};
use rustix::process::{Signal, kill_process};

use super::processes::{Part, Processes};
use super::robot::{Racing, Stage};
use crate::colibri::{Dir, postgres_pid};
use crate::postgres;

const TYPING: Duration = Duration::from_secs(3);

/// The number of two-racer rooms during an upgrade; `COLIBRI_ROLLING_RACES` overrides it in `make test-all`.
const ROLLING_RACES: usize = 6;

/// Starts races in `n_rooms` rooms of two. No one finishes while `is_held` is true.
async fn begin(processes: &Processes, n_rooms: usize, is_held: bool) -> (Vec<Racing>, Arc<AtomicBool>) {
    let is_held = Arc::new(AtomicBool::new(is_held));
    let mut racing = Vec::new();
    for room in 0..n_rooms {
        let robots = processes.seat(2 * room, 2, TYPING).await;
        racing.extend(robots.into_iter().map(|robot| robot.held(&is_held).go()));
    }
    for racer in &mut racing {
        racer.is(Stage::Running).await;
    }
    (racing, is_held)
}

#[tokio::test]
async fn a_broker_that_dies_during_finishes_costs_no_result() {
    let mut processes = Processes::start(4, &[]);
    let (mut racing, _) = begin(&processes, 2, false).await;
    for racer in &mut racing {
        racer.is(Stage::Finishing).await;
        if processes.nats.is_running() {
            processes.nats.kill();
        }
    }
    processes.nats.restart();
    processes.ended(racing).await;
}

#[tokio::test]
async fn a_postgres_that_dies_during_finishes_costs_no_result() {
    let dir = Dir::without_database();
    let postgres = PrivatePostgres::start(&dir.path().join("postgres"), &postgres::programs(), Durability::Full);
    let postgres = postgres.expect("it starts");
    let dir = dir.with_database(postgres.url("postgres"));
    postgres::connect(dir.database_url()).migrate().expect("the migrations are right");
    let processes = Processes::start_on(dir, 4, &[]);
    let (mut racing, _) = begin(&processes, 2, false).await;
    racing[0].is(Stage::Finishing).await;
    kill_process(postgres_pid(&processes.keys.dir).expect("it runs"), Signal::KILL).expect("it is ours");
    processes.ended(racing).await;
}

#[tokio::test]
async fn an_upgrade_of_all_processes_ends_no_race() {
    let n_rooms = std::env::var("COLIBRI_ROLLING_RACES").map_or(ROLLING_RACES, |n| n.parse().expect("a number"));
    let mut processes = Processes::start(2 * n_rooms, &[]);
    let (racing, is_held) = begin(&processes, n_rooms, true).await;
    for part in (0..3).map(Part::Engine).chain((0..2).map(Part::Api)) {
        assert_eq!(processes.end(part, Signal::TERM).await, Some(0));
        processes.restart(part).await;
        processes.wait_until_ready(part).await;
    }
    is_held.store(false, Ordering::Relaxed);
    let mut silences: Vec<_> = processes.ended(racing).await.iter().map(|ride| ride.silence).collect();
    silences.sort_unstable();
    eprintln!(
        "longest silence of {} racers: median {:?}, longest {:?}",
        silences.len(),
        silences[silences.len() / 2],
        silences.last()
    );
}

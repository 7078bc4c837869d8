//! Engines are killed at random moments, again and again: no result is lost or duplicated, and every race ends.
//!
//! `COLIBRI_KILLS` sets the number of kills, `COLIBRI_KILLS_SEED` the sequence of moments. To run it by hand, with its
//! counts:
//!
//! ```sh
//! COLIBRI_KILLS=200 COLIBRI_NATS_SERVER=$(scripts/tool nats-server) cargo test --test command kills:: -- --nocapture
//! ```

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use rustix::process::Signal;

use super::processes::{Part, Processes};
use super::robot::Racing;

const KILLS: usize = 2;

/// The number of concurrent rooms, and of racers in each, all on different engines.
const ROOMS: usize = 3;
const RACERS: usize = 2;

const TYPING: Duration = Duration::from_secs(3);

/// The latest moment of a kill after the first racer has connected: a little after the last result.
const KILL_WITHIN: Duration = Duration::from_millis(4500);

/// The longest time without an event in a race that no kill disturbs.
const UNDISTURBED_SILENCE: Duration = Duration::from_millis(500);

#[derive(Default)]
struct Tally {
    lost: usize,
    doubled: usize,
    not_ended: Vec<String>,
    n_races: usize,
    /// For each race that a kill disturbed: the longest time in which one of its racers got no event, or the delay of
    /// its start.
    silences: Vec<Duration>,
    clock_errors: Vec<Duration>,
}

impl Tally {
    async fn add(&mut self, processes: &Processes, room: Vec<Racing>) {
        let code = room[0].code.clone();
        let (mut silence, mut has_returned) = (Duration::ZERO, false);
        for racer in room {
            match racer.try_ride().await {
                Ok(ride) => {
                    silence = silence.max(ride.silence).max(ride.late_start);
                    has_returned |= ride.returns > 0;
                    self.clock_errors.push(ride.clock_error);
                }
                Err(why) => self.not_ended.push(format!("{code}: {why}")),
            }
        }
        self.n_races += 1;
        if has_returned || silence > UNDISTURBED_SILENCE {
            self.silences.push(silence);
        }
        let results = processes.results(&code);
        let mut names: Vec<_> = results.iter().map(|(username, ..)| username).collect();
        names.sort_unstable();
        names.dedup();
        self.lost += RACERS.saturating_sub(names.len());
        self.doubled += results.len() - names.len();
    }
}

#[tokio::test]
async fn random_kills_of_engines_cost_no_result_and_no_race() {
    let setting = |name: &str| std::env::var(name).ok().map(|value| value.parse::<u64>().expect("a number"));
    let n_kills = setting("COLIBRI_KILLS").unwrap_or(KILLS as u64);
    let mut random = StdRng::seed_from_u64(setting("COLIBRI_KILLS_SEED").unwrap_or(1));
    let mut processes = Processes::start(ROOMS * RACERS, &[("COLIBRI_COUNTDOWN_MS", "500")]);
    let mut tally = Tally::default();
    for kill in 1..=n_kills {
        let mut rooms = Vec::new();
        for room in 0..ROOMS {
            rooms.push(processes.seat(room * RACERS, RACERS, TYPING).await);
        }
        let moment = Instant::now() + random.random_range(Duration::ZERO..KILL_WITHIN);
        let mut racing: Vec<Vec<Racing>> = Vec::new();
        for room in rooms {
            racing.push(room.into_iter().map(|robot| robot.go()).collect());
        }
        tokio::time::sleep_until(moment.into()).await;
        let engines = processes.running_engines();
        let killed = engines[random.random_range(0..engines.len())];
        let stages: Vec<_> = racing.iter().flatten().map(Racing::stage).collect();
        processes.end(Part::Engine(killed), Signal::KILL).await;
        for room in racing {
            tally.add(&processes, room).await;
        }
        processes.restart(Part::Engine(killed)).await;
        processes.wait_until_ready(Part::Engine(killed)).await;
        eprintln!("kill {kill}: engine {killed} at {stages:?}");
    }
    tally.silences.sort_unstable();
    let Tally { lost, doubled, not_ended, n_races, silences, clock_errors } = tally;
    let silence = |percent: usize| silences.get((silences.len().saturating_sub(1)) * percent / 100);
    eprintln!(
        "{n_kills} kills, {n_races} races, {} of them disturbed: {lost} results lost, {doubled} doubled, {} racers without an \
         end; longest silence in a disturbed race: median {:?}, 90 % {:?}, longest {:?}; clock off by at most {:?}",
        silences.len(),
        not_ended.len(),
        silence(50),
        silence(90),
        silence(100),
        clock_errors.iter().max(),
    );
    assert_eq!((lost, doubled, not_ended), (0, 0, Vec::new()));
}

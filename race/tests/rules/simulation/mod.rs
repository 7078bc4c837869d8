//! Random schedules of a race: the invariants hold whatever racers and their network do, and however late the clock is.
//!
//! Every schedule follows from its seed. A failed one prints its seed, and can be replayed step by step:
//!
//! ```sh
//! COLIBRI_SIMULATION_SEED=123 cargo test --test rules simulation -- --nocapture
//! ```
//!
//! `COLIBRI_SIMULATION_SCHEDULES=1000000` runs that many schedules instead.

mod invariants;
mod network;
mod schedule;
mod typist;

use std::collections::{BTreeMap, BTreeSet};

use race::{EventError, TIMED_RULES};
use schedule::Schedule;
use shared::testing::Seed;
use shared::wire::ClientEvent;

/// The number of schedules that `make check` runs.
const SCHEDULES: u64 = 20_000;

/// The situations that the schedules must reach, besides every event of a client, every refusal, and every rule that the
/// clock applies, so that the invariants are tested in all of them.
const REACHED: [&str; 43] = [
    "a room without a seat left",
    "a room that had begun",
    "a room that was closed",
    "an unused seat",
    "a seat asked for again",
    "a seat kept for another page",
    "a second tab",
    "a tab that was taken over",
    "a return to the waiting room",
    "a return to a running race",
    "a return after the race",
    "a room that started because it was full",
    "a race that its opener started",
    "a race that another friend started",
    "a race that a racer alone started",
    "a race that its host started",
    "a word of the host that came twice",
    "a word of the host that came late",
    "a racer who was removed",
    "a race that waited only for a racer who was removed",
    "another starter",
    "a race of one",
    "a race of several",
    "a win",
    "a first place beside racers who typed too little",
    "an unranked finish",
    "a finish",
    "a finish that is final at once",
    "a finish that waits for others",
    "a finish that overtakes one that arrived before",
    "a finish with a log",
    "late keys",
    "credit",
    "a repeated finish",
    "a race that all finished",
    "a race that ended early",
    "a late tick",
    "a snapshot",
    "progress",
    "progress backward",
    "a command that was lost",
    "a command that arrived twice",
    "a command that arrived out of order",
];

/// The refusals that no schedule reaches, since its racers send no names, and few keys.
const NEVER_REFUSED: [EventError; 2] = [EventError::ForeignName, EventError::TooManyKeys];

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable} is a whole number, not {value}")))
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are for people")]
fn the_invariants_hold_in_all_schedules() {
    if let Some(seed) = number("COLIBRI_SIMULATION_SEED") {
        let _named = Seed(seed);
        Schedule::new(seed, true).run();
        return;
    }
    let schedules = number("COLIBRI_SIMULATION_SCHEDULES").unwrap_or(SCHEDULES);
    let reached = run(schedules);
    println!("{schedules} schedules:");
    for (what, times) in &reached {
        println!("{times:>9} with {what}");
    }
    let refusals = EventError::ALL.iter().filter(|error| !NEVER_REFUSED.contains(error)).map(|error| error.name());
    let timed = TIMED_RULES.iter().map(|rule| rule.name);
    let expected: BTreeSet<_> =
        REACHED.iter().chain(ClientEvent::NAMES).copied().chain(refusals).chain(timed).collect();
    let unlisted: Vec<_> = reached.keys().filter(|what| !expected.contains(*what)).collect();
    assert!(unlisted.is_empty(), "not expected: {unlisted:?}");
    let missed: Vec<_> = expected.iter().filter(|what| !reached.contains_key(*what)).collect();
    assert!(missed.is_empty() || schedules < SCHEDULES, "never reached: {missed:?}");
}

/// Runs the first `schedules` on all cores and returns the number of schedules that reached each situation.
fn run(schedules: u64) -> BTreeMap<&'static str, u64> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut reached: BTreeMap<_, u64> = BTreeMap::new();
    std::thread::scope(|scope| {
        let share = |first| (first..schedules).step_by(threads).flat_map(of_seed).collect::<Vec<_>>();
        let shares: Vec<_> = (0..threads as u64).map(|first| scope.spawn(move || share(first))).collect();
        for share in shares {
            let share = share.join().unwrap_or_else(|failure| std::panic::resume_unwind(failure));
            share.into_iter().for_each(|what| *reached.entry(what).or_default() += 1);
        }
    });
    reached
}

fn of_seed(seed: u64) -> BTreeSet<&'static str> {
    let _named = Seed(seed);
    Schedule::new(seed, false).run()
}

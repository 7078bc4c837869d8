//! The targets of the engine. Those that name another server are ratios within one run.

use crate::compare::{Comparison, Results};
use crate::load::LoadFigures;
use crate::server::Kind;

/// The highest CPU time per delivery at 1,000 rooms, as a ratio to socketioxide's.
const CPU_OF_SOCKETIOXIDE: f64 = 0.75;
/// The highest CPU time per delivery at 1,000 rooms, as a ratio to Node's.
const CPU_OF_NODE: f64 = 0.5;
/// The highest p99 at 1,000 rooms, as a ratio to socketioxide's.
const P99_OF_SOCKETIOXIDE: f64 = 0.5;
/// The longest p99 at 1,500 rooms, in milliseconds.
const P99_AT_1500_MS: f64 = 50.0;
/// The longest that 2,000 connections at once may take, in seconds.
const BURST_SECONDS: f64 = 1.0;
/// The highest p99 during a flood, as a ratio to that without one.
const P99_IN_FLOOD: f64 = 1.1;
/// The highest CPU time per delivery at the heaviest load, as a ratio to that at the lightest.
const CPU_GROWTH: f64 = 1.1;

/// One target.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) what: String,
    pub(crate) measured: String,
    /// `None` if the run did not measure it.
    pub(crate) holds: Option<bool>,
}

/// Returns all targets with their measured values.
pub(crate) fn of(comparison: &Comparison) -> Vec<Target> {
    let at = |kind: Kind, rooms: usize| comparison.of(kind)?.at(rooms);
    let ours = |rooms: usize| at(Kind::Colibri, rooms);
    let cpu_ratio = |kind: Kind| Some(ours(1000)?.cpu_us / at(kind, 1000)?.cpu_us);
    let idle = |kind: Kind| comparison.of(kind)?.idle.as_ref();
    let results = comparison.of(Kind::Colibri);
    let burst = results.and_then(|results| results.burst.as_ref());
    let flood = results.and_then(|results| results.flood.as_ref());
    vec![
        at_most(
            "CPU per delivery at 1,000 rooms, of socketioxide's",
            cpu_ratio(Kind::Socketioxide),
            CPU_OF_SOCKETIOXIDE,
        ),
        at_most("CPU per delivery at 1,000 rooms, of Node's", cpu_ratio(Kind::Node), CPU_OF_NODE),
        at_most(
            "p99 at 1,000 rooms, of socketioxide's",
            ours(1000).zip(at(Kind::Socketioxide, 1000)).map(|(our, their)| our.latency.p99 / their.latency.p99),
            P99_OF_SOCKETIOXIDE,
        ),
        at_most("p99 at 1,500 rooms, in ms", ours(1500).map(|load| load.latency.p99), P99_AT_1500_MS),
        at_most("lost, late by 5 s or out of order at 2,000 rooms", ours(2000).map(amiss), 0.0),
        at_most(
            "memory per idle connection, of Node's",
            idle(Kind::Colibri).zip(idle(Kind::Node)).map(|(our, their)| our.bytes_each / their.bytes_each),
            1.0,
        ),
        at_most(
            "idle connections that were not held",
            idle(Kind::Colibri).map(|figures| (figures.connections - figures.held) as f64),
            0.0,
        ),
        at_most(
            "seconds until a crowd that connects at once is in",
            burst.map(|figures| if figures.entered < figures.connections { f64::INFINITY } else { figures.seconds }),
            BURST_SECONDS,
        ),
        at_most("CPU per delivery at the heaviest load, of the lightest", results.and_then(growth), CPU_GROWTH),
        at_most(
            "p99 of others during a flood, of that without",
            flood.map(|figures| figures.with.p99 / figures.without.p99),
            P99_IN_FLOOD,
        ),
    ]
}

fn at_most(what: &str, measured: Option<f64>, limit: f64) -> Target {
    Target {
        what: format!("{what}: at most {limit}"),
        measured: measured.map_or_else(|| "–".to_owned(), |measured| format!("{measured:.2}")),
        holds: measured.map(|measured| measured <= limit),
    }
}

fn amiss(load: &LoadFigures) -> f64 {
    (load.expected - load.delivered + load.out_of_order + load.strange) as f64
}

fn growth(results: &Results) -> Option<f64> {
    let lightest = results.loads.iter().min_by_key(|load| load.rooms)?;
    let heaviest = results.loads.iter().max_by_key(|load| load.rooms)?;
    (lightest.rooms < heaviest.rooms).then_some(heaviest.cpu_us / lightest.cpu_us)
}

impl Comparison {
    /// Returns the figures of one server.
    pub(crate) fn of(&self, server: Kind) -> Option<&Results> {
        self.servers.iter().find(|results| results.server == server)
    }
}

impl Results {
    /// Returns the figures under one load.
    pub(crate) fn at(&self, rooms: usize) -> Option<&LoadFigures> {
        self.loads.iter().find(|load| load.rooms == rooms)
    }
}

//! The comparison: every server under every load, one after the other, each in a fresh process.

use std::time::Duration;

use serde::Serialize;

use crate::command_line::Times;
use crate::connections::{self, BurstFigures, IdleFigures};
use crate::flood::{self, FloodFigures};
use crate::interrupt;
use crate::load::{self, LoadFigures};
use crate::machine::Machine;
use crate::server::{Bench, Kind};

/// The heartbeat of all servers while rooms race: the default of Socket.IO.
const PING_INTERVAL: Duration = Duration::from_secs(25);
/// The heartbeat while connections idle, so that each has had one before memory is read.
const IDLE_PING_INTERVAL: Duration = Duration::from_secs(10);
/// The load during the flood, at which no server is busy.
const FLOOD_ROOMS: usize = 200;

/// The plan of a comparison.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Plan {
    /// The servers to measure
    #[arg(long, value_delimiter = ',', default_value = "colibri,socketioxide,node")]
    servers: Vec<Kind>,
    /// The numbers of rooms of five racers
    #[arg(long, value_delimiter = ',', default_value = "200,500,1000,1500,2000")]
    rooms: Vec<usize>,
    /// Idle connections; 0 skips this part
    #[arg(long, default_value_t = 10_000)]
    idle: usize,
    /// Connections at once; 0 skips this part
    #[arg(long, default_value_t = 2_000)]
    burst: usize,
    /// Skips the flood
    #[arg(long)]
    no_flood: bool,
    #[command(flatten)]
    times: Times,
}

/// The figures of a comparison.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison {
    pub(crate) machine: Machine,
    pub(crate) seconds: f64,
    pub(crate) servers: Vec<Results>,
}

/// The figures of one server.
#[derive(Debug, Serialize)]
pub(crate) struct Results {
    pub(crate) server: Kind,
    pub(crate) loads: Vec<LoadFigures>,
    pub(crate) idle: Option<IdleFigures>,
    pub(crate) burst: Option<BurstFigures>,
    pub(crate) flood: Option<FloodFigures>,
    /// The parts that failed, each with the reason.
    pub(crate) failures: Vec<String>,
}

/// Runs the plan. A failed part is recorded, and the next one begins.
pub(crate) fn run(bench: &Bench, plan: &Plan, machine: Machine) -> anyhow::Result<Comparison> {
    let empty = |server: &Kind| Results {
        server: *server,
        loads: Vec::new(),
        idle: None,
        burst: None,
        flood: None,
        failures: Vec::new(),
    };
    let mut servers: Vec<_> = plan.servers.iter().map(empty).collect();
    for rooms in &plan.rooms {
        let load = plan.times.load(*rooms);
        for results in &mut servers {
            let figures = results.attempt(&format!("{rooms} rooms"), |kind| {
                let server = bench.start(kind, PING_INTERVAL)?;
                load::measure(server.crowd()?, server.seats(), server.pid(), load)
            })?;
            results.loads.extend(figures);
        }
    }
    for results in &mut servers {
        if plan.idle > 0 {
            results.idle = results.attempt(&format!("{} idle connections", plan.idle), |kind| {
                connections::idle(&bench.start(kind, IDLE_PING_INTERVAL)?, plan.idle, IDLE_PING_INTERVAL)
            })?;
        }
        if plan.burst > 0 {
            results.burst = results.attempt(&format!("{} connections at once", plan.burst), |kind| {
                connections::burst(&bench.start(kind, PING_INTERVAL)?, plan.burst)
            })?;
        }
        // The other servers have no limits, so a flood would be meaningless.
        if !plan.no_flood && results.server == Kind::Colibri {
            let load = plan.times.load(FLOOD_ROOMS);
            results.flood =
                results.attempt("a flood", |kind| flood::measure(&bench.start(kind, PING_INTERVAL)?, load))?;
        }
    }
    Ok(Comparison { machine, seconds: plan.times.seconds.as_secs_f64(), servers })
}

impl Results {
    /// Runs one part. Its failure is attributed to the server, unless the run was interrupted.
    fn attempt<T>(&mut self, part: &str, run: impl FnOnce(Kind) -> anyhow::Result<T>) -> anyhow::Result<Option<T>> {
        eprintln!("{}: {part}", self.server.name());
        match run(self.server) {
            Ok(figures) => Ok(Some(figures)),
            Err(error) if error.is::<interrupt::Interrupted>() => Err(error),
            Err(error) => {
                eprintln!("{}: {part}: {error:#}", self.server.name());
                self.failures.push(format!("{part}: {error:#}"));
                Ok(None)
            }
        }
    }
}

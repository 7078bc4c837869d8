//! The commands of the benchmark.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand};
use rustix::process::Pid;

use crate::seats::Seats;
use crate::server::Bench;
use crate::{api, compare, load, stand};

/// Measures race servers under the load of many rooms, and the api with many users.
#[derive(Parser)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Measures all servers and compares them
    Compare(Compare),
    /// Runs Colibri's engine on a free port, with a stand-in for the database, and prints its address
    Serve {
        /// The time from one heartbeat to the next, in milliseconds
        #[arg(long, env = "PING_INTERVAL_MS", default_value = "25000", value_parser = milliseconds)]
        ping_interval_ms: Duration,
    },
    /// Measures seats and results per second on a site with many users
    Api(Api),
    /// Puts one load on a running server, and prints the figures as JSON
    Load(Load),
    /// Watches one race over several engines; each line `report` of the input prints the figures since the one before
    Watch(Watch),
}

#[derive(Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) bench: Bench,
    #[command(flatten)]
    pub(crate) plan: compare::Plan,
    /// Also writes all figures to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Api {
    #[command(flatten)]
    pub(crate) plan: api::Plan,
    /// Also writes all figures to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Load {
    /// The address at which the server listens
    #[arg(long)]
    pub(crate) address: SocketAddr,
    /// The server's process, for its CPU time and memory
    #[arg(long, value_name = "PID")]
    server_pid: i32,
    /// The core to run on
    #[arg(long, default_value_t = 1)]
    pub(crate) core: usize,
    /// The server is not Colibri: it gives no seats and needs no tokens
    #[arg(long)]
    peer: bool,
    /// Rooms of five racers
    #[arg(long, default_value_t = 1000)]
    rooms: usize,
    /// The racers send the logs of their keys, for six minutes at most
    #[arg(long)]
    logs: bool,
    #[command(flatten)]
    times: Times,
}

#[derive(Args)]
pub(crate) struct Watch {
    /// The core to run on
    #[arg(long, default_value_t = 1)]
    pub(crate) core: usize,
    #[command(flatten)]
    pub(crate) plan: stand::Plan,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct Times {
    /// The measured time, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) seconds: Duration,
    /// The racing time before the measurement, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = seconds)]
    pub(crate) warm_up: Duration,
}

impl Load {
    pub(crate) fn seats(&self) -> Seats {
        if self.peer { Seats::MadeUp } else { Seats::Given(self.address) }
    }

    pub(crate) fn pid(&self) -> anyhow::Result<Pid> {
        Pid::from_raw(self.server_pid).context("--server-pid must be above 0")
    }

    pub(crate) fn load(&self) -> load::Load {
        load::Load { has_logs: self.logs, ..self.times.load(self.rooms) }
    }
}

impl Times {
    /// Returns the load of this many rooms.
    pub(crate) fn load(&self, rooms: usize) -> load::Load {
        load::Load { rooms, has_logs: false, warm_up: self.warm_up, measured: self.seconds }
    }
}

fn milliseconds(text: &str) -> Result<Duration, std::num::ParseIntError> {
    text.parse().map(Duration::from_millis)
}

fn seconds(text: &str) -> anyhow::Result<Duration> {
    Ok(Duration::try_from_secs_f64(text.parse()?)?)
}

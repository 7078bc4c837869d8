//! The benchmark of the engine: see `load-tests/README.md`.

mod connection;
mod crowd;
mod field;
mod frame;
mod interrupt;
mod ledger;
mod load;
mod process;
mod seats;
mod serve;
mod typist;

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand};
use rustix::process::Pid;

use crate::crowd::Crowd;
use crate::load::Load;
use crate::seats::Seats;

/// Measures race servers under the load of many rooms.
#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs our engine on a free port, with a stand-in for the database, and prints where
    Serve {
        /// From one heartbeat to the next, in milliseconds
        #[arg(long, env = "PING_INTERVAL_MS", default_value_t = 25_000)]
        ping_interval_ms: u64,
    },
    /// Puts one load on a server that runs, and prints the figures as JSON
    Load(LoadArguments),
}

#[derive(Args)]
struct LoadArguments {
    /// Where the server listens
    #[arg(long)]
    address: SocketAddr,
    /// The server's process, for its time on the CPU and its memory
    #[arg(long, value_name = "PID")]
    server_pid: i32,
    /// The core to run on
    #[arg(long)]
    core: Option<usize>,
    /// The server is not ours: it gives no seats and wants no tokens
    #[arg(long)]
    peer: bool,
    /// Rooms of five racers
    #[arg(long, default_value_t = 1000)]
    rooms: usize,
    /// How long is measured, in seconds
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// How long is raced before that, in seconds
    #[arg(long, default_value_t = 3.0)]
    warm_up: f64,
}

fn main() -> anyhow::Result<()> {
    let CommandLine { command } = CommandLine::parse();
    process::raise_open_files()?;
    match command {
        Command::Serve { ping_interval_ms } => serve::run(Duration::from_millis(ping_interval_ms)),
        Command::Load(arguments) => {
            interrupt::watch()?;
            process::wake_on_time()?;
            if let Some(core) = arguments.core {
                process::pin(core)?;
            }
            let seats = if arguments.peer { Seats::MadeUp } else { Seats::Given(arguments.address) };
            let load = Load {
                rooms: arguments.rooms,
                warm_up: Duration::try_from_secs_f64(arguments.warm_up)?,
                measured: Duration::try_from_secs_f64(arguments.seconds)?,
            };
            let pid = Pid::from_raw(arguments.server_pid).context("a process has a number above 0")?;
            let figures = load::measure(Crowd::new(arguments.address)?, seats, pid, load)?;
            Ok(say(&serde_json::to_string_pretty(&figures)?)?)
        }
    }
}

/// Writes a line to standard output.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

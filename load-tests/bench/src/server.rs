//! The servers of the comparison, each started on the servers' core.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use clap::ValueEnum;
use rustix::process::Pid;
use serde::{Deserialize, Serialize};

use crate::crowd::Crowd;
use crate::seats::Seats;
use crate::spawned::{self, Spawned};

/// The servers of the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Colibri's engine
    Colibri,
    /// The leading implementation in Rust
    Socketioxide,
    /// The original implementation
    Node,
}

impl Kind {
    /// Returns its name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Colibri => "colibri",
            Self::Socketioxide => "socketioxide",
            Self::Node => "node",
        }
    }
}

/// The paths of the servers, and the cores of servers and generator.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Bench {
    /// The folder of the servers to compare with
    #[arg(long, value_name = "DIR")]
    pub(crate) peers: PathBuf,
    /// The program built from the peer on socketioxide
    #[arg(long, value_name = "FILE")]
    pub(crate) socketioxide: PathBuf,
    /// The core that servers run on
    #[arg(long, default_value_t = 0)]
    pub(crate) server_core: usize,
    /// The core that the generator runs on
    #[arg(long, default_value_t = 1)]
    pub(crate) generator_core: usize,
}

impl Bench {
    /// Starts an idle server on its core.
    pub(crate) fn start(&self, kind: Kind, ping_interval: Duration) -> anyhow::Result<Server> {
        let mut command = match kind {
            Kind::Colibri => {
                let mut command = Command::new(std::env::current_exe()?);
                command.arg("serve");
                command
            }
            Kind::Socketioxide => Command::new(&self.socketioxide),
            Kind::Node => {
                let mut command = Command::new("node");
                command.arg(self.peers.join("node/server.mjs")).env("NODE_ENV", "production");
                command
            }
        };
        command.env("PING_INTERVAL_MS", ping_interval.as_millis().to_string());
        Ok(Server { kind, process: Spawned::start(command, self.server_core, spawned::in_output)? })
    }
}

/// A server that runs. It is killed when the value is dropped.
pub(crate) struct Server {
    kind: Kind,
    process: Spawned,
}

impl Server {
    /// Returns its process.
    pub(crate) fn pid(&self) -> Pid {
        self.process.pid()
    }

    /// Returns the address at which it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.process.address
    }

    /// Returns an empty crowd for it.
    pub(crate) fn crowd(&self) -> std::io::Result<Crowd> {
        Crowd::new(self.address())
    }

    /// Returns the source of its seats.
    pub(crate) fn seats(&self) -> Seats {
        match self.kind {
            Kind::Colibri => Seats::Given(self.address()),
            Kind::Socketioxide | Kind::Node => Seats::MadeUp,
        }
    }
}

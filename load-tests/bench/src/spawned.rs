//! Servers in separate processes.

use std::io::{self, BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::Context as _;
use rustix::process::Pid;

use crate::process;

/// A running server. It is killed when the value is dropped.
pub(crate) struct Spawned {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Spawned {
    /// Starts a server on `core`, and waits for the line of its output in which `address` finds the
    /// address at which it listens.
    pub(crate) fn start(
        mut command: Command,
        core: usize,
        address: impl Fn(&str) -> Option<&str>,
    ) -> anyhow::Result<Self> {
        let (output, writer) = io::pipe()?;
        command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
        let program = format!("{:?}", command.get_program());
        let spawn = || command.spawn().with_context(|| format!("{program} does not start"));
        // Killed if anything below fails.
        let mut spawned = Self { child: process::on_core(core, spawn)?, address: ([0, 0, 0, 0], 0).into() };
        // The command holds a writer; without it, the output ends with the process.
        drop(command);
        let (mut output, mut log) = (BufReader::new(output), String::new());
        loop {
            let begin = log.len();
            anyhow::ensure!(output.read_line(&mut log)? > 0, "{program} ended instead of listening:\n{log}");
            if let Some(found) = address(log[begin..].trim()) {
                spawned.address = found.parse()?;
                thread::spawn(move || io::copy(&mut output, &mut io::sink()));
                return Ok(spawned);
            }
        }
    }

    /// Returns its process.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        // It may have ended by itself, and nothing can be done about one that cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the address in a line of the output of a server of this benchmark.
pub(crate) fn in_output(line: &str) -> Option<&str> {
    line.strip_prefix("listening ")
}

//! The machine and the versions that the figures were measured with.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Serialize;

/// The machine and the versions that the figures were measured with.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Machine {
    pub(crate) cores: usize,
    pub(crate) processor: String,
    pub(crate) kernel: String,
    pub(crate) open_files: u64,
    /// The commit of this repository.
    pub(crate) colibri: String,
    pub(crate) socketioxide: String,
    pub(crate) socket_io: String,
    pub(crate) node: String,
}

impl Machine {
    /// Returns this machine, with the peers whose lock files are in `peers`.
    pub(crate) fn here(peers: &Path, open_files: u64) -> Self {
        let unknown = || "unknown".to_owned();
        let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease");
        let rust = fs::read_to_string(peers.join("socketioxide/Cargo.lock")).unwrap_or_default();
        let npm = fs::read_to_string(peers.join("node/package-lock.json")).unwrap_or_default();
        Self {
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            processor: model.map_or_else(unknown, |(_, name)| name.to_owned()),
            kernel: kernel.map_or_else(|_| unknown(), |kernel| kernel.trim().to_owned()),
            open_files,
            colibri: output(Command::new("git").args(["describe", "--always", "--dirty"]).current_dir(peers)),
            socketioxide: version(&rust, "name = \"socketioxide\"\n").unwrap_or_else(unknown),
            socket_io: version(&npm, "\"node_modules/socket.io\"").unwrap_or_else(unknown),
            node: output(Command::new("node").arg("--version")),
        }
    }
}

fn output(command: &mut Command) -> String {
    let output = command.output().ok().filter(|output| output.status.success());
    output.map_or_else(|| "unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns the first version after `name` in a lock file.
fn version(lock: &str, name: &str) -> Option<String> {
    let (_, entry) = lock.split_once(name)?;
    let (_, rest) = entry.split_once("version")?;
    rest.lines()
        .next()?
        .split('"')
        .find(|part| part.starts_with(|first: char| first.is_ascii_digit()))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_both_kinds_of_lock_files() {
        let cargo = "[[package]]\nname = \"socketioxide\"\nversion = \"0.18.9\"\n";
        assert_eq!(version(cargo, "name = \"socketioxide\"\n").as_deref(), Some("0.18.9"));
        let npm = "\"node_modules/socket.io\": {\n  \"version\": \"4.8.4\",\n";
        assert_eq!(version(npm, "\"node_modules/socket.io\"").as_deref(), Some("4.8.4"));
        assert_eq!(version("", "a"), None);
    }
}

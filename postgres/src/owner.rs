//! The account that owns the server's processes and files. Postgres refuses to run as root, so a root process uses
//! another account.

use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cluster::Cluster;
use crate::{PrivatePostgresError, Programs, at, fingerprint, make_dir};

/// Accounts to run the server, in order of preference.
const UNPRIVILEGED: [&str; 2] = ["postgres", "nobody"];

/// The directory for the files if the account cannot reach the requested one.
const FALLBACK: &str = "/var/lib/colibri";

/// The account that runs the server.
#[derive(Debug, Clone, Copy)]
pub(super) enum Owner {
    /// The account of this process.
    Ourselves,
    /// Another account, because this process runs as root.
    Account { uid: u32, gid: u32 },
}

impl Owner {
    /// Returns the account of this process or, for root, another one.
    pub(super) fn choose() -> Result<Self, PrivatePostgresError> {
        if !rustix::process::geteuid().is_root() {
            return Ok(Self::Ourselves);
        }
        let path = Path::new("/etc/passwd");
        let accounts = std::fs::read_to_string(path).map_err(at(path))?;
        UNPRIVILEGED
            .into_iter()
            .find_map(|name| accounts.lines().find_map(|line| account(line, name)))
            .ok_or(PrivatePostgresError::NoUser)
    }

    /// Returns the directory for the server's files: `dir` or, if this account cannot enter it, another one that is the
    /// same for `dir` at every start. Existing files stay where they are, so that a later change to the permissions of
    /// `dir` cannot lead to an empty database.
    pub(super) fn home(&self, dir: &Path) -> Result<PathBuf, PrivatePostgresError> {
        let elsewhere = fallback("data", dir);
        let home = match (self.reaches(dir), Cluster::is_in(dir), Cluster::is_in(&elsewhere)) {
            (true, true, _) | (true, false, false) => return Ok(dir.to_owned()),
            (false, true, _) => return Err(PrivatePostgresError::OutOfReach { dir: dir.to_owned() }),
            (_, false, _) => elsewhere,
        };
        tracing::warn!(path = %home.display(), "the database is in this directory: its user cannot enter the data directory, or could not at the first start");
        make_dir(&home)?;
        Ok(home)
    }

    /// Returns programs that this account can run: the given ones, or a copy of them.
    pub(super) fn make_reachable(&self, programs: &Programs) -> Result<Programs, PrivatePostgresError> {
        let bin = programs.bin();
        if self.reaches(bin) {
            return Ok(programs.clone());
        }
        // The programs find their libraries and files by relative paths, so the whole tree is copied.
        let tree = bin.parent().unwrap_or(bin);
        let copy = fallback("programs", bin);
        if Programs::in_dir(&copy.join("bin")).is_err() {
            make_dir(Path::new(FALLBACK))?;
            let unfinished = copy.with_extension("new");
            run("cp", Command::new("cp").arg("-a").arg(tree).arg(&unfinished))?;
            run("chmod", Command::new("chmod").args(["-R", "a+rX"]).arg(&unfinished))?;
            std::fs::rename(&unfinished, &copy).map_err(at(&copy))?;
        }
        Programs::in_dir(&copy.join("bin")).map_err(|program| PrivatePostgresError::Program {
            program,
            output: format!("not copied to {}", copy.display()),
        })
    }

    /// Creates `dir` or changes it, so that this account owns it and no other account may enter it.
    pub(super) fn make_own_dir(&self, dir: &Path) -> Result<(), PrivatePostgresError> {
        make_dir(dir)?;
        if let Self::Account { uid, gid } = *self {
            chown(dir, Some(uid), Some(gid)).map_err(at(dir))?;
        }
        std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o700)).map_err(at(dir))
    }

    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        if let Self::Account { uid, gid } = *self {
            command.uid(uid).gid(gid);
        }
        // Not this process's current directory, which the account may be unable to read.
        command.current_dir("/").stdin(Stdio::null());
        command
    }

    /// Returns true if this account can enter `dir`. Tries it, since more than the mode bits decides.
    fn reaches(&self, dir: &Path) -> bool {
        let mut test = self.command(Path::new("test"));
        test.arg("-x").arg(dir).status().is_ok_and(|status| status.success())
    }
}

fn account(line: &str, name: &str) -> Option<Owner> {
    let mut fields = line.split(':');
    if fields.next() != Some(name) {
        return None;
    }
    let mut ids = fields.skip(1).map_while(|field| field.parse().ok());
    Some(Owner::Account { uid: ids.next()?, gid: ids.next()? })
}

fn fallback(what: &str, dir: &Path) -> PathBuf {
    Path::new(FALLBACK).join(format!("{what}-{}", fingerprint(dir)))
}

/// Runs a program to its end. The error of a failure contains the end of its output.
pub(super) fn run(program: &'static str, command: &mut Command) -> Result<(), PrivatePostgresError> {
    let failed = |output: String| PrivatePostgresError::Program { program, output };
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_read_from_its_own_line() {
        let line = "postgres:x:117:124:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash";
        assert!(matches!(account(line, "postgres"), Some(Owner::Account { uid: 117, gid: 124 })));
        assert!(account(line, "post").is_none());
        assert!(account("postgres:x:no:numbers", "postgres").is_none());
    }
}

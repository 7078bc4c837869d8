//! Whose processes and files the server's are. Postgres refuses to be root; when we are, it gets an account of its own.

use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cluster::Cluster;
use crate::{PrivatePostgresError, Programs, at, fingerprint, make_dir};

/// Accounts to hand the server to, best first.
const UNPRIVILEGED: [&str; 2] = ["postgres", "nobody"];

/// Where the files go when the unprivileged account cannot reach the place that was asked for.
const FALLBACK: &str = "/var/lib/colibri";

/// The account that runs the server.
#[derive(Debug, Clone, Copy)]
pub(super) enum Owner {
    /// Our own.
    Ourselves,
    /// Another one, because we are root.
    Account { uid: u32, gid: u32 },
}

impl Owner {
    /// Ourselves, or when we are root, an account that is not.
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

    /// Where the server's files belong: in `dir`, or, when this account cannot enter that, in a place that it can, which
    /// is the same for the same `dir` at every start. Files that are there already stay where they are: who opens or
    /// closes a directory must not find an empty database.
    pub(super) fn home(&self, dir: &Path) -> Result<PathBuf, PrivatePostgresError> {
        let elsewhere = fallback("data", dir);
        let home = match (self.reaches(dir), Cluster::is_in(dir), Cluster::is_in(&elsewhere)) {
            (true, true, _) | (true, false, false) => return Ok(dir.to_owned()),
            (false, true, _) => return Err(PrivatePostgresError::OutOfReach { dir: dir.to_owned() }),
            (_, false, _) => elsewhere,
        };
        tracing::warn!(path = %home.display(), "the database's files are here: its user cannot enter the data directory, or could not");
        make_dir(&home)?;
        Ok(home)
    }

    /// Programs that this account can run: these, or a copy of them.
    pub(super) fn make_reachable(&self, programs: &Programs) -> Result<Programs, PrivatePostgresError> {
        let bin = programs.bin();
        if self.reaches(bin) {
            return Ok(programs.clone());
        }
        // The programs find their libraries and files relative to themselves, so the whole tree moves.
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

    /// Makes `dir` a directory that this account owns and nobody else may enter.
    pub(super) fn make_own_dir(&self, dir: &Path) -> Result<(), PrivatePostgresError> {
        make_dir(dir)?;
        if let Self::Account { uid, gid } = *self {
            chown(dir, Some(uid), Some(gid)).map_err(at(dir))?;
        }
        std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o700)).map_err(at(dir))
    }

    /// `program`, to be run as this account.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        if let Self::Account { uid, gid } = *self {
            command.uid(uid).gid(gid);
        }
        // Not ours: it may be a directory that the account cannot read.
        command.current_dir("/").stdin(Stdio::null());
        command
    }

    /// Asks the system itself, since more than the mode bits decides.
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

/// Runs a program to its end; its last words are the error.
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
    fn an_account_is_read_from_its_line_and_no_other() {
        let line = "postgres:x:117:124:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash";
        assert!(matches!(account(line, "postgres"), Some(Owner::Account { uid: 117, gid: 124 })));
        assert!(account(line, "post").is_none());
        assert!(account("postgres:x:no:numbers", "postgres").is_none());
    }
}

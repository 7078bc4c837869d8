//! The account that owns the server's processes and files. Postgres refuses to run as root, so a root process uses
//! another account.

use std::fs::{DirBuilder, File, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::fs::OFlags;
use rustix::process::geteuid;

use crate::cluster::Cluster;
use crate::{PrivatePostgresError, Programs, at, fingerprint, make_dir};

/// The account that runs the server for root. Not `nobody`, whose other programs could read the files.
const UNPRIVILEGED: &str = "postgres";

/// The variables that the programs get. Others of this process may be secrets.
const ENVIRONMENT: [&str; 5] = ["PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH"];

/// The directory of root for files if the account cannot reach the requested one, or its path is too long. Also that of the
/// package for Debian, whose mode lets this account through.
const FALLBACK: &str = "/var/lib/colibri";

/// The name in it of the server's files.
const DATA: &str = "data";

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
        if !geteuid().is_root() {
            return Ok(Self::Ourselves);
        }
        let path = Path::new("/etc/passwd");
        let accounts = std::fs::read_to_string(path).map_err(at(path))?;
        accounts.lines().find_map(|line| account(line, UNPRIVILEGED)).ok_or(PrivatePostgresError::NoUser)
    }

    /// Returns the directory for the server's files: `dir` or, if this account cannot enter it, another one that is the
    /// same for `dir` at every start. Existing files stay where they are, so that a later change to the permissions of
    /// `dir` cannot lead to an empty database.
    pub(super) fn home(&self, dir: &Path) -> Result<PathBuf, PrivatePostgresError> {
        let elsewhere = fallback(DATA, dir);
        let home = match (self.reaches(dir), Cluster::is_in(dir), Cluster::is_in(&elsewhere)) {
            (true, true, _) | (true, false, false) => return Ok(dir.to_owned()),
            (false, true, _) => return Err(PrivatePostgresError::OutOfReach { dir: dir.to_owned() }),
            (_, false, _) => elsewhere,
        };
        tracing::warn!(path = %home.display(), "the database's user could not enter the data directory; the database is here instead");
        make_dir(&home).map_err(at(&home))?;
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
            make_dir(Path::new(FALLBACK)).map_err(at(&copy))?;
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

    /// Creates `dir`, or takes over an existing one, so that this account owns it and no other account may enter it.
    /// A link, or a directory of another account, is refused: in a directory that others may write to, one of them may have
    /// put it there.
    pub(super) fn make_own_dir(&self, dir: &Path) -> Result<(), PrivatePostgresError> {
        match DirBuilder::new().mode(0o700).create(dir) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(at(dir)(error)),
            _ => {}
        }
        let only_a_dir = (OFlags::DIRECTORY | OFlags::NOFOLLOW).bits().cast_signed();
        let made = File::options().read(true).custom_flags(only_a_dir).open(dir).map_err(at(dir))?;
        let owner = made.metadata().map_err(at(dir))?.uid();
        let is_of_account = matches!(*self, Self::Account { uid, .. } if uid == owner);
        if owner != geteuid().as_raw() && !is_of_account {
            return Err(PrivatePostgresError::Foreign { dir: dir.to_owned() });
        }
        if let Self::Account { uid, gid } = *self {
            fchown(&made, Some(uid), Some(gid)).map_err(at(dir))?;
        }
        made.set_permissions(Permissions::from_mode(0o700)).map_err(at(dir))
    }

    /// Returns the directory for a socket whose path below `home` is too long.
    pub(super) fn short_socket_dir(&self, home: &Path) -> PathBuf {
        match self {
            Self::Ourselves => std::env::temp_dir().join(format!("colibri-{}", fingerprint(home))),
            // Not in a directory in which others may put something first.
            Self::Account { .. } => fallback("socket", home),
        }
    }

    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear();
        command.envs(ENVIRONMENT.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
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

/// Returns the directory in which root's server has its files if its account cannot enter `dir`.
pub(super) fn fallback_home(dir: &Path) -> Option<PathBuf> {
    dir.canonicalize().ok().map(|dir| fallback(DATA, &dir))
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

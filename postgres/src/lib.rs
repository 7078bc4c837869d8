//! A private Postgres for sites without one: started and stopped with the process, and reachable by nobody else.
//!
//! It listens on a Unix socket in a directory that only its user may enter, never on a port. A lock on the directory
//! says whose it is; what an earlier run left behind after a crash (a stale pid file, a server that is still on its
//! way down) is cleared away first.

mod cluster;
mod owner;
mod programs;
mod server;
mod supervisor;

use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use diesel::{Connection as _, PgConnection};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use rustix::fs::{FlockOperation, flock};

use self::cluster::Cluster;
use self::owner::Owner;
use self::server::Server;
use self::supervisor::Supervisor;

pub use self::programs::{NotFound, Programs};

/// The database that the product's tables live in.
pub const DATABASE: &str = "colibri";

/// The only role of the cluster; nobody but its owner can reach the socket, so it has no password.
const ROLE: &str = "colibri";

/// What may not stand in a URI as it is: everything but the plain characters of RFC 3986, section 2.3, and the slash.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// How long a lock may be held by somebody who is about to let go of it.
const LOCK_AT_MOST: Duration = Duration::from_millis(500);
/// How long another process's server may take to answer, and how often we look.
const NEIGHBOUR_AT_MOST: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How much a crash of the machine may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Nothing that was acknowledged: for real data.
    Full,
    /// Everything: for tests, which are faster that way.
    None,
}

/// A running Postgres, started again when it dies. Dropping it ends every session and stops the server in good order.
#[derive(Debug)]
pub struct PrivatePostgres {
    server: Supervisor,
    /// Held for as long as the server runs.
    _lock: File,
}

/// The right to be the only short command on a directory, for as long as this lives.
#[derive(Debug)]
pub struct Turn {
    _lock: File,
}

impl Turn {
    /// Waits for the turn on `dir`. Without it, a command that joined another one's server would lose it when that one
    /// is done.
    ///
    /// # Errors
    /// [`PrivatePostgresError::File`] when `dir` cannot be written to.
    pub fn take(dir: &Path) -> Result<Self, PrivatePostgresError> {
        make_dir(dir)?;
        let path = dir.join("turn");
        let file = File::options().write(true).create(true).truncate(false).open(&path).map_err(at(&path))?;
        flock(&file, FlockOperation::LockExclusive).map_err(|error| at(&path)(error.into()))?;
        Ok(Self { _lock: file })
    }
}

/// Why there is no private Postgres.
#[derive(Debug, thiserror::Error)]
pub enum PrivatePostgresError {
    /// No server programs on this machine.
    #[error(transparent)]
    NotFound(#[from] NotFound),
    /// Another process runs on the same directory.
    #[error("{dir} is in use by another colibri (process {pid}); give this one a data directory of its own")]
    InUse {
        /// The directory that was asked for.
        dir: PathBuf,
        /// The process that holds it.
        pid: String,
    },
    /// The files were made by another major version.
    #[error(
        "{dir} was made by Postgres {made_by}, and {found} was found; name the older programs with COLIBRI_POSTGRES_BIN"
    )]
    Version {
        /// The cluster.
        dir: PathBuf,
        /// Major version that made it.
        made_by: String,
        /// Major version found now.
        found: String,
    },
    /// We are root and there is no account to hand the server to.
    #[error("Postgres refuses to run as root, and there is no user `postgres` or `nobody` to run it as")]
    NoUser,
    /// The files are where the account that runs the server cannot go any more.
    #[error(
        "{dir} holds a database, and the user that runs Postgres cannot enter that directory any more: let it in (chmod a+x)"
    )]
    OutOfReach {
        /// Where the files are.
        dir: PathBuf,
    },
    /// One of its programs failed.
    #[error("{program} failed: {output}")]
    Program {
        /// Which one.
        program: &'static str,
        /// What it said last.
        output: String,
    },
    /// A file or directory could not be used.
    #[error("{path}: {error}")]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
}

impl PrivatePostgres {
    /// Starts Postgres on the cluster in `dir`, which is made when it is missing, and waits until it answers.
    ///
    /// Blocks for a second or so (several when the cluster has to be made first). The server also ends when the process
    /// ends, however that happens.
    ///
    /// # Errors
    /// [`PrivatePostgresError`], which names the file or program and what to do about it.
    pub fn start(dir: &Path, programs: &Programs, durability: Durability) -> Result<Self, PrivatePostgresError> {
        make_dir(dir)?;
        let dir = dir.canonicalize().map_err(at(dir))?;
        let lock = lock(&dir)?;
        let owner = Owner::choose()?;
        let programs = owner.make_reachable(programs)?;
        let cluster = Cluster::open(owner.home(&dir)?, &programs, &owner, durability)?;
        let server = Supervisor::start(move || Server::start(&cluster, &programs, &owner, durability))?;
        Ok(Self { server, _lock: lock })
    }

    /// The address of [`DATABASE`] on the server that another process runs on `dir`, if one does.
    ///
    /// Blocks while that server is on its way up or down.
    ///
    /// # Errors
    /// [`PrivatePostgresError`] when `dir` cannot be looked at, or the other process holds it and has no server that answers.
    pub fn address_of_running(dir: &Path) -> Result<Option<String>, PrivatePostgresError> {
        if !dir.exists() {
            return Ok(None);
        }
        let dir = dir.canonicalize().map_err(at(dir))?;
        let until = Instant::now() + NEIGHBOUR_AT_MOST;
        loop {
            match lock(&dir) {
                Ok(_) => return Ok(None),
                Err(PrivatePostgresError::InUse { .. }) if Instant::now() < until => {
                    let cluster = Cluster::at(Owner::choose()?.home(&dir)?);
                    let url = url(&cluster.socket_dir(), DATABASE);
                    if PgConnection::establish(&url).is_ok() {
                        return Ok(Some(url));
                    }
                    sleep(LOOK_EVERY);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The address of `database` on this server, as libpq reads it.
    pub fn url(&self, database: &str) -> String {
        url(self.server.socket_dir(), database)
    }
}

/// How libpq is told of `database` on the server with this socket (its manual, section 34.1.1.2).
fn url(socket_dir: &Path, database: &str) -> String {
    let host = percent_encode(socket_dir.as_os_str().as_encoded_bytes(), ENCODED);
    format!("postgres:///{database}?host={host}&user={ROLE}")
}

/// Makes the directory ours for as long as the file is open.
fn lock(dir: &Path) -> Result<File, PrivatePostgresError> {
    let path = dir.join("lock");
    let mut file =
        File::options().read(true).write(true).create(true).truncate(false).open(&path).map_err(at(&path))?;
    if !held_at_last(&file) {
        let mut pid = String::new();
        file.read_to_string(&mut pid).map_err(at(&path))?;
        return Err(PrivatePostgresError::InUse { dir: dir.to_owned(), pid: pid.trim().to_owned() });
    }
    let write_pid = |file: &mut File| {
        file.set_len(0)?;
        file.rewind()?;
        writeln!(file, "{}", std::process::id())
    };
    write_pid(&mut file).map_err(at(&path))?;
    Ok(file)
}

/// Takes the lock, unless another process holds it for longer than a moment: a child that we are just starting, on
/// another thread, has a copy of every open file until it runs its own program, and the lock of one just closed with it.
fn held_at_last(file: &File) -> bool {
    let until = Instant::now() + LOCK_AT_MOST;
    while flock(file, FlockOperation::NonBlockingLockExclusive).is_err() {
        if Instant::now() > until {
            return false;
        }
        sleep(LOOK_EVERY);
    }
    true
}

fn make_dir(dir: &Path) -> Result<(), PrivatePostgresError> {
    std::fs::create_dir_all(dir).map_err(at(dir))
}

/// Adds the path to an error of the file system.
fn at(path: &Path) -> impl FnOnce(std::io::Error) -> PrivatePostgresError {
    let path = path.to_owned();
    move |error| PrivatePostgresError::File { path, error }
}

/// A short name for `path`, the same at every start and in every build (FNV-1a, which `std`'s hasher does not promise).
fn fingerprint(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

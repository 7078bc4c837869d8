//! A private Postgres for sites without a database server: started and stopped with the process, and accessible to no
//! other user.
//!
//! It listens on a Unix socket in a directory that only its user may enter, never on a port. A lock on the directory
//! shows which process runs it. Leftovers of an earlier run that crashed, such as a stale pid file or a server that is
//! still stopping, are cleared away first.

mod cluster;
mod owner;
mod programs;
mod server;
mod supervisor;

use std::fs::{File, Permissions};
use std::io::{Read as _, Seek as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use diesel::{Connection as _, PgConnection};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use rustix::fs::{FlockOperation, flock};
use rustix::process::geteuid;

use self::cluster::Cluster;
use self::owner::Owner;
use self::server::Server;
use self::supervisor::Supervisor;

pub use self::programs::{NotFound, Programs};

/// The database with the tables of the site.
pub const DATABASE: &str = "colibri";

/// The role that owns the cluster, for backups and for what only it may do. No role has a password, since no other user
/// can reach the socket.
const SUPERUSER: &str = "colibri";

/// The role of the site, which owns [`DATABASE`] and what is in it. It may neither read files nor run programs.
const SITE: &str = "site";

/// The characters to escape in a URI: all but the slash and the unreserved ones of RFC 3986, section 2.3.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The longest wait for a lock whose holder is about to release it.
const LOCK_TIMEOUT: Duration = Duration::from_millis(500);
/// The longest wait for the server of another process to answer, and the pause between two checks.
const OTHER_SERVER_TIMEOUT: Duration = Duration::from_secs(60);
const POLL_EVERY: Duration = Duration::from_millis(50);

/// The data that may be lost when the machine crashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Nothing that was committed. For real data.
    Full,
    /// Any data. For tests, which run faster without syncing.
    None,
}

/// A running Postgres, restarted when it dies. Dropping the value ends all sessions and shuts the server down cleanly.
#[derive(Debug)]
pub struct PrivatePostgres {
    server: Supervisor,
    /// The lock on the directory, held while the server runs.
    _lock: File,
}

/// A lock by which short commands on the same directory take turns. Released on drop.
#[derive(Debug)]
pub struct Turn {
    _lock: File,
}

impl Turn {
    /// Waits for the turn on `dir`. Without it, a command that uses another command's server would lose it when that
    /// command ends.
    ///
    /// # Errors
    /// [`PrivatePostgresError::File`] when `dir` cannot be written to.
    pub fn take(dir: &Path) -> Result<Self, PrivatePostgresError> {
        make_dir(dir).map_err(at(dir))?;
        let path = dir.join("turn");
        let file = File::options().write(true).create(true).truncate(false).open(&path).map_err(at(&path))?;
        flock(&file, FlockOperation::LockExclusive).map_err(|error| at(&path)(error.into()))?;
        Ok(Self { _lock: file })
    }
}

/// The error when the private Postgres cannot be started or found.
#[derive(Debug, thiserror::Error)]
pub enum PrivatePostgresError {
    /// The programs of Postgres were not found on this machine.
    #[error(transparent)]
    NotFound(#[from] NotFound),
    /// Another process uses the directory.
    #[error("{dir} is in use by another colibri (process {pid}); give this one another data directory")]
    InUse {
        /// The directory that was asked for.
        dir: PathBuf,
        /// The process that holds it.
        pid: String,
    },
    /// The files were made by another major version.
    #[error(
        "{dir} was made by Postgres {made_by}, but only {found} was found; install the other version (Debian: apt install \
         postgresql-{made_by}), or name its programs with COLIBRI_POSTGRES_BIN"
    )]
    Version {
        /// The cluster.
        dir: PathBuf,
        /// Major version that made it.
        made_by: String,
        /// Major version found now.
        found: String,
    },
    /// The files were made by a version before the first release.
    #[error(
        "{dir} was made by a version before 1.0.0, which cannot be brought up to date: start with another data directory, \
         or run the version that made it"
    )]
    Unreleased {
        /// The cluster.
        dir: PathBuf,
    },
    /// The process runs as root, and there is no other account for the server.
    #[error(
        "Postgres refuses to run as root, and there is no user `postgres` to run it as; create one (useradd --system \
         postgres), or run colibri as another user"
    )]
    NoUser,
    /// The directory for files of the server is another account's, or a link.
    #[error("{dir} belongs to another user; remove it")]
    Foreign {
        /// The directory.
        dir: PathBuf,
    },
    /// The account for the server can no longer enter the directory of the files.
    #[error(
        "{dir} contains a database, but the user that runs Postgres can no longer enter it: restore access (chmod a+x)"
    )]
    OutOfReach {
        /// The directory.
        dir: PathBuf,
    },
    /// A program of Postgres failed.
    #[error("{program} failed: {output}")]
    Program {
        /// The program.
        program: &'static str,
        /// The end of its output.
        output: String,
    },
    /// A file or directory could not be used.
    #[error("{path}: {error}")]
    File {
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
}

impl PrivatePostgres {
    /// Starts Postgres on the cluster in `dir`, which is created if it is missing, and waits until it answers.
    ///
    /// Blocks for about a second, or several if the cluster must be created first. The server ends with this process,
    /// even if the process is killed.
    ///
    /// # Errors
    /// [`PrivatePostgresError`], which names the file or program and what to do about it.
    pub fn start(dir: &Path, programs: &Programs, durability: Durability) -> Result<Self, PrivatePostgresError> {
        make_dir(dir).map_err(at(dir))?;
        let dir = dir.canonicalize().map_err(at(dir))?;
        let lock = lock(&dir)?;
        let owner = Owner::choose()?;
        let programs = owner.make_reachable(programs)?;
        let cluster = Cluster::open(owner.home(&dir)?, &programs, &owner, durability)?;
        let server = Supervisor::start(move || Server::start(&cluster, &programs, &owner, durability))?;
        Ok(Self { server, _lock: lock })
    }

    /// Returns the address of [`DATABASE`] on the server that another process runs on `dir`; `None` when there is none.
    ///
    /// Blocks while that server is starting or stopping.
    ///
    /// # Errors
    /// [`PrivatePostgresError`] when `dir` cannot be read, or another process holds it without a server that answers.
    pub fn address_of_running(dir: &Path) -> Result<Option<String>, PrivatePostgresError> {
        if !dir.exists() {
            return Ok(None);
        }
        let dir = dir.canonicalize().map_err(at(dir))?;
        let until = Instant::now() + OTHER_SERVER_TIMEOUT;
        loop {
            match lock(&dir) {
                Ok(_) => return Ok(None),
                Err(PrivatePostgresError::InUse { .. }) if Instant::now() < until => {
                    let owner = Owner::choose()?;
                    let cluster = Cluster::at(owner.home(&dir)?);
                    let url = url(&cluster.socket_dir(&owner), DATABASE, SITE);
                    if PgConnection::establish(&url).is_ok() {
                        return Ok(Some(url));
                    }
                    sleep(POLL_EVERY);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the address of [`DATABASE`] for the site, in the URI format of libpq.
    pub fn site_url(&self) -> String {
        url(self.server.socket_dir(), DATABASE, SITE)
    }

    /// Returns the address of `database` for the superuser, in the same format.
    pub fn url(&self, database: &str) -> String {
        url(self.server.socket_dir(), database, SUPERUSER)
    }
}

/// Returns the URI of `database` on the server with this socket (libpq's manual, section 34.1.1.2).
fn url(socket_dir: &Path, database: &str, role: &str) -> String {
    let host = percent_encode(socket_dir.as_os_str().as_encoded_bytes(), ENCODED);
    format!("postgres:///{database}?host={host}&user={role}")
}

/// Locks the directory for as long as the returned file is open.
fn lock(dir: &Path) -> Result<File, PrivatePostgresError> {
    let path = dir.join("lock");
    let mut file =
        File::options().read(true).write(true).create(true).truncate(false).open(&path).map_err(at(&path))?;
    if !lock_with_retry(&file) {
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

/// Takes the lock, unless another process holds it for longer than a moment. A child process that another thread has
/// just forked holds a copy of every open file, with its locks, until it executes its own program.
fn lock_with_retry(file: &File) -> bool {
    let until = Instant::now() + LOCK_TIMEOUT;
    while flock(file, FlockOperation::NonBlockingLockExclusive).is_err() {
        if Instant::now() > until {
            return false;
        }
        sleep(POLL_EVERY);
    }
    true
}

/// Creates a directory and its missing parents. Only this account may list what it creates; if this is root, the server's
/// account may pass through it.
///
/// # Errors
/// An error of the system.
pub fn make_dir(dir: &Path) -> std::io::Result<()> {
    let missing: Vec<_> = dir.ancestors().take_while(|dir| !dir.as_os_str().is_empty() && !dir.exists()).collect();
    std::fs::create_dir_all(dir)?;
    let mode = if geteuid().is_root() { 0o711 } else { 0o700 };
    missing.into_iter().try_for_each(|dir| std::fs::set_permissions(dir, Permissions::from_mode(mode)))
}

/// Returns a conversion of file system errors that adds `path`.
fn at(path: &Path) -> impl FnOnce(std::io::Error) -> PrivatePostgresError {
    let path = path.to_owned();
    move |error| PrivatePostgresError::File { path, error }
}

/// Returns a short name for `path`, which is the same at every start and in every build (FNV-1a; the hasher of `std`
/// does not guarantee that).
fn fingerprint(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

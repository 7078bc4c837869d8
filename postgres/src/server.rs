//! The server's process, from its start to its end.

use std::fs::{File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use diesel::dsl::sql;
use diesel::sql_types::Bool;
use diesel::{Connection as _, PgConnection, RunQueryDsl as _};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use crate::cluster::Cluster;
use crate::owner::Owner;
use crate::{DATABASE, Durability, PrivatePostgresError, Programs, SITE, SUPERUSER, at, make_dir, url};

/// The longest time for a start, which may include recovery after a crash.
const START_TIMEOUT: Duration = Duration::from_secs(60);
/// The longest time for a fast shutdown, before an immediate one, which makes the next start recover.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);
/// The pause between two checks of whether the server is up or down, for which Postgres only writes a file.
const POLL_EVERY: Duration = Duration::from_millis(20);

/// The signal for a "fast shutdown": Postgres ends the sessions, writes a checkpoint, and exits.
const FAST_SHUTDOWN: Signal = Signal::INT;
/// The signal for an "immediate shutdown": Postgres exits, and recovers at the next start.
const IMMEDIATE_SHUTDOWN: Signal = Signal::QUIT;

#[derive(Debug)]
pub(super) struct Server {
    process: Child,
    socket_dir: PathBuf,
}

impl Server {
    /// Starts the server on `cluster`, waits until it answers, and creates the database if it is missing.
    pub(super) fn start(
        cluster: &Cluster,
        programs: &Programs,
        owner: &Owner,
        durability: Durability,
    ) -> Result<Self, PrivatePostgresError> {
        clear_away_predecessor(&cluster.data())?;
        let socket_dir = cluster.socket_dir(owner);
        if let Some(parent) = socket_dir.parent() {
            make_dir(parent).map_err(at(parent))?;
        }
        owner.make_own_dir(&socket_dir)?;
        let log = File::create(cluster.log()).map_err(at(&cluster.log()))?;
        log.set_permissions(Permissions::from_mode(0o600)).map_err(at(&cluster.log()))?;
        let mut postgres = owner.command(&programs.program("postgres"));
        postgres.arg("-D").arg(cluster.data()).arg("-k").arg(&socket_dir);
        postgres.args(["-c", "listen_addresses=", "-c", "unix_socket_permissions=0700", "-c", "logging_collector=off"]);
        // No details, since they contain values of the refused row, such as addresses and password hashes.
        postgres.args(["-c", "log_error_verbosity=terse"]);
        if durability == Durability::None {
            postgres.args(["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]);
            // Several tests at once use it, each with sites of its own.
            postgres.args(["-c", "max_connections=300"]);
        }
        let stderr = log.try_clone().map_err(at(&cluster.log()))?;
        // In its own process group: Ctrl-C in the terminal must only reach this process, which then stops the server.
        postgres.stdout(log).stderr(stderr).process_group(0);
        end_with_us(&mut postgres);
        let process = postgres.spawn().map_err(at(&programs.program("postgres")))?;
        let mut server = Self { process, socket_dir };
        server.wait_until_ready(cluster)?;
        server.make_database(cluster)?;
        Ok(server)
    }

    pub(super) fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().ok().flatten()
    }

    fn wait_until_ready(&mut self, cluster: &Cluster) -> Result<(), PrivatePostgresError> {
        let failed = |why: &str| PrivatePostgresError::Program {
            program: "postgres",
            output: format!("{why}; its last output: {}", last_words(&cluster.log())),
        };
        let until = Instant::now() + START_TIMEOUT;
        while !PidFile::read(&cluster.data()).is_some_and(|file| file.ready && file.pid == self.pid()) {
            if let Some(status) = self.ended() {
                return Err(failed(&format!("it ended with {status}")));
            }
            if Instant::now() > until {
                return Err(failed(&format!("it did not answer in {} s", START_TIMEOUT.as_secs())));
            }
            sleep(POLL_EVERY);
        }
        Ok(())
    }

    /// Creates the site's role and its database if they are missing. A database of another role is from before the first
    /// release.
    fn make_database(&self, cluster: &Cluster) -> Result<(), PrivatePostgresError> {
        let failed = |output: String| PrivatePostgresError::Program { program: "postgres", output };
        let url = url(&self.socket_dir, "postgres", SUPERUSER);
        let mut superuser = PgConnection::establish(&url).map_err(|error| failed(error.to_string()))?;
        let of_other = format!("datname = '{DATABASE}' AND pg_get_userbyid(datdba) <> '{SITE}'");
        let has_other = sql::<Bool>(&format!("EXISTS (SELECT FROM pg_database WHERE {of_other})"));
        if diesel::select(has_other).get_result(&mut superuser).map_err(|error| failed(error.to_string()))? {
            return Err(PrivatePostgresError::Unreleased { dir: cluster.data() });
        }
        for make in [format!("CREATE ROLE {SITE} LOGIN"), format!("CREATE DATABASE {DATABASE} OWNER {SITE}")] {
            match diesel::sql_query(make).execute(&mut superuser) {
                Err(error) if !error.to_string().contains("already exists") => return Err(failed(error.to_string())),
                _ => {}
            }
        }
        Ok(())
    }

    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.process.id()).ok()?)
    }

    fn wait_for_end(&mut self, at_most: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + at_most;
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => sleep(POLL_EVERY),
                _ => return None,
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The pid of a process that has ended may belong to another process by now.
        if self.ended().is_some() {
            return;
        }
        for (signal, at_most) in [(FAST_SHUTDOWN, STOP_TIMEOUT), (IMMEDIATE_SHUTDOWN, STOP_TIMEOUT)] {
            signal_process(self.pid(), signal);
            if self.wait_for_end(at_most).is_some() {
                // The directory is created at every start, and would otherwise remain in the system's temporary
                // directory. If it is not empty after an unclean shutdown, the next start uses it.
                _ = std::fs::remove_dir(&self.socket_dir);
                return;
            }
        }
        tracing::error!(pid = self.process.id(), "the private postgres did not stop");
    }
}

/// The contents of `postmaster.pid` that are needed: the pid on line 1 and the state on line 8
/// (src/include/utils/pidfile.h).
struct PidFile {
    pid: Option<Pid>,
    ready: bool,
}

impl PidFile {
    fn path(data: &Path) -> PathBuf {
        data.join("postmaster.pid")
    }

    fn read(data: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(Self::path(data)).ok()?;
        let mut lines = text.lines();
        let pid = lines.next().and_then(|line| line.trim().parse().ok()).and_then(Pid::from_raw);
        let ready = lines.nth(6).is_some_and(|state| state.trim() == "ready");
        Some(Self { pid, ready })
    }
}

/// Cleans up after a crash of this program: the previous server may still be stopping, or may have left its pid file.
/// The lock on the directory is held, so the server is not another process's.
///
/// The pid file of a dead process is kept, since Postgres uses it to check whether sessions of that server still use
/// the files. It is removed if Postgres would fail on it: if it is incomplete, or if its pid belongs to another program
/// by now.
fn clear_away_predecessor(data: &Path) -> Result<(), PrivatePostgresError> {
    let until = Instant::now() + STOP_TIMEOUT;
    while let Some(pid) = PidFile::read(data).and_then(|file| file.pid).filter(|pid| serves(*pid, data)) {
        let signal = if Instant::now() < until { FAST_SHUTDOWN } else { IMMEDIATE_SHUTDOWN };
        signal_process(Some(pid), signal);
        sleep(POLL_EVERY);
    }
    let path = PidFile::path(data);
    let named = PidFile::read(data).and_then(|file| file.pid);
    let is_dead = named.is_some_and(|pid| test_kill_process(pid) == Err(Errno::SRCH));
    if path.exists() && !is_dead { std::fs::remove_file(&path).map_err(at(&path)) } else { Ok(()) }
}

/// Returns true if process `pid` is a server on `data`, and not another program that has the same pid by now.
fn serves(pid: Pid, data: &Path) -> bool {
    if cfg!(target_os = "linux") {
        // The current directory of a server is its data directory.
        std::fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|cwd| cwd == data)
    } else {
        let args = Command::new("ps").args(["-o", "args=", "-p", &pid.to_string()]).output();
        args.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(&*data.to_string_lossy()))
    }
}

fn signal_process(pid: Option<Pid>, signal: Signal) {
    if let Some(pid) = pid {
        // The process may have ended already, which is fine.
        _ = kill_process(pid, signal);
    }
}

/// Asks the kernel to stop the server if this process ends without doing so itself (`kill -9`).
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn end_with_us(command: &mut Command) {
    // SAFETY: between fork and exec there is only one system call; nothing is allocated and no lock is taken.
    unsafe {
        command.pre_exec(|| Ok(rustix::process::set_parent_process_death_signal(Some(FAST_SHUTDOWN))?));
    }
}

#[cfg(not(target_os = "linux"))]
fn end_with_us(_command: &mut Command) {}

fn last_words(log: &Path) -> String {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(5)..].join(" / ")
}

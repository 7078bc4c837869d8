//! Starting and stopping the command as a process.

use std::fs::Permissions;
use std::io::{BufRead as _, BufReader, Read};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::postgres;

/// The longest time that a start may take on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A data directory of one test, removed at its end, and the database of the site in it.
pub(crate) struct Dir {
    dir: TempDir,
    /// A database on the tests' Postgres. Without it, the command starts a private Postgres.
    database_url: Option<String>,
}

impl Dir {
    /// Makes a directory with a migrated database on the Postgres that all tests share.
    pub(crate) fn new() -> Self {
        Self { dir: new_dir(), database_url: Some(postgres::new_database()) }
    }

    /// Makes a directory in which the command starts a private Postgres.
    pub(crate) fn without_database() -> Self {
        Self { dir: new_dir(), database_url: None }
    }

    pub(crate) fn with_database(mut self, url: String) -> Self {
        self.database_url = Some(url);
        self
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    pub(crate) fn database_url(&self) -> &str {
        self.database_url.as_deref().expect("it has one")
    }

    /// Returns the settings that every site in this directory has, on a free port.
    pub(crate) fn settings(&self) -> Vec<(&'static str, &str)> {
        let data_dir = self.path().to_str().expect("the temporary directory has a name in UTF-8");
        let database = self.database_url.as_deref().map(|url| ("DATABASE_URL", url));
        [("COLIBRI_DATA_DIR", data_dir), ("COLIBRI_LISTEN", "127.0.0.1:0")].into_iter().chain(database).collect()
    }
}

fn new_dir() -> TempDir {
    // Root runs a private Postgres as another user, who must be able to enter.
    let dir = tempfile::Builder::new().permissions(Permissions::from_mode(0o755)).tempdir();
    dir.expect("the temporary directory is writable")
}

/// Returns the command, without the variables of this process's environment that could change its behavior.
pub(crate) fn command(dir: &Dir, args: &[&str]) -> Command {
    command_of(Path::new(env!("CARGO_BIN_EXE_colibri")), dir, args)
}

fn command_of(program: &Path, dir: &Dir, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if (name.starts_with("COLIBRI_") && name != "COLIBRI_POSTGRES_BIN")
            || name.ends_with("_URL")
            || name.starts_with("NATS_")
            || name.starts_with("PAYPAL_")
        {
            command.env_remove(&*name);
        }
    }
    command.env("NO_COLOR", "1").envs(dir.settings()).args(args);
    command
}

pub(crate) fn run(dir: &Dir, args: &[&str]) -> Output {
    output(&mut command(dir, args))
}

/// Runs a command to its end, and panics if it does not end by itself.
pub(crate) fn output(command: &mut Command) -> Output {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("the command starts");
    let pid = Pid::from_child(&child);
    let (ended, end) = mpsc::channel();
    std::thread::spawn(move || ended.send(child.wait_with_output()));
    match end.recv_timeout(START_TIMEOUT) {
        Ok(output) => output.expect("its output can be read"),
        Err(_) => {
            kill_process(pid, Signal::INT).expect("it still runs");
            panic!("the command did not end by itself: {command:?}");
        }
    }
}

/// A process, killed when the value is dropped.
pub(crate) struct Process(pub(crate) Child);

impl Process {
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).expect("it still runs");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // This does nothing if the process has ended.
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// Reads the lines of a server's `output` into `log`, and waits for one in which `find` finds a value.
pub(crate) fn find_line<T: Send + 'static>(
    output: impl Read + Send + 'static,
    log: &Arc<Mutex<Vec<String>>>,
    find: impl Fn(&str) -> Option<T> + Send + 'static,
) -> T {
    let (found, line) = mpsc::channel();
    let written = Arc::clone(log);
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let what = find(&line);
            written.lock().unwrap_or_else(PoisonError::into_inner).push(line);
            what.into_iter().for_each(|what| _ = found.send(what));
        }
    });
    line.recv_timeout(START_TIMEOUT).unwrap_or_else(|why| {
        let log = log.lock().unwrap_or_else(PoisonError::into_inner).join("\n");
        panic!("it does not start ({why}):\n{log}")
    })
}

pub(crate) struct Colibri {
    process: Process,
    log: Arc<Mutex<Vec<String>>>,
    pub(crate) url: String,
}

impl Colibri {
    /// Starts it and waits until it logs its address.
    pub(crate) fn serve(dir: &Dir) -> Self {
        Self::serve_with(dir, &[])
    }

    pub(crate) fn serve_with(dir: &Dir, settings: &[(&str, &str)]) -> Self {
        Self::serve_build(Path::new(env!("CARGO_BIN_EXE_colibri")), dir, settings)
    }

    pub(crate) fn serve_build(program: &Path, dir: &Dir, settings: &[(&str, &str)]) -> Self {
        let mut command = command_of(program, dir, &["serve"]);
        let command = command.envs(settings.iter().copied());
        let mut process = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the command starts");
        let (stderr, log) = (process.stderr.take().expect("it is piped"), Arc::default());
        let process = Process(process);
        let url = find_line(stderr, &log, |line| {
            let (_, url) = line.split_once("Colibri is at ")?;
            url.split_whitespace().next().map(str::to_owned)
        });
        Self { process, log, url }
    }

    /// Starts it with this standard error, which tells nothing, and waits until it is ready.
    pub(crate) async fn serve_unheard(dir: &Dir, settings: &[(&str, &str)], stderr: Stdio) -> Self {
        let address = settings.iter().find_map(|(name, value)| (*name == "COLIBRI_LISTEN").then_some(*value));
        let url = format!("http://{}", address.expect("its address is set, since it cannot tell it"));
        let mut command = command(dir, &["serve"]);
        let command = command.envs(settings.iter().copied());
        let process = Process(command.stderr(stderr).stdout(Stdio::null()).spawn().expect("the command starts"));
        let ready = format!("{url}/readyz");
        until("it is ready", async || reqwest::get(&ready).await.is_ok_and(|answer| answer.status() == 200)).await;
        Self { process, log: Arc::default(), url }
    }

    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).join("\n")
    }

    pub(crate) fn signal(&self, signal: Signal) {
        self.process.signal(signal);
    }

    /// Sends a signal, waits for the end, and returns the exit code unless it was killed.
    pub(crate) fn end(self, signal: Signal) -> Option<i32> {
        self.signal(signal);
        self.ended()
    }

    /// Waits for the end after a signal, and returns the exit code unless it was killed.
    pub(crate) fn ended(mut self) -> Option<i32> {
        self.process.0.wait().expect("it is our child").code()
    }
}

impl Reached for Colibri {
    fn url(&self) -> String {
        self.url.clone()
    }
}

/// A site, or one half of it, that answers HTTP.
pub(crate) trait Reached {
    fn url(&self) -> String;

    async fn get(&self, path: &str) -> (u16, String) {
        let answer = reqwest::get(format!("{}{path}", self.url())).await.expect("it answers");
        (answer.status().as_u16(), answer.text().await.expect("the body is text"))
    }
}

/// Polls until `is_so` returns true, and panics if that takes too long even for a busy machine.
pub(crate) async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < START_TIMEOUT, "never came true: {what}");
        tokio::task::yield_now().await;
    }
}

pub(crate) fn postgres_pid(dir: &Dir) -> Option<Pid> {
    let file = std::fs::read_to_string(dir.path().join("postgres/cluster/postmaster.pid")).ok()?;
    Pid::from_raw(file.lines().next()?.trim().parse().ok()?)
}

pub(crate) fn is_alive(pid: Pid) -> bool {
    rustix::process::test_kill_process(pid).is_ok()
}

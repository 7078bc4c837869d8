//! A real NATS server for one test.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::Signal;

use crate::colibri::{Dir, Process, find_line};
use crate::ports::free_port;

/// The configuration that stores streams in the server's directory.
pub(crate) const JETSTREAM: &str = "jetstream { store_dir: \"DIR/store\", max_file: 64MB }\n";

/// A NATS server with JetStream, on its own port and with its own store.
pub(crate) struct Nats {
    process: Option<Process>,
    log: Arc<Mutex<Vec<String>>>,
    port: u16,
    dir: Dir,
}

impl Nats {
    pub(crate) fn start() -> Self {
        Self::start_with("")
    }

    /// Starts a server with more lines in its configuration; `DIR` in them is the server's directory.
    pub(crate) fn start_with(lines: &str) -> Self {
        Self::start_in(Dir::without_database(), lines)
    }

    /// Starts a server in a directory with the files that its configuration names.
    pub(crate) fn start_in(dir: Dir, lines: &str) -> Self {
        let port = free_port();
        let nothing = std::fs::write(dir.path().join("nats.conf"), "");
        nothing.expect("the directory is writable");
        let mut nats = Self { process: None, log: Arc::default(), port, dir };
        nats.configure(&format!("listen: \"127.0.0.1:{port}\"\n{JETSTREAM}{lines}\n"));
        nats.restart();
        nats
    }

    /// Starts a server with the shipped configuration on its own ports and with its own store, in a directory with the files
    /// that the configuration includes.
    pub(crate) fn start_shipped(dir: Dir, shipped: &str) -> Self {
        let (port, monitoring) = (free_port(), free_port());
        let store = dir.path().join("store").display().to_string();
        let mut ours = shipped.to_owned();
        for (shipped, ours_is) in [
            ("port: 4222", format!("port: {port}")),
            ("http: 127.0.0.1:8222", format!("http: 127.0.0.1:{monitoring}")),
            ("store_dir: /var/lib/nats", format!("store_dir: \"{store}\"")),
        ] {
            assert!(ours.contains(shipped), "{shipped}");
            ours = ours.replace(shipped, &ours_is);
        }
        std::fs::write(dir.path().join("nats.conf"), ours).expect("the directory is writable");
        let mut nats = Self { process: None, log: Arc::default(), port, dir };
        nats.restart();
        nats
    }

    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts the server again, on the same port and store.
    pub(crate) fn restart(&mut self) {
        let mut command = Command::new(program());
        command.arg("--config").arg(self.dir.path().join("nats.conf"));
        let spawned = command.stderr(Stdio::piped()).spawn();
        let mut process =
            spawned.expect("nats-server starts: COLIBRI_NATS_SERVER=$(scripts/tool nats-server) names one");
        let stderr = process.stderr.take().expect("it is piped");
        self.process = Some(Process(process));
        find_line(stderr, &self.log, |line| line.contains("Server is ready").then_some(()));
    }

    pub(crate) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    pub(crate) fn signal(&self, signal: Signal) {
        self.process.as_ref().expect("it runs").signal(signal);
    }

    pub(crate) fn configure(&self, lines: &str) {
        let file = self.dir.path().join("nats.conf");
        let lines = lines.replace("DIR", &self.dir.path().display().to_string());
        let configuration = std::fs::read_to_string(&file).expect("it is there") + &lines;
        std::fs::write(file, configuration).expect("the directory is writable");
    }

    /// Returns the number of results in the queue with the default prefix.
    pub(crate) async fn n_queued(&self) -> u64 {
        let client = async_nats::connect(self.url()).await.expect("it listens");
        let stream = async_nats::jetstream::new(client).get_stream("colibri-results").await.expect("it is there");
        stream.cached_info().state.messages
    }

    pub(crate) fn lose_store(&self) {
        std::fs::remove_dir_all(self.dir.path().join("store")).expect("it has a store");
    }

    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }

    pub(crate) fn url(&self) -> String {
        self.url_with("nats", "")
    }

    /// Returns its URL with this scheme, and a login in front of the host.
    pub(crate) fn url_with(&self, scheme: &str, login: &str) -> String {
        format!("{scheme}://{login}127.0.0.1:{}", self.port)
    }
}

/// Returns the program that `make test` found, or else the one on PATH.
fn program() -> PathBuf {
    std::env::var_os("COLIBRI_NATS_SERVER").map_or_else(|| PathBuf::from("nats-server"), PathBuf::from)
}

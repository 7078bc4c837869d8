//! The supervision of the server: starts it, restarts it when it dies, and stops it.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::PrivatePostgresError;
use crate::server::Server;

/// The pause between two checks of the server, and between two attempts to restart it.
const POLL_EVERY: Duration = Duration::from_millis(500);

/// A server that is kept running until the value is dropped.
#[derive(Debug)]
pub(super) struct Supervisor {
    socket_dir: PathBuf,
    /// Never used for a message: dropping it stops the server.
    stop: Option<Sender<Infallible>>,
    thread: Option<JoinHandle<()>>,
}

impl Supervisor {
    /// Starts the server with `start`, now and whenever it has ended, and returns once it answers for the first time.
    ///
    /// All of this happens on one thread, because the kernel stops the server together with the thread that started it.
    pub(super) fn start<F>(start: F) -> Result<Self, PrivatePostgresError>
    where
        F: Fn() -> Result<Server, PrivatePostgresError> + Send + 'static,
    {
        let (stop, stopped) = mpsc::channel();
        let (report, reported) = mpsc::channel();
        let thread = thread::spawn(move || {
            let (answer, server) = match start() {
                Ok(server) => (Ok(server.socket_dir().to_owned()), Some(server)),
                Err(error) => (Err(error), None),
            };
            // The caller waits for this result.
            _ = report.send(answer);
            if let Some(server) = server {
                keep_up(server, &stopped, start);
            }
        });
        let died = |_| PrivatePostgresError::Program { program: "postgres", output: "its supervisor ended".to_owned() };
        let socket_dir = reported.recv().map_err(died)??;
        Ok(Self { socket_dir, stop: Some(stop), thread: Some(thread) })
    }

    /// Returns the directory of the server's socket, which is the same after every start.
    pub(super) fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the supervisor of the private postgres panicked");
        }
    }
}

fn keep_up(server: Server, stopped: &Receiver<Infallible>, start: impl Fn() -> Result<Server, PrivatePostgresError>) {
    let mut server = Some(server);
    while stopped.recv_timeout(POLL_EVERY) == Err(RecvTimeoutError::Timeout) {
        if let Some(status) = server.as_mut().and_then(Server::ended) {
            tracing::error!(%status, "the private postgres died");
            server = None;
        }
        if server.is_some() {
            continue;
        }
        match start() {
            Ok(again) => {
                tracing::info!("the private postgres answers again");
                server = Some(again);
            }
            Err(error) => tracing::error!(%error, "the private postgres does not start"),
        }
    }
}

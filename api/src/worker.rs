//! Tasks in the background that end in order.

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Running tasks. They end when this is dropped, each after the piece of work that it is at.
#[derive(Debug)]
pub struct Worker {
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    /// The longest wait for a task that is to end.
    patience: Duration,
}

/// The sign for a task to end.
#[derive(Clone)]
pub(crate) struct Stop(watch::Receiver<bool>);

impl Worker {
    /// A worker without tasks, which [`Worker::stop`] waits for no longer than `patience`.
    pub(crate) fn new(patience: Duration) -> Self {
        Self { stop: watch::Sender::new(false), tasks: Vec::new(), patience }
    }

    /// Starts a task. Call it inside a running tokio runtime.
    pub(crate) fn start<F>(&mut self, task: impl FnOnce(Stop) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.tasks.push(tokio::spawn(task(Stop(self.stop.subscribe()))));
    }

    /// Ends the tasks, and waits for a moment for the work that they are at.
    pub async fn stop(self) {
        _ = self.stop.send(true);
        let until = tokio::time::Instant::now() + self.patience;
        for task in self.tasks {
            // One that does not end waits for somebody who does not answer: its lease sees to its work.
            _ = tokio::time::timeout_at(until, task).await;
        }
    }
}

impl Stop {
    /// Returns true once the task is to end.
    pub(crate) fn is_set(&self) -> bool {
        *self.0.borrow() || self.0.has_changed().is_err()
    }

    /// Waits for `pause`, or until the task is to end.
    pub(crate) async fn or_after(&mut self, pause: Duration) {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = self.0.changed() => {}
        }
    }
}

/// Returns the pause after so many failures beyond the first: `first`, doubled by each, up to `longest`.
pub(crate) fn doubled(first: Duration, longest: Duration, times: u32) -> Duration {
    first.saturating_mul(2_u32.saturating_pow(times)).min(longest)
}

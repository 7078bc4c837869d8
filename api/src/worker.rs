//! Background tasks that stop in an orderly way.

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Running tasks. When this is dropped, each stops after its current piece of work.
#[derive(Debug)]
pub struct Worker {
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    /// The longest wait for a task to stop.
    patience: Duration,
}

/// The signal for a task to stop.
#[derive(Clone)]
pub(crate) struct Stop(watch::Receiver<bool>);

impl Worker {
    /// Returns a worker without tasks. [`Worker::stop`] waits for at most `patience`.
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

    /// Stops the tasks, and waits for their current work to finish, up to the limit.
    pub async fn stop(self) {
        _ = self.stop.send(true);
        let until = tokio::time::Instant::now() + self.patience;
        for task in self.tasks {
            // A task that does not stop waits for an unresponsive peer. Its lease will expire, and its work will be
            // retried.
            _ = tokio::time::timeout_at(until, task).await;
        }
    }
}

impl Stop {
    /// Returns true once the task must stop.
    pub(crate) fn is_set(&self) -> bool {
        *self.0.borrow() || self.0.has_changed().is_err()
    }

    /// Waits for `pause`, or until the task must stop.
    pub(crate) async fn or_after(&mut self, pause: Duration) {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = self.0.changed() => {}
        }
    }
}

/// Returns the pause after this many failures beyond the first: `first`, doubled for each, up to `longest`.
pub(crate) fn doubled(first: Duration, longest: Duration, times: u32) -> Duration {
    first.saturating_mul(2_u32.saturating_pow(times)).min(longest)
}

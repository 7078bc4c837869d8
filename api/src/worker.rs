//! Background tasks that stop in an orderly way.

use std::time::Duration;

use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

/// Running tasks. When this is dropped, each stops after its current piece of work.
#[derive(Debug)]
pub struct Worker {
    stop: CancellationToken,
    _stop_when_dropped: DropGuard,
    tasks: TaskTracker,
    /// The longest wait for the tasks to stop.
    stop_timeout: Duration,
}

impl Worker {
    /// Returns a worker without tasks. [`Worker::stop`] waits for at most `stop_timeout`.
    pub(crate) fn new(stop_timeout: Duration) -> Self {
        let stop = CancellationToken::new();
        Self { _stop_when_dropped: stop.clone().drop_guard(), stop, tasks: TaskTracker::new(), stop_timeout }
    }

    /// Starts a task. Call it inside a running tokio runtime.
    pub(crate) fn start<F>(&self, task: impl FnOnce(CancellationToken) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.tasks.spawn(task(self.stop.clone()));
    }

    /// Stops the tasks, and waits for their current work to finish, up to the limit.
    pub async fn stop(self) {
        self.stop.cancel();
        self.tasks.close();
        // A task that does not stop waits for an unresponsive peer. Its lease will expire, and its work will be retried.
        _ = timeout(self.stop_timeout, self.tasks.wait()).await;
    }
}

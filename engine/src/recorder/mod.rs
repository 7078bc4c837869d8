//! The recorder of results.
//!
//! It keeps each result until it is saved or refused for good, since the database may be slow or unavailable, and the
//! room may close in the meantime. The recorder ends with the process.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, Context, Handler, Message, MessageResult, Recipient, ResponseFuture};
use net::backoff::Backoff;
use shared::messages::{LinkError, RecordError, RecordResult, Recorded};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::metrics;

/// The time limit of one attempt; a later answer is lost, and the next attempt finds the result already saved.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(5);

/// The pauses after failed attempts. The longest is also the longest delay of a result once the database is back.
const BACKOFF: Backoff = Backoff { first: Duration::from_millis(250), longest: Duration::from_secs(30) };

/// The maximum number of attempts at once, so that a recovering database is not overloaded.
const ATTEMPTS_AT_ONCE: usize = 32;

/// Asks to watch the number of pending results, including all that were sent before this message.
#[derive(Debug, Message)]
#[rtype(result = "watch::Receiver<usize>")]
pub(crate) struct WatchPending;

/// The actor that keeps results until they are saved. It answers once a result is saved or refused for good, however
/// long that takes.
pub(crate) struct Recorder {
    link: Recipient<RecordResult>,
    attempts: Arc<Semaphore>,
    pending: watch::Sender<usize>,
}

impl Recorder {
    pub(crate) fn new(link: Recipient<RecordResult>) -> Self {
        Self { link, attempts: Arc::new(Semaphore::new(ATTEMPTS_AT_ONCE)), pending: watch::Sender::new(0) }
    }
}

fn count(pending: &watch::Sender<usize>, change: impl FnOnce(&mut usize)) {
    pending.send_modify(change);
    metrics::set_results_pending(*pending.borrow());
}

impl Actor for Recorder {
    type Context = Context<Self>;
}

impl Handler<RecordResult> for Recorder {
    type Result = ResponseFuture<Result<Recorded, RecordError>>;

    fn handle(&mut self, result: RecordResult, _: &mut Self::Context) -> Self::Result {
        count(&self.pending, |pending| *pending += 1);
        let (link, attempts, pending) = (self.link.clone(), Arc::clone(&self.attempts), self.pending.clone());
        // A separate task, which continues after the room has ended.
        let recording = actix::spawn(async move {
            let outcome = record(&link, &attempts, result).await;
            count(&pending, |pending| *pending -= 1);
            outcome
        });
        Box::pin(async move { recording.await.unwrap_or_else(|error| Err(RecordError::Impossible(error.to_string()))) })
    }
}

impl Handler<WatchPending> for Recorder {
    type Result = MessageResult<WatchPending>;

    fn handle(&mut self, _: WatchPending, _: &mut Self::Context) -> Self::Result {
        MessageResult(self.pending.subscribe())
    }
}

/// Requests that `result` be saved, until there is a final answer.
async fn record(
    link: &Recipient<RecordResult>,
    attempts: &Semaphore,
    result: RecordResult,
) -> Result<Recorded, RecordError> {
    let (race, racer) = (result.race, result.result.racer);
    let mut failures = 0;
    loop {
        let error = match attempt(link, attempts, &result).await {
            Ok(recorded) => {
                if failures > 0 {
                    tracing::info!(race.id = %race, racer.id = %racer, failures, "result saved after retries");
                }
                return Ok(recorded);
            }
            Err(RecordError::Impossible(reason)) => {
                tracing::warn!(race.id = %race, racer.id = %racer, reason, "result cannot be saved");
                return Err(RecordError::Impossible(reason));
            }
            Err(error @ (RecordError::Unavailable | RecordError::Link(_))) => error,
        };
        if failures == 0 {
            tracing::warn!(race.id = %race, racer.id = %racer, %error, "result not saved yet, retrying");
        }
        failures += 1;
        sleep(BACKOFF.pause(failures)).await;
    }
}

async fn attempt(
    link: &Recipient<RecordResult>,
    attempts: &Semaphore,
    result: &RecordResult,
) -> Result<Recorded, RecordError> {
    let _permit = attempts.acquire().await.map_err(|_| LinkError::Unreachable)?;
    match timeout(ATTEMPT_TIMEOUT, link.send(result.clone())).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(LinkError::Unreachable.into()),
        Err(_) => Err(LinkError::DeadlineExceeded.into()),
    }
}

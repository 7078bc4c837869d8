//! Results on their way into the database.
//!
//! The recorder takes a result from a room and does not let go of it until it is saved, or known never to be: the
//! database may be slow or away, and the room may close meanwhile. It ends with the process.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, AsyncContext, Context, Handler, Message, MessageResult, Recipient, ResponseFuture};
use shared::messages::{LinkError, RecordError, RecordResult, Recorded};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::metrics;

/// How long one attempt may take; a later answer is lost, and the next attempt finds the result saved before.
const ATTEMPT_LIMIT: Duration = Duration::from_secs(5);

/// The pause after the first failed attempt; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// The longest pause: how late a result may be saved after the database is back.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Attempts under way at once, so that a database that comes back is not overrun.
const ATTEMPTS_AT_ONCE: usize = 32;

/// Room to recorder: this result is to be saved. Answered when it is, however long that takes.
#[derive(Debug, Message)]
#[rtype(result = "Result<Recorded, Unrecordable>")]
pub(crate) struct Record(pub(crate) RecordResult);

/// A result that can never be saved; the text says why, for logs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unrecordable(String);

/// Asks how many results wait to be saved, now and from now on.
#[derive(Debug, Message)]
#[rtype(result = "watch::Receiver<usize>")]
pub(crate) struct WatchPending;

/// One result less waits.
#[derive(Debug, Message)]
#[rtype(result = "()")]
struct Settled;

/// Keeps results until they are saved.
pub(crate) struct Recorder {
    link: Recipient<RecordResult>,
    attempts: Arc<Semaphore>,
    pending: watch::Sender<usize>,
}

impl Recorder {
    pub(crate) fn new(link: Recipient<RecordResult>) -> Self {
        Self { link, attempts: Arc::new(Semaphore::new(ATTEMPTS_AT_ONCE)), pending: watch::Sender::new(0) }
    }

    fn count(&self, change: impl FnOnce(&mut usize)) {
        self.pending.send_modify(change);
        metrics::set_results_pending(*self.pending.borrow());
    }
}

impl Actor for Recorder {
    type Context = Context<Self>;
}

impl Handler<Record> for Recorder {
    type Result = ResponseFuture<Result<Recorded, Unrecordable>>;

    fn handle(&mut self, Record(result): Record, ctx: &mut Self::Context) -> Self::Result {
        self.count(|pending| *pending += 1);
        let (link, attempts, recorder) = (self.link.clone(), Arc::clone(&self.attempts), ctx.address());
        // A task of its own: it goes on when whoever asked is gone.
        let recording = actix::spawn(async move {
            let outcome = record(&link, &attempts, result).await;
            recorder.do_send(Settled);
            outcome
        });
        Box::pin(async move { recording.await.unwrap_or_else(|error| Err(Unrecordable(error.to_string()))) })
    }
}

impl Handler<Settled> for Recorder {
    type Result = ();

    fn handle(&mut self, _: Settled, _: &mut Self::Context) {
        self.count(|pending| *pending -= 1);
    }
}

impl Handler<WatchPending> for Recorder {
    type Result = MessageResult<WatchPending>;

    fn handle(&mut self, _: WatchPending, _: &mut Self::Context) -> Self::Result {
        MessageResult(self.pending.subscribe())
    }
}

/// Asks for `result` to be saved until there is an answer that will not change.
async fn record(
    link: &Recipient<RecordResult>,
    attempts: &Semaphore,
    result: RecordResult,
) -> Result<Recorded, Unrecordable> {
    let (race, room, racer) = (result.race, result.room, result.result.user_id);
    let mut pause = FIRST_PAUSE;
    let mut failures = 0;
    loop {
        let error = match attempt(link, attempts, &result).await {
            Ok(recorded) => {
                if failures > 0 {
                    tracing::info!(room.id = %room, race.id = %race, racer.id = %racer, failures, "result saved after all");
                }
                return Ok(recorded);
            }
            Err(RecordError::Impossible(reason)) => {
                tracing::warn!(room.id = %room, race.id = %race, racer.id = %racer, reason, "result cannot be saved");
                return Err(Unrecordable(reason));
            }
            Err(error @ (RecordError::Unavailable | RecordError::Link(_))) => error,
        };
        if failures == 0 {
            tracing::warn!(room.id = %room, race.id = %race, racer.id = %racer, %error, "result not saved yet, trying on");
        }
        failures += 1;
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn attempt(
    link: &Recipient<RecordResult>,
    attempts: &Semaphore,
    result: &RecordResult,
) -> Result<Recorded, RecordError> {
    let _permit = attempts.acquire().await.map_err(|_| LinkError::Unreachable)?;
    match timeout(ATTEMPT_LIMIT, link.send(result.clone())).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(LinkError::Unreachable.into()),
        Err(_) => Err(LinkError::DeadlineExceeded.into()),
    }
}

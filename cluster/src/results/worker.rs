//! The api's side of the queue.

use std::sync::Arc;
use std::time::Duration;

use actix::Recipient;
use async_nats::jetstream::consumer::pull::Stream;
use async_nats::jetstream::{AckKind, Message};
use futures_util::{FutureExt as _, StreamExt as _};
use net::backoff::Backoff;
use shared::messages::{LinkError, RecordError, RecordResult, Recorded};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use super::queue::{ensure_consumer, ensure_stream};
use super::{ANSWER_TO, NAME};
use crate::link::Link;
use crate::metrics;
use crate::subjects::INBOXES;

/// The number of results recorded at once: as many as the api writes in one transaction.
const AT_ONCE: u32 = 256;

/// The number of results in one request, which may wait in this process.
const BATCH: usize = 128;

/// The lifetime of one request for results; the client then sends the next.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The pause between two heartbeats of the broker. After two missing ones, the queue is reopened.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The pauses before the queue is reopened.
const REOPENING: Backoff = Backoff { first: Duration::from_millis(100), longest: Duration::from_secs(5) };

/// The pauses before a result that the database did not accept is delivered again.
const REDELIVERY: Backoff = Backoff { first: Duration::from_millis(250), longest: Duration::from_secs(10) };

/// The pause before an unreadable message is delivered again, perhaps to a newer version.
const UNREADABLE_DELAY: Duration = Duration::from_secs(30);

/// The number of deliveries after which an unreadable message is dropped: ten minutes.
const UNREADABLE_DELIVERIES: i64 = 20;

type Answer = Result<Recorded, RecordError>;

/// Sends the results in the queue to `recipient`, which records them, until `stop`.
pub(crate) async fn work(link: Link, recipient: Recipient<RecordResult>, mut stop: watch::Receiver<bool>) {
    let free = Arc::new(Semaphore::new(AT_ONCE as usize));
    let mut failures = 0;
    while !*stop.borrow() {
        match open(&link).await {
            Ok(mut results) => {
                failures = 0;
                if let Err(error) = record_all(&link, &mut results, &recipient, &free, &mut stop).await {
                    tracing::warn!(%error, "the queue of results was interrupted; reopening it");
                }
                put_back(&mut results).await;
            }
            Err(error) if failures == 0 => {
                tracing::warn!(%error, "cannot open the queue of results; retrying")
            }
            Err(error) => tracing::debug!(%error, "cannot open the queue of results; retrying"),
        }
        failures += 1;
        let _ = timeout(REOPENING.pause(failures), stop.wait_for(|stop| *stop)).await;
    }
    // All permits are free once all results are answered.
    let _ = free.acquire_many(AT_ONCE).await;
}

/// Opens the queue, and creates its missing parts.
async fn open(link: &Link) -> Result<Stream, async_nats::Error> {
    link.ready().await?;
    let consumer = ensure_consumer(&ensure_stream(link).await?).await?;
    let results = consumer.stream().max_messages_per_batch(BATCH).expires(REQUEST_TIMEOUT).heartbeat(HEARTBEAT);
    Ok(results.messages().await?)
}

/// Records results until `stop`, or until the queue must be reopened.
async fn record_all(
    link: &Link,
    results: &mut Stream,
    recipient: &Recipient<RecordResult>,
    free: &Arc<Semaphore>,
    stop: &mut watch::Receiver<bool>,
) -> Result<(), async_nats::Error> {
    loop {
        let permit = Arc::clone(free).acquire_owned().await?;
        let result = tokio::select! {
            result = results.next() => result,
            _ = stop.wait_for(|stop| *stop) => return Ok(()),
            // The client would wait for seconds before it reports that the broker has lost its store.
            () = link.lost() => return Err("the connection was lost".into()),
        };
        let Some(result) = result.transpose()? else { return Ok(()) };
        let (link, recipient) = (link.clone(), recipient.clone());
        actix::spawn(async move {
            record(&link, &recipient, &result).await;
            drop(permit);
        });
    }
}

/// Returns delivered but unprocessed results to the queue, so that another api gets them at once.
async fn put_back(results: &mut Stream) {
    while let Some(Some(Ok(result))) = results.next().now_or_never() {
        acknowledge(&result, AckKind::Nak(None)).await;
    }
}

async fn record(link: &Link, recipient: &Recipient<RecordResult>, message: &Message) {
    let deliveries = message.info().map_or(1, |info| info.delivered);
    let Ok(result) = serde_json::from_slice::<RecordResult>(&message.payload) else {
        tracing::warn!(size_bytes = message.payload.len(), deliveries, "cannot read a result in the queue");
        metrics::unreadable(NAME);
        answer(link, message, &Err(LinkError::Unreadable.into())).await;
        let is_last = deliveries >= UNREADABLE_DELIVERIES;
        return acknowledge(message, if is_last { AckKind::Term } else { AckKind::Nak(Some(UNREADABLE_DELAY)) }).await;
    };
    match recipient.send(result).await {
        Ok(recorded @ Ok(_)) => {
            answer(link, message, &recorded).await;
            acknowledge(message, AckKind::Ack).await;
        }
        Ok(impossible @ Err(RecordError::Impossible(_))) => {
            answer(link, message, &impossible).await;
            acknowledge(message, AckKind::Term).await;
        }
        Ok(Err(RecordError::Unavailable | RecordError::Link(_))) | Err(_) => {
            let pause = REDELIVERY.pause(u32::try_from(deliveries).unwrap_or_default());
            acknowledge(message, AckKind::Nak(Some(pause))).await;
        }
    }
}

/// Sends the answer to the inbox that the message names, if any. Not to any other subject of the site.
async fn answer(link: &Link, message: &Message, answer: &Answer) {
    let header = message.headers.as_ref().and_then(|headers| headers.get(ANSWER_TO));
    let Some(inbox) = header.map(|inbox| inbox.as_str().to_owned()).filter(|inbox| inbox.starts_with(INBOXES)) else {
        return;
    };
    link.answer(NAME, inbox.into(), serde_json::to_vec(answer)).await;
}

/// Sends the outcome of a message to the broker. A message whose outcome is lost is delivered again.
async fn acknowledge(message: &Message, kind: AckKind) {
    if let Err(error) = message.ack_with(kind).await {
        tracing::debug!(%error, "cannot send an acknowledgement");
    }
}

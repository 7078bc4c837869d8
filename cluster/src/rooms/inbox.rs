//! The messages between engines: each pair of sender and receiver has a subject, on which the broker keeps the order.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use engine::{EngineId, Switchboard};
use futures_util::StreamExt as _;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use super::Shared;
use crate::services::ServeError;

/// The time for which messages are gathered, so that those to one engine are sent as one. The first message after a
/// pause is sent at once.
const BATCH_PAUSE: Duration = Duration::from_millis(1);

/// The size in bytes at which a batch is full; NATS takes 1 MiB.
const FULL_BATCH: usize = 64 * 1024;

/// The most messages that wait to be sent while the broker is slow. Further ones are lost, which their receivers notice
/// and make up for as after any other loss.
pub(super) const MAX_QUEUED: usize = 16 * 1024;

/// A message and its receiver.
pub(super) type Addressed = (EngineId, Vec<u8>);

/// Publishes the messages of this engine, in order and in batches. A message without a connection is dropped, since it
/// would arrive too late to be useful.
pub(super) async fn deliver(shared: Arc<Shared>, mut messages: mpsc::Receiver<Addressed>) {
    let mut batches: HashMap<EngineId, Vec<u8>> = HashMap::new();
    while let Some(first) = messages.recv().await {
        let mut next = Some(first);
        while let Some((to, message)) = next {
            let batch = batches.entry(to).or_default();
            if batch.is_empty() {
                *batch = message;
            } else if batch.len() + message.len() < FULL_BATCH {
                batch.push(b'\n');
                batch.extend(message);
            } else {
                publish(&shared, to, mem::replace(batch, message)).await;
            }
            next = messages.try_recv().ok();
        }
        for (to, batch) in batches.drain() {
            publish(&shared, to, batch).await;
        }
        // A message that arrives now does not wake this task.
        sleep(BATCH_PAUSE).await;
    }
}

async fn publish(shared: &Shared, to: EngineId, batch: Vec<u8>) {
    let subject = shared.subjects().to_engine(to, shared.me);
    if shared.link.is_connected()
        && let Err(error) = shared.link.client().publish(subject, batch.into()).await
    {
        tracing::warn!(%error, "cannot send messages to another engine");
    }
}

/// Subscribes to the messages of other engines, and forwards them to `engine`.
///
/// # Errors
/// Returns a [`ServeError`] if the connection is closed.
pub(super) async fn listen(shared: &Arc<Shared>, engine: Switchboard) -> Result<(), ServeError> {
    let subscribed = shared.link.client().subscribe(shared.subjects().to_this_engine(shared.me)).await;
    let mut messages = subscribed.map_err(|error| ServeError(error.to_string()))?;
    let shared = Arc::clone(shared);
    actix::spawn(async move {
        while let Some(message) = messages.next().await {
            let Some(from) = shared.subjects().sender_of(&message.subject) else { continue };
            let answer = message.reply.map(|reply| {
                let (answer, answered) = oneshot::channel::<Vec<u8>>();
                let link = shared.link.clone();
                actix::spawn(async move {
                    if let Ok(answer) = answered.await
                        && let Err(error) = link.client().publish(reply, answer.into()).await
                    {
                        tracing::warn!(%error, "cannot send an answer to another engine");
                    }
                });
                answer
            });
            engine.receive(from, &message.payload, answer);
        }
    });
    Ok(())
}

//! The messages between engines: one subject for each sender and receiver, on which the broker keeps the order.

use std::sync::Arc;

use actix::Recipient;
use engine::peers::{EngineId, PeerEvent};
use futures_util::StreamExt as _;
use tokio::sync::{mpsc, oneshot};

use super::Shared;
use crate::link::Link;
use crate::services::ServeError;

/// A message and its receiver.
pub(super) type Parcel = (EngineId, Vec<u8>);

/// Publishes the messages of this engine, in order. A message that comes while there is no connection is dropped: it
/// would arrive too late to be of use.
pub(super) async fn deliver(link: Link, me: EngineId, mut parcels: mpsc::UnboundedReceiver<Parcel>) {
    while let Some((to, message)) = parcels.recv().await {
        if link.is_connected()
            && let Err(error) = link.client().publish(link.subjects().to_engine(to, me), message.into()).await
        {
            tracing::warn!(%error, "a message to another engine was not sent");
        }
    }
}

/// Subscribes to the messages of other engines, and forwards them to `engine`.
///
/// # Errors
/// [`ServeError`], when the connection is closed.
pub(super) async fn listen(shared: &Arc<Shared>, engine: Recipient<PeerEvent>) -> Result<(), ServeError> {
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
                        tracing::warn!(%error, "an answer to another engine was not sent");
                    }
                });
                answer
            });
            engine.do_send(PeerEvent::Message { from, message: message.payload.into(), answer });
        }
    });
    Ok(())
}

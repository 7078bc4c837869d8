//! The engine's side of the queue.

use std::collections::HashMap;
use std::time::Duration;

use actix::{Actor, ActorFutureExt as _, Context, Handler, Recipient, ResponseActFuture, WrapFuture as _};
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt as _;
use shared::messages::{LinkError, RecordError, RecordResult, Recorded};
use shared::{RaceId, RacerId};
use tokio::time::timeout;

use super::{ANSWER_TO, NAME};
use crate::link::Link;
use crate::metrics;

/// The longest wait for a result to be recorded, shorter than the 5 s that the engine gives one attempt.
const SEND_TIMEOUT: Duration = Duration::from_secs(4);

type Answer = Result<Recorded, RecordError>;

/// A stand-in for the actor of an api that records results. Each message is one attempt, which its sender repeats until
/// there is an answer.
pub struct ResultSender {
    link: Link,
    /// The number of attempts so far for each result without an answer.
    attempts: HashMap<(RaceId, RacerId), u32>,
}

impl ResultSender {
    /// Starts a sender, inside a running actix system.
    pub fn start(link: &Link) -> Recipient<RecordResult> {
        Actor::start(Self { link: link.clone(), attempts: HashMap::new() }).recipient()
    }
}

impl Actor for ResultSender {
    type Context = Context<Self>;
}

impl Handler<RecordResult> for ResultSender {
    type Result = ResponseActFuture<Self, Answer>;

    fn handle(&mut self, result: RecordResult, _: &mut Self::Context) -> Self::Result {
        let key = (result.race, result.result.racer);
        let attempt = self.attempts.entry(key).and_modify(|attempt| *attempt += 1).or_insert(1);
        let (link, attempt) = (self.link.clone(), *attempt);
        let sent = async move {
            let answer = timeout(SEND_TIMEOUT, send(&link, &result, attempt)).await;
            answer.unwrap_or(Err(LinkError::DeadlineExceeded)).unwrap_or_else(|error| {
                metrics::failed(NAME, error);
                Err(error.into())
            })
        };
        Box::pin(sent.into_actor(self).map(move |answer, sender, _| {
            if let Ok(_) | Err(RecordError::Impossible(_)) = answer {
                sender.attempts.remove(&key);
            }
            answer
        }))
    }
}

/// Adds a result to the queue and waits for the answer of the api that receives it.
async fn send(link: &Link, result: &RecordResult, attempt: u32) -> Result<Answer, LinkError> {
    link.ready().await?;
    let payload = serde_json::to_vec(result).map_err(|_| LinkError::Unreadable)?;
    let inbox = link.client().new_inbox();
    let subscribed = link.client().subscribe(inbox.clone()).await;
    let mut answers = subscribed.map_err(|_| LinkError::Unreachable)?;
    let message = PublishMessage::build()
        .payload(payload.into())
        .message_id(message_id(result, attempt))
        .header(ANSWER_TO, inbox.as_str());
    let published = match link.jetstream().send_publish(link.subjects().of_result(result), message).await {
        Ok(published) => published.await,
        Err(error) => Err(error),
    };
    match published {
        // Another process has sent this attempt and awaits the answer; the next attempt is a new message.
        Ok(kept) if kept.duplicate => return Err(LinkError::Unreachable),
        Ok(_) => {}
        Err(error) => {
            // If the broker has lost its store, an api creates the stream again.
            tracing::warn!(race.id = %result.race, %error, "the queue did not accept a result");
            return Err(LinkError::Unreachable);
        }
    }
    let answer = answers.next().await.ok_or(LinkError::Unreachable)?;
    serde_json::from_slice(&answer.payload).map_err(|_| LinkError::Unreadable)
}

/// Returns the id by which the broker drops duplicates. Each attempt has its own: a result whose answer was lost must
/// be delivered again.
fn message_id(result: &RecordResult, attempt: u32) -> String {
    format!("{}.{}.{attempt}", result.race, result.result.racer)
}

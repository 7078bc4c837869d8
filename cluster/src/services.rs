//! The answering side: the subscriptions of one process, and their end.

use std::sync::Arc;
use std::time::Duration;

use actix::Recipient;
use async_nats::{Message, Subscriber};
use futures_util::StreamExt as _;
use shared::messages::{LinkError, RecordResult};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::link::Link;
use crate::request::Request;
use crate::{metrics, results};

/// Requests of one kind that are answered at the same time; further ones wait in the subscription.
const AT_ONCE: u32 = 256;

/// The longest wait for the last answers when the services stop.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// The services of this process for others. They end with its system; [`Services::stop`] ends them in order.
pub struct Services {
    link: Link,
    stop: watch::Sender<bool>,
    running: Vec<JoinHandle<()>>,
}

/// The error when the broker could not be told of a service.
#[derive(Debug, thiserror::Error)]
#[error("cannot subscribe to requests: {0}")]
pub struct ServeError(pub(crate) String);

impl Services {
    /// Creates the value without any service.
    #[must_use]
    pub fn new(link: &Link) -> Self {
        Self { link: link.clone(), stop: watch::Sender::new(false), running: Vec::new() }
    }

    /// Has `recipient` answer requests, from the moment at which this returns.
    ///
    /// # Errors
    /// [`ServeError`], when the connection is closed.
    pub async fn answer<M: Request>(&mut self, recipient: Recipient<M>) -> Result<(), ServeError> {
        let subject = self.link.subjects().of_request::<M>();
        let subscribed = self.link.client().queue_subscribe(subject, M::GROUP.to_owned()).await;
        let requests = subscribed.map_err(|error| ServeError(error.to_string()))?;
        self.link.round_trip().await;
        let serving = serve(self.link.clone(), requests, recipient, self.stop.subscribe());
        self.running.push(actix::spawn(serving));
        Ok(())
    }

    /// Has `recipient` record the results in the queue from now on.
    pub fn record_results(&mut self, recipient: Recipient<RecordResult>) {
        let recording = results::work(self.link.clone(), recipient, self.stop.subscribe());
        self.running.push(actix::spawn(recording));
    }

    /// Takes no more requests, answers the ones already taken, and flushes the answers to the broker.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        if !self.link.is_connected() {
            return tracing::warn!("the last answers did not reach NATS, which is away");
        }
        let last_answers = async {
            for service in self.running {
                // A service that panicked answers nothing more.
                let _ = service.await;
            }
            self.link.client().flush().await
        };
        match timeout(LAST_ANSWERS, last_answers).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the last answers did not reach NATS"),
            Err(_) => tracing::warn!("the last answers did not reach NATS in time"),
        }
    }
}

/// Answers requests until `stop`, and then the ones that had arrived.
async fn serve<M: Request>(
    link: Link,
    mut requests: Subscriber,
    recipient: Recipient<M>,
    mut stop: watch::Receiver<bool>,
) {
    let free = Arc::new(Semaphore::new(AT_ONCE as usize));
    let mut is_stopping = false;
    while let Ok(place) = Arc::clone(&free).acquire_owned().await {
        let request = tokio::select! {
            request = requests.next() => request,
            _ = stop.wait_for(|stop| *stop), if !is_stopping => {
                is_stopping = true;
                if requests.drain().await.is_err() {
                    break;
                }
                continue;
            }
        };
        let Some(request) = request else { break };
        let (link, recipient) = (link.clone(), recipient.clone());
        actix::spawn(async move {
            answer(&link, &recipient, request).await;
            drop(place);
        });
    }
    // All places are free when all are answered.
    let _ = free.acquire_many(AT_ONCE).await;
}

async fn answer<M: Request>(link: &Link, recipient: &Recipient<M>, request: Message) {
    let Some(reply) = request.reply else {
        tracing::warn!(message = M::NAME, "a request says nowhere to answer");
        return metrics::unreadable(M::NAME);
    };
    let answer = match serde_json::from_slice(&request.payload) {
        Ok(message) => recipient.send(message).await.unwrap_or(Err(LinkError::Unreachable.into())),
        Err(_) => {
            // The error's own text may quote the message, which may hold names.
            tracing::warn!(message = M::NAME, size_bytes = request.payload.len(), "a request cannot be read");
            metrics::unreadable(M::NAME);
            Err(LinkError::Unreadable.into())
        }
    };
    link.answer(M::NAME, reply, &answer).await;
}

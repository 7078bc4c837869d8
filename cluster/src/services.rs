//! The answering side: the subscriptions of one process, and their shutdown.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix::Recipient;
use async_nats::{Message, Subscriber};
use futures_util::StreamExt as _;
use futures_util::future::LocalBoxFuture;
use shared::messages::{LinkError, RecordResult};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::link::Link;
use crate::request::Request;
use crate::{metrics, results};

/// The number of requests of one kind that are answered at once; further ones wait in the subscription.
const AT_ONCE: u32 = 256;

/// The longest wait for the last answers when the services stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers a request with JSON.
type Answering = Rc<dyn Fn(Message) -> LocalBoxFuture<'static, serde_json::Result<Vec<u8>>>>;

/// The services of this process for others. They end with its actix system; [`Services::stop`] shuts them down in
/// order.
pub struct Services {
    link: Link,
    stop: watch::Sender<bool>,
    running: Vec<JoinHandle<()>>,
}

/// The error when a service cannot subscribe to its requests.
#[derive(Debug, thiserror::Error)]
#[error("cannot subscribe to requests: {0}")]
pub struct ServeError(pub(crate) String);

impl Services {
    /// Creates the value without any service.
    #[must_use]
    pub fn new(link: &Link) -> Self {
        Self { link: link.clone(), stop: watch::Sender::new(false), running: Vec::new() }
    }

    /// Sends requests to `recipient`, which answers them, from the moment this returns.
    ///
    /// # Errors
    /// Returns a [`ServeError`] if the connection is closed.
    pub fn answer<M: Request>(&mut self, recipient: Recipient<M>) -> LocalBoxFuture<'_, Result<(), ServeError>> {
        let subject = self.link.subjects().of_request::<M>();
        let answering: Answering = Rc::new(move |request| Box::pin(answer(recipient.clone(), request)));
        self.subscribe(M::NAME, subject, M::GROUP, answering)
    }

    /// Does the work of [`Services::answer`], and is compiled once for all messages.
    fn subscribe(
        &mut self,
        name: &'static str,
        subject: String,
        group: &'static str,
        answering: Answering,
    ) -> LocalBoxFuture<'_, Result<(), ServeError>> {
        Box::pin(async move {
            let subscribed = self.link.client().queue_subscribe(subject, group.to_owned()).await;
            let requests = subscribed.map_err(|error| ServeError(error.to_string()))?;
            self.link.round_trip().await;
            let serving = serve(self.link.clone(), name, requests, answering, self.stop.subscribe());
            self.running.push(actix::spawn(serving));
            Ok(())
        })
    }

    /// Sends the results in the queue to `recipient`, which records them, from now on.
    pub fn record_results(&mut self, recipient: Recipient<RecordResult>) {
        let recording = results::work(self.link.clone(), recipient, self.stop.subscribe());
        self.running.push(actix::spawn(recording));
    }

    /// Accepts no more requests, answers the accepted ones, and flushes the answers to the broker.
    pub fn stop(self) -> LocalBoxFuture<'static, ()> {
        Box::pin(async move {
            self.stop.send_replace(true);
            if !self.link.is_connected() {
                return tracing::warn!("the last answers did not reach NATS: not connected");
            }
            let last_answers = async {
                for service in self.running {
                    // A service that panicked answers nothing more.
                    let _ = service.await;
                }
                self.link.client().flush().await
            };
            match timeout(STOP_TIMEOUT, last_answers).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!(%error, "the last answers did not reach NATS"),
                Err(_) => tracing::warn!("the last answers did not reach NATS in time"),
            }
        })
    }
}

/// Answers requests until `stop`, and then those that had already arrived.
async fn serve(
    link: Link,
    name: &'static str,
    mut requests: Subscriber,
    answering: Answering,
    mut stop: watch::Receiver<bool>,
) {
    let free = Arc::new(Semaphore::new(AT_ONCE as usize));
    let mut is_stopping = false;
    while let Ok(permit) = Arc::clone(&free).acquire_owned().await {
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
        let Some(reply) = request.reply.clone() else {
            tracing::warn!(message = name, "a request has no reply subject");
            metrics::unreadable(name);
            continue;
        };
        let (link, answer) = (link.clone(), answering(request));
        actix::spawn(async move {
            link.answer(name, reply, answer.await).await;
            drop(permit);
        });
    }
    // All permits are free once all requests are answered.
    let _ = free.acquire_many(AT_ONCE).await;
}

async fn answer<M: Request>(recipient: Recipient<M>, request: Message) -> serde_json::Result<Vec<u8>> {
    let answer = match serde_json::from_slice(&request.payload) {
        Ok(message) => recipient.send(message).await.unwrap_or(Err(LinkError::Unreachable.into())),
        Err(_) => {
            // The error's text may quote the message, which may contain names.
            tracing::warn!(message = M::NAME, size_bytes = request.payload.len(), "cannot read a request");
            metrics::unreadable(M::NAME);
            Err(LinkError::Unreadable.into())
        }
    };
    serde_json::to_vec(&answer)
}

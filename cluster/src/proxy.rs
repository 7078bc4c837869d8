//! The requesting side.

use std::marker::PhantomData;

use actix::{Actor, Context, Handler, Recipient, ResponseFuture};
use shared::messages::LinkError;
use tokio::time::timeout;

use crate::link::Link;
use crate::metrics;
use crate::request::Request;

/// A stand-in for an actor in another process, which sends each message as a request and returns the answer.
pub struct Proxy<M> {
    link: Link,
    message: PhantomData<fn(M)>,
}

impl<M: Request> Proxy<M> {
    /// Starts a proxy, inside a running actix system.
    pub fn start(link: &Link) -> Recipient<M> {
        Actor::start(Self { link: link.clone(), message: PhantomData }).recipient()
    }
}

impl<M: Request> Actor for Proxy<M> {
    type Context = Context<Self>;
}

impl<M: Request> Handler<M> for Proxy<M> {
    type Result = ResponseFuture<Result<M::Answer, M::Error>>;

    fn handle(&mut self, message: M, _: &mut Self::Context) -> Self::Result {
        let link = self.link.clone();
        Box::pin(async move {
            let answer = timeout(M::TIMEOUT, ask(&link, &message)).await;
            answer.unwrap_or(Err(LinkError::DeadlineExceeded)).unwrap_or_else(|error| {
                metrics::failed(M::NAME, error);
                Err(error.into())
            })
        })
    }
}

async fn ask<M: Request>(link: &Link, message: &M) -> Result<Result<M::Answer, M::Error>, LinkError> {
    let request = serde_json::to_vec(message).map_err(|_| LinkError::Unreadable)?;
    let answer = link.request(link.subjects().of_request::<M>(), request, M::TIMEOUT).await?;
    serde_json::from_slice(&answer).map_err(|_| {
        tracing::warn!(message = M::NAME, size_bytes = answer.len(), "cannot read an answer");
        LinkError::Unreadable
    })
}

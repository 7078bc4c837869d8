//! The requesting side.

use actix::{Actor, Addr, Context, Handler, ResponseFuture};
use shared::messages::LinkError;

use crate::link::Link;
use crate::metrics;
use crate::request::Request;

/// A stand-in for the actors in other processes, which sends each message as a request and returns the answer.
pub struct Proxy {
    link: Link,
}

impl Proxy {
    /// Starts a proxy, inside a running actix system.
    pub fn start(link: &Link) -> Addr<Self> {
        Actor::start(Self { link: link.clone() })
    }
}

impl Actor for Proxy {
    type Context = Context<Self>;
}

impl<M: Request> Handler<M> for Proxy {
    type Result = ResponseFuture<Result<M::Answer, M::Error>>;

    fn handle(&mut self, message: M, _: &mut Self::Context) -> Self::Result {
        let link = self.link.clone();
        Box::pin(async move {
            let answer = match serde_json::to_vec(&message) {
                Ok(request) => link.request(link.subjects().of_request::<M>(), request, M::TIMEOUT).await,
                Err(_) => Err(LinkError::Unreadable),
            };
            answer.and_then(read::<M>).unwrap_or_else(|error| {
                metrics::failed(M::NAME, error);
                Err(error.into())
            })
        })
    }
}

fn read<M: Request>(answer: Vec<u8>) -> Result<Result<M::Answer, M::Error>, LinkError> {
    serde_json::from_slice(&answer).map_err(|_| {
        tracing::warn!(message = M::NAME, size_bytes = answer.len(), "cannot read an answer");
        LinkError::Unreadable
    })
}

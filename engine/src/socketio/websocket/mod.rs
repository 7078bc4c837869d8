//! A WebSocket on actix-web, for whatever is spoken over it (RFC 6455).
//!
//! [`accept`] answers the opening handshake and gives the two halves: [`Incoming`] reads what the client sends, within
//! limits that hold before anything is buffered, and [`Opening::writing`] makes a stream of frames the outgoing half.
//! Extensions, such as compression, are never agreed to.

mod incoming;
mod message;

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use actix_web::{
    HttpRequest, HttpResponse,
    body::{BodySize, MessageBody},
    web,
};
use bytes::Bytes;
use futures_util::Stream;
use tokio::sync::oneshot;

pub use incoming::{Incoming, Received, Violation};

/// The request does not open a WebSocket as RFC 6455 (4.2.1) wants it.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct NotAWebSocket(#[from] actix_http::ws::HandshakeError);

/// A WebSocket whose outgoing half is not there yet.
pub struct Opening {
    response: HttpResponse,
    hangup: oneshot::Sender<Infallible>,
}

/// Answers the opening handshake. Messages of more than `max_message` bytes will not be read.
///
/// # Errors
/// When it is no such handshake.
pub fn accept(
    request: &HttpRequest,
    body: web::Payload,
    max_message: usize,
) -> Result<(Opening, Incoming), NotAWebSocket> {
    let response = actix_http::ws::handshake(request.head())?.finish().map_into_boxed_body().into();
    let (hangup, hung_up) = oneshot::channel();
    Ok((Opening { response, hangup }, Incoming::new(body.into_inner(), hung_up, max_message)))
}

impl Opening {
    /// The response that opens the WebSocket. The HTTP connection takes `frames` when it can write; with their end, the
    /// connection ends, and with the connection, [`Incoming`].
    pub fn writing(self, frames: impl Stream<Item = Bytes> + Unpin + 'static) -> HttpResponse {
        self.response.set_body(Writer { frames, _hangup: self.hangup }).map_into_boxed_body()
    }
}

/// The outgoing half, as the body of the response.
struct Writer<S> {
    frames: S,
    /// The HTTP layer does not tell who reads a request's body that the connection is gone; it only drops us.
    _hangup: oneshot::Sender<Infallible>,
}

impl<S: Stream<Item = Bytes> + Unpin> MessageBody for Writer<S> {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        Pin::new(&mut self.frames).poll_next(cx).map(|frames| frames.map(Ok))
    }
}

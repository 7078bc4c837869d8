//! A request for a WebSocket.

use std::io;

use actix_codec::Framed;
use actix_http::{
    Request, RequestHead, Response,
    body::{BodySize, BoxBody, MessageBody},
    h1,
    ws::{HandshakeError, handshake},
};
use futures_util::SinkExt;
use tokio::net::TcpStream;

use super::{Incoming, WebSocket, end};

/// A request for a WebSocket that is not answered yet.
pub struct Opening {
    request: Request,
    connection: Framed<TcpStream, h1::Codec>,
}

impl Opening {
    pub(crate) fn new(request: Request, connection: Framed<TcpStream, h1::Codec>) -> Self {
        Self { request, connection }
    }

    /// Returns the head of the request.
    pub fn head(&self) -> &RequestHead {
        self.request.head()
    }

    /// Checks that this is a valid request for a WebSocket (RFC 6455, 4.2.1).
    ///
    /// # Errors
    /// Returns the fault of the request, which converts to an answer for [`Opening::refuse`].
    pub fn check(&self) -> Result<(), HandshakeError> {
        handshake(self.head()).map(drop)
    }

    /// Opens the WebSocket, whose messages have at most `max_message` bytes.
    ///
    /// # Errors
    /// Returns an I/O error if the connection is lost, or if the request is invalid and was therefore refused.
    pub async fn accept(mut self, max_message: usize) -> io::Result<WebSocket> {
        let mut response = match handshake(self.head()) {
            Ok(response) => response,
            Err(error) => {
                self.refuse(error).await?;
                return Err(io::ErrorKind::InvalidInput.into());
            }
        };
        let response = response.message_body(()).map_err(|error| io::Error::other(error.to_string()))?;
        self.connection.send(h1::Message::Item((response, BodySize::None))).await?;
        let parts = self.connection.into_parts();
        Ok(WebSocket { io: parts.io, incoming: Incoming::new(parts.read_buf, max_message) })
    }

    /// Answers with a plain HTTP response instead of a WebSocket, and ends the connection.
    ///
    /// # Errors
    /// Returns an I/O error if the connection is lost.
    pub async fn refuse(mut self, response: impl Into<Response<BoxBody>>) -> io::Result<()> {
        let (mut response, body) = response.into().into_parts();
        response.head_mut().set_connection_type(actix_http::ConnectionType::Close);
        let size = body.size();
        self.connection.send(h1::Message::Item((response, size))).await?;
        if let Ok(body) = body.try_into_bytes() {
            self.connection.send(h1::Message::Chunk(Some(body))).await?;
        }
        end(&mut self.connection.into_parts().io).await
    }
}

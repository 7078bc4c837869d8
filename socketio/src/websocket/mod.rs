//! WebSockets (RFC 6455) on the TCP connection itself.
//!
//! A request for a WebSocket leaves actix-web together with its connection ([`Opening`]). From then on the handler of
//! the WebSocket reads and writes the connection itself: no HTTP state remains, and a silent connection holds no
//! buffer. Frames are read by the codec of actix-http.

mod incoming;
mod opening;
mod routes;

pub use incoming::{Message, Violation};
pub use opening::Opening;
pub use routes::WebSockets;

pub(crate) use incoming::Incoming;

use std::{future::pending, io, time::Duration};

use actix_http::ws::{CloseReason, OpCode, Parser};
use bytes::BytesMut;
use tokio::{io::AsyncWriteExt, net::TcpStream, time::timeout};

/// The time for the peer to close its side after the server has closed its own. If TCP were closed while bytes still
/// arrive, the peer would lose the last ones sent to it.
const LINGER_TIMEOUT: Duration = Duration::from_secs(2);

/// The bytes that the peer may have in transit: as many as it sends while the server's last bytes reach it.
const LINGER_BYTES: usize = 256 * 1024;

/// An open WebSocket, for a caller that reads and writes in turn.
pub struct WebSocket {
    io: TcpStream,
    incoming: Incoming,
}

/// A frame to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame<'a> {
    /// A text message.
    Text(&'a str),
    /// A binary message.
    Binary(&'a [u8]),
    /// The answer to a ping, with the data that came with it.
    Pong(&'a [u8]),
}

impl WebSocket {
    /// Waits for the next message; `None` after the end of the connection.
    pub async fn recv(&mut self) -> Option<Result<Message, Violation>> {
        self.incoming.next(&mut self.io).await
    }

    /// Sends a message, or the answer to a ping.
    ///
    /// # Errors
    /// Returns an I/O error if the connection is lost.
    pub async fn send(&mut self, frame: Frame<'_>) -> io::Result<()> {
        let (opcode, payload) = match frame {
            Frame::Text(text) => (OpCode::Text, text.as_bytes()),
            Frame::Binary(bytes) => (OpCode::Binary, bytes),
            Frame::Pong(data) => (OpCode::Pong, data),
        };
        let mut frame = BytesMut::new();
        Parser::write_message(&mut frame, payload, opcode, true, false);
        self.io.write_all(&frame).await
    }

    /// Sends the reason for closing, and ends the connection.
    ///
    /// # Errors
    /// Returns an I/O error if the connection is lost.
    pub async fn close(mut self, reason: Option<CloseReason>) -> io::Result<()> {
        let mut frame = BytesMut::new();
        Parser::write_close(&mut frame, reason, false);
        self.io.write_all(&frame).await?;
        end(&mut self.io).await
    }

    /// Returns the connection and the reader of its messages.
    pub(crate) fn into_parts(self) -> (TcpStream, Incoming) {
        (self.io, self.incoming)
    }
}

/// Ends a connection after its last bytes were sent.
async fn end(io: &mut TcpStream) -> io::Result<()> {
    io.shutdown().await?;
    linger(io).await;
    Ok(())
}

/// Waits until the peer has closed its side too. Bytes in transit are read and dropped; a peer that keeps sending is no
/// longer read, and so has to stop.
pub(crate) async fn linger(io: &TcpStream) {
    let until_closed = async {
        // On the heap, since the future itself holds its memory for the life of the connection.
        let mut unwanted = vec![0; 4096];
        let mut left = LINGER_BYTES;
        while left > 0 {
            io.readable().await?;
            match io.try_read(&mut unwanted) {
                Ok(0) => return Ok(()),
                Ok(read) => left = left.saturating_sub(read),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        pending().await
    };
    // A peer that takes longer, or is gone, gets nothing more.
    let _: Result<io::Result<()>, _> = timeout(LINGER_TIMEOUT, until_closed).await;
}

//! What speaks over a connection, and what it speaks with.

use std::{net::IpAddr, sync::Arc};

use actix::Context;
use bytes::Bytes;

use super::{Connection, DisconnectReason, Outbox, Packet};
use crate::socketio::codec::{self, Text};

/// What lies behind a path: it makes a [`Protocol`] for each connection. One value per process.
pub trait Endpoint: Send + Sync + 'static {
    /// What speaks over one connection.
    type Protocol: Protocol;

    /// A client opened a connection.
    fn open(&self, link: Link) -> Self::Protocol;
}

/// What speaks over one connection. It lives inside the connection's actor.
pub trait Protocol: Sized + Unpin + 'static {
    /// The actor runs: the place for timers.
    fn started(&mut self, _ctx: &mut Context<Connection<Self>>) {}

    /// The client sent a message.
    ///
    /// # Errors
    /// The reason for which the connection is to be closed.
    fn message(&mut self, message: Message, ctx: &mut Context<Connection<Self>>) -> Result<(), DisconnectReason>;

    /// The connection is over: the last call, and the only one of its kind.
    fn closed(&mut self, reason: DisconnectReason);
}

/// A message in either direction.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// Text.
    Text(Text),
    /// Bytes.
    Binary(Bytes),
}

impl Message {
    /// Length of the content in bytes.
    pub fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
        }
    }

    /// Whether there is no content.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// One side's hold on a connection: it sends and closes, from any thread and without waiting.
pub struct Link {
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) peer: Option<IpAddr>,
}

impl Link {
    /// Queues a message. A client too slow to take what waits for it is disconnected.
    pub fn send(&self, message: Message) {
        let packet = match message {
            Message::Text(text) => codec::text_message(text),
            Message::Binary(bytes) => Packet::binary(&bytes),
        };
        self.outbox.push(&[packet]);
    }

    /// The client has shown what it came for. Until then its connection gives up its place to a newcomer when as many live
    /// as may.
    pub fn settle(&self) {
        self.outbox.settle();
    }

    /// Closes the connection, after what waits for the client.
    pub fn close(&self) {
        self.outbox.close(DisconnectReason::ClosedByServer);
    }

    /// The address that the connection comes from, when it is known.
    pub fn peer(&self) -> Option<IpAddr> {
        self.peer
    }
}

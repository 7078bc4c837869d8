//! An event that a client sent, and its acknowledgement.

use serde::Serialize;
use tokio::time::Instant;

use crate::{Arguments, Socket, codec};

/// An event from a client.
#[derive(Debug)]
pub struct Event {
    /// The name of the event.
    pub name: String,
    /// The arguments of the event.
    pub args: Arguments,
    /// Present if the client asked for an acknowledgement. It may be kept, answered from any thread, or dropped.
    pub ack: Option<Ack>,
    /// The moment at which the transport read the event.
    pub received_at: Instant,
}

/// A client's request for an acknowledgement of its event. If this is dropped, the client gets none.
#[derive(Debug)]
pub struct Ack {
    socket: Socket,
    id: i64,
}

impl Ack {
    pub(super) fn new(socket: Socket, id: i64) -> Self {
        Self { socket, id }
    }

    /// Sends the acknowledgement with one argument, or with several when `args` is a tuple or [`Arguments`]. Does
    /// nothing if the client is gone.
    pub fn send(self, args: &impl Serialize) {
        self.socket.deliver(&codec::ack(self.socket.namespace(), args, self.id));
    }
}

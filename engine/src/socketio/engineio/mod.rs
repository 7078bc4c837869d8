//! Engine.IO v4: one connection over HTTP long-polling, a WebSocket, or one after the other.
//!
//! <https://socket.io/docs/v4/engine-io-protocol/>. What speaks over a connection is a [`Protocol`]; Socket.IO is one.

mod outbox;
mod packet;
mod reason;
mod sid;

pub use reason::DisconnectReason;

pub(crate) use outbox::{Closed, Outbox};
pub(crate) use packet::Packet;
pub(crate) use sid::Sid;

//! Engine.IO v4: one connection over HTTP long-polling, a WebSocket, or one after the other.
//!
//! <https://socket.io/docs/v4/engine-io-protocol/>. A [`Protocol`] handles the messages of one connection; Socket.IO is
//! one, and an [`Endpoint`] makes one for each connection. This layer knows nothing about namespaces and events.

// From the bottom up: each module uses only those above it.
mod packet;
mod reason;
mod sid;

mod codec;
mod outbox;

mod handshake;
mod incoming;
mod link;
mod registry;

mod connection;
mod shared;

mod polling;
mod websocket;

mod server;

pub use codec::SharedText;
pub use connection::{Connection, Protocol};
pub use link::{Link, Message};
pub use reason::DisconnectReason;
pub use server::Server;
pub use shared::Endpoint;

#[cfg(test)]
pub(crate) use codec::read_payload;
#[cfg(any(test, feature = "testing"))]
pub(crate) use codec::{FromClient, read_packet};
pub(crate) use codec::{Malformed, text_message};
pub(crate) use outbox::Outbox;
pub(crate) use packet::Packet;
pub(crate) use sid::Sid;

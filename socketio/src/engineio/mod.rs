//! Engine.IO v4: one connection over HTTP long-polling, a WebSocket, or first the one and then the other.
//!
//! <https://socket.io/docs/v4/engine-io-protocol/>. A [`Protocol`] handles the messages of one connection; Socket.IO is
//! one, and an [`Endpoint`] makes one for each connection.

mod protocol;
mod reason;

mod connection;
mod outbox;
mod packet;
mod registry;
mod server;
mod sid;

mod handshake;
mod polling;
mod routes;
mod websocket;

pub use connection::Connection;
pub use protocol::{Endpoint, Link, Message, Protocol};
pub use reason::DisconnectReason;
pub use routes::{configure, websockets};
pub use server::Server;

pub use super::codec::Text;

pub(crate) use outbox::Outbox;
pub(crate) use packet::Packet;
pub(crate) use sid::Sid;

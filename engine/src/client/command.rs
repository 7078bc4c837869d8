//! The commands that sessions send to a room.

use actix::Message;
use shared::RacerId;
use shared::wire::ClientEvent;
use socketio::{Ack, Socket};
use tokio::time::Instant;

/// The identity of a watcher at this engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WatcherId(pub(crate) u64);

/// A watcher enters the room with this socket or, without one, has gone.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct WatchCommand {
    pub(crate) watcher: WatcherId,
    pub(crate) socket: Option<Socket>,
}

/// An event of a client for the room, or the end of its socket. A refusal is sent to `socket`, and to `ack` when there
/// is one.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct RoomCommand {
    /// The racer, identified by the token of the connection.
    pub(crate) user: RacerId,
    pub(crate) socket: Socket,
    /// The event; `None` once the socket has closed.
    pub(crate) event: Option<ClientEvent>,
    /// The username that the event claims, if any.
    pub(crate) username: Option<String>,
    /// Present when the client asked for an acknowledgement.
    pub(crate) ack: Option<Ack>,
    /// The moment at which the transport read the event.
    pub(crate) received_at: Instant,
}

impl RoomCommand {
    /// Returns the command for a socket that has closed.
    pub(crate) fn leave(user: RacerId, socket: Socket) -> Self {
        Self { user, socket, event: None, username: None, ack: None, received_at: Instant::now() }
    }

    /// Returns the name of the event that a refusal is about.
    pub(crate) fn name(&self) -> &'static str {
        self.event.as_ref().map_or("leave", ClientEvent::name)
    }
}

//! The commands that sessions and gateways send to a room.

use actix::Message;
use shared::UserId;
use shared::wire::ClientEvent;
use tokio::time::Instant;

use super::listener::{Listener, Reply};
use crate::ids::Ticket;

/// An event of a client for the room, or the end of its socket. A refusal is sent to `socket`, and to `ack` when there
/// is one.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct RoomCommand {
    /// The racer, identified by the token of the connection.
    pub(crate) user: UserId,
    pub(crate) socket: Listener,
    /// The event; `None` once the socket has closed.
    pub(crate) event: Option<ClientEvent>,
    /// The username that the event claims, if any.
    pub(crate) username: Option<String>,
    /// Present when the socket joins again after the room has moved.
    pub(crate) ticket: Option<Ticket>,
    /// Present when the client asked for an acknowledgement.
    pub(crate) ack: Option<Reply>,
    /// The moment at which the racer's engine read the event from the network.
    pub(crate) received_at: Instant,
}

impl RoomCommand {
    /// Returns the command for `event`, which is received now and awaits no answer.
    pub(crate) fn new(user: UserId, socket: Listener, event: ClientEvent) -> Self {
        Self { event: Some(event), ..Self::leave(user, socket) }
    }

    /// Returns the command for a socket that has closed.
    pub(crate) fn leave(user: UserId, socket: Listener) -> Self {
        Self { user, socket, event: None, username: None, ticket: None, ack: None, received_at: Instant::now() }
    }

    /// Returns the command for a socket that joined with `ticket` and joins again, after the room has moved.
    pub(crate) fn rejoin(user: UserId, socket: Listener, ticket: Ticket) -> Self {
        Self { ticket: Some(ticket), ..Self::new(user, socket, ClientEvent::Join) }
    }

    /// Returns the name of the event that a refusal is about.
    pub(crate) fn name(&self) -> &'static str {
        self.event.as_ref().map_or("leave", ClientEvent::name)
    }
}

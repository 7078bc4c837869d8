//! The commands that sessions send to a room, and their errors.

use actix::Message;
use shared::UserId;
use shared::wire::ClientEvent;
use tokio::time::Instant;

use super::listener::{Listener, Reply};

/// A command of a client to the room. A refusal is sent to `socket`, and to `ack` when there is one.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct RoomCommand {
    /// The racer, identified by the token of the connection.
    pub(crate) user: UserId,
    pub(crate) socket: Listener,
    pub(crate) action: Action,
    /// The username that the event claims, if any.
    pub(crate) username: Option<String>,
    /// Present when the client asked for an acknowledgment.
    pub(crate) ack: Option<Reply>,
    /// The moment at which the event was read from the network.
    pub(crate) received_at: Instant,
}

impl RoomCommand {
    /// Returns a command that is received now and awaits no answer.
    pub(crate) fn new(user: UserId, socket: Listener, action: Action) -> Self {
        Self { user, socket, action, username: None, ack: None, received_at: Instant::now() }
    }
}

#[derive(Debug)]
pub(crate) enum Action {
    /// A socket that joined with this ticket is still connected after the room has moved. Sent by gateways only.
    Return(u64),
    /// The socket has closed; sent by the session.
    Leave,
    Event(ClientEvent),
}

impl Action {
    /// Returns the name of the event that a refusal is about.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Return(_) => ClientEvent::Join.name(),
            Self::Leave => "leave",
            Self::Event(event) => event.name(),
        }
    }
}

impl From<ClientEvent> for Action {
    fn from(event: ClientEvent) -> Self {
        Self::Event(event)
    }
}

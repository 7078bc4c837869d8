//! The commands that sessions send to a room, and their errors.

use actix::Message;
use serde::{Deserialize, Serialize};
use shared::wire::ClientEvent;
use shared::{ErrorCode, UserId};
use tokio::time::Instant;

use super::listener::{Listener, Reply};

use crate::fault::Refusal;
use crate::race::{FinishError, IdentityError, NoSeat, NotRacing, ProgressError};

/// A command of a client to the room. A refusal is sent to `socket`, and to `ack` when there is one.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct RoomCommand {
    /// The racer, by the token of the connection.
    pub(crate) user: UserId,
    /// The socket that sent the command.
    pub(crate) socket: Listener,
    /// The action.
    pub(crate) action: Action,
    /// The username that the event claims, if any.
    pub(crate) username: Option<String>,
    /// Present when the client asked for an acknowledgment.
    pub(crate) ack: Option<Reply>,
    /// The moment at which the event was read from the network.
    pub(crate) received_at: Instant,
}

/// An action on a room.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Action {
    /// A socket that has joined with this ticket is still there after the room has moved. Sent by gateways only.
    Return(u64),
    /// The socket is gone; sent by the session.
    Leave,
    /// An event of the client.
    #[serde(untagged)]
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

/// The error when a command is refused, as a sentence for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error(transparent)]
    NotRacing(#[from] NotRacing),
    #[error(transparent)]
    Progress(#[from] ProgressError),
    #[error(transparent)]
    Finish(#[from] FinishError),
}

impl From<NoSeat> for CommandError {
    fn from(error: NoSeat) -> Self {
        Self::Identity(error.into())
    }
}

impl Refusal for NotRacing {
    fn code(&self) -> ErrorCode {
        match self {
            Self::NotJoined => ErrorCode::NotJoined,
            Self::NotStarted => ErrorCode::RaceNotStarted,
            Self::Over => ErrorCode::RaceOver,
        }
    }
}

impl Refusal for CommandError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::Identity(IdentityError::NoSeat(NoSeat)) => ErrorCode::NoSeat,
            Self::Identity(IdentityError::ForeignName) => ErrorCode::ForeignName,
            Self::NotRacing(error)
            | Self::Progress(ProgressError::NotRacing(error))
            | Self::Finish(FinishError::NotRacing(error)) => error.code(),
            Self::Progress(ProgressError::Finished) => ErrorCode::AlreadyFinished,
            Self::Progress(ProgressError::TooFast) | Self::Finish(FinishError::TooFast) => ErrorCode::TooFast,
            Self::Progress(ProgressError::TooFarBack) => ErrorCode::TooFarBack,
            Self::Finish(FinishError::NotTyped) => ErrorCode::NotTyped,
            Self::Finish(FinishError::NoAccuracy) => ErrorCode::NoAccuracy,
            Self::Finish(FinishError::TooManyKeys) => ErrorCode::TooManyKeys,
            Self::Finish(FinishError::WrongKeys) => ErrorCode::WrongKeys,
        }
    }
}

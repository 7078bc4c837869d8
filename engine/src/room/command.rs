//! The commands that sessions send to a room, and their errors.

use actix::Message;
use serde::{Deserialize, Serialize};
use shared::{ErrorCode, Percent, UserId};
use tokio::time::Instant;

use super::listener::{Listener, Reply};

use crate::fault::Refusal;
use crate::race::{Effort, FinishError, SeatError, TypingError};

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

/// An action of a client.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Action {
    /// The client joins, or comes back.
    Join,
    /// A socket that has joined with this ticket is still there after the room has moved. Sent by gateways only.
    Return(u64),
    /// The racer has typed this share of the text.
    Typing(Percent),
    /// The client's countdown says that the race may get ready; the room's own clock decides.
    Starting,
    /// The client's countdown says that the race may begin; the room's own clock decides.
    Start,
    /// The racer has typed the whole text.
    Finish(Effort),
    /// The socket is gone; sent by the session.
    Leave,
}

impl Action {
    /// Returns the event's name on the wire.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Join | Self::Return(_) => "join",
            Self::Typing(_) => "typing",
            Self::Starting => "starting",
            Self::Start => "start",
            Self::Finish(_) => "finish",
            Self::Leave => "leave",
        }
    }
}

/// The error when a command is refused, as a sentence for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    #[error(transparent)]
    Seat(#[from] SeatError),
    #[error(transparent)]
    Typing(#[from] TypingError),
    #[error(transparent)]
    Finish(#[from] FinishError),
}

impl Refusal for CommandError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::Seat(SeatError::NoSeat) => ErrorCode::NoSeat,
            Self::Seat(SeatError::ForeignName) => ErrorCode::ForeignName,
            Self::Typing(TypingError::NotJoined) | Self::Finish(FinishError::NotJoined) => ErrorCode::NotJoined,
            Self::Typing(TypingError::NotStarted) | Self::Finish(FinishError::NotStarted) => ErrorCode::RaceNotStarted,
            Self::Typing(TypingError::Over) | Self::Finish(FinishError::Over) => ErrorCode::RaceOver,
            Self::Typing(TypingError::Finished) => ErrorCode::AlreadyFinished,
            Self::Typing(TypingError::TooFast) | Self::Finish(FinishError::TooFast) => ErrorCode::TooFast,
            Self::Typing(TypingError::TooFarBack) => ErrorCode::TooFarBack,
            Self::Finish(FinishError::NotTyped) => ErrorCode::NotTyped,
            Self::Finish(FinishError::NoAccuracy) => ErrorCode::NoAccuracy,
            Self::Finish(FinishError::TooManyKeys) => ErrorCode::TooManyKeys,
            Self::Finish(FinishError::WrongKeys) => ErrorCode::WrongKeys,
        }
    }
}

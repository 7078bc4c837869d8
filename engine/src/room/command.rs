//! What sessions ask of a room, and what may be refused.

use actix::Message;
use serde::{Deserialize, Serialize};
use shared::{Percent, UserId};
use tokio::time::Instant;

use super::listener::{Listener, Reply};

use crate::fault::Refusal;
use crate::race::{Effort, FinishError, SeatError, TypingError};

/// A client says something to the room. What is refused is told to `socket`, and to `ack` when there is one.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct RoomCommand {
    /// Who says it, by the token of the connection.
    pub(crate) user: UserId,
    /// Where it was said.
    pub(crate) socket: Listener,
    /// What is said.
    pub(crate) action: Action,
    /// The name that the event claims, if any.
    pub(crate) username: Option<String>,
    /// Present when the client wants to know that the event was taken.
    pub(crate) ack: Option<Reply>,
    /// When it came from the network.
    pub(crate) received_at: Instant,
}

/// What a client says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Action {
    /// It enters, or comes back.
    Join,
    /// A socket that has joined with this ticket is still there after the room has moved. Sent by gateways only.
    Return(u64),
    /// So much of the text is typed.
    Typing(Percent),
    /// Its countdown says that the race may get ready; the room's own clock decides.
    Starting,
    /// Its countdown says that the race may begin; the room's own clock decides.
    Start,
    /// The text is typed.
    Finish(Effort),
    /// It is gone; said by the session.
    Leave,
}

impl Action {
    /// The event's name on the wire.
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

/// Why a command is refused, in a sentence for people.
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
    fn slug(&self) -> &'static str {
        match self {
            Self::Seat(SeatError::NoSeat) => "no_seat",
            Self::Seat(SeatError::ForeignName) => "foreign_name",
            Self::Typing(TypingError::NotJoined) | Self::Finish(FinishError::NotJoined) => "not_joined",
            Self::Typing(TypingError::NotStarted) | Self::Finish(FinishError::NotStarted) => "not_started",
            Self::Typing(TypingError::Over) | Self::Finish(FinishError::Over) => "over",
            Self::Typing(TypingError::Finished) => "finished",
            Self::Typing(TypingError::TooFast) | Self::Finish(FinishError::TooFast) => "too_fast",
            Self::Typing(TypingError::TooFarBack) => "too_far_back",
            Self::Finish(FinishError::NotTyped) => "not_typed",
            Self::Finish(FinishError::NoAccuracy) => "no_accuracy",
            Self::Finish(FinishError::TooManyKeys) => "too_many_keys",
            Self::Finish(FinishError::WrongKeys) => "wrong_keys",
        }
    }
}

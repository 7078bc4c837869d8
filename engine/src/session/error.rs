//! The refusals of a session.

use shared::ErrorCode;

use super::MAX_EVENT_BYTES;
use crate::fault::Refusal;

/// The refusal of a connection without a token.
pub(super) const NO_TOKEN: &str = "Log in to race: the token is missing.";

/// The refusal of a connection with an invalid token.
pub(super) const INVALID_TOKEN: &str = "Log in again: this token is not valid or has expired.";

/// The error when a session refuses an event, as a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SessionError {
    #[error("You are sending too many events.")]
    TooMany,
    #[error("An event can be at most {} KiB.", MAX_EVENT_BYTES / 1024)]
    TooLarge,
    #[error("There is no event with this name.")]
    UnknownEvent,
    #[error("This event could not be read: {0}.")]
    Unreadable(String),
    #[error("There is no such room.")]
    NoRoom,
    #[error("The server is restarting. Race again in a minute.")]
    Draining,
    #[error("You have opened too many windows. This one was closed.")]
    TooManySockets,
    #[error("You are in too many rooms.")]
    TooManyRooms,
    #[error("The room is busy. Try again.")]
    RoomBusy,
    #[error("This room is closed.")]
    RoomClosed,
}

impl Refusal for SessionError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::TooMany => ErrorCode::TooManyEvents,
            Self::TooLarge => ErrorCode::EventTooLarge,
            Self::UnknownEvent => ErrorCode::UnknownEvent,
            Self::Unreadable(_) => ErrorCode::UnreadableEvent,
            Self::NoRoom => ErrorCode::UnknownRoom,
            Self::Draining => ErrorCode::Restarting,
            Self::TooManySockets => ErrorCode::TooManyWindows,
            Self::TooManyRooms => ErrorCode::TooManyRooms,
            Self::RoomBusy => ErrorCode::RoomBusy,
            Self::RoomClosed => ErrorCode::RoomClosed,
        }
    }
}

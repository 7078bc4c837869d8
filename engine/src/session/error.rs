//! The errors of a session.

use shared::ErrorCode;
use shared::wire::UnreadableEvent;

use super::MAX_EVENT_BYTES;
use crate::fault::ClientError;

/// The error when a session refuses a connection or an event, as a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SessionError {
    #[error("Log in to race: the token is missing.")]
    NoToken,
    #[error("Log in again: this token is not valid or has expired.")]
    InvalidToken,
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

impl From<UnreadableEvent> for SessionError {
    fn from(error: UnreadableEvent) -> Self {
        match error {
            UnreadableEvent::Unknown => Self::UnknownEvent,
            UnreadableEvent::Payload(reason) => Self::Unreadable(reason),
        }
    }
}

impl ClientError for SessionError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::NoToken | Self::InvalidToken => ErrorCode::NotLoggedIn,
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

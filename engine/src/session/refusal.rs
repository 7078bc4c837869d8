//! The refusals of a session.

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
    fn slug(&self) -> &'static str {
        match self {
            Self::TooMany => "too_many",
            Self::TooLarge => "too_large",
            Self::UnknownEvent => "unknown_event",
            Self::Unreadable(_) => "unreadable",
            Self::NoRoom => "no_room",
            Self::Draining => "draining",
            Self::TooManySockets => "too_many_sockets",
            Self::TooManyRooms => "too_many_rooms",
            Self::RoomBusy => "room_busy",
            Self::RoomClosed => "room_closed",
        }
    }
}

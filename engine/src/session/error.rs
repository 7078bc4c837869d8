//! The errors of a session.

use shared::ErrorCode;
use shared::wire::UnreadableEvent;

use crate::race::client_errors;

client_errors! {
    /// The error when a session refuses a connection or an event, as a sentence for people.
    pub(crate) enum SessionError {
        #[error("Log in to race: the token is missing.")]
        NoToken = ErrorCode::NotLoggedIn,
        #[error("Log in again: this token is not valid or has expired.")]
        InvalidToken = ErrorCode::NotLoggedIn,
        #[error("You are sending too many events.")]
        TooMany = ErrorCode::TooManyEvents,
        #[error("An event can be at most {0} KiB.")]
        TooLarge(usize) = ErrorCode::EventTooLarge,
        #[error("There is no event with this name.")]
        UnknownEvent = ErrorCode::UnknownEvent,
        #[error("This event could not be read: {0}.")]
        Unreadable(String) = ErrorCode::UnreadableEvent,
        #[error("There is no such room.")]
        NoRoom = ErrorCode::UnknownRoom,
        #[error("You have opened too many windows. This one was closed.")]
        TooManySockets = ErrorCode::TooManyWindows,
        #[error("You are in too many rooms.")]
        TooManyRooms = ErrorCode::TooManyRooms,
        #[error("The room is busy. Try again.")]
        RoomBusy = ErrorCode::RoomBusy,
        #[error("This room is closed.")]
        RoomClosed = ErrorCode::RoomClosed,
    }
}

impl From<UnreadableEvent> for SessionError {
    fn from(error: UnreadableEvent) -> Self {
        match error {
            UnreadableEvent::Unknown => Self::UnknownEvent,
            UnreadableEvent::Payload(reason) => Self::Unreadable(reason),
        }
    }
}

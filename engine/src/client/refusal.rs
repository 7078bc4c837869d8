//! Refusals: the reasons that do not come from the rules of a race, and the `fault` events sent to clients, for a refused
//! event or a race that cannot continue.

use serde::Serialize;
use shared::ErrorCode;
use shared::wire::{Fault, ServerEvent, UnreadableEvent};
use socketio::{Ack, Socket};

use crate::metrics;
use crate::race::{ClientError, client_errors};

client_errors! {
    /// The reason why the engine refuses a connection or an event, as a sentence for people.
    pub(crate) enum Refusal {
        /// A connection without `auth.token`, or with one that is not a string.
        #[error("Log in to race: the token is missing.")]
        NoToken = ErrorCode::NotLoggedIn,
        /// A connection whose token is forged, signed with another key, expired or revoked. `join`, if the token is
        /// revoked later: by a new password, a deletion, or logging out everywhere. The socket is then disconnected.
        #[error("Log in again: this token is not valid or has expired.")]
        InvalidToken = ErrorCode::NotLoggedIn,
        /// A connection or an event from a racer who has sent too many, over all connections. Connecting counts as one.
        #[error("You are sending too many events.")]
        TooMany = ErrorCode::TooManyEvents,
        /// Any event that is too large, counted over its name and its arguments as JSON.
        #[error("An event can be at most {0} KiB.")]
        TooLarge(usize) = ErrorCode::EventTooLarge,
        /// Unknown events.
        #[error("There is no event with this name.")]
        UnknownEvent = ErrorCode::UnknownEvent,
        /// Payloads of the wrong shape; the reason names the field.
        #[error("This event could not be read: {0}.")]
        Unreadable(String) = ErrorCode::UnreadableEvent,
        /// `join`.
        #[error("There is no such room.")]
        NoRoom = ErrorCode::UnknownRoom,
        /// `join`, to the oldest of a user's sockets when there is one too many. It is then disconnected.
        #[error("You have opened too many windows. This one was closed.")]
        TooManySockets = ErrorCode::TooManyWindows,
        /// `join`.
        #[error("You are in too many rooms.")]
        TooManyRooms = ErrorCode::TooManyRooms,
        /// Any event for a room whose queue is full. The oldest of too many repeated `finish` whose result is not saved
        /// yet.
        #[error("The room is busy. Try again.")]
        RoomBusy = ErrorCode::RoomBusy,
        /// Any event for a room that has closed.
        #[error("This room is closed.")]
        RoomClosed = ErrorCode::RoomClosed,
        /// `join`, to a racer's first tab when a second one joins. The first is then disconnected.
        #[error("You joined this race from another window.")]
        TakenOver = ErrorCode::TakenOver,
        /// `join`, to all racers of a room that fails. The room is gone.
        #[error("This race ended early because of a problem on our end.")]
        RaceBroken = ErrorCode::RaceBroken,
        /// `finish`, as its acknowledgement only, if the result can never be recorded: the account is gone.
        #[error("Your result could not be saved.")]
        ResultNotSaved = ErrorCode::ResultNotSaved,
    }
}

impl From<UnreadableEvent> for Refusal {
    fn from(error: UnreadableEvent) -> Self {
        match error {
            UnreadableEvent::Unknown => Self::UnknownEvent,
            UnreadableEvent::Payload(reason) => Self::Unreadable(reason),
        }
    }
}

/// The answer to a refused event that asked for an acknowledgement.
#[derive(Serialize)]
pub(crate) struct ErrorAnswer<'a> {
    pub(crate) reason: &'a str,
    pub(crate) code: ErrorCode,
}

/// Sends `socket` a `fault` for its refused `event`, and answers `ack` if the client asked for one.
pub(crate) fn refuse(socket: &Socket, event: &str, error: &impl ClientError, ack: Option<Ack>) {
    metrics::count_refused_event(event, error.code().name());
    emit(socket, &ServerEvent::Fault(fault(event, error)));
    if let Some(ack) = ack {
        ack.send(&ErrorAnswer { reason: &error.to_string(), code: error.code() });
    }
}

/// Returns the `fault` for an `event` that is refused, or was accepted earlier and no longer holds.
pub(crate) fn fault(event: &str, error: &impl ClientError) -> Fault {
    Fault { event: event.to_owned(), reason: error.to_string(), code: error.code() }
}

/// Sends `event` to `socket`, which may have closed.
pub(crate) fn emit(socket: &Socket, event: &ServerEvent) {
    socket.emit(event.name(), event);
}

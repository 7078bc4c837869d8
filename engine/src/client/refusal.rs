//! Refusals: the reasons that do not come from the rules of a race, and the `fault` events sent to clients, for a refused
//! event or a race that cannot continue.

use serde::Serialize;
use shared::ErrorCode;
use shared::wire::{Fault, ServerEvent, UnreadableEvent};
use socketio::Socket;

use super::listener::Reply;
use crate::metrics;
use crate::race::{ClientError, client_errors};

client_errors! {
    /// The reason why the engine refuses a connection or an event, as a sentence for people.
    pub(crate) enum Refusal {
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

impl From<UnreadableEvent> for Refusal {
    fn from(error: UnreadableEvent) -> Self {
        match error {
            UnreadableEvent::Unknown => Self::UnknownEvent,
            UnreadableEvent::Payload(reason) => Self::Unreadable(reason),
        }
    }
}

/// A recipient of events, such as a client's socket.
pub(crate) trait EventSink {
    /// Sends `event` to the recipient, which may have closed.
    fn send_event(&self, event: &ServerEvent);
}

impl EventSink for Socket {
    fn send_event(&self, event: &ServerEvent) {
        self.emit(event.name(), event);
    }
}

/// The answer to a refused event that asked for an acknowledgement.
#[derive(Serialize)]
struct ErrorAnswer<'a> {
    reason: &'a str,
    code: ErrorCode,
}

/// Sends `socket` a `fault` for its refused `event`, and answers `ack` if the client asked for one.
pub(crate) fn refuse(socket: &impl EventSink, event: &str, error: &impl ClientError, ack: Option<Reply>) {
    metrics::count_refused_event(event, error.code().name());
    let reason = error.to_string();
    notify(socket, event, error.code(), &reason);
    if let Some(ack) = ack {
        ack.send(&ErrorAnswer { reason: &reason, code: error.code() });
    }
}

/// Sends `socket` a `fault`: an `event` that was accepted earlier no longer holds, for this `reason`.
pub(crate) fn notify(socket: &impl EventSink, event: &str, code: ErrorCode, reason: &str) {
    socket.send_event(&ServerEvent::Fault(Fault { event: event.to_owned(), reason: reason.to_owned(), code }));
}

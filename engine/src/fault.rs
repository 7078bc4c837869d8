//! The `fault` events sent to clients, for a refused event or a race that cannot continue.

use std::fmt::Display;

use serde::Serialize;
use shared::ErrorCode;
use shared::wire::{Fault, ServerEvent};
use socketio::Socket;

use crate::metrics;
use crate::race::EventError;
use crate::room::Reply;

/// The reason why an event is refused. Its `Display` text is a sentence for people.
pub(crate) trait ClientError: Display {
    /// Returns the code for programs. Metrics count the error under it.
    fn code(&self) -> ErrorCode;
}

impl ClientError for EventError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::NoSeat => ErrorCode::NoSeat,
            Self::ForeignName => ErrorCode::ForeignName,
            Self::NotJoined => ErrorCode::NotJoined,
            Self::NotStarted => ErrorCode::RaceNotStarted,
            Self::Over => ErrorCode::RaceOver,
            Self::AlreadyFinished => ErrorCode::AlreadyFinished,
            Self::TooFast => ErrorCode::TooFast,
            Self::TooFarBack => ErrorCode::TooFarBack,
            Self::NotTyped => ErrorCode::NotTyped,
            Self::TooManyKeys => ErrorCode::TooManyKeys,
            Self::WrongKeys => ErrorCode::WrongKeys,
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

/// The answer to a refused event that asked for an acknowledgment.
#[derive(Serialize)]
struct Refused<'a> {
    reason: &'a str,
    code: ErrorCode,
}

/// Sends `socket` a `fault` for its refused `event`, and answers `ack` if the client asked for one.
pub(crate) fn refuse(socket: &impl EventSink, event: &str, error: &impl ClientError, ack: Option<Reply>) {
    metrics::count_refused_event(event, error.code().name());
    let reason = error.to_string();
    notify(socket, event, error.code(), &reason);
    if let Some(ack) = ack {
        ack.send(&Refused { reason: &reason, code: error.code() });
    }
}

/// Sends `socket` a `fault`: an `event` that was accepted earlier no longer holds, for this `reason`.
pub(crate) fn notify(socket: &impl EventSink, event: &str, code: ErrorCode, reason: &str) {
    socket.send_event(&ServerEvent::Fault(Fault { event: event.to_owned(), reason: reason.to_owned(), code }));
}

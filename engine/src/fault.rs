//! The messages that tell a client of a refused event, or of a race that cannot go on.

use std::fmt::Display;

use serde::Serialize;
use shared::ErrorCode;
use shared::wire::{Fault, ServerEvent};
use socketio::Socket;

use crate::metrics;
use crate::race::EventError;
use crate::room::Reply;

/// The reason for which an event is refused. Its `Display` text is a sentence for people.
pub(crate) trait Refusal: Display {
    /// Returns the code for programs. Metrics count the refusal under it.
    fn code(&self) -> ErrorCode;
}

impl Refusal for EventError {
    fn code(&self) -> ErrorCode {
        (*self).code()
    }
}

/// A recipient of events, such as a client's socket.
pub(crate) trait EventSink {
    /// Sends `event` to the recipient, which may be gone.
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

/// Tells the client behind `socket` that its `event` was refused: as a `fault`, and to `ack` when it asked for one.
pub(crate) fn refuse(socket: &impl EventSink, event: &str, refusal: &impl Refusal, ack: Option<Reply>) {
    metrics::count_refused_event(event, refusal.code().name());
    let reason = refusal.to_string();
    notify(socket, event, refusal.code(), &reason);
    if let Some(ack) = ack {
        ack.send(&Refused { reason: &reason, code: refusal.code() });
    }
}

/// Tells a client that the `event` which it sent some time ago no longer holds, and the reason.
pub(crate) fn notify(socket: &impl EventSink, event: &str, code: ErrorCode, reason: &str) {
    socket.send_event(&ServerEvent::Fault(Fault { event: event.to_owned(), reason: reason.to_owned(), code }));
}

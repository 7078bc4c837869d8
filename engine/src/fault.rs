//! The `fault` events sent to clients, for a refused event or a race that cannot continue.

use serde::Serialize;
use shared::ErrorCode;
use shared::wire::{Fault, ServerEvent};
use socketio::Socket;

use crate::metrics;
use crate::race::ClientError;
use crate::room::Reply;

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

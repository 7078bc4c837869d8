//! How a client hears that something was refused.

use serde::Serialize;
use shared::wire::{Fault, ServerEvent};

use crate::metrics;
use crate::socketio::{Ack, Socket};

/// The answer to an event that asked for an acknowledgement and was refused.
#[derive(Serialize)]
struct Refused<'a> {
    reason: &'a str,
}

/// Tells the client behind `socket` that its `event` was refused: as a `fault`, and to `ack` when it asked for one.
pub(crate) fn refuse(socket: &Socket, event: &str, reason: &str, ack: Option<Ack>) {
    metrics::count_refused_event(event);
    emit(socket, &ServerEvent::Fault(Fault { event: event.to_owned(), reason: reason.to_owned() }));
    if let Some(ack) = ack {
        ack.send(&Refused { reason });
    }
}

/// Sends `event` to one client.
pub(crate) fn emit(socket: &Socket, event: &ServerEvent) {
    socket.emit(event.name(), event);
}

//! The outgoing half of a WebSocket.

use std::{
    mem,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use actix_http::ws::CloseCode;
use bytes::Bytes;
use futures_util::Stream;

use super::{Outbox, WebSocket};
use crate::socketio::{
    codec,
    engineio::{DisconnectReason, packet},
};

/// The bytes that a WebSocket has to write. All packets that wait are one item; the close frame is the last. Dropped as
/// the transport of a connection, the connection ends.
pub(crate) struct Frames {
    outbox: Arc<Outbox>,
    finished: bool,
}

impl Frames {
    pub(super) fn new(outbox: Arc<Outbox>) -> Self {
        Self { outbox, finished: false }
    }
}

impl Stream for Frames {
    type Item = Bytes;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.finished {
            return Poll::Ready(None);
        }
        let outbox = Arc::clone(&self.outbox);
        let mut state = outbox.lock();
        if mem::take(&mut state.owes_probe_reply) {
            return Poll::Ready(Some(packet::frames(&[codec::probe_reply()])));
        }
        if state.websocket == WebSocket::Attached && !state.packets.is_empty() {
            let packets = state.take();
            drop(state);
            outbox.count_out(&packets);
            return Poll::Ready(Some(packet::frames(&packets)));
        }
        let (code, description) = match (state.closed, state.websocket) {
            (Some(reason), _) => (close_code(reason), reason.as_str()),
            (None, WebSocket::Rejected) => (CloseCode::Policy, "upgrade failed"),
            (None, _) => {
                state.websocket_waker = Some(cx.waker().clone());
                return Poll::Pending;
            }
        };
        drop(state);
        self.finished = true;
        Poll::Ready(Some(packet::close_frame(code, description)))
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        let mut state = self.outbox.lock();
        if state.websocket == WebSocket::Attached {
            drop(state);
            self.outbox.close(DisconnectReason::TransportLost);
        } else {
            state.websocket = WebSocket::Absent;
            state.owes_probe_reply = false;
        }
    }
}

/// RFC 6455, 7.4.1.
fn close_code(reason: DisconnectReason) -> CloseCode {
    match reason {
        DisconnectReason::Malformed => CloseCode::Protocol,
        DisconnectReason::NotUtf8 => CloseCode::Invalid,
        DisconnectReason::TooLarge => CloseCode::Size,
        DisconnectReason::SlowConsumer | DisconnectReason::Flooding => CloseCode::Policy,
        DisconnectReason::ShuttingDown => CloseCode::Away,
        _ => CloseCode::Normal,
    }
}

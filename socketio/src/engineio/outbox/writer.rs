//! The outgoing half of a WebSocket.

use std::{
    future::poll_fn,
    mem,
    sync::Arc,
    task::{Context, Poll},
};

use actix_http::ws::CloseCode;
use bytes::Bytes;
use tokio::{io::AsyncWriteExt, net::tcp::OwnedWriteHalf};

use super::{Outbox, WebSocket};
use crate::engineio::{DisconnectReason, codec, packet};

/// Writes the packets of the outbox to a WebSocket. All packets that wait are one write; the close frame is the last.
/// While it has nothing to do, the connection is in the outbox, where a [flush](Outbox::flush) may use it. If the
/// writer is dropped while its WebSocket is the transport, the connection ends.
pub(crate) struct Writer {
    outbox: Arc<Outbox>,
    finished: bool,
}

impl Writer {
    pub(super) fn new(outbox: Arc<Outbox>) -> Self {
        Self { outbox, finished: false }
    }

    /// Writes until the connection is over. Returns `io`, with our side closed, unless it was lost.
    pub(crate) async fn run(mut self, io: OwnedWriteHalf) -> Option<OwnedWriteHalf> {
        let mut io = Some(io);
        while let Some(bytes) = poll_fn(|cx| self.poll_next(&mut io, cx)).await {
            io.as_mut()?.write_all(&bytes).await.ok()?;
        }
        let mut io = io?;
        io.shutdown().await.ok()?;
        Some(io)
    }

    /// Returns the next bytes to write. `io` is lent to the outbox while there are none.
    fn poll_next(&mut self, io: &mut Option<OwnedWriteHalf>, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let outbox = Arc::clone(&self.outbox);
        let mut state = outbox.lock();
        if let Some(idle) = state.idle_io.take() {
            *io = Some(idle);
        }
        if self.finished {
            return Poll::Ready(None);
        }
        if !state.unwritten.is_empty() {
            return Poll::Ready(Some(mem::take(&mut state.unwritten)));
        }
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
                state.idle_io = io.take();
                state.websocket_waker = Some(cx.waker().clone());
                return Poll::Pending;
            }
        };
        drop(state);
        self.finished = true;
        Poll::Ready(Some(packet::close_frame(code, description)))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let mut state = self.outbox.lock();
        let idle = state.idle_io.take();
        if state.websocket == WebSocket::Attached {
            drop(state);
            self.outbox.close(DisconnectReason::TransportLost);
        } else {
            state.websocket = WebSocket::Absent;
            state.owes_probe_reply = false;
            drop(state);
        }
        drop(idle);
    }
}

/// Returns the close code for a reason (RFC 6455, 7.4.1).
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

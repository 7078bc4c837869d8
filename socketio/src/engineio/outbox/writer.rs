//! The outgoing half of a WebSocket.

use std::{
    future::poll_fn,
    mem,
    net::IpAddr,
    sync::Arc,
    task::{Context, Poll},
};

use actix_http::ws::CloseCode;
use byte_budget::Hold;
use bytes::Bytes;
use tokio::{io::AsyncWriteExt, net::tcp::OwnedWriteHalf};

use super::{Idle, Outbox, Transport, Upgrade};
use crate::engineio::{DisconnectReason, codec, packet};

/// Writes the packets of the outbox to a WebSocket, all queued ones in one write, and finally the close frame. While it
/// is idle, the connection is in the outbox, where a [flush](Outbox::flush) may use it. If the writer is dropped while
/// its WebSocket is the transport, the connection ends.
pub(crate) struct Writer {
    outbox: Arc<Outbox>,
    /// The share of the bytes that are being written in the budget of the client's address.
    held: Option<Hold<IpAddr>>,
    finished: bool,
}

impl Writer {
    pub(super) fn new(outbox: Arc<Outbox>) -> Self {
        Self { outbox, held: None, finished: false }
    }

    /// Writes until the connection is over. Returns `io`, with the server's side closed, unless the connection was
    /// lost.
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
        self.held = None;
        let outbox = Arc::clone(&self.outbox);
        let mut state = outbox.lock();
        if let Some(idle) = state.idle.take() {
            (*io, self.held) = (Some(idle.io), idle.held);
            // Older than anything that is queued.
            if !idle.unwritten.is_empty() {
                return Poll::Ready(Some(idle.unwritten));
            }
        }
        if self.finished {
            return Poll::Ready(None);
        }
        if let Transport::Polling { upgrade: Upgrade::Probed { owes_reply }, .. } = &mut state.transport
            && mem::take(owes_reply)
        {
            return Poll::Ready(Some(packet::frames(&[codec::probe_reply()])));
        }
        // Also once the connection is over, unless the queue was emptied: the close frame comes last.
        if matches!(state.transport, Transport::WebSocket) && !state.packets.is_empty() {
            let (packets, held) = state.take();
            self.held = Some(held);
            drop(state);
            outbox.count_out(&packets);
            return Poll::Ready(Some(packet::frames(&packets)));
        }
        let (code, description) = match (state.life.closed(), &state.transport) {
            (Some(reason), _) => (close_code(reason), reason.as_str()),
            (None, Transport::Polling { upgrade: Upgrade::Rejected, .. }) => (CloseCode::Policy, "upgrade failed"),
            (None, _) => {
                let writer = cx.waker().clone();
                state.idle =
                    io.take().map(|io| Idle { io, unwritten: Bytes::new(), held: None, writer, is_flush_due: false });
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
        let idle = state.idle.take();
        let was_transport = match &mut state.transport {
            Transport::Polling { upgrade, .. } => {
                *upgrade = Upgrade::None;
                false
            }
            Transport::WebSocket => true,
        };
        drop(state);
        drop(idle);
        if was_transport {
            self.outbox.close(DisconnectReason::TransportLost);
        }
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

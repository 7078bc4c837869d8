//! A polling request that waits.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use tokio::time::{Sleep, sleep};

use super::{Closed, Outbox, PollRefused, Waiting, WebSocket};
use crate::engineio::{DisconnectReason, codec};

/// The time that a poll that comes after the probe waits for the upgrade before it is answered with a noop. The packet
/// with which the client upgrades comes on another TCP connection and may be a little late.
const PATIENCE_AFTER_PROBE: Duration = Duration::from_millis(100);

/// A polling request that waits for packets; its output is the payload. If it is dropped before that, the poll was
/// aborted, and the connection ends.
pub(crate) struct OpenPoll {
    outbox: Arc<Outbox>,
    /// The time that a poll that came after the probe still waits for the upgrade.
    patience: Option<Pin<Box<Sleep>>>,
    finished: bool,
}

impl OpenPoll {
    /// Creates the poll; `late` is true if it came after the probe.
    pub(super) fn new(outbox: Arc<Outbox>, late: bool) -> Self {
        let patience = late.then(|| Box::pin(sleep(PATIENCE_AFTER_PROBE)));
        Self { outbox, patience, finished: false }
    }
}

impl Future for OpenPoll {
    type Output = Result<Bytes, PollRefused>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let is_impatient = self.patience.as_mut().is_none_or(|patience| patience.as_mut().poll(cx).is_ready());
        let outbox = Arc::clone(&self.outbox);
        let mut state = outbox.lock();
        let mut packets = if state.websocket == WebSocket::Attached { Waiting::new() } else { state.take() };
        match state.closed {
            Some(DisconnectReason::ClosedByClient) => packets.push(codec::noop()),
            // The official client forgets events that come in one payload with the close.
            Some(_) if !packets.is_empty() && state.actor.is_some() => state.owes_close = true,
            Some(_) => {
                state.owes_close = false;
                packets.push(codec::close());
            }
            None if !packets.is_empty() => {}
            None if state.websocket == WebSocket::Attached && self.patience.is_some() => {
                state.poll_is_open = false;
                self.finished = true;
                return Poll::Ready(Err(PollRefused::Upgraded));
            }
            None if state.websocket == WebSocket::Attached => packets.push(codec::noop()),
            None if state.websocket == WebSocket::Probed && is_impatient => packets.push(codec::noop()),
            None => {
                state.poll = Some(cx.waker().clone());
                return Poll::Pending;
            }
        }
        state.poll_is_open = false;
        let is_last = state.closed.is_some() && !state.owes_close;
        let farewell = if is_last { state.actor.take() } else { None };
        drop(state);
        self.finished = true;
        outbox.count_out(&packets);
        if let Some(actor) = farewell {
            actor.do_send(Closed);
        }
        Poll::Ready(Ok(codec::polling_payload(&packets)))
    }
}

impl Drop for OpenPoll {
    fn drop(&mut self) {
        if !self.finished {
            self.outbox.close(DisconnectReason::TransportLost);
        }
    }
}

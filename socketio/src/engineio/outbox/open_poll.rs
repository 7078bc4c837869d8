//! A polling request that waits.

use std::{
    mem,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use tokio::time::{Sleep, sleep};

use super::{Closed, Life, Outbox, PollError, Transport, Upgrade, Waiting};
use crate::engineio::{DisconnectReason, codec};

/// The time for which a poll that arrives after the probe waits for the upgrade before it is answered with a noop. The
/// upgrade packet arrives on another TCP connection and may be a little late.
const UPGRADE_TIMEOUT: Duration = Duration::from_millis(100);

/// A polling request that waits for packets; its output is the payload. If it is dropped before that, the poll was
/// aborted, and the connection ends.
pub(crate) struct OpenPoll {
    outbox: Arc<Outbox>,
    /// The remaining time for the upgrade, for a poll that arrived after the probe.
    upgrade_timeout: Option<Pin<Box<Sleep>>>,
    finished: bool,
}

impl OpenPoll {
    /// Creates the poll; `late` is true if it arrived after the probe.
    pub(super) fn new(outbox: Arc<Outbox>, late: bool) -> Self {
        let upgrade_timeout = late.then(|| Box::pin(sleep(UPGRADE_TIMEOUT)));
        Self { outbox, upgrade_timeout, finished: false }
    }
}

impl Future for OpenPoll {
    type Output = Result<Bytes, PollError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let is_timed_out = self.upgrade_timeout.as_mut().is_none_or(|timeout| timeout.as_mut().poll(cx).is_ready());
        let outbox = Arc::clone(&self.outbox);
        let mut guard = outbox.lock();
        let state = &mut *guard;
        let mut packets = Waiting::new();
        let mut connection = None;
        match (&mut state.life, &mut state.transport) {
            // The official client drops events in the same payload as the close, so the next poll gets the close.
            (Life::Open { .. } | Life::Closing { .. }, Transport::Polling { .. }) if !state.packets.is_empty() => {
                (packets, _) = state.take();
            }
            (Life::Open { .. }, Transport::Polling { upgrade: Upgrade::Probed { .. }, .. }) if is_timed_out => {
                packets.push(codec::noop());
            }
            (Life::Open { .. }, Transport::Polling { poll, .. }) => {
                *poll = Some(cx.waker().clone());
                return Poll::Pending;
            }
            (Life::Open { .. }, Transport::WebSocket) if self.upgrade_timeout.is_some() => {
                self.finished = true;
                return Poll::Ready(Err(PollError::Upgraded));
            }
            (Life::Open { .. }, Transport::WebSocket) => packets.push(codec::noop()),
            (Life::Closing { reason, .. } | Life::Closed(reason), _) => {
                let reason = *reason;
                let is_ours = reason != DisconnectReason::ClosedByClient;
                packets.push(if is_ours { codec::close() } else { codec::noop() });
                connection = mem::replace(&mut state.life, Life::Closed(reason)).into_actor();
            }
        }
        if let Transport::Polling { poll, .. } = &mut state.transport {
            *poll = None;
        }
        drop(guard);
        self.finished = true;
        outbox.count_out(&packets);
        if let Some(actor) = connection {
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

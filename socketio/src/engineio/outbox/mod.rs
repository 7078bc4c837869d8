//! The queue of packets for one connection, and the transport that takes them.
//!
//! Senders push from any thread and never wait. One reader at a time takes all packets: an open poll, or the [`Writer`]
//! of the WebSocket, whose connection a flush uses while the writer has nothing to do. The outbox also decides, under
//! its lock, that a connection is over; later callers find it closed, and the connection's actor is told once.

mod flush;
mod open_poll;
#[cfg(test)]
mod tests;
mod writer;

use std::{
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use actix::{Message, Recipient};
use bytes::Bytes;
use smallvec::SmallVec;
use tokio::{net::tcp::OwnedWriteHalf, time::Instant};

pub(crate) use open_poll::OpenPoll;
pub(crate) use writer::Writer;

use super::{
    packet::{self, Packet},
    reason::DisconnectReason,
};
use crate::{Settings, metrics::Meters};

/// The outbound side of a connection.
pub(crate) struct Outbox {
    state: Mutex<State>,
    max_packets: usize,
    max_bytes: usize,
    meters: Arc<Meters>,
}

/// To the connection's actor: the connection is over. Comes a second time when the client has taken its last packets
/// after that.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Closed;

/// Packets in their order. Most of the time there is only one, which needs no allocation.
pub(crate) type Waiting = SmallVec<[Packet; 1]>;

struct State {
    packets: Waiting,
    /// Sum of the packets' lengths.
    bytes: usize,
    poll: Option<Waker>,
    poll_is_open: bool,
    websocket: WebSocket,
    websocket_waker: Option<Waker>,
    /// The connection of the WebSocket, while its writer has nothing to write.
    idle_io: Option<OwnedWriteHalf>,
    /// The bytes that the connection did not take at once.
    unwritten: Bytes,
    /// True while a flush is scheduled.
    is_flush_due: bool,
    /// True while a probe waits for its answer.
    owes_probe_reply: bool,
    /// The moment from which the client counts as dead unless a pong comes before.
    expires: Option<Instant>,
    closed: Option<DisconnectReason>,
    /// True when a poll took the last packets and the next one is to be told that the connection is closed.
    owes_close: bool,
    /// True once the client has settled: it does not give up its place to a new connection any more.
    is_settled: bool,
    actor: Option<Recipient<Closed>>,
}

/// The state of the connection's WebSocket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WebSocket {
    Absent,
    /// Open, beside polling.
    Opened,
    /// It sent its probe: polls are now answered at once, so that the client can stop polling.
    Probed,
    /// It broke the rules of upgrading or took too long, and is to be closed.
    Rejected,
    /// It is the transport.
    Attached,
}

/// The reason a poll is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PollRefused {
    /// The connection is over.
    Closed,
    /// The connection has moved to its WebSocket.
    Upgraded,
}

impl Outbox {
    pub(crate) fn new(settings: &Settings, meters: Arc<Meters>, actor: Option<Recipient<Closed>>) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                packets: Waiting::new(),
                bytes: 0,
                poll: None,
                poll_is_open: false,
                websocket: WebSocket::Absent,
                websocket_waker: None,
                idle_io: None,
                unwritten: Bytes::new(),
                is_flush_due: false,
                owes_probe_reply: false,
                expires: None,
                closed: None,
                owes_close: false,
                is_settled: false,
                actor,
            }),
            max_packets: settings.max_queued_packets,
            max_bytes: settings.max_queued_bytes,
            meters,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues `packets` together. If the queue would exceed its limits, the connection is closed instead.
    pub(crate) fn push(self: &Arc<Self>, packets: &[Packet]) {
        let mut state = self.lock();
        if state.closed.is_some() {
            return;
        }
        let bytes = state.bytes + packets.iter().map(Packet::len).sum::<usize>();
        if state.packets.len() + packets.len() > self.max_packets || bytes > self.max_bytes {
            drop(state);
            if self.close(DisconnectReason::SlowConsumer) {
                self.meters.slow_consumers_closed.increment(1);
            }
            return;
        }
        state.bytes = bytes;
        state.packets.extend(packets.iter().cloned());
        if state.websocket != WebSocket::Attached {
            let waker = state.poll.take();
            drop(state);
            wake(waker);
        } else if state.idle_io.is_some() && !mem::replace(&mut state.is_flush_due, true) {
            drop(state);
            flush::soon(Arc::clone(self));
        }
    }

    /// Writes the packets that wait for the WebSocket while its writer has nothing to write. Bytes that the connection
    /// does not take at once are left to the writer.
    fn flush(&self) {
        let mut state = self.lock();
        state.is_flush_due = false;
        if state.packets.is_empty() || state.idle_io.is_none() || !state.unwritten.is_empty() {
            return;
        }
        let packets = state.take();
        // Counted before the client can have them, so that the metrics already include any packet that a client has.
        self.count_out(&packets);
        let bytes = packet::frames(&packets);
        // The writer will get the same error.
        let written = state.idle_io.as_ref().and_then(|io| io.try_write(&bytes).ok()).unwrap_or_default();
        let waker = if written < bytes.len() {
            state.unwritten = bytes.slice(written..);
            state.websocket_waker.take()
        } else {
            None
        };
        drop(state);
        wake(waker);
    }

    /// Ends the connection. Returns true if it was open until now.
    pub(crate) fn close(&self, reason: DisconnectReason) -> bool {
        let mut state = self.lock();
        if state.closed.is_some() {
            return false;
        }
        state.closed = Some(reason);
        if !reason.flushes() {
            state.packets = Waiting::new();
            state.bytes = 0;
        }
        let wakers = [state.poll.take(), state.websocket_waker.take()];
        let actor = if state.has_farewell() { state.actor.clone() } else { state.actor.take() };
        drop(state);
        wakers.into_iter().for_each(wake);
        if let Some(actor) = actor {
            actor.do_send(Closed);
        }
        true
    }

    /// Returns the reason for which the connection is over; `None` while it is open.
    pub(crate) fn closed(&self) -> Option<DisconnectReason> {
        self.lock().closed
    }

    /// Returns true if the connection is over but the client's next poll still gets an answer: its last packets and, in
    /// the poll after that, the close; or a noop when the client closed the connection itself. That poll may have been
    /// in transit already.
    pub(crate) fn has_farewell(&self) -> bool {
        self.lock().has_farewell()
    }

    /// Marks the client as settled: the connection does not give up its place to a new one any more.
    pub(crate) fn settle(&self) {
        self.lock().is_settled = true;
    }

    /// Returns true once the client has settled.
    pub(crate) fn is_settled(&self) -> bool {
        self.lock().is_settled
    }

    /// Sets or lifts the moment from which the client counts as dead. A poll that comes later finds the connection
    /// closed, whether or not a timer has fired by then.
    pub(crate) fn expires(&self, at: Option<Instant>) {
        self.lock().expires = at;
    }

    #[cfg(any(test, feature = "testing"))]
    /// Returns all packets that wait, for a listener without a transport; `None` once the connection is over.
    pub(crate) fn poll_packets(&self, cx: &mut Context<'_>) -> Poll<Option<Waiting>> {
        let mut state = self.lock();
        let packets = state.take();
        if !packets.is_empty() {
            return Poll::Ready(Some(packets));
        }
        if state.closed.is_some() {
            return Poll::Ready(None);
        }
        state.poll = Some(cx.waker().clone());
        Poll::Pending
    }

    /// Opens a poll that waits for packets. A second one beside it ends the connection.
    pub(crate) fn open_poll(self: &Arc<Self>) -> Result<OpenPoll, PollRefused> {
        let mut state = self.lock();
        if state.closed.is_some() {
            if !state.has_farewell() {
                return Err(PollRefused::Closed);
            }
            state.poll_is_open = true;
            return Ok(OpenPoll::new(Arc::clone(self), false));
        }
        let is_dead = state.expires.is_some_and(|at| at <= Instant::now());
        if !is_dead && state.websocket == WebSocket::Attached {
            return Err(PollRefused::Upgraded);
        }
        if is_dead || state.poll_is_open {
            drop(state);
            let reason = if is_dead { DisconnectReason::PingTimeout } else { DisconnectReason::OverlappingPolls };
            self.close(reason);
            return Err(PollRefused::Closed);
        }
        state.poll_is_open = true;
        let is_late = state.websocket == WebSocket::Probed;
        Ok(OpenPoll::new(Arc::clone(self), is_late))
    }

    /// Returns true if the WebSocket is the transport.
    pub(crate) fn is_websocket(&self) -> bool {
        self.lock().websocket == WebSocket::Attached
    }

    /// Returns the writer of a connection that is a WebSocket from its start.
    pub(crate) fn open_websocket(self: &Arc<Self>) -> Writer {
        self.attach(&mut self.lock());
        Writer::new(Arc::clone(self))
    }

    /// Returns the writer of a WebSocket that is to take over from polling; `None` if there is one already or the
    /// connection is over.
    pub(crate) fn open_upgrade(self: &Arc<Self>) -> Option<Writer> {
        let mut state = self.lock();
        if state.websocket != WebSocket::Absent || state.closed.is_some() {
            return None;
        }
        state.websocket = WebSocket::Opened;
        Some(Writer::new(Arc::clone(self)))
    }

    /// Takes note of the probe on the WebSocket. Returns false if a probe is not allowed now.
    pub(crate) fn probe(&self) -> bool {
        let mut state = self.lock();
        if state.websocket != WebSocket::Opened {
            return false;
        }
        state.websocket = WebSocket::Probed;
        state.owes_probe_reply = true;
        let wakers = [state.poll.take(), state.websocket_waker.take()];
        drop(state);
        wakers.into_iter().for_each(wake);
        true
    }

    /// Makes the probed WebSocket the transport. Returns false if that is not allowed now.
    pub(crate) fn upgrade(&self) -> bool {
        let mut state = self.lock();
        // A connection that is over was counted under the transport that it had.
        if state.websocket != WebSocket::Probed || state.closed.is_some() {
            return false;
        }
        self.attach(&mut state);
        let wakers = [state.poll.take(), state.websocket_waker.take()];
        drop(state);
        wakers.into_iter().for_each(wake);
        true
    }

    fn attach(&self, state: &mut State) {
        state.websocket = WebSocket::Attached;
        self.meters.polling_open.decrement(1.0);
        self.meters.websocket_open.increment(1.0);
    }

    /// Cancels the upgrade if it is under way; polling goes on.
    pub(crate) fn reject_upgrade(&self) {
        let mut state = self.lock();
        if matches!(state.websocket, WebSocket::Opened | WebSocket::Probed) {
            state.websocket = WebSocket::Rejected;
            let waker = state.websocket_waker.take();
            drop(state);
            wake(waker);
        }
    }

    fn count_out(&self, packets: &[Packet]) {
        self.meters.packets_out.increment(packets.len() as u64);
        self.meters.bytes_out.increment(packets.iter().map(|packet| packet.len() as u64).sum());
    }
}

impl State {
    fn has_farewell(&self) -> bool {
        let has_answer = match self.closed {
            None => false,
            Some(DisconnectReason::ClosedByClient) => !self.poll_is_open,
            Some(_) => self.owes_close || !self.packets.is_empty(),
        };
        has_answer && self.actor.is_some() && self.websocket != WebSocket::Attached
    }

    /// Takes all packets that wait, with their allocation: an idle connection keeps no memory for them.
    fn take(&mut self) -> Waiting {
        self.bytes = 0;
        mem::take(&mut self.packets)
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

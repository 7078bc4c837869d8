//! The queue of packets for one connection, and the transport that takes them.
//!
//! Senders push from any thread and never wait. One reader at a time takes all packets: an open poll, or the [`Writer`]
//! of the WebSocket, whose connection a flush uses while the writer is idle. The outbox also decides, under its lock,
//! that a connection is over; later callers find it closed, and the connection's actor is notified once.

mod flush;
mod open_poll;
#[cfg(test)]
mod tests;
mod writer;

use std::{
    mem,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    task::Waker,
    time::Duration,
};

use actix::{Message, Recipient};
use byte_budget::Hold;
use bytes::Bytes;
use smallvec::SmallVec;
use tokio::{net::tcp::OwnedWriteHalf, time::Instant};

pub(crate) use open_poll::OpenPoll;
pub(crate) use writer::Writer;

use super::{
    codec,
    packet::{self, Packet},
    reason::DisconnectReason,
};
use crate::{Settings, metrics::Meters};

/// The number of packets that may wait for a client that is not confirmed: some answers, pings and pongs. For a confirmed
/// one, further packets count against the budget of its address.
const MAX_UNCONFIRMED_PACKETS: usize = 64;
/// The memory of a packet besides its bytes.
const PACKET_OVERHEAD: usize = 96;

/// The outbound side of a connection.
pub(crate) struct Outbox {
    state: Mutex<State>,
    max_packets: usize,
    max_bytes: usize,
    max_unconfirmed_bytes: usize,
    /// The shortest round trip in microseconds, or [`NO_ROUND_TRIP`].
    round_trip_us: AtomicU32,
    meters: Arc<Meters>,
}

/// Stands for a round trip that was not measured, or took more than an hour.
const NO_ROUND_TRIP: u32 = u32::MAX;

/// To the connection's actor: the connection is over. Sent again if the client takes its last packets after that.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Closed;

/// Packets in order. Usually there is only one, which needs no allocation.
pub(crate) type Waiting = SmallVec<[Packet; 1]>;

struct State {
    packets: Waiting,
    /// Sum of the packets' lengths.
    bytes: usize,
    /// The share of the packets in the budget of the client's address.
    held: Hold<IpAddr>,
    transport: Transport,
    life: Life,
    /// The connection of the WebSocket, or of one that is to replace polling, lent by its [`Writer`] while idle.
    idle: Option<Idle>,
    /// True while a payload from the client is being read and handled.
    is_posting: bool,
    /// The standing of the client, which does not end when the connection is [closing](Life::Closing).
    standing: Standing,
}

/// The standing of a client: how much it may send and be sent, and which connections a full server closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    /// Entered no namespace yet: it may send and be sent little, and may be closed in favor of a new connection.
    Newcomer,
    /// May be sent more, but send little, and is closed first.
    GivesWay,
    /// May send and be sent more, and keeps the connection.
    Confirmed,
}

/// The transport that takes the packets.
enum Transport {
    Polling {
        /// The waker of the client's poll while one is open; a no-op until the poll sleeps.
        poll: Option<Waker>,
        upgrade: Upgrade,
    },
    WebSocket,
}

/// The state of the WebSocket that is to replace polling.
enum Upgrade {
    None,
    /// Open, beside polling.
    Opened,
    /// The client has sent its probe: polls are now answered at once, so that it can stop polling.
    Probed {
        /// True while the probe waits for its answer.
        owes_reply: bool,
    },
    /// The client violated the protocol or took too long, and the WebSocket is to be closed.
    Rejected,
}

/// The connection of a WebSocket whose writer is idle.
struct Idle {
    io: OwnedWriteHalf,
    /// The bytes that a write left over.
    unwritten: Bytes,
    /// Their share in the budget of the client's address.
    held: Option<Hold<IpAddr>>,
    writer: Waker,
    is_flush_due: bool,
}

/// The state of the connection.
enum Life {
    Open {
        /// The moment from which the client counts as dead unless a pong arrives.
        expires: Option<Instant>,
        /// The connection's actor; `None` for an outbox without a connection.
        actor: Option<Recipient<Closed>>,
    },
    /// Over, but the client's next poll, which may already be in transit, still gets an answer: the last packets and,
    /// in the poll after that, the close; or a noop if the client closed the connection itself.
    Closing {
        reason: DisconnectReason,
        actor: Recipient<Closed>,
    },
    Closed(DisconnectReason),
}

/// A payload that is being read and handled.
pub(crate) struct OpenPost(Arc<Outbox>);

impl Drop for OpenPost {
    fn drop(&mut self) {
        self.0.lock().is_posting = false;
    }
}

/// The reason a poll or a payload is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PollError {
    /// The connection is over.
    Closed,
    /// The connection has moved to its WebSocket.
    Upgraded,
}

impl Outbox {
    /// Creates the outbox of a client, whose address `held` knows.
    pub(crate) fn new(
        settings: &Settings,
        meters: Arc<Meters>,
        held: Hold<IpAddr>,
        actor: Option<Recipient<Closed>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                packets: Waiting::new(),
                bytes: 0,
                held,
                transport: Transport::Polling { poll: None, upgrade: Upgrade::None },
                life: Life::Open { expires: None, actor },
                idle: None,
                is_posting: false,
                standing: Standing::Newcomer,
            }),
            max_packets: settings.max_queued_packets,
            max_bytes: settings.max_queued_bytes,
            max_unconfirmed_bytes: settings.max_unconfirmed_bytes,
            round_trip_us: AtomicU32::new(NO_ROUND_TRIP),
            meters,
        })
    }

    /// Records the time from a packet that the client answers at once to its answer. The shortest is kept.
    pub(crate) fn measured(&self, round_trip: Duration) {
        let us = u32::try_from(round_trip.as_micros()).unwrap_or(NO_ROUND_TRIP);
        self.round_trip_us.fetch_min(us, Ordering::Relaxed);
    }

    /// Returns the shortest round trip; `None` if none was measured yet.
    pub(crate) fn round_trip(&self) -> Option<Duration> {
        let us = self.round_trip_us.load(Ordering::Relaxed);
        (us != NO_ROUND_TRIP).then(|| Duration::from_micros(us.into()))
    }

    /// Locks the state. Callers let go of it before they wake a task, flush or close, all of which lock it again.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues `packets` together. If the queue would exceed its limits, the connection is closed instead.
    pub(crate) fn push(self: &Arc<Self>, packets: &[Packet]) {
        self.push_in(self.lock(), packets);
    }

    /// Queues `packets` unless others wait. Returns true if they were queued.
    pub(crate) fn push_if_idle(self: &Arc<Self>, packets: &[Packet]) -> bool {
        let state = self.lock();
        let is_idle = state.packets.is_empty() && matches!(state.life, Life::Open { .. });
        if is_idle {
            self.push_in(state, packets);
        }
        is_idle
    }

    fn push_in(self: &Arc<Self>, mut state: MutexGuard<'_, State>, packets: &[Packet]) {
        if !matches!(state.life, Life::Open { .. }) {
            return;
        }
        let added = packets.iter().map(Packet::len).sum::<usize>();
        let (n_packets, bytes) = (state.packets.len() + packets.len(), state.bytes + added);
        let is_above = |max_packets, max_bytes| n_packets > max_packets || bytes > max_bytes;
        let is_too_much = is_above(self.max_packets, self.max_bytes)
            || (is_above(MAX_UNCONFIRMED_PACKETS, self.max_unconfirmed_bytes)
                && (state.standing == Standing::Newcomer
                    || state.held.take(added + packets.len() * PACKET_OVERHEAD).is_err()));
        if is_too_much {
            drop(state);
            self.close(DisconnectReason::SlowConsumer);
            return;
        }
        state.bytes = bytes;
        state.packets.extend(packets.iter().cloned());
        match &mut state.transport {
            Transport::Polling { poll, .. } => {
                let waker = poll.as_mut().map(take_waker);
                drop(state);
                wake(waker);
            }
            Transport::WebSocket => {
                if state.idle.as_mut().is_some_and(|idle| !mem::replace(&mut idle.is_flush_due, true)) {
                    drop(state);
                    flush::soon(Arc::clone(self));
                }
            }
        }
    }

    /// Writes the queued packets to the WebSocket while its writer is idle. Bytes that the connection does not take at
    /// once are left to the writer.
    fn flush(&self) {
        let mut guard = self.lock();
        let state = &mut *guard;
        let Some(idle) = &mut state.idle else { return };
        idle.is_flush_due = false;
        // The writer was woken for bytes that were left over, and then writes what is queued behind them.
        if state.packets.is_empty() || !idle.unwritten.is_empty() {
            return;
        }
        state.bytes = 0;
        let packets = mem::take(&mut state.packets);
        // Count first, so that the metrics include every packet that a client has received.
        self.count_out(&packets);
        let bytes = packet::frames(&packets);
        // The writer will get the same error.
        let written = idle.io.try_write(&bytes).unwrap_or_default();
        let waker = if written < bytes.len() {
            idle.unwritten = bytes.slice(written..);
            idle.held = Some(state.held.split());
            Some(take_waker(&mut idle.writer))
        } else {
            state.held.give_back();
            None
        };
        drop(guard);
        wake(waker);
    }

    /// Ends the connection. Returns true if it was open until now.
    pub(crate) fn close(&self, reason: DisconnectReason) -> bool {
        let mut state = self.lock();
        let Life::Open { actor, .. } = &mut state.life else { return false };
        let actor = actor.take();
        if !reason.flushes() {
            drop(state.take());
        }
        state.life = match &actor {
            Some(actor) if state.answers_next_poll(reason) => Life::Closing { reason, actor: actor.clone() },
            _ => Life::Closed(reason),
        };
        // Only now, so that whoever wakes up, and the actor after them, finds the connection over.
        let wakers = state.take_wakers();
        drop(state);
        wakers.into_iter().for_each(wake);
        if let Some(actor) = actor {
            actor.do_send(Closed);
        }
        true
    }

    /// Returns the reason for the end of the connection; `None` while it is open.
    pub(crate) fn closed(&self) -> Option<DisconnectReason> {
        self.lock().life.closed()
    }

    /// Returns true if the connection is over but the client's next poll still gets an answer.
    pub(crate) fn is_closing(&self) -> bool {
        matches!(self.lock().life, Life::Closing { .. })
    }

    /// Confirms the client: it may send and be sent more, and a full server no longer closes the connection in
    /// favor of a new one.
    pub(crate) fn confirm(&self) {
        self.lock().standing = Standing::Confirmed;
    }

    /// Lets the client give way, unless it is confirmed.
    pub(crate) fn give_way(&self) {
        let mut state = self.lock();
        state.standing = state.standing.max(Standing::GivesWay);
    }

    pub(crate) fn is_confirmed(&self) -> bool {
        self.standing() == Standing::Confirmed
    }

    pub(crate) fn standing(&self) -> Standing {
        self.lock().standing
    }

    /// Sets or clears the moment from which the client counts as dead. A later poll finds the connection closed,
    /// whether or not a timer has fired by then.
    pub(crate) fn expires(&self, at: Option<Instant>) {
        if let Life::Open { expires, .. } = &mut self.lock().life {
            *expires = at;
        }
    }

    /// Returns all queued packets, for a receiver without a transport; `None` once the connection is over.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn poll_packets(&self, cx: &mut std::task::Context<'_>) -> std::task::Poll<Option<Waiting>> {
        use std::task::Poll;

        let mut state = self.lock();
        let (packets, _) = state.take();
        if !packets.is_empty() {
            return Poll::Ready(Some(packets));
        }
        if state.life.closed().is_some() {
            return Poll::Ready(None);
        }
        if let Transport::Polling { poll, .. } = &mut state.transport {
            *poll = Some(cx.waker().clone());
        }
        Poll::Pending
    }

    /// Opens a poll that waits for packets. A second one beside it ends the connection.
    pub(crate) fn open_poll(self: &Arc<Self>) -> Result<OpenPoll, PollError> {
        let mut guard = self.lock();
        let state = &mut *guard;
        // A dead client is noticed before anything that it did wrong.
        let fault = match (&state.life, &mut state.transport) {
            (Life::Closed(_), _) => return Err(PollError::Closed),
            (Life::Open { expires: Some(at), .. }, _) if *at <= Instant::now() => DisconnectReason::PingTimeout,
            (_, Transport::WebSocket) => return Err(PollError::Upgraded),
            (Life::Open { .. }, Transport::Polling { poll: Some(_), .. }) => DisconnectReason::OverlappingRequests,
            (_, Transport::Polling { poll, upgrade }) => {
                *poll = Some(Waker::noop().clone());
                let is_late = matches!((&state.life, upgrade), (Life::Open { .. }, Upgrade::Probed { .. }));
                return Ok(OpenPoll::new(Arc::clone(self), is_late));
            }
        };
        drop(guard);
        self.close(fault);
        Err(PollError::Closed)
    }

    /// Begins to receive a payload, until the answer is dropped. A second one beside it ends the connection.
    pub(crate) fn open_post(self: &Arc<Self>) -> Result<OpenPost, PollError> {
        let mut state = self.lock();
        if state.life.closed().is_some() {
            return Err(PollError::Closed);
        }
        if matches!(state.transport, Transport::WebSocket) {
            return Err(PollError::Upgraded);
        }
        if mem::replace(&mut state.is_posting, true) {
            drop(state);
            self.close(DisconnectReason::OverlappingRequests);
            return Err(PollError::Closed);
        }
        Ok(OpenPost(Arc::clone(self)))
    }

    /// Returns true if the WebSocket is the transport.
    pub(crate) fn is_websocket(&self) -> bool {
        matches!(self.lock().transport, Transport::WebSocket)
    }

    /// Returns the writer of a connection that is a WebSocket from its start.
    pub(crate) fn open_websocket(self: &Arc<Self>) -> Writer {
        self.attach(&mut self.lock());
        Writer::new(Arc::clone(self))
    }

    /// Returns the writer of a WebSocket that is to replace polling; `None` if there is already one or the connection
    /// is over.
    pub(crate) fn open_upgrade(self: &Arc<Self>) -> Option<Writer> {
        let mut state = self.lock();
        let upgrade = state.upgrade()?;
        if !matches!(upgrade, Upgrade::None) {
            return None;
        }
        *upgrade = Upgrade::Opened;
        Some(Writer::new(Arc::clone(self)))
    }

    /// Records the probe on the WebSocket. Returns false if a probe is not allowed now.
    pub(crate) fn probe(&self) -> bool {
        let mut state = self.lock();
        let Some(upgrade @ Upgrade::Opened) = state.upgrade() else { return false };
        *upgrade = Upgrade::Probed { owes_reply: true };
        let wakers = state.take_wakers();
        drop(state);
        wakers.into_iter().for_each(wake);
        true
    }

    /// Makes the probed WebSocket the transport. Returns false if that is not allowed now: a connection that is over
    /// was counted under the transport that it had.
    pub(crate) fn upgrade(&self) -> bool {
        let mut state = self.lock();
        let Some(&mut Upgrade::Probed { owes_reply }) = state.upgrade() else { return false };
        if owes_reply {
            // The client did not wait for it.
            let reply = codec::probe_reply();
            state.bytes += reply.len();
            state.packets.insert(0, reply);
        }
        // Before the waker of an open poll goes with its transport.
        let wakers = state.take_wakers();
        self.attach(&mut state);
        drop(state);
        wakers.into_iter().for_each(wake);
        true
    }

    fn attach(&self, state: &mut State) {
        state.transport = Transport::WebSocket;
        self.meters.polling_open.decrement(1.0);
        self.meters.websocket_open.increment(1.0);
    }

    /// Cancels the upgrade if one is under way; polling continues.
    pub(crate) fn reject_upgrade(&self) {
        let mut state = self.lock();
        if let Transport::Polling { upgrade: upgrade @ (Upgrade::Opened | Upgrade::Probed { .. }), .. } =
            &mut state.transport
        {
            *upgrade = Upgrade::Rejected;
            let waker = state.idle.as_mut().map(|idle| take_waker(&mut idle.writer));
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
    /// Returns true if the client's next poll gets an answer after a close for `reason`. An open poll takes the answer
    /// at once.
    fn answers_next_poll(&self, reason: DisconnectReason) -> bool {
        match &self.transport {
            Transport::WebSocket => false,
            Transport::Polling { poll, .. } if reason == DisconnectReason::ClosedByClient => poll.is_none(),
            Transport::Polling { .. } => !self.packets.is_empty(),
        }
    }

    /// Returns the upgrade of an open connection that polls.
    fn upgrade(&mut self) -> Option<&mut Upgrade> {
        match (&self.life, &mut self.transport) {
            (Life::Open { .. }, Transport::Polling { upgrade, .. }) => Some(upgrade),
            _ => None,
        }
    }

    /// Takes all queued packets with their allocation, so that an idle connection keeps no memory for them, and with what
    /// they hold of the budget.
    fn take(&mut self) -> (Waiting, Hold<IpAddr>) {
        self.bytes = 0;
        (mem::take(&mut self.packets), self.held.split())
    }

    /// Returns the wakers of a sleeping poll and a sleeping writer.
    fn take_wakers(&mut self) -> [Option<Waker>; 2] {
        let poll = match &mut self.transport {
            Transport::Polling { poll, .. } => poll.as_mut().map(take_waker),
            Transport::WebSocket => None,
        };
        [poll, self.idle.as_mut().map(|idle| take_waker(&mut idle.writer))]
    }
}

impl Life {
    fn closed(&self) -> Option<DisconnectReason> {
        match self {
            Self::Open { .. } => None,
            Self::Closing { reason, .. } | Self::Closed(reason) => Some(*reason),
        }
    }

    /// Returns the actor to notify of the end of a [closing](Life::Closing) connection.
    fn into_actor(self) -> Option<Recipient<Closed>> {
        match self {
            Self::Closing { actor, .. } => Some(actor),
            Self::Open { .. } | Self::Closed(_) => None,
        }
    }
}

/// Takes a waker and leaves a no-op in its place.
fn take_waker(waker: &mut Waker) -> Waker {
    mem::replace(waker, Waker::noop().clone())
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

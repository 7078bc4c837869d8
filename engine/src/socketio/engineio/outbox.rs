//! What waits to go out on one connection, and which transport takes it.
//!
//! Senders push from any thread and never wait. One reader at a time takes all that waits: an open poll, or the
//! WebSocket. The outbox also decides, under its lock, that a connection is over; whoever comes later finds it closed,
//! and the connection's actor is told once.

use std::{
    collections::VecDeque,
    mem,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::Duration,
};

use actix::{Message, Recipient};
use actix_http::ws::CloseCode;
use bytes::Bytes;
use futures_util::Stream;
use tokio::time::{Instant, Sleep, sleep};

use super::{
    DisconnectReason,
    packet::{self, Packet},
};
use crate::{
    metrics::SocketMeters,
    socketio::{Settings, codec},
};

/// How long a poll that comes after the probe waits for the upgrade before it is answered with a noop. The client's word
/// to upgrade travels on another TCP connection and may be a little behind.
const PATIENCE_AFTER_PROBE: Duration = Duration::from_millis(100);

/// The outbound side of a connection.
pub(crate) struct Outbox {
    state: Mutex<State>,
    max_packets: usize,
    max_bytes: usize,
    meters: Arc<SocketMeters>,
}

/// To the connection's actor: the connection is over.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Closed;

struct State {
    packets: VecDeque<Packet>,
    /// Sum of the packets' lengths.
    bytes: usize,
    poll: Option<Waker>,
    poll_is_open: bool,
    websocket: WebSocket,
    websocket_waker: Option<Waker>,
    /// A probe has come that was not answered yet.
    owes_probe_reply: bool,
    /// When the client is dead unless a pong comes before.
    expires: Option<Instant>,
    closed: Option<DisconnectReason>,
    actor: Option<Recipient<Closed>>,
}

/// How far the WebSocket of the connection is.
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

/// Why a poll is not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PollRefused {
    /// The connection is over.
    Closed,
    /// The connection has moved to its WebSocket.
    Upgraded,
}

impl Outbox {
    pub(crate) fn new(settings: &Settings, meters: Arc<SocketMeters>, actor: Option<Recipient<Closed>>) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                packets: VecDeque::new(),
                bytes: 0,
                poll: None,
                poll_is_open: false,
                websocket: WebSocket::Absent,
                websocket_waker: None,
                owes_probe_reply: false,
                expires: None,
                closed: None,
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

    /// Queues `packets` together. When that is more than may wait, the connection is closed instead.
    pub(crate) fn push(&self, packets: &[Packet]) {
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
        let waker = state.reader();
        drop(state);
        wake(waker);
    }

    /// Ends the connection. Says whether it was open until now.
    pub(crate) fn close(&self, reason: DisconnectReason) -> bool {
        let mut state = self.lock();
        if state.closed.is_some() {
            return false;
        }
        state.closed = Some(reason);
        if !reason.flushes() {
            state.packets = VecDeque::new();
            state.bytes = 0;
        }
        let wakers = [state.poll.take(), state.websocket_waker.take()];
        let actor = state.actor.take();
        drop(state);
        wakers.into_iter().for_each(wake);
        if let Some(actor) = actor {
            actor.do_send(Closed);
        }
        true
    }

    /// Whether the connection is over, and why.
    pub(crate) fn closed(&self) -> Option<DisconnectReason> {
        self.lock().closed
    }

    /// Sets or lifts the moment from which the client counts as dead. A poll that comes later finds the connection
    /// closed, whether or not a timer has fired by then.
    pub(crate) fn expires(&self, at: Option<Instant>) {
        self.lock().expires = at;
    }

    /// All that waits, for one who listens without a transport; nothing once the connection is over.
    pub(crate) fn poll_packets(&self, cx: &mut Context<'_>) -> Poll<Option<Vec<Packet>>> {
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

    /// Lets a polling request wait for packets. A second one beside it ends the connection.
    pub(crate) fn open_poll(self: &Arc<Self>) -> Result<OpenPoll, PollRefused> {
        let mut state = self.lock();
        let expired = state.expires.is_some_and(|at| at <= Instant::now());
        let ends = match () {
            () if state.closed.is_some() => return Err(PollRefused::Closed),
            () if expired => Some(DisconnectReason::PingTimeout),
            () if state.websocket == WebSocket::Attached => return Err(PollRefused::Upgraded),
            () if state.poll_is_open => Some(DisconnectReason::OverlappingPolls),
            () => None,
        };
        if let Some(reason) = ends {
            drop(state);
            self.close(reason);
            return Err(PollRefused::Closed);
        }
        state.poll_is_open = true;
        let patience = (state.websocket == WebSocket::Probed).then(|| Box::pin(sleep(PATIENCE_AFTER_PROBE)));
        Ok(OpenPoll { outbox: Arc::clone(self), patience, finished: false })
    }

    /// Whether the WebSocket is the transport.
    pub(crate) fn is_websocket(&self) -> bool {
        self.lock().websocket == WebSocket::Attached
    }

    /// The outgoing half of a connection that is a WebSocket from its start.
    pub(crate) fn open_websocket(self: &Arc<Self>) -> Frames {
        self.attach(&mut self.lock());
        Frames { outbox: Arc::clone(self), finished: false }
    }

    /// The outgoing half of a WebSocket that wants to take over from polling. There can be one at a time.
    pub(crate) fn open_upgrade(self: &Arc<Self>) -> Option<Frames> {
        let mut state = self.lock();
        if state.websocket != WebSocket::Absent || state.closed.is_some() {
            return None;
        }
        state.websocket = WebSocket::Opened;
        Some(Frames { outbox: Arc::clone(self), finished: false })
    }

    /// The opening WebSocket sent its probe. Says whether it may.
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

    /// The probed WebSocket asks to take over. Says whether it may.
    pub(crate) fn upgrade(&self) -> bool {
        let mut state = self.lock();
        if state.websocket != WebSocket::Probed {
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

    /// Gives the upgrade up, if it is under way; polling goes on.
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
    /// Who is to be woken when a packet arrives.
    fn reader(&mut self) -> Option<Waker> {
        match self.websocket {
            WebSocket::Attached => self.websocket_waker.take(),
            _ => self.poll.take(),
        }
    }

    /// All that waits. What was allocated for it goes along: an idle connection keeps nothing.
    fn take(&mut self) -> Vec<Packet> {
        self.bytes = 0;
        mem::take(&mut self.packets).into()
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// A polling request that waits for packets; its output is the payload. Dropped before, the poll was aborted, and the
/// connection ends.
pub(crate) struct OpenPoll {
    outbox: Arc<Outbox>,
    /// How long a poll that came after the probe still waits for the upgrade.
    patience: Option<Pin<Box<Sleep>>>,
    finished: bool,
}

impl Future for OpenPoll {
    type Output = Result<Bytes, PollRefused>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let is_impatient = self.patience.as_mut().is_none_or(|patience| patience.as_mut().poll(cx).is_ready());
        let outbox = Arc::clone(&self.outbox);
        let mut state = outbox.lock();
        let mut packets = if state.websocket == WebSocket::Attached { Vec::new() } else { state.take() };
        match state.closed {
            Some(DisconnectReason::ClosedByClient) => packets.push(codec::noop()),
            Some(_) => packets.push(codec::close()),
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
        drop(state);
        self.finished = true;
        outbox.count_out(&packets);
        Poll::Ready(Ok(packet::polling_payload(&packets)))
    }
}

impl Drop for OpenPoll {
    fn drop(&mut self) {
        if !self.finished {
            self.outbox.close(DisconnectReason::TransportLost);
        }
    }
}

/// The bytes that a WebSocket has to write. All packets that wait are one item; the close frame is the last. Dropped as
/// the transport of a connection, the connection ends.
pub(crate) struct Frames {
    outbox: Arc<Outbox>,
    finished: bool,
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
        DisconnectReason::SlowConsumer | DisconnectReason::Flooding => CloseCode::Policy,
        DisconnectReason::ShuttingDown => CloseCode::Away,
        _ => CloseCode::Normal,
    }
}

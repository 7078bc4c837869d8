//! A handle to one client in one namespace, usable from any thread.

use std::{
    collections::HashMap,
    mem,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use actix::{Message, Recipient};
use serde::Serialize;
use tokio::sync::oneshot;

use crate::{
    Arguments, Encoded, codec,
    engineio::{DisconnectReason, Outbox, Packet},
};

/// One client in one namespace. Cheap to clone. Sending never waits and never fails: it does nothing if the client is
/// gone, and a client that cannot keep up is disconnected.
#[derive(Clone)]
pub struct Socket {
    inner: Arc<Inner>,
}

struct Inner {
    id: String,
    namespace: String,
    outbox: Arc<Outbox>,
    /// The connection's actor; `None` for a detached socket.
    connection: Option<Recipient<Order>>,
    state: Mutex<State>,
    /// True once the application has lifted the limit of the address.
    #[cfg(any(test, feature = "testing"))]
    has_left_address: std::sync::atomic::AtomicBool,
}

/// To the connection's actor: an order of the application.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) enum Order {
    /// The client with this identifier is removed from its namespace.
    Leave(String),
    /// The connection no longer counts among those of its address.
    LeaveAddress,
}

struct State {
    presence: Presence,
    last_ack: i64,
    /// The receivers of pending acknowledgements, by number.
    asked: HashMap<i64, oneshot::Sender<Arguments>>,
}

/// The client's state in the namespace.
enum Presence {
    /// The application has not admitted the client yet; packets for it wait for the answer.
    Entering(Vec<Packet>),
    Inside,
    Left,
}

impl Socket {
    pub(crate) fn new(
        id: String,
        namespace: String,
        outbox: Arc<Outbox>,
        connection: Option<Recipient<Order>>,
    ) -> Self {
        let state = State { presence: Presence::Entering(Vec::new()), last_ack: 0, asked: HashMap::new() };
        let inner = Inner {
            id,
            namespace,
            outbox,
            connection,
            state: Mutex::new(state),
            #[cfg(any(test, feature = "testing"))]
            has_left_address: false.into(),
        };
        Self { inner: Arc::new(inner) }
    }

    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn outbox(&self) -> &Outbox {
        &self.inner.outbox
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the id that names this client in this namespace to others; it gives no access to the connection.
    pub fn id(&self) -> &str {
        &self.inner.id
    }

    /// Returns the namespace.
    pub fn namespace(&self) -> &str {
        &self.inner.namespace
    }

    /// Returns true if both are handles to the same client in the same namespace.
    pub fn same_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Returns the shortest time from the server to the client and back that this connection has shown: in its handshake
    /// and its pings. `None` if the client has answered neither yet.
    pub fn round_trip(&self) -> Option<Duration> {
        self.inner.outbox.round_trip()
    }

    /// Sends an event with one argument, or with several when `payload` is a tuple or [`Arguments`].
    pub fn emit(&self, event: &str, payload: &impl Serialize) {
        self.deliver(&codec::event(self.namespace(), event, payload, None));
    }

    /// Sends an event and asks for an acknowledgement. There is no time limit; a caller that awaits the answer should
    /// set one.
    pub fn emit_with_ack(&self, event: &str, payload: &impl Serialize) -> Answer {
        let (answer, receiver) = oneshot::channel();
        let mut state = self.state();
        state.last_ack += 1;
        let id = state.last_ack;
        let packets = codec::event(self.namespace(), event, payload, Some(id));
        if !packets.is_empty() && !matches!(state.presence, Presence::Left) {
            state.asked.insert(id, answer);
            self.deliver_in(&mut state, &packets);
        }
        drop(state);
        Answer { socket: self.clone(), id, receiver }
    }

    /// Sends an encoded event of this namespace, which any number of recipients may share.
    pub fn send(&self, packet: &Encoded) {
        self.deliver(packet.packets());
    }

    /// Does the same, unless packets already wait for the client: for an event that the next one makes up for. Returns
    /// true if it was sent.
    pub fn send_if_idle(&self, packet: &Encoded) -> bool {
        // Under the lock, so that no packet follows the one that removes the client.
        let state = self.state();
        matches!(state.presence, Presence::Inside) && self.inner.outbox.push_if_idle(packet.packets())
    }

    /// Removes the client from this namespace. Its connection stays open for others.
    pub fn disconnect(&self) {
        let mut state = self.state();
        let was_inside = matches!(state.presence, Presence::Inside);
        state.leave();
        if was_inside {
            if let Some(connection) = &self.inner.connection {
                connection.do_send(Order::Leave(self.inner.id.clone()));
            }
            self.inner.outbox.push(&codec::disconnect(self.namespace()));
        }
    }

    /// No longer counts the connection among those of its address, only among all: for a client whose number is limited
    /// in another way.
    pub fn leave_address(&self) {
        #[cfg(any(test, feature = "testing"))]
        self.inner.has_left_address.store(true, std::sync::atomic::Ordering::Relaxed);
        if let Some(connection) = &self.inner.connection {
            connection.do_send(Order::LeaveAddress);
        }
    }

    /// Returns true once the connection no longer counts among those of its address.
    #[cfg(any(test, feature = "testing"))]
    pub fn has_left_address(&self) -> bool {
        self.inner.has_left_address.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Closes the whole connection after the queued packets are sent.
    pub fn close(&self) {
        self.inner.outbox.close(DisconnectReason::ClosedByServer);
    }

    pub(super) fn deliver(&self, packets: &[Packet]) {
        self.deliver_in(&mut self.state(), packets);
    }

    fn deliver_in(&self, state: &mut State, packets: &[Packet]) {
        match &mut state.presence {
            Presence::Entering(waiting) => waiting.extend_from_slice(packets),
            Presence::Inside => self.inner.outbox.push(packets),
            Presence::Left => {}
        }
    }

    /// Admits the client: sends the answer, and then the packets that waited for it. Returns false if the application
    /// has already removed the client.
    pub(super) fn let_in(&self) -> bool {
        let mut packets = codec::connected(self.namespace(), self.id());
        let mut state = self.state();
        let Presence::Entering(waiting) = mem::replace(&mut state.presence, Presence::Inside) else {
            state.presence = Presence::Left;
            packets.extend(codec::disconnect(self.namespace()));
            self.inner.outbox.push(&packets);
            return false;
        };
        packets.extend(waiting);
        self.inner.outbox.push(&packets);
        true
    }

    /// Returns true while the client is in the namespace.
    pub(super) fn is_inside(&self) -> bool {
        matches!(self.state().presence, Presence::Inside)
    }

    /// Marks the client as gone: nothing more is sent, and waits for its answers end.
    pub(super) fn leave(&self) {
        self.state().leave();
    }

    /// Passes the client's acknowledgement to the caller that waits for it.
    pub(super) fn answered(&self, id: i64, args: Arguments) {
        if let Some(answer) = self.state().asked.remove(&id) {
            // The caller may have stopped waiting.
            let _ = answer.send(args);
        }
    }
}

impl std::fmt::Debug for Socket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Socket").field("id", &self.inner.id).field("namespace", &self.inner.namespace).finish()
    }
}

impl State {
    fn leave(&mut self) {
        self.presence = Presence::Left;
        self.asked = HashMap::new();
    }
}

/// Ends the events of a detached socket, because no handle is left to send any.
impl Drop for Inner {
    fn drop(&mut self) {
        if self.connection.is_none() {
            self.outbox.close(DisconnectReason::ClosedByServer);
        }
    }
}

/// A future of the client's acknowledgement of an event. If it is dropped, a later acknowledgement is ignored.
pub struct Answer {
    socket: Socket,
    id: i64,
    receiver: oneshot::Receiver<Arguments>,
}

/// The error when a client leaves before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the client left without an answer")]
pub struct NoAnswer;

impl Future for Answer {
    type Output = Result<Arguments, NoAnswer>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.receiver).poll(cx).map_err(|_| NoAnswer)
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.socket.state().asked.remove(&self.id);
    }
}

//! A handle to one client in one namespace, usable from any thread.

use std::{
    collections::HashMap,
    mem,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use actix::{Message, Recipient};
use serde::Serialize;
use tokio::sync::oneshot;

use super::{
    Arguments, DisconnectReason, Encoded, Heard, Settings, codec,
    engineio::{Outbox, Packet},
};
use crate::metrics::SocketMeters;

/// One client in one namespace. Cheap to clone; sending never waits and never fails: to a client that is gone it does
/// nothing, and one that cannot keep up is disconnected.
#[derive(Clone)]
pub struct Socket {
    inner: Arc<Inner>,
}

struct Inner {
    id: String,
    namespace: String,
    outbox: Arc<Outbox>,
    /// The connection's actor; none behind a detached socket.
    connection: Option<Recipient<Leave>>,
    state: Mutex<State>,
}

/// To the connection's actor: the product sent the client with this identifier out of its namespace.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Leave(pub(super) String);

struct State {
    stay: Stay,
    last_ack: i64,
    /// Who waits for which acknowledgement.
    asked: HashMap<i64, oneshot::Sender<Arguments>>,
}

/// Where the client is, seen from the namespace.
enum Stay {
    /// The application has not let it in yet; what it is sent waits for the answer.
    Asking(Vec<Packet>),
    Inside,
    Gone,
}

impl Socket {
    pub(super) fn new(
        id: String,
        namespace: String,
        outbox: Arc<Outbox>,
        connection: Option<Recipient<Leave>>,
    ) -> Self {
        let state = State { stay: Stay::Asking(Vec::new()), last_ack: 0, asked: HashMap::new() };
        Self { inner: Arc::new(Inner { id, namespace, outbox, connection, state: Mutex::new(state) }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Identifies this client in this namespace for others; it gives no access to the connection.
    pub fn id(&self) -> &str {
        &self.inner.id
    }

    /// The namespace.
    pub fn namespace(&self) -> &str {
        &self.inner.namespace
    }

    /// Whether both are handles to one client in one namespace.
    pub fn same_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Sends an event with one argument, or with several when `payload` is a tuple or [`Arguments`].
    pub fn emit(&self, event: &str, payload: &impl Serialize) {
        match codec::event(self.namespace(), event, payload, None) {
            Ok(packets) => self.deliver(packets),
            Err(error) => tracing::error!(event, %error, "an event cannot be written as JSON"),
        }
    }

    /// Sends an event and asks for an acknowledgement. The client may take its time, so whoever awaits the answer sets
    /// a deadline.
    pub fn emit_with_ack(&self, event: &str, payload: &impl Serialize) -> Answer {
        let (answer, receiver) = oneshot::channel();
        let mut state = self.state();
        state.last_ack += 1;
        let id = state.last_ack;
        match codec::event(self.namespace(), event, payload, Some(id)) {
            Ok(packets) if !matches!(state.stay, Stay::Gone) => {
                state.asked.insert(id, answer);
                self.deliver_in(&mut state, packets);
            }
            Ok(_) => {}
            Err(error) => tracing::error!(event, %error, "an event cannot be written as JSON"),
        }
        drop(state);
        Answer { socket: self.clone(), id, receiver }
    }

    /// Sends what was encoded before, for any number of recipients in namespace `/`.
    pub fn send(&self, packet: &Encoded) {
        let mut state = self.state();
        match &mut state.stay {
            Stay::Asking(waiting) => waiting.extend_from_slice(packet.packets()),
            Stay::Inside => self.inner.outbox.push(packet.packets()),
            Stay::Gone => {}
        }
    }

    /// Sends the client out of this namespace. Its connection stays for others.
    pub fn disconnect(&self) {
        let mut state = self.state();
        let was_inside = matches!(state.stay, Stay::Inside);
        state.leave();
        if was_inside {
            if let Some(connection) = &self.inner.connection {
                connection.do_send(Leave(self.inner.id.clone()));
            }
            self.inner.outbox.push(&codec::disconnect(self.namespace()));
        }
    }

    /// Closes the whole connection, after what waits for the client.
    pub fn close(&self) {
        self.inner.outbox.close(DisconnectReason::ClosedByServer);
    }

    pub(super) fn deliver(&self, packets: Vec<Packet>) {
        self.deliver_in(&mut self.state(), packets);
    }

    fn deliver_in(&self, state: &mut State, packets: Vec<Packet>) {
        match &mut state.stay {
            Stay::Asking(waiting) => waiting.extend(packets),
            Stay::Inside => self.inner.outbox.push(&packets),
            Stay::Gone => {}
        }
    }

    /// The application let the client in: the answer, and then what was sent meanwhile. Says whether it is still inside:
    /// the application may have sent it away in the same breath.
    pub(super) fn let_in(&self) -> bool {
        let mut packets = codec::connected(self.namespace(), self.id());
        let mut state = self.state();
        let Stay::Asking(waiting) = mem::replace(&mut state.stay, Stay::Inside) else {
            state.stay = Stay::Gone;
            packets.extend(codec::disconnect(self.namespace()));
            self.inner.outbox.push(&packets);
            return false;
        };
        packets.extend(waiting);
        self.inner.outbox.push(&packets);
        true
    }

    /// Whether the client is in the namespace and was not sent away.
    pub(super) fn is_inside(&self) -> bool {
        matches!(self.state().stay, Stay::Inside)
    }

    /// The client is gone: nothing is sent any more, and nobody waits for its answers.
    pub(super) fn leave(&self) {
        self.state().leave();
    }

    /// The client answered an event.
    pub(super) fn answered(&self, id: i64, args: Arguments) {
        if let Some(answer) = self.state().asked.remove(&id) {
            // Whoever asked may have stopped waiting.
            let _ = answer.send(args);
        }
    }

    /// For tests of what lies above: a socket with no connection behind it, and what it is sent.
    pub fn detached() -> (Self, Heard) {
        let outbox = Outbox::new(&Settings::default(), Arc::new(SocketMeters::new([], [])), None);
        let socket = Self::new("detached".to_owned(), "/".to_owned(), Arc::clone(&outbox), None);
        socket.state().stay = Stay::Inside;
        (socket, Heard::new(outbox))
    }
}

impl std::fmt::Debug for Socket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Socket").field("id", &self.inner.id).field("namespace", &self.inner.namespace).finish()
    }
}

impl State {
    fn leave(&mut self) {
        self.stay = Stay::Gone;
        self.asked = HashMap::new();
    }
}

/// Nobody can speak through a detached socket any more, so whoever listens hears its end.
impl Drop for Inner {
    fn drop(&mut self) {
        if self.connection.is_none() {
            self.outbox.close(DisconnectReason::ClosedByServer);
        }
    }
}

/// The client's answer to an event, to be awaited. Dropped, the answer is ignored when it comes.
pub struct Answer {
    socket: Socket,
    id: i64,
    receiver: oneshot::Receiver<Arguments>,
}

/// The client left before it answered.
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

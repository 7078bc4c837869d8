//! Those that a room speaks to: sockets of this engine, and sockets behind the gateways of others.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde_json::value::to_raw_value;
use shared::RoomCode;
use shared::wire::ServerEvent;

use crate::fault::{Hears, emit};
use crate::peers::message::{self, PeerMessage, Told};
use crate::peers::{EngineId, Peers};
use crate::socketio::{Ack, Socket};

/// A racer's socket, wherever it is.
#[derive(Debug, Clone)]
pub(crate) enum Listener {
    /// In this process.
    Here(Socket),
    /// At another engine.
    There(Remote),
}

/// A socket behind a gateway.
#[derive(Debug, Clone)]
pub(crate) struct Remote {
    pub(crate) outlet: Arc<Outlet>,
    pub(crate) socket: u64,
}

impl Listener {
    pub(crate) fn same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Here(socket), Self::Here(other)) => socket.same_as(other),
            (Self::There(remote), Self::There(other)) => {
                Arc::ptr_eq(&remote.outlet, &other.outlet) && remote.socket == other.socket
            }
            (Self::Here(_), Self::There(_)) | (Self::There(_), Self::Here(_)) => false,
        }
    }

    pub(crate) fn disconnect(&self) {
        match self {
            Self::Here(socket) => socket.disconnect(),
            Self::There(Remote { outlet, socket }) => outlet.tell(Told::SentAway { socket: *socket }),
        }
    }

    /// The engine of a socket that is elsewhere.
    pub(crate) fn engine(&self) -> Option<EngineId> {
        match self {
            Self::Here(_) => None,
            Self::There(remote) => Some(remote.outlet.engine),
        }
    }
}

impl Hears for Listener {
    fn hear(&self, event: &ServerEvent) {
        match self {
            Self::Here(socket) => emit(socket, event),
            Self::There(Remote { outlet, socket }) => outlet.tell_event(vec![*socket], event),
        }
    }
}

/// Where an answer goes to.
#[derive(Debug)]
pub(crate) enum Reply {
    /// To a client of this process, which asked for it.
    Here(Ack),
    /// To the command of this number, at a gateway.
    There(Arc<Outlet>, u64),
}

impl Reply {
    pub(crate) fn send(self, answer: &impl Serialize) {
        match self {
            Self::Here(ack) => ack.send(answer),
            Self::There(outlet, command) => match to_raw_value(answer) {
                Ok(data) => outlet.tell(Told::Answer { command, data }),
                Err(error) => tracing::error!(%error, "an answer cannot be written as JSON"),
            },
        }
    }
}

/// What a room says in one session with a gateway: numbered, in order.
pub(crate) struct Outlet {
    peers: Arc<dyn Peers>,
    pub(crate) engine: EngineId,
    code: RoomCode,
    pub(crate) session: u64,
    sent: AtomicU64,
}

impl Outlet {
    pub(crate) fn new(peers: Arc<dyn Peers>, engine: EngineId, code: RoomCode, session: u64) -> Self {
        Self { peers, engine, code, session, sent: AtomicU64::new(0) }
    }

    /// Tells some sockets of an event, which crosses to their engine once.
    pub(crate) fn tell_event(&self, to: Vec<u64>, event: &ServerEvent) {
        match to_raw_value(event) {
            Ok(data) => self.tell(Told::Event { to, name: event.name().to_owned(), data }),
            Err(error) => tracing::error!(event = event.name(), %error, "an event cannot be written as JSON"),
        }
    }

    pub(crate) fn tell(&self, told: Told) {
        let number = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
        self.say(&PeerMessage::ToGateway { code: self.code, session: self.session, number, told });
    }

    /// Says how much was told, so that the gateway notices if it missed the last of it.
    pub(crate) fn sync(&self) {
        let sent = self.sent.load(Ordering::Relaxed);
        self.say(&PeerMessage::Synced { code: self.code, session: self.session, sent });
    }

    /// Ends the session.
    pub(crate) fn detach(&self) {
        self.say(&PeerMessage::Detached { code: self.code, session: self.session });
    }

    fn say(&self, message: &PeerMessage) {
        message::send(&*self.peers, self.engine, message);
    }
}

impl std::fmt::Debug for Outlet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outlet").field("engine", &self.engine).field("session", &self.session).finish_non_exhaustive()
    }
}

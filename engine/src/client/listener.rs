//! The recipients of a room's events: sockets of this engine, and sockets behind the gateways of other engines.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde_json::value::to_raw_value;
use shared::RoomCode;
use shared::wire::ServerEvent;
use socketio::{Ack, Socket};

use super::refusal::EventSink;
use crate::ids::EngineId;
use crate::peers::Peers;
use crate::peers::message::{self, OwnerMessage, PeerMessage, RoomMessage};

/// A racer's socket, at this engine or another.
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
    /// The number of the socket at its gateway.
    pub(crate) socket: u64,
}

impl Listener {
    /// Returns true if both are the same socket in the same session.
    pub(crate) fn same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Here(socket), Self::Here(other)) => socket.same_as(other),
            (Self::There(remote), Self::There(other)) => {
                Arc::ptr_eq(&remote.outlet, &other.outlet) && remote.socket == other.socket
            }
            (Self::Here(_), Self::There(_)) | (Self::There(_), Self::Here(_)) => false,
        }
    }

    /// Closes the socket, or asks its gateway to do so.
    pub(crate) fn disconnect(&self) {
        match self {
            Self::Here(socket) => socket.disconnect(),
            Self::There(Remote { outlet, socket }) => outlet.send(RoomMessage::Disconnect { socket: *socket }),
        }
    }

    /// Returns the engine of a socket that is not at this one.
    pub(crate) fn engine(&self) -> Option<EngineId> {
        match self {
            Self::Here(_) => None,
            Self::There(remote) => Some(remote.outlet.engine),
        }
    }
}

impl EventSink for Listener {
    fn send_event(&self, event: &ServerEvent) {
        match self {
            Self::Here(socket) => socket.send_event(event),
            Self::There(Remote { outlet, socket }) => outlet.send_event(vec![*socket], event),
        }
    }
}

/// The recipient of an answer to a command.
#[derive(Debug)]
pub(crate) enum Reply {
    /// The client's acknowledgement, in this process.
    Here(Ack),
    /// The command with this number, at a gateway.
    There(Arc<Outlet>, u64),
}

impl Reply {
    /// Sends the answer as JSON.
    pub(crate) fn send(self, answer: &impl Serialize) {
        match self {
            Self::Here(ack) => ack.send(answer),
            Self::There(outlet, command) => match to_raw_value(answer) {
                Ok(data) => outlet.send(RoomMessage::Answer { command, data }),
                Err(error) => tracing::error!(%error, "an answer cannot be written as JSON"),
            },
        }
    }
}

/// The room's side of a session with a gateway: numbers its messages and sends them in order.
pub(crate) struct Outlet {
    peers: Arc<dyn Peers>,
    pub(crate) engine: EngineId,
    code: RoomCode,
    pub(crate) session: u64,
    /// The count of numbered messages so far.
    sent: AtomicU64,
}

impl Outlet {
    pub(crate) fn new(peers: Arc<dyn Peers>, engine: EngineId, code: RoomCode, session: u64) -> Self {
        Self { peers, engine, code, session, sent: AtomicU64::new(0) }
    }

    /// Sends an event to the sockets `to` of the gateway, in one message.
    pub(crate) fn send_event(&self, to: Vec<u64>, event: &ServerEvent) {
        match to_raw_value(event) {
            Ok(data) => self.send(RoomMessage::Event { to, name: event.name().to_owned(), data }),
            Err(error) => tracing::error!(event = event.name(), %error, "an event cannot be written as JSON"),
        }
    }

    pub(crate) fn send(&self, message: RoomMessage) {
        let number = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
        self.post(OwnerMessage::FromRoom { number, message });
    }

    /// Sends the count of messages so far, so that the gateway notices if it missed the last of them.
    pub(crate) fn sync(&self) {
        self.post(OwnerMessage::Synced { sent: self.sent.load(Ordering::Relaxed) });
    }

    pub(crate) fn detach(&self) {
        self.post(OwnerMessage::Detached);
    }

    fn post(&self, message: OwnerMessage) {
        let message = PeerMessage::ToGateway { code: self.code, session: self.session, message };
        message::send(&*self.peers, self.engine, &message);
    }
}

impl std::fmt::Debug for Outlet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outlet").field("engine", &self.engine).field("session", &self.session).finish_non_exhaustive()
    }
}

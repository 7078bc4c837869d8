//! The messages of a connection, and the link that a protocol sends them over.

use std::{net::IpAddr, sync::Arc};

use bytes::Bytes;

use super::{
    codec::{self, SharedText},
    outbox::Outbox,
    packet::Packet,
    registry::Places,
    sid::Sid,
};
use crate::Settings;

/// A message in either direction.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// Text.
    Text(SharedText),
    /// Bytes.
    Binary(Bytes),
}

impl Message {
    /// Returns the length of the content in bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
        }
    }
}

/// The server's handle to a connection, which sends from any thread and without waiting.
pub struct Link {
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) peer: Option<IpAddr>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) sid: Sid,
    pub(crate) places: Arc<dyn Places>,
}

impl Link {
    /// Queues a message. A client too slow to read its queue is disconnected.
    pub fn send(&self, message: Message) {
        let packet = match message {
            Message::Text(text) => codec::text_message(text),
            Message::Binary(bytes) => Packet::binary(&bytes),
        };
        self.outbox.push(&[packet]);
    }

    /// Confirms the client: it has shown that it uses the connection. Until then, it may send and be sent only
    /// a little (see [`Settings::max_unconfirmed_bytes`]), and a full server closes its connection in favor of a new one.
    pub fn confirm(&self) {
        self.outbox.confirm();
    }

    /// Lets a full server close the connection in favor of a new one, before any other, unless the client is confirmed.
    /// It may be sent as much as others, and send as little as before.
    pub fn give_way(&self) {
        self.places.give_way(self.sid);
    }

    /// No longer counts the connection among those of its address.
    pub fn leave_address(&self) {
        self.places.leave_network(self.sid);
    }

    /// Returns true if only the connections are left that are reserved for clients who do not give way.
    pub fn is_crowded(&self) -> bool {
        self.places.are_crowded(self.sid)
    }

    /// Returns the address that the connection comes from, if known.
    pub fn peer(&self) -> Option<IpAddr> {
        self.peer
    }

    /// Returns the settings of the server.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

//! An event that is encoded once for any number of clients.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::{codec, engineio::Packet};

/// An event of one namespace, ready for both transports. All recipients share its bytes.
#[derive(Debug, Clone)]
pub struct Encoded {
    packets: Vec<Packet>,
}

impl Encoded {
    /// Encodes the event `name` of namespace `/` with one argument, or with several if `payload` is a tuple. A payload
    /// that cannot be written as JSON is a bug: it is logged, and nothing is sent.
    pub fn event(name: &str, payload: &impl Serialize) -> Self {
        Self::event_in("/", name, payload)
    }

    /// Encodes an event of another namespace.
    pub fn event_in(namespace: &str, name: &str, payload: &impl Serialize) -> Self {
        Self { packets: codec::event(namespace, name, payload, None) }
    }

    /// Encodes the event `name` of namespace `/` with one argument, which is already JSON.
    pub fn json_event(name: &str, payload: &RawValue) -> Self {
        Self { packets: codec::json_event(name, payload) }
    }

    pub(super) fn packets(&self) -> &[Packet] {
        &self.packets
    }
}

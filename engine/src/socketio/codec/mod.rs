//! The wire form of Engine.IO v4 and Socket.IO v5 packets. The only module that names the codec crates.

mod engine;
mod socket;

pub use engine::Text;
pub(crate) use engine::{
    FromClient, SEPARATOR, binary_as_text, close, count_packets, noop, open, ping, probe_reply, read_packet,
    read_payload, text_message,
};
pub(crate) use socket::{Body, Decoder, Incoming, ack, connect_error, connected, disconnect, event, json_event};

/// An input that the protocols do not allow; the text is for logs.
#[derive(Debug, thiserror::Error)]
#[error("malformed packet: {0}")]
pub(crate) struct Malformed(String);

impl Malformed {
    fn new(reason: impl ToString) -> Self {
        Self(reason.to_string())
    }
}

//! Packets of Engine.IO: one character for the type, then the content.
//! <https://socket.io/docs/v4/engine-io-protocol/#protocol>

use bytes::{Bytes, BytesMut};
use engineioxide_core::{Packet as EnginePacket, ProtocolVersion, Str};
use serde::Serialize;

use super::{packet::Packet, sid::Sid};
use crate::Settings;

/// The error for input that a protocol does not allow; the text is for logs.
#[derive(Debug, thiserror::Error)]
#[error("malformed packet: {0}")]
pub(crate) struct Malformed(String);

impl Malformed {
    pub(crate) fn new(reason: impl ToString) -> Self {
        Self(reason.to_string())
    }
}

/// Text whose slices share its bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedText(pub(crate) Str);

impl SharedText {
    /// Copies `text`.
    pub fn copy_from(text: &str) -> Self {
        Self(Str::copy_from_slice(text))
    }
}

impl std::ops::Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// An Engine.IO packet that a client may send.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FromClient {
    Text(SharedText),
    Binary(Bytes),
    Pong,
    Close,
    /// The first packet of a WebSocket in an upgrade.
    Probe,
    /// The last packet of an upgrade.
    Upgrade,
    Noop,
}

impl FromClient {
    /// Returns the length of the content in bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
            _ => 1,
        }
    }
}

/// Reads a text packet of Engine.IO.
pub(crate) fn read_packet(text: impl Into<String>) -> Result<FromClient, Malformed> {
    match EnginePacket::parse(ProtocolVersion::V4, Str::from(text.into())).map_err(Malformed::new)? {
        EnginePacket::Message(text) => Ok(FromClient::Text(SharedText(text))),
        EnginePacket::Binary(bytes) => Ok(FromClient::Binary(bytes)),
        EnginePacket::Pong => Ok(FromClient::Pong),
        EnginePacket::Close => Ok(FromClient::Close),
        EnginePacket::PingUpgrade => Ok(FromClient::Probe),
        EnginePacket::Upgrade => Ok(FromClient::Upgrade),
        EnginePacket::Noop => Ok(FromClient::Noop),
        _ => Err(Malformed::new("a packet that only the server sends")),
    }
}

/// Separates the packets of a polling payload.
/// <https://socket.io/docs/v4/engine-io-protocol/#http-long-polling-1>
const SEPARATOR: u8 = b'\x1e';

/// Counts the packets of a polling payload, whether or not they can be read.
pub(crate) fn count_packets(body: &[u8]) -> usize {
    1 + body.iter().filter(|byte| **byte == SEPARATOR).count()
}

pub(crate) fn read_payload(body: &[u8]) -> Result<Vec<FromClient>, Malformed> {
    let text = std::str::from_utf8(body).map_err(Malformed::new)?;
    text.split(char::from(SEPARATOR)).map(read_packet).collect()
}

/// The payload of the handshake: exactly these five keys.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Open<'a> {
    sid: String,
    upgrades: &'a [&'a str],
    ping_interval: u128,
    ping_timeout: u128,
    max_payload: usize,
}

/// Returns the first packet of a connection, the handshake.
pub(crate) fn open(sid: Sid, upgrades: &[&str], settings: &Settings) -> Packet {
    let open = Open {
        sid: sid.to_string(),
        upgrades,
        ping_interval: settings.ping_interval.as_millis(),
        ping_timeout: settings.ping_timeout.as_millis(),
        max_payload: settings.max_payload,
    };
    let json = serde_json::to_string(&open).expect("strings and numbers are serializable");
    Packet::text(format!("0{json}").as_bytes())
}

pub(crate) fn close() -> Packet {
    control(EnginePacket::Close)
}

pub(crate) fn ping() -> Packet {
    control(EnginePacket::Ping)
}

pub(crate) fn noop() -> Packet {
    control(EnginePacket::Noop)
}

pub(crate) fn probe_reply() -> Packet {
    control(EnginePacket::PongUpgrade)
}

fn control(packet: EnginePacket) -> Packet {
    Packet::text(String::from(packet).as_bytes())
}

/// Encodes a text message of Engine.IO.
pub(crate) fn text_message(text: SharedText) -> Packet {
    control(EnginePacket::Message(text.0))
}

/// Joins all of `packets` into one polling payload.
pub(crate) fn polling_payload(packets: &[Packet]) -> Bytes {
    if let [only] = packets
        && !only.is_binary()
    {
        return only.payload();
    }
    let mut payload = BytesMut::with_capacity(packets.iter().map(Packet::len).sum());
    for packet in packets {
        if !payload.is_empty() {
            payload.extend_from_slice(&[SEPARATOR]);
        }
        if packet.is_binary() {
            payload.extend_from_slice(String::from(EnginePacket::Binary(packet.payload())).as_bytes());
        } else {
            payload.extend_from_slice(&packet.payload());
        }
    }
    payload.freeze()
}

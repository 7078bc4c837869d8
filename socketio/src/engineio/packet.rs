//! An outgoing packet, encoded once for both transports and any number of recipients.

use actix_http::ws::{CloseCode, CloseReason, OpCode, Parser};
use bytes::{Bytes, BytesMut};

/// The maximum size of a frame header: two bytes, and eight of length.
const MAX_FRAME_HEADER: usize = 10;

/// An encoded packet: a complete WebSocket frame, whose payload is also the packet's form for polling. Cloning shares
/// the bytes.
#[derive(Debug, Clone)]
pub(crate) struct Packet {
    frame: Bytes,
    /// The offset of the payload in the frame.
    payload: u8,
    is_binary: bool,
}

impl Packet {
    /// Encodes an Engine.IO packet in its text form, such as `4hello`.
    pub(crate) fn text(packet: &[u8]) -> Self {
        Self::framed(packet, OpCode::Text)
    }

    pub(crate) fn binary(message: &[u8]) -> Self {
        Self::framed(message, OpCode::Binary)
    }

    /// Encodes the answer to a WebSocket ping (RFC 6455, 5.5.3). It is unrelated to the ping of Engine.IO and never
    /// polled.
    pub(crate) fn pong_frame(application_data: &[u8]) -> Self {
        Self::framed(application_data, OpCode::Pong)
    }

    fn framed(payload: &[u8], opcode: OpCode) -> Self {
        let mut frame = BytesMut::with_capacity(payload.len() + MAX_FRAME_HEADER);
        Parser::write_message(&mut frame, payload, opcode, true, false);
        let header = frame.len() - payload.len();
        let payload = u8::try_from(header).unwrap_or(MAX_FRAME_HEADER as u8);
        Self { frame: frame.freeze(), payload, is_binary: opcode == OpCode::Binary }
    }

    /// Returns the length in bytes that counts against the limit of a queue.
    pub(crate) fn len(&self) -> usize {
        self.frame.len()
    }

    pub(crate) fn payload(&self) -> Bytes {
        self.frame.slice(usize::from(self.payload)..)
    }

    pub(crate) fn is_binary(&self) -> bool {
        self.is_binary
    }
}

/// Encodes the frame that ends a WebSocket (RFC 6455, 5.5.1).
pub(crate) fn close_frame(code: CloseCode, description: &str) -> Bytes {
    let mut frame = BytesMut::new();
    Parser::write_close(&mut frame, Some(CloseReason { code, description: Some(description.to_owned()) }), false);
    frame.freeze()
}

/// Joins all of `packets` for one write to a WebSocket.
pub(crate) fn frames(packets: &[Packet]) -> Bytes {
    if let [only] = packets {
        return only.frame.clone();
    }
    let mut frames = BytesMut::with_capacity(packets.iter().map(Packet::len).sum());
    for packet in packets {
        frames.extend_from_slice(&packet.frame);
    }
    frames.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_payload_of_a_frame_is_the_packet_at_any_length() {
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            let text = vec![b'4'; length];
            assert_eq!(Packet::text(&text).payload(), text, "{length} bytes");
        }
    }

    #[test]
    fn several_packets_are_joined_for_one_write() {
        let (a, b) = (Packet::text(b"4a"), Packet::text(b"4b"));
        assert_eq!(frames(&[a, b]), &b"\x81\x024a\x81\x024b"[..]);
    }
}

//! Packets of Socket.IO: type, namespace, number of the acknowledgement, and JSON with attachments beside it.
//! <https://socket.io/docs/v4/socket-io-protocol/#packet-encoding>

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use socketioxide_core::{
    Str, Value as WireValue,
    packet::{Packet as WirePacket, PacketData},
    parser::{Parse, ParseConfig, ParseError, ParserState},
};
use socketioxide_parser_common::CommonParser;

use crate::{
    Arguments, ConnectError, Settings,
    engineio::{Malformed, Message, Packet, SharedText, text_message},
};

/// The largest number of digits that always fits the type of an acknowledgement's number.
const MAX_ACK_DIGITS: usize = 18;

/// The type of the packet by which a client asks to enter a namespace.
const CONNECT: char = '0';

/// Returns true if `message` asks to enter a namespace.
pub(crate) fn is_connect(message: &Message) -> bool {
    matches!(message, Message::Text(text) if text.starts_with(CONNECT))
}

/// A Socket.IO packet.
#[derive(Debug, PartialEq)]
pub(crate) struct Incoming {
    pub(crate) namespace: String,
    pub(crate) body: Body,
}

/// The content of a Socket.IO packet.
#[derive(Debug, PartialEq)]
pub(crate) enum Body {
    Connect(Value),
    Disconnect,
    Event { name: String, args: Arguments, ack: Option<i64> },
    Ack { id: i64, args: Arguments },
}

/// Assembles the messages of one connection into Socket.IO packets, within limits.
pub(crate) struct Decoder {
    state: ParserState,
    max_attachments: usize,
    max_bytes: usize,
    max_depth: usize,
    max_arguments: usize,
    max_namespace: usize,
}

impl Decoder {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            state: ParserState::default(),
            max_attachments: settings.max_attachments,
            max_bytes: settings.max_payload,
            max_depth: settings.max_json_depth,
            max_arguments: settings.max_arguments,
            max_namespace: settings.max_namespace_length,
        }
    }

    fn config(&self) -> ParseConfig {
        ParseConfig {
            max_incoming_binary_buf_size: self.max_bytes,
            max_incoming_binaries: self.max_attachments,
            ..ParseConfig::default()
        }
    }

    /// Reads a text message: a packet, or the head of one whose attachments follow.
    pub(crate) fn text(&self, text: SharedText) -> Result<Option<Incoming>, Malformed> {
        if depth(&text) > self.max_depth {
            return Err(Malformed::new(format_args!("nested deeper than {}", self.max_depth)));
        }
        if has_huge_ack(&text) {
            return Err(Malformed::new("the number of the acknowledgement is too large"));
        }
        self.packet(CommonParser.decode_str(&self.config(), &self.state, text.0))
    }

    pub(crate) fn binary(&self, bytes: Bytes) -> Result<Option<Incoming>, Malformed> {
        self.packet(CommonParser.decode_bin(&self.config(), &self.state, bytes))
    }

    fn packet(&self, parsed: Result<WirePacket, ParseError>) -> Result<Option<Incoming>, Malformed> {
        let packet = match parsed {
            Ok(packet) => packet,
            Err(ParseError::NeedsMoreBinaryData) => return Ok(None),
            Err(error) => return Err(Malformed::new(error)),
        };
        if packet.ns.len() > self.max_namespace {
            return Err(Malformed::new(format_args!("a namespace longer than {}", self.max_namespace)));
        }
        let body = match packet.inner {
            PacketData::Connect(auth) => Body::Connect(read_auth(auth)?),
            PacketData::Disconnect => Body::Disconnect,
            PacketData::Event(data, ack) | PacketData::BinaryEvent(data, ack) => {
                let (json, attachments) = parts(data)?;
                let values: Vec<&RawValue> = serde_json::from_str(&json).map_err(Malformed::new)?;
                let (name, args) = values.split_first().ok_or_else(|| Malformed::new("an event without a name"))?;
                let name = serde_json::from_str(name.get())
                    .map_err(|_| Malformed::new("the name of an event is not a string"))?;
                Body::Event { name, args: self.arguments(args, attachments)?, ack }
            }
            PacketData::EventAck(data, id) | PacketData::BinaryAck(data, id) => {
                let (json, attachments) = parts(data)?;
                let args: Vec<&RawValue> = serde_json::from_str(&json).map_err(Malformed::new)?;
                Body::Ack { id, args: self.arguments(&args, attachments)? }
            }
            PacketData::ConnectError(_) => return Err(Malformed::new("a packet that only the server sends")),
        };
        Ok(Some(Incoming { namespace: packet.ns.to_string(), body }))
    }

    fn arguments(&self, values: &[&RawValue], attachments: Vec<Bytes>) -> Result<Arguments, Malformed> {
        if values.len() > self.max_arguments {
            return Err(Malformed::new(format_args!("more than {} arguments", self.max_arguments)));
        }
        let json = values.iter().map(|value| SharedText::copy_from(value.get())).collect();
        Ok(Arguments::new(json, attachments))
    }
}

/// Splits a packet's data into its JSON and its attachments.
fn parts(data: WireValue) -> Result<(Str, Vec<Bytes>), Malformed> {
    match data {
        WireValue::Str(json, attachments) => Ok((json, attachments.map(Vec::from).unwrap_or_default())),
        WireValue::Bytes(_) => Err(Malformed::new("a packet without JSON")),
    }
}

fn read_auth(auth: Option<WireValue>) -> Result<Value, Malformed> {
    match auth {
        None => Ok(Value::Object(serde_json::Map::new())),
        Some(WireValue::Str(json, _)) => match serde_json::from_str(&json).map_err(Malformed::new)? {
            auth @ Value::Object(_) => Ok(auth),
            _ => Err(Malformed::new("the payload of CONNECT is not an object")),
        },
        Some(WireValue::Bytes(_)) => Err(Malformed::new("the payload of CONNECT is binary")),
    }
}

/// Returns the nesting depth of arrays and objects in a packet, before it is parsed.
fn depth(packet: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in packet.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Returns true if the number before the arguments does not fit its type: the parser would drop it and accept the
/// event.
fn has_huge_ack(packet: &str) -> bool {
    let head = packet.split(['[', '{']).next().unwrap_or_default();
    head.bytes().skip(1).rev().take_while(u8::is_ascii_digit).count() > MAX_ACK_DIGITS
}

/// Encodes the answer that admits a client to a namespace; its payload is only the id.
pub(crate) fn connected(namespace: &str, id: &str) -> Vec<Packet> {
    let answer = serde_json::json!({ "sid": id }).to_string();
    packets(WirePacket::connect(namespace.to_owned(), Some(WireValue::Str(answer.into(), None))))
}

/// Encodes the answer that refuses a client entry to a namespace. The parser's own packet has no place for details.
pub(crate) fn connect_error(namespace: &str, error: &ConnectError) -> Packet {
    let error = serde_json::to_string(error).expect("an error is text and JSON");
    let namespace = if namespace == "/" { String::new() } else { format!("{namespace},") };
    text_message(SharedText::copy_from(&format!("4{namespace}{error}")))
}

/// Encodes the packet that removes a client from a namespace.
pub(crate) fn disconnect(namespace: &str) -> Vec<Packet> {
    packets(WirePacket::disconnect(namespace.to_owned()))
}

/// Encodes an event, with the number of the acknowledgement if one is requested. A payload that cannot be written as
/// JSON, such as a map whose keys are lists, is a bug: it is logged, and there is no packet.
pub(crate) fn event(namespace: &str, name: &str, payload: &impl Serialize, ack: Option<i64>) -> Vec<Packet> {
    match CommonParser.encode_value(payload, Some(name)) {
        Ok(data) => {
            let mut packet = WirePacket::event(namespace.to_owned(), data);
            if let Some(id) = ack {
                packet.inner.set_ack_id(id);
            }
            packets(packet)
        }
        Err(error) => {
            tracing::error!(event = name, %error, "an event cannot be written as JSON");
            Vec::new()
        }
    }
}

/// Encodes an event of namespace `/` whose payload is already JSON.
pub(crate) fn json_event(name: &str, payload: &RawValue) -> Vec<Packet> {
    let data = format!("[{},{payload}]", Value::from(name));
    packets(WirePacket::event("/", WireValue::Str(data.into(), None)))
}

/// Encodes an acknowledgement, as [`event`] does an event.
pub(crate) fn ack(namespace: &str, args: &impl Serialize, id: i64) -> Vec<Packet> {
    match CommonParser.encode_value(args, None) {
        Ok(data) => packets(WirePacket::ack(namespace.to_owned(), data, id)),
        Err(error) => {
            tracing::error!(%error, "an acknowledgement cannot be written as JSON");
            Vec::new()
        }
    }
}

fn packets(packet: WirePacket) -> Vec<Packet> {
    match CommonParser.encode(packet) {
        WireValue::Str(text, attachments) => std::iter::once(text_message(SharedText(text)))
            .chain(attachments.into_iter().flatten().map(|bytes| Packet::binary(&bytes)))
            .collect(),
        WireValue::Bytes(bytes) => vec![Packet::binary(&bytes)],
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::proptest;
    use serde::Deserialize;

    use super::*;
    use crate::engineio::{FromClient, read_packet, read_payload};

    fn decoder() -> Decoder {
        Decoder::new(&Settings::default())
    }

    fn decode(text: &str) -> Result<Option<Incoming>, Malformed> {
        decoder().text(SharedText::copy_from(text))
    }

    fn text(packet: &Packet) -> String {
        String::from_utf8(packet.payload().to_vec()).unwrap()
    }

    /// The test cases shared with the codec of the load tests (`load-tests/k6/lib/packets.js`).
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cases {
        from_client: Vec<Case>,
        from_server: Vec<Case>,
        payloads: Vec<Payload>,
    }

    #[derive(Deserialize)]
    struct Case {
        name: String,
        text: String,
        packet: Described,
    }

    #[derive(Deserialize)]
    struct Described {
        r#type: String,
        namespace: String,
        id: Option<i64>,
        data: Option<Value>,
    }

    #[derive(Deserialize)]
    struct Payload {
        name: String,
        body: String,
        packets: Vec<String>,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../tests/packets.json")).unwrap()
    }

    fn arguments(data: &[Value]) -> Arguments {
        Arguments::new(data.iter().map(|value| SharedText::copy_from(&value.to_string())).collect(), Vec::new())
    }

    #[test]
    fn packets_of_clients_are_read_as_in_the_shared_cases() {
        for Case { name, text, packet } in cases().from_client {
            let FromClient::Text(message) = read_packet(text.as_str()).unwrap() else { panic!("no message: {name}") };
            let data = packet.data.unwrap_or_default();
            let list = data.as_array().map(Vec::as_slice).unwrap_or_default();
            let body = match (packet.r#type.as_str(), list) {
                ("connect", _) => Body::Connect(data),
                ("disconnect", _) => Body::Disconnect,
                ("event", [event, args @ ..]) => {
                    let name = event.as_str().unwrap().to_owned();
                    Body::Event { name, args: arguments(args), ack: packet.id }
                }
                ("ack", args) => Body::Ack { id: packet.id.unwrap(), args: arguments(args) },
                other => panic!("no packet of a client: {other:?}"),
            };
            let expected = Incoming { namespace: packet.namespace, body };
            assert_eq!(decoder().text(message).unwrap(), Some(expected), "{name}");
        }
    }

    #[test]
    fn packets_of_servers_are_written_as_in_the_shared_cases() {
        for Case { name, text: expected, packet: Described { r#type, namespace, id, data } } in cases().from_server {
            let data = data.unwrap_or_default();
            let packets = match r#type.as_str() {
                "connect" => connected(&namespace, data["sid"].as_str().unwrap()),
                "connect_error" => {
                    let error = ConnectError::new(data["message"].as_str().unwrap());
                    let details = data.get("data").cloned();
                    let error = details.into_iter().fold(error, ConnectError::with_data);
                    vec![connect_error(&namespace, &error)]
                }
                "disconnect" => disconnect(&namespace),
                "event" => event(&namespace, data[0].as_str().unwrap(), &data[1], id),
                "ack" => match data.as_array().unwrap().as_slice() {
                    [one] => ack(&namespace, &(one,), id.unwrap()),
                    [one, two] => ack(&namespace, &(one, two), id.unwrap()),
                    other => panic!("unexpected arguments: {other:?}"),
                },
                other => panic!("no packet of a server: {other}"),
            };
            // The order of the keys of an object does not matter.
            let readable = |text: &str| {
                let at = text.find(['[', '{']).unwrap_or(text.len());
                (text[..at].to_owned(), serde_json::from_str::<Value>(&text[at..]).ok())
            };
            assert_eq!(readable(&text(&packets[0])), readable(&expected), "{name}");
        }
    }

    #[test]
    fn polling_payloads_are_split_as_in_the_shared_cases() {
        for Payload { name, body, packets } in cases().payloads {
            let expected: Vec<_> = packets.iter().map(|packet| read_packet(packet.as_str()).unwrap()).collect();
            assert_eq!(read_payload(body.as_bytes()).unwrap(), expected, "{name}");
        }
        assert!(read_payload(b"4hello\x1e").is_err());
        assert!(read_payload(b"4\xff").is_err());
    }

    #[test]
    fn a_binary_event_is_complete_with_its_last_attachment() {
        let decoder = decoder();
        let head = r#"52-["a",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]"#;
        assert_eq!(decoder.text(SharedText::copy_from(head)).unwrap(), None);
        assert_eq!(decoder.binary(Bytes::from_static(&[1])).unwrap(), None);
        let Body::Event { args, .. } = decoder.binary(Bytes::from_static(&[2])).unwrap().unwrap().body else {
            panic!("not an event");
        };
        let second = args.binary(&args.values()[1]).unwrap();
        assert_eq!(second, &Bytes::from_static(&[2]));
    }

    #[test]
    fn text_between_attachments_is_malformed() {
        let decoder = decoder();
        assert_eq!(decoder.text(SharedText::copy_from(r#"51-["a",{"_placeholder":true,"num":0}]"#)).unwrap(), None);
        assert!(decoder.text(SharedText::copy_from(r#"2["b"]"#)).is_err());
    }

    #[test]
    fn attachments_larger_than_a_payload_are_malformed() {
        let decoder = Decoder::new(&Settings { max_payload: 4, ..Settings::default() });
        assert_eq!(decoder.text(SharedText::copy_from(r#"52-["a"]"#)).unwrap(), None);
        assert_eq!(decoder.binary(Bytes::from_static(&[1, 2, 3])).unwrap(), None);
        assert!(decoder.binary(Bytes::from_static(&[4, 5])).is_err());
    }

    #[test]
    fn an_acknowledgement_number_is_never_dropped_silently() {
        assert!(matches!(
            decode(r#"2999999999999999999["a"]"#).unwrap().unwrap().body,
            Body::Event { ack: Some(999_999_999_999_999_999), .. }
        ));
        assert!(decode(r#"29999999999999999999["a"]"#).is_err());
        assert!(decode(r#"2/ns,99999999999999999999["a"]"#).is_err());
    }

    #[test]
    fn a_payload_that_is_not_json_gives_no_packet() {
        let map = std::collections::HashMap::from([(vec![1], 1)]);
        assert!(event("/", "a", &map, None).is_empty());
    }

    proptest! {
        #[test]
        fn packet_like_input_does_not_panic_the_reader(
            text in r#"[0-9]{1,3}-?(/[a-zé]{0,3},?)?[0-9]{0,21}[\[{"]?["a,\\\]}:1]{0,12}"#
        ) {
            let decoder = decoder();
            let _ = decoder.text(SharedText::copy_from(&text));
            let _ = decoder.binary(Bytes::from_static(&[1]));
        }
    }
}

//! An event that a client sent, its arguments and its acknowledgement.

use bytes::Bytes;
use serde::{Serialize, Serializer, ser::SerializeTuple};
use serde_json::Value;
use tokio::time::Instant;

use super::{Heard, Socket, codec};

/// An event from a client.
#[derive(Debug)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// What came with it.
    pub args: Arguments,
    /// Present when the client asked for an acknowledgement. It may be kept, answered from any thread, or dropped.
    pub ack: Option<Ack>,
    /// When the transport read it.
    pub received_at: Instant,
}

impl Event {
    /// An event with one argument and no acknowledgement, as tests of a session need it.
    pub fn new(name: impl Into<String>, payload: Value) -> Self {
        Self {
            name: name.into(),
            args: Arguments::new(vec![payload], Vec::new()),
            ack: None,
            received_at: Instant::now(),
        }
    }
}

/// The arguments of an event or of an acknowledgement. A binary argument stands among the values as a placeholder object
/// (`{"_placeholder":true,"num":0}`) that [`Arguments::binary`] resolves. Sent again, the arguments are the same.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Arguments {
    values: Vec<Value>,
    attachments: Vec<Bytes>,
}

impl Arguments {
    pub(super) fn new(values: Vec<Value>, attachments: Vec<Bytes>) -> Self {
        Self { values, attachments }
    }

    /// All of them, in order.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The first one, which is the only one of most events; null when there is none.
    pub fn into_first(self) -> Value {
        self.values.into_iter().next().unwrap_or_default()
    }

    /// The bytes that `value`, one of the values or a part of one, stands for, when it is a placeholder.
    pub fn binary(&self, value: &Value) -> Option<&Bytes> {
        if value.get("_placeholder") != Some(&Value::Bool(true)) {
            return None;
        }
        let number = usize::try_from(value.get("num")?.as_u64()?).ok()?;
        self.attachments.get(number)
    }
}

/// Written as a tuple, which the encoder spreads into the arguments of an event.
impl Serialize for Arguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.values.len())?;
        for value in &self.values {
            tuple.serialize_element(&WithBinary { value, arguments: self })?;
        }
        tuple.end()
    }
}

/// A value whose placeholders are written as the bytes that they stand for.
struct WithBinary<'a> {
    value: &'a Value,
    arguments: &'a Arguments,
}

impl Serialize for WithBinary<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.arguments.attachments.is_empty() {
            return self.value.serialize(serializer);
        }
        let inner = |value| WithBinary { value, arguments: self.arguments };
        match self.value {
            Value::Array(items) => serializer.collect_seq(items.iter().map(inner)),
            Value::Object(fields) => match self.arguments.binary(self.value) {
                Some(bytes) => serializer.serialize_bytes(bytes),
                None => serializer.collect_map(fields.iter().map(|(name, value)| (name, inner(value)))),
            },
            other => other.serialize(serializer),
        }
    }
}

/// The wish of a client to hear that its event was handled. Dropped, the client hears nothing.
#[derive(Debug)]
pub struct Ack {
    socket: Socket,
    id: i64,
}

impl Ack {
    pub(super) fn new(socket: Socket, id: i64) -> Self {
        Self { socket, id }
    }

    /// Answers, with one argument, or with several when `args` is a tuple or [`Arguments`]. To a client that is gone it
    /// does nothing.
    pub fn send(self, args: &impl Serialize) {
        match codec::ack(self.socket.namespace(), args, self.id) {
            Ok(packets) => self.socket.deliver(packets),
            Err(error) => tracing::error!(%error, "an acknowledgement cannot be written as JSON"),
        }
    }

    /// For tests of what lies above: an acknowledgement that no client waits for, and what is answered.
    pub fn detached() -> (Self, HeardAck) {
        let (socket, heard) = Socket::detached();
        (Self::new(socket, 0), HeardAck(heard))
    }
}

/// What was answered to a client in a test.
pub struct HeardAck(Heard);

impl HeardAck {
    /// Waits for the answer and gives its first argument; nothing when the acknowledgement was dropped.
    pub async fn answer(mut self) -> Option<Value> {
        self.0.answer().await
    }
}

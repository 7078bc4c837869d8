//! The arguments of an event or of an acknowledgement.

use bytes::Bytes;
use serde::{Serialize, Serializer, ser::SerializeTuple};
use serde_json::Value;

use crate::engineio::SharedText;

/// The arguments of an event or of an acknowledgement, as received JSON, which the session parses into its own types. A
/// binary argument is a placeholder object (`{"_placeholder":true,"num":0}`) that [`Arguments::binary`] resolves.
/// Sending the arguments sends them unchanged.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Arguments {
    json: Vec<SharedText>,
    attachments: Vec<Bytes>,
}

impl Arguments {
    /// Creates arguments from one JSON text each, which the caller has checked to be well-formed.
    pub(crate) fn new(json: Vec<SharedText>, attachments: Vec<Bytes>) -> Self {
        Self { json, attachments }
    }

    /// Returns the JSON of the first argument, which is the only one of most events; null if there is none.
    pub fn first(&self) -> &str {
        self.json.first().map_or("null", |json| json)
    }

    /// Returns the length of their JSON in bytes.
    pub fn len(&self) -> usize {
        self.json.iter().map(|json| json.len()).sum()
    }

    /// Returns true if there are no arguments.
    pub fn is_empty(&self) -> bool {
        self.json.is_empty()
    }

    /// Returns all arguments, in order.
    pub fn values(&self) -> Vec<Value> {
        self.json.iter().map(|json| serde_json::from_str(json).unwrap_or_default()).collect()
    }

    /// Returns the first argument; null if there is none.
    pub fn into_first(self) -> Value {
        serde_json::from_str(self.first()).unwrap_or_default()
    }

    /// Returns the bytes for `value`, an argument or a part of one, if it is a placeholder.
    pub fn binary(&self, value: &Value) -> Option<&Bytes> {
        if value.get("_placeholder") != Some(&Value::Bool(true)) {
            return None;
        }
        let number = usize::try_from(value.get("num")?.as_u64()?).ok()?;
        self.attachments.get(number)
    }
}

/// Serializes as a tuple, which the encoder spreads into the arguments of an event.
impl Serialize for Arguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.json.len())?;
        for value in &self.values() {
            tuple.serialize_element(&WithBinary { value, arguments: self })?;
        }
        tuple.end()
    }
}

/// A value that serializes with its placeholders replaced by their bytes.
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

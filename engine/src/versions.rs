//! Compatibility of two versions that run side by side during an upgrade: each reads what the other writes.
//!
//! `fixtures/processes.json` holds examples of all messages and snapshots, as version 1.0.0 writes them. No later 1.x changes
//! or removes one: it reads them, and for what it adds to a message, which has a default, it adds an example of its own.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shared::messages::{
    DrawText, DrawTextError, ListRevocations, ListRevocationsError, OpenRoom, OpenRoomError, RecordError, RecordResult,
    Recorded, Revocations, TakeSeat, TakeSeatError, TakenSeat,
};
use shared::{RoomCode, Text};

use crate::peers::Beat;
use crate::peers::message::PeerMessage;
use crate::room::RoomSnapshot;

const EXAMPLES: &str = include_str!("../fixtures/processes.json");

/// Returns true if `new` contains everything in `old`, so that a version that wrote `old` can read `new`: it ignores fields
/// that it does not know.
fn holds(new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Object(new), Value::Object(old)) => {
            old.iter().all(|(name, old)| new.get(name).is_some_and(|new| holds(new, old)))
        }
        (Value::Array(new), Value::Array(old)) => {
            new.len() == old.len() && new.iter().zip(old).all(|(new, old)| holds(new, old))
        }
        (new, old) => new == old,
    }
}

/// Adds each field in `value`, with the name of the field around it, to `fields`.
fn collect_fields(around: &str, value: &Value, fields: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                fields.insert(format!("{around}.{name}"));
                collect_fields(name, value, fields);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_fields(around, value, fields)),
        _ => {}
    }
}

/// Checks that each example of `name` can be read, and keeps all its fields when it is written again.
fn check<T: Serialize + DeserializeOwned>(examples: &mut Value, name: &str) {
    let examples = examples.as_object_mut().and_then(|all| all.remove(name)).unwrap_or_default();
    let examples = examples.as_array().filter(|examples| !examples.is_empty()).expect("a list of examples");
    let (mut known, mut used) = (BTreeSet::new(), BTreeSet::new());
    collect_fields("", &serde_json::from_str(EXAMPLES).expect("the examples are readable"), &mut known);
    for example in examples {
        let read: T = serde_json::from_str(&example.to_string())
            .unwrap_or_else(|error| panic!("{name}: an earlier version's {example} cannot be read: {error}"));
        let written = serde_json::to_string(&read).expect("it is serializable");
        let written: Value = serde_json::from_str(&written).expect("it is JSON");
        assert!(
            holds(&written, example),
            "{name}: an earlier version cannot read {written}, it needs all of {example}"
        );
        collect_fields(name, &written, &mut used);
    }
    let missing: Vec<_> = used.difference(&known).collect();
    assert!(missing.is_empty(), "no example has {missing:?}");
}

#[actix::test]
async fn two_versions_read_each_others_messages() {
    // Durations from now must stay the same.
    tokio::time::pause();
    let mut examples: Value = serde_json::from_str(EXAMPLES).expect("the examples are readable");
    let all = &mut examples;
    check::<OpenRoom>(all, "OpenRoom");
    check::<Result<RoomCode, OpenRoomError>>(all, "OpenRoomAnswer");
    check::<TakeSeat>(all, "TakeSeat");
    check::<Result<TakenSeat, TakeSeatError>>(all, "TakeSeatAnswer");
    check::<DrawText>(all, "DrawText");
    check::<Result<Text, DrawTextError>>(all, "DrawTextAnswer");
    check::<ListRevocations>(all, "ListRevocations");
    check::<Result<Revocations, ListRevocationsError>>(all, "ListRevocationsAnswer");
    check::<RecordResult>(all, "RecordResult");
    check::<Result<Recorded, RecordError>>(all, "RecordResultAnswer");
    check::<Beat>(all, "Beat");
    check::<PeerMessage>(all, "PeerMessage");
    check::<RoomSnapshot>(all, "RoomSnapshot");
    assert_eq!(examples, serde_json::json!({}), "examples that nothing reads");
}

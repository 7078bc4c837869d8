//! Two versions side by side, as during an upgrade: what one process writes, another one of an earlier or later version reads.
//!
//! `fixtures/processes.json` holds examples of all that crosses, as it was written when it first did. An example stays for as
//! long as a version that writes it may run beside this one; what is added later gets an example of its own.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shared::RoomCode;
use shared::Text;
use shared::messages::{
    DrawText, DrawTextError, OpenRoom, OpenRoomError, RecordError, RecordResult, Recorded, Seat, TakeSeat,
    TakeSeatError,
};

use crate::peers::Beat;
use crate::peers::message::PeerMessage;
use crate::room::RoomSnapshot;

/// Whether `new` has all that `old` has: a version that wrote `old` can read `new`, since it ignores what it does not know.
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

/// Each example of `name` is read, and written again with all that it had.
fn check<T: Serialize + DeserializeOwned>(examples: &mut Value, name: &str) {
    let examples = examples.as_object_mut().and_then(|all| all.remove(name)).unwrap_or_default();
    let examples = examples.as_array().filter(|examples| !examples.is_empty()).expect("a list of examples");
    for example in examples {
        let read: T = serde_json::from_str(&example.to_string())
            .unwrap_or_else(|error| panic!("{name}: an earlier version's {example} cannot be read: {error}"));
        let written = serde_json::to_string(&read).expect("it has a form in JSON");
        let written: Value = serde_json::from_str(&written).expect("it is JSON");
        assert!(
            holds(&written, example),
            "{name}: an earlier version cannot read {written}, it wants what {example} has"
        );
    }
}

#[test]
fn an_earlier_version_is_understood_and_understands() {
    let mut examples: Value =
        serde_json::from_str(include_str!("../fixtures/processes.json")).expect("the examples are readable");
    let all = &mut examples;
    check::<OpenRoom>(all, "OpenRoom");
    check::<Result<RoomCode, OpenRoomError>>(all, "OpenRoomAnswer");
    check::<TakeSeat>(all, "TakeSeat");
    check::<Result<Seat, TakeSeatError>>(all, "TakeSeatAnswer");
    check::<DrawText>(all, "DrawText");
    check::<Result<Text, DrawTextError>>(all, "DrawTextAnswer");
    check::<RecordResult>(all, "RecordResult");
    check::<Result<Recorded, RecordError>>(all, "RecordResultAnswer");
    check::<Beat>(all, "Beat");
    check::<PeerMessage>(all, "PeerMessage");
    check::<RoomSnapshot>(all, "RoomSnapshot");
    assert_eq!(examples, serde_json::json!({}), "examples that nothing reads");
}

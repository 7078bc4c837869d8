//! Compatibility of versions: two that run side by side during an upgrade read what the other writes, and a later one reads
//! the rooms that an earlier one left behind.
//!
//! `fixtures/releases` has the files of snapshots of released versions. None is ever changed; a version that changes their
//! form adds its own before its release: `make release-data`. `fixtures/processes.json` holds examples of all messages and snapshots, as version 1.0.0 writes them. No later 1.x changes
//! or removes one: it reads them, and for what it adds to a message, which has a default, it adds an example of its own.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shared::messages::{
    BeginRace, BeginRaceError, DrawText, DrawTextError, ListRaces, ListRacesError, ListRevocations,
    ListRevocationsError, OpenRoom, OpenRoomError, RaceOf, Races, RecordError, RecordResult, Recorded, RemoveRacer,
    RemoveRacerError, Revocations, TakeSeat, TakeSeatError, TakenSeat,
};
use shared::{RoomCode, Text};

use crate::peers::Beat;
use crate::peers::message::PeerMessage;
use crate::room::RoomSnapshot;
use crate::store::{DiskStore, Revision, RoomStore as _, Write};

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
    check::<BeginRace>(all, "BeginRace");
    check::<Result<(), BeginRaceError>>(all, "BeginRaceAnswer");
    check::<RemoveRacer>(all, "RemoveRacer");
    check::<Result<(), RemoveRacerError>>(all, "RemoveRacerAnswer");
    check::<ListRaces>(all, "ListRaces");
    check::<Result<Races, ListRacesError>>(all, "ListRacesAnswer");
    check::<RaceOf>(all, "RaceOf");
    check::<Result<Option<RoomCode>, ListRacesError>>(all, "RaceOfAnswer");
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

/// Returns the directory with the files of released versions.
fn releases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/releases")
}

/// Returns the examples of snapshots.
fn snapshots() -> Vec<Value> {
    let mut examples: Value = serde_json::from_str(EXAMPLES).expect("the examples are readable");
    serde_json::from_value(examples["RoomSnapshot"].take()).expect("they are a list")
}

/// Checks that the store with a copy of this file has every room of the examples.
fn check_rooms(file: &Path) {
    let dir = tempfile::tempdir().expect("it can be made");
    // To open a file changes it.
    let copy = dir.path().join("rooms.redb");
    fs::copy(file, &copy).expect("it can be read");
    let kept = DiskStore::open(&copy).expect("it can be opened").left_behind();
    let n_read = kept.iter().filter(|room| RoomSnapshot::read(room).is_ok()).count();
    // Later versions have more examples.
    assert!(n_read == kept.len() && n_read >= 5, "{n_read} of {} rooms in {}", kept.len(), file.display());
}

#[actix::test]
async fn rooms_that_this_version_left_in_a_file_are_read() {
    let dir = tempfile::tempdir().expect("it can be made");
    let file = dir.path().join("rooms.redb");
    let store = DiskStore::open(&file).expect("it can be made");
    for (number, snapshot) in (0..).zip(snapshots()) {
        let (code, snapshot) = (RoomCode::from_random(number), snapshot.to_string().into());
        let saving = store.save(Write { code, after: Revision::default(), snapshot, successor: None });
        saving.await.expect("it is written");
    }
    // As after a crash: the file is still open.
    if std::env::var_os("RELEASE_DATA").is_some() {
        fs::copy(&file, releases().join(concat!("rooms-", env!("CARGO_PKG_VERSION"), ".redb")))
            .expect("it is writable");
    }
    check_rooms(&file);
}

#[actix::test]
async fn rooms_that_each_released_version_left_in_a_file_are_read() {
    let files = fs::read_dir(releases()).expect("it can be read");
    let files: Vec<_> = files.map(|file| file.expect("it can be read").path()).collect();
    assert!(!files.is_empty(), "there is 1.0.0 at least");
    files.iter().for_each(|file| check_rooms(file));
}

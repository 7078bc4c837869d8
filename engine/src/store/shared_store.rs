//! The writes of a store that several engines share: compare-and-set, repeated until the outcome is known.
//!
//! `cluster` keeps rooms in NATS, and the simulation of several engines in memory; both write them by these functions.

use std::future::Future;
use std::time::Duration;

use shared::RoomCode;
use shared::messages::LinkError;
use tokio::time::sleep;

use super::{Revision, Saved, StoreError, Write};
use crate::ids::EngineId;
use crate::peers::Lease;

/// The pause before a write is repeated.
pub const RETRY_PAUSE: Duration = Duration::from_millis(50);

/// A store with the last record of each room, whose answers may be lost.
pub trait SharedStore: Sync {
    /// Returns the identity of this engine.
    fn me(&self) -> EngineId;

    /// Returns the lease without which this engine writes nothing.
    fn lease(&self) -> &Lease;

    /// Returns an id that no other write has.
    fn write_id(&self) -> String;

    /// Puts `record` in place of the room's last one, if that has the sequence `last`, which is 0 for none. Returns the
    /// sequence of the new one, or `None` if the store refused it or did not answer in time.
    fn replace(&self, code: RoomCode, last: u64, record: &Record) -> impl Future<Output = Option<u64>> + Send;

    /// Reads the room's last record.
    fn last(&self, code: RoomCode) -> impl Future<Output = Result<Option<LastRecord>, LinkError>> + Send;
}

/// A record to write.
#[derive(Debug, Clone)]
pub struct Record {
    /// The engine that owns the room from now on.
    pub owner: EngineId,
    /// The id of the write, the same each time it is repeated.
    pub write: String,
    /// The snapshot; `None` marks the room as closed.
    pub snapshot: Option<Vec<u8>>,
}

/// The parts of a room's last record that a write compares.
#[derive(Debug, Clone)]
pub struct LastRecord {
    /// The engine that owns the room.
    pub owner: EngineId,
    /// The id of its write.
    pub write: String,
    /// Its place among all records of the store.
    pub sequence: u64,
    /// True if the room is closed.
    pub is_closed: bool,
}

/// Writes a snapshot, as [`RoomStore::save`](super::RoomStore::save) does.
///
/// # Errors
/// Returns [`StoreError::Lost`] if another engine has written the room.
pub async fn save(store: &impl SharedStore, write: Write) -> Result<Saved, StoreError> {
    let Write { code, after: Revision(mut expected), snapshot, successor } = write;
    let owner = successor.unwrap_or(store.me());
    let record = Record { owner, write: store.write_id(), snapshot: Some(snapshot) };
    loop {
        let term = store.lease().held().await;
        let saved = |sequence| Saved { revision: Revision(sequence), term };
        if let Some(sequence) = store.replace(code, expected, &record).await {
            return Ok(saved(sequence));
        }
        match store.last(code).await {
            // An earlier attempt has arrived after all.
            Ok(Some(last)) if last.write == record.write => return Ok(saved(last.sequence)),
            Ok(Some(last)) if last.sequence == expected => {}
            Ok(Some(_)) => return Err(StoreError::Lost),
            // The records were lost: a closed room would have left a marker.
            Ok(None) => expected = 0,
            Err(_) => {}
        }
        sleep(RETRY_PAUSE).await;
    }
}

/// Marks a room as closed, unless another engine owns it by now.
pub async fn close(store: &impl SharedStore, code: RoomCode, Revision(mut expected): Revision) {
    let record = Record { owner: store.me(), write: store.write_id(), snapshot: None };
    loop {
        store.lease().held().await;
        if store.replace(code, expected, &record).await.is_some() {
            return;
        }
        match store.last(code).await {
            Ok(Some(last)) if last.is_closed || last.owner != record.owner => return,
            // A snapshot was in flight when the room ended.
            Ok(Some(last)) => expected = last.sequence,
            // The records were lost.
            Ok(None) => expected = 0,
            Err(_) => {}
        }
        sleep(RETRY_PAUSE).await;
    }
}

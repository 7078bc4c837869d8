//! The storage of room snapshots outside this process, so that a race survives the process that runs it.
//!
//! A room writes a snapshot at each change that it announces, and announces the change once the snapshot is safe.
//! `room/snapshots.rs` has the room's side.

mod disk;
pub mod shared_store;

use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::time::Duration;

use shared::RoomCode;

use crate::ids::EngineId;

pub use disk::DiskStore;

/// A store with the latest snapshot of each room.
///
/// A store that several processes share also decides which of them owns a room: it keeps a snapshot only in place of
/// the one that the room wrote or read last. A process that has lost a room therefore finds out before the room sends
/// anything.
pub trait RoomStore: Send + Sync {
    /// Replaces the room's last snapshot. Resolves once the new one is safe; of two writes for one room, the later one
    /// stays.
    ///
    /// Resolves with [`StoreError::Lost`] when another process owns the room, and with another [`StoreError`] when the
    /// snapshot was not kept.
    fn save(&self, write: Write) -> Saving;

    /// Removes a room that is over; `last` is the revision of its last snapshot.
    fn remove(&self, code: RoomCode, last: Revision);

    /// Returns the rooms that an earlier process left behind, read at start. A store that several processes share
    /// returns none: live engines claim such rooms.
    fn left_behind(&self) -> Vec<KeptRoom> {
        Vec::new()
    }

    /// Returns the term in which rooms of this process may send events; `None` while another process may have claimed
    /// them.
    fn term(&self) -> Option<Term> {
        Some(Term::default())
    }

    /// Returns the longest time that a race waits for a snapshot before it continues without it; `None` when a race must
    /// not continue without it.
    fn save_timeout(&self) -> Option<Duration>;
}

/// A snapshot to write.
#[derive(Debug, Clone)]
pub struct Write {
    /// The room.
    pub code: RoomCode,
    /// The revision that the room wrote or read last, which this snapshot replaces.
    pub after: Revision,
    /// The encoded snapshot.
    pub snapshot: Vec<u8>,
    /// The engine that owns the room from this snapshot on, when the room moves.
    pub successor: Option<EngineId>,
}

/// A pending write.
pub type Saving = Pin<Box<dyn Future<Output = Result<Saved, StoreError>> + Send>>;

/// A snapshot that is safe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Saved {
    /// The revision of the snapshot.
    pub revision: Revision,
    /// The term in which it was written.
    pub term: Term,
}

/// The version of a room's snapshot; a later one is greater. The default belongs to a room without a snapshot.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision(pub u64);

/// The number of an uninterrupted period in which no other process could claim the rooms of this one.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Term(pub u64);

/// A snapshot as read from the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRoom {
    /// The room.
    pub code: RoomCode,
    /// The encoded snapshot.
    pub snapshot: Vec<u8>,
    /// The time since it was written.
    pub age: Duration,
    /// The revision of the snapshot.
    pub revision: Revision,
}

/// The error when a snapshot cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has locked the file.
    #[error("{} is in use by another colibri; stop that one, or use another data directory (COLIBRI_DATA_DIR)", .0.display())]
    InUse(PathBuf),
    /// The file system failed.
    #[error("{}: {why}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the file system.
        why: io::Error,
    },
    /// The file was not made by this program, or is damaged.
    #[error("{0}")]
    Damaged(String),
    /// The snapshot was not written, or the store could not be read; the store logs the reason.
    #[error("the snapshot was not written")]
    NotWritten,
    /// Another process owns the room.
    #[error("another engine owns the room")]
    Lost,
}

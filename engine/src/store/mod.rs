//! Snapshots of rooms outside this process, so that a race survives the process that runs it.
//!
//! A room writes one at each change that its racers hear of, and they hear of it once it is safe. The room's own part is
//! in `room/snapshots.rs`; here is where snapshots are kept.

mod disk;

use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::time::Duration;

use shared::RoomCode;

pub use disk::DiskStore;

/// Where snapshots of rooms are kept: one for each room, the latest.
pub trait RoomStore: Send + Sync {
    /// Keeps `snapshot` in place of the room's last one. Resolves when it is safe; of two for one room, the later stays.
    fn save(&self, code: RoomCode, snapshot: Vec<u8>) -> Saving;

    /// Forgets a room that is over.
    fn remove(&self, code: RoomCode);

    /// The rooms that an earlier process left behind.
    fn left_behind(&self) -> Vec<KeptRoom>;
}

/// A snapshot on its way.
pub type Saving = Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send>>;

/// A snapshot that an earlier process left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRoom {
    /// The room.
    pub code: RoomCode,
    /// What the room wrote.
    pub snapshot: Vec<u8>,
    /// How long ago that was.
    pub age: Duration,
}

/// Why a snapshot is not kept, or cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has the file.
    #[error("{} is in use by another colibri; end that one, or give this one another data directory (COLIBRI_DATA_DIR)", .0.display())]
    InUse(PathBuf),
    /// The file system failed.
    #[error("{}: {why}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        why: io::Error,
    },
    /// The file is not one of ours, or is damaged.
    #[error("{0}")]
    Damaged(String),
    /// It was not written; the store says why in the log.
    #[error("the snapshot was not written")]
    NotWritten,
}

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

use crate::peers::EngineId;

pub use disk::DiskStore;

/// Where snapshots of rooms are kept: one for each room, the latest.
///
/// A store that several processes share is also what decides between them. There a snapshot is kept only in place of the one that
/// the room wrote or read last, so that whoever has lost a room finds out before it says anything.
pub trait RoomStore: Send + Sync {
    /// Keeps a snapshot in place of the room's last one. Resolves when it is safe; of two for one room, the later stays.
    fn save(&self, write: Write) -> Saving;

    /// Forgets a room that is over, whose last snapshot is `last`.
    fn remove(&self, code: RoomCode, last: Revision);

    /// The rooms that an earlier process left behind; none where others take them up at once.
    fn left_behind(&self) -> Vec<KeptRoom> {
        Vec::new()
    }

    /// The term in which rooms of this process may speak; none while another process might have taken them.
    fn term(&self) -> Option<Term> {
        Some(Term::default())
    }

    /// The longest wait of a race for its snapshot; none where a race that is not written must not go on.
    fn patience(&self) -> Option<Duration>;
}

/// A snapshot to be kept.
#[derive(Debug, Clone)]
pub struct Write {
    /// The room.
    pub code: RoomCode,
    /// What the room wrote or read last.
    pub after: Revision,
    /// The snapshot.
    pub snapshot: Vec<u8>,
    /// The engine that owns the room from now on, if it is another.
    pub heir: Option<EngineId>,
}

/// A snapshot on its way.
pub type Saving = Pin<Box<dyn Future<Output = Result<Saved, StoreError>> + Send>>;

/// A snapshot that is safe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Saved {
    /// Its revision.
    pub revision: Revision,
    /// The term in which it was written.
    pub term: Term,
}

/// A version of a room's snapshot; a later one is greater. The default is that of a room with none.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision(pub u64);

/// A time without interruption in which this process was the only one that could have its rooms.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Term(pub u64);

/// A snapshot that an earlier process left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRoom {
    /// The room.
    pub code: RoomCode,
    /// What the room wrote.
    pub snapshot: Vec<u8>,
    /// How long ago that was.
    pub age: Duration,
    /// Which of the room's snapshots it is.
    pub revision: Revision,
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
    /// Another process has the room.
    #[error("another engine has the room")]
    Lost,
}

//! Snapshots in a file of the data directory, for a site that is one process.
//!
//! One thread writes. It takes all snapshots that wait and commits them together, so that the disk is synchronized once for
//! many rooms.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use redb::{Database, DatabaseError, ReadableDatabase as _, ReadableTable as _, StorageError, TableDefinition};
use shared::RoomCode;
use tokio::sync::oneshot;

use super::{KeptRoom, RoomStore, Saving, StoreError};

/// By room code: milliseconds since 1970 by the wall clock when the snapshot was written, and the snapshot. The wall clock,
/// because no other goes on while the machine restarts.
const ROOMS: TableDefinition<'_, &str, (u64, &[u8])> = TableDefinition::new("rooms");

/// Snapshots that are committed together at most.
const BATCH: usize = 1024;

/// What a file that cannot be read is renamed to, so that the site starts.
const SET_ASIDE: &str = "unreadable";

/// A file of snapshots. Clones share it.
#[derive(Clone)]
pub struct DiskStore {
    database: Arc<Database>,
    changes: Sender<Change>,
}

enum Change {
    Save { code: RoomCode, snapshot: Vec<u8>, done: oneshot::Sender<Result<(), StoreError>> },
    Remove(RoomCode),
}

impl DiskStore {
    /// Opens or makes the file at `path`, and its directory. A damaged one is set aside: it holds races of the last minutes, and nobody
    /// should wait for those.
    ///
    /// # Errors
    /// [`StoreError::InUse`], or [`StoreError::Io`] when no file can be made.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir)?;
        }
        let database = match open(path) {
            Err(StoreError::Damaged(why)) => {
                let aside = aside(path);
                tracing::error!(file = %path.display(), why, "snapshots of rooms cannot be read; the file is set aside");
                std::fs::rename(path, aside)?;
                open(path)?
            }
            opened => opened?,
        };
        let database = Arc::new(database);
        let (changes, waiting) = channel();
        let writer = Arc::clone(&database);
        thread::Builder::new().name("room-store".to_owned()).spawn(move || write(&writer, &waiting))?;
        Ok(Self { database, changes })
    }
}

impl RoomStore for DiskStore {
    fn save(&self, code: RoomCode, snapshot: Vec<u8>) -> Saving {
        let (done, written) = oneshot::channel();
        // A writer that has ended drops `done`, which says so.
        let _ = self.changes.send(Change::Save { code, snapshot, done });
        Box::pin(async { written.await.unwrap_or(Err(StoreError::Ended)) })
    }

    fn remove(&self, code: RoomCode) {
        // A room that stays for want of a writer is over when it is read again.
        let _ = self.changes.send(Change::Remove(code));
    }

    fn left_behind(&self) -> Result<Vec<KeptRoom>, StoreError> {
        let now = now_ms();
        let read = || -> Result<Vec<KeptRoom>, redb::Error> {
            let transaction = self.database.begin_read()?;
            let rooms = transaction.open_table(ROOMS)?;
            let mut kept = Vec::new();
            for row in rooms.iter()? {
                let (code, value) = row?;
                let Ok(code) = code.value().parse() else { continue };
                let (written_at, snapshot) = value.value();
                let age = Duration::from_millis(now.saturating_sub(written_at));
                kept.push(KeptRoom { code, snapshot: snapshot.to_vec(), age });
            }
            Ok(kept)
        };
        read().map_err(|error| StoreError::Damaged(error.to_string()))
    }
}

fn open(path: &Path) -> Result<Database, StoreError> {
    let damaged = |error: redb::Error| StoreError::Damaged(error.to_string());
    let database = Database::create(path).map_err(|error| match error {
        DatabaseError::DatabaseAlreadyOpen => StoreError::InUse(path.to_owned()),
        DatabaseError::Storage(StorageError::Io(error)) if error.kind() != std::io::ErrorKind::InvalidData => {
            StoreError::Io(error)
        }
        error => damaged(error.into()),
    })?;
    // The table is there from the beginning, so that reading an empty file is no error.
    let made = || -> Result<(), redb::Error> {
        let transaction = database.begin_write()?;
        transaction.open_table(ROOMS)?;
        Ok(transaction.commit()?)
    };
    made().map_err(damaged)?;
    Ok(database)
}

fn aside(path: &Path) -> PathBuf {
    path.with_extension(SET_ASIDE)
}

/// Writes until no [`DiskStore`] is left.
fn write(database: &Database, waiting: &Receiver<Change>) {
    while let Ok(first) = waiting.recv() {
        let batch: Vec<_> = std::iter::once(first).chain(waiting.try_iter().take(BATCH - 1)).collect();
        let failure = commit(database, &batch).err().map(|error| error.to_string());
        for change in batch {
            if let Change::Save { done, .. } = change {
                // A room that is gone does not wait.
                let _ = done.send(failure.clone().map_or(Ok(()), |why| Err(StoreError::Damaged(why))));
            }
        }
    }
}

/// Commits `batch` in its order, and returns when it is on the disk.
fn commit(database: &Database, batch: &[Change]) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    {
        let mut rooms = transaction.open_table(ROOMS)?;
        for change in batch {
            match change {
                Change::Save { code, snapshot, .. } => {
                    rooms.insert(code.as_str(), (now_ms(), snapshot.as_slice()))?;
                }
                Change::Remove(code) => {
                    rooms.remove(code.as_str())?;
                }
            }
        }
    }
    Ok(transaction.commit()?)
}

fn now_ms() -> u64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// A directory for one test, removed afterwards.
    struct Dir(PathBuf);

    impl Dir {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("colibri-rooms-{name}-{}", std::process::id())))
        }

        fn file(&self) -> PathBuf {
            self.0.join("rooms.redb")
        }
    }

    impl Drop for Dir {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).unwrap();
        }
    }

    fn code(number: u64) -> RoomCode {
        RoomCode::from_random(number)
    }

    fn kept(store: &DiskStore) -> Vec<(RoomCode, Vec<u8>)> {
        store.left_behind().unwrap().into_iter().map(|kept| (kept.code, kept.snapshot)).collect()
    }

    #[actix::test]
    async fn the_last_snapshot_of_each_room_is_there_after_the_process() {
        let dir = Dir::new("last");
        let store = DiskStore::open(&dir.file()).unwrap();
        assert_eq!(kept(&store), []);
        let saved = [(1, "a"), (2, "b"), (1, "c")].map(|(room, text)| store.save(code(room), text.into()));
        for saved in saved {
            saved.await.unwrap();
        }
        store.remove(code(2));
        store.save(code(3), "d".into()).await.unwrap();
        let mut expected = vec![(code(1), b"c".to_vec()), (code(3), b"d".to_vec())];
        expected.sort();
        assert_eq!(kept(&store), expected);
    }

    #[actix::test]
    async fn a_file_belongs_to_one_store() {
        let dir = Dir::new("one");
        let _store = DiskStore::open(&dir.file()).unwrap();
        assert!(matches!(DiskStore::open(&dir.file()), Err(StoreError::InUse(_))));
    }

    #[actix::test]
    async fn a_damaged_file_is_set_aside() {
        let dir = Dir::new("damaged");
        std::fs::create_dir_all(&dir.0).unwrap();
        std::fs::write(dir.file(), "this is no database").unwrap();
        let store = DiskStore::open(&dir.file()).unwrap();
        store.save(code(1), "a".into()).await.unwrap();
        assert_eq!(kept(&store).len(), 1);
        assert_eq!(std::fs::read(dir.file().with_extension(SET_ASIDE)).unwrap(), b"this is no database");
    }
}

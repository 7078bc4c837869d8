//! Snapshots in a file of the data directory, for a site that is one process.
//!
//! One thread writes. It commits all pending snapshots together, so that the disk is synchronized once for many rooms. Of
//! each room only the last change waits, however long the disk hangs.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use redb::{Database, DatabaseError, ReadableDatabase as _, ReadableTable as _, TableDefinition};
use shared::RoomCode;
use tokio::sync::oneshot;

use super::{KeptRoom, Revision, RoomStore, Saved, Saving, StoreError, Term, Write};

/// The table of snapshots, by room code: the time of writing by the wall clock, in milliseconds since 1970, and the
/// snapshot. Only the wall clock keeps running while the machine restarts.
const ROOMS: TableDefinition<'_, &str, (u64, &[u8])> = TableDefinition::new("rooms");

/// The longest time that a race waits for a snapshot, so that a disk that hangs does not stop it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

/// The file extension that an unreadable file gets when it is set aside, so that the site starts.
const SET_ASIDE: &str = "unreadable";

/// A file of snapshots. Clones share it.
#[derive(Clone)]
pub struct DiskStore {
    left_behind: Arc<[KeptRoom]>,
    pending: Pending,
    /// Wakes the writer, which ends with the last handle.
    wake: SyncSender<()>,
}

enum Change {
    Save { written_at: u64, snapshot: Vec<u8>, done: oneshot::Sender<Result<(), StoreError>> },
    Remove,
}

/// The changes that wait for the writer: of each room, the last one. A room that has given up on a snapshot sends the next
/// one, which makes the first obsolete.
#[derive(Clone, Default)]
struct Pending(Arc<Mutex<HashMap<RoomCode, Change>>>);

impl Pending {
    /// Adds a change in place of an earlier one of the same room, whose caller learns that it was not written.
    fn add(&self, code: RoomCode, change: Change) {
        self.lock().insert(code, change);
    }

    fn take(&self) -> HashMap<RoomCode, Change> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RoomCode, Change>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DiskStore {
    /// Opens or creates the file at `path`, and its directory. A damaged file is set aside: it holds only the races of
    /// the last few minutes, which are not worth a delayed start.
    ///
    /// # Errors
    /// Returns [`StoreError::InUse`], or [`StoreError::Io`] if the file cannot be created or read.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = |why| StoreError::Io { path: path.to_owned(), why };
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir).map_err(failed)?;
        }
        let opened = open(path).and_then(|database| Ok((read(&database, path)?, database)));
        let (left_behind, database) = match opened {
            Err(StoreError::Damaged(why)) => {
                tracing::error!(file = %path.display(), why, "snapshots of rooms are unreadable; setting the file aside");
                std::fs::rename(path, path.with_extension(SET_ASIDE)).map_err(failed)?;
                (Vec::new(), open(path)?)
            }
            opened => opened?,
        };
        let (wake, woken) = sync_channel(1);
        let pending = Pending::default();
        let mut writer = Writer { path: path.to_owned(), database: Some(database), pending: pending.clone() };
        thread::Builder::new().name("room-store".to_owned()).spawn(move || writer.run(&woken)).map_err(failed)?;
        Ok(Self { left_behind: left_behind.into(), pending, wake })
    }

    fn change(&self, code: RoomCode, change: Change) {
        self.pending.add(code, change);
        // A full channel wakes the writer, too. Without a writer the room stays in the file, and closes again after the
        // next start.
        let _ = self.wake.try_send(());
    }
}

impl RoomStore for DiskStore {
    fn save(&self, Write { code, after, snapshot, .. }: Write) -> Saving {
        let (done, written) = oneshot::channel();
        self.change(code, Change::Save { written_at: now_ms(), snapshot, done });
        let saved = Saved { revision: after, term: Term::default() };
        Box::pin(async move { written.await.unwrap_or(Err(StoreError::NotWritten)).map(|()| saved) })
    }

    fn remove(&self, code: RoomCode, _: Revision) {
        self.change(code, Change::Remove);
    }

    fn left_behind(&self) -> Vec<KeptRoom> {
        self.left_behind.to_vec()
    }

    fn save_timeout(&self) -> Option<Duration> {
        Some(WRITE_TIMEOUT)
    }
}

fn open(path: &Path) -> Result<Database, StoreError> {
    let database = Database::create(path).map_err(|error| match error {
        DatabaseError::DatabaseAlreadyOpen | DatabaseError::LockProtocolMismatch => StoreError::InUse(path.to_owned()),
        error => failure(error.into(), path),
    })?;
    // The table always exists, so that reading an empty file does not fail.
    let create_table = || -> Result<(), redb::Error> {
        let transaction = database.begin_write()?;
        transaction.open_table(ROOMS)?;
        Ok(transaction.commit()?)
    };
    create_table().map_err(|error| failure(error, path))?;
    Ok(database)
}

/// Converts an error of redb. A full disk is not damage: the file is good once there is space again.
fn failure(error: redb::Error, path: &Path) -> StoreError {
    match error {
        redb::Error::Io(why) if why.kind() != ErrorKind::InvalidData => StoreError::Io { path: path.to_owned(), why },
        error => StoreError::Damaged(error.to_string()),
    }
}

fn read(database: &Database, path: &Path) -> Result<Vec<KeptRoom>, StoreError> {
    let now = now_ms();
    let read = || -> Result<Vec<KeptRoom>, redb::Error> {
        let transaction = database.begin_read()?;
        let rooms = transaction.open_table(ROOMS)?;
        let mut kept = Vec::new();
        for row in rooms.iter()? {
            let (code, value) = row?;
            let Ok(code) = code.value().parse() else { continue };
            let (written_at, snapshot) = value.value();
            let age = Duration::from_millis(now.saturating_sub(written_at));
            kept.push(KeptRoom { code, snapshot: snapshot.to_vec(), age, revision: Revision::default() });
        }
        Ok(kept)
    };
    read().map_err(|error| failure(error, path))
}

/// The thread that writes.
struct Writer {
    path: PathBuf,
    /// `None` after a failure: redb then accepts no writes, so the next batch reopens the file.
    database: Option<Database>,
    pending: Pending,
}

impl Writer {
    /// Writes until all handles of the [`DiskStore`] are dropped.
    fn run(&mut self, woken: &Receiver<()>) {
        let mut has_failed = false;
        while woken.recv().is_ok() {
            let batch = self.pending.take();
            if batch.is_empty() {
                continue;
            }
            let outcome = self.write(&batch);
            match &outcome {
                Err(error) if !has_failed => {
                    tracing::error!(%error, "snapshots of rooms are not written; races continue, but would not survive a crash");
                }
                Ok(()) if has_failed => tracing::info!("snapshots of rooms are written again"),
                Ok(()) | Err(_) => {}
            }
            has_failed = outcome.is_err();
            for change in batch.into_values() {
                if let Change::Save { done, .. } = change {
                    // The room may have ended.
                    let _ = done.send(if has_failed { Err(StoreError::NotWritten) } else { Ok(()) });
                }
            }
        }
    }

    fn write(&mut self, batch: &HashMap<RoomCode, Change>) -> Result<(), StoreError> {
        let database = match self.database.take() {
            Some(database) => database,
            None => open(&self.path)?,
        };
        // After a failure, closed rooms stay in the file, and close again after the next start.
        commit(&database, batch).map_err(|error| failure(error, &self.path))?;
        self.database = Some(database);
        Ok(())
    }
}

/// Applies `batch`, and returns once it is on disk.
fn commit(database: &Database, batch: &HashMap<RoomCode, Change>) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    {
        let mut rooms = transaction.open_table(ROOMS)?;
        for (code, change) in batch {
            match change {
                Change::Save { written_at, snapshot, .. } => {
                    rooms.insert(code.as_str(), (*written_at, snapshot.as_slice()))?;
                }
                Change::Remove => {
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

    use std::time::Instant;

    use tempfile::{TempDir, tempdir};

    use super::*;

    fn file(dir: &TempDir) -> PathBuf {
        dir.path().join("data/rooms.redb")
    }

    fn code(number: u64) -> RoomCode {
        RoomCode::from_random(number)
    }

    fn write(room: u64, text: &str) -> Write {
        Write { code: code(room), after: Revision::default(), snapshot: text.into(), successor: None }
    }

    /// Returns the rooms that the next process finds once this one has ended.
    fn left_behind(dir: &TempDir, store: DiskStore) -> Vec<KeptRoom> {
        drop(store);
        let began = Instant::now();
        loop {
            match DiskStore::open(&file(dir)) {
                // The writer is about to close the file.
                Err(StoreError::InUse(_)) if began.elapsed() < Duration::from_secs(10) => thread::yield_now(),
                next => return next.unwrap().left_behind(),
            }
        }
    }

    #[actix::test]
    async fn the_last_snapshot_of_each_room_survives_the_process() {
        let dir = tempdir().unwrap();
        let store = DiskStore::open(&file(&dir)).unwrap();
        assert_eq!(store.left_behind(), []);
        for (room, text) in [(1, "a"), (2, "b"), (1, "c")] {
            store.save(write(room, text)).await.unwrap();
        }
        store.remove(code(2), Revision::default());
        store.save(write(3, "d")).await.unwrap();
        let mut kept = left_behind(&dir, store);
        kept.sort_by_key(|kept| kept.snapshot.clone());
        let found: Vec<_> = kept.iter().map(|kept| (kept.code, kept.snapshot.as_slice())).collect();
        assert_eq!(found, [(code(1), b"c".as_slice()), (code(3), b"d".as_slice())]);
        assert!(kept.iter().all(|kept| kept.age < Duration::from_secs(60)));
    }

    #[actix::test]
    async fn of_each_room_only_the_last_change_waits_for_a_disk_that_hangs() {
        let pending = Pending::default();
        let save = |room, text: &str| {
            let (done, written) = oneshot::channel();
            pending.add(code(room), Change::Save { written_at: 0, snapshot: text.into(), done });
            written
        };
        let stale: Vec<_> = (0..300).map(|n| save(1, &n.to_string())).collect();
        let last = save(1, "last");
        let removed = save(2, "removed");
        pending.add(code(2), Change::Remove);
        let waiting = pending.take();
        assert_eq!(waiting.len(), 2);
        assert!(matches!(&waiting[&code(1)], Change::Save { snapshot, .. } if snapshot == b"last"));
        assert!(matches!(&waiting[&code(2)], Change::Remove));
        // Their rooms learn at once that they were not written.
        for written in stale.into_iter().chain([removed]) {
            assert!(written.await.is_err());
        }
        drop(waiting);
        assert!(last.await.is_err());
    }

    #[actix::test]
    async fn a_file_belongs_to_one_store() {
        let dir = tempdir().unwrap();
        let _store = DiskStore::open(&file(&dir)).unwrap();
        assert!(matches!(DiskStore::open(&file(&dir)), Err(StoreError::InUse(_))));
    }

    #[actix::test]
    async fn a_damaged_file_is_set_aside() {
        let dir = tempdir().unwrap();
        std::fs::create_dir(dir.path().join("data")).unwrap();
        std::fs::write(file(&dir), "this is no database").unwrap();
        let store = DiskStore::open(&file(&dir)).unwrap();
        store.save(write(1, "a")).await.unwrap();
        assert_eq!(left_behind(&dir, store).len(), 1);
        assert_eq!(std::fs::read(file(&dir).with_extension(SET_ASIDE)).unwrap(), b"this is no database");
    }
}

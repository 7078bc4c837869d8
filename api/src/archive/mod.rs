//! Everything that the site keeps about a user, as a ZIP that is written while it is sent.
//!
//! Rows are read in batches of bounded size, each in a query of its own, and compressed once the connection is given
//! back. So an archive of any size needs the memory of one batch, and holds no connection while it is compressed or the
//! client reads. Few batches are read and compressed at once; the archives of different addresses take turns.

mod files;

use std::io;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix_web::web::Bytes;
use byte_budget::{ByteBudget, Hold};
use chrono::Utc;
use futures_util::stream::{self, Stream, StreamExt as _};
use shared::UserId;
use tokio::sync::mpsc;
use tokio::task::JoinError;
use zip::ZipWriter;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, StreamWriter};

use self::files::{Batch, FILES, START};
use crate::database::{Database, DatabaseError, for_client};
use crate::domain::TimeZone;
use crate::error::ApiError;
use crate::models::user::User;
use crate::turns::Turns;

/// The archives that are written at the same time by this process, and by one address, which may be a school's.
const IN_ALL: usize = 32;
const FROM_ADDRESS: usize = 4;
/// The longest pause of a client that reads an archive.
const READ_TIMEOUT: Duration = Duration::from_secs(30);
/// The pause before a batch is read again that the database was too busy to give.
const RETRY_PAUSE: Duration = Duration::from_secs(1);
/// The number of attempts to read a batch: with those, an archive waits for minutes.
const MOST_TRIES: u32 = 60;

/// The user whose archive is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owner {
    pub(crate) id: UserId,
    /// The time zone of the days.
    pub(crate) zone: TimeZone,
}

/// The archives that are being written, which read and compress their batches in these turns.
pub(crate) struct Archives {
    places: ByteBudget<String>,
    turns: Turns,
}

/// The place of an archive among those that are written, which is free again when this is dropped.
pub(crate) struct Place {
    _hold: Hold<String>,
    address: String,
    turns: Turns,
}

/// The reason an archive ends early. Clients notice, since its last chunk is missing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Interrupted {
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error("the archive cannot be written")]
    Zip(#[from] ZipError),
    #[error("a row cannot be written")]
    Row(#[from] io::Error),
    #[error("the account was deleted meanwhile")]
    NoAccount,
    #[error("the client does not read")]
    NoReader,
    #[error("the archive's task panicked")]
    Panicked(#[from] JoinError),
}

impl Archives {
    pub(crate) fn new(turns: Turns) -> Self {
        Self { places: ByteBudget::new(IN_ALL).per_key(FROM_ADDRESS), turns }
    }

    /// Takes a place for an archive of a client at this address.
    ///
    /// # Errors
    /// [`ApiError::Unavailable`] if too many archives are being written.
    pub(crate) fn place(&self, address: String) -> Result<Place, ApiError> {
        let mut hold = self.places.hold(Some(address.clone()));
        hold.take(1).map_err(|_| ApiError::Unavailable)?;
        Ok(Place { _hold: hold, address, turns: self.turns.clone() })
    }
}

impl Place {
    /// Starts to write the archive of a user.
    pub(crate) fn write(
        self,
        owner: Owner,
        database: Database,
    ) -> impl Stream<Item = Result<Bytes, Interrupted>> + use<> {
        let (out, mut written) = mpsc::channel(1);
        let address = self.address.clone();
        let writing = actix_web::rt::spawn(for_client(address, write(owner, database, out, self)));
        let chunks = stream::poll_fn(move |context| written.poll_recv(context)).map(Ok);
        let end = stream::once(writing).filter_map(async |ended| {
            let interrupted = ended.map_err(Interrupted::from).flatten().err()?;
            tracing::warn!(error = %interrupted, "an archive ended early");
            Some(Err(interrupted))
        });
        chunks.chain(Box::pin(end))
    }
}

/// Writes an archive, and sends its chunks to `out`.
async fn write(owner: Owner, database: Database, out: mpsc::Sender<Bytes>, place: Place) -> Result<(), Interrupted> {
    let now = zip::DateTime::try_from(Utc::now().naive_utc()).unwrap_or_default();
    let options = SimpleFileOptions::default().last_modified_time(now);
    let mut archive = Archive::new();
    for file in FILES {
        archive.zip.start_file(format!("{}.json", file.name), options)?;
        let mut next = Some(Arc::new(START));
        while let Some(after) = next {
            let read = async || {
                let turn = place.turns.take(&place.address).await.map_err(|_| DatabaseError::Unavailable)?;
                let after = after.clone();
                let batch = database.with_conn(move |conn| (file.read)(owner, &after, conn)).await?;
                Ok((turn, batch))
            };
            let (turn, Batch { write, next: following }) = patiently(&out, read).await?;
            let compress = move || {
                write(&mut archive.zip)?;
                Ok::<_, io::Error>(archive)
            };
            archive = tokio::task::spawn_blocking(compress).await??;
            drop(turn);
            next = following.map(Arc::new);
            send(archive.written.take(), &out).await?;
        }
    }
    let find = async || database.with_conn(move |conn| User::find(owner.id, conn)).await;
    patiently(&out, find).await?.ok_or(Interrupted::NoAccount)?;
    archive.zip.finish()?;
    send(archive.written.take(), &out).await
}

/// Asks until there is an answer: that the site is busy is no reason to break off an archive that a client is reading.
async fn patiently<T>(
    out: &mpsc::Sender<Bytes>,
    ask: impl AsyncFn() -> Result<T, DatabaseError>,
) -> Result<T, Interrupted> {
    let mut tries = 1;
    loop {
        match ask().await {
            Err(error) if error.is_transient() && tries < MOST_TRIES => tries += 1,
            answer => return Ok(answer?),
        }
        let pause = tokio::time::timeout(RETRY_PAUSE, out.closed());
        if pause.await.is_ok() {
            return Err(Interrupted::NoReader);
        }
    }
}

/// Sends a chunk, once the client has read the one before it.
async fn send(chunk: Bytes, out: &mpsc::Sender<Bytes>) -> Result<(), Interrupted> {
    let sent = tokio::time::timeout(READ_TIMEOUT, out.send(chunk)).await;
    sent.ok().and_then(Result::ok).ok_or(Interrupted::NoReader)
}

/// An unfinished archive.
struct Archive {
    zip: ZipWriter<StreamWriter<ZipBuffer>>,
    written: ZipBuffer,
}

/// The bytes of an archive that are not sent yet.
#[derive(Clone, Default)]
struct ZipBuffer(Arc<Mutex<Vec<u8>>>);

impl Archive {
    fn new() -> Self {
        let written = ZipBuffer::default();
        Self { zip: ZipWriter::new_stream(written.clone()), written }
    }
}

impl ZipBuffer {
    /// Takes the bytes that were written since the last time.
    fn take(&self) -> Bytes {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

impl io::Write for ZipBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

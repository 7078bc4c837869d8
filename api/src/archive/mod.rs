//! Everything that the site keeps about a user, as a ZIP that is written while it is sent.
//!
//! Rows are read in batches, each in a query of its own on the blocking pool, and compressed at once. So an archive of
//! any size needs the memory of one batch, and holds no connection while the client reads.

mod files;

use std::io;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix_web::web::Bytes;
use byte_budget::{ByteBudget, Hold};
use chrono::Utc;
use diesel::PgConnection;
use diesel::result::Error as QueryError;
use futures_util::stream::{self, Stream, StreamExt as _};
use serde::Serialize;
use shared::UserId;
use tokio::sync::mpsc;
use tokio::task::JoinError;
use zip::ZipWriter;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, StreamWriter};

use self::files::{FILES, START};
use crate::database::{Database, DatabaseError};
use crate::error::ApiError;
use crate::models::user::User;

/// The archives that are written at the same time by this process, and by one address, which may be a school's.
const IN_ALL: usize = 32;
const FROM_ADDRESS: usize = 4;
/// The longest pause of a client that reads an archive.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// The limit on the archives that are written at the same time.
pub(crate) struct Archives(ByteBudget<String>);

/// A format in which each file of an archive is written.
#[derive(Debug, Clone, Copy)]
enum Format {
    /// A list of objects.
    Json,
    /// A line of names, then a line per row; empty if there is no row.
    Csv,
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
    pub(crate) fn new() -> Self {
        Self(ByteBudget::new(IN_ALL).per_key(FROM_ADDRESS))
    }

    /// Starts to write the archive of this user for a client at this address.
    ///
    /// # Errors
    /// [`ApiError::Unavailable`] if too many archives are being written.
    pub(crate) fn write(
        &self,
        user: UserId,
        address: String,
        database: Database,
    ) -> Result<impl Stream<Item = Result<Bytes, Interrupted>> + use<>, ApiError> {
        let mut place = self.0.hold(Some(address));
        place.take(1).map_err(|_| ApiError::Unavailable)?;
        let (out, mut written) = mpsc::channel(1);
        let writing = actix_web::rt::spawn(write(user, database, out, place));
        let chunks = stream::poll_fn(move |context| written.poll_recv(context)).map(Ok);
        let end = stream::once(writing).filter_map(async |ended| {
            let interrupted = ended.map_err(Interrupted::from).flatten().err()?;
            tracing::warn!(error = %interrupted, "an archive ended early");
            Some(Err(interrupted))
        });
        Ok(chunks.chain(Box::pin(end)))
    }
}

/// Writes an archive, and sends its chunks to `out`.
async fn write(
    user: UserId,
    database: Database,
    out: mpsc::Sender<Bytes>,
    _place: Hold<String>,
) -> Result<(), Interrupted> {
    let now = zip::DateTime::try_from(Utc::now().naive_utc()).unwrap_or_default();
    let options = SimpleFileOptions::default().last_modified_time(now);
    let mut archive = Archive::new();
    for file in FILES {
        for format in [Format::Json, Format::Csv] {
            archive.zip.start_file(format!("{}.{}", file.name, format.ending()), options)?;
            let mut next = Some(START);
            while let Some(after) = next {
                let add = move |conn: &mut PgConnection| {
                    let next = (file.add)(&mut archive, format, user, &after, conn)?;
                    Ok::<_, Interrupted>((archive, next))
                };
                (archive, next) = database.run(add).await?;
                send(archive.written.take(), &out).await?;
            }
        }
    }
    database.with_conn(move |conn| User::find(user, conn)).await?.ok_or(Interrupted::NoAccount)?;
    archive.zip.finish()?;
    send(archive.written.take(), &out).await
}

/// Sends a chunk, once the client has read the one before it.
async fn send(chunk: Bytes, out: &mpsc::Sender<Bytes>) -> Result<(), Interrupted> {
    let sent = tokio::time::timeout(READ_TIMEOUT, out.send(chunk)).await;
    sent.ok().and_then(Result::ok).ok_or(Interrupted::NoReader)
}

/// An unfinished archive.
struct Archive {
    zip: ZipWriter<StreamWriter<Written>>,
    written: Written,
}

/// The bytes of an archive that are not sent yet.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Archive {
    fn new() -> Self {
        let written = Written::default();
        Self { zip: ZipWriter::new_stream(written.clone()), written }
    }
}

impl Written {
    /// Takes the bytes that were written since the last time.
    fn take(&self) -> Bytes {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }

    /// Writes rows of a file, of which these may be the first or the last.
    fn write<R: Serialize>(
        self,
        rows: &[R],
        is_first: bool,
        is_last: bool,
        out: &mut impl io::Write,
    ) -> io::Result<()> {
        match self {
            Self::Json => {
                let mut separator = if is_first { "[\n" } else { ",\n" };
                for row in rows {
                    out.write_all(separator.as_bytes())?;
                    serde_json::to_writer(&mut *out, row)?;
                    separator = ",\n";
                }
                match (is_first && rows.is_empty(), is_last) {
                    (true, _) => out.write_all(b"[]\n"),
                    (false, true) => out.write_all(b"\n]\n"),
                    (false, false) => Ok(()),
                }
            }
            Self::Csv => {
                let mut csv = csv::WriterBuilder::new().has_headers(is_first).from_writer(out);
                rows.iter().try_for_each(|row| csv.serialize(row))?;
                csv.flush()
            }
        }
    }
}

impl From<QueryError> for Interrupted {
    fn from(error: QueryError) -> Self {
        Self::Database(error.into())
    }
}

//! Mails that were given up, for the command line. These functions block.

use std::fmt;

use chrono::SecondsFormat;
use diesel::Connection as _;
use diesel::result::DatabaseErrorKind::UniqueViolation;
use diesel::result::Error as QueryError;

use crate::database::{Database, DatabaseError};

pub use crate::models::mail::{MailId, Parked};

/// The reason mails are not tried again.
#[derive(Debug, thiserror::Error)]
pub enum RetryError {
    /// None of these is tried again then.
    #[error("there is no parked mail with the number {0}")]
    NotParked(i64),
    /// The same is due for the same address already, and is sent once.
    #[error("a newer mail of the kind of number {0} waits for its address")]
    WaitsAlready(i64),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl From<QueryError> for RetryError {
    fn from(error: QueryError) -> Self {
        Self::Database(error.into())
    }
}

/// All of them, oldest first.
///
/// # Errors
/// [`DatabaseError`].
pub fn list(database: &Database) -> Result<Vec<Parked>, DatabaseError> {
    Ok(Parked::all(&mut *database.connection()?)?)
}

/// Has these tried again, for as long as new ones are: all of them or none.
///
/// # Errors
/// [`RetryError`].
pub fn retry(database: &Database, ids: &[i64]) -> Result<(), RetryError> {
    let conn = &mut *database.connection()?;
    conn.transaction(|conn| {
        ids.iter().try_for_each(|id| match Parked::retry(MailId(*id), conn) {
            Ok(0) => Err(RetryError::NotParked(*id)),
            Ok(_) => Ok(()),
            Err(QueryError::DatabaseError(UniqueViolation, _)) => Err(RetryError::WaitsAlready(*id)),
            Err(error) => Err(error.into()),
        })
    })
}

/// Has all of them tried again but those of which a newer one waits already; returns the number of mails to be tried
/// again.
///
/// # Errors
/// [`DatabaseError`].
pub fn retry_all(database: &Database) -> Result<usize, DatabaseError> {
    let mut n_retried = 0;
    for mail in list(database)? {
        match retry(database, &[mail.id.0]) {
            Ok(()) => n_retried += 1,
            Err(RetryError::Database(error)) => return Err(error),
            Err(_) => {}
        }
    }
    Ok(n_retried)
}

/// On one line, for the command line.
impl fmt::Display for Parked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id: MailId(id), kind, recipient, attempts, .. } = self;
        let last_error = self.last_error.as_deref().unwrap_or_default();
        let parked_at = self.parked_at.to_rfc3339_opts(SecondsFormat::Secs, true);
        write!(f, "{id}\t{kind}\t{recipient}\t{attempts}\t{parked_at}\t{last_error}")
    }
}

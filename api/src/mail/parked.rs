//! Parked mails, for the command line. These functions block.

use std::fmt;

use chrono::SecondsFormat;
use diesel::Connection as _;
use diesel::result::DatabaseErrorKind::UniqueViolation;
use diesel::result::Error as QueryError;

use crate::database::{Database, DatabaseError};

pub use crate::models::mail::{MailId, Parked};

/// The reason mails are not retried.
#[derive(Debug, thiserror::Error)]
pub enum RetryError {
    /// No mail with this number is parked. None of the given mails is retried.
    #[error("there is no parked mail with the number {0}")]
    NotParked(i64),
    /// A newer mail of the same kind already waits for the same address.
    #[error("a newer mail of the same kind as number {0} already waits for its address")]
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

/// Returns all parked mails, oldest first.
///
/// # Errors
/// [`DatabaseError`].
pub fn list(database: &Database) -> Result<Vec<Parked>, DatabaseError> {
    Ok(Parked::all(&mut *database.connection()?)?)
}

/// Retries these mails as if they were new: either all of them or none.
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

/// Retries all parked mails, except those for which a newer one is waiting. Returns the number of mails that will be
/// retried.
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

/// Writes the mail on one line, for the command line.
impl fmt::Display for Parked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id: MailId(id), kind, recipient, attempts, .. } = self;
        let last_error = self.last_error.as_deref().unwrap_or_default();
        let parked_at = self.parked_at.to_rfc3339_opts(SecondsFormat::Secs, true);
        write!(f, "{id}\t{kind}\t{recipient}\t{attempts}\t{parked_at}\t{last_error}")
    }
}

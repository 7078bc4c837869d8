//! Mails that were given up, for the command line. These functions block.

use std::fmt;

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::Connection as _;

use crate::database::{Database, DatabaseError};
use crate::models::mail::ParkedRow;

/// A mail that is not tried any more. Shown on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parked {
    /// Its number.
    pub id: i64,
    /// The kind of the mail.
    pub kind: String,
    /// The address that it was to be sent to.
    pub recipient: String,
    /// The number of tries.
    pub attempts: i32,
    /// The time at which it was given up.
    pub parked_at: DateTime<Utc>,
    /// The error of the last try.
    pub last_error: String,
}

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

impl From<diesel::result::Error> for RetryError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error.into())
    }
}

/// All of them, oldest first.
///
/// # Errors
/// [`DatabaseError`].
pub fn list(database: &Database) -> Result<Vec<Parked>, DatabaseError> {
    let rows = ParkedRow::all(&mut *database.connection()?)?;
    Ok(rows.into_iter().map(Parked::from).collect())
}

/// Has these tried again, for as long as new ones are: all of them or none.
///
/// # Errors
/// [`RetryError`].
pub fn retry(database: &Database, ids: &[i64]) -> Result<(), RetryError> {
    let conn = &mut *database.connection()?;
    conn.transaction(|conn| {
        for id in ids {
            match ParkedRow::retry(*id, conn)? {
                Some(true) => {}
                Some(false) => return Err(RetryError::WaitsAlready(*id)),
                None => return Err(RetryError::NotParked(*id)),
            }
        }
        Ok(())
    })
}

/// Has all of them tried again but those of which a newer one waits already; returns the number of mails to be tried
/// again.
///
/// # Errors
/// [`DatabaseError`].
pub fn retry_all(database: &Database) -> Result<usize, DatabaseError> {
    let conn = &mut *database.connection()?;
    let mut n_retried = 0;
    for mail in ParkedRow::all(conn)? {
        n_retried += usize::from(ParkedRow::retry(mail.id, conn)? == Some(true));
    }
    Ok(n_retried)
}

impl From<ParkedRow> for Parked {
    fn from(row: ParkedRow) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            recipient: row.recipient,
            attempts: row.attempts,
            parked_at: row.settled_at,
            last_error: row.last_error.unwrap_or_default(),
        }
    }
}

impl fmt::Display for Parked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, kind, recipient, attempts, last_error, .. } = self;
        let parked_at = self.parked_at.to_rfc3339_opts(SecondsFormat::Secs, true);
        write!(f, "{id}\t{kind}\t{recipient}\t{attempts}\t{parked_at}\t{last_error}")
    }
}

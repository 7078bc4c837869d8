//! Mails that were given up, for the command line. These functions block.

use std::fmt;

use chrono::SecondsFormat;
use diesel::Connection as _;

use crate::database::{Database, DatabaseError};

pub use crate::models::mail::Parked;

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
    Ok(Parked::all(&mut *database.connection()?)?)
}

/// Has these tried again, for as long as new ones are: all of them or none.
///
/// # Errors
/// [`RetryError`].
pub fn retry(database: &Database, ids: &[i64]) -> Result<(), RetryError> {
    let conn = &mut *database.connection()?;
    conn.transaction(|conn| {
        for id in ids {
            match Parked::retry(*id, conn)? {
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
    for mail in Parked::all(conn)? {
        n_retried += usize::from(Parked::retry(mail.id, conn)? == Some(true));
    }
    Ok(n_retried)
}

/// On one line, for the command line.
impl fmt::Display for Parked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, kind, recipient, attempts, .. } = self;
        let last_error = self.last_error.as_deref().unwrap_or_default();
        let parked_at = self.parked_at.to_rfc3339_opts(SecondsFormat::Secs, true);
        write!(f, "{id}\t{kind}\t{recipient}\t{attempts}\t{parked_at}\t{last_error}")
    }
}

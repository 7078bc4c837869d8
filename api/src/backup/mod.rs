//! Backups: all rows of the database, images among them, and the token key, in one encrypted file.
//!
//! Rows are read and written as text, table by table, so that this works for the schema of any version: a backup names the
//! migrations that its database had, and a restore runs just these before it inserts the rows.

mod age;
mod archive;
mod pace;
mod tables;

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::thread::sleep;
use std::time::{Duration, Instant};

use chrono::{SubsecRound as _, Utc};
use diesel::connection::SimpleConnection as _;
use diesel::dsl::sql;
use diesel::result::Error as QueryError;
use diesel::sql_types::{BigInt, Bool};
use diesel::{Connection as _, PgConnection, QueryResult, RunQueryDsl as _};

use self::age::{UnlockError, Unlocked};
use self::archive::{Part, RowCounts, Writer};
use self::pace::Pace;
use self::tables::StoredTable;
use crate::database::migrations::{self, MigrateError};
use crate::database::{Database, schema};
use crate::tokens::TokenIssuer;

pub use self::archive::{Contents, Table};

/// The name of the table of migrations, which a database has once it has been migrated.
const MIGRATIONS_TABLE: &str = "__diesel_schema_migrations";
const DAILY_RACES: &str = "daily_races";

/// The longest wait for the end of sessions that are closing.
const SESSIONS_TIMEOUT: Duration = Duration::from_secs(5);
const POLL_EVERY: Duration = Duration::from_millis(100);

/// True once an account was made, even if it is deleted by now.
const HAS_HAD_ACCOUNTS: &str = "EXISTS (SELECT FROM pg_sequences
    WHERE schemaname = current_schema() AND sequencename = 'users_id_seq' AND last_value IS NOT NULL)";

/// The other sessions of this database, without those of the server itself.
const OTHER_SESSIONS: &str = "(SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND usesysid IS NOT NULL AND pid <> pg_backend_pid())";

/// The reason a backup was not made.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database cannot be reached.
    #[error("cannot connect to the database")]
    Connect(#[from] diesel::ConnectionError),
    /// A query failed.
    #[error("cannot read the database")]
    Query(#[from] QueryError),
    /// The database was made by a version before the first release, so no version could restore it.
    #[error(transparent)]
    Schema(#[from] MigrateError),
    /// There are no tables of a site.
    #[error("the database is empty, so there is nothing to back up")]
    Empty,
    /// A migration ran while the backup began.
    #[error("the schema was changed while the backup began; make it again")]
    Changed,
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// The reason a backup cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is another kind of file.
    #[error("it is not a backup of Colibri")]
    Format,
    /// The passphrase is wrong.
    #[error("the passphrase is wrong")]
    Passphrase,
    /// Something is missing, or was changed.
    #[error("it is cut off or damaged")]
    Damaged,
    /// It may have what this version does not know.
    #[error(
        "it was made by Colibri {0}, but this is {ours}; use that version or a later one",
        ours = env!("CARGO_PKG_VERSION")
    )]
    Later(String),
    /// The file cannot be read.
    #[error(transparent)]
    Io(io::Error),
}

impl From<UnlockError> for ReadError {
    fn from(error: UnlockError) -> Self {
        match error {
            UnlockError::Format => Self::Format,
            UnlockError::Passphrase => Self::Passphrase,
            UnlockError::Io(error) => error.into(),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Io(error),
        }
    }
}

/// The reason a backup was not restored. Except for [`RestoreError::Pending`], nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The backup cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// There may be data of somebody in the database.
    #[error(
        "the database is not empty: a backup is restored only into one in which there are no tables and no accounts"
    )]
    NotEmpty,
    /// Another program uses the database.
    #[error("the database has {0} other sessions: stop the site, and close them")]
    InUse(i64),
    /// A migration of the backup is unknown.
    #[error("the backup has the migration {0}, which this version of Colibri does not have; use a later one")]
    UnknownMigration(String),
    /// A query failed.
    #[error("the database refuses the backup")]
    Query(#[from] QueryError),
    /// The schema cannot be made.
    #[error(transparent)]
    Schema(MigrateError),
    /// The token key cannot be written.
    #[error("cannot write the token key")]
    TokenKey(#[source] io::Error),
    /// Everything is restored, but the migrations since the backup failed.
    #[error("the backup is restored, but not brought up to this version, which the next start tries again")]
    Pending(#[source] MigrateError),
}

impl From<io::Error> for RestoreError {
    fn from(error: io::Error) -> Self {
        Self::Read(error.into())
    }
}

/// A backup that was read to its end, so that nothing of it is missing.
pub struct Backup {
    file: BufReader<File>,
    key: Unlocked,
    contents: Contents,
    rows: RowCounts,
}

impl Backup {
    /// Opens and reads the whole of `file`.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn open(file: File, passphrase: &str) -> Result<Self, ReadError> {
        let mut file = BufReader::new(file);
        let key = Unlocked::new(&mut file, passphrase)?;
        let mut read = None;
        let rows = archive::read(&mut file, &key, |part| match part {
            Part::Begin { contents, .. } if !contents.is_readable() => Err(ReadError::Later(contents.version)),
            Part::Begin { contents, token_key } => {
                TokenIssuer::from_pem(&token_key).map_err(|_| ReadError::Damaged)?;
                read = Some(contents);
                Ok(())
            }
            Part::Rows { .. } => Ok(()),
        })?;
        Ok(Self { file, key, contents: read.ok_or(ReadError::Damaged)?, rows })
    }

    /// Returns what it has.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Yields the tables and their numbers of rows, in the order of their names.
    pub fn rows(&self) -> impl Iterator<Item = (&str, u64)> {
        self.rows.iter().map(|(table, n_rows)| (table.as_str(), *n_rows))
    }
}

impl Database {
    /// Writes a backup of all rows as they are at one moment, while others read and write. Returns the number of rows, and
    /// the sink, to which everything was written but which is not flushed. Blocks.
    ///
    /// # Errors
    /// [`BackupError`]. Then what was written is useless.
    pub fn back_up<W: Write>(&self, token_key: &str, passphrase: &str, sink: W) -> Result<(u64, W), BackupError> {
        let mut conn = PgConnection::establish(self.url())?;
        migrations::without_timeouts(&mut conn)?;
        // A migration may hold its locks for longer than a call could wait.
        conn.batch_execute("SET lock_timeout = 0")?;
        tables::set_formats(&mut conn)?;
        let seen = tables::all(&mut conn)?;
        if !seen.iter().any(|table| table.name() == MIGRATIONS_TABLE) {
            return Err(BackupError::Empty);
        }
        conn.build_transaction().repeatable_read().read_only().run(|conn| {
            // Before anything else, since the first query after it decides which moment the transaction sees.
            tables::lock(&seen, conn)?;
            let stored = tables::all(conn)?;
            if stored != seen {
                return Err(BackupError::Changed);
            }
            // Each is at least as high as the rows that this transaction sees.
            let sequences = tables::sequences(conn)?;
            let described = stored.iter().map(StoredTable::described).collect();
            let versions = migrations::run(conn)?;
            migrations::require_released(versions.iter().cloned())?;
            let contents = Contents::new(Utc::now().trunc_subsecs(0), versions, described, sequences);
            let mut writer = Writer::new(sink, passphrase, &contents, token_key)?;
            let mut pace = Pace::new();
            for table in &stored {
                let rows = table.rows(conn)?.inspect(|_| pace.keep()).map(|row| row.map_err(BackupError::from));
                writer.table(table.name(), rows)?;
            }
            Ok((writer.n_rows(), writer.finish()?))
        })
    }

    /// Restores a backup into this database, which must be empty and used by nobody else, and ends all logins and keys of
    /// the public API. Then brings the schema up to date. Blocks.
    ///
    /// Calls `put_key` last, when all rows are inserted but not committed, with the file of a new token key.
    ///
    /// # Errors
    /// [`RestoreError`].
    pub fn restore(
        &self,
        backup: &mut Backup,
        put_key: impl FnOnce(&str) -> io::Result<()>,
    ) -> Result<(), RestoreError> {
        // A site that starts meanwhile waits for the end of these migrations.
        let mut conn = self.migrating_connection().map_err(RestoreError::Schema)?;
        wait_until_alone(&mut conn)?;
        tables::set_formats(&mut conn)?;
        conn.transaction(|conn| {
            require_empty(conn)?;
            let versions = &backup.contents.migrations;
            if let Some(unknown) = migrations::run_only(versions, conn).map_err(RestoreError::Schema)? {
                return Err(RestoreError::UnknownMigration(unknown));
            }
            let token_key = insert_all(backup, conn)?;
            let renewed = TokenIssuer::renewed(&token_key).map_err(|_| ReadError::Damaged)?;
            put_key(&renewed).map_err(RestoreError::TokenKey)
        })?;
        // Otherwise queries are slow until the server gathers the same by itself.
        _ = conn.batch_execute("ANALYZE");
        drop(conn);
        self.migrate().map_err(RestoreError::Pending)?;
        Ok(())
    }
}

/// Waits for the sessions of others to end, such as those that this process has just closed.
fn wait_until_alone(conn: &mut PgConnection) -> Result<(), RestoreError> {
    let until = Instant::now() + SESSIONS_TIMEOUT;
    loop {
        match diesel::select(sql::<BigInt>(OTHER_SESSIONS)).get_result::<i64>(conn)? {
            0 => return Ok(()),
            others if Instant::now() > until => return Err(RestoreError::InUse(others)),
            _ => sleep(POLL_EVERY),
        }
    }
}

/// Makes the database empty: a site makes its tables when it starts, so those of a site at which nobody has signed up are
/// dropped. Anything else is refused.
fn require_empty(conn: &mut PgConnection) -> Result<(), RestoreError> {
    if diesel::select(sql::<Bool>(HAS_HAD_ACCOUNTS)).get_result(conn)? {
        return Err(RestoreError::NotEmpty);
    }
    let stored = tables::all(conn)?;
    let has = |name| stored.iter().any(|table| table.name() == name);
    // Those of a later version, or from before the first release, cannot be taken back.
    if has(MIGRATIONS_TABLE) && migrations::has_unknown(conn)? {
        return Err(RestoreError::NotEmpty);
    }
    // The only rows that visitors cause. The texts to which they refer cannot be deleted before.
    if has(DAILY_RACES) {
        diesel::delete(schema::daily_races::table).execute(conn)?;
    }
    migrations::revert_all(conn).map_err(RestoreError::Schema)?;
    let is_empty = tables::all(conn)?.iter().all(|table| table.name() == MIGRATIONS_TABLE);
    if is_empty { Ok(()) } else { Err(RestoreError::NotEmpty) }
}

/// Puts the rows of a backup in the place of those that the migrations made, and returns the token key.
fn insert_all(backup: &mut Backup, conn: &mut PgConnection) -> Result<String, RestoreError> {
    let stored = tables::all(conn)?;
    tables::truncate(&stored, conn)?;
    tables::disable_triggers(&stored, conn)?;
    let Backup { file, key, contents, .. } = backup;
    let mut key_of_backup = String::new();
    archive::read(file, key, |part| match part {
        Part::Begin { token_key, .. } => {
            key_of_backup = token_key;
            Ok(())
        }
        Part::Rows { table, lines } => match stored.iter().find(|stored| stored.name() == table) {
            Some(stored) => Ok(stored.insert(&lines, conn).map(drop)?),
            None => {
                tracing::warn!(table, "the backup has a table that is not Colibri's; it is not restored");
                Ok::<_, RestoreError>(())
            }
        },
    })?;
    tables::enable_triggers(&stored, conn)?;
    tables::set_sequences(&contents.sequences, conn)?;
    end_api_keys(conn)?;
    Ok(key_of_backup)
}

/// Some of the keys may have been revoked since the backup.
fn end_api_keys(conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(schema::api_keys::table).execute(conn).map(drop)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_backup_of_a_later_version_is_refused_with_its_version() {
        let mut contents = Contents::new(Utc::now(), Vec::new(), Vec::new(), BTreeMap::new());
        contents.version = "99.0.0".to_owned();
        let file = tempfile::tempfile().unwrap();
        Writer::new(&file, "secret", &contents, "a key of another kind").unwrap().finish().unwrap();
        let error = Backup::open(file, "secret").err().unwrap().to_string();
        assert!(error.starts_with("it was made by Colibri 99.0.0, but this is "), "{error}");
    }
}

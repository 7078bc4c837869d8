//! The embedded migrations, and the code that runs them.

use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::dsl::{max, sql};
use diesel::migration::{Migration, MigrationSource as _};
use diesel::pg::Pg;
use diesel::result::Error as QueryError;
use diesel::sql_types::Bool;
use diesel::{Connection as _, PgConnection, QueryDsl as _, QueryResult, RunQueryDsl as _};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};
use net::backoff::Backoff;

use super::Database;
use crate::models::skin;

/// The files in `migrations/`, in order of their names.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// The lock under which one process at a time migrates: "colibri" as a number.
const LOCK: i64 = 0x63_6f_6c_69_62_72_69;

diesel::table! {
    __diesel_schema_migrations (version) {
        version -> VarChar,
        run_on -> Timestamp,
    }
}

/// The settings of the connection that migrates, whatever those of its role or database are.
///
/// - Building an index may take longer than any timeout for statements and transactions.
/// - `lock_timeout`: calls queue behind a migration that waits for a lock, so it gives up long before they do (2 s), and
///   before Postgres looks for deadlocks (`deadlock_timeout`, 1 s), in which a migration would be the one to fail.
/// - `timezone`: results must not depend on the server's time zone.
const SESSION: &str = "SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', \
    'transaction_timeout', 'idle_session_timeout', 'idle_in_transaction_session_timeout'); \
    SET lock_timeout = '800ms'; SET TIME ZONE 'UTC'";

/// Has the server look whether this process still runs while it executes a statement, and stop if not. Only Postgres 14
/// and newer can, and not on every system.
const END_WITH_US: &str = "SET client_connection_check_interval = '1s'";

/// The pauses in which calls are answered before a migration tries again to get its locks.
const PAUSES: Backoff = Backoff { first: Duration::from_secs(1), longest: Duration::from_secs(10) };
/// The pause between two checks of whether another process still migrates.
const POLL_EVERY: Duration = Duration::from_millis(200);

/// The reason a migration run failed.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database cannot be reached.
    #[error("cannot connect to the database")]
    Connect(#[from] diesel::ConnectionError),
    /// The lock under which one process migrates could not be taken.
    #[error("cannot prepare the migrations")]
    Prepare(#[from] QueryError),
    /// The database has migrations from before the first release, whose tables this program cannot bring up to date.
    #[error(
        "the database was made by a version before 1.0.0, which cannot be brought up to date: start with an empty database \
         (DATABASE_URL, or another COLIBRI_DATA_DIR), or run the version that made it"
    )]
    Unreleased,
    /// The schema is up to date, but some racers have not received the skins that they have earned.
    #[error("cannot grant racers the skins that they have earned")]
    Grant(#[source] QueryError),
    /// A migration failed. The ones before it were applied.
    #[error("a migration failed: {0}")]
    Migration(Box<dyn std::error::Error + Send + Sync>),
}

impl Database {
    /// Runs the pending migrations and returns how many there were.
    ///
    /// A database with migrations from before the first release is refused, and stays as it is. One of a later version has
    /// everything that this program needs.
    ///
    /// Blocks, including while another process migrates the same database, or holds the lock of a table that a migration
    /// changes. Uses a dedicated connection, with timeouts of its own.
    ///
    /// # Errors
    /// [`MigrateError`], with the database's message.
    pub fn migrate(&self) -> Result<usize, MigrateError> {
        let mut conn = self.migrating_connection()?;
        let applied = conn.applied_migrations().map_err(MigrateError::Migration)?;
        require_released(applied.iter().map(ToString::to_string))?;
        let pending = conn.pending_migrations(MIGRATIONS).map_err(MigrateError::Migration)?;
        for migration in &pending {
            let name = migration.name().to_string();
            tracing::info!(migration = name, "migrating");
            let run = || conn.run_migration(migration).map(drop);
            self.until_locked(&name, run, ToString::to_string).map_err(MigrateError::Migration)?;
        }
        // A migration may have added skins that some racers have already earned.
        if !pending.is_empty() {
            let grant = || skin::grant_reached_by_all(&mut conn).map(drop);
            self.until_locked("skins", grant, ToString::to_string).map_err(MigrateError::Grant)?;
        }
        Ok(pending.len())
    }

    /// Returns a connection without timeouts that keeps all others from migrating until it is dropped. Blocks while another
    /// process migrates.
    pub(crate) fn migrating_connection(&self) -> Result<PgConnection, MigrateError> {
        let mut conn = PgConnection::establish(&self.url)?;
        without_timeouts(&mut conn)?;
        wait_for_turn(&mut conn)?;
        Ok(conn)
    }

    /// Runs `change`, again and again for as long as it does not get its locks.
    fn until_locked<E>(
        &self,
        what: &str,
        mut change: impl FnMut() -> Result<(), E>,
        words: impl Fn(&E) -> String,
    ) -> Result<(), E> {
        let mut n_tries = 0;
        loop {
            match change() {
                Err(error) if self.is_lock_timeout(&words(&error)) => {
                    n_tries += 1;
                    tracing::warn!(migration = what, n_tries, "a table is in use, by a dump for example; trying again");
                    sleep(PAUSES.pause(n_tries));
                }
                done => return done,
            }
        }
    }

    /// Returns true if an error with these words is that of a lock that was not free in time. Diesel does not tell it by its
    /// SQLSTATE, and its words are in the server's language, so they are compared with those for a lock that is not free:
    /// the one of migrations.
    fn is_lock_timeout(&self, words: &str) -> bool {
        let lock = || {
            let mut conn = PgConnection::establish(&self.url).ok()?;
            conn.batch_execute(&format!("SET lock_timeout = '1ms'; SELECT pg_advisory_lock({LOCK})")).err()
        };
        lock().is_some_and(|error| words.ends_with(&error.to_string()))
    }
}

/// Gives a connection the settings of those that migrate.
pub(crate) fn without_timeouts(conn: &mut PgConnection) -> QueryResult<()> {
    conn.batch_execute(SESSION)?;
    // It only spares the server work.
    _ = conn.batch_execute(END_WITH_US);
    Ok(())
}

/// Returns an error if one of these versions is of a migration from before the first release.
pub(crate) fn require_released(versions: impl IntoIterator<Item = String>) -> Result<(), MigrateError> {
    let first = known()?.into_keys().next();
    let is_older = |version| first.as_ref().is_some_and(|first| version < *first);
    if versions.into_iter().any(is_older) { Err(MigrateError::Unreleased) } else { Ok(()) }
}

/// Returns the versions of the migrations that the database has, the oldest first.
pub(crate) fn run(conn: &mut PgConnection) -> QueryResult<Vec<String>> {
    let versions = __diesel_schema_migrations::table.select(__diesel_schema_migrations::version);
    versions.order(__diesel_schema_migrations::version).load(conn)
}

/// Takes back all migrations that the database has, and with them its tables.
pub(crate) fn revert_all(conn: &mut PgConnection) -> Result<(), MigrateError> {
    conn.revert_all_migrations(MIGRATIONS).map(drop).map_err(MigrateError::Migration)
}

/// Runs exactly the migrations of `versions`. Returns one that this program does not know, if there is any; then runs none.
pub(crate) fn run_only(versions: &[String], conn: &mut PgConnection) -> Result<Option<String>, MigrateError> {
    let mut known = known()?;
    let mut chosen = Vec::new();
    for version in versions {
        match known.remove(version) {
            Some(migration) => chosen.push(migration),
            None => return Ok(Some(version.clone())),
        }
    }
    conn.run_migrations(&chosen).map_err(MigrateError::Migration)?;
    Ok(None)
}

/// Waits until no other process migrates. The lock is released when the connection closes. The wait is not the server's: that
/// would go on after the end of this process.
fn wait_for_turn(conn: &mut PgConnection) -> QueryResult<()> {
    let mut is_waiting = false;
    while !diesel::select(sql::<Bool>(&format!("pg_try_advisory_lock({LOCK})"))).get_result::<bool>(conn)? {
        if !is_waiting {
            tracing::info!("waiting for another process that migrates the database");
            is_waiting = true;
        }
        sleep(POLL_EVERY);
    }
    Ok(())
}

/// Returns true if the newest migration that this program knows has been run.
pub(super) fn are_run(conn: &mut PgConnection) -> QueryResult<bool> {
    let newest = known()?.into_keys().next_back();
    let run = __diesel_schema_migrations::table.select(max(__diesel_schema_migrations::version));
    Ok(run.first::<Option<String>>(conn)? >= newest)
}

/// Returns true if the database has a migration that this program does not know.
pub(crate) fn has_unknown(conn: &mut PgConnection) -> QueryResult<bool> {
    let known = known()?;
    Ok(run(conn)?.iter().any(|version| !known.contains_key(version)))
}

/// Returns the migrations that this program knows, by version.
fn known() -> QueryResult<BTreeMap<String, Box<dyn Migration<Pg>>>> {
    let known: Vec<Box<dyn Migration<Pg>>> = MIGRATIONS.migrations().map_err(QueryError::QueryBuilderError)?;
    Ok(known.into_iter().map(|migration| (migration.name().version().to_string(), migration)).collect())
}

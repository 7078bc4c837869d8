//! The migrations, compiled in, and their running.

use diesel::dsl::max;
use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::result::Error::QueryBuilderError;
use diesel::{Connection as _, PgConnection, QueryDsl as _, QueryResult, RunQueryDsl as _, sql_query};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

use super::Database;
use crate::models::skins;

/// The files of `migrations/`, in the order of their names.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// The lock under which one process at a time migrates: "colibri" as a number.
const LOCK: i64 = 0x63_6f_6c_69_62_72_69;

diesel::table! {
    __diesel_schema_migrations (version) {
        version -> VarChar,
        run_on -> Timestamp,
    }
}

/// The reason the database could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// No connection.
    #[error("cannot connect to the database")]
    Connect(#[from] diesel::ConnectionError),
    /// The lock was not given.
    #[error("cannot take the lock for migrations")]
    Lock(#[from] diesel::result::Error),
    /// The schema is up to date, but not everybody has the skins that they earned.
    #[error("cannot give racers the skins that they have earned")]
    Grant(#[source] diesel::result::Error),
    /// A migration failed; those before it stand.
    #[error("a migration failed: {0}")]
    Migration(Box<dyn std::error::Error + Send + Sync>),
}

impl Database {
    /// Runs the migrations that the database does not have yet, and returns the number of those.
    ///
    /// Blocks, also for as long as another process migrates the same database. Uses a connection of its own: building
    /// an index may take longer than a statement of ours ever should.
    ///
    /// # Errors
    /// [`MigrateError`], with what the database said.
    pub fn migrate(&self) -> Result<usize, MigrateError> {
        let mut conn = PgConnection::establish(&self.url)?;
        // Given back with the connection.
        sql_query(format!("SELECT pg_advisory_lock({LOCK})")).execute(&mut conn)?;
        let run = conn.run_pending_migrations(MIGRATIONS).map_err(MigrateError::Migration)?;
        for version in &run {
            tracing::info!(%version, "migrated");
        }
        let n_run = run.len();
        // A migration may have brought skins that some have long earned.
        if n_run > 0 {
            skins::grant_reached_by_all(&mut conn).map_err(MigrateError::Grant)?;
        }
        Ok(n_run)
    }
}

/// True if the newest migration that this program knows has been run.
pub(super) fn are_run(conn: &mut PgConnection) -> QueryResult<bool> {
    let known = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(QueryBuilderError)?;
    let newest = known.iter().map(|migration| migration.name().version().to_string()).max();
    let run = __diesel_schema_migrations::table.select(max(__diesel_schema_migrations::version));
    Ok(run.first::<Option<String>>(conn)? >= newest)
}

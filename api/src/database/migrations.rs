//! The embedded migrations, and the code that runs them.

use diesel::dsl::max;
use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::result::Error::QueryBuilderError;
use diesel::{Connection as _, PgConnection, QueryDsl as _, QueryResult, RunQueryDsl as _, sql_query};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

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

/// The reason a migration run failed.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database cannot be reached.
    #[error("cannot connect to the database")]
    Connect(#[from] diesel::ConnectionError),
    /// The migration lock could not be acquired.
    #[error("cannot take the lock for migrations")]
    Lock(#[from] diesel::result::Error),
    /// The schema is up to date, but some racers have not received the skins that they have earned.
    #[error("cannot grant racers the skins that they have earned")]
    Grant(#[source] diesel::result::Error),
    /// A migration failed. The ones before it were applied.
    #[error("a migration failed: {0}")]
    Migration(Box<dyn std::error::Error + Send + Sync>),
}

impl Database {
    /// Runs the pending migrations and returns how many there were.
    ///
    /// Blocks, including while another process migrates the same database. Uses a dedicated connection: building an
    /// index may take longer than the statement timeout allows.
    ///
    /// # Errors
    /// [`MigrateError`], with the database's message.
    pub fn migrate(&self) -> Result<usize, MigrateError> {
        let mut conn = PgConnection::establish(&self.url)?;
        // Released when the connection closes.
        sql_query(format!("SELECT pg_advisory_lock({LOCK})")).execute(&mut conn)?;
        let run = conn.run_pending_migrations(MIGRATIONS).map_err(MigrateError::Migration)?;
        for version in &run {
            tracing::info!(%version, "migrated");
        }
        let n_run = run.len();
        // A migration may have added skins that some racers have already earned.
        if n_run > 0 {
            skin::grant_reached_by_all(&mut conn).map_err(MigrateError::Grant)?;
        }
        Ok(n_run)
    }
}

/// Returns true if the newest migration that this program knows has been run.
pub(super) fn are_run(conn: &mut PgConnection) -> QueryResult<bool> {
    let known = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(QueryBuilderError)?;
    let newest = known.iter().map(|migration| migration.name().version().to_string()).max();
    let run = __diesel_schema_migrations::table.select(max(__diesel_schema_migrations::version));
    Ok(run.first::<Option<String>>(conn)? >= newest)
}

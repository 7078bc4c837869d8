//! Everything that touches Postgres, and the one place where the async world is left for it.
//!
//! Diesel blocks. So a query runs on a blocking thread, of which there are never more at once than connections in the
//! pool; a caller that finds none free within a short wait is refused rather than queued.

mod migrations;
pub(crate) mod schema;

use std::sync::Arc;
use std::time::Duration;

use ::metrics::counter;
use diesel::connection::SimpleConnection as _;
use diesel::r2d2::{ConnectionManager, CustomizeConnection, Pool, PooledConnection};
use diesel::result::{DatabaseErrorKind, Error as QueryError};
use diesel::{Connection as _, PgConnection, QueryResult};
use tokio::sync::Semaphore;

use crate::metrics;

pub use self::migrations::{MIGRATIONS, MigrateError};

/// The longest wait for a free connection before a call is refused.
const CONNECTION_WAIT: Duration = Duration::from_secs(2);
/// The longest wait of the readiness check: its callers wait a second as a rule, and whatever holds a connection up, such
/// as a lock, does so for longer.
const READY_WAIT: Duration = Duration::from_millis(800);
/// The longest wait for an answer, for a database that vanished from the network: none of the database's own timeouts
/// can report that.
const ANSWER_WAIT: Duration = Duration::from_secs(10);

/// Set on every connection.
///
/// - No statement of ours takes more than a fraction of 5 s, so one that does is stuck, and its caller soon gives up.
/// - Locks are held for the length of a short transaction. A wait for one holds a connection that others need, so it
///   gives up before those who wait for the connection have all done so.
/// - A transaction that says nothing for 10 s is that of a process that stopped, and its locks must not stay.
/// - The time zone, so that nothing depends on the server's.
const SESSION: &str = "SET statement_timeout = '5s'; SET lock_timeout = '2s'; \
    SET idle_in_transaction_session_timeout = '10s'; SET TIME ZONE 'UTC'";

/// The database: a bounded pool of connections. Clones share it.
#[derive(Clone)]
pub struct Database {
    url: Arc<str>,
    pool: Pool<ConnectionManager<PgConnection>>,
    /// One for each connection.
    threads: Arc<Semaphore>,
}

/// The database cannot be reached with this address.
#[derive(Debug, thiserror::Error)]
#[error("cannot connect to the database")]
pub struct ConnectError(#[from] diesel::ConnectionError);

/// The reason a query has no answer.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// No connection was free in time, or none could be made, or the answer did not come.
    #[error("the database did not answer in time")]
    Unavailable,
    /// The database refused.
    #[error(transparent)]
    Query(#[from] QueryError),
}

impl DatabaseError {
    /// True if the same query may well be answered later: the database was slow or away, the query was not wrong.
    pub fn is_passing(&self) -> bool {
        use DatabaseErrorKind::{
            CheckViolation, ExclusionViolation, ForeignKeyViolation, NotNullViolation, RestrictViolation,
            UniqueViolation,
        };
        match self {
            Self::Unavailable | Self::Query(QueryError::BrokenTransactionManager) => true,
            // What is no violation is the server's own trouble: shutting down, out of time, a lost connection.
            Self::Query(QueryError::DatabaseError(kind, _)) => !matches!(
                kind,
                UniqueViolation
                    | ForeignKeyViolation
                    | NotNullViolation
                    | CheckViolation
                    | ExclusionViolation
                    | RestrictViolation
            ),
            Self::Query(_) => false,
        }
    }

    /// True if the row to be written refers to an account that is gone. Every key to `users` is named so.
    pub(crate) fn misses_account(&self) -> bool {
        let is_key = |name: &str| ["_user_fkey", "_decided_by_fkey"].iter().any(|end| name.ends_with(end));
        self.constraint().is_some_and(is_key)
    }

    pub(crate) fn constraint(&self) -> Option<&str> {
        match self {
            Self::Query(QueryError::DatabaseError(_, info)) => info.constraint_name(),
            _ => None,
        }
    }
}

impl Database {
    /// Connects to the database at `url` (as libpq reads it), with at most `connections` connections.
    ///
    /// Blocks until the first one stands.
    ///
    /// # Errors
    /// [`ConnectError`], with what libpq said.
    pub fn connect(url: &str, connections: u32) -> Result<Self, ConnectError> {
        // Apart from the pool, which would retry, and tell only that the time is over.
        drop(PgConnection::establish(url)?);
        let pool = Pool::builder()
            .max_size(connections.max(1))
            .min_idle(Some(0))
            .connection_timeout(CONNECTION_WAIT)
            .connection_customizer(Box::new(Session))
            .build_unchecked(ConnectionManager::new(url));
        let threads = Arc::new(Semaphore::new(pool.max_size() as usize));
        Ok(Self { url: url.into(), pool, threads })
    }

    /// A connection, for callers that may block.
    ///
    /// # Errors
    /// [`DatabaseError::Unavailable`] when none is free within a short wait, or none can be made.
    pub(crate) fn connection(&self) -> Result<PooledConnection<ConnectionManager<PgConnection>>, DatabaseError> {
        self.pool.get().map_err(|error| {
            tracing::warn!(%error, "no database connection");
            counter!(metrics::DATABASE_UNAVAILABLE).increment(1);
            DatabaseError::Unavailable
        })
    }

    /// Runs `queries` with a connection on a blocking thread.
    ///
    /// # Errors
    /// The error of `queries`, or [`DatabaseError::Unavailable`].
    pub(crate) async fn with_conn<T, F>(&self, queries: F) -> Result<T, DatabaseError>
    where
        T: Send + 'static,
        F: FnOnce(&mut PgConnection) -> QueryResult<T> + Send + 'static,
    {
        self.run(|conn| Ok(queries(conn)?)).await
    }

    /// Like [`Database::run`], in a transaction, which is rolled back when `queries` return an error.
    pub(crate) async fn transact<T, E, F>(&self, queries: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<QueryError> + From<DatabaseError> + Send + 'static,
        F: FnOnce(&mut PgConnection) -> Result<T, E> + Send + 'static,
    {
        self.run(|conn| conn.transaction(queries)).await
    }

    /// Like [`Database::with_conn`], for `queries` with an error type of their own.
    pub(crate) async fn run<T, E, F>(&self, queries: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DatabaseError> + Send + 'static,
        F: FnOnce(&mut PgConnection) -> Result<T, E> + Send + 'static,
    {
        let thread = tokio::time::timeout(CONNECTION_WAIT, self.threads.clone().acquire_owned()).await;
        let Ok(Ok(thread)) = thread else {
            tracing::warn!(connections = self.pool.max_size(), "every database connection is in use");
            counter!(metrics::DATABASE_UNAVAILABLE).increment(1);
            return Err(DatabaseError::Unavailable.into());
        };
        let database = self.clone();
        let answer = tokio::task::spawn_blocking(move || {
            let _thread = thread;
            queries(&mut *database.connection()?)
        });
        match tokio::time::timeout(ANSWER_WAIT, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                tracing::error!(%error, "a query panicked");
                Err(DatabaseError::Unavailable.into())
            }
            Err(_) => {
                tracing::warn!(seconds = ANSWER_WAIT.as_secs(), "the database did not answer");
                counter!(metrics::DATABASE_UNAVAILABLE).increment(1);
                Err(DatabaseError::Unavailable.into())
            }
        }
    }

    /// True while the database answers, has every migration that this program knows, and has a free connection for it.
    pub async fn is_ready(&self) -> bool {
        let Ok(asked) = tokio::time::timeout(READY_WAIT, self.with_conn(migrations::are_run)).await else {
            let free = self.threads.available_permits();
            tracing::warn!(connections = self.pool.max_size(), free, "the database did not answer whether it is ready");
            counter!(metrics::DATABASE_UNAVAILABLE).increment(1);
            return false;
        };
        asked.unwrap_or_else(|error| {
            tracing::warn!(%error, "the database is not ready");
            false
        })
    }
}

/// Prepares each new connection of the pool.
#[derive(Debug)]
struct Session;

impl CustomizeConnection<PgConnection, diesel::r2d2::Error> for Session {
    fn on_acquire(&self, conn: &mut PgConnection) -> Result<(), diesel::r2d2::Error> {
        conn.batch_execute(SESSION).map_err(diesel::r2d2::Error::QueryError)
    }
}

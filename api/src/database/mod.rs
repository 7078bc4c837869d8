//! Access to Postgres, and the one place where async code calls blocking queries.
//!
//! Diesel blocks, so each query runs on a blocking thread. There are at most as many of these threads as connections in
//! the pool. Clients get connections in turn, so that one with many calls does not keep the others waiting; a caller that
//! gets none within a short wait is refused.
//!
//! | queries are run by | as the user of the token | counted against | in a transaction |
//! |---|---|---|---|
//! | `Database::with_conn`; `Database::run`, which has its own type of error | no | nothing | no |
//! | `Database::transact` | no | nothing | yes |
//! | `Limits::transact` | no | the limits given | yes, with the count |
//! | `Caller::run`, `Visitor::run` | yes | the limits of the call | no |
//! | `Caller::transact` | yes | the limits of the call, before | yes |

pub(crate) mod migrations;
mod pool;
mod prepared;
pub(crate) mod schema;

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use ::metrics::counter;
use diesel::connection::SimpleConnection as _;
use diesel::dsl::sql;
use diesel::r2d2::{Pool, PooledConnection};
use diesel::result::{DatabaseErrorKind, Error as QueryError};
use diesel::sql_types::{Bool, Integer};
use diesel::{Connection as _, PgConnection, QueryResult, RunQueryDsl as _};
use uuid::Uuid;

use self::pool::{Connections, ReadOnly};
use crate::metrics;
use crate::turns::Turns;

pub use self::migrations::{MIGRATIONS, MigrateError};
pub(crate) use self::prepared::{Nothing, Prepared};

/// The longest wait for a free connection before a call is refused.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(2);
/// The callers of one client, and of all, that may wait for a connection. More than get one within the wait.
const WAITING_PER_CLIENT: usize = 1024;
const WAITING_IN_ALL: usize = 8192;
/// The longest wait of the readiness check. Its callers usually time out after a second, and whatever holds up a
/// connection, such as a lock, lasts longer than that.
const READY_TIMEOUT: Duration = Duration::from_millis(800);
/// The longest wait for an answer. It covers a database that vanished from the network, which none of the database's
/// own timeouts can detect.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The oldest Postgres with everything that the schema needs: `IS NFC NORMALIZED`.
const OLDEST_POSTGRES: i32 = 13;

/// The database: a bounded pool of connections. Clones share it.
#[derive(Clone)]
pub struct Database {
    url: Arc<str>,
    pool: Pool<Connections>,
    read_only: ReadOnly,
    /// A turn per connection.
    turns: Turns,
}

tokio::task_local! {
    /// The network address of the client for which a task works.
    static CLIENT: String;
}

/// Runs `work`, whose queries are those of the client at this address. Others are those of the site itself.
pub(crate) async fn for_client<T>(address: String, work: impl Future<Output = T>) -> T {
    CLIENT.scope(address, work).await
}

/// The reason a database URL cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// There is no connection.
    #[error("cannot connect to the database")]
    Connect(#[from] diesel::ConnectionError),
    /// A query failed.
    #[error("cannot query the database")]
    Query(#[from] QueryError),
    /// A pooler gives each transaction another session.
    #[error(
        "the pooler in front of the database, such as PgBouncer, shares sessions between transactions: use pool_mode = \
         session, or connect to Postgres directly"
    )]
    SharedSessions,
    /// The server lacks what the schema needs.
    #[error("the server is Postgres {major}; Colibri needs Postgres {OLDEST_POSTGRES} or newer")]
    TooOld {
        /// Its major version.
        major: i32,
    },
}

/// Queries whose types are left out.
type Queries = Box<dyn FnOnce(&mut PgConnection) -> Answer + Send>;
type Answer = Box<dyn Any + Send>;

/// The reason a query failed.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// No connection was free in time, none could be made, or the answer did not arrive.
    #[error("the database did not answer in time")]
    Unavailable,
    /// The database returned an error.
    #[error(transparent)]
    Query(#[from] QueryError),
}

impl DatabaseError {
    /// Returns true if the same query may succeed later: the database was slow or unavailable, and the query is not at
    /// fault.
    pub fn is_transient(&self) -> bool {
        use DatabaseErrorKind::{
            CheckViolation, ExclusionViolation, ForeignKeyViolation, NotNullViolation, RestrictViolation,
            UniqueViolation,
        };
        match self {
            Self::Unavailable | Self::Query(QueryError::BrokenTransactionManager) => true,
            // Any error but a violation may be the server's: it is shutting down, timed out, full, or lost the connection.
            // Diesel does not tell these apart by SQLSTATE. A query that is at fault after all, such as one with a number that
            // is too large, ends with its caller's patience: the week for which the proof of a seat is good for a result.
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

    /// Returns true if the row refers to a deleted account. Every foreign key to `users` has one of these endings.
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
    /// Connects to the database at `url` (a libpq URI), with at most `connections` connections.
    ///
    /// Blocks until the first connection is established.
    ///
    /// # Errors
    /// [`ConnectError`], with libpq's message, which may quote parts of `url`.
    pub fn connect(url: &str, connections: u32) -> Result<Self, ConnectError> {
        // Not through the pool, which would retry and report only a timeout.
        let (mut one, mut other) = (PgConnection::establish(url)?, PgConnection::establish(url)?);
        if shares_sessions(&mut one, &mut other)? {
            return Err(ConnectError::SharedSessions);
        }
        let version = sql::<Integer>("current_setting('server_version_num')::int");
        check_version(diesel::select(version).get_result(&mut one)?)?;
        let read_only = ReadOnly::default();
        let pool = Pool::builder()
            .max_size(connections.max(1))
            .min_idle(Some(0))
            .connection_timeout(CONNECTION_TIMEOUT)
            .build_unchecked(Connections::new(url, read_only.clone()));
        let turns = Turns::new(pool.max_size() as usize, WAITING_PER_CLIENT, WAITING_IN_ALL);
        Ok(Self { url: url.into(), pool, read_only, turns })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns a connection, for callers that may block.
    ///
    /// # Errors
    /// [`DatabaseError::Unavailable`] if no connection is free within a short wait, or none can be made.
    pub(crate) fn connection(&self) -> Result<PooledConnection<Connections>, DatabaseError> {
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

    /// Like [`Database::run`], in a transaction that is rolled back if `queries` returns an error.
    pub(crate) async fn transact<T, E, F>(&self, queries: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<QueryError> + From<DatabaseError> + Send + 'static,
        F: FnOnce(&mut PgConnection) -> Result<T, E> + Send + 'static,
    {
        self.run(|conn| conn.transaction(queries)).await
    }

    /// Like [`Database::with_conn`], for `queries` with its own error type.
    pub(crate) async fn run<T, E, F>(&self, queries: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DatabaseError> + Send + 'static,
        F: FnOnce(&mut PgConnection) -> Result<T, E> + Send + 'static,
    {
        let answer = self.on_blocking_thread(Box::new(move |conn| Box::new(queries(conn)))).await?;
        *answer.downcast().expect("it is what `queries` returned")
    }

    /// Does the work of [`Database::run`], and is compiled once for all types.
    async fn on_blocking_thread(&self, queries: Queries) -> Result<Answer, DatabaseError> {
        let client = CLIENT.try_with(String::clone).unwrap_or_default();
        let turn = tokio::time::timeout(CONNECTION_TIMEOUT, self.turns.take(&client)).await;
        let Ok(Ok(turn)) = turn else {
            tracing::warn!(connections = self.pool.max_size(), "every database connection is in use");
            counter!(metrics::DATABASE_UNAVAILABLE).increment(1);
            return Err(DatabaseError::Unavailable);
        };
        let database = self.clone();
        let answer = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            Ok(queries(&mut *database.connection()?))
        });
        match tokio::time::timeout(ANSWER_TIMEOUT, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                tracing::error!(%error, "a query panicked");
                Err(DatabaseError::Unavailable)
            }
            Err(_) => {
                tracing::warn!(seconds = ANSWER_TIMEOUT.as_secs(), "the database did not answer");
                counter!(metrics::DATABASE_UNAVAILABLE).increment(1);
                Err(DatabaseError::Unavailable)
            }
        }
    }

    /// Returns the reason the database is not ready, or `None` if it answers, has every migration that this program knows,
    /// can be written to, and has a free connection.
    pub async fn obstacle(&self) -> Option<&'static str> {
        const NO_ANSWER: &str = "the database does not answer or is not migrated";
        let Ok(asked) = tokio::time::timeout(READY_TIMEOUT, self.with_conn(State::of)).await else {
            let free = self.turns.n_free();
            tracing::warn!(connections = self.pool.max_size(), free, "the readiness check of the database timed out");
            counter!(metrics::DATABASE_UNAVAILABLE).increment(1);
            return Some(NO_ANSWER);
        };
        match asked {
            Ok(State { is_read_only: true, .. }) => {
                self.read_only.note();
                Some("the database is read-only")
            }
            Ok(State { is_migrated: true, .. }) => None,
            Ok(_) => Some(NO_ANSWER),
            Err(error) => {
                tracing::warn!(%error, "the database is not ready");
                Some(NO_ANSWER)
            }
        }
    }
}

/// The answers to the readiness check.
struct State {
    is_migrated: bool,
    is_read_only: bool,
}

impl State {
    fn of(conn: &mut PgConnection) -> QueryResult<Self> {
        Ok(Self { is_migrated: migrations::are_run(conn)?, is_read_only: is_read_only(conn)? })
    }
}

/// Returns true if the connection is one to a server that only reads, such as a replica.
pub(crate) fn is_read_only(conn: &mut PgConnection) -> QueryResult<bool> {
    diesel::select(sql::<Bool>("current_setting('transaction_read_only')::bool")).get_result(conn)
}

/// Refuses a server of this `server_version_num`, such as 120022 for 12.22, if it is too old.
fn check_version(number: i32) -> Result<(), ConnectError> {
    let major = number / 10_000;
    if major < OLDEST_POSTGRES { Err(ConnectError::TooOld { major }) } else { Ok(()) }
}

/// Returns true if the connections to a database are not sessions of their own. Settings, prepared statements and the lock
/// of migrations belong to a session; without one, about half of the calls would fail.
fn shares_sessions(one: &mut PgConnection, other: &mut PgConnection) -> QueryResult<bool> {
    // Simple queries, since a prepared statement may already fail.
    let fails = |conn: &mut PgConnection, claim: &str| match conn.batch_execute(&format!("SELECT 1 / ({claim})::int")) {
        Ok(()) => Ok(false),
        Err(QueryError::DatabaseError(_, error)) if error.message() == "division by zero" => Ok(true),
        Err(error) => Err(error),
    };
    let name = Uuid::new_v4();
    let is_set = format!("current_setting('colibri.session', true) IS NOT DISTINCT FROM '{name}'");
    one.batch_execute(&format!("SET colibri.session = '{name}'"))?;
    // Meanwhile, this transaction has a session: the first one's, if that is shared.
    other.batch_execute("BEGIN")?;
    let is_shared = !fails(other, &is_set)? || fails(one, &is_set)?;
    other.batch_execute("ROLLBACK")?;
    one.batch_execute("RESET colibri.session")?;
    Ok(is_shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_postgres_without_what_the_schema_needs_is_refused_by_its_version() {
        for (number, major) in [(90_624, 9), (120_022, 12)] {
            assert!(matches!(check_version(number), Err(ConnectError::TooOld { major: found }) if found == major));
        }
        for number in [130_000, 130_023, 180_001] {
            assert!(check_version(number).is_ok(), "{number}");
        }
    }
}

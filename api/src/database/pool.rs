//! The connections of the pool.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use diesel::connection::{InstrumentationEvent, SimpleConnection as _, get_default_instrumentation};
use diesel::r2d2::{ConnectionManager, ManageConnection};
use diesel::result::{DatabaseErrorKind, Error as QueryError};
use diesel::{Connection as _, ConnectionError, PgConnection};

/// The settings of every connection.
///
/// - `statement_timeout`: no statement takes more than a fraction of 5 s, so one that does is stuck, and its caller
///   will soon give up.
/// - `lock_timeout`: locks are held only for short transactions. A statement that waits for a lock occupies a
///   connection, so it gives up before the callers that wait for that connection do.
/// - `idle_in_transaction_session_timeout`: a transaction that is idle for 10 s belongs to a process that stopped, and
///   its locks must be released.
/// - `timezone`: results must not depend on the server's time zone.
const SESSION: &str = "SET statement_timeout = '5s'; SET lock_timeout = '2s'; \
    SET idle_in_transaction_session_timeout = '10s'; SET TIME ZONE 'UTC'";

/// Makes the connections of the pool, and discards those that are of no use any more.
pub(crate) struct Connections {
    made: ConnectionManager<PgConnection>,
    read_only: ReadOnly,
}

/// A connection of the pool.
pub(crate) struct Pooled {
    conn: PgConnection,
    made_at: Instant,
}

/// The last time at which a connection turned out to be unable to write. During a failover, connections may reach a
/// server that only reads, and would stay there; so those that were made before that time are discarded.
#[derive(Clone, Default)]
pub(crate) struct ReadOnly(Arc<Mutex<Option<Instant>>>);

impl Connections {
    pub(super) fn new(url: &str, read_only: ReadOnly) -> Self {
        Self { made: ConnectionManager::new(url), read_only }
    }
}

impl ReadOnly {
    /// Has the connections that have been made so far discarded.
    pub(super) fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn is_suspect(&self, conn: &Pooled) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|noted| conn.made_at <= noted)
    }
}

impl ManageConnection for Connections {
    type Connection = Pooled;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Pooled, Self::Error> {
        let mut conn = self.made.connect()?;
        conn.batch_execute(SESSION)?;
        let read_only = self.read_only.clone();
        // The default one, if there is any, goes on to hear of each query.
        let mut default = get_default_instrumentation();
        conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
            if let InstrumentationEvent::FinishQuery { error: Some(error), .. } = &event
                && is_read_only(error)
            {
                read_only.note();
            }
            if let Some(default) = &mut default {
                default.on_connection_event(event);
            }
        });
        Ok(Pooled { conn, made_at: Instant::now() })
    }

    /// Asks the server before each use, which costs a round trip. Without that, a restart or a failover of the server would
    /// fail a call for each connection in the pool, also calls that only read.
    fn is_valid(&self, conn: &mut Pooled) -> Result<(), Self::Error> {
        if self.read_only.is_suspect(conn) {
            let why = "discarded a connection that may be one to a server that only reads".to_owned();
            return Err(diesel::r2d2::Error::ConnectionError(ConnectionError::BadConnection(why)));
        }
        self.made.is_valid(conn)
    }

    fn has_broken(&self, conn: &mut Pooled) -> bool {
        self.read_only.is_suspect(conn) || self.made.has_broken(conn)
    }
}

impl Deref for Pooled {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.conn
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.conn
    }
}

fn is_read_only(error: &QueryError) -> bool {
    matches!(error, QueryError::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, _))
}

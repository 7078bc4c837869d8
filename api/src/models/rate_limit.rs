//! The remembered tries of clients and accounts, shared by all processes.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::prelude::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use diesel::sql_types::Timestamptz;
use diesel::{PgConnection, QueryResult};

use crate::database::schema::rate_limits;
use crate::limits::rule::{Rule, Tries};

/// The error when a try is not counted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TakeError {
    /// The try comes too early by this much.
    #[error("too soon")]
    TooSoon(TimeDelta),
    /// A query failed.
    #[error(transparent)]
    Query(#[from] diesel::result::Error),
}

/// Counts a try under `key`, or says how long to wait first. Call it in a transaction: until its end, nobody else's try
/// under this key is looked at.
pub(crate) fn take(key: &[u8], rule: Rule, conn: &mut PgConnection) -> Result<(), TakeError> {
    let (before, now) = lock(key, conn)?;
    let after = rule.take(before, now).map_err(TakeError::TooSoon)?;
    diesel::update(rate_limits::table.find(key))
        .set((
            rate_limits::count.eq(after.count),
            rate_limits::at.eq(after.at),
            rate_limits::forgotten_at.eq(rule.forgotten_at(after)),
        ))
        .execute(conn)?;
    Ok(())
}

/// The tries under `key`, locked, and the current time. A row is made where there is none, since only an existing row
/// can be locked.
fn lock(key: &[u8], conn: &mut PgConnection) -> QueryResult<(Tries, DateTime<Utc>)> {
    let (count, at, now) = diesel::insert_into(rate_limits::table)
        .values(rate_limits::key.eq(key))
        .on_conflict(rate_limits::key)
        .do_update()
        .set(rate_limits::count.eq(rate_limits::count))
        .returning((rate_limits::count, rate_limits::at, sql::<Timestamptz>("clock_timestamp()")))
        .get_result(conn)?;
    Ok((Tries { count, at }, now))
}

/// One try under `key` does not count.
pub(crate) fn take_back(key: &[u8], conn: &mut PgConnection) -> QueryResult<()> {
    let counted = rate_limits::table.find(key).filter(rate_limits::count.gt(0));
    diesel::update(counted).set(rate_limits::count.eq(rate_limits::count - 1)).execute(conn).map(drop)
}

/// No try under `key` counts any more.
pub(crate) fn forget(key: &[u8], conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(rate_limits::table.find(key)).execute(conn).map(drop)
}

/// Forgets what makes no difference any more.
pub(crate) fn delete_forgotten(conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(rate_limits::table.filter(rate_limits::forgotten_at.lt(diesel::dsl::now))).execute(conn).map(drop)
}

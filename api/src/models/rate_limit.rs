//! The attempts of clients and accounts, shared by all processes.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::prelude::{ExpressionMethods as _, IntoSql as _, OptionalExtension as _, QueryDsl as _, RunQueryDsl as _};
use diesel::sql_types::{Interval, Timestamptz};
use diesel::{PgConnection, QueryResult};

use crate::database::schema::rate_limits;

/// The previous attempts of one client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tries {
    /// The number of failures.
    pub(crate) count: i32,
    /// The time of the last failure, or the time at which all attempts of a burst are regained.
    pub(crate) at: DateTime<Utc>,
}

/// Selects the attempts under `key`, locked until the transaction ends, and the current time. Creates the row if it is
/// missing, since only an existing row can be locked.
pub(crate) fn lock(key: &[u8], conn: &mut PgConnection) -> QueryResult<(Tries, DateTime<Utc>)> {
    let (count, at, now) = diesel::insert_into(rate_limits::table)
        .values(rate_limits::key.eq(key))
        .on_conflict(rate_limits::key)
        .do_update()
        .set(rate_limits::count.eq(rate_limits::count))
        .returning((rate_limits::count, rate_limits::at, sql::<Timestamptz>("clock_timestamp()")))
        .get_result(conn)?;
    Ok((Tries { count, at }, now))
}

/// Returns the attempts under `key`, and the current time.
pub(crate) fn find(key: &[u8], conn: &mut PgConnection) -> QueryResult<(Tries, DateTime<Utc>)> {
    let now: DateTime<Utc> = diesel::select(sql::<Timestamptz>("clock_timestamp()")).get_result(conn)?;
    let found = rate_limits::table.find(key).select((rate_limits::count, rate_limits::at)).first(conn).optional()?;
    let (count, at) = found.unwrap_or((0, now));
    Ok((Tries { count, at }, now))
}

/// Writes the attempts under `key`, and the time at which they are forgotten.
pub(crate) fn write(key: &[u8], tries: Tries, forgotten_at: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::update(rate_limits::table.find(key))
        .set((
            rate_limits::count.eq(tries.count),
            rate_limits::at.eq(tries.at),
            rate_limits::forgotten_at.eq(forgotten_at),
        ))
        .execute(conn)
        .map(drop)
}

pub(crate) fn refund(key: &[u8], conn: &mut PgConnection) -> QueryResult<()> {
    let counted = rate_limits::table.find(key).filter(rate_limits::count.gt(0));
    diesel::update(counted).set(rate_limits::count.eq(rate_limits::count - 1)).execute(conn).map(drop)
}

/// Gives one attempt of a burst back, which comes back by itself after `every`.
pub(crate) fn give_back(key: &[u8], every: Duration, conn: &mut PgConnection) -> QueryResult<()> {
    let counted = rate_limits::table.find(key);
    let every = TimeDelta::from_std(every).unwrap_or(TimeDelta::zero());
    diesel::update(counted)
        .set(rate_limits::at.eq(rate_limits::at - every.into_sql::<Interval>()))
        .execute(conn)
        .map(drop)
}

pub(crate) fn forget(key: &[u8], conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(rate_limits::table.find(key)).execute(conn).map(drop)
}

/// Deletes the rows that no longer matter.
pub(crate) fn delete_forgotten(conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(rate_limits::table.filter(rate_limits::forgotten_at.lt(diesel::dsl::now))).execute(conn).map(drop)
}

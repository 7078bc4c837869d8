//! Users with whom a user does not want to race.

use chrono::{DateTime, Utc};
use diesel::prelude::{ExpressionMethods as _, JoinOnDsl as _, QueryDsl as _, RunQueryDsl as _};
use diesel::sql_types::BigInt;
use diesel::{PgConnection, QueryResult, QueryableByName, sql_query};
use shared::UserId;

use crate::database::Prepared;
use crate::database::schema::{blocks, users};
use crate::domain::Username;

/// The maximum number of users whom one user blocks. Each request for a room carries them.
pub(crate) const AT_MOST: i64 = 100;

/// The maximum number of users who block one user and are kept apart from them: the last ones, since many may.
const BLOCKED_BY_AT_MOST: i64 = 1000;

/// Blocks a user, if they are not blocked yet.
pub(crate) fn insert(user: UserId, blocked: UserId, conn: &mut PgConnection) -> QueryResult<()> {
    let row = (blocks::user_id.eq(user.0), blocks::blocked_id.eq(blocked.0));
    diesel::insert_into(blocks::table).values(row).on_conflict_do_nothing().execute(conn).map(drop)
}

/// Unblocks a user.
pub(crate) fn delete(user: UserId, blocked: UserId, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(blocks::table.find((user.0, blocked.0))).execute(conn).map(drop)
}

/// Returns the number of users whom a user blocks.
pub(crate) fn count(user: UserId, conn: &mut PgConnection) -> QueryResult<i64> {
    blocks::table.filter(blocks::user_id.eq(user.0)).count().get_result(conn)
}

/// Returns the users whom a user blocks, and since when, the last first.
pub(crate) fn list(user: UserId, conn: &mut PgConnection) -> QueryResult<Vec<(Username, DateTime<Utc>)>> {
    blocks::table
        .inner_join(users::table.on(users::id.eq(blocks::blocked_id)))
        .filter(blocks::user_id.eq(user.0))
        .order((blocks::created_at.desc(), users::id))
        .select((users::username, blocks::created_at))
        .load(conn)
}

/// Returns the users whom a user blocks, and those who block the user.
pub(crate) fn both_ways(user: UserId, conn: &mut PgConnection) -> QueryResult<Vec<UserId>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        other: i64,
    }
    let others = sql_query(
        "SELECT blocked_id AS other FROM blocks WHERE user_id = $1
        UNION (SELECT user_id FROM blocks WHERE blocked_id = $1 ORDER BY created_at DESC, user_id LIMIT $2)",
    );
    let others: Vec<Row> =
        Prepared(others.bind::<BigInt, _>(user.0).bind::<BigInt, _>(BLOCKED_BY_AT_MOST)).load(conn)?;
    Ok(others.into_iter().map(|Row { other }| UserId(other)).collect())
}

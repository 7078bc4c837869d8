//! Revoked tokens that may not have expired yet. The triggers of `users` write them.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::sql_types::Timestamptz;
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use crate::database::schema::token_revocations;

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = token_revocations, check_for_backend(diesel::pg::Pg))]
pub(crate) struct TokenRevocation {
    #[diesel(deserialize_as = i64)]
    pub(crate) user_id: UserId,
    pub(crate) lowest_version: i32,
    pub(crate) revoked_at: DateTime<Utc>,
}

impl TokenRevocation {
    /// Selects the first `limit` revocations after this moment and user, oldest first.
    pub(crate) fn list_after(
        (moment, user): (DateTime<Utc>, UserId),
        limit: i64,
        conn: &mut PgConnection,
    ) -> QueryResult<Vec<Self>> {
        let at = token_revocations::revoked_at;
        token_revocations::table
            // The first condition alone would be enough for an index, which the second is not.
            .filter(at.ge(moment).and(at.gt(moment).or(token_revocations::user_id.gt(user.0))))
            .order((at, token_revocations::user_id))
            .limit(limit)
            .select(Self::as_select())
            .load(conn)
    }

    /// Deletes the revocations before `moment`.
    pub(crate) fn delete_before(moment: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::delete(token_revocations::table.filter(token_revocations::revoked_at.lt(moment)))
            .execute(conn)
            .map(drop)
    }
}

/// Returns the time of the database's clock.
pub(crate) fn now(conn: &mut PgConnection) -> QueryResult<DateTime<Utc>> {
    diesel::select(sql::<Timestamptz>("clock_timestamp()")).get_result(conn)
}

//! What a user's races add up to. There is a row from the first race on.

use chrono::{DateTime, Utc};
use diesel::prelude::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use super::race_result::NewRaceResult;
use crate::database::schema::{greatest, user_stats};

/// A user's sums and averages.
#[derive(Debug, Clone, Default, PartialEq, Queryable, Selectable)]
#[diesel(table_name = user_stats, check_for_backend(diesel::pg::Pg))]
pub(crate) struct UserStats {
    pub(crate) races_total: i32,
    pub(crate) races_won: i32,
    pub(crate) best_wpm: f64,
    pub(crate) time_ms: i64,
    pub(crate) average_wpm: f64,
    pub(crate) average_accuracy: f64,
}

impl UserStats {
    /// The stats of a user; zeros before the first race.
    pub(crate) fn of(user: UserId, conn: &mut PgConnection) -> QueryResult<Self> {
        let found: Option<Self> = user_stats::table.find(user.0).select(Self::as_select()).first(conn).optional()?;
        Ok(found.unwrap_or_default())
    }

    /// Adds a result to the stats of its user, whose account was made at `member_since`; answers what they are then.
    pub(crate) fn add(
        result: &NewRaceResult,
        member_since: DateTime<Utc>,
        conn: &mut PgConnection,
    ) -> QueryResult<Self> {
        diesel::insert_into(user_stats::table)
            .values((
                user_stats::user_id.eq(result.user_id),
                user_stats::member_since.eq(member_since),
                user_stats::races_total.eq(1),
                user_stats::races_won.eq(i32::from(result.won)),
                user_stats::wpm_sum.eq(result.wpm),
                user_stats::accuracy_sum.eq(result.accuracy),
                user_stats::best_wpm.eq(result.wpm),
                user_stats::time_ms.eq(result.time_ms),
            ))
            .on_conflict(user_stats::user_id)
            .do_update()
            .set((
                user_stats::races_total.eq(user_stats::races_total + 1),
                user_stats::races_won.eq(user_stats::races_won + excluded(user_stats::races_won)),
                user_stats::wpm_sum.eq(user_stats::wpm_sum + excluded(user_stats::wpm_sum)),
                user_stats::accuracy_sum.eq(user_stats::accuracy_sum + excluded(user_stats::accuracy_sum)),
                user_stats::best_wpm.eq(greatest(user_stats::best_wpm, excluded(user_stats::best_wpm))),
                user_stats::time_ms.eq(user_stats::time_ms + excluded(user_stats::time_ms)),
            ))
            .returning(Self::as_returning())
            .get_result(conn)
    }
}

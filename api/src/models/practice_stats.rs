//! The totals of a user's practice, which are private.

use diesel::prelude::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use super::practice_result::NewPracticeResult;
use crate::database::schema::{greatest, practice_stats};

#[derive(Debug, Clone, Default, PartialEq, Queryable, Selectable)]
#[diesel(table_name = practice_stats, check_for_backend(diesel::pg::Pg))]
pub(crate) struct PracticeStats {
    pub(crate) races_total: i32,
    pub(crate) wpm_sum: f64,
    pub(crate) accuracy_sum: f64,
    pub(crate) best_wpm: f64,
    pub(crate) time_ms: i64,
}

impl PracticeStats {
    /// Returns the stats of a user; zeros before the first practice.
    pub(crate) fn of(user: UserId, conn: &mut PgConnection) -> QueryResult<Self> {
        let found: Option<Self> =
            practice_stats::table.find(user.0).select(Self::as_select()).first(conn).optional()?;
        Ok(found.unwrap_or_default())
    }

    pub(crate) fn add(result: &NewPracticeResult, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::insert_into(practice_stats::table)
            .values((
                practice_stats::user_id.eq(result.user_id.0),
                practice_stats::races_total.eq(1),
                practice_stats::wpm_sum.eq(result.wpm),
                practice_stats::accuracy_sum.eq(result.accuracy),
                practice_stats::best_wpm.eq(result.wpm),
                practice_stats::time_ms.eq(result.time_ms),
            ))
            .on_conflict(practice_stats::user_id)
            .do_update()
            .set((
                practice_stats::races_total.eq(practice_stats::races_total + 1),
                practice_stats::wpm_sum.eq(practice_stats::wpm_sum + excluded(practice_stats::wpm_sum)),
                practice_stats::accuracy_sum.eq(practice_stats::accuracy_sum + excluded(practice_stats::accuracy_sum)),
                practice_stats::best_wpm.eq(greatest(practice_stats::best_wpm, excluded(practice_stats::best_wpm))),
                practice_stats::time_ms.eq(practice_stats::time_ms + excluded(practice_stats::time_ms)),
            ))
            .execute(conn)
            .map(drop)
    }
}

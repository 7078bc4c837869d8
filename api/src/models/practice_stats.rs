//! The totals of a user's practice, which are private.

use diesel::prelude::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult};
use shared::UserId;
use typing::score::MAX_WPM;

use super::practice_result::{self, Counted, NewPracticeResult};
use crate::database::schema::{greatest, least, practice_stats};

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

/// Takes the amounts of a deleted result back.
pub(crate) fn subtract(user: UserId, deleted: &Counted, conn: &mut PgConnection) -> QueryResult<()> {
    let row = practice_stats::table.find(user.0);
    // Locked first, so that the best is that of all results which are in the sums.
    let before: Option<i32> = row.for_update().select(practice_stats::races_total).first(conn).optional()?;
    let Some(left) = before.map(|n_results| n_results - 1).filter(|left| *left > 0) else { return delete(user, conn) };
    let (most_wpm, most_accuracy) = (f64::from(left) * MAX_WPM, f64::from(left) * 100.0);
    let wpm_sum = greatest(practice_stats::wpm_sum - deleted.wpm, 0.0);
    let accuracy_sum = greatest(practice_stats::accuracy_sum - deleted.accuracy, 0.0);
    diesel::update(row)
        .set((
            practice_stats::races_total.eq(left),
            // Differences of rounded numbers.
            practice_stats::wpm_sum.eq(least(wpm_sum, most_wpm)),
            practice_stats::accuracy_sum.eq(least(accuracy_sum, most_accuracy)),
            practice_stats::best_wpm.eq(practice_result::best_wpm_of_texts(user, conn)?.unwrap_or_default()),
            practice_stats::time_ms.eq(practice_stats::time_ms - deleted.time_ms),
        ))
        .execute(conn)
        .map(drop)
}

/// Deletes the stats of a user, whose practice is deleted.
pub(crate) fn delete(user: UserId, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(practice_stats::table.find(user.0)).execute(conn).map(drop)
}

//! The totals of a user's races. The row exists from the first race on.

use chrono::{DateTime, Utc};
use diesel::prelude::{ExpressionMethods as _, Insertable, Queryable, RunQueryDsl as _, Selectable};
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use super::race_result::NewRaceResult;
use crate::database::schema::{greatest, user_stats};

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

/// The amounts that new results add to a user's stats.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = user_stats, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Addition {
    #[diesel(serialize_as = i64)]
    user_id: UserId,
    member_since: DateTime<Utc>,
    races_total: i32,
    races_won: i32,
    wpm_sum: f64,
    accuracy_sum: f64,
    best_wpm: f64,
    time_ms: i64,
}

impl Addition {
    /// Returns the addition of one result for a user whose account was created at `member_since`.
    pub(crate) fn of(result: &NewRaceResult, member_since: DateTime<Utc>) -> Self {
        Self {
            user_id: result.user_id,
            member_since,
            races_total: 1,
            races_won: result.won.into(),
            wpm_sum: result.wpm,
            accuracy_sum: result.accuracy,
            best_wpm: result.wpm,
            time_ms: result.time_ms,
        }
    }

    /// Adds one more result of the same user.
    pub(crate) fn add(&mut self, result: &NewRaceResult) {
        self.races_total += 1;
        self.races_won += i32::from(result.won);
        self.wpm_sum += result.wpm;
        self.accuracy_sum += result.accuracy;
        self.best_wpm = self.best_wpm.max(result.wpm);
        self.time_ms = self.time_ms.saturating_add(result.time_ms);
    }

    /// Adds to the stats of several users. There must be at most one addition per user.
    pub(crate) fn insert_or_add(additions: Vec<Self>, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::insert_into(user_stats::table)
            .values(additions)
            .on_conflict(user_stats::user_id)
            .do_update()
            .set((
                user_stats::races_total.eq(user_stats::races_total + excluded(user_stats::races_total)),
                user_stats::races_won.eq(user_stats::races_won + excluded(user_stats::races_won)),
                user_stats::wpm_sum.eq(user_stats::wpm_sum + excluded(user_stats::wpm_sum)),
                user_stats::accuracy_sum.eq(user_stats::accuracy_sum + excluded(user_stats::accuracy_sum)),
                user_stats::best_wpm.eq(greatest(user_stats::best_wpm, excluded(user_stats::best_wpm))),
                user_stats::time_ms.eq(user_stats::time_ms + excluded(user_stats::time_ms)),
            ))
            .execute(conn)
            .map(drop)
    }
}

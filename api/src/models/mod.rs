//! The tables: one file each, with its rows and queries. No HTTP here, and no SQL anywhere else.

use std::time::Duration;

use chrono::TimeDelta;

/// A time in the future by the database's clock, which all processes share.
macro_rules! from_now {
    ($span:expr) => {
        diesel::dsl::now.into_sql::<diesel::sql_types::Timestamptz>() + $span.num_milliseconds().milliseconds()
    };
}

/// Leases the row of a queue that has been due longest, among those that pass a filter, and counts the attempt. No other
/// worker takes it until its new due time.
macro_rules! claim {
    ($table:ident, $filter:expr, $due_at:ident = $lease_end:expr, $attempts:ident, $conn:ident) => {
        $conn.build_transaction().run(|conn| {
            let due = $table::table.filter($filter.and($table::$due_at.le(diesel::dsl::now)));
            let next = due.order($table::$due_at).limit(1).for_update().skip_locked().select($table::id);
            let Some(id) = next.first::<i64>(conn).optional()? else { return Ok(None) };
            diesel::update($table::table.find(id))
                .set(($table::$due_at.eq($lease_end), $table::$attempts.eq($table::$attempts + 1)))
                .returning(Self::as_returning())
                .get_result(conn)
                .map(Some)
        })
    };
}

pub(crate) mod account_code;
pub(crate) mod address_change;
pub(crate) mod admin_act;
pub(crate) mod api_key;
pub(crate) mod ban;
pub(crate) mod block;
pub(crate) mod candidates;
pub(crate) mod daily_race;
pub(crate) mod event;
pub(crate) mod event_heat;
pub(crate) mod event_racer;
pub(crate) mod event_result;
pub(crate) mod event_round;
pub(crate) mod feedback;
pub(crate) mod ghost;
pub(crate) mod held_name;
pub(crate) mod key_day;
pub(crate) mod known_network;
pub(crate) mod late_finish;
pub(crate) mod leaderboard;
pub(crate) mod mail;
pub(crate) mod practice_result;
pub(crate) mod practice_stats;
pub(crate) mod public_race;
pub(crate) mod purchase;
pub(crate) mod race;
pub(crate) mod race_result;
pub(crate) mod rate_limit;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod result_review;
pub(crate) mod run;
pub(crate) mod run_day;
pub(crate) mod run_digest;
pub(crate) mod run_keys;
pub(crate) mod shown;
pub(crate) mod skin;
pub(crate) mod skin_image;
pub(crate) mod speed;
pub(crate) mod text;
pub(crate) mod text_bag;
pub(crate) mod text_request;
pub(crate) mod token_revocation;
pub(crate) mod user;
pub(crate) mod user_stats;
pub(crate) mod win;

/// Converts a duration for adding it to a time.
pub(crate) fn span(duration: Duration) -> TimeDelta {
    TimeDelta::from_std(duration).unwrap_or(TimeDelta::MAX)
}

//! The tables: one file each, with its rows and queries. No HTTP here, and no SQL anywhere else.

use std::time::Duration;

use chrono::TimeDelta;

/// A time in the future by the database's clock, which all processes share.
macro_rules! from_now {
    ($span:expr) => {
        diesel::dsl::now.into_sql::<diesel::sql_types::Timestamptz>() + $span.num_milliseconds().milliseconds()
    };
}

pub(crate) mod account_code;
pub(crate) mod address_change;
pub(crate) mod feedback;
pub(crate) mod held_name;
pub(crate) mod key_day;
pub(crate) mod known_network;
pub(crate) mod leaderboard;
pub(crate) mod mail;
pub(crate) mod practice_result;
pub(crate) mod practice_stats;
pub(crate) mod purchase;
pub(crate) mod race_result;
pub(crate) mod rate_limit;
pub(crate) mod run;
pub(crate) mod run_day;
pub(crate) mod run_keys;
pub(crate) mod skin;
pub(crate) mod skin_image;
pub(crate) mod text;
pub(crate) mod text_request;
pub(crate) mod token_revocation;
pub(crate) mod user;
pub(crate) mod user_stats;

/// Converts a duration for adding it to a time.
pub(crate) fn span(duration: Duration) -> TimeDelta {
    TimeDelta::from_std(duration).unwrap_or(TimeDelta::MAX)
}

//! The tables: for each one file with its rows and its queries. No HTTP here, and no SQL anywhere else.

pub(crate) mod leaderboard;
pub(crate) mod practice_result;
pub(crate) mod practice_stats;
pub(crate) mod race;
pub(crate) mod race_result;
pub(crate) mod text;
pub(crate) mod user;
pub(crate) mod user_stats;

//! The tables: for each one file with its rows and its queries. No HTTP here, and no SQL anywhere else.

pub(crate) mod account_code;
pub(crate) mod held_name;
pub(crate) mod leaderboard;
pub(crate) mod mail;
pub(crate) mod practice_result;
pub(crate) mod practice_stats;
pub(crate) mod race;
pub(crate) mod race_result;
pub(crate) mod skins;
pub(crate) mod text;
pub(crate) mod user;
pub(crate) mod user_stats;

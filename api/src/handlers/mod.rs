//! The calls, by area. A handler takes what it needs, asks one thing, and answers with a type of its own: a row is
//! never the answer.

pub(crate) mod accounts;
pub(crate) mod leaderboard;
pub(crate) mod practice;
pub(crate) mod race;
pub(crate) mod stats;
pub(crate) mod texts;

/// Milliseconds as the seconds of an answer.
fn seconds(ms: i64) -> f64 {
    ms as f64 / 1000.0
}

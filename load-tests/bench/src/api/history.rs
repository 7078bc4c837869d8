//! The user whose history is measured: as many runs as the whole small site has users, or a hundred thousand.

use std::fs;
use std::net::SocketAddr;

use serde_json::{Value, json};

use super::postgres::Postgres;
use crate::http::{self, Http};
use crate::tokens::Tokens;

/// The number of the user. Others race as if the user were one of them.
const USER: u64 = 3;

/// The days over which the runs are spread.
const DAYS: u64 = 365;

/// The time between two keys, in milliseconds.
const GAP_MS: usize = 140;

/// Gives the user `runs` practice runs and as many races as a fifth of that, all with keys.
///
/// The site saves the runs of one day, through texts of its own; the others are copies, so that the sums of each day
/// are as large as if all had been typed.
pub(super) fn fill(
    postgres: &Postgres,
    database: &str,
    site: SocketAddr,
    tokens: &Tokens,
    runs: u64,
) -> anyhow::Result<()> {
    let mut http = Http::connect(site)?;
    for number in 0..runs.div_ceil(DAYS) {
        let text: Value = serde_json::from_str(&http::get(site, "/api/gettext")?)?;
        let text = text["text"].as_str().unwrap_or_default();
        http.post_ok("/api/singleplayer", &run(tokens, text, "text", i64::try_from(number)?)?)?;
    }
    let script = postgres.dir().join("history.sql");
    fs::write(&script, include_str!("history.sql"))?;
    postgres.run_script(database, &script, &[("user", USER), ("runs", runs), ("days", DAYS)])
}

/// Returns the token of the user.
pub(super) fn token(tokens: &Tokens) -> anyhow::Result<Option<String>> {
    Ok(tokens.racer(usize::try_from(USER)?, format!("user{USER}"))?.token)
}

/// Returns the form of a run with its keys; `number` makes its time one of its own.
pub(super) fn run(tokens: &Tokens, text: &str, mode: &str, number: i64) -> anyhow::Result<String> {
    let date = chrono::Utc::now() - chrono::TimeDelta::microseconds(number);
    let times: Vec<usize> = (0..text.chars().count()).map(|key| key * GAP_MS).collect();
    let form = json!({
        "token": token(tokens)?, "time": 60, "wpm": 60, "accuracy": 98, "date": date.to_rfc3339(), "text": text,
        "mode": mode, "language": "en", "keystrokes": text, "times": times,
    });
    Ok(form.to_string())
}

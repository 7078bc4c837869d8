//! Results as the engine sends them.

use std::time::Duration;

use actix::Recipient;
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use chrono::Utc;
use shared::messages::{RecordError, RecordResult, Recorded};
use shared::racer::RaceResult;
use shared::{Evidence, RaceId, TextId, UserId};
use typing::key_log::TimedKeys;
use typing::score;
use uuid::Uuid;

use super::App;
use super::engine::code;

pub(crate) const TEXT: &str = "A text that is long enough to be raced through in a test of the results.";

/// A query that counts the users whose stats, of all results or by language, differ from the sums of their results.
pub(crate) const STATS_THAT_DIFFER: &str = "WITH sums AS (
        SELECT user_id, texts.language, count(*) AS n, count(*) FILTER (WHERE won) AS won, sum(wpm) AS wpm, sum(accuracy) AS accuracy,
            max(wpm) AS best, sum(time_ms) AS time
        FROM results JOIN races ON races.id = race_id JOIN texts ON texts.id = text_id WHERE NOT unranked
        GROUP BY GROUPING SETS ((user_id), (user_id, texts.language))
    ), stats AS (
        SELECT user_id, NULL AS language, races_total, races_won, best_wpm, time_ms, wpm_sum, accuracy_sum FROM user_stats
        UNION ALL
        SELECT user_id, language, races_total, races_won, best_wpm, time_ms, wpm_sum, accuracy_sum FROM language_stats
    )
    SELECT count(*) FROM stats FULL JOIN sums
        ON (stats.user_id, coalesce(stats.language, '')) = (sums.user_id, coalesce(sums.language, ''))
    WHERE (races_total, races_won, best_wpm, time_ms) IS DISTINCT FROM (n, won, best, time)
        OR abs(wpm_sum - wpm) > 1e-6 OR abs(accuracy_sum - accuracy) > 1e-6";

/// Returns a result of the user at 88.54 wpm, in a race of its own.
pub(crate) fn result(app: &App, username: &str) -> RecordResult {
    result_at(88.54, app, username)
}

/// Returns a result of the user at this speed, in a race of its own.
pub(crate) fn result_at(wpm: f64, app: &App, username: &str) -> RecordResult {
    let racer = UserId(app.user_id(username)).into();
    RecordResult {
        race: RaceId(Uuid::new_v4()),
        room: code(),
        text: TextId(app.number("SELECT min(id) FROM texts") as i64),
        racers: 2,
        started_at: Utc::now(),
        result: RaceResult {
            racer,
            place: 1,
            won: true,
            time: score::time_at(wpm, app.number("SELECT length(text) FROM texts ORDER BY id LIMIT 1") as usize),
            wpm,
            accuracy: 98.5,
            unranked: false,
        },
        proof: app.tokens.seat_proof(racer, code()),
        keys: None,
        evidence: None,
        start_spread_ms: None,
        private: false,
        opponents: Vec::new(),
    }
}

/// Returns the keys of a run through `text` at this speed as each `hand` types it: waits that differ, with longer ones
/// before words.
pub(crate) fn typed(text: &str, wpm: f64, hand: u32) -> TimedKeys {
    let mut now = 0;
    let mut after = ' ';
    let times = text.chars().enumerate().map(|(index, due)| {
        let mixed = ((hand << 12) ^ index as u32).wrapping_mul(2_654_435_761);
        let dice = (mixed ^ mixed >> 15).wrapping_mul(2_246_822_507) >> 12;
        now += 60 + dice % 400 + if after == ' ' { 60 } else { 0 };
        after = due;
        now
    });
    let times: Vec<u32> = times.collect();
    let end = score::time_at(wpm, text.chars().count()).as_millis() as u64;
    let scaled = times.iter().map(|ms| (u64::from(*ms) * end / u64::from(now)) as u32);
    TimedKeys { keystrokes: text.to_owned(), times: scaled.collect() }
}

/// Returns a result of the user whose keys the room has seen.
pub(crate) fn seen(keys: &TimedKeys, app: &App, username: &str) -> RecordResult {
    let time = Duration::from_millis(keys.times.last().copied().unwrap_or_default().into());
    let message = result(app, username);
    let result = RaceResult { time, ..message.result };
    RecordResult {
        result,
        keys: Some(base64(&keys.encode(&keys.keystrokes))),
        evidence: Some(Evidence::default()),
        ..message
    }
}

pub(crate) async fn send(to: &Recipient<RecordResult>, message: &RecordResult) -> Result<Recorded, RecordError> {
    to.send(message.clone()).await.expect("somebody answers")
}

pub(crate) fn is_now(answer: &Result<Recorded, RecordError>) -> bool {
    matches!(answer, Ok(Recorded::Now { .. }))
}

pub(crate) fn is_before(answer: &Result<Recorded, RecordError>) -> bool {
    matches!(answer, Ok(Recorded::Before(_)))
}

/// Returns an app with one racer, Ana, and the recipient of her results.
pub(crate) async fn racer() -> (App, Recipient<RecordResult>) {
    let app = App::start().await;
    app.signup("ana").await;
    app.set_texts(&[TEXT]);
    let record_result = app.api.start_result_recorder();
    (app, record_result)
}

/// Adds users who only race, and cannot log in.
pub(crate) fn add_racers(app: &App, names: &[String]) {
    for name in names {
        app.execute(&format!(
            "INSERT INTO users (username, email, password_hash) VALUES ('{name}', '{name}@example.org', '!')"
        ));
    }
}

/// Returns bytes in the form in which a message carries them.
pub(crate) fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

/// Returns the id of a race as addresses have it.
pub(crate) fn short(race: RaceId) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(race.0)
}

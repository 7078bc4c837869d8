//! Runs that race again as ghosts: ranked ones whose keys are kept, and not hidden from the racer.
//!
//! Each query reads a bounded number of rows from an index, however many results there are.

use diesel::prelude::{QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Bytea, Double, Text, Uuid};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::{RaceId, TextId, UserId};
use typing::ghost;
use typing::key_log::TimedKeys;

use super::ban::not_banned;
use crate::domain::{Language, ShortRaceId, SkinFile, TextLength, Username};

/// A run with its keys, in the form of [`typing::key_log`].
#[derive(Debug, QueryableByName)]
pub(crate) struct Ghost {
    #[diesel(sql_type = Text)]
    pub(crate) username: Username,
    #[diesel(sql_type = Text)]
    pub(crate) skin: SkinFile,
    #[diesel(sql_type = Double)]
    pub(crate) wpm: f64,
    #[diesel(sql_type = Text)]
    text: String,
    #[diesel(sql_type = Bytea)]
    keys: Vec<u8>,
}

/// Returns a query of the ghosts of user `$1` among the rows `run` of `$rows`, those with the smallest `distance` first, one
/// of each racer. There may be more than anyone needs, since keys may not fit a text that was changed.
macro_rules! ghosts {
    ($rows:expr) => {
        concat!(
            "SELECT * FROM (
                SELECT DISTINCT ON (run.user_id) run.distance, users.username, users.skin, run.wpm, texts.text, result_keys.keys
                FROM (",
            $rows,
            ") AS run JOIN result_keys ON result_keys.result_id = run.id
                JOIN users ON users.id = run.user_id
                JOIN races ON races.id = run.race_id JOIN texts ON texts.id = races.text_id
                WHERE NOT run.unranked AND (NOT run.is_hidden OR run.user_id = $1) AND ",
            not_banned!("run.user_id"),
            "
                ORDER BY run.user_id, run.distance, run.id
            ) AS racer ORDER BY distance LIMIT 6"
        )
    };
}

impl Ghost {
    /// Returns the run of the racer with this name, in any case, in a race.
    pub(crate) fn shared(
        user: UserId,
        race: ShortRaceId,
        username: &Username,
        conn: &mut PgConnection,
    ) -> QueryResult<Vec<Self>> {
        sql_query(ghosts!(
            "SELECT results.*, 0 AS distance FROM results JOIN users ON users.id = results.user_id
            WHERE race_id = $2 AND lower(username) = $3"
        ))
        .bind::<BigInt, _>(user.0)
        .bind::<Uuid, _>(race)
        .bind::<Text, _>(username.to_ascii_lowercase())
        .load(conn)
    }

    /// Returns the runs of others who were a little faster than `time_ms` in the race of the day that this race of the user
    /// is an attempt at, the slowest first.
    pub(crate) fn ahead(user: UserId, race: RaceId, time_ms: i64, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        sql_query(ghosts!(
            "SELECT results.*, -other.time_ms AS distance
            FROM daily_attempts AS own CROSS JOIN LATERAL (
                SELECT * FROM daily_attempts
                WHERE day = own.day AND language = own.language AND time_ms < $3 AND user_id <> $1
                ORDER BY time_ms DESC LIMIT 6
            ) AS other
            JOIN results ON results.race_id = other.race_id AND results.user_id = other.user_id
            WHERE own.user_id = $1 AND own.race_id = $2"
        ))
        .bind::<BigInt, _>(user.0)
        .bind::<Uuid, _>(race.0)
        .bind::<BigInt, _>(time_ms)
        .load(conn)
    }

    /// Returns the user's fastest run in a language whose keys are kept, through a text of any length.
    pub(crate) fn own(user: UserId, language: Language, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        sql_query(ghosts!(
            "SELECT best.*, -best.wpm AS distance
            FROM unnest($3::text[]) AS wanted (size) CROSS JOIN LATERAL (
                SELECT * FROM results
                WHERE user_id = $1 AND language = $2 AND results.size = wanted.size AND NOT unranked
                ORDER BY wpm DESC, id LIMIT 100
            ) AS best"
        ))
        .bind::<BigInt, _>(user.0)
        .bind::<Text, _>(language)
        .bind::<Array<Text>, _>(&TextLength::ALL.map(TextLength::name)[..])
        .load(conn)
    }

    /// Returns runs of others within 10 % of `wpm` in a language, the nearest first: those of the last races through `text`,
    /// then others of the last races.
    pub(crate) fn near(
        user: UserId,
        wpm: f64,
        language: Language,
        text: TextId,
        conn: &mut PgConnection,
    ) -> QueryResult<Vec<Self>> {
        sql_query(ghosts!(
            "SELECT recent.*, recent.away + abs(recent.wpm - $2) AS distance FROM (
                SELECT results.*, 0 AS away
                FROM (SELECT id FROM races WHERE text_id = $4 ORDER BY started_at DESC LIMIT 200) AS race
                JOIN results ON results.race_id = race.id
                UNION ALL
                (SELECT results.*, 1000 AS away FROM results ORDER BY id DESC LIMIT 1000)
            ) AS recent
            WHERE recent.user_id <> $1 AND recent.language = $3 AND abs(recent.wpm - $2) <= 0.1 * $2"
        ))
        .bind::<BigInt, _>(user.0)
        .bind::<Double, _>(wpm)
        .bind::<Text, _>(language)
        .bind::<BigInt, _>(text.0)
        .load(conn)
    }

    /// Returns the milliseconds after the start at which the ghost has typed each character of `text`; `None` if the keys
    /// do not fit their own text any more.
    pub(crate) fn arrivals(&self, text: &str) -> Option<Vec<u32>> {
        ghost::arrivals(&self.text, &TimedKeys::decode(&self.text, &self.keys)?, self.wpm, text)
    }
}

//! The files of an archive about the user's runs: races and practice, their keys, and the sums by day.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::prelude::{
    ExpressionMethods as _, QueryDsl as _, Queryable, QueryableByName, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::sql_types::{BigInt, Bool, Bytea, Double, Integer, Nullable, SmallInt, Text, Timestamptz};
use diesel::{PgConnection, QueryResult, sql_query};
use serde::{Serialize, Serializer};
use typing::key_log::TimedKeys;
use typing::score::two_decimals;

use super::{BATCH, Place, Rows, seconds};
use crate::archive::Owner;
use crate::database::schema::daily_attempts;
use crate::domain::{RunMark, RunRules, ShortRaceId};
use crate::models::key_day;
use crate::models::run::Filter;
use crate::models::run_day::RunDay;
use crate::models::user::User;

/// The bytes of keys and texts after which a batch has no further run. A run may have several hundred kilobytes.
const BATCH_BYTES: i64 = 1024 * 1024;

/// A race that the user finished.
#[derive(QueryableByName, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Race {
    #[diesel(sql_type = BigInt)]
    #[serde(skip)]
    id: i64,
    #[diesel(sql_type = Text)]
    room: String,
    #[diesel(sql_type = Timestamptz)]
    started_at: DateTime<Utc>,
    #[diesel(sql_type = Integer)]
    racers: i32,
    #[diesel(sql_type = Integer)]
    place: i32,
    #[diesel(sql_type = Bool)]
    won: bool,
    #[diesel(sql_type = Bool)]
    unranked: bool,
    /// True if the keys are hidden in the replay.
    #[diesel(sql_type = Bool)]
    is_hidden: bool,
    /// True if the room never got the finish.
    #[diesel(sql_type = Bool)]
    late: bool,
    #[diesel(sql_type = Text)]
    verdict: String,
    /// The rules that it breaks with their numbers, such as `even-rhythm 0.07 (0.15)`.
    #[diesel(sql_type = Nullable<Text>)]
    findings: Option<String>,
    /// The moment at which the user asked for a look.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    asked_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    decided_at: Option<DateTime<Utc>>,
    /// The explanation of the admin who decided.
    #[diesel(sql_type = Nullable<Text>)]
    explanation: Option<String>,
    #[diesel(sql_type = Nullable<Integer>)]
    credited_ms: Option<i32>,
    #[diesel(sql_type = Nullable<Integer>)]
    start_spread_ms: Option<i32>,
    #[diesel(embed)]
    #[serde(flatten)]
    scores: Scores,
    #[diesel(sql_type = Text)]
    author: String,
    #[diesel(sql_type = Text)]
    text: String,
    #[diesel(embed)]
    #[serde(flatten)]
    log: KeyLog,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
}

impl Rows for Race {
    fn read(Owner { id: user, .. }: Owner, after: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let rows =
            "SELECT run.*, races.room, races.started_at, races.racers, races.start_spread_ms, texts.author, texts.text,
                result_keys.keys, NULL AS keystrokes, NULL AS times, result_reviews.asked_at, result_reviews.decided_at,
                result_reviews.explanation,
                (SELECT string_agg(rule || ' ' || measured || ' (' || bound || ')', ', ' ORDER BY rule)
                    FROM result_findings WHERE result_findings.result_id = run.id) AS findings
            FROM (
                SELECT page.*, sum(octet_length(keys)) OVER before AS bytes_before
                FROM (
                    SELECT * FROM results WHERE user_id = $1 AND (language, created_at, id) > ($2, $3, $4)
                    ORDER BY language, created_at, id LIMIT $5
                ) AS page
                LEFT JOIN result_keys ON result_id = page.id
                WINDOW before AS (ORDER BY language, created_at, page.id ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW)
            ) AS run
            JOIN races ON races.id = run.race_id JOIN texts ON texts.id = races.text_id
            LEFT JOIN result_keys ON result_keys.result_id = run.id
            LEFT JOIN result_reviews ON result_reviews.result_id = run.id
            WHERE coalesce(bytes_before, 0) < $6
            ORDER BY run.language, run.created_at, run.id";
        let rows = sql_query(rows)
            .bind::<BigInt, _>(user.0)
            .bind::<Text, _>(&after.language)
            .bind::<Timestamptz, _>(after.time)
            .bind::<BigInt, _>(after.id)
            .bind::<BigInt, _>(BATCH)
            .bind::<BigInt, _>(BATCH_BYTES);
        rows.load(conn)
    }

    fn decode(&mut self) {
        self.log.decode(&self.text);
    }

    fn place(&self) -> Option<Place> {
        Some(Place { language: self.scores.language.clone(), ..Place::of(self.created_at, self.id) })
    }
}

/// An attempt at the race of a day.
#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = daily_attempts, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
pub(super) struct DailyRace {
    day: NaiveDate,
    language: String,
    #[diesel(column_name = race_id)]
    race: ShortRaceId,
    started_at: DateTime<Utc>,
}

impl Rows for DailyRace {
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let of_user = daily_attempts::table.filter(daily_attempts::user_id.eq(user.0));
        of_user.order((daily_attempts::day, daily_attempts::language)).select(Self::as_select()).load(conn)
    }
}

/// A practice run.
#[derive(QueryableByName, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Practice {
    #[diesel(sql_type = BigInt)]
    #[serde(skip)]
    id: i64,
    /// By the clock of the device.
    #[diesel(sql_type = Timestamptz)]
    #[serde(rename = "date")]
    typed_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    #[serde(skip)]
    ran_at: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    mode: String,
    #[diesel(embed)]
    #[serde(flatten)]
    scores: Scores,
    #[diesel(sql_type = SmallInt)]
    rules: RunRules,
    #[diesel(sql_type = Nullable<Text>)]
    mark: Option<RunMark>,
    #[diesel(sql_type = Nullable<Text>)]
    author: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    text: Option<String>,
    #[diesel(embed)]
    #[serde(flatten)]
    log: KeyLog,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
}

impl Rows for Practice {
    fn read(Owner { id: user, .. }: Owner, after: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let rows = "SELECT run.*, texts.author, coalesce(practice_keys.text, texts.text) AS text, practice_keys.keys,
                NULL AS keystrokes, NULL AS times
            FROM (
                SELECT page.*, sum(octet_length(keys) + coalesce(octet_length(text), 0)) OVER before AS bytes_before
                FROM (
                    SELECT * FROM practice_results
                    WHERE user_id = $1 AND (mode, language, ran_at, id) > ($2, $3, $4, $5)
                    ORDER BY mode, language, ran_at, id LIMIT $6
                ) AS page
                LEFT JOIN practice_keys ON practice_id = page.id
                WINDOW before AS (ORDER BY mode, language, ran_at, page.id ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW)
            ) AS run
            LEFT JOIN texts ON texts.id = run.text_id LEFT JOIN practice_keys ON practice_id = run.id
            WHERE coalesce(bytes_before, 0) < $7
            ORDER BY run.mode, run.language, run.ran_at, run.id";
        let rows = sql_query(rows)
            .bind::<BigInt, _>(user.0)
            .bind::<Text, _>(&after.mode)
            .bind::<Text, _>(&after.language)
            .bind::<Timestamptz, _>(after.time)
            .bind::<BigInt, _>(after.id)
            .bind::<BigInt, _>(BATCH)
            .bind::<BigInt, _>(BATCH_BYTES);
        rows.load(conn)
    }

    fn decode(&mut self) {
        self.log.decode(self.text.as_deref().unwrap_or_default());
    }

    fn place(&self) -> Option<Place> {
        let (mode, language) = (self.mode.clone(), self.scores.language.clone());
        Some(Place { mode, language, ..Place::of(self.ran_at, self.id) })
    }
}

/// The scores of a run.
#[derive(QueryableByName, Serialize)]
#[serde(rename_all = "camelCase")]
struct Scores {
    #[diesel(sql_type = Text)]
    language: String,
    #[diesel(sql_type = BigInt)]
    #[serde(rename = "time", serialize_with = "seconds")]
    time_ms: i64,
    #[diesel(sql_type = Double)]
    #[serde(serialize_with = "rounded")]
    wpm: f64,
    #[diesel(sql_type = Nullable<Double>)]
    #[serde(serialize_with = "rounded_if_known")]
    raw_wpm: Option<f64>,
    #[diesel(sql_type = Double)]
    #[serde(serialize_with = "rounded")]
    accuracy: f64,
    #[diesel(sql_type = Nullable<Double>)]
    #[serde(serialize_with = "rounded_if_known")]
    consistency: Option<f64>,
}

/// The keys of a run, while they are kept.
#[derive(QueryableByName, Serialize)]
struct KeyLog {
    #[diesel(sql_type = Nullable<Bytea>)]
    #[serde(skip)]
    keys: Option<Vec<u8>>,
    /// NULL in the row, as the times are; read from the log.
    #[diesel(sql_type = Nullable<Text>)]
    keystrokes: Option<String>,
    /// Milliseconds since the first key, separated by spaces.
    #[diesel(sql_type = Nullable<Text>)]
    times: Option<String>,
}

impl KeyLog {
    fn decode(&mut self, text: &str) {
        let keys = self.keys.as_deref().and_then(|log| TimedKeys::decode(text, log));
        let times = |times: Vec<u32>| times.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        (self.keystrokes, self.times) = keys.map(|keys| (keys.keystrokes, times(keys.times))).unzip();
    }
}

/// The figures of a key, from all runs of one kind and language whose keys were known.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Key {
    kind: &'static str,
    language: &'static str,
    key: char,
    /// The character before it, for a pair.
    after: Option<char>,
    typed: u32,
    missed: u32,
    mean_ms: Option<f64>,
    median_ms: Option<f64>,
}

impl Rows for Key {
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let mut rows = vec![];
        for (kind, language, sums) in key_day::all(user, conn)? {
            rows.extend(sums.iter().map(|((after, key), sum)| Self {
                kind: kind.name(),
                language: language.name(),
                key,
                after,
                typed: sum.typed,
                missed: sum.missed,
                mean_ms: sum.mean_ms().map(f64::round),
                median_ms: sum.median_ms().map(f64::round),
            }));
        }
        Ok(rows)
    }
}

/// The sums of the runs of a day of one kind, mode and language.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Day {
    day: NaiveDate,
    kind: String,
    mode: String,
    language: String,
    runs: i64,
    /// The number of runs without a long pause, which alone are in the sums of speed and accuracy.
    averaged: i64,
    wpm_sum: f64,
    accuracy_sum: f64,
    #[serde(serialize_with = "seconds")]
    time: i64,
}

impl Rows for Day {
    fn read(Owner { id: user, zone }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let Some(account) = User::find(user, conn)? else { return Ok(Vec::new()) };
        let filter = Filter { zone, ..Filter::default() };
        let calendar = filter.calendar(&account);
        let rows = RunDay::list(user, &filter, &calendar, conn)?.into_iter();
        let rows = rows.map(|row| Self {
            day: calendar.days()[row.day()],
            kind: row.kind,
            mode: row.mode,
            language: row.language,
            runs: row.runs,
            averaged: row.averaged,
            wpm_sum: row.wpm_sum,
            accuracy_sum: row.accuracy_sum,
            time: row.time_ms,
        });
        Ok(rows.collect())
    }
}

pub(super) fn rounded_if_known<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    number.map(two_decimals).serialize(serializer)
}

fn rounded<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(two_decimals(*number))
}

//! The runs of a user, races and practice, newest first.
//!
//! Each combination of kind, mode and language has its own range of an index in the order of the history. So a query reads
//! the first runs of each combination that a filter allows, however many runs there are, and merges them.

use std::collections::HashMap;

use chrono::{DateTime, Days, Utc};
use diesel::prelude::{QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Bool, Bytea, Double, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;
use typing::Mode;
use typing::key_log::TimedKeys;

use super::user::User;
use crate::domain::{
    Calendar, Day, HistoryKey, Language, RunId, RunKind, RunMark, RunMode, RunRules, ShortRaceId, TextLength, TimeZone,
    Verdict,
};

/// The runs to list: of one kind, mode and language or of all, on some days of a time zone or on all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filter {
    pub(crate) kind: Option<RunKind>,
    pub(crate) mode: Option<RunMode>,
    pub(crate) language: Option<Language>,
    /// The first day.
    pub(crate) from: Option<Day>,
    /// The last day.
    pub(crate) to: Option<Day>,
    pub(crate) zone: TimeZone,
}

impl Filter {
    /// Returns the days on which the user may have such runs: none is from before the account.
    pub(crate) fn calendar(&self, user: &User) -> Calendar {
        Calendar::new(self.zone, self.since().max(user.created_at), self.until().min(after_all_runs()))
    }

    fn since(&self) -> DateTime<Utc> {
        self.from.map_or(DateTime::UNIX_EPOCH, |Day(day)| self.zone.start_of(day))
    }

    /// Returns the first moment after the days.
    fn until(&self) -> DateTime<Utc> {
        let next = self.to.and_then(|Day(day)| day.succ_opt());
        next.map_or_else(after_all_runs, |day| self.zone.start_of(day))
    }

    fn kinds(&self) -> impl Iterator<Item = RunKind> {
        RunKind::ALL.iter().copied().filter(|kind| self.kind.is_none_or(|wanted| wanted == *kind))
    }

    pub(super) fn modes(&self) -> Vec<&'static str> {
        self.mode.map_or_else(|| Mode::ALL.iter().map(|mode| mode.name()).collect(), |mode| vec![mode.0.name()])
    }

    pub(super) fn languages(&self) -> Vec<&'static str> {
        self.language.map_or_else(all_languages, |language| vec![language.name()])
    }

    /// Returns the kinds of which there can be runs. All races have the same mode.
    pub(super) fn possible_kinds(&self) -> impl Iterator<Item = RunKind> {
        let is_text = self.mode.is_none_or(|mode| mode.0 == Mode::Text);
        self.kinds().filter(move |kind| is_text || *kind != RunKind::Race)
    }
}

/// Returns a moment after all runs: none is later than the moment at which it is saved.
fn after_all_runs() -> DateTime<Utc> {
    Utc::now() + Days::new(1)
}

fn all_languages() -> Vec<&'static str> {
    Language::ALL.iter().map(|language| language.name()).collect()
}

/// A run without its text and keys.
#[derive(Debug, QueryableByName)]
pub(crate) struct Run {
    #[diesel(sql_type = Text)]
    kind: RunKind,
    #[diesel(sql_type = BigInt)]
    row_id: i64,
    #[diesel(sql_type = Timestamptz)]
    pub(crate) at: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    mode: String,
    #[diesel(sql_type = Text)]
    pub(crate) language: Language,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) author: Option<String>,
    #[diesel(sql_type = Text)]
    pub(crate) excerpt: String,
    #[diesel(sql_type = Integer)]
    pub(crate) length: i32,
    #[diesel(sql_type = BigInt)]
    pub(crate) time_ms: i64,
    #[diesel(sql_type = Double)]
    pub(crate) wpm: f64,
    #[diesel(sql_type = Nullable<Double>)]
    pub(crate) raw_wpm: Option<f64>,
    #[diesel(sql_type = Double)]
    pub(crate) accuracy: f64,
    #[diesel(sql_type = Nullable<Double>)]
    pub(crate) consistency: Option<f64>,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(crate) place: Option<i32>,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(crate) racers: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) room: Option<String>,
    #[diesel(sql_type = Nullable<Uuid>)]
    pub(crate) race: Option<ShortRaceId>,
    #[diesel(sql_type = Bool)]
    pub(crate) unranked: bool,
    /// `None` for practice.
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) verdict: Option<Verdict>,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(crate) credited_ms: Option<i32>,
    #[diesel(sql_type = SmallInt)]
    pub(crate) rules: RunRules,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) mark: Option<RunMark>,
    #[diesel(sql_type = Bool)]
    pub(crate) has_keys: bool,
}

/// The text and the keys of a run, as far as they are kept.
#[derive(Debug, QueryableByName)]
pub(crate) struct KeptRun {
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) text: Option<String>,
    /// The source of a text of the site.
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) source: Option<String>,
    #[diesel(sql_type = Nullable<Bytea>)]
    pub(crate) keys: Option<Vec<u8>>,
}

impl KeptRun {
    /// Returns the text with the keys, if both are kept.
    pub(crate) fn keys(self) -> Option<(String, TimedKeys)> {
        let text = self.text?;
        let keys = TimedKeys::decode(&text, &self.keys?)?;
        Some((text, keys))
    }
}

/// The time, speed and accuracy of a run.
#[derive(Debug, QueryableByName)]
pub(crate) struct Point {
    #[diesel(sql_type = Timestamptz)]
    pub(crate) at: DateTime<Utc>,
    #[diesel(sql_type = Double)]
    pub(crate) wpm: f64,
    #[diesel(sql_type = Double)]
    pub(crate) accuracy: f64,
}

/// The best run of its kind, mode, language and size.
#[derive(Debug, QueryableByName)]
pub(crate) struct Best {
    #[diesel(sql_type = Text)]
    pub(crate) kind: RunKind,
    #[diesel(sql_type = BigInt)]
    row_id: i64,
    #[diesel(sql_type = Text)]
    mode: String,
    #[diesel(sql_type = Text)]
    pub(crate) language: Language,
    #[diesel(sql_type = Text)]
    pub(crate) size: String,
    #[diesel(sql_type = Double)]
    pub(crate) wpm: f64,
    #[diesel(sql_type = Double)]
    pub(crate) accuracy: f64,
    #[diesel(sql_type = Timestamptz)]
    pub(crate) at: DateTime<Utc>,
    /// The mean speed of the last [`AVERAGED`] runs of its kind, mode and language; `None` for texts, whose statistics
    /// have it.
    #[diesel(sql_type = Nullable<Double>)]
    pub(crate) average: Option<f64>,
}

/// The number of runs over which an average is taken: enough to be steady, and few enough to read at each run.
const AVERAGED: i64 = 100;

/// Returns a query of [`Run`]s of a kind, from the rows `run` that `$rows` selects.
macro_rules! runs {
    (race, $rows:expr) => {
        concat!(
            "SELECT 'race' AS kind, run.id AS row_id, run.created_at AS at, 'text' AS mode, run.language, texts.author,
                left(texts.text, 80) AS excerpt, texts.length, run.time_ms, run.wpm, run.raw_wpm,
                run.accuracy, run.consistency, CASE WHEN NOT run.late THEN run.place END AS place, races.racers, races.room,
                races.id AS race, run.unranked,
                run.verdict, run.credited_ms, 1::smallint AS rules, NULL::text AS mark,
                EXISTS (SELECT FROM result_keys WHERE result_id = run.id) AS has_keys
            FROM (",
            $rows,
            ") AS run JOIN races ON races.id = run.race_id JOIN texts ON texts.id = races.text_id
            ORDER BY run.created_at DESC, run.id DESC"
        )
    };
    (practice, $rows:expr) => {
        concat!(
            "SELECT 'practice' AS kind, run.id AS row_id, run.ran_at AS at, run.mode, run.language, texts.author,
                coalesce(left(texts.text, 80), left(practice_keys.text, 80), '') AS excerpt,
                coalesce(run.length, greatest(round(run.wpm * run.time_ms / 12000), 1)::integer) AS length,
                run.time_ms, run.wpm, run.raw_wpm, run.accuracy, run.consistency, NULL::integer AS place,
                NULL::integer AS racers, NULL::text AS room, NULL::uuid AS race, false AS unranked,
                NULL::text AS verdict, NULL::integer AS credited_ms, run.rules, run.mark,
                practice_keys.keys IS NOT NULL AS has_keys
            FROM (",
            $rows,
            ") AS run LEFT JOIN texts ON texts.id = run.text_id
            LEFT JOIN practice_keys ON practice_keys.practice_id = run.id
            ORDER BY run.ran_at DESC, run.id DESC"
        )
    };
}

impl Run {
    pub(crate) fn id(&self) -> RunId {
        RunId { kind: self.kind, row: self.row_id }
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode.parse().unwrap_or_default()
    }

    /// Returns the position behind which the next page begins.
    pub(crate) fn key(&self) -> HistoryKey {
        HistoryKey { at: self.at, id: self.id() }
    }

    /// Returns the newest runs of a user after a position, at most `n`.
    pub(crate) fn list(
        user: UserId,
        filter: &Filter,
        after: Option<HistoryKey>,
        n: i64,
        conn: &mut PgConnection,
    ) -> QueryResult<Vec<Self>> {
        let mut runs: Vec<Self> = Vec::new();
        for kind in filter.possible_kinds() {
            let end = (filter.until(), i64::MIN);
            let (before, row) = after.map_or(end, |after| after.before(kind).min(end));
            let query = match kind {
                RunKind::Race => sql_query(runs!(
                    race,
                    "SELECT run.* FROM unnest($2::text[]) AS wanted (language) CROSS JOIN LATERAL (
                        SELECT * FROM results
                        WHERE user_id = $1 AND results.language = wanted.language
                            AND created_at >= $3 AND (created_at, id) < ($4, $5)
                        ORDER BY created_at DESC, id DESC LIMIT $6) AS run
                    ORDER BY run.created_at DESC, run.id DESC LIMIT $6"
                ))
                .into_boxed::<diesel::pg::Pg>(),
                RunKind::Practice => sql_query(runs!(
                    practice,
                    "SELECT run.* FROM unnest($2::text[]) AS spoken (language) CROSS JOIN unnest($7::text[]) AS wanted (mode)
                    CROSS JOIN LATERAL (
                        SELECT * FROM practice_results
                        WHERE user_id = $1 AND practice_results.mode = wanted.mode
                            AND practice_results.language = spoken.language
                            AND ran_at >= $3 AND (ran_at, id) < ($4, $5)
                        ORDER BY ran_at DESC, id DESC LIMIT $6) AS run
                    ORDER BY run.ran_at DESC, run.id DESC LIMIT $6"
                ))
                .into_boxed(),
            };
            let query = query
                .bind::<BigInt, _>(user.0)
                .bind::<Array<Text>, _>(filter.languages())
                .bind::<Timestamptz, _>(filter.since())
                .bind::<Timestamptz, _>(before)
                .bind::<BigInt, _>(row)
                .bind::<BigInt, _>(n);
            runs.extend(match kind {
                RunKind::Race => query.load::<Self>(conn)?,
                RunKind::Practice => query.bind::<Array<Text>, _>(filter.modes()).load(conn)?,
            });
        }
        runs.sort_by(|one, other| (other.at, one.kind, other.row_id).cmp(&(one.at, other.kind, one.row_id)));
        runs.truncate(usize::try_from(n).unwrap_or_default());
        Ok(runs)
    }

    /// Returns a run of this user.
    pub(crate) fn find(user: UserId, id: RunId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let query = match id.kind {
            RunKind::Race => sql_query(runs!(race, "SELECT * FROM results WHERE id = $1 AND user_id = $2")),
            RunKind::Practice => {
                sql_query(runs!(practice, "SELECT * FROM practice_results WHERE id = $1 AND user_id = $2"))
            }
        };
        Ok(query.bind::<BigInt, _>(id.row).bind::<BigInt, _>(user.0).load(conn)?.pop())
    }

    /// Returns the text and the keys of the run, as far as they are kept.
    pub(crate) fn kept(&self, conn: &mut PgConnection) -> QueryResult<KeptRun> {
        let query = match self.kind {
            RunKind::Race => sql_query(
                "SELECT texts.text, texts.source, result_keys.keys FROM results JOIN races ON races.id = race_id
                JOIN texts ON texts.id = text_id LEFT JOIN result_keys ON result_id = results.id WHERE results.id = $1",
            ),
            RunKind::Practice => sql_query(
                "SELECT coalesce(texts.text, practice_keys.text) AS text, texts.source, practice_keys.keys
                FROM practice_results
                LEFT JOIN texts ON texts.id = text_id LEFT JOIN practice_keys ON practice_id = practice_results.id
                WHERE practice_results.id = $1",
            ),
        };
        query.bind::<BigInt, _>(self.row_id).get_result(conn)
    }
}

impl Point {
    /// Returns the newest runs of a user that had no long pause, oldest first, at most `n`.
    pub(crate) fn list(user: UserId, filter: &Filter, n: i64, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let mut points: Vec<Self> = Vec::new();
        for kind in filter.possible_kinds() {
            let query = match kind {
                RunKind::Race => sql_query(
                    "SELECT run.created_at AS at, run.wpm, run.accuracy
                    FROM unnest($2::text[]) AS wanted (language) CROSS JOIN LATERAL (
                        SELECT created_at, wpm, accuracy FROM results
                        WHERE user_id = $1 AND results.language = wanted.language
                            AND created_at >= $3 AND created_at < $4
                        ORDER BY created_at DESC LIMIT $5) AS run",
                )
                .into_boxed::<diesel::pg::Pg>(),
                RunKind::Practice => sql_query(
                    "SELECT run.ran_at AS at, run.wpm, run.accuracy
                    FROM unnest($2::text[]) AS spoken (language) CROSS JOIN unnest($6::text[]) AS wanted (mode)
                    CROSS JOIN LATERAL (
                        SELECT ran_at, wpm, accuracy FROM practice_results
                        WHERE user_id = $1 AND practice_results.mode = wanted.mode
                            AND practice_results.language = spoken.language
                            AND ran_at >= $3 AND ran_at < $4 AND mark IS DISTINCT FROM 'paused'
                        ORDER BY ran_at DESC LIMIT $5) AS run",
                )
                .into_boxed(),
            };
            let query = query
                .bind::<BigInt, _>(user.0)
                .bind::<Array<Text>, _>(filter.languages())
                .bind::<Timestamptz, _>(filter.since())
                .bind::<Timestamptz, _>(filter.until())
                .bind::<BigInt, _>(n);
            points.extend(match kind {
                RunKind::Race => query.load::<Self>(conn)?,
                RunKind::Practice => query.bind::<Array<Text>, _>(filter.modes()).load(conn)?,
            });
        }
        points.sort_by_key(|point| point.at);
        Ok(points)
    }
}

/// The fastest race of a user.
#[derive(Debug, QueryableByName)]
struct BestRace {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
    #[diesel(sql_type = Uuid)]
    race: ShortRaceId,
}

/// Returns the fastest ranked race of each of these users who has one. With `language`, only races through texts in that
/// language count.
pub(crate) fn best_races(
    users: &[UserId],
    language: Option<Language>,
    conn: &mut PgConnection,
) -> QueryResult<HashMap<UserId, ShortRaceId>> {
    let bests = sql_query(
        "SELECT racer.user_id, best.race_id AS race
        FROM unnest($1::bigint[]) AS racer (user_id)
        CROSS JOIN LATERAL (
            SELECT run.* FROM unnest($2::text[]) AS spoken (language) CROSS JOIN unnest($3::text[]) AS wanted (size)
            CROSS JOIN LATERAL (
                SELECT race_id, wpm, id FROM results
                WHERE user_id = racer.user_id AND results.language = spoken.language AND results.size = wanted.size
                    AND NOT unranked
                ORDER BY wpm DESC, id LIMIT 1) AS run
            ORDER BY run.wpm DESC, run.id LIMIT 1) AS best",
    );
    let bests: Vec<BestRace> = bests
        .bind::<Array<BigInt>, _>(users.iter().map(|user| user.0).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(language.map_or_else(all_languages, |language| vec![language.name()]))
        .bind::<Array<Text>, _>(&TextLength::ALL.map(TextLength::name)[..])
        .load(conn)?;
    Ok(bests.into_iter().map(|best| (UserId(best.user_id), best.race)).collect())
}

impl Best {
    pub(crate) fn id(&self) -> RunId {
        RunId { kind: self.kind, row: self.row_id }
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode.parse().unwrap_or_default()
    }

    /// Returns a user's best races, in the order of languages and sizes.
    pub(crate) fn of_races(
        user: UserId,
        language: Option<Language>,
        conn: &mut PgConnection,
    ) -> QueryResult<Vec<Self>> {
        let languages = language.map_or_else(all_languages, |language| vec![language.name()]);
        let lengths = TextLength::ALL.map(TextLength::name);
        let of_races = sql_query(
            "SELECT 'race' AS kind, run.id AS row_id, 'text' AS mode, run.language, run.size, run.wpm, run.accuracy,
                run.created_at AS at, NULL::float8 AS average
            FROM unnest($2::text[]) WITH ORDINALITY AS spoken (language, of_language)
            CROSS JOIN unnest($3::text[]) WITH ORDINALITY AS wanted (size, of_size)
            CROSS JOIN LATERAL (
                SELECT * FROM results
                WHERE user_id = $1 AND results.language = spoken.language AND results.size = wanted.size
                    AND NOT unranked
                ORDER BY wpm DESC, id LIMIT 1) AS run
            ORDER BY of_language, of_size",
        );
        of_races
            .bind::<BigInt, _>(user.0)
            .bind::<Array<Text>, _>(&languages)
            .bind::<Array<Text>, _>(&lengths[..])
            .load(conn)
    }

    /// Returns a user's best runs, in the order of kinds, modes, languages and sizes.
    pub(crate) fn list(user: UserId, language: Option<Language>, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let mut bests = Self::of_races(user, language, conn)?;
        let languages = language.map_or_else(all_languages, |language| vec![language.name()]);
        let lengths = TextLength::ALL.map(TextLength::name);
        let compared = Mode::ALL.iter().flat_map(|mode| {
            let sizes = if *mode == Mode::Text { &lengths[..] } else { &[""] };
            sizes.iter().map(|size| (mode.name(), *size))
        });
        let (modes, sizes): (Vec<_>, Vec<_>) = compared.unzip();
        let of_practice = sql_query(
            "SELECT 'practice' AS kind, run.id AS row_id, run.mode, run.language, run.size, run.wpm, run.accuracy,
                run.ran_at AS at, recent.average
            FROM unnest($2::text[]) WITH ORDINALITY AS spoken (language, of_language)
            CROSS JOIN unnest($3::text[], $4::text[]) WITH ORDINALITY AS wanted (mode, size, of_mode)
            CROSS JOIN LATERAL (
                SELECT * FROM practice_results
                WHERE user_id = $1 AND practice_results.mode = wanted.mode
                    AND practice_results.language = spoken.language AND practice_results.size = wanted.size
                    AND mark IS NULL
                ORDER BY wpm DESC, id LIMIT 1) AS run
            CROSS JOIN LATERAL (
                SELECT avg(wpm) AS average FROM (
                    SELECT wpm FROM practice_results
                    WHERE wanted.mode <> 'text' AND user_id = $1 AND practice_results.mode = wanted.mode
                        AND practice_results.language = spoken.language AND mark IS DISTINCT FROM 'paused'
                    ORDER BY ran_at DESC, id DESC LIMIT $5) AS averaged) AS recent
            ORDER BY of_mode, of_language",
        );
        bests.extend(
            of_practice
                .bind::<BigInt, _>(user.0)
                .bind::<Array<Text>, _>(&languages)
                .bind::<Array<Text>, _>(modes)
                .bind::<Array<Text>, _>(sizes)
                .bind::<BigInt, _>(AVERAGED)
                .load::<Self>(conn)?,
        );
        Ok(bests)
    }
}

//! The estimated speeds of users by language, for matchmaking alone, and the effects of texts on them.
//!
//! Verified races that are ranked count, those that an admin has accepted, and practice whose keys give its figures, through
//! texts of the site other than code.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::{OptionalExtension as _, QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Date, Double, Nullable, Text, Timestamptz};
use diesel::{Connection as _, PgConnection, QueryResult, sql_query};
use shared::messages::LogSpeed;
use shared::{TextId, UserId};
use typing::speed::{self, Estimate, LAST_RUNS};

use super::ban::not_banned;
use crate::database::Prepared;
use crate::domain::Language;

/// The last races through each text that its effect is worked out from. They bound what a day's work costs.
const RACES_OF_TEXT: i64 = 100;

/// A race counts.
macro_rules! race_counts {
    () => {
        "NOT results.unranked AND results.verdict IN ('verified', 'accepted')"
    };
}

/// A practice run counts, through the text with which it is joined.
macro_rules! practice_counts {
    () => {
        "mode = 'text' AND raw_wpm IS NOT NULL AND mark IS NULL AND category = 'general'"
    };
}

/// A run that counts.
#[derive(Debug, Clone, Copy, PartialEq, QueryableByName)]
pub(crate) struct CountedRun {
    #[diesel(sql_type = BigInt, deserialize_as = i64)]
    pub(crate) user_id: UserId,
    #[diesel(sql_type = Text)]
    pub(crate) language: Language,
    #[diesel(sql_type = Timestamptz)]
    pub(crate) ran_at: DateTime<Utc>,
    #[diesel(sql_type = BigInt, deserialize_as = i64)]
    pub(crate) text_id: TextId,
    #[diesel(sql_type = Double)]
    pub(crate) wpm: f64,
}

/// The last runs of a row, with the effects of their texts.
#[derive(QueryableByName)]
struct LastRuns {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
    #[diesel(sql_type = Text)]
    language: Language,
    #[diesel(sql_type = Array<Timestamptz>)]
    ran_at: Vec<DateTime<Utc>>,
    #[diesel(sql_type = Array<Double>)]
    wpms: Vec<f64>,
    #[diesel(sql_type = Array<Nullable<Double>>)]
    effects: Vec<Option<f64>>,
    #[diesel(sql_type = Nullable<Date>)]
    effects_of: Option<NaiveDate>,
}

/// Returns a user's estimated speeds, as matchmaking needs them.
pub(crate) fn of(user: UserId, conn: &mut PgConnection) -> QueryResult<Vec<(shared::Language, LogSpeed)>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text)]
        language: Language,
        #[diesel(sql_type = Double)]
        mean: f64,
    }
    let rows = sql_query("SELECT language, mean FROM speeds WHERE user_id = $1").bind::<BigInt, _>(user.0);
    let rows: Vec<Row> = Prepared(rows).load(conn)?;
    Ok(rows.into_iter().map(|Row { language, mean }| (language.into(), LogSpeed(mean))).collect())
}

/// Adds runs to the estimates of their users, whose rows stay locked until the transaction ends: those of a group in the
/// order of their keys.
pub(crate) fn add(runs: &[CountedRun], conn: &mut PgConnection) -> QueryResult<()> {
    if runs.is_empty() {
        return Ok(());
    }
    let last = sql_query(
        "INSERT INTO speeds AS kept (user_id, language, ran_at, text_ids, wpms, mean, variance)
        SELECT user_id, language, (array_agg(at ORDER BY at DESC, text_id, wpm))[1:$6],
            (array_agg(text_id ORDER BY at DESC, text_id, wpm))[1:$6],
            (array_agg(wpm ORDER BY at DESC, text_id, wpm))[1:$6], $7, $8
        FROM unnest($1, $2, $3, $4, $5) AS run (user_id, language, at, text_id, wpm)
        GROUP BY user_id, language ORDER BY user_id, language
        ON CONFLICT (user_id, language) DO UPDATE SET (ran_at, text_ids, wpms) = (
            SELECT array_agg(at ORDER BY at DESC, text_id, wpm), array_agg(text_id ORDER BY at DESC, text_id, wpm),
                array_agg(wpm ORDER BY at DESC, text_id, wpm)
            FROM (
                SELECT * FROM unnest(
                    excluded.ran_at || kept.ran_at, excluded.text_ids || kept.text_ids, excluded.wpms || kept.wpms
                ) AS run (at, text_id, wpm) ORDER BY at DESC, text_id, wpm LIMIT $6
            ) AS last)
        RETURNING user_id, language, ran_at, wpms, ARRAY(
            SELECT effect FROM unnest(kept.text_ids) WITH ORDINALITY AS run (text_id, nth)
            LEFT JOIN text_effects USING (text_id) ORDER BY nth
        ) AS effects, (SELECT day FROM text_effects LIMIT 1) AS effects_of",
    );
    let last = last
        .bind::<Array<BigInt>, _>(runs.iter().map(|run| run.user_id.0).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(runs.iter().map(|run| run.language.name()).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(runs.iter().map(|run| run.ran_at).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(runs.iter().map(|run| run.text_id.0).collect::<Vec<_>>())
        .bind::<Array<Double>, _>(runs.iter().map(|run| run.wpm).collect::<Vec<_>>())
        .bind::<BigInt, _>(LAST_RUNS as i64)
        // Until it is worked out, below.
        .bind::<Double, _>(Estimate::OF_ANYONE.mean)
        .bind::<Double, _>(Estimate::OF_ANYONE.variance);
    let last: Vec<LastRuns> = Prepared(last).load(conn)?;
    let effects_of = last.first().and_then(|row| row.effects_of);
    let worked_out = last.iter().filter_map(|row| Some((row.user_id, row.language.name(), row.estimate()?)));
    let worked_out: Vec<_> = worked_out.collect();
    let write = sql_query(
        "UPDATE speeds SET mean = now.mean, variance = now.variance, effects_of = $5
        FROM unnest($1, $2, $3, $4) AS now (user_id, language, mean, variance)
        WHERE speeds.user_id = now.user_id AND speeds.language = now.language",
    );
    let write = write
        .bind::<Array<BigInt>, _>(worked_out.iter().map(|(user, ..)| *user).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(worked_out.iter().map(|(_, language, _)| *language).collect::<Vec<_>>())
        .bind::<Array<Double>, _>(worked_out.iter().map(|(.., estimate)| estimate.mean).collect::<Vec<_>>())
        .bind::<Array<Double>, _>(worked_out.iter().map(|(.., estimate)| estimate.variance).collect::<Vec<_>>())
        .bind::<Nullable<Date>, _>(effects_of);
    Prepared(write).execute(conn)
}

impl LastRuns {
    fn estimate(&self) -> Option<Estimate> {
        let runs = self.ran_at.iter().zip(&self.wpms).zip(&self.effects);
        let runs =
            runs.map(|((at, wpm), effect)| speed::Run { at_ms: at.timestamp_millis(), wpm: *wpm, effect: *effect });
        Estimate::of(&runs.collect::<Vec<_>>())
    }
}

/// Adds a practice run to the estimate of its user, if it counts.
pub(crate) fn add_practice(id: i64, conn: &mut PgConnection) -> QueryResult<()> {
    let run = sql_query(concat!(
        "SELECT user_id, practice_results.language, ran_at, text_id, wpm
        FROM practice_results JOIN texts ON texts.id = text_id WHERE practice_results.id = $1 AND ",
        practice_counts!()
    ));
    let run: Option<CountedRun> = Prepared(run.bind::<BigInt, _>(id)).get_result(conn).optional()?;
    add(run.as_slice(), conn)
}

/// Adds a race to the estimate of its racer, if it counts now.
pub(crate) fn add_race(id: i64, conn: &mut PgConnection) -> QueryResult<()> {
    let run = sql_query(concat!(
        "SELECT user_id, language, results.created_at AS ran_at, text_id, wpm
        FROM results JOIN races ON races.id = race_id WHERE results.id = $1 AND ",
        race_counts!()
    ));
    let run: Option<CountedRun> = Prepared(run.bind::<BigInt, _>(id)).get_result(conn).optional()?;
    add(run.as_slice(), conn)
}

/// Works out the estimate of a user in a language anew, after a run was deleted. Without an estimate, no run counts, or
/// the first one is being saved and adds itself.
pub(crate) fn work_out(user: UserId, language: Language, conn: &mut PgConnection) -> QueryResult<()> {
    // Runs that are being saved are committed before the history is read, and later ones add themselves.
    let lock = sql_query("SELECT 1 FROM speeds WHERE user_id = $1 AND language = $2 FOR UPDATE");
    let n_locked = lock.bind::<BigInt, _>(user.0).bind::<Text, _>(language).execute(conn)?;
    if n_locked == 0 { Ok(()) } else { replace(user, language, conn) }
}

/// Works out all estimates of a user anew. To be called in a transaction, with the account
/// [locked alone](super::user::User::lock_alone).
pub(crate) fn work_out_all(user: UserId, conn: &mut PgConnection) -> QueryResult<()> {
    Language::ALL.iter().try_for_each(|language| replace(user, *language, conn))
}

/// Replaces an estimate by one from the history.
fn replace(user: UserId, language: Language, conn: &mut PgConnection) -> QueryResult<()> {
    let delete = sql_query("DELETE FROM speeds WHERE user_id = $1 AND language = $2");
    delete.bind::<BigInt, _>(user.0).bind::<Text, _>(language).execute(conn)?;
    let runs = sql_query(concat!(
        "(SELECT user_id, language, results.created_at AS ran_at, text_id, wpm
        FROM results JOIN races ON races.id = race_id
        WHERE user_id = $1 AND language = $2 AND ",
        race_counts!(),
        " ORDER BY results.created_at DESC, text_id, wpm LIMIT $3)
        UNION ALL
        (SELECT user_id, practice_results.language, ran_at, text_id, wpm
        FROM practice_results JOIN texts ON texts.id = text_id
        WHERE user_id = $1 AND practice_results.language = $2 AND ",
        practice_counts!(),
        " ORDER BY ran_at DESC, text_id, wpm LIMIT $3)"
    ));
    let runs = runs.bind::<BigInt, _>(user.0).bind::<Text, _>(language).bind::<BigInt, _>(LAST_RUNS as i64);
    let runs: Vec<CountedRun> = Prepared(runs).load(conn)?;
    add(&runs, conn)
}

/// Works out the effects of texts, unless they are of today.
pub(crate) fn work_out_effects(conn: &mut PgConnection) -> QueryResult<()> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        text_id: i64,
        #[diesel(sql_type = Double)]
        above: f64,
        #[diesel(sql_type = BigInt)]
        runs: i64,
    }
    const ARE_OF_TODAY: &str = "SELECT 1 FROM text_effects WHERE day = (now() AT TIME ZONE 'UTC')::date LIMIT 1";
    if sql_query(ARE_OF_TODAY).execute(conn)? > 0 {
        return Ok(());
    }
    // The median, since some runs are given up.
    let above = sql_query(concat!(
        "SELECT text_id, count(*) AS runs,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY ln(greatest(results.wpm, 1)) - speeds.mean) AS above
        FROM texts
        CROSS JOIN LATERAL (
            SELECT id, text_id FROM races WHERE text_id = texts.id ORDER BY started_at DESC LIMIT $1
        ) AS race
        JOIN results ON results.race_id = race.id
        JOIN speeds ON speeds.user_id = results.user_id AND speeds.language = results.language
        WHERE ",
        race_counts!(),
        " AND ",
        not_banned!("results.user_id"),
        " GROUP BY text_id"
    ));
    let above: Vec<Row> = above.bind::<BigInt, _>(RACES_OF_TEXT).load(conn)?;
    let (texts, effects): (Vec<_>, Vec<_>) =
        above.iter().map(|row| (row.text_id, speed::effect(row.above, row.runs as f64))).unzip();
    conn.transaction(|conn| {
        // Of two processes, the second finds them done.
        sql_query("LOCK TABLE text_effects IN SHARE ROW EXCLUSIVE MODE").execute(conn)?;
        if sql_query(ARE_OF_TODAY).execute(conn)? > 0 {
            return Ok(());
        }
        sql_query("DELETE FROM text_effects").execute(conn)?;
        let insert = sql_query(
            "INSERT INTO text_effects (text_id, day, effect)
            SELECT text_id, (now() AT TIME ZONE 'UTC')::date, effect FROM unnest($1, $2) AS now (text_id, effect)
            JOIN texts ON texts.id = text_id",
        );
        insert.bind::<Array<BigInt>, _>(texts).bind::<Array<Double>, _>(effects).execute(conn).map(drop)
    })
}

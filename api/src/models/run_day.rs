//! The sums of a user's runs by day, kind, mode and language.
//!
//! They are read from the runs, since each visitor has days of a time zone of their own: sums that are kept would be those
//! of one zone.

use diesel::prelude::{QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Double, Integer, Text, Timestamptz};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;

use super::run::Filter;
use crate::domain::{Calendar, RunKind};

/// The number of runs of the same kind, mode and language that are summed up, the newest ones: a hundred and more a day
/// for a year. So a call has a bound, however much an account has saved.
const MOST_RUNS: i64 = 50_000;

/// The sums of the runs of a day with the same kind, mode and language.
#[derive(Debug, QueryableByName)]
pub(crate) struct RunDay {
    /// The number of the day in the calendar, from 1.
    #[diesel(sql_type = Integer)]
    number: i32,
    #[diesel(sql_type = Text)]
    pub(crate) kind: String,
    #[diesel(sql_type = Text)]
    pub(crate) mode: String,
    #[diesel(sql_type = Text)]
    pub(crate) language: String,
    #[diesel(sql_type = BigInt)]
    pub(crate) runs: i64,
    /// The number of runs without a long pause, which alone are in the next two sums.
    #[diesel(sql_type = BigInt)]
    pub(crate) averaged: i64,
    #[diesel(sql_type = Double)]
    pub(crate) wpm_sum: f64,
    #[diesel(sql_type = Double)]
    pub(crate) accuracy_sum: f64,
    #[diesel(sql_type = BigInt)]
    pub(crate) time_ms: i64,
}

/// All runs of a day.
#[derive(Debug)]
pub(crate) struct WholeDay {
    /// The index of the day in the calendar.
    pub(crate) day: usize,
    pub(crate) runs: i64,
    /// The number of runs without a long pause.
    pub(crate) averaged: i64,
    /// The means of those; not a number without any.
    pub(crate) wpm: f64,
    pub(crate) accuracy: f64,
    pub(crate) time_ms: i64,
}

impl RunDay {
    /// Returns the index of the day in the calendar.
    pub(crate) fn day(&self) -> usize {
        usize::try_from(self.number - 1).unwrap_or_default()
    }

    /// Returns the sums of the runs on the days of a calendar, in order.
    pub(crate) fn list(
        user: UserId,
        filter: &Filter,
        calendar: &Calendar,
        conn: &mut PgConnection,
    ) -> QueryResult<Vec<Self>> {
        let Some(first) = calendar.starts().first() else { return Ok(Vec::new()) };
        let languages = |kind| {
            if filter.possible_kinds().any(|wanted| wanted == kind) { filter.languages() } else { Vec::new() }
        };
        sql_query(
            "SELECT 'race' AS kind, 'text' AS mode, spoken.language, days.*
            FROM unnest($2::text[]) AS spoken (language) CROSS JOIN LATERAL (
                SELECT width_bucket(created_at, $4) AS number, count(*) AS runs, count(*) AS averaged,
                    sum(wpm) AS wpm_sum, sum(accuracy) AS accuracy_sum, sum(time_ms)::bigint AS time_ms
                FROM (
                    SELECT created_at, wpm, accuracy, time_ms FROM results
                    WHERE user_id = $1 AND results.language = spoken.language AND created_at >= $5 AND created_at < $6
                    ORDER BY created_at DESC LIMIT $7) AS run
                GROUP BY number) AS days
            UNION ALL
            SELECT 'practice', wanted.mode, spoken.language, days.*
            FROM unnest($3::text[]) AS spoken (language) CROSS JOIN unnest($8::text[]) AS wanted (mode)
            CROSS JOIN LATERAL (
                SELECT width_bucket(ran_at, $4) AS number, count(*), count(*) FILTER (WHERE averages),
                    coalesce(sum(wpm) FILTER (WHERE averages), 0), coalesce(sum(accuracy) FILTER (WHERE averages), 0),
                    sum(time_ms)::bigint
                FROM (
                    SELECT ran_at, wpm, accuracy, time_ms, mark IS DISTINCT FROM 'paused' AS averages FROM practice_results
                    WHERE user_id = $1 AND practice_results.mode = wanted.mode
                        AND practice_results.language = spoken.language AND ran_at >= $5 AND ran_at < $6
                    ORDER BY ran_at DESC LIMIT $7) AS run
                GROUP BY number) AS days
            ORDER BY number, kind, mode, language",
        )
        .bind::<BigInt, _>(user.0)
        .bind::<Array<Text>, _>(languages(RunKind::Race))
        .bind::<Array<Text>, _>(languages(RunKind::Practice))
        .bind::<Array<Timestamptz>, _>(calendar.starts())
        .bind::<Timestamptz, _>(first)
        .bind::<Timestamptz, _>(calendar.until())
        .bind::<BigInt, _>(MOST_RUNS)
        .bind::<Array<Text>, _>(filter.modes())
        .load(conn)
    }
}

impl WholeDay {
    /// Returns the days of a calendar with runs, in order.
    pub(crate) fn list(
        user: UserId,
        filter: &Filter,
        calendar: &Calendar,
        conn: &mut PgConnection,
    ) -> QueryResult<Vec<Self>> {
        let rows = RunDay::list(user, filter, calendar, conn)?;
        let days = rows.chunk_by(|one, other| one.number == other.number).map(|rows| {
            let averaged = rows.iter().map(|row| row.averaged).sum();
            let mean = |sum: fn(&RunDay) -> f64| rows.iter().map(sum).sum::<f64>() / averaged as f64;
            Self {
                day: rows[0].day(),
                runs: rows.iter().map(|row| row.runs).sum(),
                averaged,
                wpm: mean(|row| row.wpm_sum),
                accuracy: mean(|row| row.accuracy_sum),
                time_ms: rows.iter().map(|row| row.time_ms).sum(),
            }
        });
        Ok(days.collect())
    }
}

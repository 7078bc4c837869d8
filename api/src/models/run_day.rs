//! The sums of a user's runs by day, kind, mode and language.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::sql;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, QueryDsl as _, QueryableByName, RunQueryDsl as _,
};
use diesel::sql_types::{Array, BigInt, Date, Double, Text, Timestamptz};
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult, sql_query};
use shared::{Mode, UserId};

use super::run::Filter;
use crate::database::schema::{greatest, run_days};
use crate::domain::{Language, RunKind};

/// The day, kind, mode and language of runs of one user that are summed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) user_id: UserId,
    pub(crate) day: NaiveDate,
    pub(crate) kind: RunKind,
    pub(crate) mode: &'static str,
    pub(crate) language: Language,
}

/// The amounts that runs add to the sums of their day.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = run_days, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Addition {
    user_id: i64,
    day: NaiveDate,
    kind: RunKind,
    mode: &'static str,
    language: Language,
    runs: i32,
    wpm_sum: f64,
    accuracy_sum: f64,
    time_ms: i64,
}

/// The means of the runs of a day.
#[derive(Debug, QueryableByName)]
pub(crate) struct Means {
    #[diesel(sql_type = Date)]
    pub(crate) day: NaiveDate,
    #[diesel(sql_type = Double)]
    pub(crate) wpm: f64,
    #[diesel(sql_type = Double)]
    pub(crate) accuracy: f64,
    #[diesel(sql_type = BigInt)]
    pub(crate) runs: i64,
    #[diesel(sql_type = BigInt)]
    pub(crate) time_ms: i64,
}

impl Key {
    pub(crate) fn of(user_id: UserId, at: DateTime<Utc>, kind: RunKind, mode: Mode, language: Language) -> Self {
        Self { user_id, day: at.date_naive(), kind, mode: mode.name(), language }
    }
}

impl Addition {
    /// Returns the addition of one run.
    pub(crate) fn of(key: Key, wpm: f64, accuracy: f64, time_ms: i64) -> Self {
        let Key { user_id, day, kind, mode, language } = key;
        let user_id = user_id.0;
        Self { user_id, day, kind, mode, language, runs: 1, wpm_sum: wpm, accuracy_sum: accuracy, time_ms }
    }

    /// Adds another run with the same key.
    pub(crate) fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.wpm_sum += other.wpm_sum;
        self.accuracy_sum += other.accuracy_sum;
        self.time_ms = self.time_ms.saturating_add(other.time_ms);
    }

    /// Adds to the sums. There must be at most one addition per key, in the order of the keys.
    pub(crate) fn insert_or_add(additions: Vec<Self>, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::insert_into(run_days::table)
            .values(additions)
            .on_conflict((run_days::user_id, run_days::day, run_days::kind, run_days::mode, run_days::language))
            .do_update()
            .set((
                run_days::runs.eq(run_days::runs + excluded(run_days::runs)),
                run_days::wpm_sum.eq(run_days::wpm_sum + excluded(run_days::wpm_sum)),
                run_days::accuracy_sum.eq(run_days::accuracy_sum + excluded(run_days::accuracy_sum)),
                run_days::time_ms.eq(run_days::time_ms + excluded(run_days::time_ms)),
            ))
            .execute(conn)
            .map(drop)
    }

    /// Takes the amounts back.
    pub(crate) fn subtract(&self, conn: &mut PgConnection) -> QueryResult<()> {
        let row = run_days::table
            .filter(run_days::user_id.eq(self.user_id))
            .filter(run_days::day.eq(self.day))
            .filter(run_days::kind.eq(self.kind).and(run_days::mode.eq(self.mode)))
            .filter(run_days::language.eq(self.language));
        if diesel::delete(row.filter(run_days::runs.le(self.runs))).execute(conn)? > 0 {
            return Ok(());
        }
        diesel::update(row)
            .set((
                run_days::runs.eq(run_days::runs - self.runs),
                // Differences of rounded numbers.
                run_days::wpm_sum.eq(greatest(run_days::wpm_sum - self.wpm_sum, 0.0)),
                run_days::accuracy_sum.eq(greatest(run_days::accuracy_sum - self.accuracy_sum, 0.0)),
                run_days::time_ms.eq(run_days::time_ms - self.time_ms),
            ))
            .execute(conn)
            .map(drop)
    }
}

/// Deletes the sums of all practice of a user.
pub(crate) fn delete_practice(user: UserId, conn: &mut PgConnection) -> QueryResult<()> {
    let practice = run_days::table.filter(run_days::user_id.eq(user.0)).filter(run_days::kind.eq(RunKind::Practice));
    diesel::delete(practice).execute(conn).map(drop)
}

/// Returns the time that a user practiced on a day, in milliseconds.
pub(crate) fn practiced_ms(user: UserId, day: NaiveDate, conn: &mut PgConnection) -> QueryResult<i64> {
    run_days::table
        .filter(run_days::user_id.eq(user.0))
        .filter(run_days::day.eq(day))
        .filter(run_days::kind.eq(RunKind::Practice))
        .select(sql::<BigInt>("coalesce(sum(time_ms), 0)::bigint"))
        .first(conn)
}

/// Returns the means of each day with runs, in order. There is at most one per day since the account was created.
pub(crate) fn means(user: UserId, filter: &Filter, conn: &mut PgConnection) -> QueryResult<Vec<Means>> {
    let kinds: Vec<_> = filter.kinds().map(RunKind::name).collect();
    sql_query(
        "SELECT day, sum(wpm_sum) / sum(runs) AS wpm, sum(accuracy_sum) / sum(runs) AS accuracy,
            sum(runs)::bigint AS runs, sum(time_ms)::bigint AS time_ms
        FROM run_days
        WHERE user_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date AND day < ($3::timestamptz AT TIME ZONE 'UTC')::date
            AND kind = ANY($4) AND mode = ANY($5) AND language = ANY($6)
        GROUP BY day ORDER BY day",
    )
    .bind::<BigInt, _>(user.0)
    .bind::<Timestamptz, _>(filter.from)
    .bind::<Timestamptz, _>(filter.until)
    .bind::<Array<Text>, _>(kinds)
    .bind::<Array<Text>, _>(filter.modes())
    .bind::<Array<Text>, _>(filter.languages())
    .load(conn)
}

//! The totals of a user's races, of all and by language. A row exists from the first race on.

use chrono::{DateTime, Utc};
use diesel::prelude::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::sql_types::{Array, BigInt, Double, Integer, Text, Timestamptz};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;
use shared::racer::Division;
use typing::division::division_of;
use typing::verdict::LAST_SHOWN;

use crate::database::Prepared;
use crate::database::schema::{language_stats, user_stats};
use crate::domain::Language;

#[derive(Debug, Clone, Default, PartialEq, Queryable, Selectable)]
#[diesel(table_name = user_stats, check_for_backend(diesel::pg::Pg))]
pub(crate) struct UserStats {
    pub(crate) races_total: i32,
    pub(crate) races_won: i32,
    pub(crate) best_wpm: f64,
    pub(crate) time_ms: i64,
    pub(crate) average_wpm: f64,
    pub(crate) average_accuracy: f64,
}

impl UserStats {
    /// Returns the totals of all races of a user.
    pub(crate) fn of(user: UserId, conn: &mut PgConnection) -> QueryResult<Self> {
        let found = user_stats::table.find(user.0).select(Self::as_select()).first(conn).optional()?;
        Ok(found.unwrap_or_default())
    }

    /// Returns the totals of a user's races through texts in this language.
    pub(crate) fn in_language(user: UserId, language: Language, conn: &mut PgConnection) -> QueryResult<Self> {
        let stats = (
            language_stats::races_total,
            language_stats::races_won,
            language_stats::best_wpm,
            language_stats::time_ms,
            language_stats::average_wpm,
            language_stats::average_accuracy,
        );
        let found = language_stats::table.find((user.0, language)).select(stats).first(conn).optional()?;
        Ok(found.unwrap_or_default())
    }
}

/// The divisions of a user, by languages in which they have one.
pub(crate) type Divisions = Vec<(Language, Division)>;

/// Returns the user's divisions.
pub(crate) fn divisions(user: UserId, conn: &mut PgConnection) -> QueryResult<Divisions> {
    let rows = language_stats::table.filter(language_stats::user_id.eq(user.0)).order(language_stats::language);
    let rows: Vec<(Language, Vec<f64>)> = rows.select((language_stats::language, language_stats::shown)).load(conn)?;
    Ok(rows.into_iter().filter_map(|(language, shown)| Some((language, division_of(&shown)?))).collect())
}

/// Locks the stats of these users until the transaction ends, in the order in which additions do.
pub(crate) fn lock(users: impl Iterator<Item = UserId>, conn: &mut PgConnection) -> QueryResult<()> {
    let rows = user_stats::table.filter(user_stats::user_id.eq_any(users.map(|user| user.0)));
    rows.order(user_stats::user_id).select(user_stats::user_id).for_no_key_update().load::<i64>(conn).map(drop)
}

/// Computes the stats of a user anew from the results that count. Call it with the account
/// [locked alone](super::user::User::lock_alone), so that no result is added meanwhile.
pub(crate) fn recompute(user: UserId, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(user_stats::table.find(user.0)).execute(conn)?;
    diesel::delete(language_stats::table.filter(language_stats::user_id.eq(user.0))).execute(conn)?;
    let all = "INSERT INTO user_stats
            (user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
        SELECT user_id, users.created_at, count(*), count(*) FILTER (WHERE won), sum(wpm), sum(accuracy), max(wpm),
            sum(time_ms)::bigint
        FROM results JOIN users ON users.id = user_id WHERE user_id = $1 AND NOT unranked
        GROUP BY user_id, users.created_at";
    sql_query(all).bind::<BigInt, _>(user.0).execute(conn)?;
    let by_language = "INSERT INTO language_stats
            (user_id, language, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms, shown)
        SELECT user_id, results.language, users.created_at, count(*), count(*) FILTER (WHERE won), sum(wpm),
            sum(accuracy), max(wpm), sum(time_ms)::bigint,
            coalesce(
                (array_agg(wpm ORDER BY results.created_at DESC, results.id DESC) FILTER (WHERE verdict = 'verified'))[1:$2],
                '{}')
        FROM results JOIN users ON users.id = user_id WHERE user_id = $1 AND NOT unranked
        GROUP BY user_id, results.language, users.created_at";
    let by_language = sql_query(by_language).bind::<BigInt, _>(user.0);
    by_language.bind::<Integer, _>(i32::try_from(LAST_SHOWN).unwrap_or(i32::MAX)).execute(conn).map(drop)
}

/// Adds a win, of a result that counts already, to the stats of its racer.
pub(crate) fn add_win(user: UserId, language: Language, conn: &mut PgConnection) -> QueryResult<()> {
    let all = diesel::update(user_stats::table.find(user.0));
    all.set(user_stats::races_won.eq(user_stats::races_won + 1)).execute(conn)?;
    let in_language = diesel::update(language_stats::table.find((user.0, language)));
    in_language.set(language_stats::races_won.eq(language_stats::races_won + 1)).execute(conn).map(drop)
}

/// A result that counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted {
    /// True if the room has seen the keys, and nothing speaks against them.
    pub(crate) is_verified: bool,
    pub(crate) user_id: UserId,
    pub(crate) won: bool,
    pub(crate) time_ms: i64,
    pub(crate) wpm: f64,
    pub(crate) accuracy: f64,
}

impl Counted {
    /// Returns the speed, if the result shows what its racer can do.
    fn shown(&self) -> Option<f64> {
        self.is_verified.then_some(self.wpm)
    }
}

/// Adds the sums of a row to those of the row that exists, which is called `kept`.
const GROW: &str = "DO UPDATE SET races_total = kept.races_total + excluded.races_total,
    races_won = kept.races_won + excluded.races_won, wpm_sum = kept.wpm_sum + excluded.wpm_sum,
    accuracy_sum = kept.accuracy_sum + excluded.accuracy_sum, best_wpm = greatest(kept.best_wpm, excluded.best_wpm),
    time_ms = kept.time_ms + excluded.time_ms";

/// The amounts that new results add to a user's stats.
#[derive(Debug, Clone)]
pub(crate) struct Addition {
    user_id: UserId,
    member_since: DateTime<Utc>,
    races_total: i32,
    races_won: i32,
    wpm_sum: f64,
    accuracy_sum: f64,
    best_wpm: f64,
    time_ms: i64,
    /// The speeds of the verified results, the newest first.
    shown: Vec<f64>,
}

/// Binds the columns that both tables have, in the order of the columns of [`Addition`].
macro_rules! bind_sums {
    ($insert:expr, $additions:expr) => {
        $insert
            .bind::<Array<BigInt>, _>(column(&$additions, |addition| addition.user_id.0))
            .bind::<Array<Timestamptz>, _>(column(&$additions, |addition| addition.member_since))
            .bind::<Array<Integer>, _>(column(&$additions, |addition| addition.races_total))
            .bind::<Array<Integer>, _>(column(&$additions, |addition| addition.races_won))
            .bind::<Array<Double>, _>(column(&$additions, |addition| addition.wpm_sum))
            .bind::<Array<Double>, _>(column(&$additions, |addition| addition.accuracy_sum))
            .bind::<Array<Double>, _>(column(&$additions, |addition| addition.best_wpm))
            .bind::<Array<BigInt>, _>(column(&$additions, |addition| addition.time_ms))
    };
}

impl Addition {
    /// Returns the addition of one result for a user whose account was created at `member_since`.
    pub(crate) fn of(result: &Counted, member_since: DateTime<Utc>) -> Self {
        Self {
            user_id: result.user_id,
            member_since,
            races_total: 1,
            races_won: result.won.into(),
            wpm_sum: result.wpm,
            accuracy_sum: result.accuracy,
            best_wpm: result.wpm,
            time_ms: result.time_ms,
            shown: result.shown().into_iter().collect(),
        }
    }

    /// Adds one more result of the same user.
    pub(crate) fn add(&mut self, result: &Counted) {
        self.races_total += 1;
        self.races_won += i32::from(result.won);
        self.wpm_sum += result.wpm;
        self.accuracy_sum += result.accuracy;
        self.best_wpm = self.best_wpm.max(result.wpm);
        self.time_ms = self.time_ms.saturating_add(result.time_ms);
        self.shown.splice(0..0, result.shown());
        self.shown.truncate(LAST_SHOWN);
    }

    /// Adds to the stats of several users. There must be at most one addition per user.
    pub(crate) fn insert_or_add(additions: &[Self], conn: &mut PgConnection) -> QueryResult<()> {
        let insert = sql_query(format!(
            "INSERT INTO user_stats AS kept
                (user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (user_id) {GROW}"
        ));
        let additions: Vec<_> = additions.iter().collect();
        Prepared(bind_sums!(insert, additions)).execute(conn)
    }

    /// Adds to the stats of several users in a language each. There must be at most one addition per user and language.
    pub(crate) fn insert_or_add_by_language(
        additions: &[(Language, Self)],
        conn: &mut PgConnection,
    ) -> QueryResult<()> {
        let insert = sql_query(format!(
            "INSERT INTO language_stats AS kept
                (user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms, language, shown)
            SELECT user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms, language,
                shown::double precision[]
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS added
                (user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms, language, shown)
            ON CONFLICT (user_id, language) {GROW}, shown = (excluded.shown || kept.shown)[1:{LAST_SHOWN}]"
        ));
        let (languages, additions): (Vec<_>, Vec<_>) =
            additions.iter().map(|(language, addition)| (*language, addition)).unzip();
        let insert = bind_sums!(insert, additions)
            .bind::<Array<Text>, _>(languages)
            // An array of arrays of different lengths is none.
            .bind::<Array<Text>, _>(column(&additions, |addition| array_text(&addition.shown)));
        Prepared(insert).execute(conn)
    }
}

/// Returns a column of rows.
fn column<T>(rows: &[&Addition], value: impl Fn(&Addition) -> T) -> Vec<T> {
    rows.iter().map(|row| value(row)).collect()
}

/// Returns the text of an array in SQL.
fn array_text(numbers: &[f64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(f64::to_string).collect();
    format!("{{{}}}", numbers.join(","))
}

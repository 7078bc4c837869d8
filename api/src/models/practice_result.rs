//! Singleplayer results of signed-in users.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::sql_types::BigInt;
use diesel::{PgConnection, QueryResult};
use shared::{TextId, UserId};
use typing::Mode;

use crate::database::schema::practice_results;
use crate::domain::{Language, RunMark, RunMode, RunRules, TextLength};

#[derive(Debug, Clone)]
pub(crate) struct NewPracticeResult {
    pub(crate) user_id: UserId,
    pub(crate) mode: RunMode,
    pub(crate) rules: RunRules,
    pub(crate) mark: Option<RunMark>,
    pub(crate) language: Language,
    pub(crate) time_ms: i64,
    pub(crate) wpm: f64,
    pub(crate) raw_wpm: Option<f64>,
    pub(crate) accuracy: f64,
    pub(crate) consistency: Option<f64>,
    /// The number of characters of the text, if it is known.
    pub(crate) length: Option<i32>,
    pub(crate) text_id: Option<TextId>,
    /// The time of the run by the clock of the device, which tells whether it was saved before.
    pub(crate) typed_at: DateTime<Utc>,
    /// The same, within the time in which it can have been.
    pub(crate) ran_at: DateTime<Utc>,
}

/// The part of a result on which sums depend.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = practice_results, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Counted {
    mode: String,
    pub(crate) rules: RunRules,
    pub(crate) language: Language,
    pub(crate) time_ms: i64,
    pub(crate) wpm: f64,
    pub(crate) accuracy: f64,
    pub(crate) ran_at: DateTime<Utc>,
}

impl Counted {
    pub(crate) fn mode(&self) -> Mode {
        self.mode.parse().unwrap_or_default()
    }
}

impl NewPracticeResult {
    /// Inserts the result unless it is already there. Returns the key of a new one.
    pub(crate) fn insert(&self, conn: &mut PgConnection) -> QueryResult<Option<i64>> {
        let row = (
            practice_results::user_id.eq(self.user_id.0),
            practice_results::mode.eq(self.mode.0.name()),
            practice_results::rules.eq(self.rules),
            practice_results::mark.eq(self.mark),
            practice_results::language.eq(self.language),
            practice_results::time_ms.eq(self.time_ms),
            practice_results::wpm.eq(self.wpm),
            practice_results::raw_wpm.eq(self.raw_wpm),
            practice_results::accuracy.eq(self.accuracy),
            practice_results::consistency.eq(self.consistency),
            practice_results::length.eq(self.length),
            practice_results::text_id.eq(self.text_id.map(|id| id.0)),
            practice_results::typed_at.eq(self.typed_at),
            practice_results::ran_at.eq(self.ran_at),
        );
        let inserted = diesel::insert_into(practice_results::table).values(row).on_conflict_do_nothing();
        inserted.returning(practice_results::id).get_result(conn).optional()
    }
}

/// Locks a result of a user until the transaction ends.
pub(crate) fn lock(user: UserId, id: i64, conn: &mut PgConnection) -> QueryResult<Option<Counted>> {
    let own = practice_results::table.filter(practice_results::user_id.eq(user.0)).filter(practice_results::id.eq(id));
    own.for_update().select(Counted::as_select()).first(conn).optional()
}

pub(crate) fn delete(id: i64, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(practice_results::table.find(id)).execute(conn).map(drop)
}

/// Returns the time that a user practiced on a day (UTC), in milliseconds.
pub(crate) fn practiced_ms(user: UserId, day: NaiveDate, conn: &mut PgConnection) -> QueryResult<i64> {
    let start = day.and_time(NaiveTime::MIN).and_utc();
    let modes: Vec<_> = Mode::ALL.iter().map(|mode| mode.name()).collect();
    practice_results::table
        .filter(practice_results::user_id.eq(user.0))
        // Each mode and language has its own range of the index.
        .filter(practice_results::mode.eq_any(modes))
        .filter(practice_results::language.eq_any(Language::ALL))
        .filter(practice_results::ran_at.ge(start))
        .filter(practice_results::ran_at.lt(start + Days::new(1)))
        .select(sql::<BigInt>("coalesce(sum(time_ms), 0)::bigint"))
        .first(conn)
}

/// Deletes all results of a user, and returns how many there were.
pub(crate) fn delete_all(user: UserId, conn: &mut PgConnection) -> QueryResult<usize> {
    diesel::delete(practice_results::table.filter(practice_results::user_id.eq(user.0))).execute(conn)
}

/// Returns the highest speed of a user's texts; `None` without any.
pub(crate) fn best_wpm_of_texts(user: UserId, conn: &mut PgConnection) -> QueryResult<Option<f64>> {
    // Each is the first entry of an index.
    let of_texts = practice_results::table
        .filter(practice_results::user_id.eq(user.0))
        .filter(practice_results::mode.eq(Mode::Text.name()));
    let marked = of_texts.filter(practice_results::mark.is_not_null()).order(practice_results::wpm.desc());
    let mut best: Option<f64> = marked.select(practice_results::wpm).first(conn).optional()?;
    for language in Language::ALL {
        for size in TextLength::ALL.map(TextLength::name) {
            let alike = of_texts
                .filter(practice_results::mark.is_null())
                .filter(practice_results::language.eq(language))
                .filter(practice_results::size.eq(size));
            let ordered = alike.order((practice_results::wpm.desc(), practice_results::id));
            let first: Option<f64> = ordered.select(practice_results::wpm).first(conn).optional()?;
            best = first.into_iter().chain(best).reduce(f64::max);
        }
    }
    Ok(best)
}

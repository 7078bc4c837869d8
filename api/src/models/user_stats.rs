//! The totals of a user's races, of all and by language. A row exists from the first race on.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::{
    ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
};
use diesel::sql_types::{Array, Double};
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult};
use shared::UserId;
use typing::verdict::LAST_SHOWN;

use crate::database::schema::{greatest, language_stats, user_stats};
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

/// Locks the stats of these users until the transaction ends, in the order in which additions do.
pub(crate) fn lock(users: impl Iterator<Item = UserId>, conn: &mut PgConnection) -> QueryResult<()> {
    let rows = user_stats::table.filter(user_stats::user_id.eq_any(users.map(|user| user.0)));
    rows.order(user_stats::user_id).select(user_stats::user_id).for_no_key_update().load::<i64>(conn).map(drop)
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

/// The sums of a row of this table that exists, with those of a new row added.
macro_rules! grown {
    ($table:ident) => {
        (
            $table::races_total.eq($table::races_total + excluded($table::races_total)),
            $table::races_won.eq($table::races_won + excluded($table::races_won)),
            $table::wpm_sum.eq($table::wpm_sum + excluded($table::wpm_sum)),
            $table::accuracy_sum.eq($table::accuracy_sum + excluded($table::accuracy_sum)),
            $table::best_wpm.eq(greatest($table::best_wpm, excluded($table::best_wpm))),
            $table::time_ms.eq($table::time_ms + excluded($table::time_ms)),
        )
    };
}

/// The amounts that new results add to a user's stats.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = user_stats, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Addition {
    #[diesel(serialize_as = i64)]
    user_id: UserId,
    member_since: DateTime<Utc>,
    races_total: i32,
    races_won: i32,
    wpm_sum: f64,
    accuracy_sum: f64,
    best_wpm: f64,
    time_ms: i64,
    /// The speeds of the verified results, the newest first.
    #[diesel(skip_insertion)]
    shown: Vec<f64>,
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
    pub(crate) fn insert_or_add(additions: Vec<Self>, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::insert_into(user_stats::table)
            .values(additions)
            .on_conflict(user_stats::user_id)
            .do_update()
            .set(grown!(user_stats))
            .execute(conn)
            .map(drop)
    }

    /// Adds to the stats of several users in a language each. There must be at most one addition per user and language.
    pub(crate) fn insert_or_add_by_language(
        additions: &[(Language, Self)],
        conn: &mut PgConnection,
    ) -> QueryResult<()> {
        let rows = additions.iter().map(|(language, addition)| {
            (
                language_stats::user_id.eq(addition.user_id.0),
                language_stats::language.eq(*language),
                language_stats::member_since.eq(addition.member_since),
                language_stats::races_total.eq(addition.races_total),
                language_stats::races_won.eq(addition.races_won),
                language_stats::wpm_sum.eq(addition.wpm_sum),
                language_stats::accuracy_sum.eq(addition.accuracy_sum),
                language_stats::best_wpm.eq(addition.best_wpm),
                language_stats::time_ms.eq(addition.time_ms),
                language_stats::shown.eq(&addition.shown),
            )
        });
        let newest = format!("(excluded.shown || language_stats.shown)[1:{LAST_SHOWN}]");
        diesel::insert_into(language_stats::table)
            .values(rows.collect::<Vec<_>>())
            .on_conflict((language_stats::user_id, language_stats::language))
            .do_update()
            .set((grown!(language_stats), language_stats::shown.eq(sql::<Array<Double>>(&newest))))
            .execute(conn)
            .map(drop)
    }
}

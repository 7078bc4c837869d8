//! Names, replays and texts that users reported. The reports of the same thing by several users are one case.

use chrono::{DateTime, Utc};
use diesel::deserialize::FromSqlRow;
use diesel::dsl::sql;
use diesel::expression::AsExpression;
use diesel::prelude::{
    ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, QueryableByName, RunQueryDsl as _,
};
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz, Uuid};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;

use crate::database::schema::reports;
use crate::domain::{RequestId, ShortRaceId, Username, choice, column_names};

/// The condition of the partial indexes, as a literal: with a parameter, the planner would not use it.
const IS_OPEN: &str = "reports.settled_at IS NULL";

/// The kinds of things that can be reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Kind {
    Name,
    Replay,
    Text,
}

column_names!(Kind { Name = "name", Replay = "replay", Text = "text" });
choice!(Kind);

/// A report to write.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = reports, check_for_backend(diesel::pg::Pg))]
pub(crate) struct NewReport {
    #[diesel(serialize_as = i64)]
    pub(crate) reporter_id: UserId,
    pub(crate) kind: Kind,
    /// The user whose name or run it is.
    pub(crate) user_id: Option<i64>,
    pub(crate) username: Option<Username>,
    pub(crate) race_id: Option<ShortRaceId>,
    pub(crate) text_id: Option<i64>,
    pub(crate) words: String,
}

impl NewReport {
    /// Writes the report, unless the user has reported the same thing before. Returns true if it is new.
    pub(crate) fn insert_if_missing(self, conn: &mut PgConnection) -> QueryResult<bool> {
        Ok(diesel::insert_into(reports::table).values(self).on_conflict_do_nothing().execute(conn)? > 0)
    }
}

/// A case: the oldest open report of a thing.
#[derive(Debug, QueryableByName)]
pub(crate) struct Case {
    #[diesel(sql_type = BigInt)]
    pub(crate) id: i64,
    #[diesel(sql_type = Text)]
    pub(crate) kind: Kind,
    /// The name when it was reported, and now.
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) reported_name: Option<Username>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) username: Option<Username>,
    /// The race of a replay.
    #[diesel(sql_type = Nullable<Uuid>)]
    pub(crate) race: Option<ShortRaceId>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) text: Option<String>,
    /// `None` once that account is deleted.
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) reporter: Option<Username>,
    #[diesel(sql_type = Text)]
    pub(crate) words: String,
    /// The number of users who have reported the thing.
    #[diesel(sql_type = BigInt)]
    pub(crate) reports: i64,
    #[diesel(sql_type = Timestamptz)]
    pub(crate) created_at: DateTime<Utc>,
}

impl Case {
    /// Returns up to `limit` cases after the one with this key, oldest first.
    pub(crate) fn open(after: RequestId, limit: i64, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let cases = sql_query(
            "SELECT reports.id, reports.kind, reports.username AS reported_name, users.username, reports.race_id AS race,
                texts.text, reporter.username AS reporter, reports.words, reports.created_at,
                (SELECT count(*) FROM reports AS same WHERE same.thing = reports.thing AND same.settled_at IS NULL) AS reports
            FROM reports
            LEFT JOIN users ON users.id = reports.user_id
            LEFT JOIN users AS reporter ON reporter.id = reports.reporter_id
            LEFT JOIN texts ON texts.id = reports.text_id
            WHERE reports.settled_at IS NULL AND reports.id > $1 AND NOT EXISTS (
                SELECT FROM reports AS first
                WHERE first.thing = reports.thing AND first.settled_at IS NULL AND first.id < reports.id)
            ORDER BY reports.id LIMIT $2",
        );
        cases.bind::<BigInt, _>(after.0).bind::<BigInt, _>(limit).load(conn)
    }
}

/// The thing that an open report is about.
pub(crate) struct Subject {
    pub(crate) thing: String,
    pub(crate) user: Option<UserId>,
    pub(crate) race: Option<ShortRaceId>,
    pub(crate) text: Option<i64>,
}

/// Returns what an open report is about.
pub(crate) fn subject(id: RequestId, conn: &mut PgConnection) -> QueryResult<Option<Subject>> {
    let open = reports::table.find(id.0).filter(sql::<Bool>(IS_OPEN));
    let columns = (reports::thing, reports::user_id, reports::race_id, reports::text_id);
    let found = open.select(columns).first(conn).optional()?;
    let subject = |(thing, user, race, text): (String, Option<i64>, Option<ShortRaceId>, Option<i64>)| Subject {
        thing,
        user: user.map(UserId),
        race,
        text,
    };
    Ok(found.map(subject))
}

/// Settles all open reports of a thing. Returns their number, which is 0 if another admin was faster.
pub(crate) fn settle(thing: &str, conn: &mut PgConnection) -> QueryResult<usize> {
    let open = reports::table.filter(reports::thing.eq(thing)).filter(sql::<Bool>(IS_OPEN));
    diesel::update(open).set(reports::settled_at.eq(diesel::dsl::now)).execute(conn)
}

/// Returns the number of open reports.
pub(crate) fn count_open(conn: &mut PgConnection) -> QueryResult<i64> {
    reports::table.filter(sql::<Bool>(IS_OPEN)).count().get_result(conn)
}

/// Returns the number of open reports about a user.
pub(crate) fn count_about(user: UserId, conn: &mut PgConnection) -> QueryResult<i64> {
    reports::table.filter(reports::user_id.eq(user.0)).filter(sql::<Bool>(IS_OPEN)).count().get_result(conn)
}

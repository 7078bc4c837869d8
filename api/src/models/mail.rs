//! The outbox: mails that wait to be sent, and for a while those that were.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{count_star, sql};
use diesel::pg::expression::extensions::IntervalDsl as _;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, IntoSql as _, NullableExpressionMethods as _,
    OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::sql_types::{Bool, Jsonb, Text};
use diesel::{PgConnection, QueryResult, sql_query};
use serde_json::Value;
use shared::UserId;
use uuid::Uuid;

use crate::database::schema::{lower, mails};
use crate::domain::{Email, key};
use crate::models::user::User;

const DUE: &str = "due";
const SENT: &str = "sent";
const PARKED: &str = "parked";

/// The conditions of the partial indexes, in their words: a parameter would hide them from the planner.
const IS_DUE: &str = "state = 'due'";
const IS_SETTLED: &str = "state <> 'due'";

/// Characters of an error that are kept.
const ERROR_LENGTH: usize = 500;

key! {
    /// The key of a mail in the outbox.
    pub MailId
}

/// A mail that a worker has taken.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = mails, check_for_backend(diesel::pg::Pg))]
pub(crate) struct MailRow {
    #[diesel(deserialize_as = i64)]
    pub(crate) id: MailId,
    pub(crate) message_id: Uuid,
    pub(crate) kind: String,
    user_id: Option<i64>,
    pub(crate) recipient: String,
    /// The details that its words are made of; none is left once it is sent.
    pub(crate) details: Option<Value>,
    /// This try included.
    pub(crate) attempts: i32,
    pub(crate) created_at: DateTime<Utc>,
}

/// A mail that is not tried any more.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = mails, check_for_backend(diesel::pg::Pg))]
pub struct Parked {
    /// The key of the mail.
    #[diesel(deserialize_as = i64)]
    pub id: MailId,
    /// The kind of the mail.
    pub kind: String,
    /// The address that it was to be sent to.
    pub recipient: String,
    /// The number of tries.
    pub attempts: i32,
    /// The time at which it was parked.
    #[diesel(select_expression = mails::settled_at.assume_not_null())]
    pub parked_at: DateTime<Utc>,
    /// The error of the last try.
    pub last_error: Option<String>,
}

/// A mail to be written into the outbox.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = mails, check_for_backend(diesel::pg::Pg))]
pub(crate) struct NewMail {
    pub(crate) kind: String,
    #[diesel(serialize_as = i64)]
    pub(crate) user_id: UserId,
    pub(crate) recipient: Email,
    pub(crate) details: Value,
}

impl NewMail {
    /// Writes it, unless one of its kind that may be there only once waits for this address.
    pub(crate) fn insert(self, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::insert_into(mails::table).values(self).on_conflict_do_nothing().execute(conn).map(drop)
    }

    /// Writes a mail of `kind` to the user who has `recipient` when it is sent, if there is one.
    ///
    /// Writes in any case, also when the same waits already, so that the time it takes tells nothing.
    pub(crate) fn insert_for_address(
        kind: &str,
        recipient: &Email,
        details: &Value,
        conn: &mut PgConnection,
    ) -> QueryResult<()> {
        let insert = "INSERT INTO mails (kind, recipient, details) VALUES ($1, $2, $3)
            ON CONFLICT (kind, lower(recipient)) WHERE state = 'due' AND kind IN ('verify', 'password_reset')
            DO UPDATE SET created_at = now()";
        sql_query(insert)
            .bind::<Text, _>(kind)
            .bind::<Text, _>(recipient)
            .bind::<Jsonb, _>(details)
            .execute(conn)
            .map(drop)
    }
}

impl MailRow {
    /// Takes the mail that is due the longest, so that no other worker takes it before `lease` is over.
    pub(crate) fn claim(lease: TimeDelta, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let next = mails::table
            .filter(sql::<Bool>(IS_DUE).and(mails::due_at.le(diesel::dsl::now)))
            .order(mails::due_at)
            .limit(1)
            .for_update()
            .skip_locked()
            .select(mails::id);
        conn.build_transaction().run(|conn| {
            let Some(id) = next.first::<i64>(conn).optional()? else { return Ok(None) };
            diesel::update(mails::table.find(id))
                .set((mails::due_at.eq(from_now!(lease)), mails::attempts.eq(mails::attempts + 1)))
                .returning(Self::as_returning())
                .get_result(conn)
                .map(Some)
        })
    }

    /// Marks it as sent, and forgets the details that its words were made of.
    pub(crate) fn mark_sent(&self, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(mails::table.find(self.id.0))
            .set((
                mails::state.eq(SENT),
                mails::details.eq(None::<Value>),
                mails::last_error.eq(None::<String>),
                mails::settled_at.eq(diesel::dsl::now),
            ))
            .execute(conn)
            .map(drop)
    }

    /// It was not sent, and is tried again after a pause, unless another worker has it by now.
    pub(crate) fn put_off(&self, pause: TimeDelta, error: &str, conn: &mut PgConnection) -> QueryResult<()> {
        let still_mine = mails::state.eq(DUE).and(mails::attempts.eq(self.attempts));
        diesel::update(mails::table.find(self.id.0).filter(still_mine))
            .set((mails::due_at.eq(from_now!(pause)), mails::last_error.eq(kept(error))))
            .execute(conn)
            .map(drop)
    }

    /// It is not tried any more, unless another worker has it by now.
    pub(crate) fn park(&self, error: &str, conn: &mut PgConnection) -> QueryResult<()> {
        let still_mine = mails::state.eq(DUE).and(mails::attempts.eq(self.attempts));
        diesel::update(mails::table.find(self.id.0).filter(still_mine))
            .set((mails::state.eq(PARKED), mails::last_error.eq(kept(error)), mails::settled_at.eq(diesel::dsl::now)))
            .execute(conn)
            .map(drop)
    }

    /// There is nobody to send it to.
    pub(crate) fn delete(&self, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::delete(mails::table.find(self.id.0)).execute(conn).map(drop)
    }

    /// Returns the user it is about, locked against a change until the transaction ends.
    pub(crate) fn lock_user(&self, conn: &mut PgConnection) -> QueryResult<Option<User>> {
        match self.user_id {
            Some(id) => User::lock(UserId(id), conn),
            None => User::lock_by_email(&self.recipient, conn),
        }
    }

    /// Forgets the mails of this kind about this user that still wait.
    pub(crate) fn delete_waiting(kind: &str, user: UserId, conn: &mut PgConnection) -> QueryResult<()> {
        let about = mails::table.filter(mails::user_id.eq(user.0).and(mails::kind.eq(kind)));
        diesel::delete(about.filter(sql::<Bool>(IS_DUE))).execute(conn).map(drop)
    }

    /// Forgets every mail to this address, in any case.
    pub(crate) fn delete_to(address: &Email, conn: &mut PgConnection) -> QueryResult<()> {
        let to = mails::table.filter(lower(mails::recipient).eq(address.to_ascii_lowercase()));
        diesel::delete(to).execute(conn).map(drop)
    }

    /// Forgets the mails that were sent or parked before `moment`.
    pub(crate) fn delete_settled_before(moment: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
        let old = mails::table.filter(sql::<Bool>(IS_SETTLED).and(mails::settled_at.lt(moment)));
        diesel::delete(old).execute(conn).map(drop)
    }

    /// Returns the number of mails that wait, and of those that are parked.
    pub(crate) fn count(conn: &mut PgConnection) -> QueryResult<(i64, i64)> {
        let waiting = mails::table.filter(sql::<Bool>(IS_DUE)).select(count_star()).first(conn)?;
        let parked = sql::<Bool>(IS_SETTLED).and(mails::state.eq(PARKED));
        Ok((waiting, mails::table.filter(parked).select(count_star()).first(conn)?))
    }
}

impl Parked {
    /// All of them, oldest first.
    pub(crate) fn all(conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let parked = sql::<Bool>(IS_SETTLED).and(mails::state.eq(PARKED));
        mails::table.filter(parked).order(mails::id).select(Self::as_select()).load(conn)
    }

    /// Has the mail of this number tried again, as if it were new; returns how many are. If the same waits already for
    /// its address, it violates the index on those that may be there only once.
    pub(crate) fn retry(id: MailId, conn: &mut PgConnection) -> QueryResult<usize> {
        diesel::update(mails::table.find(id.0).filter(mails::state.eq(PARKED)))
            .set((
                mails::state.eq(DUE),
                mails::settled_at.eq(None::<DateTime<Utc>>),
                mails::due_at.eq(diesel::dsl::now),
                mails::created_at.eq(diesel::dsl::now),
                mails::attempts.eq(0),
            ))
            .execute(conn)
    }
}

/// As much of a server's words as is worth keeping, without what Postgres or a terminal chokes on.
fn kept(error: &str) -> String {
    error.chars().map(|c| if c.is_control() { ' ' } else { c }).take(ERROR_LENGTH).collect()
}

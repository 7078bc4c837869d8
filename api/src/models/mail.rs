//! The outbox: mails that wait to be sent, and for a while those that were sent.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{count_star, sql};
use diesel::pg::expression::extensions::IntervalDsl as _;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, IntoSql as _, OptionalExtension as _,
    QueryDsl as _, Queryable, RunQueryDsl as _, Selectable, SelectableHelper as _,
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

/// The conditions of the partial indexes, as literals: with a parameter, the planner would not use them.
const IS_DUE: &str = "state = 'due'";
const IS_SETTLED: &str = "state <> 'due'";

/// The number of characters of an error message that are kept.
const ERROR_LENGTH: usize = 500;

key! {
    /// The key of a mail in the outbox.
    pub(crate) MailId
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = mails, check_for_backend(diesel::pg::Pg))]
pub(crate) struct MailRow {
    #[diesel(deserialize_as = i64)]
    pub(crate) id: MailId,
    pub(crate) message_id: Uuid,
    pub(crate) kind: String,
    user_id: Option<i64>,
    pub(crate) recipient: Email,
    /// The details from which it is composed. `None` once it is sent.
    pub(crate) details: Option<Value>,
    /// The number of attempts, including the current one.
    pub(crate) attempts: i32,
    pub(crate) created_at: DateTime<Utc>,
}

/// A mail to write to the outbox.
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
    /// Writes the mail, unless one of its kind already waits for this address and only one may.
    pub(crate) fn insert(self, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::insert_into(mails::table).values(self).on_conflict_do_nothing().execute(conn).map(drop)
    }

    /// Writes a mail of `kind` for the user who has `recipient` when it is sent, if there is one.
    ///
    /// Always writes, even if the same mail already waits, so that the time taken reveals nothing.
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
    /// Leases the mail that has been due longest. No other worker takes it until `lease` has passed.
    pub(crate) fn claim(lease: TimeDelta, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        claim!(mails, sql::<Bool>(IS_DUE), due_at = from_now!(lease), attempts, conn)
    }

    /// Marks it as sent, and deletes the details from which it was composed.
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

    /// Schedules a retry after `pause`, unless another worker has leased the mail by now.
    pub(crate) fn postpone(&self, pause: TimeDelta, error: &str, conn: &mut PgConnection) -> QueryResult<()> {
        let still_mine = mails::state.eq(DUE).and(mails::attempts.eq(self.attempts));
        diesel::update(mails::table.find(self.id.0).filter(still_mine))
            .set((mails::due_at.eq(from_now!(pause)), mails::last_error.eq(kept(error))))
            .execute(conn)
            .map(drop)
    }

    /// Parks the mail, unless another worker has leased it by now.
    pub(crate) fn park(&self, error: &str, conn: &mut PgConnection) -> QueryResult<()> {
        let still_mine = mails::state.eq(DUE).and(mails::attempts.eq(self.attempts));
        diesel::update(mails::table.find(self.id.0).filter(still_mine))
            .set((mails::state.eq(PARKED), mails::last_error.eq(kept(error)), mails::settled_at.eq(diesel::dsl::now)))
            .execute(conn)
            .map(drop)
    }

    /// Deletes the mail, which has no recipient.
    pub(crate) fn delete(&self, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::delete(mails::table.find(self.id.0)).execute(conn).map(drop)
    }

    /// Returns its user, locked until the transaction ends.
    pub(crate) fn lock_user(&self, conn: &mut PgConnection) -> QueryResult<Option<User>> {
        match self.user_id {
            Some(id) => User::lock(UserId(id), conn),
            None => User::lock_by_email(&self.recipient, conn),
        }
    }

    pub(crate) fn delete_waiting(kind: &str, user: UserId, conn: &mut PgConnection) -> QueryResult<()> {
        let about = mails::table.filter(mails::user_id.eq(user.0).and(mails::kind.eq(kind)));
        diesel::delete(about.filter(sql::<Bool>(IS_DUE))).execute(conn).map(drop)
    }

    /// Deletes the mails to this address, in any case, that were requested without a login: whoever has the address.
    pub(crate) fn delete_without_user(address: &Email, conn: &mut PgConnection) -> QueryResult<()> {
        let to = mails::table.filter(lower(mails::recipient).eq(address.to_ascii_lowercase()));
        diesel::delete(to.filter(mails::user_id.is_null())).execute(conn).map(drop)
    }

    /// Deletes the user's mails to this address, in any case, that were sent or parked.
    pub(crate) fn delete_settled(user: UserId, address: &str, conn: &mut PgConnection) -> QueryResult<()> {
        let to = mails::table.filter(lower(mails::recipient).eq(address.to_ascii_lowercase()));
        let of_user = mails::user_id.eq(user.0).or(mails::user_id.is_null());
        diesel::delete(to.filter(of_user).filter(sql::<Bool>(IS_SETTLED))).execute(conn).map(drop)
    }

    /// Deletes the mails that were sent or parked before `moment`.
    pub(crate) fn delete_settled_before(moment: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
        let old = mails::table.filter(sql::<Bool>(IS_SETTLED).and(mails::settled_at.lt(moment)));
        diesel::delete(old).execute(conn).map(drop)
    }

    /// Returns the number of waiting mails, and of parked ones.
    pub(crate) fn count(conn: &mut PgConnection) -> QueryResult<(i64, i64)> {
        let waiting = mails::table.filter(sql::<Bool>(IS_DUE)).select(count_star()).first(conn)?;
        let parked = sql::<Bool>(IS_SETTLED).and(mails::state.eq(PARKED));
        Ok((waiting, mails::table.filter(parked).select(count_star()).first(conn)?))
    }
}

/// Returns the start of a server's message, without characters that Postgres or a terminal cannot handle.
fn kept(error: &str) -> String {
    error.chars().map(|c| if c.is_control() { ' ' } else { c }).take(ERROR_LENGTH).collect()
}

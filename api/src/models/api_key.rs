//! Keys of the public API.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::sql;
use diesel::prelude::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::sql_types::Bool;
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use super::ban::not_banned;
use crate::database::schema::api_keys;
use crate::domain::ApiKeyName;

/// A key without its secret, as its owner sees it.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = api_keys, check_for_backend(diesel::pg::Pg))]
pub(crate) struct ApiKeyRow {
    pub(crate) name: ApiKeyName,
    pub(crate) created_at: DateTime<Utc>,
    /// The last day (UTC) with a call.
    pub(crate) used_on: Option<NaiveDate>,
}

impl ApiKeyRow {
    /// Returns a user's keys, oldest first.
    pub(crate) fn list(user: UserId, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let of_user = api_keys::table.filter(api_keys::user_id.eq(user.0));
        of_user.order((api_keys::created_at, api_keys::name)).select(Self::as_select()).load(conn)
    }
}

/// Returns the number of a user's keys.
pub(crate) fn count(user: UserId, conn: &mut PgConnection) -> QueryResult<i64> {
    api_keys::table.filter(api_keys::user_id.eq(user.0)).count().get_result(conn)
}

/// Inserts a key under its hash. A name that the user has given to another key violates `api_keys_pkey`.
pub(crate) fn insert(user: UserId, name: &ApiKeyName, hash: &[u8], conn: &mut PgConnection) -> QueryResult<()> {
    diesel::insert_into(api_keys::table)
        .values((api_keys::user_id.eq(user.0), api_keys::name.eq(name), api_keys::key_hash.eq(hash)))
        .execute(conn)
        .map(drop)
}

/// Deletes a user's key, and returns whether there was one with this name.
pub(crate) fn delete(user: UserId, name: &ApiKeyName, conn: &mut PgConnection) -> QueryResult<bool> {
    Ok(diesel::delete(api_keys::table.find((user.0, name))).execute(conn)? > 0)
}

/// Returns true if there is a key with this hash whose owner is not banned, and records that it was used today. That is
/// one write a day, however many calls there are, and the call is answered even if it fails.
pub(crate) fn record_use(hash: &[u8], conn: &mut PgConnection) -> QueryResult<bool> {
    let key = api_keys::table.filter(api_keys::key_hash.eq(hash));
    let good = key.filter(sql::<Bool>(not_banned!("api_keys.user_id")));
    let found: Option<Option<NaiveDate>> = good.select(api_keys::used_on).first(conn).optional()?;
    let today = Utc::now().date_naive();
    if found.is_some_and(|used_on| used_on.is_none_or(|day| day < today))
        && let Err(error) = diesel::update(key).set(api_keys::used_on.eq(today)).execute(conn)
    {
        tracing::debug!(%error, "the use of a key is not recorded");
    }
    Ok(found.is_some())
}

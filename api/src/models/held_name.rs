//! Names that were given up lately and that nobody else may take yet.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, RunQueryDsl as _,
};
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult};
use sha2::{Digest as _, Sha256};
use shared::UserId;

use crate::database::schema::held_names;
use crate::domain::Username;
use crate::error::in_words;

/// The time for which a name is held after it was given up.
pub(crate) const HELD_FOR: TimeDelta = TimeDelta::days(30);

/// Names that one user may hold: without a bound, one account could take name after name from everybody else.
pub(crate) const HELD_AT_MOST: usize = 3;

/// The limit on name changes that follows from that, for the document of the api.
pub(crate) fn limit() -> String {
    format!("{HELD_AT_MOST} in {}", in_words(HELD_FOR.num_seconds().unsigned_abs()))
}

/// Holds a name, for `owner` to take back or, without one, for nobody.
pub(crate) fn hold(username: &Username, owner: Option<UserId>, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::insert_into(held_names::table)
        .values((
            held_names::name_hash.eq(hash(username)),
            held_names::user_id.eq(owner.map(i64::from)),
            held_names::held_until.eq(Utc::now() + HELD_FOR),
        ))
        // What is left of a hold that is over.
        .on_conflict(held_names::name_hash)
        .do_update()
        .set((
            held_names::user_id.eq(excluded(held_names::user_id)),
            held_names::held_until.eq(excluded(held_names::held_until)),
        ))
        .execute(conn)
        .map(drop)
}

/// True if the name is held against everybody but `owner`.
pub(crate) fn is_held_against(
    username: &Username,
    owner: Option<UserId>,
    conn: &mut PgConnection,
) -> QueryResult<bool> {
    Ok(holder(username, conn)?.is_some_and(|holder| holder.is_none() || holder != owner))
}

/// Lets go of a name that its owner took back.
pub(crate) fn release(username: &Username, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(held_names::table.find(hash(username))).execute(conn).map(drop)
}

/// Returns the ends of the periods for which the names are held that this user gave up, the first to come free first.
pub(crate) fn held_by(owner: UserId, conn: &mut PgConnection) -> QueryResult<Vec<DateTime<Utc>>> {
    held_names::table
        .filter(held_names::user_id.eq(owner.0).and(held_names::held_until.gt(diesel::dsl::now)))
        .order(held_names::held_until)
        .select(held_names::held_until)
        .load(conn)
}

/// Returns the user who lately gave up this name for another one.
pub(crate) fn former_owner(username: &Username, conn: &mut PgConnection) -> QueryResult<Option<UserId>> {
    Ok(holder(username, conn)?.flatten())
}

/// Returns the holder of a held name: `None` when it is not held, `Some(None)` when it is held for nobody.
fn holder(username: &Username, conn: &mut PgConnection) -> QueryResult<Option<Option<UserId>>> {
    let held = held_names::table.find(hash(username)).filter(held_names::held_until.gt(diesel::dsl::now));
    let holder: Option<Option<i64>> = held.select(held_names::user_id).first(conn).optional()?;
    Ok(holder.map(|user| user.map(UserId)))
}

/// Forgets the names that were held until before `moment`.
pub(crate) fn delete_expired(moment: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(held_names::table.filter(held_names::held_until.lt(moment))).execute(conn).map(drop)
}

fn hash(username: &Username) -> Vec<u8> {
    Sha256::digest(username.to_ascii_lowercase()).to_vec()
}

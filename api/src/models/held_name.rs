//! Usernames that were recently given up, and are still reserved.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, RunQueryDsl as _,
};
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use crate::database::schema::held_names;
use crate::domain::Username;
use crate::duration;
use crate::keyed_hash::KeyedHash;

/// The time for which a given-up name is reserved.
pub(crate) const TTL: TimeDelta = TimeDelta::days(30);

/// The maximum number of reserved names per user. Without it, one account could occupy any number of names.
pub(crate) const HELD_AT_MOST: usize = 3;

/// The reservation of a name.
enum Hold {
    None,
    For(UserId),
    ForNobody,
}

/// Returns the resulting limit on name changes, for the document.
pub(crate) fn limit() -> String {
    format!("{HELD_AT_MOST} per account in {}", duration::in_words(TTL.num_seconds().unsigned_abs()))
}

/// Reserves a name, for `owner` or, if `None`, for nobody.
pub(crate) fn hold(
    username: &Username,
    owner: Option<UserId>,
    hash: &KeyedHash,
    conn: &mut PgConnection,
) -> QueryResult<()> {
    diesel::insert_into(held_names::table)
        .values((
            held_names::name_hash.eq(stored(username, hash)),
            held_names::user_id.eq(owner.map(i64::from)),
            held_names::held_until.eq(Utc::now() + TTL),
        ))
        // The row of an earlier reservation that has expired.
        .on_conflict(held_names::name_hash)
        .do_update()
        .set((
            held_names::user_id.eq(excluded(held_names::user_id)),
            held_names::held_until.eq(excluded(held_names::held_until)),
        ))
        .execute(conn)
        .map(drop)
}

/// Returns true if the name is reserved, and not for `owner`.
pub(crate) fn is_held_against(
    username: &Username,
    owner: Option<UserId>,
    hash: &KeyedHash,
    conn: &mut PgConnection,
) -> QueryResult<bool> {
    Ok(match hold_on(username, hash, conn)? {
        Hold::None => false,
        Hold::For(holder) => Some(holder) != owner,
        Hold::ForNobody => true,
    })
}

/// Releases a name that its owner took back.
pub(crate) fn release(username: &Username, hash: &KeyedHash, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(held_names::table.find(stored(username, hash))).execute(conn).map(drop)
}

/// Releases all names that are reserved for this user.
pub(crate) fn release_all(owner: UserId, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(held_names::table.filter(held_names::user_id.eq(owner.0))).execute(conn).map(drop)
}

/// Returns the times at which the names reserved for this user become free, earliest first.
pub(crate) fn held_by(owner: UserId, conn: &mut PgConnection) -> QueryResult<Vec<DateTime<Utc>>> {
    held_names::table
        .filter(held_names::user_id.eq(owner.0).and(held_names::held_until.gt(diesel::dsl::now)))
        .order(held_names::held_until)
        .select(held_names::held_until)
        .load(conn)
}

/// Returns the user who recently gave up this name for another one.
pub(crate) fn former_owner(
    username: &Username,
    hash: &KeyedHash,
    conn: &mut PgConnection,
) -> QueryResult<Option<UserId>> {
    Ok(match hold_on(username, hash, conn)? {
        Hold::For(owner) => Some(owner),
        Hold::None | Hold::ForNobody => None,
    })
}

fn hold_on(username: &Username, hash: &KeyedHash, conn: &mut PgConnection) -> QueryResult<Hold> {
    let held = held_names::table.find(stored(username, hash)).filter(held_names::held_until.gt(diesel::dsl::now));
    Ok(match held.select(held_names::user_id).first(conn).optional()? {
        None => Hold::None,
        Some(Some(owner)) => Hold::For(UserId(owner)),
        Some(None) => Hold::ForNobody,
    })
}

/// Deletes the reservations that ended before `moment`.
pub(crate) fn delete_expired(moment: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(held_names::table.filter(held_names::held_until.lt(moment))).execute(conn).map(drop)
}

/// Returns the form in which a name is stored.
fn stored(username: &Username, hash: &KeyedHash) -> Vec<u8> {
    hash.of("held names", &username.to_ascii_lowercase())
}

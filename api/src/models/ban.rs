//! Bans: accounts that cannot be used until a moment, and the addresses of those that were deleted meanwhile.
//!
//! Nothing is computed anew when an account is banned. What is public of it is hidden by one condition in the queries,
//! [`not_banned`], and shown again once the ban has ended.

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable,
    RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use super::address_change;
use super::user::User;
use crate::database::schema::{banned_addresses, bans, users};
use crate::domain::Username;
use crate::keyed_hash::KeyedHash;

/// The condition that the account whose key is in `$user`, a column, is not banned.
macro_rules! not_banned {
    ($user:literal) => {
        concat!(
            "NOT EXISTS (SELECT FROM bans WHERE bans.user_id = ",
            $user,
            " AND (bans.banned_until IS NULL OR bans.banned_until > now()))"
        )
    };
}

pub(crate) use not_banned;

/// The ban of an account.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = bans, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Ban {
    pub(crate) reason: String,
    pub(crate) banned_at: DateTime<Utc>,
    /// `None` for good.
    pub(crate) banned_until: Option<DateTime<Utc>>,
    /// The reply of the user to the admins.
    pub(crate) reply: Option<String>,
}

/// Selects the rows of `$table` that have an effect now.
macro_rules! current {
    ($table:ident) => {
        $table::table.filter($table::banned_until.is_null().or($table::banned_until.gt(diesel::dsl::now)))
    };
}

impl Ban {
    /// Returns the ban of this account, if it is banned now.
    pub(crate) fn of(user: UserId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        current!(bans).filter(bans::user_id.eq(user.0)).select(Self::as_select()).first(conn).optional()
    }

    /// Bans an account that is not banned, which must be locked, until a moment or for good.
    pub(crate) fn insert(
        user: UserId,
        until: Option<DateTime<Utc>>,
        reason: &str,
        conn: &mut PgConnection,
    ) -> QueryResult<()> {
        // That of an earlier ban that has ended.
        Self::lift(user, conn)?;
        diesel::insert_into(bans::table)
            .values((bans::user_id.eq(user.0), bans::banned_until.eq(until), bans::reason.eq(reason)))
            .execute(conn)
            .map(drop)
    }

    /// Lifts the ban of an account, if there is one.
    pub(crate) fn lift(user: UserId, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::delete(bans::table.find(user.0)).execute(conn).map(drop)
    }

    /// Records what the user replied to the admins. Returns false if they have replied before.
    pub(crate) fn reply(user: UserId, words: &str, conn: &mut PgConnection) -> QueryResult<bool> {
        let first = bans::table.find(user.0).filter(bans::reply.is_null());
        let replied = (bans::reply.eq(words), bans::replied_at.eq(diesel::dsl::now));
        Ok(diesel::update(first).set(replied).execute(conn)? > 0)
    }

    /// Returns the first `limit` bans to which the users replied, the longest ago first.
    pub(crate) fn replied(limit: i64, conn: &mut PgConnection) -> QueryResult<Vec<(Username, Self)>> {
        current!(bans)
            .inner_join(users::table)
            .filter(bans::replied_at.is_not_null())
            .order((bans::replied_at, bans::user_id))
            .limit(limit)
            .select((users::username, Self::as_select()))
            .load(conn)
    }

    /// Keeps the addresses of the account, which is about to be deleted, as hashes, so that no new account with one of
    /// them lifts the ban.
    pub(crate) fn outlive(&self, user: &User, hash: &KeyedHash, conn: &mut PgConnection) -> QueryResult<()> {
        let addresses = address_change::addresses_of(user, conn)?;
        let mut hashes: Vec<_> = addresses.iter().map(|address| stored(address, hash)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        let until = banned_addresses::banned_until;
        let rows =
            hashes.into_iter().map(|hash| (banned_addresses::address_hash.eq(hash), until.eq(self.banned_until)));
        diesel::insert_into(banned_addresses::table)
            .values(rows.collect::<Vec<_>>())
            // The row of an earlier ban that has ended.
            .on_conflict(banned_addresses::address_hash)
            .do_update()
            .set(until.eq(excluded(until)))
            .execute(conn)
            .map(drop)
    }
}

/// Returns true if this address is that of a banned account that was deleted.
pub(crate) fn is_banned(address: &str, hash: &KeyedHash, conn: &mut PgConnection) -> QueryResult<bool> {
    let banned = current!(banned_addresses).filter(banned_addresses::address_hash.eq(stored(address, hash)));
    diesel::select(exists(banned)).get_result(conn)
}

/// Deletes the bans that have ended.
pub(crate) fn delete_expired(conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(bans::table.filter(bans::banned_until.lt(diesel::dsl::now))).execute(conn)?;
    let ended = banned_addresses::table.filter(banned_addresses::banned_until.lt(diesel::dsl::now));
    diesel::delete(ended).execute(conn).map(drop)
}

/// Returns the form in which an address is stored.
fn stored(address: &str, hash: &KeyedHash) -> Vec<u8> {
    hash.of("banned addresses", &address.to_ascii_lowercase())
}

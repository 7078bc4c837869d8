//! Changes of accounts' addresses that can be taken back, by a link that is mailed to the previous address.

use chrono::{TimeDelta, Utc};
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, NullableExpressionMethods as _, OptionalExtension as _,
    QueryDsl as _, RunQueryDsl as _,
};
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use super::account_code;
use super::mail::MailRow;
use super::user::User;
use crate::database::schema::{address_changes, lower, users};
use crate::domain::{Code, Email};

/// The time for which a change can be taken back, from the moment when the mail with the link is sent. It does not end
/// when the new address is verified: a thief would verify it at once.
pub(crate) const TTL: TimeDelta = TimeDelta::days(7);

/// Writes a change from the address `restores`, and returns its key.
pub(crate) fn insert(user: UserId, restores: &Email, conn: &mut PgConnection) -> QueryResult<i64> {
    diesel::insert_into(address_changes::table)
        .values((
            address_changes::user_id.eq(user.0),
            address_changes::restores.eq(restores),
            address_changes::expires_at.eq(Utc::now() + TTL),
        ))
        .returning(address_changes::id)
        .get_result(conn)
}

/// Creates a code that takes back the change, and starts its lifetime. `None` if the change was taken back meanwhile.
pub(crate) fn issue_code(id: i64, conn: &mut PgConnection) -> QueryResult<Option<String>> {
    let code = account_code::generate();
    let written = diesel::update(address_changes::table.find(id))
        .set((
            address_changes::code_hash.eq(account_code::hash(&code)),
            address_changes::expires_at.eq(Utc::now() + TTL),
        ))
        .execute(conn)?;
    Ok((written > 0).then_some(code))
}

/// Uses up the code of one of the user's changes, and returns the address to restore. Later changes of the user, and
/// others from the same address, can no longer be taken back. `None` if the code is invalid.
pub(crate) fn redeem(user: UserId, code: &Code, conn: &mut PgConnection) -> QueryResult<Option<Email>> {
    let of_user = || address_changes::table.filter(address_changes::user_id.eq(user.0));
    let good = of_user()
        .filter(address_changes::code_hash.eq(account_code::hash(code)))
        .filter(address_changes::expires_at.gt(diesel::dsl::now))
        .select((address_changes::id, address_changes::restores));
    let Some((id, restores)) = good.first::<(i64, Email)>(conn).optional()? else { return Ok(None) };
    let same = lower(address_changes::restores).eq(restores.to_ascii_lowercase());
    diesel::delete(of_user().filter(address_changes::id.ge(id).or(same))).execute(conn)?;
    Ok(Some(restores))
}

/// Returns true if a user other than `owner` had this address, and still gets mails there or may take it back.
pub(crate) fn is_held_against(address: &Email, owner: UserId, conn: &mut PgConnection) -> QueryResult<bool> {
    let address = address.to_ascii_lowercase();
    let recovering =
        users::table.filter(lower(users::recovery_email.assume_not_null()).eq(&address)).filter(users::id.ne(owner.0));
    let changes = address_changes::table
        .filter(lower(address_changes::restores).eq(&address))
        .filter(address_changes::user_id.ne(owner.0).and(address_changes::expires_at.gt(diesel::dsl::now)));
    diesel::select(diesel::dsl::exists(recovering).or(diesel::dsl::exists(changes))).get_result(conn)
}

/// Returns the user's addresses, former ones included.
pub(crate) fn addresses_of(user: &User, conn: &mut PgConnection) -> QueryResult<Vec<Email>> {
    let former = address_changes::table.filter(address_changes::user_id.eq(user.id.0));
    let mut addresses: Vec<Email> = former.select(address_changes::restores).load(conn)?;
    addresses.extend([user.email.clone(), user.confirmed_email().clone()]);
    Ok(addresses)
}

/// Deletes the changes that can no longer be taken back, and the mails that were sent to their previous addresses.
pub(crate) fn delete_expired(conn: &mut PgConnection) -> QueryResult<()> {
    let expired = address_changes::table.filter(address_changes::expires_at.lt(diesel::dsl::now));
    let deleted = diesel::delete(expired).returning((address_changes::user_id, address_changes::restores));
    for (user, address) in deleted.get_results::<(i64, Email)>(conn)? {
        MailRow::delete_settled(UserId(user), &address, conn)?;
    }
    Ok(())
}

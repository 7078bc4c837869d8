//! The bags of users.

use diesel::prelude::{ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use crate::database::schema::text_bags;

/// Returns what is kept of a user's bag, if there is one.
pub(crate) fn find(user: UserId, conn: &mut PgConnection) -> QueryResult<Option<Vec<u8>>> {
    text_bags::table.find(user.0).select(text_bags::bag).first(conn).optional()
}

/// Keeps a user's bag in place of the one that was found. Returns false if there is another one by now.
pub(crate) fn replace(user: UserId, found: Option<&[u8]>, bag: &[u8], conn: &mut PgConnection) -> QueryResult<bool> {
    let n_kept = match found {
        Some(found) => diesel::update(text_bags::table.find(user.0).filter(text_bags::bag.eq(found)))
            .set(text_bags::bag.eq(bag))
            .execute(conn)?,
        None => diesel::insert_into(text_bags::table)
            .values((text_bags::user_id.eq(user.0), text_bags::bag.eq(bag)))
            .on_conflict_do_nothing()
            .execute(conn)?,
    };
    Ok(n_kept > 0)
}

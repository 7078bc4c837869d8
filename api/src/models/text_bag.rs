//! The bags of users.

use diesel::prelude::{OptionalExtension as _, QueryDsl as _, RunQueryDsl as _};
use diesel::sql_types::{BigInt, Bytea, Nullable};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;

use crate::database::schema::text_bags;
use crate::database::{Nothing, Prepared};

/// Returns what is kept of a user's bag, if there is one.
pub(crate) fn find(user: UserId, conn: &mut PgConnection) -> QueryResult<Option<Vec<u8>>> {
    text_bags::table.find(user.0).select(text_bags::bag).first(conn).optional()
}

/// Keeps a user's bag in place of the one that was found. Returns false if there is another one by now.
pub(crate) fn replace(user: UserId, found: Option<&[u8]>, bag: &[u8], conn: &mut PgConnection) -> QueryResult<bool> {
    let keep = sql_query(
        "INSERT INTO text_bags AS kept (user_id, bag) VALUES ($1, $2)
        ON CONFLICT (user_id) DO UPDATE SET bag = excluded.bag WHERE kept.bag = $3 RETURNING 1",
    );
    let keep = keep.bind::<BigInt, _>(user.0).bind::<Bytea, _>(bag).bind::<Nullable<Bytea>, _>(found);
    let kept: Vec<Nothing> = Prepared(keep).load(conn)?;
    Ok(!kept.is_empty())
}

//! The keys of runs, in the form of [`shared::key_log`].

use diesel::prelude::{ExpressionMethods as _, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};

use crate::database::schema::{practice_keys, result_keys};

/// Inserts the keys of races, each with the key of its result.
pub(crate) fn insert_of_races(logs: &[(i64, &[u8])], conn: &mut PgConnection) -> QueryResult<()> {
    let rows = logs.iter().map(|(result, keys)| (result_keys::result_id.eq(*result), result_keys::keys.eq(*keys)));
    diesel::insert_into(result_keys::table).values(rows.collect::<Vec<_>>()).execute(conn).map(drop)
}

/// Inserts the keys of a practice, with the text unless it is one of the site's.
pub(crate) fn insert_of_practice(
    practice: i64,
    log: &[u8],
    text: Option<&str>,
    conn: &mut PgConnection,
) -> QueryResult<()> {
    let row = (practice_keys::practice_id.eq(practice), practice_keys::keys.eq(log), practice_keys::text.eq(text));
    diesel::insert_into(practice_keys::table).values(row).execute(conn).map(drop)
}

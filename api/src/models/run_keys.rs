//! The keys of runs, in the form of [`typing::key_log`].

use chrono::{DateTime, Utc};
use diesel::prelude::{ExpressionMethods as _, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Bytea, Timestamptz};
use diesel::{PgConnection, QueryResult, sql_query};

use crate::database::Prepared;
use crate::database::schema::practice_keys;

/// The number of runs of each kind whose keys are deleted at once.
const DELETED_AT_ONCE: usize = 5000;

/// Inserts the keys of races, each with the key of its result.
pub(crate) fn insert_of_races(logs: &[(i64, &[u8])], conn: &mut PgConnection) -> QueryResult<()> {
    let (results, keys): (Vec<_>, Vec<_>) = logs.iter().copied().unzip();
    let insert = sql_query("INSERT INTO result_keys (result_id, keys) SELECT * FROM unnest($1, $2)");
    Prepared(insert.bind::<Array<BigInt>, _>(results).bind::<Array<Bytea>, _>(keys)).execute(conn)
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

/// Deletes the keys of the oldest runs that were saved before `moment`. Returns true if there may be more.
pub(crate) fn delete_some_before(moment: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<bool> {
    // In the order of their keys, runs are in that of their times, so no index of times is needed. The number is part of
    // the statement, since Postgres plans for it.
    let of_races = format!(
        "DELETE FROM result_keys USING (
            SELECT result_id AS id FROM result_keys ORDER BY result_id LIMIT {DELETED_AT_ONCE}
        ) AS oldest JOIN results USING (id)
        WHERE result_keys.result_id = oldest.id AND results.created_at < $1"
    );
    let of_practice = format!(
        "DELETE FROM practice_keys USING (
            SELECT practice_id AS id FROM practice_keys ORDER BY practice_id LIMIT {DELETED_AT_ONCE}
        ) AS oldest JOIN practice_results USING (id)
        WHERE practice_keys.practice_id = oldest.id AND practice_results.created_at < $1"
    );
    let mut may_have_more = false;
    for query in [of_races, of_practice] {
        let n_deleted = sql_query(query).bind::<Timestamptz, _>(moment).execute(conn)?;
        may_have_more |= n_deleted == DELETED_AT_ONCE;
    }
    Ok(may_have_more)
}

//! The digests of runs of races, with which later runs through the same text are compared. They go with the results.

use diesel::prelude::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};
use shared::TextId;
use typing::verdict::Waits;

use crate::database::schema::run_digests;

/// The number of earlier runs with which a run is compared: the last ones of its text. With some 600 texts, these are the last
/// 180,000 runs. Each lies in another page of the table, so that 1,000 took the database three milliseconds a result.
const COMPARED: i64 = 300;

/// Inserts the digests of runs, each with the key of its result.
pub(crate) fn insert(digests: &[(i64, TextId, &Waits)], conn: &mut PgConnection) -> QueryResult<()> {
    let rows = digests.iter().map(|(result, text, waits)| {
        (run_digests::result_id.eq(*result), run_digests::text_id.eq(text.0), run_digests::waits.eq(waits.as_bytes()))
    });
    diesel::insert_into(run_digests::table).values(rows.collect::<Vec<_>>()).execute(conn).map(drop)
}

/// Returns the digests of the last runs through a text, each with the key of its result.
pub(crate) fn last(text: TextId, conn: &mut PgConnection) -> QueryResult<Vec<(i64, Waits)>> {
    let last = run_digests::table.filter(run_digests::text_id.eq(text.0)).order(run_digests::result_id.desc());
    let last = last.limit(COMPARED).select((run_digests::result_id, run_digests::waits));
    let last: Vec<(i64, Vec<u8>)> = last.load(conn)?;
    Ok(last.into_iter().map(|(result, waits)| (result, Waits::from_bytes(waits))).collect())
}

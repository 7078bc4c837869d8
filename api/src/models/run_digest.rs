//! The digests of runs of races, with which later runs through the same text are compared. They go with the results.

use diesel::prelude::{QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Bytea, Integer};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::TextId;
use typing::verdict::Waits;

use crate::database::Prepared;

/// The number of earlier runs with which a run is compared: the last ones of its text. With some 600 texts, these are the last
/// 180,000 runs. Each lies in another page of the table, so that 1,000 took the database three milliseconds a result.
const COMPARED: i64 = 300;

/// Inserts the digests of runs, each with the key of its result.
pub(crate) fn insert(digests: &[(i64, TextId, &Waits)], conn: &mut PgConnection) -> QueryResult<()> {
    let insert = sql_query("INSERT INTO run_digests (result_id, text_id, waits) SELECT * FROM unnest($1, $2, $3)")
        .bind::<Array<BigInt>, _>(digests.iter().map(|(result, ..)| *result).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(digests.iter().map(|(_, text, _)| text.0).collect::<Vec<_>>())
        .bind::<Array<Bytea>, _>(digests.iter().map(|(.., waits)| waits.as_bytes()).collect::<Vec<_>>());
    Prepared(insert).execute(conn)
}

#[derive(QueryableByName)]
struct Last {
    #[diesel(sql_type = Array<BigInt>)]
    results: Vec<i64>,
    #[diesel(sql_type = Bytea)]
    waits: Vec<u8>,
}

/// Returns the digests of the last runs through a text of `length` characters, each with the key of its result.
pub(crate) fn last(text: TextId, length: usize, conn: &mut PgConnection) -> QueryResult<Vec<(i64, Waits)>> {
    // In one row: hundreds take longer to read than the digests in them. Another length has only a run before the text was
    // changed; Postgres would sort all runs of the text for a condition inside, of which it expects few rows.
    let last = sql_query(format!(
        "SELECT coalesce(array_agg(result_id), '{{}}') AS results, coalesce(string_agg(waits, ''), '') AS waits
        FROM (SELECT result_id, waits FROM run_digests WHERE text_id = $1 ORDER BY result_id DESC LIMIT {COMPARED}) AS last
        WHERE octet_length(waits) = $2"
    ));
    let length_of_one = i32::try_from(length).unwrap_or(i32::MAX);
    let last = last.bind::<BigInt, _>(text.0).bind::<Integer, _>(length_of_one);
    let Last { results, waits } = Prepared(last).get_result(conn)?;
    let digests = waits.chunks_exact(length.max(1)).map(|waits| Waits::from_bytes(waits.to_vec()));
    Ok(results.into_iter().zip(digests).collect())
}

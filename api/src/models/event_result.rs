//! The results of events: one per racer and round.

use diesel::prelude::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};

use super::event::EventId;
use crate::database::schema::event_results;
use crate::events::standings::EventResult;

/// Returns the results of an event, also of racers who were removed.
pub(crate) fn list(event: EventId, conn: &mut PgConnection) -> QueryResult<Vec<EventResult>> {
    let rows: Vec<(i64, i32, i32, i64, f64, f64, bool)> = event_results::table
        .filter(event_results::event_id.eq(event.0))
        .order((event_results::round, event_results::time_ms))
        .select((
            event_results::racer_id,
            event_results::round,
            event_results::heat,
            event_results::time_ms,
            event_results::wpm,
            event_results::accuracy,
            event_results::unranked,
        ))
        .load(conn)?;
    let result = |(racer, round, heat, time_ms, wpm, accuracy, unranked)| EventResult {
        racer,
        round,
        heat,
        time_ms,
        wpm,
        accuracy,
        unranked,
    };
    Ok(rows.into_iter().map(result).collect())
}

/// Returns true if the racer has a result in a round.
pub(crate) fn exists(racer: i64, of_round: i32, conn: &mut PgConnection) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(event_results::table.find((racer, of_round)))).get_result(conn)
}

/// Writes a result, unless the racer has one in its round.
pub(crate) fn insert_if_missing(event: EventId, result: &EventResult, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::insert_into(event_results::table)
        .values((
            event_results::racer_id.eq(result.racer),
            event_results::event_id.eq(event.0),
            event_results::round.eq(result.round),
            event_results::heat.eq(result.heat),
            event_results::time_ms.eq(result.time_ms),
            event_results::wpm.eq(result.wpm),
            event_results::accuracy.eq(result.accuracy),
            event_results::unranked.eq(result.unranked),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .map(drop)
}

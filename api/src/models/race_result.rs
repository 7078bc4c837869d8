//! Results of races: one per race and racer.

use diesel::prelude::{Insertable, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};
use uuid::Uuid;

use crate::database::schema::results;

/// The result of a racer in a race.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = results, check_for_backend(diesel::pg::Pg))]
pub(crate) struct NewRaceResult {
    pub(crate) race_id: Uuid,
    pub(crate) user_id: i64,
    pub(crate) place: i32,
    pub(crate) won: bool,
    pub(crate) time_ms: i64,
    pub(crate) wpm: f64,
    pub(crate) accuracy: f64,
}

impl NewRaceResult {
    /// Writes the results of which there is none of the same race and racer; returns the race and racer of each.
    pub(crate) fn insert_missing(results: Vec<&Self>, conn: &mut PgConnection) -> QueryResult<Vec<(Uuid, i64)>> {
        diesel::insert_into(results::table)
            .values(results)
            .on_conflict((results::race_id, results::user_id))
            .do_nothing()
            .returning((results::race_id, results::user_id))
            .get_results(conn)
    }
}

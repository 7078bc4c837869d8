//! Results of races: one per race and racer.

use diesel::prelude::{Insertable, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};
use uuid::Uuid;

use crate::database::schema::results;

/// What a racer reached in a race.
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
    /// Writes the result unless there is one of this race and racer; tells whether it did.
    pub(crate) fn insert_if_missing(&self, conn: &mut PgConnection) -> QueryResult<bool> {
        let inserted = diesel::insert_into(results::table)
            .values(self)
            .on_conflict((results::race_id, results::user_id))
            .do_nothing()
            .execute(conn)?;
        Ok(inserted > 0)
    }
}

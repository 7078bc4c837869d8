//! Races of which at least one result was recorded.

use chrono::{DateTime, Utc};
use diesel::prelude::{Insertable, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};
use uuid::Uuid;

use crate::database::schema::races;

/// A race, as any of its results tells it.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = races, check_for_backend(diesel::pg::Pg))]
pub(crate) struct NewRace {
    pub(crate) id: Uuid,
    pub(crate) room: String,
    pub(crate) text_id: i64,
    pub(crate) racers: i32,
    pub(crate) started_at: DateTime<Utc>,
}

impl NewRace {
    /// Writes the races that no result before these did.
    pub(crate) fn insert_missing(races: Vec<&Self>, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::insert_into(races::table).values(races).on_conflict(races::id).do_nothing().execute(conn).map(drop)
    }
}

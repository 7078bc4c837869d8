//! Singleplayer results of signed-in users.

use chrono::{DateTime, Utc};
use diesel::prelude::{Insertable, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use crate::database::schema::practice_results;

#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = practice_results, check_for_backend(diesel::pg::Pg))]
pub(crate) struct NewPracticeResult {
    #[diesel(serialize_as = i64)]
    pub(crate) user_id: UserId,
    pub(crate) time_ms: i64,
    pub(crate) wpm: f64,
    pub(crate) accuracy: f64,
    pub(crate) typed_at: DateTime<Utc>,
}

impl NewPracticeResult {
    /// Inserts the result unless it is already there. Returns whether it is new.
    pub(crate) fn insert(self, conn: &mut PgConnection) -> QueryResult<bool> {
        let n_inserted =
            diesel::insert_into(practice_results::table).values(self).on_conflict_do_nothing().execute(conn)?;
        Ok(n_inserted > 0)
    }
}

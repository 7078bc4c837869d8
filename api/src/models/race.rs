//! Races, without what their racers did.

use diesel::prelude::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use diesel::sql_types::{Array, Uuid as SqlUuid};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;
use uuid::Uuid;

use crate::database::schema::results;

/// Returns the races in which this user has a result.
pub(crate) fn of_user(user: UserId, conn: &mut PgConnection) -> QueryResult<Vec<Uuid>> {
    results::table.filter(results::user_id.eq(user.0)).select(results::race_id).load(conn)
}

/// Deletes those of these races that have no result any more.
pub(crate) fn delete_empty(races: &[Uuid], conn: &mut PgConnection) -> QueryResult<()> {
    const ARE_EMPTY: &str = "id = ANY($1) AND NOT EXISTS (SELECT FROM results WHERE race_id = races.id)";
    // Locked first, which waits for results that are being written: the second statement sees them.
    for statement in [
        format!("SELECT FROM races WHERE {ARE_EMPTY} ORDER BY id FOR UPDATE"),
        format!("DELETE FROM races WHERE {ARE_EMPTY}"),
    ] {
        sql_query(statement).bind::<Array<SqlUuid>, _>(races).execute(conn)?;
    }
    Ok(())
}

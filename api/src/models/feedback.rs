//! What users tell us.

use diesel::prelude::{ExpressionMethods as _, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};

use crate::database::schema::feedback;

/// Keeps what a user wrote, as it was typed.
pub(crate) fn insert(user_id: i64, words: &str, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::insert_into(feedback::table)
        .values((feedback::user_id.eq(user_id), feedback::words.eq(words)))
        .execute(conn)?;
    Ok(())
}

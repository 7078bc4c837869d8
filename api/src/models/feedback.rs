//! Feedback from users.

use diesel::prelude::{ExpressionMethods as _, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use crate::database::schema::feedback;
use crate::domain::Message;

pub(crate) fn insert(user: UserId, words: &Message, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::insert_into(feedback::table)
        .values((feedback::user_id.eq(user.0), feedback::words.eq(words)))
        .execute(conn)
        .map(drop)
}

//! Text requests, pending and decided.

use chrono::{DateTime, Utc};
use diesel::deserialize::FromSqlRow;
use diesel::dsl::sql;
use diesel::expression::AsExpression;
use diesel::prelude::{
    ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::sql_types::{Bool, Text};
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use crate::database::schema::{text_requests, users};
use crate::domain::{Author, Language, RequestId, Username, WebAddress, column_names};

/// The condition of the partial index, as a literal: with a parameter, the planner would not use it.
const IS_OPEN: &str = "text_requests.state = 'open'";

/// A text request, as it was typed.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = text_requests, check_for_backend(diesel::pg::Pg))]
pub(crate) struct TextRequest {
    #[diesel(deserialize_as = i64)]
    pub(crate) id: RequestId,
    pub(crate) text: String,
    pub(crate) author: Author,
    pub(crate) url: WebAddress,
    pub(crate) state: State,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) language: Language,
}

#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = text_requests, check_for_backend(diesel::pg::Pg))]
pub(crate) struct NewTextRequest {
    #[diesel(serialize_as = i64)]
    pub(crate) user_id: UserId,
    pub(crate) text: String,
    pub(crate) author: Author,
    pub(crate) url: WebAddress,
    pub(crate) language: Language,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum State {
    Open,
    Approved,
    Rejected,
}

column_names!(State { Open = "open", Approved = "approved", Rejected = "rejected" });

impl NewTextRequest {
    /// Inserts the request unless the same text is already pending, and returns whether it was new.
    pub(crate) fn insert_if_missing(self, conn: &mut PgConnection) -> QueryResult<bool> {
        let inserted = diesel::insert_into(text_requests::table).values(self).on_conflict_do_nothing();
        Ok(inserted.execute(conn)? > 0)
    }
}

impl TextRequest {
    /// Returns up to `limit` pending requests with keys above `after`, oldest first, with the users' names.
    pub(crate) fn open(after: RequestId, limit: i64, conn: &mut PgConnection) -> QueryResult<Vec<(Self, Username)>> {
        text_requests::table
            .inner_join(users::table)
            .filter(sql::<Bool>(IS_OPEN))
            .filter(text_requests::id.gt(after.0))
            .order(text_requests::id)
            .limit(limit)
            .select((Self::as_select(), users::username))
            .load(conn)
    }

    pub(crate) fn count_open(conn: &mut PgConnection) -> QueryResult<i64> {
        text_requests::table.filter(sql::<Bool>(IS_OPEN)).count().get_result(conn)
    }

    /// Returns the user who made this request. Accounts are locked before their rows, so this is read first.
    pub(crate) fn author_of(id: RequestId, conn: &mut PgConnection) -> QueryResult<Option<UserId>> {
        let author = text_requests::table.find(id.0).select(text_requests::user_id).first(conn).optional()?;
        Ok(author.map(UserId))
    }

    /// Selects the request with this key, locked until the transaction ends.
    pub(crate) fn lock(id: RequestId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        text_requests::table.find(id.0).for_update().select(Self::as_select()).first(conn).optional()
    }

    /// Records the decision, and the admin who made it.
    pub(crate) fn decide(&self, decision: State, admin: UserId, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(text_requests::table.find(self.id.0))
            .set((
                text_requests::state.eq(decision),
                text_requests::decided_by.eq(admin.0),
                text_requests::decided_at.eq(diesel::dsl::now),
            ))
            .execute(conn)
            .map(drop)
    }
}

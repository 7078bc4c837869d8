//! The acts of admins, with their reasons. Rows are only added: a trigger refuses changes.

use chrono::{DateTime, Utc};
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::prelude::{
    ExpressionMethods as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::sql_types::Text;
use diesel::{PgConnection, QueryResult};
use shared::UserId;
use utoipa::ToSchema;

use crate::database::schema::admin_acts;
use crate::domain::column_names;

/// The number of an account's acts that are listed, the newest first.
const LISTED_AT_MOST: i64 = 50;

/// The length of a detail, in characters; the end of a longer one is left out.
const DETAIL_LENGTH: usize = 200;

/// The kind of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Act {
    Ban,
    Unban,
    Rename,
    ClearResult,
    ClearSuggestion,
    RetireText,
    Note,
    SettleReports,
}

column_names!(Act {
    Ban = "ban",
    Unban = "unban",
    Rename = "rename",
    ClearResult = "clear_result",
    ClearSuggestion = "clear_suggestion",
    RetireText = "retire_text",
    Note = "note",
    SettleReports = "settle_reports",
});

impl ToSchema for Act {}

/// An act about an account.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = admin_acts, check_for_backend(diesel::pg::Pg))]
pub(crate) struct AdminAct {
    /// The name of the admin at that time; empty for a command of the operator.
    pub(crate) admin: String,
    pub(crate) act: Act,
    pub(crate) detail: String,
    pub(crate) reason: String,
    pub(crate) created_at: DateTime<Utc>,
}

impl AdminAct {
    /// Returns the last acts about an account, the newest first.
    pub(crate) fn about(user: UserId, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let about = admin_acts::table.filter(admin_acts::user_id.eq(user.0)).order(admin_acts::id.desc());
        about.limit(LISTED_AT_MOST).select(Self::as_select()).load(conn)
    }
}

/// Writes an act of the admin with this name about an account, or about a text.
pub(crate) fn insert(
    admin: &str,
    about: Option<UserId>,
    act: Act,
    detail: &str,
    reason: &str,
    conn: &mut PgConnection,
) -> QueryResult<()> {
    let detail: String = detail.chars().take(DETAIL_LENGTH).collect();
    diesel::insert_into(admin_acts::table)
        .values((
            admin_acts::user_id.eq(about.map(i64::from)),
            admin_acts::admin.eq(admin),
            admin_acts::act.eq(act),
            admin_acts::detail.eq(detail),
            admin_acts::reason.eq(reason),
        ))
        .execute(conn)
        .map(drop)
}

//! The roles of accounts.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;

use super::column_names;

/// The rights of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Role {
    User,
    Admin,
}

column_names!(Role { User = "user", Admin = "admin" });

//! The roles of accounts.

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Text;

/// The rights of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Role {
    /// The rights that every account has.
    User,
    /// The same rights, and that to administer the site.
    Admin,
}

impl ToSql<Text, Pg> for Role {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        let name = match self {
            Self::User => "user",
            Self::Admin => "admin",
        };
        <str as ToSql<Text, Pg>>::to_sql(name, out)
    }
}

impl FromSql<Text, Pg> for Role {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        match value.as_bytes() {
            b"user" => Ok(Self::User),
            b"admin" => Ok(Self::Admin),
            other => Err(format!("`{}` is not a role", String::from_utf8_lossy(other)).into()),
        }
    }
}

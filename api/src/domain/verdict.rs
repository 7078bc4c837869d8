//! The verdict about a result of a race.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use typing::verdict::Judgment;

use super::{choice, column_names};

/// The verdict about a result: of the [rules](typing::verdict), and then perhaps of an admin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Verdict {
    /// The room has not seen the keys when they were typed.
    Unverified,
    /// No rule speaks against it.
    Verified,
    /// A rule holds it back.
    Held,
    /// An admin has accepted it.
    Accepted,
    /// An admin has rejected it.
    Rejected,
}

column_names!(Verdict {
    Unverified = "unverified",
    Verified = "verified",
    Held = "held",
    Accepted = "accepted",
    Rejected = "rejected",
});
choice!(Verdict);

impl From<Judgment> for Verdict {
    fn from(judgment: Judgment) -> Self {
        match judgment {
            Judgment::Verified => Self::Verified,
            Judgment::Unverified => Self::Unverified,
            Judgment::Held => Self::Held,
        }
    }
}

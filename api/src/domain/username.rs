//! Names of accounts.

use std::ops::RangeInclusive;
use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use serde::Serialize;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema};

use super::letters::{WORD, is_word};
use super::{ErrorCode, Invalid, from_json, in_column, text};

const LENGTH: RangeInclusive<usize> = 3..=20;

/// Names that could be mistaken for the site itself, or that are paths of it.
const RESERVED: [&str; 30] = [
    "about",
    "account",
    "admin",
    "administrator",
    "anonymous",
    "api",
    "colibri",
    "contact",
    "feedback",
    "guest",
    "help",
    "imprint",
    "info",
    "legal",
    "login",
    "logout",
    "mod",
    "moderator",
    "null",
    "official",
    "privacy",
    "root",
    "security",
    "server",
    "shop",
    "signup",
    "staff",
    "support",
    "system",
    "undefined",
];

/// The prefix of names that are reserved for the load tests.
pub(crate) const RESERVED_PREFIX: &str = "load-";

/// The name of an account, unique without regard to case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) struct Username(String);

/// A username for a new account or a change of name: none that is reserved.
pub(crate) struct NewUsername(pub(crate) Username);

from_json!(Username, text);
in_column!(Username);
from_json!(NewUsername, String, |name: String| name.parse());

impl FromStr for Username {
    type Err = Invalid;

    fn from_str(name: &str) -> Result<Self, Invalid> {
        if LENGTH.contains(&name.len()) && is_word(name) {
            return Ok(Self(name.to_owned()));
        }
        let (least, most) = LENGTH.into_inner();
        Err(Invalid::new(
            ErrorCode::NotUsername,
            format!("must be {least} to {most} characters: letters, numbers, _ or -"),
        )
        .with([least, most]))
    }
}

impl FromStr for NewUsername {
    type Err = Invalid;

    fn from_str(name: &str) -> Result<Self, Invalid> {
        let username: Username = name.parse()?;
        let lowered = name.to_ascii_lowercase();
        if RESERVED.contains(&lowered.as_str()) || lowered.starts_with(RESERVED_PREFIX) {
            return Err(Invalid::new(ErrorCode::Reserved, "is reserved"));
        }
        Ok(Self(username))
    }
}

fn schema() -> ObjectBuilder {
    let name = text().min_length(Some(*LENGTH.start())).max_length(Some(*LENGTH.end()));
    name.pattern(Some(WORD)).examples(["marisol"])
}

impl PartialSchema for Username {
    fn schema() -> RefOr<Schema> {
        schema().into()
    }
}

impl PartialSchema for NewUsername {
    fn schema() -> RefOr<Schema> {
        schema().description(Some("Not reserved; unique without regard to case")).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_ascii_and_not_the_sites_own() {
        let cases = [
            ("ana", true),
            ("A_b-9", true),
            ("abcdefghij0123456789", true),
            ("abcdefghij01234567890", false),
            ("ab", false),
            ("", false),
            ("ana maria", false),
            ("añá", false),
            ("ana\u{202e}", false),
            ("ana\0", false),
            ("Admin", false),
            ("load-000001", false),
        ];
        for (name, allowed) in cases {
            assert_eq!(name.parse::<NewUsername>().is_ok(), allowed, "{name:?}");
        }
    }
}

//! Messages to the operators of the site.

use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::letters::{LINES, readable, shows_nothing};
use super::{ErrorCode, Invalid, from_json, in_column, text};

/// The most characters of a message.
const LENGTH: usize = 4000;

/// A message from a user, as it was submitted.
#[derive(Debug, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) struct Message(String);

from_json!(Message, text);
in_column!(Message);

impl FromStr for Message {
    type Err = Invalid;

    fn from_str(words: &str) -> Result<Self, Invalid> {
        if shows_nothing(words) || words.chars().count() > LENGTH {
            return Err(
                Invalid::new(ErrorCode::Length, format!("must have 1 to {LENGTH} characters")).with([1, LENGTH])
            );
        }
        readable(words)?;
        Ok(Self(words.to_owned()))
    }
}

impl PartialSchema for Message {
    fn schema() -> RefOr<Schema> {
        text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(LINES)).into()
    }
}

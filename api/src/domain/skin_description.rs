//! Descriptions of skins.

use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use serde::Serialize;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::letters::{LINES, readable, shows_nothing};
use super::{ErrorCode, Invalid, from_json, in_column, text};

const LENGTH: usize = 300;

/// The displayed description of a skin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) struct SkinDescription(String);

from_json!(SkinDescription, text);
in_column!(SkinDescription);

impl FromStr for SkinDescription {
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

impl PartialSchema for SkinDescription {
    fn schema() -> RefOr<Schema> {
        text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(LINES)).into()
    }
}

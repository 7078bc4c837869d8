//! Names of skins.

use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use serde::Serialize;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::letters::{LINE, shows_nothing};
use super::{ErrorCode, Invalid, from_json, in_column, text};

const LENGTH: usize = 60;

/// The displayed name of a skin, unique without regard to case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) struct SkinName(String);

from_json!(SkinName, text);
in_column!(SkinName);

impl FromStr for SkinName {
    type Err = Invalid;

    fn from_str(name: &str) -> Result<Self, Invalid> {
        if shows_nothing(name) || name.chars().count() > LENGTH || name.chars().any(char::is_control) {
            return Err(Invalid::new(
                ErrorCode::LineLength,
                format!("must have 1 to {LENGTH} characters, on one line"),
            )
            .with([1, LENGTH]));
        }
        Ok(Self(name.to_owned()))
    }
}

impl PartialSchema for SkinName {
    fn schema() -> RefOr<Schema> {
        let name = text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(LINE));
        name.description(Some("The name for people; unique without regard to case")).into()
    }
}

//! Authors of texts.

use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use serde::Serialize;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::letters::{LINE, readable, shows_nothing, turns_writing};
use super::passage::line;
use super::{ErrorCode, Invalid, from_json, in_column, text};

/// The most characters of an author.
const LENGTH: usize = 100;

/// The author of a text, as it was submitted.
#[derive(Debug, Clone, Serialize, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) struct Author(String);

from_json!(Author, text);
in_column!(Author);

impl Author {
    /// Returns the author as displayed under the text, with keyboard quotes and spaces.
    pub(crate) fn shown(&self) -> Self {
        Self(line(&self.0))
    }
}

impl FromStr for Author {
    type Err = Invalid;

    fn from_str(name: &str) -> Result<Self, Invalid> {
        // The rule is for the displayed form, so a line of invisible characters counts as empty.
        let shown = line(name);
        let is_long = name.chars().count() > LENGTH || shown.chars().count() > LENGTH;
        if shows_nothing(&shown) || is_long || name.contains(['\n', '\r', '\t']) {
            return Err(Invalid::new(
                ErrorCode::LineLength,
                format!("must have 1 to {LENGTH} characters, on one line"),
            )
            .with([1, LENGTH]));
        }
        if name.contains(turns_writing) {
            return Err(Invalid::new(
                ErrorCode::DirectionCharacters,
                "must not contain characters that change the writing direction",
            ));
        }
        readable(name)?;
        Ok(Self(name.to_owned()))
    }
}

impl PartialSchema for Author {
    fn schema() -> RefOr<Schema> {
        let author = text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(LINE));
        author.description(Some("The author, on one line")).into()
    }
}

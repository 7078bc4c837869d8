//! File names of skins.

use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use serde::Serialize;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::letters::{WORD, is_word};
use super::{ErrorCode, Invalid, from_json, in_column, text};

const LENGTH: usize = 64;

/// The file name of a skin's image without `.png`. It is the key of the skin, and part of a URL.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) struct SkinFile(String);

from_json!(SkinFile, text);
in_column!(SkinFile);

impl FromStr for SkinFile {
    type Err = Invalid;

    fn from_str(name: &str) -> Result<Self, Invalid> {
        if (1..=LENGTH).contains(&name.len()) && is_word(name) {
            Ok(Self(name.to_owned()))
        } else {
            Err(Invalid::new(
                ErrorCode::NotFilename,
                format!("must be 1 to {LENGTH} characters: letters, numbers, _ or -, without .png"),
            )
            .with([LENGTH]))
        }
    }
}

impl PartialSchema for SkinFile {
    fn schema() -> RefOr<Schema> {
        let file = text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(WORD));
        file.description(Some("The file name of the image, `/img/skins/FILENAME.png`")).examples(["hummingbird"]).into()
    }
}

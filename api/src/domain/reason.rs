//! Reasons that admins give.

use std::str::FromStr;

use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::letters::{WORDS, readable};
use super::{ErrorCode, Invalid, from_json, text};

const LENGTH: usize = 500;

/// The reason for the rejection of a text. May be empty.
#[derive(Default)]
pub(crate) struct Reason(String);

from_json!(Reason, text);

impl FromStr for Reason {
    type Err = Invalid;

    fn from_str(words: &str) -> Result<Self, Invalid> {
        if words.chars().count() > LENGTH {
            return Err(
                Invalid::new(ErrorCode::TooLong, format!("must have at most {LENGTH} characters")).with([LENGTH])
            );
        }
        readable(words)?;
        Ok(Self(words.to_owned()))
    }
}

impl PartialSchema for Reason {
    fn schema() -> RefOr<Schema> {
        let reason = text().max_length(Some(LENGTH)).pattern(Some(WORDS));
        reason.description(Some("Mailed to whoever suggested the text")).into()
    }
}

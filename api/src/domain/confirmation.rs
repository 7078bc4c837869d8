//! The word that confirms the deletion of an account.

use std::str::FromStr;

use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::{ErrorCode, Invalid, from_json, text};

const CONFIRMATION: &str = "IRREVERSIBLE";

/// Proof that the word was typed.
pub(crate) struct Confirmation;

from_json!(Confirmation, String, |word: String| word.parse());

impl FromStr for Confirmation {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        if word == CONFIRMATION {
            Ok(Self)
        } else {
            Err(Invalid::new(ErrorCode::NotWord, format!("must be {CONFIRMATION}")).with([CONFIRMATION]))
        }
    }
}

impl PartialSchema for Confirmation {
    fn schema() -> RefOr<Schema> {
        text().pattern(None::<String>).enum_values(Some([CONFIRMATION])).into()
    }
}

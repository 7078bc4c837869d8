//! The word that confirms the deletion of an account.

use super::{ErrorCode, Invalid, ObjectBuilder, Value, text, value};

const CONFIRMATION: &str = "IRREVERSIBLE";

/// Proof that the word was typed.
pub(crate) struct Confirmation;

value!(Confirmation);

impl Value for Confirmation {
    type Json = String;

    fn parse(word: String) -> Result<Self, Invalid> {
        if word == CONFIRMATION {
            Ok(Self)
        } else {
            Err(Invalid::new(ErrorCode::NotWord, format!("must be {CONFIRMATION}")).with([CONFIRMATION]))
        }
    }

    fn schema() -> ObjectBuilder {
        text().pattern(Some(format!("^{CONFIRMATION}$")))
    }
}

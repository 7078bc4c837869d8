//! Codes from links in mails.

use super::characters::{WORD, is_word};
use super::{ErrorCode, Invalid, ObjectBuilder, Value, text, text_value};

/// The maximum number of characters. Codes of this site have 43.
const LENGTH: usize = 64;

text_value! {
    /// A code from a link, well-formed but not checked against an account.
    #[derive(Clone)]
    Code
}

impl Value for Code {
    type Json = String;

    fn parse(code: String) -> Result<Self, Invalid> {
        let is_code = (1..=LENGTH).contains(&code.len()) && is_word(&code);
        if is_code {
            Ok(Self(code))
        } else {
            Err(Invalid::new(ErrorCode::NotCode, "must be the one from the link we sent"))
        }
    }

    fn schema() -> ObjectBuilder {
        let code = text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(WORD));
        code.description(Some("The part of the mailed link after `code=`"))
    }
}

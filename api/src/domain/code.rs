//! Codes from links in mails.

use std::str::FromStr;

use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::letters::{WORD, is_word};
use super::{ErrorCode, Invalid, from_json, text};

/// The most characters of a code. Those that the site makes have 43.
const LENGTH: usize = 64;

/// A code from a link, well-formed but not checked against an account.
#[derive(Clone)]
pub(crate) struct Code(String);

from_json!(Code, text);

impl FromStr for Code {
    type Err = Invalid;

    fn from_str(code: &str) -> Result<Self, Invalid> {
        if (1..=LENGTH).contains(&code.len()) && is_word(code) {
            Ok(Self(code.to_owned()))
        } else {
            Err(Invalid::new(ErrorCode::NotCode, "must be the one from the link we sent"))
        }
    }
}

impl PartialSchema for Code {
    fn schema() -> RefOr<Schema> {
        let code = text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(WORD));
        code.description(Some("The part of the mailed link after `code=`")).into()
    }
}

//! Texts that people write freely, on one or more lines.

use std::ops::RangeInclusive;

use super::letters::{LINES, WORDS, readable, shows_nothing};
use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text, text_value};

/// The ranges of characters.
const MESSAGE: RangeInclusive<usize> = 1..=4000;
const SKIN_DESCRIPTION: RangeInclusive<usize> = 1..=300;
const REASON: RangeInclusive<usize> = 0..=500;

column_value! {
    /// A message from a user to the operators of the site, as it was submitted.
    Message
}

column_value! {
    /// The displayed description of a skin.
    SkinDescription
}

text_value! {
    /// The reason for the rejection of a text. May be empty.
    #[derive(Default)]
    Reason
}

impl Value for Message {
    type Json = String;

    fn parse(words: String) -> Result<Self, Invalid> {
        bounded(words, MESSAGE).map(Self)
    }

    fn schema() -> ObjectBuilder {
        schema(MESSAGE)
    }
}

impl Value for SkinDescription {
    type Json = String;

    fn parse(words: String) -> Result<Self, Invalid> {
        bounded(words, SKIN_DESCRIPTION).map(Self)
    }

    fn schema() -> ObjectBuilder {
        schema(SKIN_DESCRIPTION)
    }
}

impl Value for Reason {
    type Json = String;

    fn parse(words: String) -> Result<Self, Invalid> {
        bounded(words, REASON).map(Self)
    }

    fn schema() -> ObjectBuilder {
        schema(REASON).description(Some("Mailed to the user who suggested the text"))
    }
}

fn bounded(words: String, length: RangeInclusive<usize>) -> Result<String, Invalid> {
    let (least, most) = (*length.start(), *length.end());
    if words.chars().count() > most || (least > 0 && shows_nothing(&words)) {
        return Err(if least > 0 {
            Invalid::length(&length)
        } else {
            Invalid::new(ErrorCode::TooLong, format!("must have at most {most} characters")).with([most])
        });
    }
    readable(&words)?;
    Ok(words)
}

fn schema(length: RangeInclusive<usize>) -> ObjectBuilder {
    let (least, most) = length.into_inner();
    let words = text().max_length(Some(most));
    if least > 0 { words.min_length(Some(least)).pattern(Some(LINES)) } else { words.pattern(Some(WORDS)) }
}

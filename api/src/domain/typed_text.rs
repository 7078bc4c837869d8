//! Texts of practice runs.

use std::ops::RangeInclusive;

use super::characters::{LINES, readable, shows_nothing};
use super::{Invalid, ObjectBuilder, Value, text, text_value};

/// The number of characters of a text, as the tables require it.
const LENGTH: RangeInclusive<usize> = 1..=20_000;

text_value! {
    /// The text of a practice run, as it was typed: one of the site's or the user's own.
    #[derive(Debug, Clone)]
    TypedText
}

impl TypedText {
    pub(crate) fn length(&self) -> usize {
        self.0.chars().count()
    }
}

impl Value for TypedText {
    type Json = String;
    const IS_TRIMMED: bool = false;

    fn parse(text: String) -> Result<Self, Invalid> {
        if text.chars().count() > *LENGTH.end() || shows_nothing(&text) {
            return Err(Invalid::length(&LENGTH));
        }
        readable(&text)?;
        Ok(Self(text))
    }

    fn schema() -> ObjectBuilder {
        let (least, most) = LENGTH.into_inner();
        text().min_length(Some(least)).max_length(Some(most)).pattern(Some(LINES))
    }
}

//! Free text from users and admins, on one or more lines.

use std::ops::RangeInclusive;

use super::characters::{LINES, WORDS, readable, shows_nothing};
use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text, text_value};

/// Declares texts with their range of characters and their description in the document.
macro_rules! words {
    ($($(#[$attribute:meta])* $declare:ident $name:ident $length:expr, $description:expr;)*) => {$(
        $declare! {
            $(#[$attribute])*
            $name
        }

        impl Value for $name {
            type Json = String;
            const IS_TRIMMED: bool = false;

            fn parse(words: String) -> Result<Self, Invalid> {
                bounded(words, $length).map(Self)
            }

            fn schema() -> ObjectBuilder {
                schema($length).description($description)
            }
        }
    )*};
}

words! {
    /// A message from a user to the site's operator, as it was submitted.
    column_value Message 1..=4000, None::<String>;
    /// The displayed description of a skin.
    column_value SkinDescription 1..=300, None::<String>;
    /// The explanation of a decision about a result.
    text_value Explanation 1..=500, Some("Mailed to the owner of the result");
    /// The reason a text was rejected. May be empty.
    #[derive(Default)]
    text_value Reason 0..=500, Some("Mailed to the user who suggested the text");
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

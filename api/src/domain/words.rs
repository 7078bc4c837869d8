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
    /// The explanation of what an admin does about a result, an account, or a report.
    text_value Explanation 1..=500, Some("Kept and, unless it settles reports, mailed to the user");
    /// A note about an account.
    text_value Note 1..=500, Some("Admins read it, and the user in an archive of their data");
    /// The reason a text was rejected. May be empty.
    #[derive(Default)]
    text_value Reason 0..=500, Some("Mailed to the user who suggested the text");
    /// The words by which an admin looks accounts up.
    text_value AccountQuery 1..=254,
        Some("The beginning of a username, a former username, an email address, or the id of a race");
    /// The words of a user about the thing that they report. May be empty.
    #[derive(Default)]
    text_value ReportWords 0..=500, None::<String>;
    /// The reply of a banned user to the admins.
    text_value BanReply 1..=2000, Some("Can be sent once");
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

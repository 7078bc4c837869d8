//! Authors of texts.

use super::characters::{LINE, changes_writing_direction, readable, shows_nothing};
use super::passage::line;
use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text};

/// The maximum number of characters.
const LENGTH: usize = 100;

column_value! {
    /// The author of a text, as it was submitted.
    Author
}

impl Author {
    /// Returns the author as displayed under the text, with keyboard quotes and spaces.
    pub(crate) fn shown(&self) -> Self {
        Self(line(&self.0))
    }
}

impl Value for Author {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        // The rule is for the displayed form, so a line of invisible characters counts as empty.
        let shown = line(&name);
        let is_long = name.chars().count() > LENGTH || shown.chars().count() > LENGTH;
        if shows_nothing(&shown) || is_long || name.contains(['\n', '\r', '\t']) {
            return Err(Invalid::line_length(LENGTH));
        }
        if name.contains(changes_writing_direction) {
            return Err(Invalid::new(
                ErrorCode::DirectionCharacters,
                "must not contain characters that change the writing direction",
            ));
        }
        readable(&name)?;
        Ok(Self(name))
    }

    fn schema() -> ObjectBuilder {
        let author = text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(LINE));
        author.description(Some("The author, on one line"))
    }
}

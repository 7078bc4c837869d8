//! Titles of events.

use super::characters::{LINE, changes_writing_direction, check_name};
use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text};

/// The maximum number of characters.
const LENGTH: usize = 80;

column_value! {
    /// The title of an event, which its host chooses.
    EventTitle
}

impl Value for EventTitle {
    type Json = String;

    fn parse(title: String) -> Result<Self, Invalid> {
        check_name(&title, LENGTH)?;
        if title.contains(changes_writing_direction) {
            return Err(Invalid::new(
                ErrorCode::DirectionCharacters,
                "must not contain characters that change the writing direction",
            ));
        }
        Ok(Self(title))
    }

    fn schema() -> ObjectBuilder {
        let title = text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(LINE));
        title.description(Some("The title, on one line"))
    }
}

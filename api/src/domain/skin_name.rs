//! Names of skins.

use super::characters::{LINE, shows_nothing};
use super::{Invalid, ObjectBuilder, Value, column_value, text};

const LENGTH: usize = 60;

column_value! {
    /// The displayed name of a skin, unique without regard to case.
    SkinName
}

impl Value for SkinName {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        if shows_nothing(&name) || name.chars().count() > LENGTH || name.chars().any(char::is_control) {
            return Err(Invalid::line_length(LENGTH));
        }
        Ok(Self(name))
    }

    fn schema() -> ObjectBuilder {
        let name = text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(LINE));
        name.description(Some("The displayed name; unique without regard to case"))
    }
}

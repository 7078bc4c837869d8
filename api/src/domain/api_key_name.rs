//! Names of API keys.

use super::characters::{LINE, shows_nothing};
use super::{Invalid, ObjectBuilder, Value, column_value, text};

const LENGTH: usize = 40;

column_value! {
    /// The name by which a user tells an API key from their other ones.
    ApiKeyName
}

impl Value for ApiKeyName {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        if shows_nothing(&name) || name.chars().count() > LENGTH || name.chars().any(char::is_control) {
            return Err(Invalid::line_length(LENGTH));
        }
        Ok(Self(name))
    }

    fn schema() -> ObjectBuilder {
        text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(LINE)).examples(["Class board"])
    }
}

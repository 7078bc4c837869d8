//! Names of API keys.

use super::characters::{LINE, check_name};
use super::{Invalid, ObjectBuilder, Value, column_value, text};

const LENGTH: usize = 40;

column_value! {
    /// The name by which a user tells an API key from their other ones.
    ApiKeyName
}

impl Value for ApiKeyName {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        check_name(&name, LENGTH)?;
        Ok(Self(name))
    }

    fn schema() -> ObjectBuilder {
        text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(LINE)).examples(["Class board"])
    }
}

//! Names of skins.

use super::characters::{LINE, check_name};
use super::{Invalid, ObjectBuilder, Value, column_value, text};

const LENGTH: usize = 60;

column_value! {
    /// The displayed name of a skin, unique without regard to case.
    SkinName
}

impl Value for SkinName {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        check_name(&name, LENGTH)?;
        Ok(Self(name))
    }

    fn schema() -> ObjectBuilder {
        let name = text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(LINE));
        name.description(Some("The displayed name; unique without regard to case"))
    }
}

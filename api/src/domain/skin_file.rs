//! File names of skins.

use super::characters::{WORD, is_word};
use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text};

const LENGTH: usize = 64;

column_value! {
    /// The file name of a skin's image without `.png`. It is the key of the skin, and a path segment in URLs.
    SkinFile
}

impl Value for SkinFile {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        if (1..=LENGTH).contains(&name.len()) && is_word(&name) {
            return Ok(Self(name));
        }
        Err(Invalid::new(
            ErrorCode::NotFilename,
            format!("must be 1 to {LENGTH} characters: letters, numbers, _ or -, without .png"),
        )
        .with([LENGTH]))
    }

    fn schema() -> ObjectBuilder {
        let file = text().min_length(Some(1)).max_length(Some(LENGTH)).pattern(Some(WORD));
        file.description(Some("The file name of the image, `/img/skins/FILENAME.png`")).examples(["hummingbird"])
    }
}

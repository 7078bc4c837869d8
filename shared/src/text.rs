//! The texts that racers type.

use serde::{Deserialize, Serialize};

use crate::Language;
use crate::ids::TextId;

/// A text to type, with its author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Its key in the database.
    pub id: TextId,
    /// The author's name, shown as `~ {author}`.
    pub author: String,
    /// The work and its year, or the subject of a text that was written for this site. `None` if
    /// only the address of a page proves it.
    pub work: Option<String>,
    /// The characters to type, in normalization form C.
    pub text: String,
    /// The language that it is written in.
    pub language: Language,
}

impl Text {
    /// Returns the number of characters to type. A character is one Unicode scalar of the NFC text: `chars().count()`
    /// here, `[...text].length` in the browser.
    pub fn length(&self) -> usize {
        self.text.chars().count()
    }
}

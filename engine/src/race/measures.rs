//! The measures of a text that the rules need.

use serde::{Deserialize, Serialize};
use shared::Text;

/// The measures of a text, counted once because every progress report is checked against them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Measures {
    /// The number of characters to type.
    pub(super) length: usize,
    /// Only for engines of the version before, which refuse progress that goes back further than a word.
    #[serde(default)]
    longest_word: usize,
}

impl From<&Text> for Measures {
    fn from(text: &Text) -> Self {
        let length = text.length();
        Self { length, longest_word: length }
    }
}

//! The measures of a text that the rules need.

use serde::{Deserialize, Serialize};
use shared::Text;

/// The measures of a text, counted once because every progress report is checked against them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Measures {
    /// The number of characters to type.
    pub(super) length: usize,
    /// The length of the longest run of characters without a space.
    pub(super) longest_word: usize,
}

impl From<&Text> for Measures {
    fn from(text: &Text) -> Self {
        Self { length: text.length(), longest_word: text.longest_word() }
    }
}

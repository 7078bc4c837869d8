//! What the rules need to know of a text.

use serde::{Deserialize, Serialize};
use shared::Text;

/// The measures of a text, counted once: every report of every racer is judged by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Measures {
    /// Characters to type.
    pub(super) length: usize,
    /// The longest run of them without a space.
    pub(super) longest_word: usize,
}

impl From<&Text> for Measures {
    fn from(text: &Text) -> Self {
        Self { length: text.length(), longest_word: text.longest_word() }
    }
}

//! The languages of texts, and so of rooms.

use serde::{Deserialize, Serialize};

/// The language of a text. The default is that of the site, in which most racers race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
}

impl Language {
    /// All languages, the default first.
    pub const ALL: [Self; 2] = [Self::English, Self::Spanish];
}

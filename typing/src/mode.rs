//! The modes of a run.

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Declares [`Mode`] from the name of each mode and, for timed ones, the limit in seconds.
macro_rules! modes {
    ($($(#[$attribute:meta])* $Mode:ident = $name:literal $(for $seconds:literal)?,)*) => {
        /// The way in which a text was chosen and a run ends. Races are always [`Mode::Text`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
        pub enum Mode {
            $($(#[$attribute])* #[serde(rename = $name)] $Mode,)*
        }

        impl Mode {
            /// All modes.
            pub const ALL: &[Self] = &[$(Self::$Mode),*];

            /// Returns the name in JSON and in the database.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Mode => $name,)*
                }
            }

            /// Returns the time after which a run ends, whatever is typed by then; `None` for a mode whose runs end when
            /// the text is typed.
            pub const fn limit(self) -> Option<Duration> {
                match self {
                    $($(Self::$Mode => Some(Duration::from_secs($seconds)),)?)*
                    _ => None,
                }
            }
        }
    };
}

impl Mode {
    /// Returns true for a mode of frequent words, in which each word is typed for itself.
    pub fn is_of_words(self) -> bool {
        self.name().starts_with("words")
    }
}

modes! {
    /// A text of the site.
    #[default]
    Text = "text",
    /// Frequent words for 15 seconds.
    Words15s = "words15s" for 15,
    /// Frequent words for 30 seconds.
    Words30s = "words30s" for 30,
    /// Frequent words for a minute.
    Words60s = "words60s" for 60,
    /// Frequent words for two minutes.
    Words120s = "words120s" for 120,
    /// Ten frequent words.
    Words10 = "words10",
    /// 25 frequent words.
    Words25 = "words25",
    /// 50 frequent words.
    Words50 = "words50",
    /// A hundred frequent words.
    Words100 = "words100",
    /// Words and passages that hold the user's weak keys.
    Weak = "weak",
    /// A text of the user's own.
    Own = "own",
}

/// The error for a name that no mode has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no such mode")]
pub struct UnknownMode;

impl FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(name: &str) -> Result<Self, UnknownMode> {
        Self::ALL.iter().copied().find(|mode| mode.name() == name).ok_or(UnknownMode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_is_read_by_its_name() {
        for mode in Mode::ALL {
            assert_eq!(mode.name().parse(), Ok(*mode));
            assert_eq!(serde_json::to_value(mode).expect("it is a name"), mode.name());
        }
        assert_eq!("words20".parse::<Mode>(), Err(UnknownMode));
    }
}

//! The part of a text that is typed, in percent.

use serde::{Deserialize, Serialize};

/// A whole percent, 0 to 100: the `completed` of a racer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "u8")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Percent(u8);

/// The error for a number that is not a percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a whole percent from 0 to 100")]
pub struct InvalidPercent;

impl Percent {
    /// No character is typed.
    pub const NONE: Self = Self(0);
    /// The whole text is typed.
    pub const ALL: Self = Self(100);

    /// Returns `typed` as a share of `length` characters, rounded to a whole percent.
    pub fn of(typed: usize, length: usize) -> Self {
        if length == 0 {
            return Self::ALL;
        }
        let typed = typed.min(length);
        Self(((typed * 200 + length) / (length * 2)) as u8)
    }

    /// Returns the number, 0 to 100.
    pub fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<i64> for Percent {
    type Error = InvalidPercent;

    fn try_from(percent: i64) -> Result<Self, Self::Error> {
        match u8::try_from(percent) {
            Ok(percent @ 0..=100) => Ok(Self(percent)),
            _ => Err(InvalidPercent),
        }
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> Self {
        percent.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_half_up_like_the_browsers_math_round() {
        assert_eq!(Percent::of(0, 60), Percent::NONE);
        assert_eq!(Percent::of(1, 60).get(), 2);
        assert_eq!(Percent::of(1, 200).get(), 1);
        assert_eq!(Percent::of(1, 201).get(), 0);
        assert_eq!(Percent::of(60, 60), Percent::ALL);
    }

    #[test]
    fn only_whole_percents_are_read() {
        assert!(serde_json::from_str::<Percent>("100").is_ok());
        for wrong in ["101", "-1", "1.5", "\"7\"", "null", "1e99"] {
            assert!(serde_json::from_str::<Percent>(wrong).is_err(), "{wrong}");
        }
    }
}

//! The ids of users, texts, races and rooms. Each has its own type, so that they cannot be mixed up.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The id of an account: its key in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub i64);

/// The id of a text to type: its key in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextId(pub i64);

/// The id of a race: one run of one room through one text. Results are deduplicated by race and user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RaceId(pub Uuid);

impl From<i64> for UserId {
    fn from(id: i64) -> Self {
        Self(id)
    }
}

impl From<UserId> for i64 {
    fn from(id: UserId) -> Self {
        id.0
    }
}

impl From<i64> for TextId {
    fn from(id: i64) -> Self {
        Self(id)
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for RaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The id of a room: the `{code}` of `/multiplayer/{code}`, eight characters that are hard to misread.
///
/// A code is read without regard to case, so that it can be dictated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct RoomCode([u8; RoomCode::LENGTH]);

/// The error for a text that is not a room code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a room code ({} letters and digits)", RoomCode::LENGTH)]
pub struct InvalidRoomCode;

impl RoomCode {
    /// The number of characters in a code.
    pub const LENGTH: usize = 8;

    /// The characters of a code: no `0`/`o`, no `1`/`i`/`l`, no characters that look alike.
    pub const ALPHABET: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";

    /// Returns the code for a random number.
    ///
    /// 31^8 codes out of 2^64 numbers: the bias of the remainder is below one in ten million.
    pub fn from_random(mut random: u64) -> Self {
        let base = Self::ALPHABET.len() as u64;
        let mut code = [0; Self::LENGTH];
        for place in &mut code {
            *place = Self::ALPHABET[(random % base) as usize];
            random /= base;
        }
        Self(code)
    }

    /// Returns the code as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("the alphabet is ASCII")
    }
}

impl FromStr for RoomCode {
    type Err = InvalidRoomCode;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        let code = code.trim().to_ascii_lowercase();
        let bytes: [u8; Self::LENGTH] = code.as_bytes().try_into().map_err(|_| InvalidRoomCode)?;
        if bytes.iter().all(|byte| Self::ALPHABET.contains(byte)) { Ok(Self(bytes)) } else { Err(InvalidRoomCode) }
    }
}

impl TryFrom<String> for RoomCode {
    type Error = InvalidRoomCode;

    fn try_from(code: String) -> Result<Self, Self::Error> {
        code.parse()
    }
}

impl From<RoomCode> for String {
    fn from(code: RoomCode) -> Self {
        code.as_str().to_owned()
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_code_of_a_random_number_can_be_parsed(random: u64) {
            let code = RoomCode::from_random(random);
            prop_assert_eq!(code.as_str().parse::<RoomCode>(), Ok(code));
            prop_assert_eq!(code.as_str().to_uppercase().parse::<RoomCode>(), Ok(code));
        }

        #[test]
        fn a_code_is_eight_characters_of_the_alphabet(text in "\\PC{0,12}") {
            let is_code = text.len() == RoomCode::LENGTH
                && text.to_ascii_lowercase().bytes().all(|byte| RoomCode::ALPHABET.contains(&byte));
            prop_assert_eq!(text.parse::<RoomCode>().is_ok(), is_code);
        }
    }
}

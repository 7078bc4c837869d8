//! The ids of users, guests, texts, races and rooms. Each has its own type, so that they cannot be mixed up.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

/// The id of an account: its key in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub i64);

/// The id of a guest: their key among the racers of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GuestId(pub i64);

/// The id of a racer: an account, or a guest of an event.
///
/// It is written as the number of the account, or as `g` with the number of the guest, which a process that knows no guests
/// cannot read as an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RacerId {
    /// An account.
    User(UserId),
    /// A guest.
    Guest(GuestId),
}

/// The error for a text that is not the id of a racer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a number, or g and a number")]
pub struct InvalidRacerId;

/// The id of a text to type: its key in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextId(pub i64);

impl TextId {
    /// A text that is in no database: a host's own.
    pub const NONE: Self = Self(0);
}

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

impl RacerId {
    /// Returns the account, unless the racer is a guest.
    pub fn user(self) -> Option<UserId> {
        match self {
            Self::User(user) => Some(user),
            Self::Guest(_) => None,
        }
    }
}

impl From<UserId> for RacerId {
    fn from(user: UserId) -> Self {
        Self::User(user)
    }
}

impl fmt::Display for RacerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(user) => user.fmt(f),
            Self::Guest(GuestId(id)) => write!(f, "g{id}"),
        }
    }
}

impl FromStr for RacerId {
    type Err = InvalidRacerId;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        let number = |digits: &str| digits.parse().map_err(|_| InvalidRacerId);
        match id.strip_prefix('g') {
            Some(guest) => Ok(Self::Guest(GuestId(number(guest)?))),
            None => Ok(Self::User(UserId(number(id)?))),
        }
    }
}

impl Serialize for RacerId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::User(user) => user.serialize(serializer),
            Self::Guest(_) => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for RacerId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Ids;

        impl Visitor<'_> for Ids {
            type Value = RacerId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the id of a racer")
            }

            fn visit_i64<E: Error>(self, id: i64) -> Result<RacerId, E> {
                Ok(UserId(id).into())
            }

            fn visit_u64<E: Error>(self, id: u64) -> Result<RacerId, E> {
                i64::try_from(id).map(|id| UserId(id).into()).map_err(E::custom)
            }

            // Also an account, as the key of a map.
            fn visit_str<E: Error>(self, id: &str) -> Result<RacerId, E> {
                id.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Ids)
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
    use std::collections::HashMap;

    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn an_account_is_a_number_and_a_guest_is_what_no_earlier_version_takes_for_one() {
        let (user, guest) = (RacerId::User(UserId(7)), RacerId::Guest(GuestId(7)));
        for (id, text, written) in [(user, "7", json!(7)), (guest, "g7", json!("g7"))] {
            assert_eq!((id.to_string().as_str(), text.parse()), (text, Ok(id)));
            assert_eq!(serde_json::to_value(id).expect("it is JSON"), written);
            assert_eq!(serde_json::from_value::<RacerId>(written.clone()).expect("it is an id"), id);
            assert_eq!(serde_json::from_value::<UserId>(written).is_ok(), id == user);
        }
        for wrong in ["", "g", "x7", "gg7", "7g", "7.5"] {
            assert_eq!(wrong.parse::<RacerId>(), Err(InvalidRacerId), "{wrong}");
        }
    }

    #[test]
    fn a_map_by_account_is_read_as_a_map_by_racer() {
        let by_user = HashMap::from([(UserId(7), 1), (UserId(-8), 2)]);
        let written = serde_json::to_string(&by_user).expect("it is JSON");
        let by_racer: HashMap<RacerId, i32> = serde_json::from_str(&written).expect("it is a map");
        assert_eq!(by_racer, by_user.into_iter().map(|(user, number)| (user.into(), number)).collect());
    }

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

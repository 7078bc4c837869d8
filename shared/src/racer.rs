//! A racer, and their results.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use unicode_normalization::char::is_combining_mark;
use unicode_normalization::is_nfc;

use crate::{Percent, RacerId};

crate::numbers! {
    /// The time for which a seat is kept for a socket that has not joined yet: a page load on a slow line.
    pub const SEAT_TTL: Duration = Duration::from_secs(15);
}

/// A racer, as the api knew them when they took their seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Racer {
    /// The account, or the guest.
    #[serde(rename = "user_id")]
    pub id: RacerId,
    /// Their name.
    #[serde(deserialize_with = "name")]
    pub username: String,
    /// File name of the skin they wear, without `.png`.
    #[serde(deserialize_with = "word")]
    pub skin: String,
    /// Their division in the language of the room, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<Division>,
    /// False if watchers see neither the name nor the skin.
    #[serde(default = "shown", skip_serializing_if = "Clone::clone")]
    pub shown: bool,
}

/// Racers in messages and snapshots of earlier versions had no choice yet.
fn shown() -> bool {
    true
}

/// A division of racers by speed, named by its lower end in wpm. The api decides who is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Division(pub u16);

/// The longest name of a racer or a skin, in characters.
const LONGEST_WORD: usize = 64;

/// Reads the name of a racer from another process. It is shown to others, so it has nothing that is not seen, and nothing
/// that changes how the rest of a page is read.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    let belongs =
        |character: char| character.is_alphanumeric() || is_combining_mark(character) || " _-.'’".contains(character);
    let is_name = name.chars().all(belongs) && name.chars().any(char::is_alphanumeric) && is_nfc(&name);
    if !is_name || name.chars().count() > LONGEST_WORD {
        return Err(D::Error::custom("a name has 1 to 64 letters, digits, spaces, _ - . or '"));
    }
    Ok(name)
}

/// Reads the name of a skin from another process, which is part of paths.
fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let word = String::deserialize(deserializer)?;
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if !is_word || !(1..=LONGEST_WORD).contains(&word.len()) {
        return Err(D::Error::custom("a name has 1 to 64 letters, digits, _ or -"));
    }
    Ok(word)
}

/// A proof that the api gave a racer their seat. An engine keeps it, and returns it with the racer's result; only the api
/// can make one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatProof(pub String);

/// A racer's own report of their progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgressReport {
    /// The part of the text that is typed.
    pub completed: Percent,
    /// The keys since the last piece.
    pub log: Option<LogPiece>,
}

impl From<Percent> for ProgressReport {
    fn from(completed: Percent) -> Self {
        Self { completed, log: None }
    }
}

/// A racer's own report of the run that ends with their finish.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FinishReport {
    /// The accuracy in percent, as the racer's client counted it.
    pub accuracy: f64,
    /// Every key of the run, in the form of `typing::Key`: characters, BS and ETB. If given, the engine
    /// replays them and takes the accuracy from the replay.
    pub keystrokes: Option<String>,
    /// The time of each key in whole milliseconds since the start, by the racer's clock: for the review of the run only.
    pub times: Option<Vec<u32>>,
    /// The keys since the last piece of the log. If given, `keystrokes` and `times` are ignored.
    pub log: Option<LogPiece>,
    /// The number of keys in the log whose events the browser did not take from a device.
    pub untrusted: Option<u32>,
    /// The number of insertions of more than one character that no composition explains.
    pub pastes: Option<u32>,
}

/// A piece of a log, as a racer sends it during the race: whole keys that were typed since the piece before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LogPiece {
    /// The length of the log before this piece, in bytes; 0 begins the log anew.
    pub from: u32,
    /// The keys as bytes of the log, in base64.
    #[serde(serialize_with = "to_base64", deserialize_with = "from_base64")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub keys: Vec<u8>,
}

fn to_base64<S: Serializer>(keys: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&BASE64_STANDARD.encode(keys))
}

fn from_base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    BASE64_STANDARD.decode(String::deserialize(deserializer)?).map_err(|_| D::Error::custom("must be base64"))
}

/// One racer's result in a race.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RaceResult {
    /// The racer.
    #[serde(rename = "user_id")]
    pub racer: RacerId,
    /// 1 for the first to finish. Results that are not ranked leave the places to others.
    pub place: usize,
    /// True if the race counts as won as far as the room knows: the first to finish with a ranked result, when the room had
    /// seen another racer type half of the text.
    pub won: bool,
    /// The time from the start to the finish, by the room's clock.
    pub time: Duration,
    /// Words per minute, two decimals.
    pub wpm: f64,
    /// Accuracy in percent, two decimals.
    pub accuracy: f64,
    /// True if the result is saved and shown, but counts for nothing: it came faster than a `finish` is believed without
    /// a log of the keys.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unranked: bool,
}

/// The decision on a first place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Win {
    /// It is one.
    Won,
    /// It becomes one once another racer has a ranked result, or the room has seen half of their text.
    Pending,
    /// It is none: in private rooms, an account wins against the same accounts once a day.
    Repeated,
}

/// Returns true for a flag that is left out.
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

/// Returns true for a count that is left out.
pub(crate) fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Racer;

    #[test]
    fn a_racer_of_an_earlier_version_is_shown() {
        let racer = |shown: Option<bool>| {
            let mut racer = json!({ "user_id": 7, "username": "ana", "skin": "hummingbird" });
            shown.into_iter().for_each(|shown| racer["shown"] = json!(shown));
            racer
        };
        for (written, shown) in [(racer(None), true), (racer(Some(false)), false)] {
            let read: Racer = serde_json::from_value(written.clone()).expect("it is a racer");
            assert_eq!((read.shown, serde_json::to_value(&read).expect("it is JSON")), (shown, written));
        }
    }

    #[test]
    fn a_racer_from_another_process_has_names_of_the_right_form() {
        let read = |username: &str, skin: &str| {
            serde_json::from_value::<Racer>(json!({ "user_id": 7, "username": username, "skin": skin }))
        };
        let longest = "ñ".repeat(64);
        for name in ["marisol_7", "Ms. O’Hara-Núñez 2", "Анна", "नमस्ते", "美咲", &longest] {
            assert!(read(name, "violet-ear").is_ok(), "{name:?}");
            assert!(name == "marisol_7" || read("marisol", name).is_err(), "{name:?}");
        }
        let long = "a".repeat(65);
        for wrong in
            ["", " ", "<b>", "\u{202e}X", "a\u{7}b", "a\u{200b}b", "../../etc/x", "nin\u{303}a", "a\nb", "🐦", &long]
        {
            assert!(read(wrong, "hummingbird").is_err(), "{wrong:?}");
            assert!(read("marisol", wrong).is_err(), "{wrong:?}");
        }
    }
}

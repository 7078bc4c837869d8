//! The compact form in which the keys of a run are kept: about two bytes a key, relative to the text that was typed.
//!
//! docs/key-log.md describes it, and `shared/fixtures/key-log.json` has examples.

use std::sync::Arc;

use crate::leb128::{read_number, write_number};
use crate::run::{Key, Typing};

/// The longest log of a race's keys, in bytes: three times those of the longest text typed without a mistake. Longer ones
/// are not kept, so that a room and its snapshot have a bound.
pub const LONGEST_OF_RACE: usize = 4 * 1024;

/// The keys of a run with their times.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TimedKeys {
    /// Every key, in the form of [`Key`]: characters, BS and ETB.
    pub keystrokes: String,
    /// One time per character of `keystrokes`, in milliseconds since the run began. They never fall.
    pub times: Vec<u32>,
}

/// The error for times that do not belong to their keys: one is missing or extra, or they fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there must be one time for each key, and they must never fall")]
pub struct InvalidTimes;

impl TimedKeys {
    /// Joins keys and times.
    ///
    /// # Errors
    /// [`InvalidTimes`] if they do not belong together.
    pub fn new(keystrokes: String, times: Vec<u32>) -> Result<Self, InvalidTimes> {
        let is_one_each = keystrokes.chars().count() == times.len();
        if is_one_each && times.is_sorted() { Ok(Self { keystrokes, times }) } else { Err(InvalidTimes) }
    }

    /// Returns the log of these keys in a run through `text`.
    pub fn encode(&self, text: &str) -> Vec<u8> {
        let mut log = Vec::with_capacity(2 * self.times.len());
        let mut cursor = Cursor::new(text);
        let mut before = 0;
        for (key, ms) in self.keystrokes.chars().zip(&self.times) {
            let is_other = !cursor.is_due(key);
            write_number(u64::from(ms.saturating_sub(before)) << 1 | u64::from(is_other), &mut log);
            if is_other {
                write_number(key.into(), &mut log);
            }
            cursor.press(key);
            before = *ms;
        }
        log
    }

    /// Reads the log of a run through `text`; `None` if it is none.
    pub fn decode(text: &str, mut log: &[u8]) -> Option<Self> {
        let mut keys = Self::default();
        let mut reader = Reader::new(text.chars().collect());
        while !log.is_empty() {
            keys.keystrokes.push(reader.read(&mut log)?);
            keys.times.push(reader.ms);
        }
        Some(keys)
    }
}

/// A reader of a log, key by key, as its pieces arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    cursor: Cursor,
    /// The time of the last key in milliseconds since the run began; 0 before the first.
    ms: u32,
}

impl Reader {
    /// Returns a reader before the first key of a run through `text`.
    pub fn new(text: Arc<[char]>) -> Self {
        Self { cursor: Cursor(Typing::through(text)), ms: 0 }
    }

    /// Reads one key, and moves `log` behind it. `None` if there is none, or only a part of one.
    pub fn read(&mut self, log: &mut &[u8]) -> Option<char> {
        let number = read_number(log)?;
        self.ms = self.ms.checked_add(u32::try_from(number >> 1).ok()?)?;
        let key = if number & 1 == 0 {
            self.cursor.0.due()?
        } else {
            char::from_u32(u32::try_from(read_number(log)?).ok()?)?
        };
        self.cursor.press(key);
        Some(key)
    }

    /// Returns the text of the run.
    pub fn text(&self) -> &Arc<[char]> {
        self.cursor.0.text()
    }

    /// Returns the time of the last key in milliseconds since the run began; 0 before the first.
    pub fn ms(&self) -> u32 {
        self.ms
    }

    /// Returns the number of characters before the cursor, right or wrong. Keys that stand for several count as one.
    pub fn typed(&self) -> usize {
        self.cursor.0.typed()
    }
}

/// The place in the text by which the next key is foretold. It is off after keys that stand for several characters, which
/// costs bytes and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Cursor(Typing);

impl Cursor {
    fn new(text: &str) -> Self {
        Self(Typing::new(text))
    }

    fn is_due(&self, key: char) -> bool {
        self.0.due() == Some(key)
    }

    fn press(&mut self, key: char) {
        self.0.press(Key::from(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Examples {
        longest_of_race: usize,
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        name: String,
        text: String,
        keystrokes: String,
        times: Vec<u32>,
        log: String,
        /// The number of bytes of the log up to the end of each key, where pieces may end.
        ends: Vec<usize>,
    }

    /// Reads a log in two pieces, of which the first has this many bytes.
    fn read_in_pieces(text: &str, log: &[u8], first: usize) -> Option<TimedKeys> {
        let mut reader = Reader::new(text.chars().collect());
        let mut keys = TimedKeys::default();
        for mut piece in [&log[..first], &log[first..]] {
            while !piece.is_empty() {
                keys.keystrokes.push(reader.read(&mut piece)?);
                keys.times.push(reader.ms());
            }
        }
        Some(keys)
    }

    fn hex(log: &[u8]) -> String {
        log.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_documented_examples_hold() {
        let Examples { longest_of_race, cases } =
            serde_json::from_str(include_str!("../../shared/fixtures/key-log.json")).expect("the cases are readable");
        assert!(longest_of_race == LONGEST_OF_RACE && !cases.is_empty());
        for Case { name, text, keystrokes, times, log, ends } in cases {
            let keys = TimedKeys::new(keystrokes, times).expect("they belong together");
            let written = keys.encode(&text);
            assert_eq!(hex(&written), log, "{name}");
            assert_eq!(TimedKeys::decode(&text, &written), Some(keys.clone()), "{name}");
            for first in 0..=written.len() {
                let is_whole = first == 0 || ends.contains(&first);
                let read = read_in_pieces(&text, &written, first);
                assert_eq!(read, is_whole.then(|| keys.clone()), "{name}, cut after {first} bytes");
            }
        }
    }

    #[test]
    fn a_usual_run_takes_two_bytes_a_key() {
        let text = "The hummingbird stands in the air before each flower, drinks, and is gone. ".repeat(8);
        let typed = text.replace("air", "ari\u{8}\u{8}ir").replace("gone", "gnoe\u{17}gone");
        let times = (0..).scan(0, |ms, n| {
            *ms += 60 + (n * 37) % 190;
            Some(*ms)
        });
        let keys = TimedKeys { times: times.take(typed.chars().count()).collect(), keystrokes: typed };
        let per_key = keys.encode(&text).len() as f64 / keys.times.len() as f64;
        assert!(per_key < 2.1, "{per_key}");
    }

    #[test]
    fn times_that_do_not_belong_to_their_keys_are_refused() {
        for times in [&[][..], &[0], &[0, 1, 2], &[5, 4]] {
            assert_eq!(TimedKeys::new("éb".to_owned(), times.to_vec()), Err(InvalidTimes), "{times:?}");
        }
    }

    proptest! {
        #[test]
        fn every_run_is_read_as_it_was_written(
            text in "[ab é]{0,20}",
            keystrokes in "[ab é…\u{8}\u{17}\u{301}😀]{0,60}",
            gaps in prop::collection::vec(prop_oneof![0..300_u32, any::<u32>().prop_map(|gap| gap / 64)], 60),
        ) {
            let times = gaps.iter().scan(0, |ms, gap| { *ms += gap; Some(*ms) }).take(keystrokes.chars().count()).collect();
            let keys = TimedKeys::new(keystrokes, times).expect("they belong together");
            prop_assert_eq!(TimedKeys::decode(&text, &keys.encode(&text)), Some(keys));
        }

        #[test]
        fn no_bytes_are_more_keys_than_bytes(text in "[ab ]{0,20}", log in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Some(keys) = TimedKeys::decode(&text, &log) {
                prop_assert!(keys.times.len() <= log.len() && keys.times.is_sorted());
            }
        }
    }
}

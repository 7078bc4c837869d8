//! Racers, texts, events, seeds and generated files for tests and benchmarks.

use std::{env, fs};

use serde_json::Value;

use crate::racer::Racer;
use crate::wire::{ClientEvent, ClientMessage};
use crate::{Language, Text, TextId, UserId};

/// A word and its space: sixty of them are 300 characters, a minute at 60 wpm.
pub const WORD: &str = "abcd ";

/// Returns a racer, the same for the same user.
pub fn racer(user: i64) -> Racer {
    Racer { user_id: UserId(user), username: format!("racer-{user}"), skin: "hummingbird".to_owned() }
}

/// Returns a text of this many words, each a [`WORD`].
pub fn text(words: usize) -> Text {
    Text { id: TextId(1), author: "Nobody".to_owned(), text: WORD.repeat(words), language: Language::English }
}

/// Returns the examples of client events in `shared/fixtures/wire.json`.
pub fn client_events() -> Vec<ClientEvent> {
    let fixtures: Value = serde_json::from_str(include_str!("../fixtures/wire.json")).expect("they are JSON");
    let examples = fixtures["client"].as_array().expect("they are a list");
    let read = |example: &Value| ClientMessage::read(example[0].as_str()?, &example[1].to_string()).ok();
    examples.iter().map(|example| read(example).expect("it is an event").event).collect()
}

/// The seed of a random schedule, printed if the schedule fails.
pub struct Seed(pub u64);

impl Drop for Seed {
    #[expect(clippy::print_stderr, reason = "the seed reproduces the failure")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("schedule {0} failed: COLIBRI_SIMULATION_SEED={0} runs it again", self.0);
        }
    }
}

/// Compares the file at `path` with what is generated `now`. With `REGENERATE`, writes it first.
///
/// # Panics
/// Panics if they differ, with the `command` that regenerates the file.
pub fn assert_generated(path: &str, now: &str, command: &str) {
    if env::var_os("REGENERATE").is_some() {
        fs::write(path, now).expect("the file is writable");
    }
    let is_current = fs::read_to_string(path).is_ok_and(|written| written == now);
    assert!(is_current, "{path} is not up to date; run `{command}`");
}

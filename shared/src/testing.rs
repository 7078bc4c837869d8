//! Racers, texts and seeds for tests and benchmarks.

use crate::racer::Racer;
use crate::{Text, TextId, UserId};

/// A word and its space: sixty of them are 300 characters, a minute at 60 wpm.
pub const WORD: &str = "abcd ";

/// Returns a racer, the same for the same user.
pub fn racer(user: i64) -> Racer {
    Racer { user_id: UserId(user), username: format!("racer-{user}"), skin: "hummingbird".to_owned() }
}

/// Returns a text of this many words, each a [`WORD`].
pub fn text(words: usize) -> Text {
    Text { id: TextId(1), author: "Nobody".to_owned(), text: WORD.repeat(words) }
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

//! A client that sends the log of its keys.

use rand::{RngExt, rngs::Xoshiro256PlusPlus};
use shared::Percent;
use shared::racer::LogPiece;
use typing::key_log::TimedKeys;

/// The keys of a client that sends their log.
#[derive(Default)]
pub(super) struct Typist {
    keys: TimedKeys,
    /// The number of characters before the cursor, all of which are right.
    typed: usize,
    /// The number of bytes of the log that were sent.
    sent: usize,
}

impl Typist {
    /// Types up to this many characters of `text` until `ms` after the start, occasionally with a mistake.
    pub(super) fn type_on(&mut self, text: &str, characters: usize, ms: u32, random: &mut Xoshiro256PlusPlus) {
        let mut keys: Vec<char> = text.chars().skip(self.typed).take(characters).collect();
        self.typed += keys.len();
        if random.random_ratio(1, 6) {
            keys.extend("x\u{8}".chars());
        }
        let began = self.keys.times.last().copied().unwrap_or_default();
        let took = u64::from(ms.saturating_sub(began));
        for (n, key) in (1..).zip(&keys) {
            self.keys.keystrokes.push(*key);
            self.keys.times.push(began + (took * n / keys.len() as u64) as u32);
        }
    }

    pub(super) fn completed(&self, text: &str) -> Percent {
        Percent::of(self.typed, text.chars().count())
    }

    /// Returns the next piece of the log; all of it if `is_whole`.
    pub(super) fn piece(&mut self, text: &str, is_whole: bool) -> LogPiece {
        let log = self.keys.encode(text);
        let from = if is_whole { 0 } else { self.sent };
        self.sent = log.len();
        LogPiece { from: from as u32, keys: log[from..].to_vec() }
    }

    /// Sends everything again the next time.
    pub(super) fn begin_anew(&mut self) {
        self.sent = 0;
    }
}

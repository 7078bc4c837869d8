//! Bots that do not try to look like people.

use rand::{Rng, RngExt as _};

use super::draft::{Clock, Draft, ms_per_key};
use crate::Run;

/// A bookmarklet that waits until the time fits the speed, and inserts the whole text with
/// `document.execCommand('insertText')`, whose events are trusted.
pub fn one_paste(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let time = text.chars().count() as f64 * ms_per_key(wpm) + rng.random_range(0.0..20.0);
    Run { pastes: 1, ..Draft::new(time, text.chars(), |_, _| 0.0).play(rng, Clock::Computed) }
}

/// A user script that sets the value of the field word by word and dispatches an `InputEvent`, as those for React pages do.
pub fn pasted_words(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let words: Vec<&str> = text.split_inclusive(' ').collect();
    let mut waits = Vec::new();
    for word in &words {
        let length = word.chars().count();
        let wait = length as f64 * ms_per_key(wpm) * rng.random_range(0.9..1.1);
        waits.extend(word.chars().zip([wait].into_iter().chain(vec![0.0; length])));
    }
    let pastes = words.iter().filter(|word| word.chars().count() > 1).count() as u32;
    // Only the first key of a word waits for a timer.
    let run = Draft(waits).play(rng, Clock::Computed);
    Run { untrusted_keys: run.keys.times.len() as u32, pastes, ..run }
}

/// A client of its own that speaks the protocol, and sends a log with computed times at the end.
pub fn forged_log(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let reaction = rng.random_range(0.0..40.0);
    Draft::new(reaction, text.chars(), |_, _| ms_per_key(wpm)).play(rng, Clock::Computed)
}

/// A user script with `setInterval` that dispatches a `KeyboardEvent` for each key, as most of those for Nitro Type and
/// TypeRacer do. The page sees that they are not trusted.
pub fn dispatched_events(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let reaction = rng.random_range(0.0..60.0);
    let run = Draft::new(reaction, text.chars(), |_, _| ms_per_key(wpm)).play(rng, Clock::Browser);
    Run { untrusted_keys: run.keys.times.len() as u32, ..run }
}

/// Selenium's `send_keys` with a word at a time, which ChromeDriver types without pauses, and a sleep after each, as in
/// Savvythelegend/MonkeyType-BOT.
pub fn selenium_words(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let reaction = rng.random_range(100.0..300.0);
    let draft = Draft::new(reaction, text.chars(), |before, _| {
        rng.random_range(0.6..2.8) + if before == ' ' { 6.0 * ms_per_key(wpm) } else { 0.0 }
    });
    draft.at(wpm, text).play(rng, Clock::Computed)
}

/// Selenium's `send_keys` for each letter with a fixed sleep, as in mark404k/monkeytypebot-legit.
pub fn selenium_keys(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let reaction = rng.random_range(50.0..200.0);
    Draft::new(reaction, text.chars(), |_, _| ms_per_key(wpm)).play(rng, Clock::Driver)
}

//! Bots that do not try to look like people.

use rand::{Rng, RngExt as _};

use typing::Key;

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

/// The same with a character that no text has a moment before each key, so that the wait before the key looks short.
pub fn forged_log_with_joiners(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    const NONE: [char; 6] = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{ad}', '\u{feff}', '\u{2060}'];
    let none = NONE[rng.random_range(0..NONE.len())];
    let moment = rng.random_range(1.0..19.0);
    let waits = text.chars().flat_map(|key| [(none, ms_per_key(wpm) - moment), (key, moment)]);
    Draft(waits.collect()).play(rng, Clock::Computed)
}

/// The same with the character before each key erased and typed again, so that the waits before both look short.
pub fn forged_log_with_erasing(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut keys = Vec::new();
    let mut before = None;
    let first_ms = rng.random_range(20.0..60.0_f64).round();
    for key in text.chars() {
        match before.replace(key) {
            None => keys.push((key, first_ms)),
            Some(before) => keys.extend([(Key::BACKSPACE, ms_per_key(wpm) - 6.0), (before, 3.0), (key, 3.0)]),
        }
    }
    Draft(keys).play(rng, Clock::Computed)
}

/// The same with all times rounded to a tenth of a second, as if by a browser that hides the time.
pub fn forged_log_of_a_coarse_clock(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let waits = text.chars().map(|key| (key, ms_per_key(wpm) * rng.random_range(0.9..1.1)));
    let mut run = Draft(waits.collect()).play(rng, Clock::Computed);
    run.keys.times.iter_mut().for_each(|ms| *ms = ms.next_multiple_of(100));
    run
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

//! Bots that add noise to an even rhythm, of which none knows one key from another.

use rand::{Rng, RngExt as _};
use typing::Key;

use super::dice::gauss;
use super::draft::{Clock, Draft, ms_per_key};
use crate::Run;

/// `sleep(uniform(0.8, 1.2) * delay)` after each key, as in robbiebusinessacc/slowPaste and most answers to "type like a
/// human with Selenium".
pub fn uniform_jitter(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let reaction = rng.random_range(50.0..200.0);
    let draft = Draft::new(reaction, text.chars(), |_, _| ms_per_key(wpm) * rng.random_range(0.8..1.2));
    draft.play(rng, Clock::Driver)
}

/// AutoHotkey's `SendInput` and `Sleep` with a random part, as in asywish1/random-input-simulator. The keys come from the
/// system, and the sleeps end at its ticks of 15.6 ms.
pub fn windows_sleep(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let reaction = rng.random_range(100.0..400.0);
    let half_a_tick = 1000.0 / 128.0;
    let draft = Draft::new(reaction, text.chars(), |_, _| ms_per_key(wpm) * rng.random_range(0.4..1.6) - half_a_tick);
    draft.play(rng, Clock::Windows)
}

/// `sleep(gauss(delay, delay / 4))` after each key of pynput or Playwright.
pub fn gaussian_jitter(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let reaction = rng.random_range(150.0..500.0);
    let draft = Draft::new(reaction, text.chars(), |_, _| gauss(rng, 1.0, 0.25).max(0.1));
    draft.at(wpm, text).play(rng, Clock::System)
}

/// PyAutoGUI's `write` with one interval for each word, and now and then a wrong word that it erases, as in
/// CuriousAvenger/MonkeyType-Bot.
pub fn pyautogui_words(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    const WRONG: [&str; 5] = ["during", "point", "from", "world", "go"];
    let mut keys = Vec::new();
    let mut left = text.chars().count();
    for word in text.split_inclusive(' ') {
        let wrong = WRONG[rng.random_range(0..WRONG.len())];
        // Keys past the end would have no effect, and could not be erased.
        if rng.random_bool(0.05) && wrong.len() < left {
            for wrong in [wrong, &Key::BACKSPACE.to_string().repeat(wrong.len())] {
                let interval = rng.random_range(0.6..1.4);
                keys.extend(wrong.chars().map(|key| (key, interval)));
            }
        }
        let interval = rng.random_range(0.6..1.4);
        keys.extend(word.chars().map(|key| (key, interval)));
        left -= word.chars().count();
    }
    keys[0].1 = rng.random_range(150.0..500.0);
    Draft(keys).at(wpm, text).play(rng, Clock::System)
}

/// A user script that types long words more slowly and waits before each word, with a little noise, as many "humanizers" do.
/// It inserts each letter with `document.execCommand('insertText')`, whose events are trusted.
pub fn slow_long_words(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let words = text.split_inclusive(' ').map(|word| word.chars().count());
    let mut lengths: Vec<usize> = words.flat_map(|length| vec![length; length]).rev().collect();
    lengths.pop();
    let reaction = rng.random_range(200.0..600.0);
    let draft = Draft::new(reaction, text.chars(), |before, _| {
        let length = lengths.pop().unwrap_or_default();
        let start = if before == ' ' { rng.random_range(0.3..0.8) } else { 0.0 };
        gauss(rng, 0.7 + 0.06 * length as f64, 0.1) + start
    });
    draft.at(wpm, text).play(rng, Clock::Browser)
}

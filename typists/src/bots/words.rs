//! Bots that insert a whole word, or a part of one, at once: each key with a trusted event of its own, so that only the times
//! tell.

use rand::{Rng, RngExt as _};

use super::dice::log_normal;
use super::draft::{Clock, Draft, ms_per_key};
use crate::Run;

/// A client of its own that sends each word's keys with one time, after a time in proportion to the word.
pub fn words_in_proportion(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let words = text.split_inclusive(' ');
    insert(rng, text, wpm, words, |rng, part| length(part) * rng.random_range(0.8..1.2), |_| 0.0)
}

/// The same, after each word a time in proportion to that word: `type(word); sleep(len(word) * delay)`.
pub fn words_then_a_sleep(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut before = 5.0;
    let wait =
        |rng: &mut dyn Rng, part: &str| std::mem::replace(&mut before, length(part)) * rng.random_range(0.8..1.2);
    insert(rng, text, wpm, text.split_inclusive(' '), wait, |_| 0.0)
}

/// The same, one word after the other at the even pace of a timer.
pub fn words_evenly(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    insert(rng, text, wpm, text.split_inclusive(' '), |rng, _| rng.random_range(4.95..5.05), |_| 0.0)
}

/// The same, with pauses as skewed as those of a hand, whatever the word.
pub fn words_with_pauses(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    insert(rng, text, wpm, text.split_inclusive(' '), |rng, _| log_normal(rng, 5.0, 0.35), |_| 0.0)
}

/// Playwright's `keyboard.type(word)` and a random pause: each key is a request of its own to the browser.
pub fn playwright_words(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let pause = |rng: &mut dyn Rng, part: &str| length(part) * rng.random_range(0.6..1.4);
    insert(rng, text, wpm, text.split_inclusive(' '), pause, |rng| rng.random_range(0.3..4.0))
}

/// Words with the space in front, whose keys come a few milliseconds apart.
pub fn words_behind_a_space(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let words = parts(text, |(_, key)| key == ' ');
    let pause = |rng: &mut dyn Rng, part: &str| length(part) * log_normal(rng, 1.0, 0.25);
    insert(rng, text, wpm, words.into_iter(), pause, |rng| rng.random_range(1.0..19.0))
}

/// Words and signs at once, each by itself as a chorded keyboard sends them, after any pause.
pub fn words_and_signs_apart(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let starts_part =
        |(before, key): (char, char)| key != ' ' && is_of_word(before) != is_of_word(key) || before == ' ';
    let parts = parts(text, starts_part);
    insert(rng, text, wpm, parts.into_iter(), |rng, _| rng.random_range(0.5..1.5), |_| 0.0)
}

/// Words at once, and what is between two words at once: a split at the boundaries of a regular expression.
pub fn words_between_boundaries(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let parts = parts(text, |(before, key)| is_of_word(before) != is_of_word(key));
    insert(rng, text, wpm, parts.into_iter(), |rng, part| length(part) * rng.random_range(0.5..1.5), |_| 0.0)
}

/// Returns the parts of a text, cut between each two characters of which `starts_part` is true.
fn parts(text: &str, starts_part: impl Fn((char, char)) -> bool) -> Vec<&str> {
    let pairs = text.char_indices().zip(text.char_indices().skip(1));
    let cuts = pairs.filter(|((_, before), (_, key))| starts_part((*before, *key))).map(|(_, (at, _))| at);
    let ends: Vec<usize> = [0].into_iter().chain(cuts).chain([text.len()]).collect();
    ends.windows(2).map(|ends| &text[ends[0]..ends[1]]).collect()
}

fn is_of_word(key: char) -> bool {
    key.is_alphanumeric() || matches!(key, '\'' | '-')
}

/// Two words at once.
pub fn pairs_of_words(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut nth = 0;
    let pairs = text.split_inclusive(|key| {
        nth += usize::from(key == ' ');
        key == ' ' && nth % 2 == 0
    });
    insert(
        rng,
        text,
        wpm,
        pairs,
        |rng, part| length(part) * rng.random_range(0.8..1.2),
        |rng| rng.random_range(0.0..2.0),
    )
}

/// Half a word at once.
pub fn halves_of_words(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let halves = text.split_inclusive(' ').flat_map(|word| {
        let middle = word.char_indices().nth(word.chars().count() / 2).map_or(0, |(at, _)| at);
        <[&str; 2]>::from(word.split_at(middle))
    });
    let halves = halves.filter(|half| !half.is_empty());
    insert(rng, text, wpm, halves, |rng, part| length(part) * rng.random_range(0.8..1.2), |_| 1.0)
}

/// Inserts the parts of a text, each after a wait of so many usual keys, with so many milliseconds between its keys.
fn insert<'a>(
    rng: &mut dyn Rng,
    text: &str,
    wpm: f64,
    parts: impl Iterator<Item = &'a str>,
    mut wait: impl FnMut(&mut dyn Rng, &str) -> f64,
    inside_ms: impl Fn(&mut dyn Rng) -> f64,
) -> Run {
    let mut starts = Vec::new();
    let mut keys = Vec::new();
    for part in parts {
        starts.push((keys.len(), wait(rng, part)));
        keys.extend(part.chars().map(|key| (key, inside_ms(rng))));
    }
    let wanted = text.chars().count() as f64 * ms_per_key(wpm);
    let inside: f64 = keys.iter().map(|(_, ms)| ms).sum();
    let stretch = (wanted - inside).max(0.0) / starts.iter().map(|(_, wait)| wait).sum::<f64>();
    for (at, wait) in starts {
        keys[at].1 += wait * stretch;
    }
    Draft(keys).play(rng, Clock::Computed)
}

fn length(part: &str) -> f64 {
    part.chars().count() as f64
}

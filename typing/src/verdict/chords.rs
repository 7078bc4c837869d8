//! The chords of a run, and the numbers of rules that look at them.
//!
//! A stenographer's keyboard sends a word, or a part of one, within a few milliseconds, and so does a program that pastes
//! one. What tells them apart is what a hand does between the words: it takes a stroke of its own for a sign, at most about
//! five strokes a second, and a time for each that does not follow from the number of letters.

use super::clock::Clock;
use super::rhythm::{BREATH_MS, gaps, variation};
use crate::presses::Press;

/// The share of intervals inside of chords from which a run is one of chords. Hands that roll over their keys stay below a
/// third.
const MOSTLY: f64 = 0.5;

/// The coarsest clock that tells chords from keys, in milliseconds.
const COARSEST_MS: f64 = 99.0;

/// The least number of chords, or of words, by which a run is judged.
const LEAST_CHORDS: usize = 8;

/// The signs for which a chorded keyboard has strokes of their own; apostrophes and hyphens are parts of words.
const SIGNS: &str = ".,;:!?\"";

/// The chords of a run that consists of them, each with the characters that came without a breath.
pub(super) struct Chords<'a>(Vec<&'a [Press]>);

impl<'a> Chords<'a> {
    /// Returns the chords; `None` if most characters came by themselves, or if the clock cannot tell.
    pub(super) fn of(presses: &'a [Press], clock: Clock) -> Option<Self> {
        let n_inside = gaps(presses).filter(|ms| *ms < BREATH_MS).count();
        let is_of_chords = n_inside as f64 > MOSTLY * presses.len() as f64;
        let can_tell = clock.coarse_ms().is_none_or(|ms| ms <= COARSEST_MS);
        let chords = presses.chunk_by(|one, next| next.ms - one.ms < BREATH_MS);
        (is_of_chords && can_tell).then(|| Self(chords.collect()))
    }

    /// Returns the share of the signs behind a letter that came in one chord with it; `None` if there are none.
    pub(super) fn signs_within(&self) -> Option<f64> {
        let Self(chords) = self;
        let is_sign = |press: &Press| press.is_right && SIGNS.contains(press.due);
        let n_signs = chords.iter().copied().flatten().filter(|press| is_sign(press)).count();
        let pairs = chords.iter().flat_map(|chord| chord.windows(2));
        let n_within = pairs.filter(|pair| pair[0].due.is_alphanumeric() && is_sign(&pair[1])).count();
        (n_signs > 0).then(|| n_within as f64 / n_signs as f64)
    }

    /// Returns the share of the words that came whole in one chord, of those of several letters; `None` if they are few.
    pub(super) fn whole_words(&self) -> Option<f64> {
        let Self(chords) = self;
        let timed = chords.iter().enumerate().flat_map(|(nth, chord)| chord.iter().map(move |press| (nth, press)));
        let timed: Vec<_> = timed.collect();
        let words = timed.split(|(_, press)| !is_of_word(press)).filter(|word| word.len() > 1);
        let (n_words, n_whole) = words.fold((0, 0), |(n_words, n_whole), word| {
            let (first, last) = (word[0].0, word[word.len() - 1].0);
            (n_words + 1, n_whole + usize::from(first == last))
        });
        (n_words >= LEAST_CHORDS).then(|| n_whole as f64 / n_words as f64)
    }

    /// Returns the number of chords a second; `None` if they are few.
    pub(super) fn a_second(&self) -> Option<f64> {
        let Self(chords) = self;
        let (first, last) = (chords.first()?[0].ms, chords.last()?[0].ms);
        let seconds = f64::from(last - first) / 1000.0;
        (chords.len() >= LEAST_CHORDS && seconds > 0.0).then(|| (chords.len() - 1) as f64 / seconds)
    }

    /// Returns the least coefficient of variation of the times of the chords, by themselves, or for each of the characters
    /// before or behind; `None` if they are few.
    pub(super) fn variation(&self) -> Option<f64> {
        let Self(chords) = self;
        let pairs = || chords.windows(2).map(|pair| (pair[0], pair[1]));
        let from_start = |before: &[Press], next: &[Press]| f64::from(next[0].ms - before[0].ms);
        let from_end = |before: &[Press], next: &[Press]| f64::from(next[0].ms - before[before.len() - 1].ms);
        let times: [Vec<f64>; 5] = [
            pairs().map(|(before, next)| from_start(before, next)).collect(),
            pairs().map(|(before, next)| from_start(before, next) / before.len() as f64).collect(),
            pairs().map(|(before, next)| from_end(before, next)).collect(),
            pairs().map(|(before, next)| from_end(before, next) / before.len() as f64).collect(),
            pairs().map(|(before, next)| from_end(before, next) / next.len() as f64).collect(),
        ];
        (chords.len() >= LEAST_CHORDS).then(|| times.iter().map(|times| variation(times)).fold(f64::MAX, f64::min))
    }

    /// Returns the share of the characters that came in chords which begin inside of a word.
    pub(super) fn inside_words(&self) -> f64 {
        let Self(chords) = self;
        let begins_inside =
            |chord: &&&[Press]| chord[0].due.is_alphanumeric() && chord[0].after.is_some_and(char::is_alphanumeric);
        let n = |chords: &mut dyn Iterator<Item = &&[Press]>| chords.map(|chord| chord.len()).sum::<usize>() as f64;
        n(&mut chords.iter().filter(begins_inside)) / n(&mut chords.iter())
    }
}

fn is_of_word(press: &Press) -> bool {
    press.is_right && press.due.is_alphanumeric()
}

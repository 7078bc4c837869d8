//! Speed and accuracy, by the usual definitions of typing tests.

use std::time::Duration;

/// The number of characters, including spaces, that count as a word.
///
/// The convention of typing tests since the 1920s; see Arif and Stuerzlinger, "Analysis of text entry performance
/// metrics" (TIC-STH 2009), section II.
pub const CHARACTERS_PER_WORD: f64 = 5.0;

/// The highest speed of a human typist, in words per minute; recorded bursts are below it. The checks in the database
/// schema have the same number.
pub const MAX_WPM: f64 = 350.0;

/// The number of races from which an average accuracy unlocks skins: one careful race is not a habit.
pub const ACCURACY_RACES: i32 = 10;

/// Returns the words per minute of `characters` typed in `time`: characters / 5 / minutes, two decimals. `None` before
/// any time has passed.
pub fn wpm(characters: usize, time: Duration) -> Option<f64> {
    let minutes = time.as_secs_f64() / 60.0;
    (minutes > 0.0).then(|| two_decimals(characters as f64 / CHARACTERS_PER_WORD / minutes))
}

/// Returns the time that `characters` take at `wpm`.
pub fn time_at(wpm: f64, characters: usize) -> Duration {
    Duration::from_secs_f64(characters as f64 / CHARACTERS_PER_WORD / wpm * 60.0)
}

/// Returns the accuracy in percent: (length - errors) / length * 100, two decimals, never below 0.
///
/// Corrected errors count too, so there can be more errors than characters.
pub fn accuracy(length: usize, errors: usize) -> f64 {
    two_decimals(length.saturating_sub(errors) as f64 / length as f64 * 100.0)
}

/// Rounds `number` to two decimals, as shown and stored.
pub fn two_decimals(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_hundred_characters_are_sixty_words_in_a_minute_and_no_speed_in_no_time() {
        assert_eq!((wpm(300, Duration::from_secs(60)), wpm(300, Duration::ZERO)), (Some(60.0), None));
        assert_eq!(time_at(60.0, 300), Duration::from_secs(60));
    }
}

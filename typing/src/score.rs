//! Speed and accuracy, by the usual definitions of typing tests.

use std::time::Duration;

/// The number of characters, including spaces, that count as a word.
///
/// The convention of typing tests since the 1920s; see Arif and Stuerzlinger, "Analysis of text entry performance
/// metrics" (TIC-STH 2009), section II.
pub const CHARACTERS_PER_WORD: f64 = 5.0;

shared::numbers! {
    /// The highest speed of a human typist, in words per minute; recorded bursts are below it. The checks in the database
    /// schema have the same number.
    pub const MAX_WPM: f64 = 350.0;

    /// The highest speed, in words per minute, at which a result that is not verified is ranked. Few typists are faster, and
    /// their clients send a log of the keys.
    pub const MAX_UNVERIFIED_WPM: f64 = 250.0;

    /// The typing speed, in words per minute, at which the text takes as long as the time limit.
    pub const TIME_LIMIT_WPM: f64 = 10.0;

    /// The shortest time limit, for short texts.
    pub const TIME_LIMIT_MIN: Duration = Duration::from_secs(60);

    /// The longest time limit, for long texts.
    pub const TIME_LIMIT_MAX: Duration = Duration::from_secs(10 * 60);

    /// The maximum number of keys per second, on average over a run: twice [`MAX_WPM`], which is how fast a held Backspace
    /// repeats.
    pub const MAX_KEYS_PER_SECOND: f64 = 2.0 * MAX_WPM * CHARACTERS_PER_WORD / 60.0;
}

/// The highest raw speed that is recorded: about that of the most plausible keys in the shortest run. The checks in the
/// database schema have the same number.
pub const MAX_RAW_WPM: f64 = 1100.0;

/// Returns the words per minute of `characters` typed in `time`: characters / 5 / minutes, two decimals. `None` before
/// any time has passed.
pub fn wpm(characters: usize, time: Duration) -> Option<f64> {
    let minutes = time.as_secs_f64() / 60.0;
    (minutes > 0.0).then(|| two_decimals(characters as f64 / CHARACTERS_PER_WORD / minutes))
}

/// Returns the raw speed of `typed` characters, right or wrong, as [`wpm`]; `None` if it is more than [`MAX_RAW_WPM`], too.
pub fn raw_wpm(typed: usize, time: Duration) -> Option<f64> {
    wpm(typed, time).filter(|wpm| *wpm <= MAX_RAW_WPM)
}

/// Returns the time that `characters` take at `wpm`.
pub fn time_at(wpm: f64, characters: usize) -> Duration {
    Duration::from_secs_f64(characters as f64 / CHARACTERS_PER_WORD / wpm * 60.0)
}

/// Returns the longest time that a race through a text of so many characters may take.
pub fn time_limit(characters: usize) -> Duration {
    time_at(TIME_LIMIT_WPM, characters).clamp(TIME_LIMIT_MIN, TIME_LIMIT_MAX)
}

/// Returns the maximum number of keys in a run of this `time`.
pub fn plausible_keys(time: Duration) -> usize {
    (time.as_secs_f64() * MAX_KEYS_PER_SECOND).ceil() as usize
}

/// Returns the accuracy in percent: (length - errors) / length * 100, two decimals, never below 0.
///
/// Corrected errors count too, so there can be more errors than characters.
pub fn accuracy(length: usize, errors: usize) -> f64 {
    two_decimals(length.saturating_sub(errors) as f64 / length as f64 * 100.0)
}

/// The length below which the last second of a run joins the one before.
const SHORTEST_SECOND_MS: u64 = 500;

/// Returns the raw speed of each second of a run in words per minute, two decimals: every character counts, right or
/// wrong. `typed` has the time of each, in milliseconds. A last second that is short joins the one before.
pub fn raw_by_second(typed: &[u32], time: Duration) -> Vec<f64> {
    let total_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let is_last_short = total_ms > 1000 && (1..SHORTEST_SECOND_MS).contains(&(total_ms % 1000));
    let seconds = total_ms.div_ceil(1000) - u64::from(is_last_short);
    let mut counts = vec![0; usize::try_from(seconds).unwrap_or(usize::MAX)];
    for ms in typed {
        if let Some(last) = counts.len().checked_sub(1) {
            counts[last.min(*ms as usize / 1000)] += 1;
        }
    }
    let starts = (0..seconds).map(|second| second * 1000);
    let ends = starts.clone().skip(1).chain([total_ms]);
    let lengths = starts.zip(ends).map(|(start, end)| Duration::from_millis(end - start));
    counts.into_iter().zip(lengths).filter_map(|(characters, length)| wpm(characters, length)).collect()
}

/// Returns the consistency of a speed in percent, two decimals: 100 if it is constant, lower the more it varies. `None` if
/// there is nothing to compare.
///
/// As Monkeytype defines it (`kogasa` in its `numbers.ts`): the coefficient of variation c of the raw speed of each second,
/// mapped to percent by 1 - tanh(c + c³/3 + c⁵/5).
pub fn consistency(speeds: &[f64]) -> Option<f64> {
    let n = speeds.len() as f64;
    let mean = speeds.iter().sum::<f64>() / n;
    if speeds.len() < 2 || mean == 0.0 {
        return None;
    }
    let variance = speeds.iter().map(|speed| (speed - mean).powi(2)).sum::<f64>() / n;
    let c = variance.sqrt() / mean;
    Some(two_decimals(100.0 * (1.0 - (c + c.powi(3) / 3.0 + c.powi(5) / 5.0).tanh())))
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

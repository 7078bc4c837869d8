//! The numbers of rules that look at the intervals alone.

use crate::presses::Press;
use crate::score::CHARACTERS_PER_WORD;

/// The longest interval inside a chord, in milliseconds: chorded keyboards send the letters of a word at the rate of the
/// bus, hands that roll over two keys are rarely faster.
pub(super) const WITHIN_CHORD_MS: u32 = 20;

/// The shortest breath between two bursts, in milliseconds.
pub(super) const BREATH_MS: u32 = 30;

/// The interval in which no finger presses a key twice, in milliseconds.
const DOUBLE_MS: u32 = 45;

/// The least number of double letters by which a run is judged.
const LEAST_DOUBLES: usize = 4;

/// The least number of intervals by which a run is judged.
const LEAST_INTERVALS: usize = 40;

/// The difference of two intervals that count as the same, in milliseconds: both ends are rounded.
const SAME_MS: u32 = 2;

/// The longest cycle that is looked for, in keys.
const LONGEST_CYCLE: usize = 64;

/// Returns the time between each character and the one before, in milliseconds. Keys that erase are no ends of it, so that
/// they cannot hide an even rhythm.
pub(super) fn gaps(presses: &[Press]) -> impl Iterator<Item = u32> {
    presses.windows(2).map(|pair| pair[1].ms.saturating_sub(pair[0].ms))
}

/// Returns the speed of the characters, right or wrong, in words per minute.
pub(super) fn wpm(presses: &[Press]) -> f64 {
    let Some((first, last)) = presses.first().zip(presses.last()) else { return 0.0 };
    presses.len() as f64 / CHARACTERS_PER_WORD / (f64::from(last.ms - first.ms) / 60_000.0)
}

/// Returns the number of characters in the longest row between whose presses there is no breath.
pub(super) fn longest_burst(presses: &[Press]) -> usize {
    presses.chunk_by(|one, next| next.ms - one.ms < BREATH_MS).map(<[_]>::len).max().unwrap_or(0)
}

/// Returns the share of double letters that came too fast for one finger, but not in a chord; `None` if there are few.
pub(super) fn fast_doubles(presses: &[Press]) -> Option<f64> {
    let doubles = presses.iter().filter(|press| press.is_right && press.after == Some(press.due));
    let waits = doubles.filter_map(|press| press.wait_ms).filter(|ms| *ms >= WITHIN_CHORD_MS);
    let waits: Vec<_> = waits.collect();
    let n_fast = waits.iter().filter(|ms| **ms < DOUBLE_MS).count();
    (waits.len() >= LEAST_DOUBLES).then(|| n_fast as f64 / waits.len() as f64)
}

/// The intervals between characters in their order, without those inside of chords.
pub(super) struct Rhythm(Vec<u32>);

impl Rhythm {
    pub(super) fn of(presses: &[Press]) -> Self {
        Self(gaps(presses).filter(|ms| *ms >= WITHIN_CHORD_MS).collect())
    }

    /// Returns the number of intervals.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the coefficient of variation without the longest tenth, so that a few pauses do not hide an even rhythm.
    pub(super) fn variation(&self) -> Option<f64> {
        let sorted = self.sorted()?;
        let (usual, _) = sorted.split_at(sorted.len() * 9 / 10);
        Some(variation(&usual.iter().map(|ms| f64::from(*ms)).collect::<Vec<_>>()))
    }

    /// Returns the mean of the longest tenth relative to that of all.
    pub(super) fn longest_tenth(&self) -> Option<f64> {
        let sorted = self.sorted()?;
        let (_, longest) = sorted.split_at(sorted.len() * 9 / 10);
        Some(mean(longest) / mean(&sorted))
    }

    /// Returns the largest share of intervals that come again after the same number of keys.
    pub(super) fn same_again(&self) -> Option<f64> {
        let Self(intervals) = self;
        let longest = LONGEST_CYCLE.min(intervals.len() / 2);
        let share = |lag: usize| {
            let pairs = intervals.iter().zip(&intervals[lag..]);
            let n = pairs.filter(|(one, other)| one.abs_diff(**other) <= SAME_MS).count();
            n as f64 / (intervals.len() - lag) as f64
        };
        (intervals.len() >= LEAST_INTERVALS).then(|| (1..=longest).map(share).fold(0.0, f64::max))
    }

    /// Returns the intervals in the order of their lengths; `None` if they are few.
    fn sorted(&self) -> Option<Vec<u32>> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        (sorted.len() >= LEAST_INTERVALS).then_some(sorted)
    }
}

/// Returns the coefficient of variation.
pub(super) fn variation(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n;
    variance.sqrt() / mean
}

fn mean(intervals: &[u32]) -> f64 {
    intervals.iter().map(|ms| f64::from(*ms)).sum::<f64>() / intervals.len() as f64
}

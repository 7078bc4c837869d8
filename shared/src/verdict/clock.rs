//! The clock of a run, as far as its times tell it.

use std::ops::RangeInclusive;

use super::rhythm::gaps;
use crate::presses::Press;

/// The finest grid that is coarse, in sixths of a millisecond: 45 ms. Frames tick every 33 ms and less, the slowest keyboards
/// of the sample in docs/verdicts.md every 38 ms, browsers that hide the time from pages every 100 ms.
const COARSE: u32 = 6 * 45;

/// The coarsest grid that is looked for, in sixths of a millisecond: 250 ms. Coarser ones lie on one of these.
const COARSEST: u32 = 6 * 250;

/// The least number of intervals, other than those between keys of one moment, by which a grid is told: by chance, a hand
/// hits one of 45 ms nineteen times in twenty once in 10^16 runs.
const LEAST_INTERVALS: u32 = 20;

/// The longest interval by which a grid is told, in its steps: in longer ones, the error of the step adds up.
const MOST_STEPS: usize = 10;

/// The distance from a grid that rounding explains, in milliseconds.
const ROUNDING_MS: f64 = 2.5;

/// The share of intervals that may lie off the grid: a clock is set now and then.
const OFF_GRID: f64 = 0.05;

/// The share of keys at the moment of the one before by which intervals that are all the same are those of a clock. Of an
/// even rhythm, there are fewer, of chords more.
const SHARED: RangeInclusive<f64> = 0.1..=0.5;

/// The grid on which nearly all times of a run lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Clock {
    /// None, or one as fine as that of keyboards and frames.
    Fine,
    /// A coarse one of so many milliseconds.
    Coarse(f64),
}

impl Clock {
    /// Returns the clock by which these keys were timed.
    pub(super) fn of(presses: &[Press]) -> Self {
        let (at_once, gaps): (Vec<f64>, Vec<f64>) = gaps(presses).map(f64::from).partition(|gap| *gap <= ROUNDING_MS);
        let is_shared = SHARED.contains(&(at_once.len() as f64 / presses.len() as f64));
        let is_grid = |step: f64| {
            let (mut n, mut n_on_grid) = (0, 0);
            let mut of_length = [0; MOST_STEPS + 1];
            for steps in gaps.iter().map(|gap| gap / step).filter(|steps| *steps <= MOST_STEPS as f64) {
                n += 1;
                if (steps - steps.round()).abs() * step <= ROUNDING_MS {
                    n_on_grid += 1;
                    of_length[steps.round() as usize] += 1;
                }
            }
            let most_alike = of_length.into_iter().max().unwrap_or_default();
            n >= LEAST_INTERVALS
                && f64::from(n - n_on_grid) <= OFF_GRID * f64::from(n)
                && (most_alike < n_on_grid || is_shared)
        };
        let grid = (COARSE..=COARSEST).rev().map(|sixths| f64::from(sixths) / 6.0).find(|step| is_grid(*step));
        grid.map_or(Self::Fine, Self::Coarse)
    }

    pub(super) fn is_fine(self) -> bool {
        self == Self::Fine
    }

    /// Returns the step of a coarse grid, in milliseconds.
    pub(super) fn coarse_ms(self) -> Option<f64> {
        match self {
            Self::Fine => None,
            Self::Coarse(ms) => Some(ms),
        }
    }
}

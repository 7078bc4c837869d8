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
const MOST_STEPS: u32 = 10;

/// The distance from a grid that rounding explains, in sixths of a millisecond: 2.5 ms.
const ROUNDING: u32 = 15;

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
        // In sixths of a millisecond.
        let (at_once, mut gaps): (Vec<u32>, Vec<u32>) =
            gaps(presses).map(|ms| ms.saturating_mul(6)).partition(|gap| *gap <= ROUNDING);
        let is_shared = SHARED.contains(&(at_once.len() as f64 / presses.len() as f64));
        let most_off_grid = OFF_GRID * gaps.len() as f64;
        // Shorter intervals than a step are off its grid: a step is hardly longer than the shortest of those that lie on it.
        let shortest = match most_off_grid as usize {
            nth if nth < gaps.len() => *gaps.select_nth_unstable(nth).1,
            _ => return Self::Fine,
        };
        let coarsest = COARSEST.min(shortest.saturating_add(ROUNDING));
        let is_grid = |step: u32| {
            let (mut n_off_grid, mut of_length) = (0_u32, [0_u32; MOST_STEPS as usize + 1]);
            // A division for each interval and step would be most of what a verdict costs.
            let inverse = 1.0 / f64::from(step);
            for gap in gaps.iter().filter(|gap| **gap <= MOST_STEPS * step) {
                let steps = (f64::from(gap + step / 2) * inverse) as u32;
                if gap.abs_diff(steps * step) <= ROUNDING {
                    of_length[steps as usize] += 1;
                } else {
                    n_off_grid += 1;
                    // Of most steps, a few intervals of a hand tell that they are none.
                    if f64::from(n_off_grid) > most_off_grid {
                        return false;
                    }
                }
            }
            let n_on_grid: u32 = of_length.iter().sum();
            let n = n_on_grid + n_off_grid;
            let most_alike = of_length.into_iter().max().unwrap_or_default();
            n >= LEAST_INTERVALS
                && f64::from(n_off_grid) <= OFF_GRID * f64::from(n)
                && (most_alike < n_on_grid || is_shared)
        };
        let grid = (COARSE..=coarsest).rev().find(|step| is_grid(*step));
        grid.map_or(Self::Fine, |sixths| Self::Coarse(f64::from(sixths) / 6.0))
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

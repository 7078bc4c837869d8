//! Moments of a race.

use std::ops::Add;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A moment: the time since the room opened, by a monotonic clock of the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RaceTime(pub Duration);

impl RaceTime {
    /// The moment at which the room opened.
    pub const ZERO: Self = Self(Duration::ZERO);

    /// Returns the time since `earlier`; zero if `earlier` is later.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns the moment in whole milliseconds, as racers are told it.
    pub fn millis(self) -> u64 {
        u64::try_from(self.0.as_millis()).unwrap_or(u64::MAX)
    }
}

impl Add<Duration> for RaceTime {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self(self.0 + duration)
    }
}

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
}

impl Add<Duration> for RaceTime {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self(self.0 + duration)
    }
}

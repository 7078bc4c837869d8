//! A room's clock.

use chrono::{DateTime, Utc};
use tokio::time::Instant;

use race::RaceTime;

/// The clock of a race in this process: a moment of the race, the same instant here, and its date.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    moment: RaceTime,
    at: Instant,
    date: DateTime<Utc>,
}

impl Clock {
    /// Returns a clock that shows `moment` now.
    pub(super) fn at(moment: RaceTime) -> Self {
        Self { moment, at: Instant::now(), date: Utc::now() }
    }

    /// Returns the moment of `instant`, which may be before the start of the clock.
    pub(super) fn moment_of(self, instant: Instant) -> RaceTime {
        let before = self.at.saturating_duration_since(instant);
        RaceTime(self.moment.0.saturating_sub(before)) + instant.saturating_duration_since(self.at)
    }

    /// Returns the date of `moment`, which may be before the start of the clock.
    pub(super) fn date_of(self, moment: RaceTime) -> DateTime<Utc> {
        self.date - self.moment.since(moment) + moment.since(self.moment)
    }

    /// Returns the instant of `moment`, or the start of the clock for an earlier moment.
    pub(super) fn instant_of(self, moment: RaceTime) -> Instant {
        self.at + moment.since(self.moment)
    }
}

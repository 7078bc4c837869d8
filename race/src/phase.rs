//! The phases of a race.

use serde::{Deserialize, Serialize};

use crate::time::RaceTime;

/// The phase of a race, with its data. A race passes through the phases in this order and never goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// The room waits for racers.
    Waiting {
        /// The moment at which the countdown begins; `None` until a racer joins.
        until: Option<RaceTime>,
    },
    /// The countdown runs.
    Starting {
        /// The moment at which the race starts.
        start_at: RaceTime,
    },
    /// The race runs.
    Running {
        /// The moment at which it started.
        started_at: RaceTime,
        /// The number of racers, counted at the start.
        racers: usize,
    },
    /// The race is over; the results can still be seen.
    Finished {
        /// The moment at which it started.
        started_at: RaceTime,
        /// The moment at which it ended.
        ended_at: RaceTime,
    },
    /// The room is closed, and nothing more happens.
    Closed,
}

impl Phase {
    /// Returns true once the race has started, so that no new racer may join.
    pub fn has_begun(self) -> bool {
        !matches!(self, Self::Waiting { .. } | Self::Starting { .. })
    }

    /// Returns the start of the race, once it is known.
    pub(crate) fn start_at(self) -> Option<RaceTime> {
        match self {
            Self::Starting { start_at } => Some(start_at),
            Self::Running { started_at, .. } | Self::Finished { started_at, .. } => Some(started_at),
            Self::Waiting { .. } | Self::Closed => None,
        }
    }

    /// Returns the name of the phase.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting { .. } => "waiting",
            Self::Starting { .. } => "starting",
            Self::Running { .. } => "running",
            Self::Finished { .. } => "finished",
            Self::Closed => "closed",
        }
    }

    /// Returns true once the race is over.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Finished { .. } | Self::Closed)
    }
}

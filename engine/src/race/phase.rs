//! Where a race stands.

use serde::{Deserialize, Serialize};

use super::time::RaceTime;

/// Where a race stands, with the data that only this phase has. A race goes through them in this order and never back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Waiting for racers.
    Waiting {
        /// When the countdown begins; `None` until somebody joins.
        until: Option<RaceTime>,
    },
    /// Counting down.
    Starting {
        /// When the race starts.
        start_at: RaceTime,
    },
    /// Running.
    Running {
        /// When it started.
        started_at: RaceTime,
        /// How many raced, counted at the start.
        racers: usize,
    },
    /// Over; the results can still be seen.
    Finished {
        /// When it started.
        started_at: RaceTime,
        /// When it ended.
        ended_at: RaceTime,
    },
    /// The room is closed, and nothing happens any more.
    Closed,
}

impl Phase {
    /// Whether the race has started, so that nobody new may join.
    pub fn has_begun(self) -> bool {
        !matches!(self, Self::Waiting { .. } | Self::Starting { .. })
    }

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting { .. } => "waiting",
            Self::Starting { .. } => "starting",
            Self::Running { .. } => "running",
            Self::Finished { .. } => "finished",
            Self::Closed => "closed",
        }
    }

    /// Whether nobody races any more.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Finished { .. } | Self::Closed)
    }
}

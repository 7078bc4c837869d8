//! The events of a race.

use shared::racer::Racer;
use shared::{Percent, UserId};

/// An event of a race. The rules return events in the order in which they happened; the room announces them to its
/// racers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RaceEvent {
    /// A racer joined or returned.
    RacerJoined(Racer),
    /// A racer left, or never joined. Before the countdown, the seat becomes free or is kept for another page of the
    /// same racer. From then on, a racer who had joined keeps the seat.
    RacerLeft(Racer),
    /// The waiting time began.
    WaitingBegan,
    /// The countdown began.
    CountdownBegan,
    /// The race started.
    Started,
    /// A racer typed.
    ProgressMade {
        /// The racer.
        user_id: UserId,
        /// The share of the text that the racer has typed now.
        completed: Percent,
    },
    /// The race is over.
    Ended {
        /// The number of racers who had not finished.
        unfinished: usize,
    },
    /// The room is closed.
    Closed,
}

impl RaceEvent {
    /// Returns the racer to whom the event is not sent, because they caused it and are still connected; `None` if there
    /// is no such racer.
    pub fn known_to(&self) -> Option<UserId> {
        match self {
            Self::RacerJoined(racer) => Some(racer.user_id),
            Self::ProgressMade { user_id, .. } => Some(*user_id),
            Self::RacerLeft(_) | Self::WaitingBegan | Self::CountdownBegan | Self::Started => None,
            Self::Ended { .. } | Self::Closed => None,
        }
    }
}

//! What happened in a race.

use shared::messages::Racer;
use shared::{Percent, UserId};

/// What happened, in the order in which it happened; the room tells it to those whom it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RaceEvent {
    /// Somebody is here, or is back.
    RacerJoined(Racer),
    /// Somebody left, or never came. Before the countdown their seat is free again, or kept for another page of theirs;
    /// after it the seat of who was here stays.
    RacerLeft(Racer),
    /// The waiting time runs.
    WaitingBegan,
    /// The countdown runs.
    CountdownBegan,
    /// The race runs.
    Started,
    /// Somebody typed.
    ProgressMade {
        /// Who.
        user_id: UserId,
        /// How much of the text they typed now.
        completed: Percent,
    },
    /// The race is over.
    Ended {
        /// How many had not finished.
        unfinished: usize,
    },
    /// The room is closed.
    Closed,
}

//! The events of a race.

use shared::racer::{RaceResult, Racer, SeatProof};
use shared::{Evidence, Percent, RacerId};

use crate::time::RaceTime;

/// An event of a race. The rules return events in the order in which they happened; the room announces them to its
/// racers.
#[derive(Debug, Clone, PartialEq)]
pub enum RaceEvent {
    /// A racer joined or returned.
    RacerJoined(Racer),
    /// A racer left, or never joined, or was removed. Before the countdown, the seat becomes free or is kept for another
    /// page of the same racer. From then on, a racer who had joined and was not removed keeps the seat.
    RacerLeft(Racer),
    /// This racer may start the race of friends now.
    StarterChanged(Racer),
    /// Nobody started the race of friends or of an event in time; the room closes.
    Expired,
    /// The waiting time began.
    WaitingBegan,
    /// The countdown began.
    CountdownBegan,
    /// The race started.
    Started,
    /// A racer typed.
    ProgressMade {
        /// The racer.
        racer: RacerId,
        /// The share of the text that the racer has typed now.
        completed: Percent,
    },
    /// The result of a racer is final.
    Finished(Box<Finish>),
    /// The race is over.
    Ended {
        /// The number of racers who had not finished.
        unfinished: usize,
    },
    /// The room is closed.
    Closed,
}

/// A final result, to be recorded and announced.
#[derive(Debug, Clone, PartialEq)]
pub struct Finish {
    /// The result.
    pub result: RaceResult,
    /// The api's proof of the racer's seat.
    pub proof: SeatProof,
    /// The observations about the racer's keys; `None` without a log of them.
    pub evidence: Option<Evidence>,
    /// The racer's keys as a [log](typing::key_log) in base64, if they came with their times and are not too many.
    pub keys: Option<String>,
    /// The number of racers, counted at the start of the race.
    pub racers: usize,
    /// The start of the race.
    pub started_at: RaceTime,
}

impl RaceEvent {
    /// Returns the racer to whom the event is not sent, because they caused it and are still connected; `None` if there
    /// is no such racer.
    pub fn known_to(&self) -> Option<RacerId> {
        match self {
            Self::RacerJoined(racer) => Some(racer.id),
            Self::ProgressMade { racer, .. } => Some(*racer),
            Self::RacerLeft(_) | Self::WaitingBegan | Self::CountdownBegan | Self::Started => None,
            Self::StarterChanged(_) | Self::Expired => None,
            Self::Finished(_) | Self::Ended { .. } | Self::Closed => None,
        }
    }
}

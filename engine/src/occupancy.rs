//! The occupancy of a room, as the lobby knows it and as engines report it to each other.

use std::time::Duration;

use race::Race;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shared::{Language, UserId};
use tokio::time::Instant;

use crate::ids::EngineId;

/// The properties of a room that never change, as matchmaking and rematches need them. They serialize for other engines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoomKind {
    /// True for a room that matchmaking never offers.
    pub(crate) is_private: bool,
    /// The language of its text.
    pub(crate) language: Language,
    /// True for a room with one seat, whose racer races alone.
    pub(crate) is_solo: bool,
    /// The user who opened a room of friends.
    pub(crate) opener: Option<UserId>,
}

impl RoomKind {
    /// Returns the kind of the room of `race`; matchmaking never offers it if `is_private`.
    pub(crate) fn of(race: &Race, is_private: bool) -> Self {
        Self {
            is_private,
            language: race.text().language,
            is_solo: is_private && race.rules().capacity == 1,
            opener: race.opener(),
        }
    }
}

/// The seats and racers of a room, as matchmaking, seat limits and shutdown need them. It serializes for other engines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Occupancy {
    /// Seats that are free for newcomers.
    pub(crate) open_seats: usize,
    /// The time for which the room still waits for newcomers.
    pub(crate) waiting: Waiting,
    /// True while racers are connected and the race counts down or runs, or a result or snapshot is being saved: the
    /// process does not end before.
    #[serde(skip)]
    pub(crate) is_under_way: bool,
    /// True once the race has started, so that no newcomer may join.
    pub(crate) has_begun: bool,
    /// Users who hold a seat and can still finish.
    pub(crate) unfinished: Vec<UserId>,
    /// The engine that holds most sockets of a waiting room, if it is another one.
    #[serde(skip)]
    pub(crate) elsewhere: Option<EngineId>,
}

/// The time for which a room waits for newcomers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Waiting {
    /// No racer has joined, so the waiting time has not begun.
    NotBegun {
        /// The moment at which the room closes if no racer joins.
        #[serde(with = "from_now")]
        closes_at: Instant,
    },
    /// The room waits until this moment.
    #[serde(with = "from_now")]
    Until(Instant),
    /// The room no longer waits.
    Over,
}

/// Moments as durations from now, since the clocks of two engines differ.
mod from_now {
    use super::{Deserialize, Deserializer, Duration, Instant, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(moment: &Instant, serializer: S) -> Result<S::Ok, S::Error> {
        moment.saturating_duration_since(Instant::now()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Instant, D::Error> {
        Ok(Instant::now() + Duration::deserialize(deserializer)?)
    }
}

impl Occupancy {
    /// Returns the occupancy of a room that has just opened.
    pub(crate) fn empty(capacity: usize, closes_at: Instant) -> Self {
        Self {
            open_seats: capacity,
            waiting: Waiting::NotBegun { closes_at },
            is_under_way: false,
            has_begun: false,
            unfinished: Vec::new(),
            elsewhere: None,
        }
    }
}

//! What a room tells the lobby.

use actix::{Addr, Message};
use shared::{RoomCode, UserId};
use tokio::time::Instant;

use super::Room;
use super::clock::Clock;
use crate::gateway::Gateway;
use crate::peers::EngineId;
use crate::race::{Phase, Race};

/// Room to lobby: something changed.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct RoomNews {
    /// The room.
    pub(crate) code: RoomCode,
    /// What changed.
    pub(crate) news: News,
}

/// What changed in a room.
#[derive(Debug)]
pub(crate) enum News {
    /// Who sits there, or who may come.
    Occupancy(Occupancy),
    /// The room is closed, or broke off.
    Closed,
    /// The room has moved to another engine.
    Moved {
        /// The actor that ran the room here.
        room: Addr<Room>,
        /// The gateway that has the sockets of this engine.
        gateway: Addr<Gateway>,
        /// The new owner, if it is known.
        heir: Option<EngineId>,
    },
}

/// Who sits in a room and who may come: what matchmaking, seat limits and shutdown need to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Occupancy {
    /// Seats that are free for newcomers.
    pub(crate) open_seats: usize,
    /// How long the room still waits for newcomers.
    pub(crate) waiting: Waiting,
    /// Whether somebody is connected to a race that counts down or runs, or waits to hear that their result is saved: the
    /// process does not end before.
    pub(crate) is_under_way: bool,
    /// Whether the race has started, so that nobody new may come.
    pub(crate) has_begun: bool,
    /// Those who hold a seat and may still race on it.
    pub(crate) unfinished: Vec<UserId>,
    /// The engine that holds most sockets of a waiting room, if it is another one.
    pub(crate) elsewhere: Option<EngineId>,
}

/// How long a room waits for newcomers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waiting {
    /// Nobody has joined, so its time has not begun.
    NotBegun {
        /// When the room closes if nobody does.
        closes_at: Instant,
    },
    /// Until then.
    Until(Instant),
    /// It does not wait any more.
    Over,
}

impl Occupancy {
    /// Of a room that has just opened.
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

    /// Returns the occupancy of a room with this race and `clock`. `is_saving` is true while results or snapshots of it
    /// are being saved; `elsewhere` is the other engine that holds most of its sockets.
    pub(super) fn of(race: &Race, clock: Clock, is_saving: bool, elsewhere: Option<EngineId>) -> Self {
        let phase = race.phase();
        let waiting = match phase {
            Phase::Waiting { until: None } => race
                .closes_at()
                .map_or(Waiting::Over, |closes_at| Waiting::NotBegun { closes_at: clock.instant_of(closes_at) }),
            Phase::Waiting { until: Some(until) } => Waiting::Until(clock.instant_of(until)),
            Phase::Starting { .. } | Phase::Running { .. } | Phase::Finished { .. } | Phase::Closed => Waiting::Over,
        };
        Self {
            open_seats: race.open_seats(),
            waiting,
            is_under_way: race.connected() > 0
                && (is_saving || matches!(phase, Phase::Starting { .. } | Phase::Running { .. })),
            has_begun: phase.has_begun(),
            unfinished: race.unfinished().collect(),
            elsewhere: elsewhere.filter(|_| matches!(phase, Phase::Waiting { .. })),
        }
    }
}

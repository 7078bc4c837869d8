//! What engines say to each other.
//!
//! A gateway speaks to the owner of its room in sessions. Each begins with [`Said::Attach`], which names the sockets that are
//! there. Both sides number what they send from 1. Where a number is missing, or the room has moved, the session is over and
//! the gateway begins another.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shared::messages::{OpenRoom, TakeSeat};
use shared::{RoomCode, UserId};
use tokio::time::Instant;

use super::{EngineId, Peers};
use crate::room::{Action, Occupancy, Waiting};

/// What one engine says to another. Fields are only added, each with a default, so that two versions understand each other.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum PeerMessage {
    /// A gateway says something to its room.
    ToRoom {
        code: RoomCode,
        session: u64,
        /// The message's own number.
        number: u64,
        said: Said,
    },
    /// A room says something to a gateway.
    ToGateway { code: RoomCode, session: u64, number: u64, told: Told },
    /// A room has sent so many numbered messages in this session.
    Synced { code: RoomCode, session: u64, sent: u64 },
    /// There is no such session, or no such room here.
    Detached { code: RoomCode, session: u64 },
    /// This room is yours now.
    TakeOver { code: RoomCode },
    /// To the lobby that leads: what a room has to offer.
    Room(RoomNotice),
    /// To the lobby that leads: the room is closed.
    Closed { code: RoomCode },
    /// To the lobby that leads: of which rooms it was told since the last time, all that there are.
    AllTold { rooms: usize },
    /// Asks the lobby that leads for a room; the answer is that of [`OpenRoom`].
    OpenRoom(OpenRoom),
    /// Asks the owner of a room for a seat; the answer is that of [`TakeSeat`].
    TakeSeat(TakeSeat),
}

/// What a gateway says.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Said {
    /// The first message of a session: the sockets that have joined, and are there.
    Attach { sockets: Vec<Attached> },
    /// A racer says something.
    Command {
        /// By which the answer names it; none where no answer is awaited.
        #[serde(default)]
        answer: Option<u64>,
        socket: u64,
        user: UserId,
        action: Action,
        #[serde(default)]
        username: Option<String>,
    },
    /// Asks for [`PeerMessage::Synced`].
    Sync,
}

/// A socket at a gateway.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Attached {
    pub(crate) socket: u64,
    pub(crate) user: UserId,
    pub(crate) ticket: u64,
}

/// What a room says.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Told {
    /// An event for some sockets.
    Event { to: Vec<u64>, name: String, data: Box<RawValue> },
    /// The answer to a command, which is safe now.
    Answer { command: u64, data: Box<RawValue> },
    /// The socket has joined.
    Joined { socket: u64, ticket: u64 },
    /// The socket is to be sent away.
    SentAway { socket: u64 },
}

/// What a room has to offer, in another engine's lobby.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RoomNotice {
    pub(crate) code: RoomCode,
    pub(crate) is_private: bool,
    open_seats: usize,
    waiting: WaitingNotice,
    has_begun: bool,
    unfinished: Vec<UserId>,
}

#[derive(Debug, Serialize, Deserialize)]
enum WaitingNotice {
    NotBegun { closes_in: Duration },
    For(Duration),
    Over,
}

impl RoomNotice {
    pub(crate) fn new(code: RoomCode, is_private: bool, occupancy: &Occupancy, now: Instant) -> Self {
        let waiting = match occupancy.waiting {
            Waiting::NotBegun { closes_at } => {
                WaitingNotice::NotBegun { closes_in: closes_at.saturating_duration_since(now) }
            }
            Waiting::Until(until) => WaitingNotice::For(until.saturating_duration_since(now)),
            Waiting::Over => WaitingNotice::Over,
        };
        let Occupancy { open_seats, has_begun, ref unfinished, .. } = *occupancy;
        Self { code, is_private, open_seats, waiting, has_begun, unfinished: unfinished.clone() }
    }

    pub(crate) fn occupancy(self, now: Instant) -> Occupancy {
        let waiting = match self.waiting {
            WaitingNotice::NotBegun { closes_in } => Waiting::NotBegun { closes_at: now + closes_in },
            WaitingNotice::For(left) => Waiting::Until(now + left),
            WaitingNotice::Over => Waiting::Over,
        };
        let Self { open_seats, has_begun, unfinished, .. } = self;
        Occupancy { open_seats, waiting, is_under_way: false, has_begun, unfinished, elsewhere: None }
    }
}

/// Sends `message` to one engine.
pub(crate) fn send(peers: &dyn Peers, to: EngineId, message: &PeerMessage) {
    peers.send(to, write(message));
}

/// A message in bytes.
pub(crate) fn write(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("a message has a form in JSON")
}

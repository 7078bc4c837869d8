//! The messages between engines.
//!
//! An engine that is a guest in a room talks to its owner in sessions. A session begins with [`GuestMessage::Attach`], which lists the
//! sockets that have joined. Both sides number their messages from 1. When a number is missing, or the room has moved,
//! the session ends and the guest begins another.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shared::messages::{BeginRace, ListRaces, LogSpeed, OpenRoom, RaceOf, RemoveRacer, TakeSeat};
use shared::wire::Watched;
use shared::{Language, Percent, RacerId, RoomCode, UserId};

use super::Peers;
use crate::ids::{EngineId, Ticket};
use crate::occupancy::{Occupancy, RoomKind};

/// A message from one engine to another, as JSON. A field that a later version adds has a default, so that two versions
/// understand each other.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum PeerMessage {
    /// From a guest to the owner of its room. `watches` is true while the guest has watchers.
    ToRoom {
        code: RoomCode,
        session: u64,
        number: u64,
        message: GuestMessage,
        #[serde(default, skip_serializing_if = "is_false")]
        watches: bool,
    },
    /// From the owner of a room to a guest.
    ToGuest { code: RoomCode, session: u64, message: OwnerMessage },
    /// From the former owner: the receiver owns the room now.
    TakeOver { code: RoomCode },
    /// To the leading lobby: the occupancy of a room.
    Room(RoomNotice),
    /// To the leading lobby: the room is closed.
    Closed { code: RoomCode },
    /// To the leading lobby: the end of a full report. It contained all `rooms` rooms of the sender, reported since the
    /// last such message. To one that begins to lead, also the racers who asked the sender for a public room lately.
    AllReported {
        rooms: usize,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        arrivals: Vec<Arrival>,
    },
    /// Asks the leading lobby to open a room; answered like [`OpenRoom`].
    OpenRoom(OpenRoom),
    /// Asks the owner of a room for a seat; answered like [`TakeSeat`].
    TakeSeat(TakeSeat),
    /// Asks the owner of a room of an event to begin the race; answered like [`BeginRace`].
    BeginRace(BeginRace),
    /// Asks the owner of a room to remove a racer; answered like [`RemoveRacer`].
    RemoveRacer(RemoveRacer),
    /// Asks the leading lobby for the races that can be watched; answered like [`ListRaces`].
    ListRaces(ListRaces),
    /// Asks the leading lobby for the race of a user; answered like [`RaceOf`].
    RaceOf(RaceOf),
}

/// A racer who asked for a public room in this language.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Arrival {
    pub(crate) user: UserId,
    pub(crate) language: Language,
    /// Their estimated speeds.
    pub(crate) speeds: Vec<(Language, LogSpeed)>,
    /// The time since then, in milliseconds.
    pub(crate) ms_ago: u64,
}

/// A message from a guest to the owner of its room.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum GuestMessage {
    /// Begins a session, with the sockets of the guest that have joined.
    Attach { sockets: Vec<Attached> },
    /// An event of a racer, as the client sent it: the owner may be of a version that does not know it, and refuses it
    /// without breaking the session. The answer repeats the number `answer`; `None` when no answer is awaited. `age_ms`
    /// is the time since the racer's engine received it, and `round_trip_ms` the shortest round trip of the racer's
    /// connection, in milliseconds.
    Event {
        answer: Option<u64>,
        socket: u64,
        user: RacerId,
        name: String,
        payload: Box<RawValue>,
        #[serde(default, skip_serializing_if = "is_zero")]
        age_ms: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round_trip_ms: Option<u32>,
    },
    /// A joined socket that was not in [`Attach`](Self::Attach).
    Return(Attached),
    /// A socket has closed.
    Leave { socket: u64, user: RacerId },
    /// Asks for [`OwnerMessage::Synced`].
    Sync,
}

/// A joined socket of a guest.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Attached {
    /// The number of the socket at its engine.
    pub(crate) socket: u64,
    pub(crate) user: RacerId,
    pub(crate) ticket: Ticket,
}

/// A message from the owner of a room to a guest.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum OwnerMessage {
    /// A message of the room itself.
    FromRoom { number: u64, message: RoomMessage },
    /// The progress of all racers, for the watchers of a guest: not numbered, since the next one makes up for its loss.
    Picture { completed: Vec<Percent> },
    /// The count of numbered messages that the room has sent in this session so far.
    Synced { sent: u64 },
    /// The owner has no such session, or no such room.
    Detached,
}

/// A numbered message from the owner of a room to a guest.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum RoomMessage {
    /// An event for the sockets in `to`.
    Event { to: Vec<u64>, name: String, data: Box<RawValue> },
    /// The answer to a command whose effect is safe.
    Answer { command: u64, data: Box<RawValue> },
    /// A socket has joined the room, which may be one of an event, with this ticket.
    Joined {
        socket: u64,
        ticket: Ticket,
        #[serde(default, skip_serializing_if = "is_false")]
        is_of_event: bool,
    },
    /// The guest is to disconnect a socket.
    Disconnect { socket: u64 },
    /// The race, for the watchers of a guest; `None` if it is not for watchers.
    Watch { race: Option<Box<Watched>> },
}

/// The occupancy of a room, as reported to the leading lobby.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RoomNotice {
    pub(crate) code: RoomCode,
    #[serde(flatten)]
    pub(crate) kind: RoomKind,
    #[serde(flatten)]
    pub(crate) occupancy: Occupancy,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Sends `message` to the engine `to`. It may be lost.
pub(crate) fn send(peers: &dyn Peers, to: EngineId, message: &PeerMessage) {
    peers.send(to, write(message));
}

/// Encodes a message as one line of JSON.
pub(crate) fn write(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("a message is serializable")
}

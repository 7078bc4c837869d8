//! The messages that cross between engine and api.
//!
//! Whoever sends one holds an `actix::Recipient` of it and cannot tell whether an actor of this process answers or a
//! proxy that carries it to another machine. So every message and every answer is data (serde), and every answer has
//! room for the link itself to fail.

use std::time::Duration;

use actix::Message;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{RaceId, RoomCode, Text, TextId, UserId};

/// Whom to seat: an account, as the api knows it at this moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Racer {
    /// The account.
    pub user_id: UserId,
    /// Their name.
    pub username: String,
    /// File name of the skin they wear, without `.png`.
    pub skin: String,
}

/// The other side could not be asked, or did not answer in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum LinkError {
    /// Nobody listens there.
    #[error("nobody answers there")]
    Unreachable,
    /// No answer before the deadline.
    #[error("no answer in time")]
    DeadlineExceeded,
    /// One side does not understand the other: they are of versions too far apart.
    #[error("a message could not be read")]
    Unreadable,
}

/// Api to lobby: a room to race in. Without `private`, an open room that still waits may be the answer.
#[derive(Debug, Clone, PartialEq, Eq, Message, Serialize, Deserialize)]
#[rtype(result = "Result<RoomCode, OpenRoomError>")]
pub struct OpenRoom {
    /// Makes a room that matchmaking never offers.
    pub private: bool,
    /// The room whose racers race again: all of them are led to one and the same new room.
    pub after: Option<RoomCode>,
}

/// Why there is no room.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum OpenRoomError {
    /// The process is about to end and takes no new races.
    #[error("the server is restarting")]
    Draining,
    /// No text could be drawn.
    #[error("no text could be drawn: {0}")]
    NoText(DrawTextError),
    /// No code could be made.
    #[error("the operating system has no random numbers")]
    NoRandomness,
    /// The engine could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Api to room: a seat for a racer, kept for a while until their socket joins. Asking again gives the same seat.
#[derive(Debug, Clone, PartialEq, Eq, Message, Serialize, Deserialize)]
#[rtype(result = "Result<Seat, TakeSeatError>")]
pub struct TakeSeat {
    /// The room.
    pub code: RoomCode,
    /// Whom to seat.
    pub racer: Racer,
}

/// What the owner of a seat may know at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Everybody with a seat, in the order in which they took it, the asker included.
    pub participants: Vec<Racer>,
    /// What this room types.
    pub text: Text,
}

/// Why there is no seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum TakeSeatError {
    /// All seats are taken.
    #[error("all seats of this room are taken")]
    Full,
    /// The race has begun. (The contract calls this reason "joinable".)
    #[error("the race in this room has begun")]
    Joinable,
    /// No such room, or it is closed.
    #[error("there is no such room")]
    Unknown,
    /// The racer holds seats in as many rooms as one may.
    #[error("you hold seats in {0} rooms already")]
    TooManySeats(usize),
    /// The process is about to end and takes no new races.
    #[error("the server is restarting")]
    Draining,
    /// The engine could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Lobby to api: a text for a new room.
#[derive(Debug, Clone, PartialEq, Eq, Message, Serialize, Deserialize)]
#[rtype(result = "Result<Text, DrawTextError>")]
pub struct DrawText {
    /// Texts that came up lately; another one is drawn when there is one.
    pub not: Vec<TextId>,
}

/// Why there is no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum DrawTextError {
    /// There are no texts at all.
    #[error("there are no texts")]
    NoTexts,
    /// The database did not answer.
    #[error("the database did not answer")]
    Database,
    /// The api could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Room to api: one racer's result, answered after the commit. Sent again until it is answered; recorded once per race
/// and racer.
#[derive(Debug, Clone, PartialEq, Message, Serialize, Deserialize)]
#[rtype(result = "Result<Recorded, RecordError>")]
pub struct RecordResult {
    /// The race.
    pub race: RaceId,
    /// Where it was run.
    pub room: RoomCode,
    /// What was typed.
    pub text: TextId,
    /// How many raced, counted at the start.
    pub racers: usize,
    /// When the race started.
    pub started_at: DateTime<Utc>,
    /// The result.
    pub result: RaceResult,
}

/// What a racer reached in a race.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RaceResult {
    /// Whose result it is.
    pub user_id: UserId,
    /// 1 for the first to finish.
    pub place: usize,
    /// Whether it counts as won: first of at least two at the start.
    pub won: bool,
    /// From the start to the finish, by the room's clock.
    pub time: Duration,
    /// Words per minute, two decimals.
    pub wpm: f64,
    /// Accuracy in percent, two decimals.
    pub accuracy: f64,
}

/// A result that is safe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recorded {
    /// Written by this message.
    Now {
        /// File names of the skins that it unlocked, without `.png`.
        skins: Vec<String>,
    },
    /// Had been written before; nothing changed.
    Before,
}

/// Why a result is not recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum RecordError {
    /// Try again later: the database is slow or away.
    #[error("the database did not answer")]
    Unavailable,
    /// Trying again is of no use; the text says why (the account is gone, say).
    #[error("the result cannot be recorded: {0}")]
    Impossible(String),
    /// The api could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

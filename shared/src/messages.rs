//! The messages between engine and api.
//!
//! The sender of a message holds an `actix::Recipient` and cannot tell whether an actor of this process answers it or a
//! proxy forwards it to another machine. So every message and every answer is data (serde), and every error type has a
//! variant for a failure of the link itself.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::finding::Finding;
use crate::racer::{Division, RaceResult, Racer, SeatProof, Win};
use crate::{Evidence, GuestId, Language, Percent, RaceId, RacerId, RoomCode, Text, TextId, UserId};

crate::numbers! {
    /// The largest number of seats in a room of an event. More racers race in several rooms at once.
    pub const EVENT_SEATS: usize = 100;
}

/// The error when the other side cannot be reached, or does not answer in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum LinkError {
    /// The other side cannot be reached.
    #[error("the other side cannot be reached")]
    Unreachable,
    /// No answer before the deadline.
    #[error("no answer in time")]
    DeadlineExceeded,
    /// One side cannot read the other's message, because their versions are too far apart.
    #[error("a message could not be read")]
    Unreadable,
}

/// The natural logarithm of an estimated speed in wpm: two of them differ by the share by which one racer is faster.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LogSpeed(pub f64);

/// Api to lobby: asks for a room to race in. Without `private`, the answer may be an open room that still waits for
/// racers. A public room keeps a seat for the user for a moment; of these promises, each user has only the last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "actor", derive(actix::Message), rtype(result = "Result<RoomCode, OpenRoomError>"))]
pub struct OpenRoom {
    /// The user who asks.
    pub user: UserId,
    /// True for a new room that matchmaking never offers.
    pub private: bool,
    /// The room whose racers race again: all of them get the same new room.
    pub after: Option<RoomCode>,
    /// The language of the text. `None` for any language in which someone waits.
    pub language: Option<Language>,
    /// The room in which the user waits alone. The answer is a room with company, in its language or in the default
    /// language, or the same room.
    pub alone: Option<RoomCode>,
    /// The text of a new private room. Without one, the engine draws one.
    pub text: Option<Text>,
    /// True for a private room in which the user waits for friends: the race starts when the user says so. Each user has
    /// at most one such room in each language.
    pub friends: bool,
    /// True for a private room with one seat, whose countdown begins as soon as the racer has joined.
    pub solo: bool,
    /// The user's estimated speeds. Without one, the user is sent to the fullest room.
    #[serde(default)]
    pub speeds: Vec<(Language, LogSpeed)>,
    /// The users with whom this one is put together only if no other room fits: those whom they block, and who block them.
    #[serde(default)]
    pub blocked: Vec<UserId>,
    /// For a new private room of an event, whose race waits for the [host](BeginRace). `text` is then one without
    /// characters, in the language of the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<EventRoom>,
}

/// The wishes for a room of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRoom {
    /// The number of seats, at most [`EVENT_SEATS`].
    pub seats: usize,
}

impl OpenRoom {
    /// Asks for any public room for `user`.
    pub fn by(user: UserId) -> Self {
        Self {
            user,
            private: false,
            after: None,
            language: None,
            alone: None,
            text: None,
            friends: false,
            solo: false,
            speeds: Vec::new(),
            blocked: Vec::new(),
            event: None,
        }
    }

    /// Returns the user's estimated speed in texts of this language, if it is known.
    pub fn speed_in(&self, language: Language) -> Option<LogSpeed> {
        self.speeds.iter().find(|(of, _)| *of == language).map(|(_, speed)| *speed)
    }
}

/// The reason there is no room.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum OpenRoomError {
    /// The process is about to end and accepts no new races.
    #[error("the server is restarting")]
    Draining,
    /// No text could be drawn.
    #[error("no text could be drawn: {0}")]
    NoText(DrawTextError),
    /// The operating system has no random numbers for a room code.
    #[error("the operating system has no random numbers")]
    NoRandomness,
    /// The engine could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Api to room: asks for a seat, which is kept for a while until the racer's socket joins. Asking again gives the same
/// seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "actor", derive(actix::Message), rtype(result = "Result<TakenSeat, TakeSeatError>"))]
pub struct TakeSeat {
    /// The room.
    pub code: RoomCode,
    /// The racer who takes the seat.
    pub racer: Racer,
    /// The proof that returns with the racer's result.
    pub proof: SeatProof,
    /// The racer's divisions. The room knows which language it is in.
    #[serde(default)]
    pub divisions: Vec<(Language, Division)>,
}

/// A seat that was taken, with what its owner needs to know at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenSeat {
    /// All racers with a seat, including the one who asks, in the order in which they took it.
    pub participants: Vec<Racer>,
    /// The text of this room; in one of an event, one without characters until the race begins.
    pub text: Text,
    /// The race of this room.
    pub race: RaceId,
    /// True for a room that matchmaking never offers.
    pub private: bool,
    /// The number of seats of this room, taken or not.
    pub seats: usize,
    /// The longest time for which this room still waits until somebody starts the race; zero if it starts by itself.
    #[serde(default, skip_serializing_if = "Duration::is_zero")]
    pub waits: Duration,
}

/// The reason there is no seat.
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
    /// The racer already holds seats in the largest allowed number of rooms.
    #[error("you hold seats in {0} rooms already")]
    TooManySeats(usize),
    /// The engine could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Api to room: the host of an event begins its race, with this text. It starts at `start_at`, or at once if that is past.
/// Repeating it changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "actor", derive(actix::Message), rtype(result = "Result<(), BeginRaceError>"))]
pub struct BeginRace {
    /// The room, which is one of an event.
    pub code: RoomCode,
    /// The text to type.
    pub text: Text,
    /// The moment of the start.
    pub start_at: DateTime<Utc>,
}

/// The reason a race does not begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum BeginRaceError {
    /// No such room, or it is closed.
    #[error("there is no such room")]
    Unknown,
    /// The engine could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Api to room: a racer loses their seat, in any phase of the race. Nothing happens without such a room or seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "actor", derive(actix::Message), rtype(result = "Result<(), RemoveRacerError>"))]
pub struct RemoveRacer {
    /// The room.
    pub code: RoomCode,
    /// The racer.
    pub racer: RacerId,
}

/// The reason it is not known whether a racer has lost their seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum RemoveRacerError {
    /// The engine could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Api to lobby: asks for the public races that run or wait with company now. The answer is some moments old.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "actor", derive(actix::Message), rtype(result = "Result<Races, ListRacesError>"))]
pub struct ListRaces {}

/// Public races that can be watched.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Races {
    /// The race that all visitors are shown, which is in the list; it stays the same until it ends. `None` if none runs.
    pub featured: Option<RoomCode>,
    /// The races, the most interesting first, no more than a screen shows.
    pub races: Vec<OpenRace>,
}

/// A public race that can be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenRace {
    /// The room.
    pub code: RoomCode,
    /// The language of the text.
    pub language: Language,
    /// The number of racers who are connected or have finished.
    pub racers: usize,
    /// The phase.
    pub phase: OpenRacePhase,
}

/// The phase of a race that can be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum OpenRacePhase {
    /// It waits for racers, or counts down.
    Waiting,
    /// It runs.
    Running {
        /// The milliseconds since the start.
        ms: u64,
        /// The progress of the racer who is ahead.
        ahead: Percent,
        /// The percentage points between the first two racers.
        gap: u8,
        /// The highest speed so far, in whole words per minute.
        wpm: u16,
    },
}

/// The reason there is no list of races, or no race of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum ListRacesError {
    /// The engine could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Api to lobby: asks for the public room in which a user races now. The answer is some moments old.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "actor", derive(actix::Message), rtype(result = "Result<Option<RoomCode>, ListRacesError>"))]
pub struct RaceOf {
    /// The user.
    pub user: UserId,
}

/// Lobby to api: asks for a text for a new room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "actor", derive(actix::Message), rtype(result = "Result<Text, DrawTextError>"))]
pub struct DrawText {
    /// The language of the room. The answer has the default language if there is no text in this one.
    pub language: Language,
    /// The user who opens the room, out of whose bag the text is drawn.
    pub user: UserId,
    /// Recently drawn texts; the answer is a different one if there is one.
    pub not: Vec<TextId>,
}

/// The reason there is no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum DrawTextError {
    /// There is no text to draw.
    #[error("there are no texts")]
    NoTexts,
    /// The database did not answer.
    #[error("the database did not answer")]
    Database,
    /// The api could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Room to api: one racer's result, answered after the commit. The engine repeats it until it is answered; it is
/// recorded once per race and racer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "actor", derive(actix::Message), rtype(result = "Result<Recorded, RecordError>"))]
pub struct RecordResult {
    /// The race.
    pub race: RaceId,
    /// The room of the race.
    pub room: RoomCode,
    /// The text that was typed; [`TextId::NONE`] for the own text of a host.
    pub text: TextId,
    /// The number of racers at the start.
    pub racers: usize,
    /// The moment of the start.
    pub started_at: DateTime<Utc>,
    /// The result.
    pub result: RaceResult,
    /// The proof of the racer's seat.
    pub proof: SeatProof,
    /// The racer's keys as a log (docs/key-log.md) in base64, if they came with their times and are not too many.
    pub keys: Option<String>,
    /// The observations about the keys; missing if the room has not seen them while they were typed.
    pub evidence: Option<Evidence>,
    /// The time from the first to the last page of the race that showed the text, in milliseconds; missing if fewer than
    /// two have told.
    pub start_spread_ms: Option<u32>,
    /// True for a race of a room that matchmaking never offers.
    pub private: bool,
    /// The other accounts of whom the room has seen half of the text so far. For a first place that is no win yet, the
    /// message comes again when there are more.
    pub opponents: Vec<UserId>,
}

/// A result that is safe in the database.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Recorded {
    /// Written by this message, or has become a win by it.
    Now {
        /// File names of the skins that this unlocked, without `.png`.
        skins: Vec<String>,
        /// The standing of the result.
        #[serde(flatten)]
        standing: Standing,
    },
    /// Written before, and now of this standing; nothing changed.
    Before(Standing),
}

/// The standing of a saved result: whether it counts, and what speaks against it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// True if it counts for nothing.
    pub unranked: bool,
    /// True if it is not verified, and nothing holds it back.
    pub unverified: bool,
    /// True if a rule holds it back until an admin has seen it.
    pub held: bool,
    /// The rules that it breaks.
    pub findings: Vec<Finding>,
    /// For a result that is held back, the usual time until an admin has decided, in seconds; `None` if it is not known.
    pub look_seconds: Option<u32>,
    /// The decision on a win, for a first place that counts in a race of several.
    pub win: Option<Win>,
}

/// The reason a result is not recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum RecordError {
    /// The database is slow or unavailable; retry later.
    #[error("the database did not answer")]
    Unavailable,
    /// Retrying does not help; the text gives the reason, such as a deleted account.
    #[error("the result cannot be recorded: {0}")]
    Impossible(String),
    /// The api could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

/// Engine to api: asks which tokens were revoked since an earlier answer or, without one, of all tokens that may not have
/// expired yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "actor", derive(actix::Message), rtype(result = "Result<Revocations, ListRevocationsError>"))]
pub struct ListRevocations {
    /// The end of the earlier answer.
    pub after: Option<RevocationMark>,
}

/// Revoked tokens, oldest revocation first. Later answers repeat some of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revocations {
    /// The users whose tokens were revoked.
    pub revoked: Vec<Revocation>,
    /// The guests who were removed from their event in the last minute.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guests: Vec<GuestId>,
    /// The end of this answer, to ask for later revocations.
    pub end: RevocationMark,
    /// True if there are more, which the engine asks for at once.
    pub has_more: bool,
}

/// The tokens of one user that are revoked: all of a version below `lowest_version`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revocation {
    /// The account, which may be deleted.
    pub user_id: UserId,
    /// The lowest version that is still valid; for a deleted account, the largest number.
    pub lowest_version: i32,
}

/// A position in the list of revocations. Only the api reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevocationMark {
    /// A moment, by the database's clock.
    pub at: DateTime<Utc>,
    /// The user of the last revocation at that moment.
    pub user_id: UserId,
}

/// The reason there is no list of revocations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum ListRevocationsError {
    /// The database did not answer.
    #[error("the database did not answer")]
    Database,
    /// The api could not be asked.
    #[error(transparent)]
    Link(#[from] LinkError),
}

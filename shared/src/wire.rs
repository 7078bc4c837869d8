//! The Socket.IO events between browser and server: those of racers in namespace `/`, those of watchers in [`WATCH`].
//!
//! Each is declared once, with its description: `make generate` writes `shared/fixtures/events.json`, and from that the
//! tables of docs/protocol.md and the client's types. `shared/fixtures/wire.json` has an example of each, which pins its
//! form.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
#[cfg(all(test, feature = "schema"))]
use utoipa::{
    PartialSchema as _, ToSchema,
    openapi::{Ref, RefOr, schema::Schema},
};

use crate::finding::Finding;
use crate::racer::LogPiece;
use crate::racer::{Division, FinishReport, ProgressReport, Racer, Win, is_false, is_zero};
#[cfg(all(test, feature = "schema"))]
use crate::testing::sentence;
use crate::{ErrorCode, Language, Percent, RoomCode, Text, unreadable};

/// The namespace of watchers, who need no token.
pub const WATCH: &str = "/watch";

/// An event of a client, with the room it is for.
///
/// A payload may also have a `token` (and that of `finish` a `date`), which is ignored: the connection identifies the
/// racer, and the room's clock gives the time.
#[derive(Debug, Clone, PartialEq)]
pub struct ClientMessage {
    /// The room.
    pub code: RoomCode,
    /// The sender's name; if given, it must be the racer's own.
    pub username: Option<String>,
    /// The event.
    pub event: ClientEvent,
}

/// The reason why an event could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableEvent {
    /// There is no event with this name.
    #[error("there is no event with this name")]
    Unknown,
    /// The event exists, but its payload has the wrong shape; the text says where.
    #[error("{0}")]
    Payload(String),
}

/// Declares [`ClientEvent`]. Each event is one entry: its effect, its variant, its name on the wire, the fields of its
/// payload for the room and the sender, the other fields, and the variant's value in parentheses, made from these.
macro_rules! client_events {
    ($(
        $(#[doc = $doc:literal])+
        $Event:ident $(($Value:ty))? = $name:literal ($code:ident $(, $username:ident)?) { $($field:ident: $Field:ty),* } $(=> $value:tt)?,
    )*) => {
        /// An event that a client may send, one variant per event name. Clients send it as a [`ClientMessage`].
        #[derive(Debug, Clone, PartialEq)]
        pub enum ClientEvent {
            $($(#[doc = $doc])+ $Event $(($Value))?,)*
        }

        impl ClientEvent {
            /// The names of all events of clients.
            pub const NAMES: &[&'static str] = &[$($name),*];

            /// Returns the event's name on the wire.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$Event { .. } => $name,)*
                }
            }

            /// Returns the payload of the event, as a client would send it to the room `code` under this `username`.
            pub fn payload(&self, code: RoomCode, username: Option<&str>) -> Value {
                match self {
                    $(Self::$Event $($value)? => {
                        json!({ "code": code, "username": username, $((stringify!($field)): $field),* })
                    })*
                }
            }

            /// Returns the name, the description and the payload of each event.
            #[cfg(all(test, feature = "schema"))]
            fn described(types: &mut Types) -> Vec<(&'static str, String, RefOr<Schema>)> {
                vec![$({
                    #[derive(ToSchema)]
                    #[expect(dead_code, reason = "only its schema is used")]
                    struct Payload { $code: RoomCode, $($username: Option<String>,)? $($field: $Field),* }
                    Payload::schemas(types);
                    ($name, sentence(concat!($($doc),+)), Payload::schema())
                }),*]
            }
        }

        impl ClientMessage {
            /// Reads the event `name` with its first argument.
            ///
            /// # Errors
            /// Returns an [`UnreadableEvent`] if the name is unknown or the payload has missing or mistyped fields.
            pub fn read(name: &str, payload: &str) -> Result<Self, UnreadableEvent> {
                match name {
                    $($name => {
                        #[derive(Deserialize)]
                        struct Payload { $code: RoomCode, $($username: Option<String>,)? $($field: $Field),* }
                        let Payload { $code, $($username,)? $($field),* } = read(payload)?;
                        Ok(Self { $code, username: None $(.or($username))?, event: ClientEvent::$Event $($value)? })
                    })*
                    _ => Err(UnreadableEvent::Unknown),
                }
            }
        }
    };
}

client_events! {
    /// Takes the seat that `POST /api/play` gave, or returns to it. The client receives `state` and the event of the
    /// phase.
    Join = "join" (code, username) {},
    /// Asks for the time on the room's clock, which is acknowledged at once with `{ms}`: whole milliseconds since the room
    /// opened. `seen` is the `ms` of the answer before, if that has just arrived: the room measures the round trip by it.
    Clock(Option<u64>) = "clock" (code) { seen: Option<u64> } => (seen),
    /// Reports how much of the text is typed, in whole percent, 0 to 100, with the next piece of the log
    /// of keys.
    Typing(ProgressReport) = "typing" (code, username) { completed: Percent, log: Option<LogPiece> } => (ProgressReport { completed, log }),
    /// Confirms that the waiting is over. It has no effect, since the room's clock decides.
    Starting = "starting" (code) {},
    /// Starts the countdown of a private race that waits for that, if the `starter` says so, and of any race that waits, if
    /// the racer is the only one, but none of an event. Alone, it is short. It has no effect once the countdown runs.
    Begin = "begin" (code) {},
    /// Confirms that the countdown is over. The room's clock decides, and only measures how far the pages of a race
    /// are apart: `opened` is the time from the start to the frame that shows the text, in whole milliseconds.
    Start(Option<i32>) = "start" (code) { opened: Option<i32> } => (opened),
    /// Reports that every character is typed and correct, with the rest of the log or all `keystrokes`. `token` and `date`
    /// are optional.
    Finish(FinishReport) = "finish" (code, username) {
        accuracy: f64, keystrokes: Option<String>, times: Option<Vec<u32>>, log: Option<LogPiece>, untrusted: Option<u32>, pastes: Option<u32>
    } => (FinishReport { accuracy, keystrokes, times, log, untrusted, pastes }),
}

fn read<T: for<'de> Deserialize<'de>>(payload: &str) -> Result<T, UnreadableEvent> {
    let json = &mut serde_json::Deserializer::from_str(payload);
    serde_path_to_error::deserialize(json).map_err(|error| {
        UnreadableEvent::Payload(match unreadable::describe(&error) {
            (field, _) if field.is_empty() => "the payload must be an object".to_owned(),
            (field, reason) => format!("{field}: {reason}"),
        })
    })
}

/// Declares the events that the server sends in a namespace. Each event is one entry: its meaning with its recipients, its
/// variant, its payload and its name on the wire.
macro_rules! server_events {
    (
        $(#[doc = $enum_doc:literal])+
        $ServerEvent:ident { $($(#[doc = $doc:literal])+ $Event:ident($Payload:ty) = $name:literal,)* }
    ) => {
        $(#[doc = $enum_doc])+
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum $ServerEvent {
            $($(#[doc = $doc])+ $Event($Payload),)*
        }

        impl $ServerEvent {
            /// The names of all events of the server.
            pub const NAMES: &[&'static str] = &[$($name),*];

            /// Returns the event's name on the wire.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$Event(_) => $name,)*
                }
            }

            /// Reads an event back, as a client in Rust would.
            #[cfg(test)]
            fn read(name: &str, payload: &str) -> Result<Self, UnreadableEvent> {
                match name {
                    $($name => read(payload).map(Self::$Event),)*
                    _ => Err(UnreadableEvent::Unknown),
                }
            }

            /// Returns the name, the description and the payload of each event.
            #[cfg(all(test, feature = "schema"))]
            fn described(types: &mut Types) -> Vec<(&'static str, String, RefOr<Schema>)> {
                vec![$(($name, sentence(concat!($($doc),+)), declared::<$Payload>(types))),*]
            }
        }
    };
}

server_events! {
    /// An event that the server may send to racers, one variant per event name. It serializes as its payload;
    /// [`ServerEvent::name`] is its name.
    ServerEvent {
        /// A racer takes a seat, joins with their socket, or returns. To the others.
        Join(Participant) = "join",
        /// The whole state of the room. To a racer who joins or returns; to all, when the race ends before all have finished.
        /// In a race of an event to all, too, when its countdown begins, and when a seat is given up after that.
        State(State) = "state",
        /// The room waits for more racers. To all, when the waiting begins; to a racer who joins during it, after `state`.
        Waiting(WaitingLeft) = "waiting",
        /// Another racer may start this private race: its opener, or the next racer there if the opener has gone. To all.
        Starter(Username) = "starter",
        /// The countdown runs. To all, when it begins; to a racer who joins during it, after `state`.
        Starting(TimeLeft) = "starting",
        /// The race runs. To all, when it starts, without `ms`; to a racer who joins or returns while it runs, after `state`.
        Start(Started) = "start",
        /// The text of a race of an event. To all, when the countdown begins, before `starting`; to a racer who joins or
        /// returns after that, after `state`.
        Text(RoomText) = "text",
        /// A racer's progress. To the others, when the percentage changes; of what waits while the room is being saved, only
        /// the last.
        Typing(Progress) = "typing",
        /// In a race of an event with many racers, in place of `typing`: the progress of all of them, some times a second, if
        /// it has changed, in the order of the last `state`. To all.
        Picture(Picture) = "picture",
        /// A racer disconnects, and is removed before the countdown, later marked as disconnected: to the others. Or a kept
        /// seat is given up, which removes the racer in any phase, perhaps after an earlier `leave`: to all.
        Leave(Username) = "leave",
        /// A racer has finished. To all, in the order of places: when the result is recorded, or a moment after the finish.
        Finish(Finished) = "finish",
        /// A first place has become a win, or is none because it is repeated. To the racer, after the acknowledgement of `finish`
        /// that said `pending`.
        Win(Settled) = "win",
        /// An event was refused, or no longer holds. To its sender.
        Fault(Fault) = "fault",
        /// This server is about to stop while its races continue at other servers. To all its clients, who should reconnect
        /// at once; the server disconnects the rest a second later.
        Moved(Moved) = "moved",
    }
}

server_events! {
    /// An event that the server may send to watchers, in namespace [`WATCH`]. It serializes as its payload;
    /// [`WatchEvent::name`] is its name.
    WatchEvent {
        /// The whole race. To a watcher who enters; to all, when a phase begins, a lane comes, goes or changes, or a racer
        /// finishes.
        Watch(Watched) = "watch",
        /// The progress in all lanes, some times a second while the race runs, if it has changed. To all, except those to
        /// whom the one before is still on its way.
        Picture(Picture) = "picture",
        /// There is no such race to watch, or its room has closed. The server disconnects the watcher after it.
        Fault(Fault) = "fault",
    }
}

/// A racer as the others see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Participant {
    /// Their name.
    pub username: String,
    /// File name of the skin they wear, without `.png`.
    pub skin: String,
    /// The lower end, in wpm, of their division in the language of the text; absent before their first verified race in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = u16, required = false))]
    pub division: Option<Division>,
}

impl From<&Racer> for Participant {
    fn from(Racer { id: _, username, skin, division, shown: _ }: &Racer) -> Self {
        Self { username: username.clone(), skin: skin.clone(), division: *division }
    }
}

/// Payload of `state`: everything that a client needs to show the room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct State {
    /// The room.
    pub code: RoomCode,
    /// The phase of the race, with the milliseconds that belong to it.
    #[serde(flatten)]
    pub phase: Phase,
    /// All racers with a seat, in the order in which they took it.
    pub participants: Vec<Lane>,
    /// The name of the racer who may start this private race; absent in other rooms, and once the countdown runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter: Option<String>,
}

/// The phase of a race, with the milliseconds that belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "phase", rename_all = "lowercase")]
pub enum Phase {
    /// Waiting for racers.
    Waiting(WaitingLeft),
    /// Counting down.
    Starting(TimeLeft),
    /// Running.
    Running {
        /// Milliseconds since the start.
        ms: u64,
    },
    /// Over.
    Finished {
        /// Milliseconds that the race took.
        ms: u64,
    },
}

/// One racer in a `state`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lane {
    /// The racer.
    #[serde(flatten)]
    pub racer: Participant,
    /// The part of the text that they typed, in whole percent.
    pub completed: Percent,
    /// True while a socket of theirs is in the room.
    pub connected: bool,
    /// Their result, once they finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<Outcome>,
}

/// The result of a racer who finished.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// Seconds from the start by the room's clock, two decimals.
    pub time: f64,
    /// Words per minute, two decimals.
    pub wpm: f64,
    /// True if the result is saved, but counts for nothing; absent otherwise.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unranked: bool,
    /// True if the result is not verified, for example because the room has not seen the keys while they were typed;
    /// absent otherwise.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unverified: bool,
    /// The network delay that does not count, in whole milliseconds; absent if there is none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub credited: u32,
}

/// Payload of `waiting`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WaitingLeft {
    /// Milliseconds left. In a private race that waits to be started, until the room closes.
    pub ms: u64,
    /// Milliseconds from then to the start of the race.
    pub countdown: u64,
}

/// Payload of `starting`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TimeLeft {
    /// Milliseconds left.
    pub ms: u64,
    /// The start of the race on the room's clock, in whole milliseconds.
    pub at: u64,
}

/// Payload of `start`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Started {
    /// Milliseconds since the start; absent when the race starts now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

/// Payload of `text`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomText {
    /// The author's name.
    pub author: String,
    /// The work and its year, or the subject; absent if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<String>,
    /// The characters to type.
    pub text: String,
    /// The language of the text.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub language: Language,
}

impl From<&Text> for RoomText {
    fn from(Text { id: _, author, work, text, language }: &Text) -> Self {
        Self { author: author.clone(), work: work.clone(), text: text.clone(), language: *language }
    }
}

/// Payload of the server's `typing`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Progress {
    /// The name of the racer who typed.
    pub username: String,
    /// The part of the text that they typed, in whole percent.
    pub completed: Percent,
}

/// Payload of events that only name a racer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Username {
    /// The name of the racer.
    pub username: String,
}

/// Payload of the server's `finish`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Finished {
    /// The name of the racer who finished.
    pub username: String,
    /// Their result.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Payload of `fault`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fault {
    /// The event that was refused.
    pub event: String,
    /// The reason, in a sentence for people.
    pub reason: String,
    /// The same for programs.
    pub code: ErrorCode,
}

/// Payload of `win`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Settled {
    /// The state of a first place: a win, pending, or repeated.
    pub win: Win,
    /// File names of the skins that the win unlocked, without `.png`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<String>,
}

/// Payload of `moved`: nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moved {}

/// Payload of `watch`: everything that a watcher sees of a race.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Watched {
    /// The phase of the race, with the milliseconds that belong to it.
    #[serde(flatten)]
    pub phase: Phase,
    /// The language of the text.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub language: Language,
    /// The text; absent until the race runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The time within which to connect again, at a random moment, if the connection is lost, in milliseconds.
    pub back: u64,
    /// All racers with a seat, in the order in which they took it.
    pub lanes: Vec<WatchedLane>,
}

/// One racer in a `watch`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WatchedLane {
    /// Their name; absent if they do not want to be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// File name of the skin they wear, without `.png`; absent with the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skin: Option<String>,
    /// Their division, if they have one; absent with the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<Division>,
    /// The part of the text that they typed, in whole percent.
    pub completed: Percent,
    /// True while a socket of theirs is in the room.
    pub connected: bool,
    /// Their result, once they finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<Outcome>,
}

/// Payload of `picture`, to racers and to watchers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Picture {
    /// Milliseconds since the start.
    pub ms: u64,
    /// The part of the text that each racer typed, in whole percent, in the order of the lanes of the last `watch`, or of the
    /// participants of the last `state`.
    pub completed: Vec<Percent>,
}

/// The acknowledgement of a `finish`, if the client asked for one: sent once the result is safe in the database, or
/// refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum FinishAnswer {
    /// Recorded.
    Recorded {
        /// The result that was recorded.
        #[serde(flatten)]
        outcome: Outcome,
        /// True if a rule holds the result back until an admin has seen it; absent otherwise.
        #[serde(default, skip_serializing_if = "is_false")]
        held: bool,
        /// The rules that the result breaks, each with its number and the limit; absent if there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        findings: Vec<Finding>,
        /// For a result that is held back, the usual time until an admin has decided, in seconds; absent if it is not
        /// known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<u32>,
        /// The decision on a first place; absent for other places, and if it does not count.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        win: Option<Win>,
        /// File names of the skins that the result unlocked, without `.png`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        skins: Vec<String>,
    },
    /// Not recorded.
    Refused {
        /// The reason, in a sentence for people.
        reason: String,
        /// The same for programs.
        code: ErrorCode,
    },
}

/// The acknowledgement of a `clock`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockAnswer {
    /// The time on the room's clock, in whole milliseconds since the room opened.
    pub ms: u64,
}

#[cfg(all(test, feature = "schema"))]
type Types = Vec<(String, RefOr<Schema>)>;

/// Adds a type to `types`, and returns a reference to it.
#[cfg(all(test, feature = "schema"))]
fn declared<T: ToSchema>(types: &mut Types) -> RefOr<Schema> {
    types.push((T::name().into_owned(), T::schema()));
    T::schemas(types);
    Ref::from_schema_name(T::name()).into()
}

//! The Socket.IO events between browser and server, in namespace `/`.
//!
//! Names and payloads are those of docs/protocol.md. `shared/fixtures/wire.json` has one example of each; the tests
//! here and those of the browser read it, so that neither side drifts.

use serde::{Deserialize, Serialize};

use crate::{ErrorCode, Percent, RoomCode, unreadable};

/// An event that a client may send, one variant per event name.
///
/// Events may also have a `username` and a `token`. Identity comes from the connection, so a `username` is kept only
/// to refuse one that is not the racer's own, and a `token` is ignored.
#[derive(Debug, Clone, PartialEq)]
pub enum ClientEvent {
    /// Enters the room with the seat taken by `POST /api/play`, or comes back to it.
    Join(Join),
    /// The part of the text that the racer has typed so far.
    Typing(Typing),
    /// The client's countdown says that the race may get ready. It only confirms: it never makes the race ready sooner.
    Starting(InRoom),
    /// The client's countdown says that the race may begin. It only confirms: it never makes the race begin sooner.
    Start(InRoom),
    /// Every character is typed and correct.
    Finish(Finish),
}

/// Payload of `join`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Join {
    /// The room.
    pub code: RoomCode,
    /// The sender's name; must be the racer's own when given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
}

/// Payload of `typing`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Typing {
    /// The part of the text that is typed, in whole percent.
    pub completed: Percent,
    /// The room.
    pub code: RoomCode,
    /// The sender's name; must be the racer's own when given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
}

/// Payload of the events with no field but the room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InRoom {
    /// The room.
    pub code: RoomCode,
}

/// Payload of `finish`. The spec's `token` and `date` are accepted beside these fields and not needed: the racer is
/// known from the connection, and the time from the room's clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finish {
    /// The room.
    pub code: RoomCode,
    /// The sender's name; must be the racer's own when given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// Accuracy in percent as the client counted it.
    pub accuracy: f64,
    /// Every key of the run, in the form of [`crate::typing::Key`]: characters, BS and ETB. When given, the engine
    /// replays them and takes the accuracy from the replay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keystrokes: Option<String>,
}

/// The reason an event could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableEvent {
    /// There is no event with this name.
    #[error("there is no event of this name")]
    Unknown,
    /// The event exists, but its payload has the wrong shape; the text says where.
    #[error("{0}")]
    Payload(String),
}

impl ClientEvent {
    /// Reads the event `name` with its first argument.
    ///
    /// # Errors
    /// [`UnreadableEvent`] when the name is unknown or the payload has missing or mistyped fields.
    pub fn read(name: &str, payload: &str) -> Result<Self, UnreadableEvent> {
        fn read<T: for<'de> Deserialize<'de>>(payload: &str) -> Result<T, UnreadableEvent> {
            let json = &mut serde_json::Deserializer::from_str(payload);
            serde_path_to_error::deserialize(json).map_err(|error| {
                let (field, reason) = unreadable::describe(&error);
                let field = if field.is_empty() { "the payload".to_owned() } else { field };
                UnreadableEvent::Payload(format!("{field}: {reason}"))
            })
        }
        match name {
            "join" => read(payload).map(Self::Join),
            "typing" => read(payload).map(Self::Typing),
            "starting" => read(payload).map(Self::Starting),
            "start" => read(payload).map(Self::Start),
            "finish" => read(payload).map(Self::Finish),
            _ => Err(UnreadableEvent::Unknown),
        }
    }

    /// Returns the event's name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Join(_) => "join",
            Self::Typing(_) => "typing",
            Self::Starting(_) => "starting",
            Self::Start(_) => "start",
            Self::Finish(_) => "finish",
        }
    }
}

/// An event that the server may send, one variant per event name. It serializes as its payload;
/// [`ServerEvent::name`] is its name.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ServerEvent {
    /// A racer with a seat has entered the room, or is back.
    Join(Participant),
    /// The whole state of the room, to a socket that joins or returns.
    State(State),
    /// The room waits for more racers.
    Waiting(WaitingLeft),
    /// The countdown runs.
    Starting(TimeLeft),
    /// The race runs.
    Start(Started),
    /// Another racer's progress.
    Typing(Progress),
    /// A racer left: removed before the countdown, disconnected after.
    Leave(Username),
    /// A racer finished.
    Finish(Finished),
    /// An event was refused; sent to its sender only.
    Fault(Fault),
}

impl ServerEvent {
    /// Returns the event's name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Join(_) => "join",
            Self::State(_) => "state",
            Self::Waiting(_) => "waiting",
            Self::Starting(_) => "starting",
            Self::Start(_) => "start",
            Self::Typing(_) => "typing",
            Self::Leave(_) => "leave",
            Self::Finish(_) => "finish",
            Self::Fault(_) => "fault",
        }
    }
}

/// A racer as the others see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Participant {
    /// Their name.
    pub username: String,
    /// File name of the skin they wear, without `.png`.
    pub skin: String,
}

/// Payload of `state`: everything that a client needs to show the room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The room.
    pub code: RoomCode,
    /// The phase of the race.
    #[serde(flatten)]
    pub phase: Phase,
    /// All racers with a seat, in the order in which they took it.
    pub participants: Vec<Lane>,
}

/// The phase of a race, with the milliseconds that belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
pub struct Lane {
    /// Their name.
    pub username: String,
    /// File name of the skin they wear, without `.png`.
    pub skin: String,
    /// The part of the text that they typed, in whole percent.
    pub completed: Percent,
    /// True while a socket of theirs is in the room.
    pub connected: bool,
    /// Their result, once they finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<Outcome>,
}

/// The time and the words per minute of a racer who finished.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Seconds from the start by the room's clock, two decimals.
    pub time: f64,
    /// Words per minute, two decimals.
    pub wpm: f64,
}

/// Payload of `waiting`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingLeft {
    /// Milliseconds left.
    pub ms: u64,
    /// Milliseconds from then to the start of the race.
    pub countdown: u64,
}

/// Payload of `starting`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeLeft {
    /// Milliseconds left.
    pub ms: u64,
}

/// Payload of `start`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Started {
    /// Milliseconds since the start; absent when the race starts now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

/// Payload of the server's `typing`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The name of the racer who typed.
    pub username: String,
    /// The part of the text that they typed, in whole percent.
    pub completed: Percent,
}

/// Payload of `leave`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Username {
    /// The name of the racer who left.
    pub username: String,
}

/// Payload of the server's `finish`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finished {
    /// The name of the racer who finished.
    pub username: String,
    /// Their result.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Payload of `fault`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The event that was refused.
    pub event: String,
    /// The reason, in a sentence for people.
    pub reason: String,
    /// The same for programs.
    pub code: ErrorCode,
}

/// The acknowledgement of a `finish`, if the client asked for one: sent once the result is safe in the database, or
/// refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FinishAnswer {
    /// Recorded.
    Recorded {
        /// The result that was recorded.
        #[serde(flatten)]
        outcome: Outcome,
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Fixtures {
        client: Vec<(String, Value)>,
        server: Vec<(String, Value)>,
        finish_answers: Vec<Value>,
    }

    fn fixtures() -> Fixtures {
        serde_json::from_str(include_str!("../fixtures/wire.json")).expect("the examples are readable")
    }

    /// Reads a server event back, as a client in Rust would.
    fn read_server_event(name: &str, payload: Value) -> ServerEvent {
        fn read<T: for<'de> Deserialize<'de>>(payload: Value) -> T {
            serde_json::from_value(payload).expect("the example has the shape of its event")
        }
        match name {
            "join" => ServerEvent::Join(read(payload)),
            "state" => ServerEvent::State(read(payload)),
            "waiting" => ServerEvent::Waiting(read(payload)),
            "starting" => ServerEvent::Starting(read(payload)),
            "start" => ServerEvent::Start(read(payload)),
            "typing" => ServerEvent::Typing(read(payload)),
            "leave" => ServerEvent::Leave(read(payload)),
            "finish" => ServerEvent::Finish(read(payload)),
            "fault" => ServerEvent::Fault(read(payload)),
            other => panic!("no server event is called {other}"),
        }
    }

    #[test]
    fn every_example_of_a_client_event_is_read() {
        for (name, payload) in fixtures().client {
            let event =
                ClientEvent::read(&name, &payload.to_string()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(event.name(), name);
        }
    }

    #[test]
    fn every_example_of_a_server_event_is_written_the_same() {
        for (name, payload) in fixtures().server {
            let event = read_server_event(&name, payload.clone());
            assert_eq!(event.name(), name);
            assert_eq!(serde_json::to_value(&event).expect("it is written as JSON"), payload, "{name}");
        }
    }

    #[test]
    fn every_example_of_an_answer_to_finish_is_written_the_same() {
        for example in fixtures().finish_answers {
            let answer: FinishAnswer = serde_json::from_value(example.clone()).expect("the example is an answer");
            assert_eq!(serde_json::to_value(&answer).expect("it is written as JSON"), example);
        }
    }

    #[test]
    fn missing_and_mistyped_fields_are_refused_with_their_name() {
        let refused = |name, payload: Value| {
            ClientEvent::read(name, &payload.to_string()).expect_err("it is refused").to_string()
        };
        assert!(refused("typing", json!({"code": "abcdefgh"})).contains("completed"));
        assert!(refused("typing", json!({"code": "abcdefgh", "completed": 101})).contains("0 to 100"));
        assert!(refused("join", json!({"code": "nope"})).contains("room code"));
        assert_eq!(refused("finish", json!({"code": "abcdefgh", "accuracy": "all"})), "accuracy: must be a number");
        assert_eq!(
            refused("typing", json!({"code": "abcdefgh", "completed": 1.5})),
            "completed: must be a whole number"
        );
        assert_eq!(refused("join", json!(7)), "the payload: has the wrong type");
        assert_eq!(ClientEvent::read("cheat", "{}"), Err(UnreadableEvent::Unknown));
        assert!(ClientEvent::read("join", "null").is_err());
    }
}

//! The messages that are sent as requests, each with its name, deadline and queue group.

use std::time::Duration;

use actix::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;
use shared::messages::{
    BeginRace, BeginRaceError, DrawText, DrawTextError, LinkError, ListRaces, ListRacesError, ListRevocations,
    ListRevocationsError, OpenRoom, OpenRoomError, RaceOf, Races, RemoveRacer, RemoveRacerError, Revocations, TakeSeat,
    TakeSeatError, TakenSeat,
};
use shared::{RoomCode, Text};

/// The queue group of the engines: each request goes to one of them.
const ENGINES: &str = "engines";

/// The queue group of the apis.
const APIS: &str = "apis";

/// A message that one process sends and one of several others answers.
pub trait Request:
    Message<Result = Result<<Self as Request>::Answer, <Self as Request>::Error>>
    + Serialize
    + DeserializeOwned
    + Send
    + 'static
{
    /// The answer.
    type Answer: Serialize + DeserializeOwned + Send + 'static;
    /// The error, which may be one of the link.
    type Error: From<LinkError> + Serialize + DeserializeOwned + Send + 'static;
    /// The last part of the subject, and the name in metrics and logs.
    const NAME: &'static str;
    /// The queue group of the processes that answer.
    const GROUP: &'static str = ENGINES;
    /// The longest wait for an answer. By default, it is shorter than the 5 s that a call of the api waits, and longer than
    /// the engine's request for a text.
    const TIMEOUT: Duration = Duration::from_millis(4500);
}

impl Request for OpenRoom {
    type Answer = RoomCode;
    type Error = OpenRoomError;
    const NAME: &'static str = "open_room";
}

impl Request for TakeSeat {
    type Answer = TakenSeat;
    type Error = TakeSeatError;
    const NAME: &'static str = "take_seat";
}

impl Request for BeginRace {
    type Answer = ();
    type Error = BeginRaceError;
    const NAME: &'static str = "begin_race";
}

impl Request for RemoveRacer {
    type Answer = ();
    type Error = RemoveRacerError;
    const NAME: &'static str = "remove_racer";
}

impl Request for ListRaces {
    type Answer = Races;
    type Error = ListRacesError;
    const NAME: &'static str = "list_races";
}

impl Request for RaceOf {
    type Answer = Option<RoomCode>;
    type Error = ListRacesError;
    const NAME: &'static str = "race_of";
}

impl Request for DrawText {
    type Answer = Text;
    type Error = DrawTextError;
    const NAME: &'static str = "draw_text";
    const GROUP: &'static str = APIS;
    const TIMEOUT: Duration = Duration::from_secs(3);
}

impl Request for ListRevocations {
    type Answer = Revocations;
    type Error = ListRevocationsError;
    const NAME: &'static str = "list_revocations";
    const GROUP: &'static str = APIS;
    // Short, so that an engine soon asks again if it asked an api that has just died.
    const TIMEOUT: Duration = Duration::from_millis(1500);
}

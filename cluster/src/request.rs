//! The messages that travel as requests, each with its name, its deadline and those that answer it.

use std::time::Duration;

use actix::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;
use shared::RoomCode;
use shared::Text;
use shared::messages::{DrawText, DrawTextError, LinkError, OpenRoom, OpenRoomError, Seat, TakeSeat, TakeSeatError};

/// Queue group of the engines: one of them gets each request.
const ENGINES: &str = "engines";

/// Queue group of the apis.
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
    /// The error when there is no answer. The link may be the reason.
    type Error: From<LinkError> + Serialize + DeserializeOwned + Send + 'static;
    /// The last part of the subject, and the name in metrics and logs.
    const NAME: &'static str;
    /// The queue group of those that answer.
    const GROUP: &'static str;
    /// The longest wait for an answer.
    const DEADLINE: Duration;
}

impl Request for OpenRoom {
    type Answer = RoomCode;
    type Error = OpenRoomError;
    const NAME: &'static str = "open_room";
    const GROUP: &'static str = ENGINES;
    // Shorter than the 5 s that a call of the api waits, longer than the engine waits for a text.
    const DEADLINE: Duration = Duration::from_millis(4500);
}

impl Request for TakeSeat {
    type Answer = Seat;
    type Error = TakeSeatError;
    const NAME: &'static str = "take_seat";
    const GROUP: &'static str = ENGINES;
    const DEADLINE: Duration = Duration::from_millis(4500);
}

impl Request for DrawText {
    type Answer = Text;
    type Error = DrawTextError;
    const NAME: &'static str = "draw_text";
    const GROUP: &'static str = APIS;
    const DEADLINE: Duration = Duration::from_secs(3);
}

//! The words in which a room's owner speaks of sockets and their events, wherever they are.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::value::to_raw_value;
use shared::wire::ClientEvent;
use shared::{RacerId, RoomCode};
use tokio::time::Instant;

use crate::ids::EngineId;
use crate::peers::message::GuestMessage;

/// A socket, or a command that awaits an answer, by its engine and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address {
    /// The engine; `None` for this one.
    pub(super) engine: Option<EngineId>,
    pub(super) number: u64,
}

impl Address {
    /// Returns the address of a socket or command of this engine.
    pub(super) fn here(number: u64) -> Self {
        Self { engine: None, number }
    }

    /// Returns the address of a socket or command of `engine`, which is another one.
    pub(super) fn at(engine: EngineId, number: u64) -> Self {
        Self { engine: Some(engine), number }
    }
}

/// An event of a racer, as the owner of the room takes it.
pub(super) struct Call<'a> {
    pub(super) user: RacerId,
    /// The racer's socket.
    pub(super) from: Address,
    pub(super) event: Cow<'a, ClientEvent>,
    /// The username that the event claims, if any.
    pub(super) username: Option<&'a str>,
    /// The command that awaits an answer, if it does.
    pub(super) reply: Option<Address>,
    /// The moment at which the racer's engine read the event from the network.
    pub(super) received_at: Instant,
    /// The shortest round trip of the racer's connection.
    pub(super) round_trip: Option<Duration>,
}

impl Call<'_> {
    /// Returns the event of a socket here as a message to the owner of the room `code`.
    pub(super) fn message(&self, code: RoomCode) -> GuestMessage {
        let payload = self.event.payload(code, self.username);
        GuestMessage::Event {
            answer: self.reply.map(|reply| reply.number),
            socket: self.from.number,
            user: self.user,
            name: self.event.name().to_owned(),
            payload: to_raw_value(&payload).expect("a payload is serializable"),
            age_ms: u64::try_from(self.received_at.elapsed().as_millis()).unwrap_or(u64::MAX),
            round_trip_ms: self.round_trip.and_then(|round_trip| u32::try_from(round_trip.as_millis()).ok()),
        }
    }
}

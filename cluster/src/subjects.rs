//! The subjects, streams and queue groups of one site, by its prefix.

use engine::EngineId;
use shared::RoomCode;
use shared::messages::RecordResult;

use crate::request::Request;
use crate::settings::{Prefix, Role};

/// The start of every subject for answers.
pub(crate) const INBOXES: &str = "_INBOX.";

/// The subjects and streams of one site.
#[derive(Debug, Clone)]
pub(crate) struct Subjects {
    prefix: Prefix,
}

impl Subjects {
    pub(crate) fn new(prefix: Prefix) -> Self {
        Self { prefix }
    }

    /// Returns the prefix of the subjects on which processes of this role receive answers. Each role has its own, so that a
    /// broker with a login for each role keeps the answers for one from the other (`deploy/nats/users.conf`).
    pub(crate) fn inboxes(&self, role: Role) -> String {
        let reader = match role {
            Role::Api => "api",
            // Such a process asks only other engines.
            Role::Engine | Role::Both => "engine",
        };
        format!("{INBOXES}{}-{reader}", self.prefix)
    }

    pub(crate) fn of_request<M: Request>(&self) -> String {
        format!("{}.{}", self.prefix, M::NAME)
    }

    /// Returns the subject of one result, the same for each attempt, so that the queue holds it once.
    pub(crate) fn of_result(&self, result: &RecordResult) -> String {
        format!("{}.results.{}.{}", self.prefix, result.race, result.result.racer)
    }

    pub(crate) fn of_results(&self) -> String {
        format!("{}.results.>", self.prefix)
    }

    pub(crate) fn of_room(&self, code: RoomCode) -> String {
        format!("{}.rooms.{code}", self.prefix)
    }

    pub(crate) fn of_rooms(&self) -> String {
        format!("{}.rooms.*", self.prefix)
    }

    /// Returns the room of this subject; `None` if its last part is not a room code.
    pub(crate) fn room_of(&self, subject: &str) -> Option<RoomCode> {
        last_part(subject).parse().ok()
    }

    pub(crate) fn of_engine(&self, engine: EngineId) -> String {
        format!("{}.engines.{engine}", self.prefix)
    }

    pub(crate) fn of_engines(&self) -> String {
        format!("{}.engines.*", self.prefix)
    }

    /// Returns the subject of messages from one engine to another.
    pub(crate) fn to_engine(&self, to: EngineId, from: EngineId) -> String {
        format!("{}.to_engine.{to}.{from}", self.prefix)
    }

    pub(crate) fn to_this_engine(&self, me: EngineId) -> String {
        format!("{}.to_engine.{me}.*", self.prefix)
    }

    /// Returns the sender of a message to an engine; `None` if the last part of the subject is not an engine.
    pub(crate) fn sender_of(&self, subject: &str) -> Option<EngineId> {
        last_part(subject).parse().ok()
    }

    pub(crate) fn rooms_stream(&self) -> String {
        format!("{}-rooms", self.prefix)
    }

    pub(crate) fn results_stream(&self) -> String {
        format!("{}-results", self.prefix)
    }
}

fn last_part(subject: &str) -> &str {
    subject.rsplit('.').next().unwrap_or_default()
}

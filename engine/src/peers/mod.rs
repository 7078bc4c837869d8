//! The other engines of a site: which of them live, how to reach them, and where a room is.
//!
//! The engine says what it needs in [`Peers`], and hears in [`PeerEvent`]s what happens; what carries the messages is none of
//! its business. A message may be lost and none arrives twice; those of one engine to another arrive in order.

mod membership;
pub(crate) mod message;
#[cfg(test)]
mod tests;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use actix::Message;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use shared::RoomCode;
use shared::messages::LinkError;
use tokio::sync::oneshot;
use uuid::Uuid;

pub use membership::{BEAT_EVERY, Beat, LEASE, Lease, MISSED_BEATS, Membership};

use crate::store::{KeptRoom, StoreError};

/// One engine, from the start of its process to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EngineId(Uuid);

impl EngineId {
    /// An engine that no other knows yet.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "no two are alike")]
    pub fn new() -> Self {
        Self(Uuid::new_v4())
    }
}

impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.simple().fmt(f)
    }
}

impl std::str::FromStr for EngineId {
    type Err = uuid::Error;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        id.parse().map(Self)
    }
}

/// An engine that lives, as far as this one knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The engine.
    pub id: EngineId,
    /// Its place in the order in which engines came; the lowest leads.
    pub since: u64,
    /// Whether it is about to end.
    pub is_leaving: bool,
}

/// The way to other engines.
pub trait Peers: Send + Sync {
    /// This engine.
    fn me(&self) -> EngineId;

    /// Sends `message`, which may be lost.
    fn send(&self, to: EngineId, message: Vec<u8>);

    /// Sends `question` and waits for the answer.
    fn ask(&self, to: EngineId, question: Vec<u8>) -> Asking;

    /// Reads where the room `code` is.
    fn find(&self, code: RoomCode) -> Finding;

    /// Tells the others that this engine is about to end, so that nobody gives it a room.
    fn leave(&self);
}

/// A question on its way.
pub type Asking = Pin<Box<dyn Future<Output = Result<Vec<u8>, LinkError>> + Send>>;

/// A room being looked for; there may be none.
pub type Finding = Pin<Box<dyn Future<Output = Result<Option<Found>, StoreError>> + Send>>;

/// A room, and the engine that owns it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The last engine that claimed the room. It may be dead.
    pub owner: EngineId,
    /// The room's last snapshot.
    pub kept: KeptRoom,
}

/// What happens among the engines.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub enum PeerEvent {
    /// These live now, this one among them, the oldest first.
    Members(Vec<Member>),
    /// These rooms are without an owner that lives, and fall to this engine.
    Orphans(Vec<KeptRoom>),
    /// Another engine says something.
    Said {
        /// The engine.
        from: EngineId,
        /// What it says.
        message: Vec<u8>,
        /// Where it waits for an answer, if it does.
        answer: Option<oneshot::Sender<Vec<u8>>>,
    },
}

/// The one of `members` to which the room `code` falls: the same wherever it is asked, and with few rooms falling to another
/// when one comes or goes. Those that leave get none, unless all do.
pub fn heir(code: RoomCode, members: &[Member]) -> Option<EngineId> {
    // SHA-256 weighs alike in engines of all versions; the standard library's hasher does not promise that.
    let weight = |id: EngineId| Sha256::new().chain_update(code.as_str()).chain_update(id.0).finalize();
    let all_leave = members.iter().all(|member| member.is_leaving);
    members.iter().filter(|member| all_leave || !member.is_leaving).map(|member| member.id).max_by_key(|id| weight(*id))
}

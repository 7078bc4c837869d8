//! The other engines of a site: the list of live ones, the transport between them, and the lookup of a room's owner.
//!
//! The engine sends through [`Peers`] and receives through its [`Switchboard`](crate::Switchboard); it does not know the
//! transport. A message may be
//! lost but never arrives twice, and messages from one engine to another arrive in order.

mod membership;
pub(crate) mod message;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::pin::Pin;

use sha2::{Digest as _, Sha256};
use shared::RoomCode;
use shared::messages::LinkError;

pub use membership::{BEAT_EVERY, Beat, LEASE_TTL, Lease, MISSED_BEATS, Membership};

use crate::ids::EngineId;
use crate::store::{KeptRoom, StoreError};

/// A live engine, as far as this one knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The engine.
    pub id: EngineId,
    /// The position in the order in which the engines joined. The lowest one leads.
    pub since: u64,
    /// True once the engine has announced that it is about to end.
    pub is_leaving: bool,
}

/// The transport to other engines.
pub trait Peers: Send + Sync {
    /// Returns the identity of this engine.
    fn me(&self) -> EngineId;

    /// Returns true while this engine counts `engine` as alive.
    fn is_member(&self, engine: EngineId) -> bool;

    /// Sends `message` to the engine `to` without waiting. It may be lost.
    fn send(&self, to: EngineId, message: Vec<u8>);

    /// Sends `question` to the engine `to` and resolves with its answer, or with a [`LinkError`] when none arrives in
    /// time.
    fn ask(&self, to: EngineId, question: Vec<u8>) -> Asking;

    /// Reads the owner and the last snapshot of the room `code`; `None` when there is no readable record.
    fn find(&self, code: RoomCode) -> Lookup;

    /// Announces that this engine is about to end, so that it gets no more rooms.
    fn leave(&self);
}

/// A pending answer of another engine.
pub type Asking = Pin<Box<dyn Future<Output = Result<Vec<u8>, LinkError>> + Send>>;

/// A pending lookup of a room.
pub type Lookup = Pin<Box<dyn Future<Output = Result<Option<Found>, StoreError>> + Send>>;

/// A room and its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The last engine that claimed the room. It may be dead.
    pub owner: EngineId,
    /// The last snapshot of the room; `None` once it is closed.
    pub kept: Option<KeptRoom>,
}

/// Returns the engine among `members` that takes over the room `code`, by rendezvous hashing.
///
/// All engines with the same `members` get the same result, and few rooms change hands when a member joins or leaves.
/// Members that are leaving are skipped unless all of them are; `None` when there are no members.
pub fn successor(code: RoomCode, members: &[Member]) -> Option<EngineId> {
    // SHA-256 gives the same weights in all versions of the engine; the hasher of the standard library does not promise
    // that.
    let weight = |id: EngineId| Sha256::new().chain_update(code.as_str()).chain_update(id.0).finalize();
    let all_leave = members.iter().all(|member| member.is_leaving);
    members.iter().filter(|member| all_leave || !member.is_leaving).map(|member| member.id).max_by_key(|id| weight(*id))
}

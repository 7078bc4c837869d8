//! The other engines of the site, as the lobby knows them, and what it hears of them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use actix::Message;
use shared::RoomCode;
use tokio::sync::oneshot;

use crate::ids::EngineId;
use crate::peers::message::{self, PeerMessage};
use crate::peers::{Member, Peers};
use crate::store::KeptRoom;

/// The live engines, including this one, the oldest first. Also sent when this engine's lease had lapsed.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct Members(pub(crate) Vec<Member>);

/// Rooms of dead engines that this engine has to take over.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct Orphans(pub(crate) Vec<KeptRoom>);

/// A message from another engine, other than those for a room that has an actor here.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct FromEngine {
    pub(crate) from: EngineId,
    pub(crate) message: PeerMessage,
    /// The channel for the answer, when the sender waits for one.
    pub(crate) answer: Option<oneshot::Sender<Vec<u8>>>,
}

/// The other engines of the site. The lobby of the oldest engine leads: it alone opens and offers rooms.
pub(super) struct Engines {
    pub(super) peers: Arc<dyn Peers>,
    pub(super) members: Vec<Member>,
    /// The rooms that each engine has reported since its last full report ended.
    pub(super) reported: HashMap<EngineId, HashSet<RoomCode>>,
}

impl Engines {
    pub(super) fn new(peers: Arc<dyn Peers>) -> Self {
        Self { peers, members: Vec::new(), reported: HashMap::new() }
    }

    /// Returns the engine that opens and offers rooms: the oldest one that is not about to end, else the oldest.
    pub(super) fn leader(&self) -> EngineId {
        let stays = self.members.iter().find(|member| !member.is_leaving);
        stays.or(self.members.first()).map_or(self.peers.me(), |member| member.id)
    }

    /// Returns the engines that may take over rooms of this one.
    pub(super) fn successors(&self) -> Vec<Member> {
        let me = self.peers.me();
        self.members.iter().copied().filter(|member| member.id != me && !member.is_leaving).collect()
    }

    pub(super) fn send(&self, engine: EngineId, message: &PeerMessage) {
        message::send(&*self.peers, engine, message);
    }
}

//! The news that a room sends to the lobby.

use actix::{Addr, Message};
use shared::RoomCode;

use super::Room;
use crate::gateway::Gateway;
use crate::ids::EngineId;
use crate::occupancy::Occupancy;

/// Room to lobby: something changed.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct RoomNews {
    pub(crate) code: RoomCode,
    pub(crate) news: News,
}

#[derive(Debug)]
pub(crate) enum News {
    Occupancy(Occupancy),
    /// The room is closed, or was aborted.
    Closed,
    /// The room has moved to another engine: from the actor `room`, whose sockets `gateway` has now.
    Moved {
        room: Addr<Room>,
        gateway: Addr<Gateway>,
        successor: Option<EngineId>,
    },
}

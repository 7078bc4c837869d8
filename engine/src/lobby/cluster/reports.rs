//! Reports of this engine's rooms to the lobby that leads.

use std::time::Duration;

use actix::{AsyncContext as _, Context};
use shared::RoomCode;

use crate::lobby::Lobby;
use crate::peers::message::PeerMessage;

/// The pause between two full reports to the leading lobby.
const REPORT_EVERY: Duration = Duration::from_secs(5);

impl Lobby {
    /// Reports the occupancy of the room `code` to the leading lobby.
    pub(in crate::lobby) fn report_to_leader(&self, code: RoomCode) {
        let Some(leader) = self.leader() else { return };
        if let Some(notice) = self.directory.notice(code) {
            self.send_to(leader, &PeerMessage::Room(notice));
        }
    }

    /// Reports to the leading lobby that the room `code` is closed.
    pub(in crate::lobby) fn report_end_to_leader(&self, code: RoomCode) {
        if let Some(leader) = self.leader() {
            self.send_to(leader, &PeerMessage::Closed { code });
        }
    }

    /// Sends a full report every [`REPORT_EVERY`].
    pub(in crate::lobby) fn report_regularly(&self, ctx: &mut Context<Self>) {
        if self.cluster.is_some() {
            ctx.run_interval(REPORT_EVERY, |lobby, _| lobby.report_all());
        }
    }

    /// Sends a full report to the leading lobby, which then forgets the rooms that are not in it.
    pub(super) fn report_all(&self) {
        let Some(leader) = self.leader() else { return };
        let notices: Vec<_> = self.directory.rooms().filter_map(|(code, _)| self.directory.notice(code)).collect();
        let rooms = notices.len();
        for notice in notices {
            self.send_to(leader, &PeerMessage::Room(notice));
        }
        self.send_to(leader, &PeerMessage::AllReported { rooms });
    }
}

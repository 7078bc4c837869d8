//! The switchboard: reads what comes from other engines, and passes it to the rooms and the lobby.

use actix::Addr;
use tokio::sync::oneshot;

use crate::ids::EngineId;
use crate::lobby::{FromEngine, Lobby, Members, Orphans};
use crate::metrics;
use crate::peers::Member;
use crate::peers::message::PeerMessage;
use crate::room::{FromGuest, FromOwner, Room};
use crate::rooms::Rooms;
use crate::store::KeptRoom;

/// The receiver of everything about the other engines. Messages for rooms go straight to them; the lobby, which does
/// matchmaking, receives only its own. Clones are handles to the same one.
#[derive(Clone)]
pub struct Switchboard {
    lobby: Addr<Lobby>,
    rooms: Rooms<Room>,
}

impl Switchboard {
    pub(crate) fn new(lobby: Addr<Lobby>, rooms: Rooms<Room>) -> Self {
        Self { lobby, rooms }
    }

    /// Receives the live engines, including this one, the oldest first. Also called when the lease of this engine had
    /// lapsed.
    pub fn set_members(&self, members: Vec<Member>) {
        self.lobby.do_send(Members(members));
    }

    /// Receives rooms of dead engines that this engine has to take over.
    pub fn take_over(&self, orphans: Vec<KeptRoom>) {
        self.lobby.do_send(Orphans(orphans));
    }

    /// Receives messages from another engine as they were sent, in order: one as JSON per line. With `answer`, there is
    /// one, and its sender waits.
    pub fn receive(&self, from: EngineId, lines: &[u8], mut answer: Option<oneshot::Sender<Vec<u8>>>) {
        for line in lines.split(|byte| *byte == b'\n') {
            match serde_json::from_slice(line) {
                Ok(message) => self.pass_on(from, message, answer.take()),
                Err(_) => {
                    metrics::count(metrics::PEER_UNREADABLE);
                    tracing::warn!(engine.id = %from, size_bytes = line.len(), "a message of another engine cannot be read");
                }
            }
        }
    }

    fn pass_on(&self, from: EngineId, message: PeerMessage, answer: Option<oneshot::Sender<Vec<u8>>>) {
        match message {
            PeerMessage::ToRoom { code, session, number, message, watches } => match self.rooms.get(code) {
                Some(room) => room.do_send(FromGuest { engine: from, session, number, message, watches }),
                // The room may be about to start here.
                None => {
                    let message = PeerMessage::ToRoom { code, session, number, message, watches };
                    self.lobby.do_send(FromEngine { from, message, answer });
                }
            },
            PeerMessage::ToGuest { code, session, message } => {
                if let Some(room) = self.rooms.get(code) {
                    room.do_send(FromOwner { engine: from, session, message });
                }
            }
            message => self.lobby.do_send(FromEngine { from, message, answer }),
        }
    }
}

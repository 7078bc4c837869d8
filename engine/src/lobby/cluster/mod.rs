//! The part of the lobby that works with other engines: their membership, and their messages.
//!
//! The lobby of the oldest engine leads: it alone opens and offers rooms. The others report changes of their rooms to
//! it, and all rooms again every few seconds. These reports are only hints; the store decides which engine owns a room.

mod elsewhere;
mod handover;
mod reports;

use std::collections::{HashMap, HashSet};
use std::future::ready;
use std::sync::Arc;

use actix::{ActorFutureExt as _, Addr, AsyncContext as _, Context, Handler, ResponseFuture, WrapFuture as _};
use serde::Serialize;
use shared::RoomCode;
use shared::messages::{LinkError, TakeSeatError};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::Lobby;
use super::directory::Location;
use crate::gateway::{FromOwner, Gateway, OwnerGone};
use crate::ids::EngineId;
use crate::metrics;
use crate::peers::message::{self, OwnerMessage, PeerMessage, RoomNotice};
use crate::peers::{Member, PeerEvent, Peers};
use crate::room::{EngineGone, FromGateway};

pub(super) use elsewhere::REPLACED_WITHIN;

/// The lobby's knowledge of other engines.
pub(super) struct Cluster {
    peers: Arc<dyn Peers>,
    members: Vec<Member>,
    gateways: HashMap<RoomCode, Addr<Gateway>>,
    /// The rooms that each engine has reported since its last full report ended.
    reported: HashMap<EngineId, HashSet<RoomCode>>,
}

impl Cluster {
    pub(super) fn new(peers: Arc<dyn Peers>) -> Self {
        Self { peers, members: Vec::new(), gateways: HashMap::new(), reported: HashMap::new() }
    }

    /// Returns the engine that opens and offers rooms: the oldest one that is not about to end, else the oldest.
    fn leader(&self) -> EngineId {
        let stays = self.members.iter().find(|member| !member.is_leaving);
        stays.or(self.members.first()).map_or(self.peers.me(), |member| member.id)
    }

    /// Returns the engines that may take over rooms of this one.
    fn successors(&self) -> Vec<Member> {
        let me = self.peers.me();
        self.members.iter().copied().filter(|member| member.id != me && !member.is_leaving).collect()
    }
}

impl Handler<PeerEvent> for Lobby {
    type Result = ();

    fn handle(&mut self, event: PeerEvent, ctx: &mut Self::Context) {
        match event {
            PeerEvent::Members(members) => self.set_members(members),
            PeerEvent::Orphans(rooms) => rooms.into_iter().for_each(|kept| self.claim(kept, ctx)),
            PeerEvent::Messages { from, lines, mut answer } => {
                for line in lines.split(|byte| *byte == b'\n') {
                    match serde_json::from_slice(line) {
                        Ok(message) => self.receive(from, message, answer.take(), ctx),
                        Err(_) => {
                            metrics::count(metrics::PEER_UNREADABLE);
                            tracing::warn!(engine.id = %from, size_bytes = line.len(), "a message of another engine cannot be read");
                        }
                    }
                }
            }
        }
        self.end_drain_when_quiet();
    }
}

impl Lobby {
    /// Returns the leading engine, unless it is this one.
    pub(super) fn leader(&self) -> Option<EngineId> {
        let cluster = self.cluster.as_ref()?;
        Some(cluster.leader()).filter(|leader| *leader != cluster.peers.me())
    }

    /// Returns true if other engines may take over the rooms of this one.
    pub(super) fn has_successors(&self) -> bool {
        self.cluster.as_ref().is_some_and(|cluster| !cluster.successors().is_empty())
    }

    fn set_members(&mut self, members: Vec<Member>) {
        let Some(cluster) = &mut self.cluster else { return };
        let lives = |engine: EngineId| members.iter().any(|member| member.id == engine);
        let gone: Vec<_> = cluster.members.iter().map(|member| member.id).filter(|engine| !lives(*engine)).collect();
        for engine in &gone {
            cluster.reported.remove(engine);
            cluster.gateways.values().for_each(|gateway| gateway.do_send(OwnerGone(*engine)));
            self.directory.rooms().for_each(|(_, room)| room.do_send(EngineGone(*engine)));
        }
        self.directory.forget_rooms_at(|engine, _| !lives(engine));
        let before = cluster.leader();
        cluster.members = members;
        let leader = cluster.leader();
        if leader != before && leader != cluster.peers.me() {
            // Another lobby leads now, so engines no longer report their rooms to this one.
            cluster.reported.clear();
            self.directory.forget_rooms_at(|_, _| true);
            self.report_all();
        }
        if self.draining.is_some() {
            self.hand_over_all();
        }
    }

    fn receive(
        &mut self,
        from: EngineId,
        message: PeerMessage,
        answer: Option<oneshot::Sender<Vec<u8>>>,
        ctx: &mut Context<Self>,
    ) {
        let now = Instant::now();
        match message {
            PeerMessage::ToRoom { code, session, number, message } => match self.directory.room(code, now) {
                Some(room) => room.do_send(FromGateway { engine: from, session, number, message }),
                None => {
                    // The room may be about to start here.
                    let located = self.locate(code);
                    ctx.spawn(located.map(move |location, lobby, _| match location {
                        Ok(Some(Location::Here(room))) => {
                            room.do_send(FromGateway { engine: from, session, number, message })
                        }
                        Ok(Some(Location::At(_)) | None) | Err(_) => {
                            let message = OwnerMessage::Detached;
                            lobby.send_to(from, &PeerMessage::ToGateway { code, session, message });
                        }
                    }));
                }
            },
            PeerMessage::ToGateway { code, session, message } => {
                let gateway = self.cluster.as_ref().and_then(|cluster| cluster.gateways.get(&code));
                if let Some(gateway) = gateway {
                    gateway.do_send(FromOwner { engine: from, session, message });
                }
            }
            PeerMessage::TakeOver { code } => {
                // Locating the room resumes it; its location is not needed.
                let located = self.locate(code);
                ctx.spawn(located.map(|_, _, _| ()));
            }
            PeerMessage::Room(RoomNotice { code, kind, occupancy }) => {
                if let Some(cluster) = &mut self.cluster {
                    cluster.reported.entry(from).or_default().insert(code);
                }
                self.directory.record_report(code, from, kind, occupancy, now);
            }
            PeerMessage::Closed { code } => self.directory.close_at(code, from, now),
            PeerMessage::AllReported { rooms } => {
                let reported =
                    self.cluster.as_mut().and_then(|cluster| cluster.reported.remove(&from)).unwrap_or_default();
                if reported.len() >= rooms {
                    self.directory.forget_rooms_at(|engine, code| engine == from && !reported.contains(&code));
                }
            }
            PeerMessage::OpenRoom(request) => {
                reply(answer, self.open_here(request, ctx).into_actor(self), ctx);
            }
            PeerMessage::TakeSeat(request) => {
                let code = request.code;
                let located = self.locate(code);
                let seated = located.then(move |location, lobby, _| {
                    let seat: ResponseFuture<_> = match location {
                        Ok(Some(Location::Here(_))) => lobby.seat_here(request),
                        Ok(None) => Box::pin(ready(Err(TakeSeatError::Unknown))),
                        Ok(Some(Location::At(_))) | Err(_) => Box::pin(ready(Err(LinkError::Unreachable.into()))),
                    };
                    seat.into_actor(lobby)
                });
                reply(answer, seated, ctx);
            }
        }
    }

    fn send_to(&self, engine: EngineId, message: &PeerMessage) {
        if let Some(cluster) = &self.cluster {
            message::send(&*cluster.peers, engine, message);
        }
    }
}

/// Sends `outcome` to another engine once it resolves.
fn reply<T: Serialize + 'static>(
    answer: Option<oneshot::Sender<Vec<u8>>>,
    outcome: impl actix::ActorFuture<Lobby, Output = T> + 'static,
    ctx: &mut Context<Lobby>,
) {
    ctx.spawn(outcome.map(|outcome, _, _| {
        if let Some(answer) = answer {
            // The other engine may have stopped waiting.
            let _ = answer.send(message::write(&outcome));
        }
    }));
}

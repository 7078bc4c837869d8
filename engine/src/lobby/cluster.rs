//! The part of the lobby that works with other engines: rooms elsewhere, rooms that move or are claimed, and the
//! leader.
//!
//! The lobby of the oldest engine leads: it alone opens and offers rooms. The others report changes of their rooms to
//! it, and all rooms again every few seconds. These reports are only hints; the store decides which engine owns a room.

use std::collections::{HashMap, HashSet};
use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use actix::{
    ActorFutureExt as _, Addr, AsyncContext as _, Context, Handler, Recipient, ResponseActFuture, ResponseFuture,
    WrapFuture as _, fut,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shared::RoomCode;
use shared::messages::{LinkError, OpenRoom, OpenRoomError, Seat, TakeSeat, TakeSeatError};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use super::{FindRoomError, Lobby};
use crate::gateway::{Finding, FromOwner, FromRoom, Gateway, GatewayLinks, GatewayNews, KeepSeats, OwnerGone, Yield};
use crate::metrics;
use crate::peers::message::{self, PeerMessage, RoomNotice};
use crate::peers::{EngineId, Found, Member, PeerEvent, Peers, successor};
use crate::room::{EngineGone, FromGateway, HandOver, Room, RoomCommand};
use crate::store::{KeptRoom, StoreError};

/// The pause between two full reports to the leading lobby.
const REPORT_EVERY: Duration = Duration::from_secs(5);

/// The longest time for which a request is retried while another engine replaces one that is dying.
pub(super) const REPLACED_WITHIN: Duration = Duration::from_secs(3);

/// The pause between two attempts of a request.
const ASK_AGAIN: Duration = Duration::from_millis(100);

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

/// The location of a room.
#[derive(Debug, Clone)]
pub(super) enum Location {
    /// In this process.
    Here(Addr<Room>),
    /// At another engine.
    At(EngineId),
    /// There is no such room.
    Nowhere,
}

/// Sends a question to `engine` and decodes its answer.
fn ask<T, E>(
    peers: &dyn Peers,
    engine: EngineId,
    question: &PeerMessage,
) -> impl Future<Output = Result<T, E>> + use<T, E>
where
    T: DeserializeOwned,
    E: DeserializeOwned + From<LinkError>,
{
    let answer = peers.ask(engine, message::write(question));
    async move { serde_json::from_slice(&answer.await?).unwrap_or(Err(LinkError::Unreadable.into())) }
}

/// Calls `attempt` after a pause.
fn again<T: 'static>(
    lobby: &Lobby,
    attempt: impl FnOnce(&mut Lobby, &mut Context<Lobby>) -> ResponseActFuture<Lobby, T> + 'static,
) -> ResponseActFuture<Lobby, T> {
    Box::pin(sleep(ASK_AGAIN).into_actor(lobby).then(|(), lobby, ctx| attempt(lobby, ctx)))
}

impl Lobby {
    /// Opens a room at the leading engine. Retries until `until` while its lobby is ending or unreachable.
    pub(super) fn open_anywhere(
        &mut self,
        request: OpenRoom,
        until: Instant,
        ctx: &mut Context<Self>,
    ) -> ResponseActFuture<Self, Result<RoomCode, OpenRoomError>> {
        let (Some(leader), Some(cluster)) = (self.leader(), &self.cluster) else {
            return Box::pin(self.open_here(request, ctx).into_actor(self));
        };
        let asked = ask(&*cluster.peers, leader, &PeerMessage::OpenRoom(request.clone())).into_actor(self);
        Box::pin(asked.then(move |answer, lobby, _| match answer {
            Err(OpenRoomError::Link(_) | OpenRoomError::Draining) if Instant::now() < until => {
                again(lobby, move |lobby, ctx| lobby.open_anywhere(request, until, ctx))
            }
            answer => Box::pin(fut::ready(answer)),
        }))
    }

    /// Takes a seat in a room at any engine. Retries until `until` when the room is not where the store says: it may be
    /// moving to another engine.
    pub(super) fn seat_anywhere(
        &mut self,
        request: TakeSeat,
        until: Instant,
    ) -> ResponseActFuture<Self, Result<Seat, TakeSeatError>> {
        let asked = request.clone();
        let seated = self.locate(request.code).then(move |location, lobby, _| {
            let seat: ResponseFuture<_> = match (location, &lobby.cluster) {
                (Ok(Location::Here(_)), _) => lobby.seat_here(asked),
                (Ok(Location::At(engine)), Some(cluster)) => {
                    Box::pin(ask(&*cluster.peers, engine, &PeerMessage::TakeSeat(asked)))
                }
                (Ok(Location::Nowhere), _) => Box::pin(ready(Err(TakeSeatError::Unknown))),
                (Ok(Location::At(_)) | Err(_), _) => Box::pin(ready(Err(LinkError::Unreachable.into()))),
            };
            seat.into_actor(lobby)
        });
        Box::pin(seated.then(move |answer, lobby, _| match answer {
            Err(TakeSeatError::Link(_)) if Instant::now() < until => {
                again(lobby, move |lobby, _| lobby.seat_anywhere(request, until))
            }
            answer => Box::pin(fut::ready(answer)),
        }))
    }
}

impl Handler<GatewayNews> for Lobby {
    type Result = ();

    fn handle(&mut self, GatewayNews { code, gateway, finding }: GatewayNews, ctx: &mut Self::Context) {
        let here = self.directory.room(code, Instant::now());
        let Some(cluster) = &mut self.cluster else { return };
        let known = cluster.gateways.get(&code).filter(|known| **known != gateway).cloned();
        match (finding, here, known) {
            (Finding::Gone | Finding::Idle, _, None) => {
                cluster.gateways.remove(&code);
            }
            (Finding::Gone | Finding::Idle, _, Some(_)) => {}
            (Finding::Ours(_) | Finding::Needed, Some(room), _) => gateway.do_send(Yield(room.into())),
            (Finding::Ours(found), None, _) => {
                if let Location::Here(room) = self.settle_at(code, Some(found), ctx) {
                    gateway.do_send(Yield(room.into()));
                }
            }
            (Finding::Needed, None, Some(other)) => gateway.do_send(Yield(other.into())),
            (Finding::Needed, None, None) => {
                cluster.gateways.insert(code, gateway);
            }
        }
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

    pub(super) fn gateway_links(&self, ctx: &mut Context<Self>) -> Option<GatewayLinks> {
        let cluster = self.cluster.as_ref()?;
        Some(GatewayLinks { peers: Arc::clone(&cluster.peers), lobby: ctx.address().recipient() })
    }

    /// Locates a room, in this process or through the store, and resumes it here if this engine owns it.
    fn locate(&mut self, code: RoomCode) -> ResponseActFuture<Self, Result<Location, StoreError>> {
        if let Some(room) = self.directory.room(code, Instant::now()) {
            return Box::pin(fut::ready(Ok(Location::Here(room))));
        }
        let Some(cluster) = self.cluster.as_ref().filter(|_| !self.directory.has_closed(code)) else {
            return Box::pin(fut::ready(Ok(Location::Nowhere)));
        };
        let found = cluster.peers.find(code).into_actor(self);
        Box::pin(found.map(move |found, lobby, ctx| Ok(lobby.settle_at(code, found?, ctx))))
    }

    /// Returns the location of a room after a lookup. The room may have moved here in the meantime; one that this
    /// engine owns is resumed.
    fn settle_at(&mut self, code: RoomCode, found: Option<Found>, ctx: &mut Context<Self>) -> Location {
        if let Some(room) = self.directory.room(code, Instant::now()) {
            return Location::Here(room);
        }
        let Some(found) = found.filter(|_| !self.directory.has_closed(code)) else { return Location::Nowhere };
        let is_ours = self.cluster.as_ref().is_some_and(|cluster| cluster.peers.me() == found.owner);
        if !is_ours {
            return Location::At(found.owner);
        }
        self.take_up(found.kept, ctx).map_or(Location::Nowhere, Location::Here)
    }

    /// Resumes a room that this engine owns, connects its gateway to it, and hands it over at once if this engine is
    /// ending.
    fn take_up(&mut self, kept: KeptRoom, ctx: &mut Context<Self>) -> Option<Addr<Room>> {
        let code = kept.code;
        let room = self.resume(kept, ctx)?;
        let gateway = self.cluster.as_mut().and_then(|cluster| cluster.gateways.remove(&code));
        if let Some(gateway) = gateway {
            gateway.do_send(Yield(room.clone().into()));
        }
        if self.draining.is_some() {
            self.hand_over(code, &room);
        }
        Some(room)
    }

    /// Claims a room whose owner is dead, unless it already runs here from the same snapshot or a later one.
    fn claim(&mut self, kept: KeptRoom, ctx: &mut Context<Self>) {
        if !self.directory.has_resumed(kept.code, kept.revision, Instant::now()) {
            metrics::count(metrics::ROOMS_CLAIMED);
            tracing::info!(room.id = %kept.code, age_ms = kept.age.as_millis(), "room claimed; its engine is dead");
            self.take_up(kept, ctx);
        }
    }

    /// Returns the recipient of commands for a room that is not in this process.
    pub(super) fn find_elsewhere(
        &mut self,
        code: RoomCode,
    ) -> ResponseActFuture<Self, Result<Recipient<RoomCommand>, FindRoomError>> {
        if let Some(gateway) = self.cluster.as_ref().and_then(|cluster| cluster.gateways.get(&code)) {
            return Box::pin(fut::ready(Ok(gateway.clone().into())));
        }
        let located = self.locate(code);
        Box::pin(located.map(move |location, lobby, ctx| match location {
            Ok(Location::Here(room)) => Ok(room.into()),
            Ok(Location::Nowhere) => Err(FindRoomError::Unknown),
            // When the store does not answer, the gateway looks the room up again.
            Ok(Location::At(_)) | Err(_) => lobby.gateway(code, ctx).map(Into::into).ok_or(FindRoomError::Unknown),
        }))
    }

    /// Returns the gateway to the room `code`, and starts it if there is none.
    fn gateway(&mut self, code: RoomCode, ctx: &mut Context<Self>) -> Option<Addr<Gateway>> {
        let links = self.gateway_links(ctx)?;
        let (threads, cluster) = (&mut self.threads, self.cluster.as_mut()?);
        let gateway = cluster
            .gateways
            .entry(code)
            .or_insert_with(|| threads.start(move || Gateway::new(code, links, Vec::new())));
        if self.draining.is_some() {
            gateway.do_send(KeepSeats);
        }
        Some(gateway.clone())
    }

    /// Records that a room of this engine has moved to the engine `to`, if known. Its sockets here are behind
    /// `gateway`.
    pub(super) fn record_move(
        &mut self,
        code: RoomCode,
        room: &Addr<Room>,
        gateway: Addr<Gateway>,
        to: Option<EngineId>,
    ) {
        let leads = self.leader().is_none();
        self.directory.record_move(code, room, to.filter(|_| leads));
        let here = self.directory.room(code, Instant::now());
        let Some(cluster) = &mut self.cluster else { return };
        if self.draining.is_some() {
            gateway.do_send(KeepSeats);
        }
        match here {
            Some(room) => gateway.do_send(Yield(room.into())),
            None => {
                if let Some(before) = cluster.gateways.insert(code, gateway.clone()) {
                    before.do_send(Yield(gateway.into()));
                }
            }
        }
    }

    /// Announces that this engine is about to end, and hands all its rooms over. Returns true if there is another
    /// engine to take them.
    pub(super) fn hand_over_all(&mut self) -> bool {
        let Some(cluster) = &self.cluster else { return false };
        cluster.peers.leave();
        cluster.gateways.values().for_each(|gateway| gateway.do_send(KeepSeats));
        let rooms: Vec<_> = self.directory.rooms().map(|(code, room)| (code, room.clone())).collect();
        rooms.iter().for_each(|(code, room)| self.hand_over(*code, room));
        self.has_successors()
    }

    fn hand_over(&self, code: RoomCode, room: &Addr<Room>) {
        let Some(cluster) = &self.cluster else { return };
        if let Some(successor) = successor(code, &cluster.successors()) {
            room.do_send(HandOver(successor));
        }
    }

    /// Moves a waiting room to the engine that holds most of its sockets, so that its race does not cross the network.
    pub(super) fn bring_to_racers(&mut self, code: RoomCode, elsewhere: Option<EngineId>) {
        let (Some(cluster), Some(engine)) = (&self.cluster, elsewhere) else { return };
        if self.draining.is_none() && cluster.successors().iter().any(|member| member.id == engine) {
            let room = self.directory.room(code, Instant::now());
            room.into_iter().for_each(|room| room.do_send(HandOver(engine)));
        }
    }

    /// Reports the occupancy of the room `code` to the leading lobby.
    pub(super) fn report_to_leader(&self, code: RoomCode) {
        let (Some(cluster), Some(leader)) = (&self.cluster, self.leader()) else { return };
        if let Some(notice) = self.directory.notice(code) {
            message::send(&*cluster.peers, leader, &PeerMessage::Room(notice));
        }
    }

    /// Reports to the leading lobby that the room `code` is closed.
    pub(super) fn report_end_to_leader(&self, code: RoomCode) {
        if let (Some(cluster), Some(leader)) = (&self.cluster, self.leader()) {
            message::send(&*cluster.peers, leader, &PeerMessage::Closed { code });
        }
    }

    /// Sends a full report every [`REPORT_EVERY`].
    pub(super) fn report_regularly(&self, ctx: &mut Context<Self>) {
        if self.cluster.is_some() {
            ctx.run_interval(REPORT_EVERY, |lobby, _| lobby.report_all());
        }
    }

    /// Sends a full report to the leading lobby, which then forgets the rooms that are not in it.
    fn report_all(&self) {
        let (Some(cluster), Some(leader)) = (&self.cluster, self.leader()) else { return };
        let notices: Vec<_> = self.directory.rooms().filter_map(|(code, _)| self.directory.notice(code)).collect();
        let rooms = notices.len();
        for notice in notices {
            message::send(&*cluster.peers, leader, &PeerMessage::Room(notice));
        }
        message::send(&*cluster.peers, leader, &PeerMessage::AllReported { rooms });
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
                        Ok(Location::Here(room)) => {
                            room.do_send(FromGateway { engine: from, session, number, message })
                        }
                        Ok(Location::At(_) | Location::Nowhere) | Err(_) => {
                            lobby.send_to(from, &PeerMessage::Detached { code, session });
                        }
                    }));
                }
            },
            PeerMessage::ToGateway { code, session, number, message } => {
                self.send_to_gateway(code, from, session, FromOwner::Message { number, message });
            }
            PeerMessage::Synced { code, session, sent } => {
                self.send_to_gateway(code, from, session, FromOwner::Synced { sent });
            }
            PeerMessage::Detached { code, session } => self.send_to_gateway(code, from, session, FromOwner::Detached),
            PeerMessage::TakeOver { code } => {
                // Locating the room resumes it; its location is not needed.
                let located = self.locate(code);
                ctx.spawn(located.map(|_, _, _| ()));
            }
            PeerMessage::Room(RoomNotice { code, is_private, occupancy }) => {
                if let Some(cluster) = &mut self.cluster {
                    cluster.reported.entry(from).or_default().insert(code);
                }
                self.directory.record_report(code, from, is_private, occupancy, now);
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
                        Ok(Location::Here(_)) => lobby.seat_here(request),
                        Ok(Location::Nowhere) => Box::pin(ready(Err(TakeSeatError::Unknown))),
                        Ok(Location::At(_)) | Err(_) => Box::pin(ready(Err(LinkError::Unreachable.into()))),
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

    fn send_to_gateway(&self, code: RoomCode, engine: EngineId, session: u64, message: FromOwner) {
        let gateway = self.cluster.as_ref().and_then(|cluster| cluster.gateways.get(&code));
        if let Some(gateway) = gateway {
            gateway.do_send(FromRoom { engine, session, message });
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

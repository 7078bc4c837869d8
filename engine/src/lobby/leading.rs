//! The lobby among those of other engines: their membership, and the messages between lobbies.
//!
//! The lobby of the oldest engine leads: it alone opens and offers rooms. The others report changes of their rooms to
//! it, and all rooms again every few seconds. These reports are only hints; the store decides which engine owns a room.

use std::sync::Arc;

use actix::{ActorFutureExt as _, AsyncContext as _, Context, Handler, WrapFuture as _, fut};
use serde::Serialize;
use shared::RoomCode;
use shared::messages::RaceOf;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::Lobby;
use super::directory::Location;
use super::elsewhere::Reach;
use super::engines::{FromEngine, Members, Orphans};
use crate::ids::EngineId;
use crate::metrics;
use crate::peers::message::{self, Arrival, OwnerMessage, PeerMessage, RoomNotice};
use crate::room::{EnginesChanged, FromGuest};

impl Handler<Members> for Lobby {
    type Result = ();

    fn handle(&mut self, Members(members): Members, _: &mut Self::Context) {
        let Some(engines) = &mut self.engines else { return };
        let lives = |engine: EngineId| members.iter().any(|member| member.id == engine);
        let gone: Arc<[_]> = engines.members.iter().map(|member| member.id).filter(|engine| !lives(*engine)).collect();
        gone.iter().for_each(|engine| drop(engines.reported.remove(engine)));
        self.rooms.all().iter().for_each(|room| room.do_send(EnginesChanged { gone: Arc::clone(&gone) }));
        self.directory.forget_rooms_at(|engine, _| !lives(engine), Instant::now());
        let before = engines.leader();
        engines.members = members;
        let leader = engines.leader();
        if leader != before && leader != engines.peers.me() {
            self.report_all(self.directory.arrived.last(Instant::now()));
        }
        if self.draining.is_some() {
            self.hand_over_all();
        }
        self.end_drain_when_quiet();
    }
}

impl Handler<Orphans> for Lobby {
    type Result = ();

    fn handle(&mut self, Orphans(rooms): Orphans, ctx: &mut Self::Context) {
        for kept in rooms {
            // A search may find a room again that this engine has claimed, but not written yet.
            if self.directory.room(kept.code, Instant::now()).is_none() {
                metrics::count(metrics::ROOMS_CLAIMED);
                tracing::info!(age_ms = kept.age.as_millis(), "room claimed; its engine is dead");
            }
            self.take_up(kept, ctx);
        }
    }
}

impl Handler<FromEngine> for Lobby {
    type Result = ();

    fn handle(&mut self, FromEngine { from, message, answer }: FromEngine, ctx: &mut Self::Context) {
        match message {
            PeerMessage::ToRoom { code, session, number, message, watches } => {
                self.pass_on(code, FromGuest { engine: from, session, number, message, watches }, ctx);
            }
            // The room has no actor here, so no socket waits for this.
            PeerMessage::ToGuest { .. } => {}
            PeerMessage::TakeOver { code } => {
                // Locating the room takes it up; its location is not needed.
                let located = self.locate(code);
                ctx.spawn(located.map(|_, _, _| ()));
            }
            PeerMessage::Room(notice) => self.record_notice(from, notice),
            PeerMessage::Closed { code } => self.directory.close_at(code, from, Instant::now()),
            PeerMessage::AllReported { rooms, arrivals } => {
                self.directory.arrived.merge(arrivals, Instant::now());
                self.end_full_report(from, rooms);
            }
            PeerMessage::OpenRoom(request) => {
                reply(answer, self.open_here(request, ctx).into_actor(self), ctx);
            }
            PeerMessage::TakeSeat(request) => {
                let seated = self.ask_once(request, Reach::ThisEngine);
                reply(answer, seated, ctx);
            }
            PeerMessage::BeginRace(request) => {
                let begun = self.ask_once(request, Reach::ThisEngine);
                reply(answer, begun, ctx);
            }
            PeerMessage::RemoveRacer(request) => {
                let removed = self.ask_once(request, Reach::ThisEngine);
                reply(answer, removed, ctx);
            }
            PeerMessage::ListRaces(_) => reply(answer, fut::ready(self.races()), ctx),
            PeerMessage::RaceOf(RaceOf { user }) => reply(answer, fut::ready(self.race_of(user)), ctx),
        }
    }
}

impl Lobby {
    /// Returns the leading engine, unless it is this one.
    pub(super) fn leader(&self) -> Option<EngineId> {
        let engines = self.engines.as_ref()?;
        Some(engines.leader()).filter(|leader| *leader != engines.peers.me())
    }

    /// Passes a message of a guest on to the room `code` if this engine owns it, perhaps without knowing yet. Otherwise,
    /// the guest has to look for the owner again.
    pub(super) fn pass_on(&mut self, code: RoomCode, message: FromGuest, ctx: &mut Context<Self>) {
        let located = self.locate(code);
        ctx.spawn(located.map(move |location, lobby, _| match location {
            Ok(Some(Location::Here(room))) => room.do_send(message),
            Ok(Some(Location::At(_)) | None) | Err(_) => {
                let FromGuest { engine, session, .. } = message;
                let message = OwnerMessage::Detached;
                lobby.send_to(engine, &PeerMessage::ToGuest { code, session, message });
            }
        }));
    }

    fn record_notice(&mut self, from: EngineId, RoomNotice { code, kind, occupancy }: RoomNotice) {
        // A late message of a dead engine would stay for ever.
        let Some(engines) = self.engines.as_mut().filter(|engines| engines.peers.is_member(from)) else { return };
        engines.reported.entry(from).or_default().insert(code);
        self.directory.record_report(code, from, kind, occupancy, Instant::now());
    }

    /// Forgets the rooms of an engine that are not among the `rooms` of its full report, unless a part of it was lost.
    fn end_full_report(&mut self, from: EngineId, rooms: usize) {
        let reported = self.engines.as_mut().and_then(|engines| engines.reported.remove(&from)).unwrap_or_default();
        if reported.len() >= rooms {
            let is_gone = |engine, code| engine == from && !reported.contains(&code);
            self.directory.forget_rooms_at(is_gone, Instant::now());
        }
    }

    /// Reports the occupancy of the room `code` to the leading lobby.
    pub(super) fn report_to_leader(&self, code: RoomCode) {
        let Some(leader) = self.leader() else { return };
        if let Some(notice) = self.directory.notice(code) {
            self.send_to(leader, &PeerMessage::Room(notice));
        }
    }

    /// Reports to the leading lobby that the room `code` is closed.
    pub(super) fn report_end_to_leader(&self, code: RoomCode) {
        if let Some(leader) = self.leader() {
            self.send_to(leader, &PeerMessage::Closed { code });
        }
    }

    /// Unless this lobby leads: forgets what other engines have reported to it, and sends a full report to the leading
    /// lobby, which then forgets the other rooms of this engine. The `arrivals` are for one that begins to lead.
    pub(super) fn report_all(&mut self, arrivals: Vec<Arrival>) {
        let Some(leader) = self.leader() else { return };
        self.engines.iter_mut().for_each(|engines| engines.reported.clear());
        self.directory.forget_rooms_at(|_, _| true, Instant::now());
        let notices: Vec<_> = self.directory.rooms().filter_map(|(code, _)| self.directory.notice(code)).collect();
        let rooms = notices.len();
        for notice in notices {
            self.send_to(leader, &PeerMessage::Room(notice));
        }
        self.send_to(leader, &PeerMessage::AllReported { rooms, arrivals });
    }

    fn send_to(&self, engine: EngineId, message: &PeerMessage) {
        self.engines.iter().for_each(|engines| engines.send(engine, message));
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

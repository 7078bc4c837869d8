//! Rooms that may be at other engines: opening one, finding one, asking one, and those that change engines.

use std::future::ready;
use std::time::Duration;

use actix::dev::ToEnvelope;
use actix::{
    ActorFutureExt as _, Addr, Context, Handler, Message, ResponseActFuture, ResponseFuture, WrapFuture as _, fut,
};
use serde::de::DeserializeOwned;
use shared::RoomCode;
use shared::messages::{
    BeginRace, BeginRaceError, LinkError, OpenRoom, OpenRoomError, RemoveRacer, RemoveRacerError, TakeSeat,
    TakeSeatError, TakenSeat,
};
use tokio::time::{Instant, sleep};

use super::Lobby;
use super::directory::Location;
use super::openings::Purpose;
use crate::client::Refusal;
use crate::ids::EngineId;
use crate::peers::message::{self, PeerMessage};
use crate::peers::{Found, Peers, successor};
use crate::room::{HandOver, KeepSeats, Room, RoomSnapshot, TakeOwnership};
use crate::store::{KeptRoom, StoreError};

/// The engines that a request may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// This engine alone, for a request of another engine: two stores that disagree must not pass it back and forth.
    ThisEngine,
    /// The engine that owns the room, wherever it is.
    AnyEngine,
}

/// The pause between two attempts of a request.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// A request of the api that the owner of a room answers.
pub(super) trait RoomRequest:
    Message<Result = Result<<Self as RoomRequest>::Answer, <Self as RoomRequest>::Error>> + Clone + Send + 'static
{
    /// The answer.
    type Answer: DeserializeOwned + Send + 'static;
    /// The error, which may be one of the link.
    type Error: DeserializeOwned + From<LinkError> + Send + 'static;

    /// Returns the room.
    fn code(&self) -> RoomCode;

    /// Returns the request as a message to another engine.
    fn message(self) -> PeerMessage;

    /// Returns the answer if there is no such room.
    fn without_room() -> Result<Self::Answer, Self::Error>;

    /// Returns true for an error of the link, after which the request is repeated.
    fn is_of_link(error: &Self::Error) -> bool;

    /// Lets a room of this engine answer.
    fn ask_here(self, lobby: &mut Lobby) -> ResponseFuture<Result<Self::Answer, Self::Error>>;
}

/// Sends a request to the room, if it runs here.
fn ask_room<M: RoomRequest>(request: M, lobby: &mut Lobby) -> ResponseFuture<Result<M::Answer, M::Error>>
where
    Room: Handler<M>,
    Context<Room>: ToEnvelope<Room, M>,
{
    let room = lobby.directory.room(request.code(), Instant::now());
    let asked = room.map(|room| room.send(request));
    Box::pin(async {
        match asked {
            Some(asked) => asked.await.unwrap_or_else(|_| M::without_room()),
            None => M::without_room(),
        }
    })
}

impl RoomRequest for TakeSeat {
    type Answer = TakenSeat;
    type Error = TakeSeatError;

    fn code(&self) -> RoomCode {
        self.code
    }

    fn message(self) -> PeerMessage {
        PeerMessage::TakeSeat(self)
    }

    fn without_room() -> Result<TakenSeat, TakeSeatError> {
        Err(TakeSeatError::Unknown)
    }

    fn is_of_link(error: &TakeSeatError) -> bool {
        matches!(error, TakeSeatError::Link(_))
    }

    fn ask_here(self, lobby: &mut Lobby) -> ResponseFuture<Result<TakenSeat, TakeSeatError>> {
        lobby.seat_here(self)
    }
}

impl RoomRequest for BeginRace {
    type Answer = ();
    type Error = BeginRaceError;

    fn code(&self) -> RoomCode {
        self.code
    }

    fn message(self) -> PeerMessage {
        PeerMessage::BeginRace(self)
    }

    fn without_room() -> Result<(), BeginRaceError> {
        Err(BeginRaceError::Unknown)
    }

    fn is_of_link(error: &BeginRaceError) -> bool {
        matches!(error, BeginRaceError::Link(_))
    }

    fn ask_here(self, lobby: &mut Lobby) -> ResponseFuture<Result<(), BeginRaceError>> {
        ask_room(self, lobby)
    }
}

impl RoomRequest for RemoveRacer {
    type Answer = ();
    type Error = RemoveRacerError;

    fn code(&self) -> RoomCode {
        self.code
    }

    fn message(self) -> PeerMessage {
        PeerMessage::RemoveRacer(self)
    }

    fn without_room() -> Result<(), RemoveRacerError> {
        Ok(())
    }

    fn is_of_link(error: &RemoveRacerError) -> bool {
        matches!(error, RemoveRacerError::Link(_))
    }

    fn ask_here(self, lobby: &mut Lobby) -> ResponseFuture<Result<(), RemoveRacerError>> {
        ask_room(self, lobby)
    }
}

impl Lobby {
    /// Opens a room at the leading engine. Retries until `until` while its lobby is ending or unreachable.
    pub(super) fn open_anywhere(
        &mut self,
        request: OpenRoom,
        until: Instant,
        ctx: &mut Context<Self>,
    ) -> ResponseActFuture<Self, Result<RoomCode, OpenRoomError>> {
        let (Some(leader), Some(engines)) = (self.leader(), &self.engines) else {
            return Box::pin(self.open_here(request, ctx).into_actor(self));
        };
        let asked = ask(&*engines.peers, leader, &PeerMessage::OpenRoom(request.clone())).into_actor(self);
        Box::pin(asked.then(move |answer, lobby, _| match answer {
            Err(OpenRoomError::Link(_) | OpenRoomError::Draining) if Instant::now() < until => {
                again(lobby, move |lobby, ctx| lobby.open_anywhere(request, until, ctx))
            }
            answer => {
                if answer.is_ok() && lobby.purpose(&request).0 == Purpose::Public && request.alone.is_none() {
                    lobby.directory.arrived.add(&request, Instant::now());
                }
                Box::pin(fut::ready(answer))
            }
        }))
    }

    /// Asks a room at any engine. Retries until `until` when the room is not where the store says: it may be moving to
    /// another engine.
    pub(super) fn ask_anywhere<M: RoomRequest>(
        &mut self,
        request: M,
        until: Instant,
    ) -> ResponseActFuture<Self, Result<M::Answer, M::Error>> {
        let asked = self.ask_once(request.clone(), Reach::AnyEngine);
        Box::pin(asked.then(move |answer, lobby, _| match answer {
            Err(error) if M::is_of_link(&error) && Instant::now() < until => {
                again(lobby, move |lobby, _| lobby.ask_anywhere(request, until))
            }
            answer => Box::pin(fut::ready(answer)),
        }))
    }

    /// Asks a room where the store says it is, if that is within `reach`.
    pub(super) fn ask_once<M: RoomRequest>(
        &mut self,
        request: M,
        reach: Reach,
    ) -> ResponseActFuture<Self, Result<M::Answer, M::Error>> {
        Box::pin(self.locate(request.code()).then(move |location, lobby, _| {
            let asked: ResponseFuture<_> = match (location, &lobby.engines) {
                (Ok(Some(Location::Here(_))), _) => request.ask_here(lobby),
                (Ok(Some(Location::At(engine))), Some(engines)) if reach == Reach::AnyEngine => {
                    Box::pin(ask(&*engines.peers, engine, &request.message()))
                }
                (Ok(None), _) => Box::pin(ready(M::without_room())),
                (Ok(Some(Location::At(_))) | Err(_), _) => Box::pin(ready(Err(LinkError::Unreachable.into()))),
            };
            asked.into_actor(lobby)
        }))
    }

    /// Returns a room that has no actor here yet.
    pub(super) fn find_elsewhere(&mut self, code: RoomCode) -> ResponseActFuture<Self, Result<Addr<Room>, Refusal>> {
        let located = self.locate(code);
        Box::pin(located.map(move |location, lobby, ctx| match location {
            Ok(Some(Location::Here(room))) => Ok(room),
            Ok(None) => Err(Refusal::NoRoom),
            // When the store does not answer, the guest looks the room up again.
            Ok(Some(Location::At(_))) | Err(_) => {
                let links = lobby.room_links(ctx);
                let known = lobby.rooms.get(code);
                Ok(known.unwrap_or_else(|| lobby.start(code, move || Room::guest(code, links))))
            }
        }))
    }

    /// Finds the owner of a room, and takes the room up if that is this engine; `None` when there is no such room.
    pub(super) fn locate(&mut self, code: RoomCode) -> ResponseActFuture<Self, Result<Option<Location>, StoreError>> {
        if let Some(room) = self.directory.room(code, Instant::now()) {
            return Box::pin(fut::ready(Ok(Some(Location::Here(room)))));
        }
        let Some(engines) = &self.engines else {
            return Box::pin(fut::ready(Ok(None)));
        };
        let found = engines.peers.find(code).into_actor(self);
        Box::pin(found.map(move |found, lobby, ctx| Ok(lobby.located(code, found?, ctx))))
    }

    /// Returns the owner of a room after a lookup, during which the room may have moved here.
    pub(super) fn located(
        &mut self,
        code: RoomCode,
        found: Option<Found>,
        ctx: &mut Context<Self>,
    ) -> Option<Location> {
        if let Some(room) = self.directory.room(code, Instant::now()) {
            return Some(Location::Here(room));
        }
        let Found { owner, kept } = found?;
        let kept = kept?;
        let is_ours = self.engines.as_ref().is_some_and(|engines| engines.peers.me() == owner);
        if is_ours {
            // Also a room that has closed here: another engine may have owned it since, and its results are not saved.
            return self.take_up(kept, ctx).map(Location::Here);
        }
        (!self.directory.has_closed(code)).then_some(Location::At(owner))
    }

    /// Lets the room of a snapshot run here, since this engine owns it: in the actor that has its sockets, or in a new
    /// one. `None` when the snapshot cannot be read.
    pub(super) fn take_up(&mut self, kept: KeptRoom, ctx: &mut Context<Self>) -> Option<Addr<Room>> {
        let KeptRoom { code, age, revision, .. } = kept;
        let snapshot = match RoomSnapshot::read(&kept) {
            Ok(snapshot) => snapshot,
            Err(results) => {
                tracing::warn!(size_bytes = kept.snapshot.len(), "cannot resume a room: its snapshot is unreadable");
                results.into_iter().for_each(|result| self.recorder.do_send(result));
                self.store.iter().for_each(|store| store.remove(code, revision));
                return None;
            }
        };
        let (kind, links) = (snapshot.kind(), self.room_links(ctx));
        let room = match self.rooms.get(code) {
            Some(room) => {
                room.do_send(TakeOwnership { snapshot: Box::new(snapshot), age, revision });
                room
            }
            None => self.start(code, move || Room::owner(code, snapshot, age, revision, links)),
        };
        self.directory.add(code, Location::Here(room.clone()), kind, 0, Instant::now());
        if self.draining.is_some() {
            self.hand_over(code, &room);
        }
        Some(room)
    }

    /// Returns true if other engines may take over the rooms of this one.
    pub(super) fn has_successors(&self) -> bool {
        self.engines.as_ref().is_some_and(|engines| !engines.successors().is_empty())
    }

    /// Announces that this engine is about to end, and hands all its rooms over if there is another engine to take
    /// them.
    pub(super) fn hand_over_all(&mut self) {
        let Some(engines) = &self.engines else { return };
        engines.peers.leave();
        self.rooms.all().iter().for_each(|room| room.do_send(KeepSeats));
        self.directory.rooms().for_each(|(code, room)| self.hand_over(code, room));
    }

    fn hand_over(&self, code: RoomCode, room: &Addr<Room>) {
        let Some(engines) = &self.engines else { return };
        if let Some(successor) = successor(code, &engines.successors()) {
            room.do_send(HandOver { to: successor, while_waiting: false });
        }
    }

    /// Moves a waiting room to the engine that holds most of its sockets, so that its race does not cross the network.
    pub(super) fn bring_to_racers(&mut self, code: RoomCode, elsewhere: Option<EngineId>) {
        let (Some(engines), Some(engine)) = (&self.engines, elsewhere) else { return };
        if self.draining.is_none() && engines.successors().iter().any(|member| member.id == engine) {
            let room = self.directory.room(code, Instant::now());
            room.into_iter().for_each(|room| room.do_send(HandOver { to: engine, while_waiting: true }));
        }
    }
}

/// Sends a question to `engine` and decodes its answer.
pub(super) fn ask<T, E>(
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
    Box::pin(sleep(RETRY_PAUSE).into_actor(lobby).then(|(), lobby, ctx| attempt(lobby, ctx)))
}

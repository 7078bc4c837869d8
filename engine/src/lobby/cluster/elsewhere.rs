//! Rooms that may be at other engines: opening one, finding one, and taking a seat in one.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use actix::{
    ActorFutureExt as _, Addr, AsyncContext as _, Context, Handler, Recipient, ResponseActFuture, ResponseFuture,
    WrapFuture as _, fut,
};
use serde::de::DeserializeOwned;
use shared::RoomCode;
use shared::messages::{LinkError, OpenRoom, OpenRoomError, TakeSeat, TakeSeatError, TakenSeat};
use tokio::time::{Instant, sleep};

use crate::client::{Refusal, RoomCommand};
use crate::gateway::{Finding, Gateway, GatewayLinks, GatewayNews, KeepSeats, Yield};
use crate::ids::EngineId;
use crate::lobby::Lobby;
use crate::lobby::directory::Location;
use crate::peers::message::{self, PeerMessage};
use crate::peers::{Found, Peers};
use crate::store::StoreError;

/// The longest time for which a request is retried while another engine replaces one that is dying.
pub(crate) const REPLACED_WITHIN: Duration = Duration::from_secs(3);

/// The pause between two attempts of a request.
const ASK_AGAIN: Duration = Duration::from_millis(100);

impl Lobby {
    /// Opens a room at the leading engine. Retries until `until` while its lobby is ending or unreachable.
    pub(in crate::lobby) fn open_anywhere(
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
    pub(in crate::lobby) fn seat_anywhere(
        &mut self,
        request: TakeSeat,
        until: Instant,
    ) -> ResponseActFuture<Self, Result<TakenSeat, TakeSeatError>> {
        let asked = request.clone();
        let seated = self.locate(request.code).then(move |location, lobby, _| {
            let seat: ResponseFuture<_> = match (location, &lobby.cluster) {
                (Ok(Some(Location::Here(_))), _) => lobby.seat_here(asked),
                (Ok(Some(Location::At(engine))), Some(cluster)) => {
                    Box::pin(ask(&*cluster.peers, engine, &PeerMessage::TakeSeat(asked)))
                }
                (Ok(None), _) => Box::pin(ready(Err(TakeSeatError::Unknown))),
                (Ok(Some(Location::At(_))) | Err(_), _) => Box::pin(ready(Err(LinkError::Unreachable.into()))),
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

    /// Returns the recipient of commands for a room that is not in this process.
    pub(in crate::lobby) fn find_elsewhere(
        &mut self,
        code: RoomCode,
    ) -> ResponseActFuture<Self, Result<Recipient<RoomCommand>, Refusal>> {
        if let Some(gateway) = self.cluster.as_ref().and_then(|cluster| cluster.gateways.get(&code)) {
            return Box::pin(fut::ready(Ok(gateway.clone().into())));
        }
        let located = self.locate(code);
        Box::pin(located.map(move |location, lobby, ctx| match location {
            Ok(Some(Location::Here(room))) => Ok(room.into()),
            Ok(None) => Err(Refusal::NoRoom),
            // When the store does not answer, the gateway looks the room up again.
            Ok(Some(Location::At(_))) | Err(_) => lobby.gateway(code, ctx).map(Into::into).ok_or(Refusal::NoRoom),
        }))
    }

    /// Locates a room, in this process or through the store, and resumes it here if this engine owns it; `None` when
    /// there is no such room.
    pub(super) fn locate(&mut self, code: RoomCode) -> ResponseActFuture<Self, Result<Option<Location>, StoreError>> {
        if let Some(room) = self.directory.room(code, Instant::now()) {
            return Box::pin(fut::ready(Ok(Some(Location::Here(room)))));
        }
        let Some(cluster) = self.cluster.as_ref().filter(|_| !self.directory.has_closed(code)) else {
            return Box::pin(fut::ready(Ok(None)));
        };
        let found = cluster.peers.find(code).into_actor(self);
        Box::pin(found.map(move |found, lobby, ctx| Ok(lobby.settle_at(code, found?, ctx))))
    }

    /// Returns the location of a room after a lookup. The room may have moved here in the meantime; one that this
    /// engine owns is resumed.
    pub(super) fn settle_at(
        &mut self,
        code: RoomCode,
        found: Option<Found>,
        ctx: &mut Context<Self>,
    ) -> Option<Location> {
        if let Some(room) = self.directory.room(code, Instant::now()) {
            return Some(Location::Here(room));
        }
        let found = found.filter(|_| !self.directory.has_closed(code))?;
        let is_ours = self.cluster.as_ref().is_some_and(|cluster| cluster.peers.me() == found.owner);
        if !is_ours {
            return Some(Location::At(found.owner));
        }
        self.take_up(found.kept, ctx).map(Location::Here)
    }

    /// Returns the gateway to the room `code`, and starts it if there is none.
    fn gateway(&mut self, code: RoomCode, ctx: &mut Context<Self>) -> Option<Addr<Gateway>> {
        let links = self.gateway_links(ctx)?;
        let (threads, cluster) = (&mut self.threads, self.cluster.as_mut()?);
        let gateway = cluster.gateways.entry(code).or_insert_with(|| threads.start(move || Gateway::new(code, links)));
        if self.draining.is_some() {
            gateway.do_send(KeepSeats);
        }
        Some(gateway.clone())
    }

    pub(in crate::lobby) fn gateway_links(&self, ctx: &mut Context<Self>) -> Option<GatewayLinks> {
        let cluster = self.cluster.as_ref()?;
        Some(GatewayLinks { peers: Arc::clone(&cluster.peers), lobby: ctx.address().recipient() })
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
                if let Some(Location::Here(room)) = self.settle_at(code, Some(found), ctx) {
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

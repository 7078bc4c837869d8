//! Rooms that change engines: claimed after their owner has died, handed over before this engine ends, and moved to
//! their racers.

use actix::{Addr, Context};
use shared::RoomCode;
use tokio::time::Instant;

use crate::gateway::{Gateway, KeepSeats, Yield};
use crate::ids::EngineId;
use crate::lobby::Lobby;
use crate::metrics;
use crate::peers::successor;
use crate::room::{HandOver, Room};
use crate::store::KeptRoom;

impl Lobby {
    /// Claims a room whose owner is dead, unless it already runs here from the same snapshot or a later one.
    pub(super) fn claim(&mut self, kept: KeptRoom, ctx: &mut Context<Self>) {
        if !self.directory.has_resumed(kept.code, kept.revision, Instant::now()) {
            metrics::count(metrics::ROOMS_CLAIMED);
            tracing::info!(age_ms = kept.age.as_millis(), "room claimed; its engine is dead");
            self.take_up(kept, ctx);
        }
    }

    /// Resumes a room that this engine owns, connects its gateway to it, and hands it over at once if this engine is
    /// ending.
    pub(super) fn take_up(&mut self, kept: KeptRoom, ctx: &mut Context<Self>) -> Option<Addr<Room>> {
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

    /// Records that a room of this engine has moved to the engine `to`, if known. Its sockets here are behind
    /// `gateway`.
    pub(in crate::lobby) fn record_move(
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

    /// Announces that this engine is about to end, and hands all its rooms over if there is another engine to take
    /// them.
    pub(in crate::lobby) fn hand_over_all(&mut self) {
        let Some(cluster) = &self.cluster else { return };
        cluster.peers.leave();
        cluster.gateways.values().for_each(|gateway| gateway.do_send(KeepSeats));
        let rooms: Vec<_> = self.directory.rooms().map(|(code, room)| (code, room.clone())).collect();
        rooms.iter().for_each(|(code, room)| self.hand_over(*code, room));
    }

    fn hand_over(&self, code: RoomCode, room: &Addr<Room>) {
        let Some(cluster) = &self.cluster else { return };
        if let Some(successor) = successor(code, &cluster.successors()) {
            room.do_send(HandOver { to: successor, while_waiting: false });
        }
    }

    /// Moves a waiting room to the engine that holds most of its sockets, so that its race does not cross the network.
    pub(in crate::lobby) fn bring_to_racers(&mut self, code: RoomCode, elsewhere: Option<EngineId>) {
        let (Some(cluster), Some(engine)) = (&self.cluster, elsewhere) else { return };
        if self.draining.is_none() && cluster.successors().iter().any(|member| member.id == engine) {
            let room = self.directory.room(code, Instant::now());
            room.into_iter().for_each(|room| room.do_send(HandOver { to: engine, while_waiting: true }));
        }
    }
}

//! The part of a room that works with other engines: sessions with gateways, and the move to another engine.
//!
//! A room moves by writing a last snapshot that names the new owner. It is lost when a snapshot is refused because
//! another engine owns it. In both cases the sockets in this process stay, behind a new gateway, and the actor forwards
//! all further commands to that gateway.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use actix::{Actor as _, Addr, AsyncContext as _, Context, Handler, Message};
use shared::UserId;
use shared::wire::{ClientEvent, ClientMessage};
use tokio::time::Instant;

use super::{News, Room, RoomNews};
use crate::client::{Listener, Outlet, Refusal, Remote, Reply, RoomCommand, refuse};
use crate::gateway::Gateway;
use crate::ids::{EngineId, Ticket};
use crate::metrics;
use crate::peers::message::{self, Attached, GatewayMessage, OwnerMessage, PeerMessage, RoomMessage};
use crate::race::Phase;

/// The ownership of a room, as far as this engine knows.
#[derive(Default)]
pub(super) enum Ownership {
    /// This engine owns it.
    #[default]
    Here,
    /// It moves as soon as all changes are safe.
    MovesTo(HandOver),
    /// The snapshot for the new owner is being written; these commands have arrived since.
    Moving(Vec<RoomCommand>),
    /// Another engine owns it; commands go to this gateway.
    Away(Addr<Gateway>),
}

/// The sessions with gateways, by engine.
pub(super) type Sessions = HashMap<EngineId, Session>;

pub(super) struct Session {
    outlet: Arc<Outlet>,
    /// The number of the last message received.
    received: u64,
}

/// Lobby to room: a message of a gateway.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct FromGateway {
    pub(crate) engine: EngineId,
    pub(crate) session: u64,
    pub(crate) number: u64,
    pub(crate) message: GatewayMessage,
}

/// Lobby to room: move to the engine `to`.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub(crate) struct HandOver {
    pub(crate) to: EngineId,
    /// True for a move that is dropped once the race no longer waits: each move repeats the room's state to its racers.
    pub(crate) while_waiting: bool,
}

/// Lobby to room: another actor in this process runs the room now.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct Replaced;

/// Lobby to room: the given engine is dead, and its sockets are lost.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub(crate) struct EngineGone(pub(crate) EngineId);

impl Handler<FromGateway> for Room {
    type Result = ();

    fn handle(&mut self, message: FromGateway, ctx: &mut Self::Context) {
        let FromGateway { engine, session, number, message } = message;
        let Some(links) = &self.links.gateway else { return };
        let detached = PeerMessage::ToGateway { code: self.code, session, message: OwnerMessage::Detached };
        if self.is_away() {
            return message::send(&*links.peers, engine, &detached);
        }
        if let Ownership::Moving(_) = self.ownership {
            // The gateway is detached after the move, and sends the message again to the new owner.
            return;
        }
        if let GatewayMessage::Attach { sockets } = message {
            return self.attach(engine, session, sockets, ctx);
        }
        let is_next = |known: &&mut Session| known.outlet.session == session && known.received + 1 == number;
        let Some(known) = self.sessions.get_mut(&engine).filter(is_next) else {
            return message::send(&*links.peers, engine, &detached);
        };
        known.received = number;
        let outlet = Arc::clone(&known.outlet);
        let listener = |socket| Listener::There(Remote { outlet: Arc::clone(&outlet), socket });
        match message {
            GatewayMessage::Event { answer, socket, user, name, payload, age_ms } => {
                let socket = listener(socket);
                let now = Instant::now();
                let received_at = now.checked_sub(Duration::from_millis(age_ms)).unwrap_or(now);
                let ack = answer.map(|command| Reply::There(outlet, command));
                match ClientMessage::read(&name, payload.get()) {
                    Ok(ClientMessage { username, event, .. }) => {
                        let command = RoomCommand::new(user, socket, event);
                        self.handle(RoomCommand { username, ack, received_at, ..command }, ctx);
                    }
                    Err(error) => refuse(&socket, &name, &Refusal::from(error), ack),
                }
            }
            GatewayMessage::Return(Attached { socket, user, ticket }) => {
                self.handle(RoomCommand::rejoin(user, listener(socket), ticket), ctx);
            }
            GatewayMessage::Leave { socket, user } => {
                self.handle(RoomCommand::leave(user, listener(socket)), ctx);
            }
            GatewayMessage::Sync => outlet.sync(),
            GatewayMessage::Attach { .. } => {}
        }
    }
}

impl Handler<HandOver> for Room {
    type Result = ();

    fn handle(&mut self, hand_over: HandOver, ctx: &mut Self::Context) {
        if let Ownership::Here | Ownership::MovesTo(_) = self.ownership {
            self.ownership = Ownership::MovesTo(hand_over);
            self.move_when_safe(ctx);
        }
    }
}

impl Handler<Replaced> for Room {
    type Result = ();

    fn handle(&mut self, _: Replaced, ctx: &mut Self::Context) {
        if !self.is_away() {
            self.move_out(None, ctx);
        }
    }
}

impl Handler<EngineGone> for Room {
    type Result = ();

    fn handle(&mut self, EngineGone(engine): EngineGone, ctx: &mut Self::Context) {
        if self.is_here() && self.sessions.remove(&engine).is_some() {
            self.advance(ctx);
            self.lose_sockets(ctx, |socket| socket.engine() == Some(engine));
            self.settle(ctx);
        }
    }
}

impl Room {
    /// Returns true while this engine owns the room and is not writing the snapshot for a new owner.
    pub(super) fn is_here(&self) -> bool {
        matches!(self.ownership, Ownership::Here | Ownership::MovesTo(_))
    }

    /// Returns true once another engine owns the room.
    pub(super) fn is_away(&self) -> bool {
        matches!(self.ownership, Ownership::Away(_))
    }

    /// Returns the command if this engine owns the room; otherwise keeps it for the new owner or forwards it to the
    /// gateway.
    pub(super) fn forward_if_away(&mut self, command: RoomCommand) -> Option<RoomCommand> {
        match &mut self.ownership {
            Ownership::Here | Ownership::MovesTo(_) => return Some(command),
            Ownership::Moving(commands) => commands.push(command),
            Ownership::Away(gateway) => gateway.do_send(command),
        }
        None
    }

    /// Returns the other engine that holds more than half of the room's sockets, if there is one.
    pub(super) fn elsewhere(&self) -> Option<EngineId> {
        self.sessions.keys().copied().find(|engine| {
            let there = self.sockets.values().filter(|socket| socket.engine() == Some(*engine)).count();
            there * 2 > self.sockets.len()
        })
    }

    /// Records the join of `user` under `ticket`, or under a new number, and reports it to the gateway of the socket
    /// once that is safe.
    pub(super) fn give_ticket(
        &mut self,
        user: UserId,
        socket: &Listener,
        ticket: Option<Ticket>,
        ctx: &mut Context<Self>,
    ) {
        if self.links.gateway.is_none() {
            return;
        }
        let ticket = ticket.unwrap_or_else(|| {
            self.mark_changed();
            self.tickets.values().max().map_or(Ticket::MIN, |last| last.saturating_add(1))
        });
        self.tickets.insert(user, ticket);
        if let Listener::There(Remote { outlet, socket }) = socket.clone() {
            self.when_safe(ctx, move |_, _| outlet.send(RoomMessage::Joined { socket, ticket }));
        }
    }

    /// Begins a session with the gateway of `engine` and its `sockets`. Sockets of an earlier session that are not
    /// among them are lost.
    fn attach(&mut self, engine: EngineId, session: u64, sockets: Vec<Attached>, ctx: &mut Context<Self>) {
        let Some(links) = &self.links.gateway else { return };
        let outlet = Arc::new(Outlet::new(Arc::clone(&links.peers), engine, self.code, session));
        self.advance(ctx);
        self.sessions.insert(engine, Session { outlet: Arc::clone(&outlet), received: 1 });
        for Attached { socket, user, ticket } in &sockets {
            let listener = Listener::There(Remote { outlet: Arc::clone(&outlet), socket: *socket });
            let before = self.sockets.get(user).and_then(Listener::engine);
            if before == Some(engine) && self.tickets.get(user) == Some(ticket) {
                // The same socket in a new session is not a second window.
                self.sockets.insert(*user, listener.clone());
            }
            self.handle(RoomCommand::rejoin(*user, listener, *ticket), ctx);
        }
        self.lose_sockets(ctx, |socket| match socket {
            Listener::There(remote) => remote.outlet.engine == engine && !Arc::ptr_eq(&remote.outlet, &outlet),
            Listener::Here(_) => false,
        });
        self.settle(ctx);
    }

    /// Removes the sockets for which `is_lost` holds. Their racers have not left, and get time to come back.
    fn lose_sockets(&mut self, ctx: &mut Context<Self>, is_lost: impl Fn(&Listener) -> bool) {
        let lost: Vec<_> = self.sockets.iter().filter(|(_, socket)| is_lost(socket)).map(|(user, _)| *user).collect();
        for user in lost {
            self.sockets.remove(&user);
            let events = self.race.lose(user, self.now());
            self.announce(&events, None, ctx);
        }
    }

    /// Writes the snapshot for the new owner, if a move is pending and no snapshot is being written.
    pub(super) fn move_when_safe(&mut self, ctx: &mut Context<Self>) {
        let Ownership::MovesTo(HandOver { to, while_waiting }) = self.ownership else { return };
        if self.is_delisted || self.snapshots.is_saving() {
            return;
        }
        if while_waiting && !matches!(self.race.phase(), Phase::Waiting { .. }) {
            self.ownership = Ownership::Here;
            return;
        }
        self.ownership = Ownership::Moving(Vec::new());
        self.write(Some(to), ctx);
    }

    /// Completes the move to `successor`, which owns the room now that the snapshot is safe.
    pub(super) fn complete_move(&mut self, successor: EngineId, ctx: &mut Context<Self>) {
        metrics::count(metrics::ROOMS_HANDED_OVER);
        tracing::info!(race.id = %self.id, engine.id = %successor, "room handed over");
        if let Some(links) = &self.links.gateway {
            message::send(&*links.peers, successor, &PeerMessage::TakeOver { code: self.code });
        }
        self.move_out(Some(successor), ctx);
    }

    /// Gives the room up after a snapshot was refused because another engine owns the room.
    pub(super) fn lose_room(&mut self, ctx: &mut Context<Self>) {
        metrics::count(metrics::WRITES_REFUSED);
        tracing::warn!(race.id = %self.id, "room lost to another engine; its sockets are forwarded");
        self.move_out(None, ctx);
    }

    /// Ends the room in this process and leaves its sockets to a new gateway, together with the progress and the
    /// unsaved finishes of their racers. `successor` is the new owner, if known.
    fn move_out(&mut self, successor: Option<EngineId>, ctx: &mut Context<Self>) {
        let Some(links) = self.links.gateway.clone() else { return };
        self.snapshots.give_up();
        // The room is not closed, so the lobby gets no report that it is.
        self.is_delisted = true;
        if let Some((_, timer)) = self.timer.take() {
            ctx.cancel_future(timer);
        }
        self.sessions.drain().for_each(|(_, session)| session.outlet.detach());
        let (race, clock) = (&self.race, self.clock);
        let started_at = match race.phase() {
            Phase::Running { started_at, .. } | Phase::Finished { started_at, .. } => Some(started_at),
            Phase::Waiting { .. } | Phase::Starting { .. } | Phase::Closed => None,
        };
        let gateway = Gateway::new(self.code, links).start();
        // After each racer's first finish, since the gateway refuses what exceeds its limit.
        let mut repeated = Vec::new();
        for (user, socket) in self.sockets.drain().filter(|(_, socket)| socket.engine().is_none()) {
            let command = |event| RoomCommand::new(user, socket.clone(), event);
            gateway.do_send(RoomCommand { ticket: self.tickets.get(&user).copied(), ..command(ClientEvent::Join) });
            let Some((seat, started_at)) = race.seat(user).zip(started_at) else { continue };
            gateway.do_send(command(ClientEvent::Typing(seat.completed)));
            let pending = self.results.take_pending(user);
            let Some(((report, acks), result)) = pending.zip(seat.result.as_ref()) else { continue };
            let received_at = clock.instant_of(started_at + result.time);
            let mut acks = acks.into_iter().filter(|ack| matches!(ack, Reply::Here(_)));
            let finish = |ack| RoomCommand { ack, received_at, ..command(ClientEvent::Finish(report.clone())) };
            gateway.do_send(finish(acks.next()));
            repeated.extend(acks.map(|ack| finish(Some(ack))));
        }
        repeated.into_iter().for_each(|command| gateway.do_send(command));
        if let Ownership::Moving(commands) = std::mem::replace(&mut self.ownership, Ownership::Away(gateway.clone())) {
            commands.into_iter().for_each(|command| gateway.do_send(command));
        }
        self.meters.update(Phase::Closed, 0);
        let news = News::Moved { room: ctx.address(), gateway, successor };
        self.links.lobby.do_send(RoomNews { code: self.code, news });
    }
}

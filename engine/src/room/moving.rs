//! A room among several engines: the gateways at which its racers' sockets are, and its move to another engine.
//!
//! A room moves with a last snapshot that names its heir, and is lost when a snapshot is refused because another engine has
//! it. Either way the sockets that are here stay, behind a gateway, to which the actor passes on what it still hears.

use std::collections::HashMap;
use std::sync::Arc;

use actix::{Actor as _, Addr, AsyncContext as _, Context, Handler, Message};
use shared::UserId;
use tokio::time::Instant;

use super::listener::{Listener, Outlet, Remote, Reply};
use super::{Action, News, Room, RoomCommand, RoomNews};
use crate::gateway::{Gateway, LeftBehind};
use crate::metrics;
use crate::peers::EngineId;
use crate::peers::message::{self, Attached, PeerMessage, Said, Told};
use crate::race::{Phase, RaceEvent};

/// Whether the room is this engine's.
#[derive(Default)]
pub(super) enum Stay {
    /// It is.
    #[default]
    Here,
    /// It moves to that engine as soon as all that has changed is safe.
    MovesTo(EngineId),
    /// The snapshot for its heir is on its way; this was said meanwhile.
    Moving(Vec<RoomCommand>),
    /// It is another's; what is said here goes to the gateway.
    Away(Addr<Gateway>),
}

/// The sessions of gateways, by their engines.
pub(super) type Sessions = HashMap<EngineId, Session>;

/// A session with a gateway.
pub(super) struct Session {
    outlet: Arc<Outlet>,
    /// The number of the last message.
    heard: u64,
}

/// Lobby to room: a gateway says something.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct FromGateway {
    /// The gateway's engine.
    pub(crate) engine: EngineId,
    /// The gateway's session.
    pub(crate) session: u64,
    /// The number of the message in it.
    pub(crate) number: u64,
    /// What it says.
    pub(crate) said: Said,
}

/// Lobby to room: move to that engine.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct HandOver(pub(crate) EngineId);

/// Lobby to room: another actor has the room now.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct Replaced;

/// Lobby to room: that engine is gone, with its sockets.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub(crate) struct EngineGone(pub(crate) EngineId);

impl Handler<FromGateway> for Room {
    type Result = ();

    fn handle(&mut self, message: FromGateway, ctx: &mut Self::Context) {
        let FromGateway { engine, session, number, said } = message;
        let Some(links) = &self.links.gateway else { return };
        if self.is_away() {
            return message::send(&*links.peers, engine, &PeerMessage::Detached { code: self.code, session });
        }
        if let Stay::Moving(_) = self.stay {
            // The gateway hears of the move, and says it again to the heir.
            return;
        }
        if let Said::Attach { sockets } = said {
            return self.attach(engine, session, sockets, ctx);
        }
        let is_next = |known: &&mut Session| known.outlet.session == session && known.heard + 1 == number;
        let Some(known) = self.sessions.get_mut(&engine).filter(is_next) else {
            return message::send(&*links.peers, engine, &PeerMessage::Detached { code: self.code, session });
        };
        known.heard = number;
        match said {
            Said::Command { answer, socket, user, action, username } => {
                let outlet = Arc::clone(&known.outlet);
                let ack = answer.map(|command| Reply::There(Arc::clone(&outlet), command));
                let socket = Listener::There(Remote { outlet, socket });
                let received_at = Instant::now();
                self.handle(RoomCommand { user, socket, action, username, ack, received_at }, ctx);
            }
            Said::Sync => known.outlet.sync(),
            Said::Attach { .. } => {}
        }
    }
}

impl Handler<HandOver> for Room {
    type Result = ();

    fn handle(&mut self, HandOver(heir): HandOver, ctx: &mut Self::Context) {
        if let Stay::Here | Stay::MovesTo(_) = self.stay {
            self.stay = Stay::MovesTo(heir);
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
    /// Whether the room is run here, as far as this engine knows.
    pub(super) fn is_here(&self) -> bool {
        matches!(self.stay, Stay::Here | Stay::MovesTo(_))
    }

    /// Whether the room is another engine's for sure.
    pub(super) fn is_away(&self) -> bool {
        matches!(self.stay, Stay::Away(_))
    }

    /// The command, if the room is here to hear it.
    pub(super) fn forward_if_away(&mut self, command: RoomCommand) -> Option<RoomCommand> {
        match &mut self.stay {
            Stay::Here | Stay::MovesTo(_) => return Some(command),
            Stay::Moving(said) => said.push(command),
            Stay::Away(gateway) => gateway.do_send(command),
        }
        None
    }

    /// The other engine at which most of the racers are, if there is one.
    pub(super) fn elsewhere(&self) -> Option<EngineId> {
        self.sessions.keys().copied().find(|engine| {
            let there = self.sockets.values().filter(|socket| socket.engine() == Some(*engine)).count();
            there * 2 > self.sockets.len()
        })
    }

    /// Numbers the join of `user`, unless it was numbered before, and says so where the socket is.
    pub(super) fn give_ticket(
        &mut self,
        user: UserId,
        socket: &Listener,
        ticket: Option<u64>,
        ctx: &mut Context<Self>,
    ) {
        if self.links.gateway.is_none() {
            return;
        }
        let ticket = ticket.unwrap_or_else(|| {
            self.has_changed();
            1 + self.tickets.values().copied().max().unwrap_or_default()
        });
        self.tickets.insert(user, ticket);
        if let Listener::There(Remote { outlet, socket }) = socket.clone() {
            self.when_safe(ctx, move |_, _| outlet.tell(Told::Joined { socket, ticket }));
        }
    }

    /// A gateway begins a session with the sockets that it has. Those that it had and has no more are gone.
    fn attach(&mut self, engine: EngineId, session: u64, sockets: Vec<Attached>, ctx: &mut Context<Self>) {
        let Some(links) = &self.links.gateway else { return };
        let outlet = Arc::new(Outlet::new(Arc::clone(&links.peers), engine, self.code, session));
        self.advance(ctx);
        self.sessions.insert(engine, Session { outlet: Arc::clone(&outlet), heard: 1 });
        for Attached { socket, user, ticket } in &sockets {
            let listener = Listener::There(Remote { outlet: Arc::clone(&outlet), socket: *socket });
            let before = self.sockets.get(user).and_then(Listener::engine);
            if before == Some(engine) && self.tickets.get(user) == Some(ticket) {
                // The same socket in a new session is no second window.
                self.sockets.insert(*user, listener.clone());
            }
            self.handle(
                RoomCommand {
                    user: *user,
                    socket: listener,
                    action: Action::Return(*ticket),
                    username: None,
                    ack: None,
                    received_at: Instant::now(),
                },
                ctx,
            );
        }
        self.lose_sockets(ctx, |socket| match socket {
            Listener::There(remote) => remote.outlet.engine == engine && !Arc::ptr_eq(&remote.outlet, &outlet),
            Listener::Here(_) => false,
        });
        self.settle(ctx);
    }

    /// Sockets were lost without a word from their racers, who have time to come back.
    fn lose_sockets(&mut self, ctx: &mut Context<Self>, is_lost: impl Fn(&Listener) -> bool) {
        let lost: Vec<_> = self.sockets.iter().filter(|(_, socket)| is_lost(socket)).map(|(user, _)| *user).collect();
        for user in lost {
            self.sockets.remove(&user);
            let events: Vec<RaceEvent> = self.race.lose(user, self.now());
            self.has_changed_by(&events);
            self.announce(&events, None, ctx);
        }
    }

    /// Moves to the heir, if there is one and all that has changed is safe.
    pub(super) fn move_when_safe(&mut self, ctx: &mut Context<Self>) {
        let Stay::MovesTo(heir) = self.stay else { return };
        if self.has_parted || self.snapshots.is_saving() {
            return;
        }
        self.stay = Stay::Moving(Vec::new());
        self.write(Some(heir), ctx);
    }

    /// The heir has the room: the snapshot says so.
    pub(super) fn has_moved_to(&mut self, heir: EngineId, ctx: &mut Context<Self>) {
        metrics::count_room_handed_over();
        tracing::info!(room.id = %self.code, race.id = %self.id, engine.id = %heir, "room handed over");
        if let Some(links) = &self.links.gateway {
            message::send(&*links.peers, heir, &PeerMessage::TakeOver { code: self.code });
        }
        self.move_out(Some(heir), ctx);
    }

    /// Another engine has the room: a snapshot was refused.
    pub(super) fn is_lost(&mut self, ctx: &mut Context<Self>) {
        metrics::count_write_refused();
        tracing::warn!(room.id = %self.code, race.id = %self.id, "another engine has this room; its sockets go there");
        self.move_out(None, ctx);
    }

    /// Leaves the room to another engine, and its sockets to a gateway.
    fn move_out(&mut self, heir: Option<EngineId>, ctx: &mut Context<Self>) {
        let Some(links) = self.links.gateway.clone() else { return };
        self.snapshots.give_up();
        // Nobody is told that it closed.
        self.has_parted = true;
        if let Some((_, timer)) = self.timer.take() {
            ctx.cancel_future(timer);
        }
        self.sessions.drain().for_each(|(_, session)| session.outlet.detach());
        let mut left = Vec::new();
        for (user, socket) in std::mem::take(&mut self.sockets) {
            let Listener::Here(socket) = socket else { continue };
            let seat = self.race.seat(user);
            let is_racing = matches!(self.race.phase(), Phase::Running { .. } | Phase::Finished { .. });
            let typed = seat.map(|seat| seat.completed).filter(|_| is_racing);
            let (finish, acks) = self.results.take_pending(user).map_or((None, Vec::new()), |(effort, acks)| {
                let here = acks.into_iter().filter_map(|ack| if let Reply::Here(ack) = ack { Some(ack) } else { None });
                (Some(effort), here.collect())
            });
            let ticket = self.tickets.get(&user).copied();
            left.push(LeftBehind { user, socket, ticket, typed, finish, acks });
        }
        let gateway = Gateway::new(self.code, links, left).start();
        if let Stay::Moving(said) = std::mem::replace(&mut self.stay, Stay::Away(gateway.clone())) {
            said.into_iter().for_each(|command| gateway.do_send(command));
        }
        self.meters.update(Phase::Closed, 0);
        let news = News::Moved { room: ctx.address(), gateway, heir };
        self.links.lobby.do_send(RoomNews { code: self.code, news });
    }
}

//! Gateways: each connects the sockets of this engine to one room at another engine.
//!
//! A gateway finds the room's owner, opens a session with it, forwards the commands of racers, and passes each event of
//! the owner on to the sockets that it is for. A command that must not be lost is kept until the owner has answered,
//! and sent again after a failure; the rules of a race apply it once.

mod members;
mod owner;

use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, Addr, AsyncContext as _, Context, Handler, Message, Recipient, SpawnHandle};
use shared::RoomCode;
use shared::wire::ClientEvent;
use socketio::Encoded;
use tokio::time::Instant;

use crate::client::{Listener, Refusal, RoomCommand, refuse};
use crate::ids::EngineId;
use crate::metrics;
use crate::peers::message::{OwnerMessage, RoomMessage};
use crate::peers::{Found, Peers};
use crate::race::EventError;

use members::{Command, Members};

/// The pause before the owner is looked up again.
const SEARCH_EVERY: Duration = Duration::from_millis(50);

/// The time for which a dead engine is not contacted although the room's snapshot still names it as the owner.
const GONE_FOR: Duration = Duration::from_secs(2);

/// The links of a gateway to the rest of its engine.
#[derive(Clone)]
pub(crate) struct GatewayLinks {
    /// The transport to other engines.
    pub(crate) peers: Arc<dyn Peers>,
    /// The lobby, which keeps the list of gateways.
    pub(crate) lobby: Recipient<GatewayNews>,
}

/// Gateway to lobby: news about the room.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct GatewayNews {
    pub(crate) code: RoomCode,
    pub(crate) gateway: Addr<Gateway>,
    pub(crate) finding: Finding,
}

#[derive(Debug)]
pub(crate) enum Finding {
    /// This engine owns the room, and has to run it.
    Ours(Found),
    /// The room is closed.
    Gone,
    /// The gateway has had no socket or command for a long time, and may be forgotten.
    Idle,
    /// A command has arrived after all, so the gateway has to stay on the list.
    Needed,
}

/// Lobby to gateway: send everything to this recipient, which is the room itself once it runs in this process.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct Yield(pub(crate) Recipient<RoomCommand>);

/// Lobby to gateway: the given engine, perhaps the owner of the room, is dead.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub(crate) struct OwnerGone(pub(crate) EngineId);

/// Lobby to gateway: this engine is about to end. A socket that closes from now on has moved to another engine, so its
/// racer keeps the seat.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub(crate) struct KeepSeats;

/// Lobby to gateway: a message of an owner.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct FromOwner {
    pub(crate) engine: EngineId,
    pub(crate) session: u64,
    pub(crate) message: OwnerMessage,
}

/// A gateway to one room at another engine.
pub(crate) struct Gateway {
    code: RoomCode,
    links: GatewayLinks,
    owner: Owner,
    /// An engine that does not have the room, and the moment until which it is not contacted.
    avoided: Option<(EngineId, Instant)>,
    /// The current session: a random number, so that no other gateway of this room and engine has had the same.
    session: u64,
    /// The count of messages sent in this session.
    sent: u64,
    /// The number of the last message received in this session.
    received: u64,
    members: Members,
    /// The recipient of everything that arrives here, once the room runs in this process or another gateway has
    /// replaced this one.
    successor: Option<Recipient<RoomCommand>>,
    /// True once this engine is about to end: sockets that close do not leave the room.
    keeps_seats: bool,
    /// The number of checks since the last socket or command.
    idle_checks: u32,
    timer: Option<SpawnHandle>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// A lookup is under way.
    Unknown,
    /// A session or a check was begun with the given engine, which has not answered yet.
    Asked(EngineId),
    /// The given engine has answered in the current session.
    Attached(EngineId),
}

impl Gateway {
    /// Returns a gateway to the room `code`, without sockets.
    pub(crate) fn new(code: RoomCode, links: GatewayLinks) -> Self {
        Self {
            code,
            links,
            owner: Owner::Unknown,
            avoided: None,
            session: 0,
            sent: 0,
            received: 0,
            members: Members::default(),
            successor: None,
            keeps_seats: false,
            idle_checks: 0,
            timer: None,
        }
    }
}

impl Actor for Gateway {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        self.check_regularly(ctx);
        self.search(ctx);
    }
}

impl Handler<RoomCommand> for Gateway {
    type Result = ();

    fn handle(&mut self, command: RoomCommand, ctx: &mut Self::Context) {
        if let Some(successor) = &self.successor {
            return successor.do_send(command);
        }
        if self.timer.is_none() {
            // The lobby has forgotten this gateway, but a session still uses it.
            self.check_regularly(ctx);
            self.notify_lobby(Finding::Needed, ctx);
            self.search(ctx);
        }
        self.idle_checks = 0;
        // Only sockets of this process send to a gateway.
        let Listener::Here(socket) = &command.socket else { return };
        let member = match (self.members.number_of(socket), &command.event) {
            (Some(_), Some(_)) if command.ticket.is_some() => return,
            (Some(number), _) => number,
            (None, Some(ClientEvent::Join)) => self.members.enter(command.user, socket.clone(), command.ticket),
            (None, Some(_)) => return refuse(socket, command.name(), &EventError::NotJoined, command.ack),
            (None, None) => return,
        };
        // A new session lists the sockets that have joined, without those that have left, and repeats their progress.
        let may_be_lost = match &command.event {
            Some(ClientEvent::Typing(_)) => command.ack.is_none(),
            Some(_) => command.ticket.is_some(),
            None => {
                self.members.remove(member);
                if self.keeps_seats {
                    return;
                }
                true
            }
        };
        if !may_be_lost && self.members.are_full() {
            return refuse(socket, command.name(), &Refusal::RoomBusy, command.ack);
        }
        if let Some(ClientEvent::Typing(percent)) = command.event {
            self.members.set_typed(member, percent);
        }
        let command = Command { number: None, member, command };
        let command = if may_be_lost { &command } else { self.members.keep(command) };
        let message = command.message(self.code);
        self.send_if_attached(message);
    }
}

impl Handler<FromOwner> for Gateway {
    type Result = ();

    fn handle(&mut self, FromOwner { engine, session, message }: FromOwner, ctx: &mut Self::Context) {
        let is_owner = matches!(self.owner, Owner::Asked(owner) | Owner::Attached(owner) if owner == engine);
        if !is_owner || session != self.session || self.successor.is_some() {
            // A message of a former owner, or one from before the current session.
            return;
        }
        self.owner = Owner::Attached(engine);
        match message {
            OwnerMessage::FromRoom { number, message } if number == self.received + 1 => {
                self.received = number;
                self.deliver(message);
            }
            OwnerMessage::Synced { sent } if sent == self.received => {}
            OwnerMessage::FromRoom { .. } | OwnerMessage::Synced { .. } => {
                metrics::count(metrics::GAPS_MENDED);
                tracing::warn!(engine.id = %engine, "a message of the room was missed; reattaching");
                self.attach(engine, ctx);
            }
            OwnerMessage::Detached => {
                self.avoided = Some((engine, Instant::now() + SEARCH_EVERY));
                self.search(ctx);
            }
        }
    }
}

impl Handler<OwnerGone> for Gateway {
    type Result = ();

    fn handle(&mut self, OwnerGone(engine): OwnerGone, ctx: &mut Self::Context) {
        self.avoided = Some((engine, Instant::now() + GONE_FOR));
        if matches!(self.owner, Owner::Asked(owner) | Owner::Attached(owner) if owner == engine) {
            self.search(ctx);
        }
    }
}

impl Handler<KeepSeats> for Gateway {
    type Result = ();

    fn handle(&mut self, _: KeepSeats, _: &mut Self::Context) {
        self.keeps_seats = true;
    }
}

impl Handler<Yield> for Gateway {
    type Result = ();

    fn handle(&mut self, Yield(room): Yield, ctx: &mut Self::Context) {
        self.stop_checking(ctx);
        self.members.take_all().into_iter().for_each(|command| room.do_send(command));
        self.successor = Some(room);
    }
}

impl Gateway {
    fn notify_lobby(&self, finding: Finding, ctx: &mut Context<Self>) {
        let (code, gateway) = (self.code, ctx.address());
        self.links.lobby.do_send(GatewayNews { code, gateway, finding });
    }

    /// Passes an event or an answer of the owner on to the sockets that it is for.
    fn deliver(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Event { to, name, data } => {
                let encoded = Encoded::json_event(&name, &data);
                self.members.sockets(&to).for_each(|socket| socket.send(&encoded));
            }
            RoomMessage::Answer { command, data } => self.members.answer(command, &data),
            RoomMessage::Joined { socket, ticket } => self.members.set_ticket(socket, ticket),
            RoomMessage::Disconnect { socket } => {
                self.members.remove(socket).into_iter().for_each(|socket| socket.disconnect());
            }
        }
    }

    /// Answers all pending commands with [`Refusal::RoomClosed`], and reports to the lobby that the room is
    /// closed.
    fn close(&mut self, ctx: &mut Context<Self>) {
        for Command { command, .. } in self.members.take_unanswered() {
            refuse(&command.socket, command.name(), &Refusal::RoomClosed, command.ack);
        }
        self.owner = Owner::Unknown;
        self.stop_checking(ctx);
        self.notify_lobby(Finding::Gone, ctx);
    }
}

//! Gateways: each connects the sockets of this engine to one room at another engine.
//!
//! A gateway finds the room's owner, opens a session with it, forwards the commands of racers, and passes each event of
//! the owner on to the sockets that it is for. A command that must not be lost is kept until the owner has answered,
//! and sent again after a failure; the rules of a race apply it once.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use actix::{
    Actor, ActorFutureExt as _, Addr, AsyncContext as _, Context, Handler, Message, Recipient, SpawnHandle,
    WrapFuture as _,
};
use serde_json::Value;
use serde_json::value::RawValue;
use shared::racer::FinishReport;
use shared::wire::ClientEvent;
use shared::{Percent, RoomCode, UserId};
use socketio::{Ack, Encoded, Socket};
use tokio::time::Instant;

use crate::fault::refuse;
use crate::metrics;
use crate::peers::message::{self, Attached, GatewayMessage, PeerMessage, RoomMessage};
use crate::peers::{EngineId, Found, Peers};
use crate::race::EventError;
use crate::room::{Action, Listener, Reply, RoomCommand};
use crate::session::SessionError;
use crate::store::StoreError;

/// The pause between two checks for missed messages.
const SYNC_EVERY: Duration = Duration::from_millis(500);

/// The pause before the owner is looked up again.
const SEARCH_EVERY: Duration = Duration::from_millis(50);

/// The time for which a dead engine is not contacted although the room's snapshot still names it as the owner.
const GONE_FOR: Duration = Duration::from_secs(2);

/// The time in which an owner has to answer a new session or a check.
const ATTACH_LIMIT: Duration = Duration::from_millis(300);

/// The maximum number of unanswered commands; the next one fails with [`SessionError::RoomBusy`].
const UNANSWERED: usize = 1024;

/// The number of checks without a socket or command after which the lobby forgets the gateway.
const IDLE_CHECKS: u32 = 20;

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

/// The news of a gateway.
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
pub(crate) struct FromRoom {
    pub(crate) engine: EngineId,
    pub(crate) session: u64,
    pub(crate) message: FromOwner,
}

/// A message of an owner to a gateway.
#[derive(Debug)]
pub(crate) enum FromOwner {
    Message { number: u64, message: RoomMessage },
    Synced { sent: u64 },
    Detached,
}

/// A socket that stays in this process when its room moves to another engine, and the unsaved state of its racer.
#[derive(Debug)]
pub(crate) struct LeftBehind {
    pub(crate) user: UserId,
    pub(crate) socket: Socket,
    /// The number of the racer's last join, if they have joined.
    pub(crate) ticket: Option<u64>,
    /// The share of the text that is typed, while the race runs.
    pub(crate) typed: Option<Percent>,
    /// A finish that is not recorded yet.
    pub(crate) finish: Option<FinishReport>,
    /// The acknowledgments that wait for the result of this finish.
    pub(crate) acks: Vec<Ack>,
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
    /// The sockets of the room at this engine.
    members: Vec<Member>,
    /// The number of the socket that entered last.
    last_socket: u64,
    /// The commands that wait for an answer, in the order in which they came.
    unanswered: VecDeque<Unanswered>,
    /// The number of the command that was kept last.
    last_command: u64,
    /// The recipient of everything that arrives here, once the room runs in this process or another gateway has
    /// replaced this one.
    successor: Option<Recipient<RoomCommand>>,
    /// True once this engine is about to end: sockets that close do not leave the room.
    keeps_seats: bool,
    /// The number of checks since the last socket or command.
    idle_checks: u32,
    timer: Option<SpawnHandle>,
}

/// The state of the connection to the owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// A lookup is under way.
    Unknown,
    /// A session or a check was begun with the given engine, which has not answered yet.
    Asked(EngineId),
    /// The given engine has answered in the current session.
    Attached(EngineId),
}

/// A socket of the room at this engine.
struct Member {
    number: u64,
    user: UserId,
    socket: Socket,
    /// Set once the socket has joined.
    ticket: Option<u64>,
    /// The last progress that the racer reported.
    typed: Option<Percent>,
}

/// A command that is kept until the owner answers it.
struct Unanswered {
    number: u64,
    socket: u64,
    user: UserId,
    action: Action,
    username: Option<String>,
    ack: Option<Ack>,
}

impl Gateway {
    /// Returns a gateway to the room `code`, with the sockets that the room left in this process.
    pub(crate) fn new(code: RoomCode, links: GatewayLinks, left: Vec<LeftBehind>) -> Self {
        let mut gateway = Self {
            code,
            links,
            owner: Owner::Unknown,
            avoided: None,
            session: 0,
            sent: 0,
            received: 0,
            members: Vec::new(),
            last_socket: 0,
            unanswered: VecDeque::new(),
            last_command: 0,
            successor: None,
            keeps_seats: false,
            idle_checks: 0,
            timer: None,
        };
        for LeftBehind { user, socket, ticket, typed, finish, acks } in left {
            let number = gateway.enter(user, socket, ticket, typed);
            if let Some(report) = finish {
                let acks: Vec<_> = if acks.is_empty() { vec![None] } else { acks.into_iter().map(Some).collect() };
                for ack in acks {
                    gateway.keep(number, user, Action::Event(ClientEvent::Finish(report.clone())), None, ack);
                }
            }
        }
        gateway
    }

    fn enter(&mut self, user: UserId, socket: Socket, ticket: Option<u64>, typed: Option<Percent>) -> u64 {
        self.last_socket += 1;
        self.members.push(Member { number: self.last_socket, user, socket, ticket, typed });
        self.last_socket
    }

    fn keep(&mut self, socket: u64, user: UserId, action: Action, username: Option<String>, ack: Option<Ack>) {
        self.last_command += 1;
        let number = self.last_command;
        self.unanswered.push_back(Unanswered { number, socket, user, action, username, ack });
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
        let RoomCommand { user, socket, action, username, ack, .. } = command;
        // Only sockets of this process send to a gateway.
        let Listener::Here(socket) = socket else { return };
        let ack = if let Some(Reply::Here(ack)) = ack { Some(ack) } else { None };
        let known = self.members.iter().position(|member| member.socket.same_as(&socket));
        let index = match (known, &action) {
            (Some(index), _) => index,
            (None, Action::Event(ClientEvent::Join) | Action::Return(_)) => {
                let ticket = if let Action::Return(ticket) = action { Some(ticket) } else { None };
                self.enter(user, socket.clone(), ticket, None);
                self.members.len() - 1
            }
            (None, Action::Leave) => return,
            (None, _) => {
                return refuse(&socket, action.name(), &EventError::NotJoined, ack.map(Reply::Here));
            }
        };
        let number = self.members[index].number;
        match action {
            Action::Event(ClientEvent::Typing(percent)) if ack.is_none() => {
                self.members[index].typed = Some(percent);
                self.send_if_attached(None, number, user, Action::Event(ClientEvent::Typing(percent)), username);
            }
            Action::Leave => {
                self.members.remove(index);
                self.unanswered.retain(|command| command.socket != number);
                if !self.keeps_seats {
                    self.send_if_attached(None, number, user, Action::Leave, None);
                }
            }
            action => {
                if self.unanswered.len() >= UNANSWERED {
                    let busy = SessionError::RoomBusy;
                    return refuse(&socket, action.name(), &busy, ack.map(Reply::Here));
                }
                if let Action::Event(ClientEvent::Typing(percent)) = action {
                    self.members[index].typed = Some(percent);
                }
                self.keep(number, user, action.clone(), username.clone(), ack);
                self.send_if_attached(Some(self.last_command), number, user, action, username);
            }
        }
    }
}

impl Handler<FromRoom> for Gateway {
    type Result = ();

    fn handle(&mut self, FromRoom { engine, session, message }: FromRoom, ctx: &mut Self::Context) {
        let is_owner = matches!(self.owner, Owner::Asked(owner) | Owner::Attached(owner) if owner == engine);
        if !is_owner || session != self.session || self.successor.is_some() {
            // A message of a former owner, or one from before the current session.
            return;
        }
        self.owner = Owner::Attached(engine);
        match message {
            FromOwner::Message { number, message } if number == self.received + 1 => {
                self.received = number;
                self.deliver(message);
            }
            FromOwner::Synced { sent } if sent == self.received => {}
            FromOwner::Message { .. } | FromOwner::Synced { .. } => {
                metrics::count(metrics::GAPS_MENDED);
                tracing::warn!(room.id = %self.code, engine.id = %engine, "a message of the room was missed; reattaching");
                self.attach(engine, ctx);
            }
            FromOwner::Detached => {
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
        let received_at = Instant::now();
        let send = |user, socket: &Socket, action, username, ack: Option<Ack>| {
            let (socket, ack) = (Listener::Here(socket.clone()), ack.map(Reply::Here));
            room.do_send(RoomCommand { user, socket, action, username, ack, received_at });
        };
        let unanswered = std::mem::take(&mut self.unanswered);
        let (joins, rest): (Vec<_>, Vec<_>) = unanswered.into_iter().partition(Unanswered::is_join);
        let members = std::mem::take(&mut self.members);
        let socket_of = |command: &Unanswered| {
            members.iter().find(|member| member.number == command.socket).map(|member| &member.socket)
        };
        for member in &members {
            if let Some(ticket) = member.ticket {
                send(member.user, &member.socket, Action::Return(ticket), None, None);
            }
        }
        for command in joins {
            let Some(socket) = socket_of(&command) else { continue };
            send(command.user, socket, command.action, command.username, command.ack);
        }
        for member in &members {
            if let Some(percent) = member.typed {
                send(member.user, &member.socket, Action::Event(ClientEvent::Typing(percent)), None, None);
            }
        }
        for command in rest {
            let Some(socket) = socket_of(&command) else { continue };
            send(command.user, socket, command.action, command.username, command.ack);
        }
        self.successor = Some(room);
    }
}

impl Gateway {
    fn notify_lobby(&self, finding: Finding, ctx: &mut Context<Self>) {
        let (code, gateway) = (self.code, ctx.address());
        self.links.lobby.do_send(GatewayNews { code, gateway, finding });
    }

    /// Looks up the owner and attaches to it.
    fn search(&mut self, ctx: &mut Context<Self>) {
        if self.successor.is_some() {
            return;
        }
        self.owner = Owner::Unknown;
        let found = self.links.peers.find(self.code).into_actor(self);
        ctx.spawn(found.map(|found, gateway, ctx| gateway.found(found, ctx)));
    }

    fn search_later(&mut self, ctx: &mut Context<Self>) {
        self.owner = Owner::Unknown;
        ctx.run_later(SEARCH_EVERY, |gateway, ctx| {
            if gateway.owner == Owner::Unknown {
                gateway.search(ctx);
            }
        });
    }

    fn found(&mut self, found: Result<Option<Found>, StoreError>, ctx: &mut Context<Self>) {
        if self.owner != Owner::Unknown || self.successor.is_some() {
            return;
        }
        match found {
            Ok(Some(found)) if found.owner == self.links.peers.me() => {
                self.notify_lobby(Finding::Ours(found), ctx);
                self.search_later(ctx);
            }
            Ok(Some(found)) if self.avoids(found.owner) => self.search_later(ctx),
            Ok(Some(found)) => self.attach(found.owner, ctx),
            Ok(None) => self.close(ctx),
            Err(_) => self.search_later(ctx),
        }
    }

    fn avoids(&self, engine: EngineId) -> bool {
        self.avoided.is_some_and(|(avoided, until)| avoided == engine && Instant::now() < until)
    }

    /// Begins a session with `owner`. The order matters: joined sockets, pending joins, progress, all other pending
    /// commands.
    fn attach(&mut self, owner: EngineId, ctx: &mut Context<Self>) {
        self.owner = Owner::Asked(owner);
        self.session = rand::random();
        (self.sent, self.received) = (0, 0);
        let attached = |member: &Member| {
            let ticket = member.ticket?;
            Some(Attached { socket: member.number, user: member.user, ticket })
        };
        self.send(owner, GatewayMessage::Attach { sockets: self.members.iter().filter_map(attached).collect() });
        let (mut first, mut rest) = (Vec::new(), Vec::new());
        for command in &self.unanswered {
            let message = command.message();
            if command.is_join() { first.push(message) } else { rest.push(message) }
        }
        for member in &self.members {
            if let Some(percent) = member.typed {
                let (socket, user, action) = (member.number, member.user, Action::Event(ClientEvent::Typing(percent)));
                first.push(GatewayMessage::Command { answer: None, socket, user, action, username: None });
            }
        }
        first.into_iter().chain(rest).for_each(|message| self.send(owner, message));
        self.sync(owner, ctx);
    }

    /// Asks `owner` whether a message was missed, and looks it up again if it does not answer in time.
    fn sync(&mut self, owner: EngineId, ctx: &mut Context<Self>) {
        self.send(owner, GatewayMessage::Sync);
        let session = self.session;
        ctx.run_later(ATTACH_LIMIT, move |gateway, ctx| {
            if gateway.session == session && gateway.owner == Owner::Asked(owner) {
                gateway.search(ctx);
            }
        });
    }

    fn send(&mut self, owner: EngineId, message: GatewayMessage) {
        self.sent += 1;
        let (code, session, number) = (self.code, self.session, self.sent);
        message::send(&*self.links.peers, owner, &PeerMessage::ToRoom { code, session, number, message });
    }

    fn send_if_attached(
        &mut self,
        answer: Option<u64>,
        socket: u64,
        user: UserId,
        action: Action,
        username: Option<String>,
    ) {
        if let Owner::Asked(owner) | Owner::Attached(owner) = self.owner {
            self.send(owner, GatewayMessage::Command { answer, socket, user, action, username });
        }
    }

    /// Passes an event or an answer of the owner on to the sockets that it is for.
    fn deliver(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Event { to, name, data } => {
                let encoded = Encoded::json_event(&name, &data);
                self.members.iter().filter(|member| to.contains(&member.number)).for_each(|m| m.socket.send(&encoded));
            }
            RoomMessage::Answer { command, data } => self.answer(command, &data),
            RoomMessage::Joined { socket, ticket } => {
                if let Some(member) = self.members.iter_mut().find(|member| member.number == socket) {
                    member.ticket = Some(ticket);
                }
            }
            RoomMessage::Disconnect { socket } => {
                let Some(index) = self.members.iter().position(|member| member.number == socket) else { return };
                self.members.remove(index).socket.disconnect();
                self.unanswered.retain(|command| command.socket != socket);
            }
        }
    }

    fn answer(&mut self, command: u64, data: &RawValue) {
        let Some(index) = self.unanswered.iter().position(|kept| kept.number == command) else { return };
        if let Some(Unanswered { ack: Some(ack), .. }) = self.unanswered.remove(index) {
            // An acknowledgment takes no JSON text.
            ack.send(&serde_json::from_str::<Value>(data.get()).unwrap_or_default());
        }
    }

    fn check_regularly(&mut self, ctx: &mut Context<Self>) {
        self.timer = Some(ctx.run_interval(SYNC_EVERY, Self::check));
    }

    fn stop_checking(&mut self, ctx: &mut Context<Self>) {
        self.timer.take().into_iter().for_each(|timer| _ = ctx.cancel_future(timer));
    }

    /// Asks the owner whether a message was missed. Retires the gateway after [`IDLE_CHECKS`] without a socket or
    /// command.
    fn check(&mut self, ctx: &mut Context<Self>) {
        if self.members.is_empty() && self.unanswered.is_empty() {
            self.idle_checks += 1;
            if self.idle_checks >= IDLE_CHECKS {
                self.notify_lobby(Finding::Idle, ctx);
                self.stop_checking(ctx);
            }
            return;
        }
        self.idle_checks = 0;
        if let Owner::Attached(owner) = self.owner {
            // The owner may be dead until it answers.
            self.owner = Owner::Asked(owner);
            self.sync(owner, ctx);
        }
    }

    /// Answers all pending commands with [`SessionError::RoomClosed`], and reports to the lobby that the room is
    /// closed.
    fn close(&mut self, ctx: &mut Context<Self>) {
        for command in std::mem::take(&mut self.unanswered) {
            let Some(member) = self.members.iter().find(|member| member.number == command.socket) else { continue };
            let closed = SessionError::RoomClosed;
            refuse(&member.socket, command.action.name(), &closed, command.ack.map(Reply::Here));
        }
        self.members.clear();
        self.owner = Owner::Unknown;
        self.stop_checking(ctx);
        self.notify_lobby(Finding::Gone, ctx);
    }
}

impl Unanswered {
    fn is_join(&self) -> bool {
        matches!(self.action, Action::Event(ClientEvent::Join) | Action::Return(_))
    }

    fn message(&self) -> GatewayMessage {
        let Self { number, socket, user, ref action, ref username, .. } = *self;
        GatewayMessage::Command {
            answer: Some(number),
            socket,
            user,
            action: action.clone(),
            username: username.clone(),
        }
    }
}

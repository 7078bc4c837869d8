//! A room: one race, as this engine knows it.
//!
//! There is one actor for each engine and room code, for as long as the engine owns the room or has a socket in it. Its
//! [role](Role) changes: the owner runs the race ([`Owner`]) and speaks to the guests at other engines ([`Sessions`]); a
//! guest passes on what its sockets and the owner say to each other ([`Guest`]). The sockets of this engine
//! ([`Locals`]) stay where they are when the role changes, and so does the address that their sessions hold.
//!
//! Sessions send it [`RoomCommand`]s, the lobby [`TakeSeat`], and other engines [`FromGuest`] and [`FromOwner`]. It
//! reports its occupancy to the lobby while it owns the room. A change is announced once a snapshot with that change is
//! safe, so that a race survives its process.

mod address;
mod clock;
mod guest;
mod locals;
mod owned;
mod owner;
mod results;
mod sessions;
mod snapshot;
mod snapshots;
#[cfg(test)]
pub(crate) mod tests;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use actix::{
    Actor, ActorContext as _, ActorFutureExt as _, AsyncContext as _, Context, Handler, Message, Recipient,
    ResponseFuture, Running, SpawnHandle, WrapFuture as _,
};
use shared::RoomCode;
use shared::messages::{LinkError, RecordResult, TakeSeat, TakeSeatError, TakenSeat};
use shared::wire::{ClientEvent, ClientMessage, ServerEvent};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::client::{Refusal, RoomCommand, emit, fault, refuse};
use crate::ids::EngineId;
use crate::limits::ANNOUNCE_AFTER;
use crate::metrics;
use crate::occupancy::{Occupancy, RoomKind};
use crate::peers::Peers;
use crate::peers::message::{self, Attached, GuestMessage, OwnerMessage, PeerMessage};
use crate::race::Phase;
use crate::rooms::Rooms;
use crate::store::{KeptRoom, Revision, RoomStore, Saved, StoreError};

use address::{Address, Call};
use guest::{Guest, Step};
use locals::{Locals, must_be_answered};
use owned::Owned;
use owner::{Input, refusal};
use sessions::Sessions;
use snapshots::Snapshots;

pub(crate) use owned::HandOver;
pub(crate) use snapshot::RoomSnapshot;

/// The capacity of a room's mailbox; when it is full, a client's event is refused with a `fault`. All racers of the
/// largest room, typing at top speed, send fewer commands in a quarter of a second.
const MAILBOX: usize = 1024;

/// The links of a room to the rest of its engine.
#[derive(Clone)]
pub(crate) struct RoomLinks {
    /// The lobby, which receives the room's news.
    pub(crate) lobby: Recipient<RoomNews>,
    /// The recorder, which receives results.
    pub(crate) recorder: Recipient<RecordResult>,
    /// The store of snapshots, if there is one.
    pub(crate) store: Option<Arc<dyn RoomStore>>,
    /// The transport to other engines; `None` when there can be none.
    pub(crate) peers: Option<Arc<dyn Peers>>,
    /// The list of rooms, which this one leaves when it ends.
    pub(crate) rooms: Rooms<Room>,
}

/// Room to lobby: something changed.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct RoomNews {
    pub(crate) code: RoomCode,
    pub(crate) news: News,
}

#[derive(Debug)]
pub(crate) enum News {
    /// This engine owns the room, which has this occupancy now.
    Occupancy(RoomKind, Occupancy),
    /// The room is closed, or was aborted.
    Closed,
    /// Another engine owns the room now, this one if it is known.
    Moved(Option<EngineId>),
    /// The store says that this engine owns the room, which is a guest's here.
    Ours(KeptRoom),
    /// Another engine takes this one for the owner, which it may be about to become.
    Misdirected(FromGuest),
}

/// Lobby to room: this engine owns the room, which has this snapshot. Ignored if the room knows of a later one.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct Own {
    pub(crate) snapshot: Box<RoomSnapshot>,
    pub(crate) age: Duration,
    pub(crate) revision: Revision,
}

/// Lobby to room: these engines are dead, or the lease of this one had lapsed.
#[derive(Debug, Clone, Message)]
#[rtype(result = "()")]
pub(crate) struct EnginesChanged {
    pub(crate) gone: Arc<[EngineId]>,
}

/// Lobby to room: this engine is about to end. A socket that closes from now on has moved to another engine, so its
/// racer keeps the seat if the room has moved too.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub(crate) struct KeepSeats;

/// A message of a guest at another engine.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct FromGuest {
    pub(crate) engine: EngineId,
    pub(crate) session: u64,
    pub(crate) number: u64,
    pub(crate) message: GuestMessage,
}

/// A message of the owner at another engine.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct FromOwner {
    pub(crate) engine: EngineId,
    pub(crate) session: u64,
    pub(crate) message: OwnerMessage,
}

/// A room, as this engine knows it.
pub(crate) struct Room {
    code: RoomCode,
    locals: Locals,
    role: Role,
    links: RoomLinks,
    /// Raised at each change of the role. What was begun in an earlier one has no effect when it ends.
    generation: u64,
    /// True once this engine is about to end.
    keeps_seats: bool,
    /// True once the actor ends although sessions may hold its address: the race is over.
    is_over: bool,
    /// The next moment at which the role has something to do, and the timer for it.
    timer: Option<(Instant, SpawnHandle)>,
}

/// The role of an engine for a room.
enum Role {
    /// It runs the race.
    Owner(Box<Owned>),
    /// It writes the snapshot that makes the given engine the owner. Commands wait among the [`Locals`].
    Moving(EngineId, Box<Owned>),
    /// Another engine runs the race, or this one does not know that it has to.
    Guest(Guest),
}

impl Room {
    /// Returns a room that this engine owns, from `snapshot`, which has this `revision` and was written `age` ago.
    pub(crate) fn owner(
        code: RoomCode,
        snapshot: RoomSnapshot,
        age: Duration,
        revision: Revision,
        links: RoomLinks,
    ) -> Self {
        let sessions = Sessions::new(code, links.peers.clone());
        let snapshots = Snapshots::new(links.store.clone(), revision);
        let owned = Owned::new(code, snapshot, age, sessions, snapshots);
        Self { role: Role::Owner(Box::new(owned)), ..Self::guest(code, links) }
    }

    /// Returns a room that another engine owns.
    pub(crate) fn guest(code: RoomCode, links: RoomLinks) -> Self {
        Self {
            code,
            locals: Locals::new(),
            role: Role::Guest(Guest::new(code)),
            links,
            generation: 0,
            keeps_seats: false,
            is_over: false,
            timer: None,
        }
    }

    /// Sends `opened` once the first snapshot of the room is safe, so that other engines can find it.
    pub(crate) fn with_opened(mut self, opened: oneshot::Sender<()>) -> Self {
        if let Role::Owner(owned) = &mut self.role {
            owned.opened = Some(opened);
        }
        self
    }
}

impl Actor for Room {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
        self.start(ctx);
    }

    fn stopping(&mut self, ctx: &mut Self::Context) -> Running {
        let must_end = self.is_over || std::thread::panicking();
        let is_retired = self.links.rooms.retire(self.code, || !must_end && ctx.connected());
        if is_retired { Running::Stop } else { Running::Continue }
    }

    /// Also runs after a handler has panicked. The racers are then notified, and the race is not used again.
    fn stopped(&mut self, _: &mut Self::Context) {
        if !std::thread::panicking() {
            return;
        }
        metrics::count(metrics::ROOM_PANICS);
        match &mut self.role {
            Role::Owner(owned) | Role::Moving(_, owned) => {
                tracing::error!(race.id = %owned.owner.id(), "room panicked");
                owned.abort(&self.locals);
                // Recording a saved result again changes nothing.
                owned.owner.records().cloned().for_each(|result| self.links.recorder.do_send(result));
                owned.snapshots.remove(self.code);
                self.report(News::Closed);
            }
            Role::Guest(_) => {
                tracing::error!("room of another engine panicked");
                let event = ServerEvent::Fault(fault(ClientEvent::Join.name(), &Refusal::RaceBroken));
                self.locals.sockets().for_each(|socket| emit(socket, &event));
            }
        }
    }
}

impl Handler<RoomCommand> for Room {
    type Result = ();

    fn handle(&mut self, command: RoomCommand, ctx: &mut Self::Context) {
        match &mut self.role {
            Role::Owner(_) => {
                let has_more = self.command(command);
                self.settle(has_more, ctx);
            }
            Role::Moving(..) => _ = self.locals.take(command, self.code, self.keeps_seats),
            Role::Guest(guest) => {
                let Some(peers) = &self.links.peers else { return };
                let message = self.locals.take(command, self.code, self.keeps_seats);
                let step = message.map_or(Step::Nothing, |message| guest.send(message, &self.locals, &**peers));
                self.follow(step, ctx);
            }
        }
    }
}

impl Handler<TakeSeat> for Room {
    type Result = ResponseFuture<Result<TakenSeat, TakeSeatError>>;

    fn handle(&mut self, request: TakeSeat, ctx: &mut Self::Context) -> Self::Result {
        let (answer, answered) = oneshot::channel();
        if let Role::Owner(owned) = &mut self.role {
            owned.take_seat(request, answer, &mut self.locals);
            // The lobby counts the seat as the racer's until the next report, even if the request is refused.
            owned.reported = None;
            self.settle(true, ctx);
        }
        // If another engine owns the room, or does before the seat is safe, the lobby retries there.
        Box::pin(async { answered.await.unwrap_or(Err(LinkError::Unreachable.into())) })
    }
}

impl Handler<FromGuest> for Room {
    type Result = ();

    fn handle(&mut self, from: FromGuest, ctx: &mut Self::Context) {
        match &self.role {
            Role::Owner(_) => {
                self.receive(from);
                self.settle(true, ctx);
            }
            // The guest is detached after the move, and sends the message again to the new owner.
            Role::Moving(..) => {}
            Role::Guest(_) => self.report(News::Misdirected(from)),
        }
    }
}

impl Handler<FromOwner> for Room {
    type Result = ();

    fn handle(&mut self, FromOwner { engine, session, message }: FromOwner, ctx: &mut Self::Context) {
        if let (Role::Guest(guest), Some(peers)) = (&mut self.role, &self.links.peers) {
            let step = guest.receive(engine, session, message, &mut self.locals, &**peers);
            self.follow(step, ctx);
        }
    }
}

impl Handler<Own> for Room {
    type Result = ();

    fn handle(&mut self, Own { snapshot, age, revision }: Own, ctx: &mut Self::Context) {
        if let Role::Owner(owned) | Role::Moving(_, owned) = &mut self.role {
            if owned.snapshots.revision() >= revision {
                // The lobby does not know that the room runs here, or has closed.
                owned.reported = None;
                owned.has_closed = owned.owner.phase() == Phase::Closed;
                return self.settle(true, ctx);
            }
            // Another engine has owned the room since, and is dead.
            owned.sessions.detach_all();
        }
        let (code, links) = (self.code, self.links.clone());
        let Self { role, .. } = Self::owner(code, *snapshot, age, revision, links);
        self.change_role(role, ctx);
        self.start(ctx);
    }
}

impl Handler<HandOver> for Room {
    type Result = ();

    fn handle(&mut self, hand_over: HandOver, ctx: &mut Self::Context) {
        if let Role::Owner(owned) = &mut self.role {
            owned.hand_over = Some(hand_over);
            self.settle(true, ctx);
        }
    }
}

impl Handler<EnginesChanged> for Room {
    type Result = ();

    fn handle(&mut self, EnginesChanged { gone }: EnginesChanged, ctx: &mut Self::Context) {
        for engine in gone.iter().copied() {
            match &mut self.role {
                Role::Owner(owned) | Role::Moving(_, owned) => {
                    owned.sessions.forget(engine);
                    owned.handle(Input::Lose(engine), None, &mut self.locals);
                }
                Role::Guest(guest) => {
                    let step = guest.engine_gone(engine, &self.locals);
                    self.follow(step, ctx);
                }
            }
        }
        if let Role::Owner(owned) = &mut self.role {
            // A room in which nothing happens would not notice that another engine owns it, and leave the sockets here
            // without news of the race.
            owned.snapshots.notice_lapse();
            self.settle(true, ctx);
        }
    }
}

impl Handler<KeepSeats> for Room {
    type Result = ();

    fn handle(&mut self, _: KeepSeats, _: &mut Self::Context) {
        self.keeps_seats = true;
    }
}

/// The room as the owner.
impl Room {
    /// Begins to run the race, if this engine owns it.
    fn start(&mut self, ctx: &mut Context<Self>) {
        if let Role::Owner(owned) = &mut self.role {
            owned.start(&mut self.locals);
            self.settle(true, ctx);
        }
    }

    /// Performs a command of a socket of this engine. Returns false if only a racer's progress has changed.
    fn command(&mut self, command: RoomCommand) -> bool {
        let Self { locals, role: Role::Owner(owned), .. } = self else { return false };
        let name = command.name();
        let RoomCommand { user, socket, event, username, ack, received_at } = command;
        let known = locals.number_of(user, &socket);
        let Some(event) = event else {
            let Some(number) = known else { return false };
            let has_more = owned.handle(Input::Leave(user, Address::here(number)), Some(received_at), locals);
            locals.remove(number);
            return has_more;
        };
        let must_be_kept = must_be_answered(&event, ack.as_ref());
        if must_be_kept && locals.are_full() {
            refuse(&socket, name, &Refusal::RoomBusy, ack);
            return false;
        }
        let number = known.unwrap_or_else(|| locals.enter(user, socket));
        let from = Address::here(number);
        if let ClientEvent::Typing(percent) = event {
            locals.set_typed(number, percent);
        }
        let has_more = if must_be_kept {
            let kept = locals.keep(number, user, event, username, ack, received_at);
            owned.call(kept, received_at, locals);
            true
        } else {
            let (event, username) = (Cow::Owned(event), username.as_deref());
            let call = Call { user, from, event, username, reply: None, received_at };
            owned.handle(Input::Call(call), Some(received_at), locals)
        };
        if known.is_none() && !owned.owner.has(user, from) {
            // The event was refused, and the socket is not in the room.
            locals.remove(number);
        }
        has_more
    }

    /// Handles a message of a guest.
    fn receive(&mut self, FromGuest { engine, session, number, message }: FromGuest) {
        let Self { locals, role: Role::Owner(owned), .. } = self else { return };
        if let GuestMessage::Attach { sockets } = message {
            owned.sessions.begin(engine, session);
            owned.handle(Input::Attach(engine, &sockets), None, locals);
            return;
        }
        if !owned.sessions.accept(engine, session, number) {
            return;
        }
        match message {
            GuestMessage::Event { answer, socket, user, name, payload, age_ms } => {
                let from = Address::at(engine, socket);
                let reply = answer.map(|command| Address::at(engine, command));
                let now = Instant::now();
                let received_at = now.checked_sub(Duration::from_millis(age_ms)).unwrap_or(now);
                match ClientMessage::read(&name, payload.get()) {
                    Ok(ClientMessage { username, event, .. }) => {
                        let (event, username) = (Cow::Owned(event), username.as_deref());
                        let call = Call { user, from, event, username, reply, received_at };
                        owned.handle(Input::Call(call), Some(received_at), locals);
                    }
                    Err(error) => owned.refuse(refusal(from, &name, &Refusal::from(error), reply), locals),
                }
            }
            GuestMessage::Return(attached) => {
                let Attached { socket, .. } = attached;
                owned.handle(Input::Return(attached, Address::at(engine, socket)), None, locals);
            }
            GuestMessage::Leave { socket, user } => {
                owned.handle(Input::Leave(user, Address::at(engine, socket)), None, locals);
            }
            GuestMessage::Sync => owned.sessions.sync(engine),
            GuestMessage::Attach { .. } => {}
        }
    }

    /// Does what follows from an input: records results, saves what has changed, reports to the lobby, sets the timer,
    /// and hands the room over or ends. Every handler of the owner ends with this; with `has_more` false, only
    /// a racer's progress has changed, which affects neither the occupancy nor the next deadline.
    fn settle(&mut self, has_more: bool, ctx: &mut Context<Self>) {
        let Role::Owner(owned) = &mut self.role else { return };
        let results = std::mem::take(&mut owned.to_record);
        results.into_iter().for_each(|result| self.record(result, ctx));
        self.save(ctx);
        if has_more {
            self.report_changes(ctx);
            self.hand_over(ctx);
        }
    }

    fn report_changes(&mut self, ctx: &mut Context<Self>) {
        let Role::Owner(owned) = &mut self.role else { return };
        let phase = owned.owner.phase();
        owned.meters.update(phase, owned.owner.racers().count());
        let is_saving = !owned.snapshots.are_safe();
        if phase == Phase::Closed {
            let is_done = !owned.owner.has_pending_results() && !is_saving;
            if is_done {
                owned.snapshots.remove(self.code);
            }
            if std::mem::take(&mut owned.has_closed) {
                self.report(News::Closed);
            }
            if is_done {
                self.is_over = true;
                ctx.stop();
            }
            return;
        }
        let (occupancy, deadline) = (owned.owner.occupancy(is_saving), owned.owner.deadline());
        if owned.reported.as_ref() != Some(&occupancy) {
            owned.reported = Some(occupancy.clone());
            let kind = owned.owner.kind();
            self.report(News::Occupancy(kind, occupancy));
        }
        self.set_timer(deadline, ctx);
    }

    /// Sends a result to the recorder, which answers once it is saved or refused for good, and announces the finish.
    fn record(&self, record: RecordResult, ctx: &mut Context<Self>) {
        let user = record.result.user_id;
        let recording = self.links.recorder.send(record).into_actor(self);
        let generation = self.generation;
        ctx.spawn(recording.map(move |answer, room, ctx| {
            let recorded = answer.ok().and_then(Result::ok);
            room.later(generation, Input::Recorded(user, recorded), ctx);
        }));
        ctx.run_later(ANNOUNCE_AFTER, move |room, ctx| room.later(generation, Input::Due(user), ctx));
    }

    /// Handles an input that was expected in the role of this generation.
    fn later(&mut self, generation: u64, input: Input<'_>, ctx: &mut Context<Self>) {
        if let Role::Owner(owned) | Role::Moving(_, owned) = &mut self.role
            && self.generation == generation
        {
            owned.handle(input, None, &mut self.locals);
            self.settle(true, ctx);
        }
    }

    /// Writes a snapshot if something has changed and none is being written. Called again when that one is done.
    fn save(&mut self, ctx: &mut Context<Self>) {
        if let Role::Owner(owned) = &mut self.role
            && owned.snapshots.are_due()
        {
            self.write(None, ctx);
        }
    }

    /// Writes a snapshot. With `successor`, it makes that engine the owner.
    fn write(&mut self, successor: Option<EngineId>, ctx: &mut Context<Self>) {
        let (Role::Owner(owned) | Role::Moving(_, owned)) = &mut self.role else { return };
        let (began, generation) = (Instant::now(), self.generation);
        let snapshot = serde_json::to_vec(&owned.owner.snapshot(began)).expect("a snapshot is serializable");
        let bytes = snapshot.len();
        let Some(saving) = owned.snapshots.write(self.code, snapshot, successor) else { return };
        ctx.spawn(saving.into_actor(self).map(move |saved, room, ctx| {
            match saved {
                Ok(_) => metrics::snapshot_saved(began, bytes),
                Err(_) => metrics::count(metrics::SNAPSHOTS_FAILED),
            }
            if room.generation == generation {
                room.saved(saved, ctx);
            }
        }));
    }

    /// Handles the outcome of a snapshot, and performs the effects that waited for it.
    fn saved(&mut self, saved: Result<Saved, StoreError>, ctx: &mut Context<Self>) {
        let saved = match (&self.role, saved) {
            (Role::Guest(_), _) => return,
            (Role::Moving(to, _), Ok(_)) => return self.moved_to(*to, ctx),
            (Role::Owner(_) | Role::Moving(..), Err(StoreError::Lost)) => return self.lose(ctx),
            (Role::Owner(_) | Role::Moving(..), saved) => saved.ok(),
        };
        self.stay();
        let Role::Owner(owned) = &mut self.role else { return };
        let number = owned.snapshots.saved(saved);
        // Before the effects, which may show that all changes are safe, and new ones are not.
        self.save(ctx);
        if let Role::Owner(owned) = &mut self.role {
            owned.perform_waiting(number, &mut self.locals);
        }
        self.settle(true, ctx);
    }
}

/// The changes of the role.
impl Room {
    /// Writes the snapshot for a new owner, if a move is pending and all changes are safe: then no effect waits, and
    /// none is lost with the room.
    fn hand_over(&mut self, ctx: &mut Context<Self>) {
        let Role::Owner(owned) = &mut self.role else { return };
        let Some(HandOver { to, while_waiting }) = owned.hand_over else { return };
        let phase = owned.owner.phase();
        if !owned.snapshots.are_safe() || phase == Phase::Closed {
            return;
        }
        owned.hand_over = None;
        if while_waiting && !matches!(phase, Phase::Waiting { .. }) {
            return;
        }
        if let Role::Owner(owned) = std::mem::replace(&mut self.role, Role::Guest(Guest::new(self.code))) {
            self.role = Role::Moving(to, owned);
            self.write(Some(to), ctx);
        }
    }

    /// Ends a move whose snapshot could not be written: this engine stays the owner, takes the commands that have
    /// arrived since, and announces nothing until another snapshot has shown that it owns the room.
    fn stay(&mut self) {
        let (to, mut owned) = match std::mem::replace(&mut self.role, Role::Guest(Guest::new(self.code))) {
            Role::Moving(to, owned) => (to, owned),
            role => return self.role = role,
        };
        tracing::warn!(race.id = %owned.owner.id(), engine.id = %to, "room not handed over: its snapshot was not written");
        owned.snapshots.mark_changed();
        let has_closed = |number| self.locals.socket(number).is_none();
        let left = owned.owner.racers().filter(|(_, from)| from.engine.is_none() && has_closed(from.number));
        for (user, from) in left.collect::<Vec<_>>() {
            owned.handle(Input::Leave(user, from), None, &mut self.locals);
        }
        owned.repeat_calls(&mut self.locals);
        self.role = Role::Owner(owned);
    }

    /// Ends a move: the engine `to` owns the room now.
    fn moved_to(&mut self, to: EngineId, ctx: &mut Context<Self>) {
        metrics::count(metrics::ROOMS_HANDED_OVER);
        tracing::info!(engine.id = %to, "room handed over");
        if let Some(peers) = &self.links.peers {
            // Before the guests are detached, so that they find the new owner ready.
            message::send(&**peers, to, &PeerMessage::TakeOver { code: self.code });
        }
        self.become_guest(Some(to), ctx);
    }

    /// Gives the room up after a snapshot was refused because another engine owns the room.
    fn lose(&mut self, ctx: &mut Context<Self>) {
        metrics::count(metrics::WRITES_REFUSED);
        tracing::warn!("room lost to another engine");
        self.become_guest(None, ctx);
    }

    /// Drops the race, and attaches the sockets of this engine to the new owner. Whatever they have asked for and that
    /// was not answered is asked again there.
    fn become_guest(&mut self, successor: Option<EngineId>, ctx: &mut Context<Self>) {
        if let Role::Owner(owned) | Role::Moving(_, owned) = &self.role {
            owned.sessions.detach_all();
        }
        let mut guest = Guest::new(self.code);
        let step = guest.search(&self.locals);
        self.change_role(Role::Guest(guest), ctx);
        // The room is not closed, so the lobby gets no report that it is.
        self.report(News::Moved(successor));
        self.follow(step, ctx);
    }

    fn change_role(&mut self, role: Role, ctx: &mut Context<Self>) {
        self.set_timer(None, ctx);
        self.generation += 1;
        self.role = role;
    }
}

/// The room as a guest.
impl Room {
    /// Does what the guest asks for, and sets the timer.
    fn follow(&mut self, step: Step, ctx: &mut Context<Self>) {
        match step {
            Step::Nothing => {}
            Step::Search => self.search(ctx),
            // The lobby reads the snapshot. Until it has, the guest looks the room up again and again.
            Step::Claim(kept) => self.report(News::Ours(kept)),
            Step::Close => {
                self.locals.close();
                self.is_over = true;
                return ctx.stop();
            }
        }
        if let Role::Guest(guest) = &self.role {
            let deadline = guest.deadline();
            self.set_timer(deadline, ctx);
        }
    }

    fn search(&self, ctx: &mut Context<Self>) {
        let Some(peers) = self.links.peers.clone() else { return };
        let generation = self.generation;
        let found = peers.find(self.code).into_actor(self);
        ctx.spawn(found.map(move |found, room, ctx| {
            if let Role::Guest(guest) = &mut room.role
                && room.generation == generation
            {
                let step = guest.found(found, &room.locals, &*peers);
                room.follow(step, ctx);
            }
        }));
    }
}

impl Room {
    fn report(&self, news: News) {
        self.links.lobby.do_send(RoomNews { code: self.code, news });
    }

    fn set_timer(&mut self, deadline: Option<Instant>, ctx: &mut Context<Self>) {
        if self.timer.map(|(set_for, _)| set_for) == deadline {
            return;
        }
        if let Some((_, timer)) = self.timer.take() {
            ctx.cancel_future(timer);
        }
        self.timer = deadline.map(|deadline| {
            let timer = ctx.run_later(deadline.saturating_duration_since(Instant::now()), move |room, ctx| {
                room.timer = None;
                room.wake(deadline, ctx);
            });
            (deadline, timer)
        });
    }

    /// Does what was due at `deadline`.
    fn wake(&mut self, deadline: Instant, ctx: &mut Context<Self>) {
        match (&mut self.role, &self.links.peers) {
            (Role::Owner(owned), _) => {
                metrics::timer_fired(deadline.elapsed());
                owned.handle(Input::Tick, None, &mut self.locals);
                self.settle(true, ctx);
            }
            (Role::Guest(guest), Some(peers)) => {
                let step = guest.wake(&self.locals, &**peers);
                self.follow(step, ctx);
            }
            (Role::Moving(..) | Role::Guest(_), _) => {}
        }
    }
}

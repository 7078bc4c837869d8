//! A room: one race, as this engine knows it.
//!
//! There is one actor for each engine and room code, for as long as the engine owns the room or has a socket in it. Its
//! [role](Role) changes: the owner runs the race ([`Rules`]) and speaks to the guests at other engines ([`Sessions`]); a
//! guest passes on what its sockets and the owner say to each other ([`Guest`]). The sockets of this engine
//! ([`Locals`]) stay where they are when the role changes, and so does the address that their sessions hold.
//!
//! Sessions send it [`RoomCommand`]s and [`WatchCommand`]s, the lobby the requests of the api, and other engines
//! [`FromGuest`] and [`FromOwner`]. It reports its occupancy to the lobby while it owns the room. A change is announced
//! once a snapshot with that change is safe, so that a race survives its process.

mod address;
mod clock;
mod guest;
mod intake;
mod locals;
mod owner;
mod results;
mod roles;
mod rules;
mod sessions;
mod snapshot;
mod snapshots;
#[cfg(test)]
pub(crate) mod tests;
mod watchers;

use std::sync::Arc;
use std::time::Duration;

use actix::{
    Actor, ActorContext as _, ActorFutureExt as _, AsyncContext as _, Context, Handler, Message, Recipient,
    ResponseFuture, Running, SpawnHandle, WrapFuture as _,
};
use race::Phase;
use shared::RoomCode;
use shared::messages::{
    BeginRace, BeginRaceError, LinkError, RecordResult, RemoveRacer, RemoveRacerError, TakeSeat, TakeSeatError,
    TakenSeat,
};
use shared::wire::{ClientEvent, ServerEvent};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::client::{Refusal, RoomCommand, WatchCommand, emit, fault, turn_away};
use crate::ids::EngineId;
use crate::metrics;
use crate::occupancy::{Occupancy, RoomKind};
use crate::peers::Peers;
use crate::peers::message::{GuestMessage, OwnerMessage};
use crate::rooms::Rooms;
use crate::store::{KeptRoom, Revision, RoomStore};

use guest::{Guest, Step};
use locals::Locals;
use owner::Owner;
use rules::{Effect, Input, Rules};
use sessions::Sessions;
use snapshots::Snapshots;

pub(crate) use owner::HandOver;
pub(crate) use snapshot::RoomSnapshot;
pub(crate) use watchers::WatcherCount;

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
    /// The number of watchers of this engine.
    pub(crate) watchers: WatcherCount,
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
    Owned(KeptRoom),
    /// Another engine takes this one for the owner, which it may be about to become.
    Misdirected(FromGuest),
}

/// Lobby to room: this engine owns the room, which has this snapshot. Ignored if the room knows of a later one.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct TakeOwnership {
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
    /// True while the guest has watchers.
    pub(crate) watches: bool,
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
    /// The same for pictures, of watchers and racers.
    watch_timer: Option<(Instant, SpawnHandle)>,
}

/// The role of an engine for a room.
enum Role {
    /// It runs the race.
    Owner(Box<Owner>),
    /// It writes the snapshot that makes the given engine the owner. Commands wait among the [`Locals`].
    Moving(EngineId, Box<Owner>),
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
        let owner = Owner::new(code, snapshot, age, sessions, snapshots);
        Self { role: Role::Owner(Box::new(owner)), ..Self::guest(code, links) }
    }

    /// Returns a room that another engine owns.
    pub(crate) fn guest(code: RoomCode, links: RoomLinks) -> Self {
        Self {
            code,
            locals: Locals::new(links.watchers.clone()),
            role: Role::Guest(Guest::new(code)),
            links,
            generation: 0,
            keeps_seats: false,
            is_over: false,
            timer: None,
            watch_timer: None,
        }
    }

    /// Sends `opened` once the first snapshot of the room is safe, so that other engines can find it.
    pub(crate) fn with_opened(mut self, opened: oneshot::Sender<()>) -> Self {
        if let Role::Owner(owner) = &mut self.role {
            owner.opened = Some(opened);
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
        self.locals.watchers.close();
        match &mut self.role {
            Role::Owner(owner) | Role::Moving(_, owner) => {
                tracing::error!(race.id = %owner.rules.id(), "room panicked");
                owner.abort(&self.locals);
                // Recording a saved result again changes nothing.
                owner.rules.records().cloned().for_each(|result| self.links.recorder.do_send(result));
                owner.snapshots.remove(self.code);
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
                if has_more { self.follow_up(ctx) } else { self.follow_up_progress(ctx) }
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

impl Handler<WatchCommand> for Room {
    type Result = ();

    fn handle(&mut self, WatchCommand { watcher, socket }: WatchCommand, ctx: &mut Self::Context) {
        match (socket, &self.role) {
            (None, _) => self.locals.watchers.leave(watcher),
            (Some(socket), Role::Owner(owner)) if !owner.rules.is_for_watchers() => {
                turn_away(&socket, &Refusal::NoRoom);
            }
            (Some(socket), _) => self.locals.watchers.enter(watcher, socket),
        }
        self.notice_watchers(ctx);
    }
}

impl Handler<TakeSeat> for Room {
    type Result = ResponseFuture<Result<TakenSeat, TakeSeatError>>;

    fn handle(&mut self, request: TakeSeat, ctx: &mut Self::Context) -> Self::Result {
        self.request(ctx, |rules, now, effects| rules.take_seat(request, now, effects))
    }
}

impl Handler<BeginRace> for Room {
    type Result = ResponseFuture<Result<(), BeginRaceError>>;

    fn handle(&mut self, request: BeginRace, ctx: &mut Self::Context) -> Self::Result {
        self.request(ctx, |rules, now, effects| rules.begin_race(request, now, effects))
    }
}

impl Handler<RemoveRacer> for Room {
    type Result = ResponseFuture<Result<(), RemoveRacerError>>;

    fn handle(&mut self, RemoveRacer { code: _, racer }: RemoveRacer, ctx: &mut Self::Context) -> Self::Result {
        self.request(ctx, |rules, now, effects| {
            rules.remove_racer(racer, now, effects);
            Ok(())
        })
    }
}

impl Room {
    /// Handles a request of the api, which is answered once what it has changed is safe.
    fn request<T: 'static, E: From<LinkError> + 'static>(
        &mut self,
        ctx: &mut Context<Self>,
        request: impl FnOnce(&mut Rules, Instant, &mut Vec<Effect>) -> Result<T, E>,
    ) -> ResponseFuture<Result<T, E>> {
        let (answer, answered) = oneshot::channel();
        if let Role::Owner(owner) = &mut self.role {
            owner.request(answer, &mut self.locals, request);
            // The lobby counts a seat as the racer's until the next report, even if the request is refused.
            owner.reported = None;
            self.follow_up(ctx);
        }
        // If another engine owns the room, or does before the change is safe, the lobby retries there.
        Box::pin(async { answered.await.unwrap_or(Err(LinkError::Unreachable.into())) })
    }
}

impl Handler<FromGuest> for Room {
    type Result = ();

    fn handle(&mut self, from: FromGuest, ctx: &mut Self::Context) {
        match &self.role {
            Role::Owner(_) => {
                let has_more = self.receive(from);
                if has_more { self.follow_up(ctx) } else { self.follow_up_progress(ctx) }
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
            self.notice_watchers(ctx);
        }
    }
}

impl Handler<TakeOwnership> for Room {
    type Result = ();

    fn handle(&mut self, TakeOwnership { snapshot, age, revision }: TakeOwnership, ctx: &mut Self::Context) {
        if let Role::Owner(owner) | Role::Moving(_, owner) = &mut self.role {
            if owner.snapshots.revision() >= revision {
                // The lobby does not know that the room runs here, or has closed.
                owner.reported = None;
                owner.has_closed = owner.rules.phase() == Phase::Closed;
                return self.follow_up(ctx);
            }
            // Another engine has owned the room since, and is dead.
            owner.sessions.detach_all();
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
        if let Role::Owner(owner) = &mut self.role {
            owner.hand_over = Some(hand_over);
            self.follow_up(ctx);
        }
    }
}

impl Handler<EnginesChanged> for Room {
    type Result = ();

    fn handle(&mut self, EnginesChanged { gone }: EnginesChanged, ctx: &mut Self::Context) {
        for engine in gone.iter().copied() {
            match &mut self.role {
                Role::Owner(owner) | Role::Moving(_, owner) => {
                    owner.sessions.forget(engine);
                    owner.handle(Input::Lose(engine), None, &mut self.locals);
                }
                Role::Guest(guest) => {
                    let step = guest.engine_gone(engine, &self.locals);
                    self.follow(step, ctx);
                }
            }
        }
        if let Role::Owner(owner) = &mut self.role {
            // A room in which nothing happens would not notice that another engine owns it, and leave the sockets here
            // without news of the race.
            owner.snapshots.notice_lapse();
            self.follow_up(ctx);
        }
    }
}

impl Handler<KeepSeats> for Room {
    type Result = ();

    fn handle(&mut self, _: KeepSeats, _: &mut Self::Context) {
        self.keeps_seats = true;
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
            Step::Claim(kept) => self.report(News::Owned(kept)),
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

/// The room, its watchers, and the pictures of its lanes.
impl Room {
    /// Tells the owner whether anybody watches, and sets the timer.
    fn notice_watchers(&mut self, ctx: &mut Context<Self>) {
        if self.is_over {
            return;
        }
        match (&mut self.role, &self.links.peers) {
            (Role::Owner(owner), _) => owner.notice_watchers(&mut self.locals),
            (Role::Guest(guest), Some(peers)) => {
                let step = guest.notice_watchers(&self.locals, &**peers);
                self.follow(step, ctx);
            }
            (Role::Moving(..) | Role::Guest(_), _) => {}
        }
        self.set_watch_timer(ctx);
    }

    fn set_watch_timer(&mut self, ctx: &mut Context<Self>) {
        let of_racers = if let Role::Owner(owner) = &self.role { owner.picture_at } else { None };
        let deadline = self.locals.watchers.deadline().into_iter().chain(of_racers).min();
        set_timer(&mut self.watch_timer, deadline, ctx, |room, _, ctx| {
            room.watch_timer = None;
            let now = Instant::now();
            if let Role::Owner(owner) = &mut room.role {
                if room.locals.watchers.are_due(now) {
                    owner.picture(&mut room.locals);
                }
                owner.picture_for_racers(now, &room.locals);
            }
            room.locals.watchers.wake(now);
            room.set_watch_timer(ctx);
        });
    }
}

impl Room {
    fn report(&self, news: News) {
        self.links.lobby.do_send(RoomNews { code: self.code, news });
    }

    fn set_timer(&mut self, deadline: Option<Instant>, ctx: &mut Context<Self>) {
        set_timer(&mut self.timer, deadline, ctx, |room, deadline, ctx| {
            room.timer = None;
            room.wake(deadline, ctx);
        });
    }

    /// Does what was due at `deadline`.
    fn wake(&mut self, deadline: Instant, ctx: &mut Context<Self>) {
        match (&mut self.role, &self.links.peers) {
            (Role::Owner(owner), _) => {
                metrics::timer_fired(deadline.elapsed());
                owner.handle(Input::Tick, None, &mut self.locals);
                self.follow_up(ctx);
            }
            (Role::Guest(guest), Some(peers)) => {
                let step = guest.wake(&self.locals, &**peers);
                self.follow(step, ctx);
            }
            (Role::Moving(..) | Role::Guest(_), _) => {}
        }
    }
}

/// Sets `timer` to `deadline`, at which `wake` has to unset it.
fn set_timer(
    timer: &mut Option<(Instant, SpawnHandle)>,
    deadline: Option<Instant>,
    ctx: &mut Context<Room>,
    wake: fn(&mut Room, Instant, &mut Context<Room>),
) {
    if timer.map(|(set_for, _)| set_for) == deadline {
        return;
    }
    if let Some((_, timer)) = timer.take() {
        ctx.cancel_future(timer);
    }
    *timer = deadline.map(|deadline| {
        let wait = deadline.saturating_duration_since(Instant::now());
        (deadline, ctx.run_later(wait, move |room, ctx| wake(room, deadline, ctx)))
    });
}

//! The lobby: it opens rooms, locates them, and forgets them when they close.
//!
//! There is one per process. The api asks it for rooms and seats, sessions ask it for the recipient of a room's
//! commands, and rooms report changes to it. It knows nothing about the events in a race, and ends with the process.

mod arrived;
mod choice;
mod directory;
mod elsewhere;
mod engines;
mod leading;
mod offers;
mod openings;
#[cfg(test)]
pub(crate) mod tests;
mod threads;
mod watching;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use actix::{
    Actor, ActorFutureExt, Addr, ArbiterHandle, AsyncContext, Context, Handler, Message, Recipient, ResponseActFuture,
    ResponseFuture, WrapFuture, fut,
};
use race::Rules;
use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use shared::messages::{
    BeginRace, BeginRaceError, DrawText, DrawTextError, EVENT_SEATS, EventRoom, LinkError, OpenRoom, OpenRoomError,
    RecordResult, RemoveRacer, RemoveRacerError, TakeSeat, TakeSeatError, TakenSeat,
};
use shared::{Language, RoomCode, Text, TextId, UserId};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use crate::Settings;
use crate::client::{Refusal, RoomCommand, WatchCommand};
use crate::occupancy::RoomKind;
use crate::peers::{Found, Peers};
use crate::room::{KeepSeats, News, Room, RoomLinks, RoomNews, RoomSnapshot, WatcherCount};
use crate::rooms::Rooms;
use crate::store::{KeptRoom, Revision, RoomStore};

use directory::{Directory, Location};
use engines::Engines;
use openings::{Opening, Openings, Purpose};
use threads::Threads;

pub(crate) use engines::{FromEngine, Members, Orphans};

/// The longest time to wait for a text.
const DRAW_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest time for which a request is retried while another engine replaces one that is dying.
const REPLACE_TIMEOUT: Duration = Duration::from_secs(3);

/// The pause between two full reports to the leading lobby, and between two searches for rooms to forget.
const REPORT_EVERY: Duration = Duration::from_secs(5);

/// The number of recent texts that are not drawn again while there are others.
const RECENT_TEXTS: usize = 20;

/// Session to lobby: return the recipient of commands for the room `code`, or the error for the racer.
#[derive(Debug, Message)]
#[rtype(result = "Result<Recipient<RoomCommand>, Refusal>")]
pub(crate) struct FindRoom(pub(crate) RoomCode);

/// Session to lobby: return the recipient of watchers for the room `code`, or the error for the watcher.
#[derive(Debug, Message)]
#[rtype(result = "Result<Recipient<WatchCommand>, Refusal>")]
pub(crate) struct FindWatchedRoom(pub(crate) RoomCode);

/// Engine to lobby: start rooms on this thread too.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct JoinThread(pub(crate) ArbiterHandle);

/// Engine to lobby: resume these rooms of an earlier process.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct Resume(pub(crate) Vec<KeptRoom>);

/// Stops opening rooms.
///
/// Answered with true once other engines own all rooms of this one; without other engines, with false once no race
/// counts down or runs. Races that wait go on in the next process.
#[derive(Debug, Message)]
#[rtype(result = "bool")]
pub(crate) struct Drain;

/// The actor that opens rooms and locates them.
pub(crate) struct Lobby {
    rules: Rules,
    draw_text: Recipient<DrawText>,
    recorder: Recipient<RecordResult>,
    store: Option<Arc<dyn RoomStore>>,
    /// The other engines; `None` when there can be none.
    engines: Option<Engines>,
    threads: Threads,
    /// The rooms with an actor in this process.
    rooms: Rooms<Room>,
    /// The rooms that this engine owns and, while it leads, those of others.
    directory: Directory,
    openings: Openings,
    /// The source of randomness for room codes.
    random: fn() -> Result<u64, SysError>,
    /// The recently drawn texts, oldest first.
    recent_texts: VecDeque<TextId>,
    /// The race that all visitors were shown last.
    featured: Option<RoomCode>,
    /// The number of watchers in all rooms of this process.
    watchers: WatcherCount,
    /// Set once the process is about to end: the pending answers to [`Drain`].
    draining: Option<Vec<oneshot::Sender<bool>>>,
}

impl Lobby {
    /// Returns a lobby with no rooms. Rooms run on the lobby's own thread until others [join](JoinThread).
    pub(crate) fn new(settings: &Settings, draw_text: Recipient<DrawText>, recorder: Recipient<RecordResult>) -> Self {
        Self {
            rules: settings.rules(),
            draw_text,
            recorder,
            store: None,
            engines: None,
            threads: Threads::default(),
            rooms: Rooms::default(),
            directory: Directory::new(settings.rooms_per_user),
            openings: Openings::default(),
            random: || SysRng.try_next_u64(),
            recent_texts: VecDeque::with_capacity(RECENT_TEXTS),
            featured: None,
            watchers: WatcherCount::default(),
            draining: None,
        }
    }

    /// Returns the lobby with `store` for the snapshots of its rooms.
    pub(crate) fn with_store(self, store: Option<Arc<dyn RoomStore>>) -> Self {
        Self { store, ..self }
    }

    /// Returns the lobby with a connection to other engines through `peers`, if there may be any.
    pub(crate) fn with_peers(self, peers: Option<Arc<dyn Peers>>) -> Self {
        Self { engines: peers.map(Engines::new), ..self }
    }

    /// Returns the rooms with an actor in this process.
    pub(crate) fn rooms(&self) -> Rooms<Room> {
        self.rooms.clone()
    }
}

impl Actor for Lobby {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.run_interval(REPORT_EVERY, |lobby, _| {
            lobby.directory.prune(Instant::now());
            lobby.report_all(Vec::new());
        });
    }
}

impl Handler<OpenRoom> for Lobby {
    type Result = ResponseActFuture<Self, Result<RoomCode, OpenRoomError>>;

    fn handle(&mut self, request: OpenRoom, ctx: &mut Self::Context) -> Self::Result {
        self.open_anywhere(request, Instant::now() + REPLACE_TIMEOUT, ctx)
    }
}

impl Lobby {
    /// Opens a room at this engine, or returns one that it already offers, here or at another engine.
    fn open_here(
        &mut self,
        request: OpenRoom,
        ctx: &mut Context<Self>,
    ) -> ResponseFuture<Result<RoomCode, OpenRoomError>> {
        if self.draining.is_some() {
            return Box::pin(async { Err(OpenRoomError::Draining) });
        }
        let now = Instant::now();
        if let Some(alone) = request.alone {
            let better = self.directory.better_than(alone, &request, now);
            if let Some(code) = better {
                self.directory.promise(code, request.user, now);
            }
            return Box::pin(async move { Ok(better.unwrap_or(alone)) });
        }
        let (purpose, kind) = self.purpose(&request);
        if let Some(code) = self.open_room_for(purpose, kind, &request, now) {
            self.directory.promise(code, request.user, now);
            return Box::pin(async move { Ok(code) });
        }
        let (waiter, answer) = oneshot::channel();
        let joined = self.openings.join(purpose, &request, waiter, self.rules.capacity);
        if let Err(waiter) = joined {
            let number = self.openings.begin(purpose, kind, request.user, waiter);
            match request.text {
                Some(text) => self.open(number, Ok(text), ctx),
                None => self.draw_text(number, kind.language, request.user, ctx),
            }
        }
        Box::pin(async { answer.await.unwrap_or(Err(OpenRoomError::Link(LinkError::Unreachable))) })
    }
}

impl Handler<TakeSeat> for Lobby {
    type Result = ResponseFuture<Result<TakenSeat, TakeSeatError>>;

    fn handle(&mut self, request: TakeSeat, ctx: &mut Self::Context) -> Self::Result {
        if self.engines.is_none() {
            return self.seat_here(request);
        }
        // The answer passes through the lobby, which looks for the room again if it is moving.
        let (answer, answered) = oneshot::channel();
        let seated = self.ask_anywhere(request, Instant::now() + REPLACE_TIMEOUT);
        ctx.spawn(seated.map(|seat, _, _| drop(answer.send(seat))));
        Box::pin(async { answered.await.unwrap_or(Err(LinkError::Unreachable.into())) })
    }
}

impl Handler<BeginRace> for Lobby {
    type Result = ResponseActFuture<Self, Result<(), BeginRaceError>>;

    fn handle(&mut self, request: BeginRace, _: &mut Self::Context) -> Self::Result {
        self.ask_anywhere(request, Instant::now() + REPLACE_TIMEOUT)
    }
}

impl Handler<RemoveRacer> for Lobby {
    type Result = ResponseActFuture<Self, Result<(), RemoveRacerError>>;

    fn handle(&mut self, request: RemoveRacer, _: &mut Self::Context) -> Self::Result {
        self.ask_anywhere(request, Instant::now() + REPLACE_TIMEOUT)
    }
}

impl Lobby {
    /// Takes a seat in a room of this engine. The room reports its occupancy to the lobby before it answers.
    fn seat_here(&mut self, request: TakeSeat) -> ResponseFuture<Result<TakenSeat, TakeSeatError>> {
        match self.directory.ask(request.code, request.racer.id, Instant::now()) {
            Ok(room) => {
                let seat = room.send(request);
                Box::pin(async { seat.await.unwrap_or(Err(TakeSeatError::Unknown)) })
            }
            Err(error) => Box::pin(async { Err(error) }),
        }
    }
}

impl Handler<FindRoom> for Lobby {
    type Result = ResponseActFuture<Self, Result<Recipient<RoomCommand>, Refusal>>;

    fn handle(&mut self, FindRoom(code): FindRoom, _: &mut Self::Context) -> Self::Result {
        Box::pin(self.find(code).map(|room, _, _| Ok(room?.into())))
    }
}

impl Handler<FindWatchedRoom> for Lobby {
    type Result = ResponseActFuture<Self, Result<Recipient<WatchCommand>, Refusal>>;

    fn handle(&mut self, FindWatchedRoom(code): FindWatchedRoom, _: &mut Self::Context) -> Self::Result {
        if self.directory.kind(code).is_some_and(|kind| kind.is_private && kind.event.is_none()) {
            return Box::pin(fut::ready(Err(Refusal::NoRoom)));
        }
        Box::pin(self.find(code).map(|room, _, _| Ok(room?.into())))
    }
}

impl Lobby {
    /// Returns the room `code`, whichever engine owns it.
    fn find(&mut self, code: RoomCode) -> ResponseActFuture<Self, Result<Addr<Room>, Refusal>> {
        // A closed room keeps its actor until its results are saved.
        if !self.directory.has_closed(code) {
            if let Some(room) = self.rooms.get(code) {
                return Box::pin(fut::ready(Ok(room)));
            }
            if self.engines.is_some() {
                return self.find_elsewhere(code);
            }
        }
        Box::pin(fut::ready(Err(Refusal::NoRoom)))
    }
}

impl Handler<JoinThread> for Lobby {
    type Result = ();

    fn handle(&mut self, JoinThread(thread): JoinThread, _: &mut Self::Context) {
        self.threads.join(thread);
    }
}

impl Handler<Resume> for Lobby {
    type Result = ();

    fn handle(&mut self, Resume(rooms): Resume, ctx: &mut Self::Context) {
        for kept in rooms {
            self.take_up(kept, ctx);
        }
    }
}

impl Handler<RoomNews> for Lobby {
    type Result = ();

    fn handle(&mut self, RoomNews { code, news }: RoomNews, ctx: &mut Self::Context) {
        match news {
            News::Occupancy(kind, occupancy) => {
                let elsewhere = occupancy.elsewhere;
                self.directory.record_here(code, self.rooms.get(code), kind, occupancy, Instant::now());
                self.report_to_leader(code);
                self.bring_to_racers(code, elsewhere);
            }
            News::Closed => {
                self.directory.close(code, Instant::now());
                self.report_end_to_leader(code);
            }
            News::Moved(successor) => {
                let leads = self.leader().is_none();
                self.directory.record_move(code, successor.filter(|_| leads), Instant::now());
            }
            News::Owned(kept) => {
                let owner = self.engines.as_ref().map(|engines| engines.peers.me());
                let found = owner.map(|owner| Found { owner, kept: Some(kept) });
                self.located(code, found, ctx);
            }
            News::Misdirected(message) => self.pass_on(code, message, ctx),
        }
        self.end_drain_when_quiet();
    }
}

impl Handler<Drain> for Lobby {
    type Result = ResponseFuture<bool>;

    fn handle(&mut self, _: Drain, _: &mut Self::Context) -> Self::Result {
        let (waiter, quiet) = oneshot::channel();
        self.draining.get_or_insert_default().push(waiter);
        self.hand_over_all();
        self.end_drain_when_quiet();
        Box::pin(async {
            // A lobby that has ended has no races.
            quiet.await.unwrap_or_default()
        })
    }
}

impl Lobby {
    /// Returns the purpose of the requested room, and the kind of a new one. A rematch has the language of the room
    /// before, and is as private; one of friends is started by the racer who asks for it first. A rematch of a forgotten
    /// room, or of one of an event, is an ordinary race.
    fn purpose(&self, request: &OpenRoom) -> (Purpose, RoomKind) {
        let private = request.private;
        let opener = request.friends.then_some(request.user);
        let language = request.language.unwrap_or_default();
        let event = request.event.map(|event| EventRoom { seats: event.seats.clamp(1, EVENT_SEATS) });
        let kind = RoomKind { is_private: private, language, is_solo: request.solo, opener, event };
        if event.is_some() {
            return (Purpose::Private, RoomKind { is_private: true, ..kind });
        }
        // An event has no rematches: the host opens its next room.
        let old = request.after.and_then(|old| Some((old, self.directory.kind(old)?)));
        match old.filter(|(_, kind)| kind.event.is_none()) {
            Some((of, old)) => {
                let opener = old.opener.map(|_| request.user);
                (Purpose::Rematch { of }, RoomKind { is_private: private || old.is_private, opener, ..old })
            }
            None if let Some(opener) = opener => (Purpose::Friends { opener }, kind),
            None if private => (Purpose::Private, kind),
            None => (Purpose::Public, kind),
        }
    }

    /// Returns an open room that serves this purpose, if there is one; for a public race, the one in which the user has a
    /// promise, else the one that is chosen in this language. Without a wish, the default language is asked for unless
    /// somebody waits in another one alone. For a race of friends, also their rematch, it is the one that the opener has
    /// open: nobody keeps many rooms open.
    fn open_room_for(
        &mut self,
        purpose: Purpose,
        kind: RoomKind,
        request: &OpenRoom,
        now: Instant,
    ) -> Option<RoomCode> {
        let &OpenRoom { user, language, .. } = request;
        let directory = &mut self.directory;
        match purpose {
            Purpose::Public => {
                let promised = directory.promised_to(user, language, now);
                if promised.is_some() {
                    return promised;
                }
                let is_anywhere = language.is_none();
                let company = is_anywhere.then(|| directory.with_company(&Language::ALL, request, now)).flatten();
                let is_default = |kind: RoomKind| kind.language == Language::default();
                let elsewhere = company.filter(|code| !directory.kind(*code).is_some_and(is_default));
                let chosen = elsewhere.or_else(|| directory.choose(language.unwrap_or_default(), request, now));
                directory.arrived.add(request, now);
                chosen
            }
            Purpose::Private => None,
            Purpose::Friends { opener } => directory.opened_by(opener, kind.language),
            Purpose::Rematch { of } => directory.rematch(of).or_else(|| {
                let code = directory.opened_by(kind.opener?, kind.language)?;
                directory.set_rematch(of, code);
                Some(code)
            }),
        }
    }

    fn draw_text(&mut self, number: u64, language: Language, user: UserId, ctx: &mut Context<Self>) {
        let request = DrawText { language, user, not: self.recent_texts.iter().copied().collect() };
        let drawn = timeout(DRAW_TIMEOUT, self.draw_text.send(request)).into_actor(self);
        ctx.spawn(drawn.map(move |answer, lobby, ctx| {
            let text = match answer {
                Ok(Ok(text)) => text,
                Ok(Err(_)) => Err(LinkError::Unreachable.into()),
                Err(_) => Err(LinkError::DeadlineExceeded.into()),
            };
            lobby.open(number, text, ctx);
        }));
    }

    /// Opens the room for the opening with this number once its text is known or could not be drawn.
    fn open(&mut self, number: u64, text: Result<Text, DrawTextError>, ctx: &mut Context<Self>) {
        let Some(opening) = self.openings.take(number) else { return };
        let opened = match text {
            Ok(_) if self.draining.is_some() => Err(OpenRoomError::Draining),
            Ok(text) => self.start_room(&opening, text, ctx),
            Err(error) => {
                tracing::warn!(%error, "cannot open a room without a text");
                Err(OpenRoomError::NoText(error))
            }
        };
        match opened {
            // Racers get the code once the other engines can find the room.
            Ok((code, is_safe)) if self.engines.is_some() => {
                ctx.spawn(is_safe.into_actor(self).map(move |_, _, _| opening.answer(&Ok(code))));
            }
            opened => opening.answer(&opened.map(|(code, _)| code)),
        }
    }

    fn start_room(
        &mut self,
        opening: &Opening,
        text: Text,
        ctx: &mut Context<Self>,
    ) -> Result<(RoomCode, oneshot::Receiver<()>), OpenRoomError> {
        let code = self.free_code().map_err(|_| OpenRoomError::NoRandomness)?;
        self.remember_text(text.id);
        let links = self.room_links(ctx);
        // The api may have had no text in the language of the opening.
        let kind = RoomKind { language: text.language, ..opening.kind };
        let (opened, is_safe) = oneshot::channel();
        let snapshot = RoomSnapshot::new(kind, self.rules, text);
        let room = self.start(code, move || {
            Room::owner(code, snapshot, Duration::ZERO, Revision::default(), links).with_opened(opened)
        });
        let now = Instant::now();
        self.directory.add(code, Location::Here(room), kind, self.rules.capacity, now);
        if let Purpose::Rematch { of } = opening.purpose {
            self.directory.set_rematch(of, code);
        }
        opening.racers().for_each(|user| self.directory.promise(code, user, now));
        Ok((code, is_safe))
    }

    /// Starts the actor of a room that has none.
    fn start(&mut self, code: RoomCode, make: impl FnOnce() -> Room + Send + 'static) -> Addr<Room> {
        let room = self.threads.start(make);
        self.rooms.add(code, &room);
        if self.draining.is_some() {
            room.do_send(KeepSeats);
        }
        room
    }

    fn room_links(&self, ctx: &mut Context<Self>) -> RoomLinks {
        RoomLinks {
            lobby: ctx.address().recipient(),
            recorder: self.recorder.clone(),
            store: self.store.clone(),
            peers: self.engines.as_ref().map(|engines| Arc::clone(&engines.peers)),
            rooms: self.rooms.clone(),
            watchers: self.watchers.clone(),
        }
    }

    fn remember_text(&mut self, text: TextId) {
        if text == TextId::NONE {
            return;
        }
        if self.recent_texts.len() == RECENT_TEXTS {
            self.recent_texts.pop_front();
        }
        self.recent_texts.push_back(text);
    }

    /// Returns a code that no room has, or had recently.
    fn free_code(&self) -> Result<RoomCode, SysError> {
        loop {
            let code = RoomCode::from_random((self.random)()?);
            if !self.directory.knows(code) {
                return Ok(code);
            }
        }
    }

    fn end_drain_when_quiet(&mut self) {
        // Checked first: every report of a room ends here, and looking through the rooms is not free.
        if self.draining.is_none() {
            return;
        }
        let has_successors = self.has_successors();
        let is_quiet = if has_successors { self.directory.rooms().next().is_none() } else { !self.directory.is_busy() };
        if let Some(waiters) = self.draining.as_mut().filter(|_| is_quiet) {
            for waiter in waiters.drain(..) {
                // The waiter may have ended.
                let _ = waiter.send(has_successors);
            }
        }
    }
}

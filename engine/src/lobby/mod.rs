//! The lobby: it opens rooms, locates them, and forgets them when they close.
//!
//! There is one per process. The api asks it for rooms and seats, sessions ask it for the recipient of a room's
//! commands, and rooms report changes to it. It knows nothing about the events in a race, and ends with the process.

mod cluster;
mod directory;
mod offers;
mod openings;
#[cfg(test)]
mod tests;
mod threads;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use actix::{
    Actor, ActorFutureExt, Addr, ArbiterHandle, AsyncContext, Context, Handler, Message, Recipient, ResponseActFuture,
    ResponseFuture, WrapFuture, fut,
};
use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use shared::messages::{
    DrawText, DrawTextError, LinkError, OpenRoom, OpenRoomError, RecordResult, TakeSeat, TakeSeatError, TakenSeat,
};
use shared::{Language, RoomCode, Text, TextId, UserId};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use crate::Settings;
use crate::client::{Refusal, RoomCommand};
use crate::occupancy::RoomKind;
use crate::peers::Peers;
use crate::race::Rules;
use crate::room::{News, Ready, Replaced, Room, RoomLinks, RoomNews, RoomSnapshot};
use crate::store::{KeptRoom, Revision, RoomStore};

use cluster::{Cluster, REPLACED_WITHIN};
use directory::{Directory, Location};
use openings::{Opening, Openings, Purpose};
use threads::Threads;

/// The longest time to wait for a text.
const DRAW_LIMIT: Duration = Duration::from_secs(5);

/// The number of recent texts that are not drawn again while there are others.
const RECENT_TEXTS: usize = 20;

/// Session to lobby: return the recipient of commands for the room `code`, or the error for the racer.
#[derive(Debug, Message)]
#[rtype(result = "Result<Recipient<RoomCommand>, Refusal>")]
pub(crate) struct FindRoom(pub(crate) RoomCode);

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
    /// The part that works with other engines; `None` when there can be none.
    cluster: Option<Cluster>,
    threads: Threads,
    directory: Directory,
    openings: Openings,
    /// The source of randomness for room codes.
    random: fn() -> Result<u64, SysError>,
    /// The recently drawn texts, oldest first.
    recent_texts: VecDeque<TextId>,
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
            cluster: None,
            threads: Threads::default(),
            directory: Directory::new(settings.rooms_per_user),
            openings: Openings::default(),
            random: || SysRng.try_next_u64(),
            recent_texts: VecDeque::with_capacity(RECENT_TEXTS),
            draining: None,
        }
    }

    /// Returns the lobby with `store` for the snapshots of its rooms.
    pub(crate) fn with_store(self, store: Option<Arc<dyn RoomStore>>) -> Self {
        Self { store, ..self }
    }

    /// Returns the lobby with a connection to other engines through `peers`, if there may be any.
    pub(crate) fn with_peers(self, peers: Option<Arc<dyn Peers>>) -> Self {
        Self { cluster: peers.map(Cluster::new), ..self }
    }
}

impl Actor for Lobby {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        self.report_regularly(ctx);
    }
}

impl Handler<OpenRoom> for Lobby {
    type Result = ResponseActFuture<Self, Result<RoomCode, OpenRoomError>>;

    fn handle(&mut self, request: OpenRoom, ctx: &mut Self::Context) -> Self::Result {
        self.open_anywhere(request, Instant::now() + REPLACED_WITHIN, ctx)
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
            let better = self.directory.better_than(alone, request.user, now);
            if let (Some(code), Some(user)) = (better, request.user) {
                self.directory.promise(code, user, now);
            }
            return Box::pin(async move { Ok(better.unwrap_or(alone)) });
        }
        let (purpose, kind) = self.purpose(&request);
        if let Some(code) = self.open_room_for(purpose, request.language, request.user, now) {
            request.user.into_iter().for_each(|user| self.directory.promise(code, user, now));
            return Box::pin(async move { Ok(code) });
        }
        let (waiter, answer) = oneshot::channel();
        let joined = self.openings.join(purpose, request.language, request.user, waiter, self.rules.capacity);
        if let Err(waiter) = joined {
            let number = self.openings.begin(purpose, kind, request.user, waiter);
            self.draw_text(number, kind.language, ctx);
        }
        Box::pin(async { answer.await.unwrap_or(Err(OpenRoomError::Link(LinkError::Unreachable))) })
    }
}

impl Handler<TakeSeat> for Lobby {
    type Result = ResponseFuture<Result<TakenSeat, TakeSeatError>>;

    fn handle(&mut self, request: TakeSeat, ctx: &mut Self::Context) -> Self::Result {
        if self.cluster.is_none() {
            return self.seat_here(request);
        }
        // The answer passes through the lobby, which looks for the room again if it is moving.
        let (answer, answered) = oneshot::channel();
        let seated = self.seat_anywhere(request, Instant::now() + REPLACED_WITHIN);
        ctx.spawn(seated.map(|seat, _, _| drop(answer.send(seat))));
        Box::pin(async { answered.await.unwrap_or(Err(LinkError::Unreachable.into())) })
    }
}

impl Lobby {
    /// Takes a seat in a room of this engine. The room reports its occupancy to the lobby before it answers.
    fn seat_here(&mut self, request: TakeSeat) -> ResponseFuture<Result<TakenSeat, TakeSeatError>> {
        match self.directory.ask(request.code, request.racer.user_id, Instant::now()) {
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
        if let Some(room) = self.directory.room(code, Instant::now()) {
            return Box::pin(fut::ready(Ok(room.into())));
        }
        if self.cluster.is_some() {
            return self.find_elsewhere(code);
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
            self.resume(kept, ctx);
        }
    }
}

impl Lobby {
    /// Resumes a room of an earlier process or of another engine; `None` when its snapshot cannot be read.
    fn resume(&mut self, kept: KeptRoom, ctx: &mut Context<Self>) -> Option<Addr<Room>> {
        let (code, revision) = (kept.code, kept.revision);
        let snapshot = match RoomSnapshot::read(&kept) {
            Ok(snapshot) => snapshot,
            Err(results) => {
                tracing::warn!(size_bytes = kept.snapshot.len(), "cannot resume a room: its snapshot is unreadable");
                results.into_iter().for_each(|result| self.recorder.do_send(result));
                self.store.iter().for_each(|store| store.remove(code, revision));
                return None;
            }
        };
        let links = self.room_links(ctx);
        let kind = snapshot.kind();
        let room = self.threads.start(move || Room::resume(code, snapshot, kept.age, revision, links));
        let here = Location::Here(room.clone());
        let before = self.directory.add(code, here, revision, kind, 0, Instant::now());
        if let Some(Location::Here(before)) = before {
            before.do_send(Replaced);
        }
        Some(room)
    }
}

impl Handler<RoomNews> for Lobby {
    type Result = ();

    fn handle(&mut self, RoomNews { code, news }: RoomNews, _: &mut Self::Context) {
        match news {
            News::Occupancy(occupancy) => {
                let elsewhere = occupancy.elsewhere;
                self.directory.update(code, occupancy, Instant::now());
                self.report_to_leader(code);
                self.bring_to_racers(code, elsewhere);
            }
            News::Closed => {
                self.directory.close(code, Instant::now());
                self.report_end_to_leader(code);
            }
            News::Moved { room, gateway, successor } => self.record_move(code, &room, gateway, successor),
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
    /// before, and is as private; a rematch of a forgotten room is an ordinary race.
    fn purpose(&self, request: &OpenRoom) -> (Purpose, RoomKind) {
        let private = request.private;
        let kind = RoomKind { is_private: private, language: request.language.unwrap_or_default() };
        match request.after.and_then(|old| Some((old, self.directory.kind(old)?))) {
            Some((of, old)) => (Purpose::Rematch { of }, RoomKind { is_private: private || old.is_private, ..old }),
            None if private => (Purpose::Private, kind),
            None => (Purpose::Public, kind),
        }
    }

    /// Returns an open room that serves this purpose, if there is one; for a public race, the one in which `user` has a
    /// promise, else the fullest in this language. A user who has no wish goes wherever somebody waits.
    fn open_room_for(
        &mut self,
        purpose: Purpose,
        language: Option<Language>,
        user: Option<UserId>,
        now: Instant,
    ) -> Option<RoomCode> {
        let directory = &mut self.directory;
        match purpose {
            Purpose::Public => {
                let promised = user.and_then(|user| directory.promised_to(user, language, now));
                let anywhere = || language.is_none().then_some(Language::ALL);
                promised
                    .or_else(|| directory.with_company(anywhere()?, user, now))
                    .or_else(|| directory.fullest(language.unwrap_or_default(), now))
            }
            Purpose::Private => None,
            Purpose::Rematch { of } => directory.rematch(of),
        }
    }

    fn draw_text(&mut self, number: u64, language: Language, ctx: &mut Context<Self>) {
        let request = DrawText { language, not: self.recent_texts.iter().copied().collect() };
        let drawn = timeout(DRAW_LIMIT, self.draw_text.send(request)).into_actor(self);
        ctx.spawn(drawn.map(move |answer, lobby, ctx| {
            let text = match answer {
                Ok(Ok(text)) => text,
                Ok(Err(_)) => Err(LinkError::Unreachable.into()),
                Err(_) => Err(LinkError::DeadlineExceeded.into()),
            };
            if let Some(opening) = lobby.openings.take(number) {
                lobby.open(opening, text, ctx);
            }
        }));
    }

    /// Opens the room for `opening` once its text was drawn or the draw failed.
    fn open(&mut self, opening: Opening, text: Result<Text, DrawTextError>, ctx: &mut Context<Self>) {
        let opened = match text {
            Ok(_) if self.draining.is_some() => Err(OpenRoomError::Draining),
            Ok(text) => self.start_room(&opening, text, ctx),
            Err(error) => {
                tracing::warn!(%error, "cannot open a room without a text");
                Err(OpenRoomError::NoText(error))
            }
        };
        // Racers get the code once the other engines can find the room.
        let room = opened.as_ref().ok().filter(|_| self.cluster.is_some());
        match room.and_then(|code| self.directory.room(*code, Instant::now())) {
            Some(room) => {
                let ready = room.send(Ready).into_actor(self);
                ctx.spawn(ready.map(move |_, _, _| opening.answer(&opened)));
            }
            None => opening.answer(&opened),
        }
    }

    fn start_room(
        &mut self,
        opening: &Opening,
        text: Text,
        ctx: &mut Context<Self>,
    ) -> Result<RoomCode, OpenRoomError> {
        let code = self.free_code().map_err(|_| OpenRoomError::NoRandomness)?;
        self.remember_text(text.id);
        let links = self.room_links(ctx);
        // The api may have had no text in the language of the opening.
        let (rules, kind) = (self.rules, RoomKind { language: text.language, ..opening.kind });
        let room = self.threads.start(move || Room::new(code, kind.is_private, rules, text, links));
        let now = Instant::now();
        self.directory.add(code, Location::Here(room), Revision::default(), kind, rules.capacity, now);
        if let Purpose::Rematch { of } = opening.purpose {
            self.directory.set_rematch(of, code);
        }
        opening.users().for_each(|user| self.directory.promise(code, user, now));
        Ok(code)
    }

    fn room_links(&self, ctx: &mut Context<Self>) -> RoomLinks {
        let (recorder, store) = (self.recorder.clone(), self.store.clone());
        RoomLinks { lobby: ctx.address().recipient(), recorder, store, gateway: self.gateway_links(ctx) }
    }

    fn remember_text(&mut self, text: TextId) {
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

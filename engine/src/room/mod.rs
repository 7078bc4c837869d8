//! A room: one race, the sockets of its racers, and the clock.
//!
//! The shell around [`Race`]: it supplies the time, passes commands in and announces the events to the racers. Sessions
//! send it [`RoomCommand`]s, the lobby sends it [`TakeSeat`], the recorder answers it. It reports changes of its
//! occupancy to the lobby, and ends when the race says that the room is closed and no result is on its way. A change is
//! announced once a snapshot with that change is safe, so that a race survives its process.

mod announce;
mod clock;
mod command;
mod listener;
mod moving;
mod news;
mod results;
mod snapshots;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use actix::{
    Actor, ActorContext, ActorFutureExt, AsyncContext, Context, Handler, MailboxError, Message, Recipient,
    ResponseFuture, SpawnHandle, WrapFuture,
};
use chrono::Utc;
use serde_json::json;
use shared::messages::{LinkError, RecordError, RecordResult, Recorded, Seat, TakeSeat, TakeSeatError};
use shared::racer::FinishReport;
use shared::wire::{ClientEvent, Finished};
use shared::{ErrorCode, RaceId, RoomCode, Text, UserId};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::fault::{notify, refuse};
use crate::gateway::GatewayLinks;
use crate::metrics::{self, RoomMeters};
use crate::picture::outcome;
use crate::race::{EventError, Finishing, Phase, Race, RaceTime, Rules, SeatError};
use crate::store::{Revision, RoomStore};

pub(crate) use command::{Action, RoomCommand};
pub(crate) use listener::{Listener, Reply};
pub(crate) use moving::{EngineGone, FromGateway, HandOver, Replaced};
pub(crate) use news::{News, Occupancy, RoomNews, Waiting};
pub(crate) use snapshots::RoomSnapshot;

use clock::Clock;
use moving::{Sessions, Stay};
use results::Results;
use snapshots::Snapshots;

/// The number of commands that may wait for a room; a client whose event finds no space gets a `fault`. Every racer of
/// the largest room typing at top speed sends fewer in a quarter of a second.
const MAILBOX: usize = 1024;

/// The time for which the room waits for a result to be saved before it announces the finish.
const ANNOUNCE_AFTER: Duration = Duration::from_millis(300);

/// The message to a racer's first tab when a second one joins.
const TAKEN_OVER: &str = "You joined this race from another window.";

/// The message to racers when the room fails.
const BROKEN: &str = "This race ended early because of a problem on our end.";

/// The message to waiting racers when the process is about to end.
const CALLED_OFF: &str = "This race will not start because the server is restarting. Race again in a minute.";

/// The links of a room to the rest of its engine.
#[derive(Clone)]
pub(crate) struct RoomLinks {
    /// The lobby, which receives the room's news.
    pub(crate) lobby: Recipient<RoomNews>,
    /// The recorder, which receives results.
    pub(crate) recorder: Recipient<RecordResult>,
    /// The store of snapshots, if there is one.
    pub(crate) store: Option<Arc<dyn RoomStore>>,
    /// The links of a gateway, for a room that may move; `None` when there can be no other engines.
    pub(crate) gateway: Option<GatewayLinks>,
}

/// Lobby to room: the process is about to end, so a race that still waits is not run.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct CallOff;

/// Lobby to room: answer once the first snapshot is safe.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct Ready;

/// The moment at which an accepted event is acknowledged.
enum Taken {
    /// As soon as its effect is safe.
    Now,
    /// Once the racer's result is saved, with that result.
    UntilSaved,
}

/// One race, the sockets of its racers, and the clock.
pub(crate) struct Room {
    code: RoomCode,
    id: RaceId,
    is_private: bool,
    race: Race,
    clock: Clock,
    /// The socket of each connected racer.
    sockets: HashMap<UserId, Listener>,
    /// The number (ticket) of each racer's last join. A socket that returns with an earlier one was replaced.
    tickets: HashMap<UserId, u64>,
    /// The sessions with gateways at other engines.
    sessions: Sessions,
    stay: Stay,
    results: Results,
    snapshots: Snapshots,
    links: RoomLinks,
    /// The one timer, and the deadline for which it is set.
    timer: Option<(RaceTime, SpawnHandle)>,
    /// The occupancy last reported to the lobby.
    reported: Option<Occupancy>,
    /// True once the lobby knows that the room is closed, or the room has moved and the lobby must not be told so.
    has_parted: bool,
    /// The arrival of the event that is being handled, if it is one.
    cause: Option<Instant>,
    meters: RoomMeters,
}

impl Room {
    /// Returns a room that opens now; matchmaking never offers it if `is_private`.
    pub(crate) fn new(code: RoomCode, is_private: bool, rules: Rules, text: Text, links: RoomLinks) -> Self {
        let snapshot = RoomSnapshot {
            id: RaceId(uuid::Uuid::new_v4()),
            is_private,
            race: Race::new(rules, text),
            at: RaceTime::ZERO,
            results: Vec::new(),
            tickets: HashMap::new(),
        };
        Self::resume(code, snapshot, Duration::ZERO, Revision::default(), links)
    }

    /// Resumes a room from `snapshot`, which has this `revision` and was written `age` ago. Its clock has gone on
    /// meanwhile.
    pub(crate) fn resume(
        code: RoomCode,
        snapshot: RoomSnapshot,
        age: Duration,
        revision: Revision,
        links: RoomLinks,
    ) -> Self {
        let RoomSnapshot { id, is_private, race, at, results, tickets } = snapshot;
        let finished = |record: RecordResult| {
            let finished =
                Finished { username: username(&race, record.result.user_id), outcome: outcome(&record.result) };
            (record, finished)
        };
        let results = Results::resume(results.into_iter().map(finished));
        Self {
            code,
            id,
            is_private,
            race,
            clock: Clock::at(at + age),
            sockets: HashMap::new(),
            tickets,
            sessions: Sessions::default(),
            stay: Stay::Here,
            results,
            snapshots: Snapshots::new(links.store.clone(), revision),
            links,
            timer: None,
            reported: None,
            has_parted: false,
            cause: None,
            meters: RoomMeters::new(),
        }
    }

    fn now(&self) -> RaceTime {
        self.clock.now()
    }
}

impl Actor for Room {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
        let events = self.race.resume(self.now());
        self.announce(&events, None, ctx);
        let results: Vec<_> = self.results.records().cloned().collect();
        results.into_iter().for_each(|result| self.record(result, ctx));
        let n_racers = self.race.seats().len();
        tracing::info!(room.id = %self.code, race.id = %self.id, n_racers, "room opened");
        self.has_changed();
        if self.race.phase() == Phase::Closed {
            self.close(ctx);
        }
        self.settle(ctx);
    }

    /// Runs also after a handler panicked: then the racers are told, and the state is not used any more.
    fn stopped(&mut self, _: &mut Self::Context) {
        if std::thread::panicking() {
            metrics::count(metrics::ROOM_PANICS);
            tracing::error!(room.id = %self.code, race.id = %self.id, "room broke off by a panic");
            self.notify_all(ErrorCode::RaceBroken, BROKEN);
            // Results that were recorded before stay as they are.
            self.results.records().cloned().for_each(|result| self.links.recorder.do_send(result));
            self.snapshots.remove(self.code);
        }
        self.part();
    }
}

impl Handler<TakeSeat> for Room {
    type Result = ResponseFuture<Result<Seat, TakeSeatError>>;

    fn handle(&mut self, TakeSeat { racer, .. }: TakeSeat, ctx: &mut Self::Context) -> Self::Result {
        if !self.is_here() {
            return Box::pin(async { Err(LinkError::Unreachable.into()) });
        }
        self.advance(ctx);
        let taken = self.race.take_seat(racer, self.now());
        let (answer, answered) = oneshot::channel();
        if taken.is_ok() {
            self.has_changed();
        }
        // The lobby counts the seat as the racer's until it hears the occupancy, whatever became of the request.
        self.reported = None;
        let taken = taken
            .map_err(not_seated)
            .map(|()| Seat { participants: self.race.participants(), text: self.race.text().clone() });
        self.when_safe(ctx, |_, _| {
            // The api may have stopped waiting.
            let _ = answer.send(taken);
        });
        self.settle(ctx);
        // When the room was lost to another engine, that engine gives the seat.
        Box::pin(async { answered.await.unwrap_or(Err(LinkError::Unreachable.into())) })
    }
}

impl Handler<RoomCommand> for Room {
    type Result = ();

    fn handle(&mut self, command: RoomCommand, ctx: &mut Self::Context) {
        let Some(command) = self.forward_if_away(command) else { return };
        let RoomCommand { user, socket, action, username, ack, received_at } = command;
        let has_advanced = self.advance(ctx);
        let is_progress = matches!(action, Action::Event(ClientEvent::Typing(_)));
        self.cause = Some(received_at);
        let name = action.name();
        let outcome = match action {
            Action::Leave => {
                self.leave(user, &socket, ctx);
                Ok(Taken::Now)
            }
            Action::Return(ticket) => self.join(user, socket.clone(), Some(ticket), ctx),
            Action::Event(event) => self.take(event, user, username.as_deref(), &socket, ctx),
        };
        match (outcome, ack) {
            (Ok(Taken::Now), Some(ack)) => self.when_safe(ctx, move |_, _| ack.send(&json!({}))),
            (Ok(Taken::UntilSaved), Some(ack)) => self.results.answer_when_saved(user, ack),
            (Ok(_), None) => {}
            (Err(error), ack) => {
                tracing::debug!(room.id = %self.code, racer.id = %user, event = name, %error, "event refused");
                refuse(&socket, name, &error, ack);
            }
        }
        self.cause = None;
        if has_advanced || !is_progress {
            self.settle(ctx);
        } else {
            self.save(ctx);
        }
    }
}

impl Handler<Ready> for Room {
    type Result = ResponseFuture<()>;

    fn handle(&mut self, _: Ready, ctx: &mut Self::Context) -> Self::Result {
        let (answer, answered) = oneshot::channel();
        self.when_safe(ctx, |_, _| {
            // The lobby may be gone.
            let _ = answer.send(());
        });
        Box::pin(async {
            let _ = answered.await;
        })
    }
}

impl Handler<CallOff> for Room {
    type Result = ();

    fn handle(&mut self, _: CallOff, ctx: &mut Self::Context) {
        if !self.is_here() {
            return;
        }
        self.advance(ctx);
        if self.race.call_off().is_some() {
            tracing::info!(room.id = %self.code, race.id = %self.id, "race called off");
            self.notify_all(ErrorCode::RaceCalledOff, CALLED_OFF);
            self.close(ctx);
        }
        self.settle(ctx);
    }
}

impl Room {
    /// Performs an event of a client.
    fn take(
        &mut self,
        event: ClientEvent,
        user: UserId,
        username: Option<&str>,
        socket: &Listener,
        ctx: &mut Context<Self>,
    ) -> Result<Taken, EventError> {
        self.race.identify(user, username)?;
        if event != ClientEvent::Join {
            self.speaks_for(user, socket)?;
        }
        match event {
            ClientEvent::Join => self.join(user, socket.clone(), None, ctx),
            ClientEvent::Typing(completed) => {
                let event = self.race.report(user, completed, self.now())?;
                self.announce(event.as_slice(), None, ctx);
                Ok(Taken::Now)
            }
            // The room's own clock decides.
            ClientEvent::Starting | ClientEvent::Start => Ok(Taken::Now),
            ClientEvent::Finish(report) => {
                self.finish(user, report, ctx)?;
                Ok(Taken::UntilSaved)
            }
        }
    }

    /// Checks that `socket` is the one through which `user` races: not that of a tab which was taken over.
    fn speaks_for(&self, user: UserId, socket: &Listener) -> Result<(), EventError> {
        match self.sockets.get(&user) {
            Some(current) if current.same_as(socket) => Ok(()),
            _ => Err(EventError::NotJoined),
        }
    }

    /// Lets a socket of `user` join, or return with the `ticket` of its join.
    fn join(
        &mut self,
        user: UserId,
        socket: Listener,
        ticket: Option<u64>,
        ctx: &mut Context<Self>,
    ) -> Result<Taken, EventError> {
        let last = self.tickets.get(&user).copied().unwrap_or_default();
        if ticket.is_some_and(|ticket| ticket < last) {
            take_over(&socket);
            return Ok(Taken::Now);
        }
        let events = self.race.join(user, self.now())?;
        self.has_changed_by(&events);
        let earlier = self.sockets.insert(user, socket.clone());
        if let Some(earlier) = earlier.filter(|earlier| !earlier.same_as(&socket)) {
            take_over(&earlier);
        }
        self.give_ticket(user, &socket, ticket, ctx);
        self.welcome(user, ctx);
        self.announce(&events, Some(user), ctx);
        Ok(Taken::Now)
    }

    fn finish(&mut self, user: UserId, report: FinishReport, ctx: &mut Context<Self>) -> Result<(), EventError> {
        let now = self.now();
        let Finishing::First { result, racers, started_at, events } = self.race.finish(user, &report, now)? else {
            return Ok(());
        };
        let finished = Finished { username: username(&self.race, user), outcome: outcome(&result) };
        let record = RecordResult {
            race: self.id,
            room: self.code,
            text: self.race.text().id,
            racers,
            started_at: Utc::now() - now.since(started_at),
            result,
        };
        self.results.add(record.clone(), finished, Some(report));
        self.has_changed();
        self.when_safe(ctx, move |room, ctx| {
            room.record(record, ctx);
            ctx.run_later(ANNOUNCE_AFTER, move |room, ctx| {
                room.results.make_due(user);
                room.announce_results(ctx);
                room.save(ctx);
            });
        });
        self.announce(&events, None, ctx);
        Ok(())
    }

    /// Has a result recorded, however long that takes.
    fn record(&mut self, record: RecordResult, ctx: &mut Context<Self>) {
        let user = record.result.user_id;
        let recording = self.links.recorder.send(record).into_actor(self);
        ctx.spawn(recording.map(move |answer, room, ctx| room.recorded(user, &answer, ctx)));
    }

    fn recorded(
        &mut self,
        user: UserId,
        answer: &Result<Result<Recorded, RecordError>, MailboxError>,
        ctx: &mut Context<Self>,
    ) {
        self.results.settle(user, answer.as_ref().ok().and_then(|answer| answer.as_ref().ok()));
        self.announce_results(ctx);
        // Only after the announcement: a process that drains closes the connections once the last room has reported to
        // the lobby.
        self.settle(ctx);
        if self.has_parted {
            self.end_when_done(ctx);
        }
    }

    /// Handles the end of the session behind `socket`. A tab that was taken over leaves nothing behind.
    fn leave(&mut self, user: UserId, socket: &Listener, ctx: &mut Context<Self>) {
        if self.speaks_for(user, socket).is_err() {
            return;
        }
        self.sockets.remove(&user);
        let events = self.race.leave(user, self.now());
        self.has_changed_by(&events);
        self.announce(&events, None, ctx);
    }

    /// Closes the room after its race: it can no longer be found.
    fn close(&mut self, ctx: &mut Context<Self>) {
        self.part();
        self.end_when_done(ctx);
    }

    /// Ends the actor of a closed room, unless a finisher may still wait to hear that their result is saved.
    fn end_when_done(&self, ctx: &mut Context<Self>) {
        if self.is_here() && !self.results.are_pending() && self.snapshots.are_safe() {
            self.snapshots.remove(self.code);
            ctx.stop();
        }
    }

    /// Tells the lobby, once, that the room is closed.
    fn part(&mut self) {
        if std::mem::replace(&mut self.has_parted, true) {
            return;
        }
        tracing::info!(room.id = %self.code, race.id = %self.id, "room closed");
        self.links.lobby.do_send(RoomNews { code: self.code, news: News::Closed });
    }

    /// Tells all connected racers that their `join` no longer holds, and the reason.
    fn notify_all(&self, code: ErrorCode, reason: &str) {
        self.sockets.values().for_each(|socket| notify(socket, ClientEvent::Join.name(), code, reason));
    }
}

/// Returns the api's reason for a refused seat.
fn not_seated(error: SeatError) -> TakeSeatError {
    match error {
        SeatError::Full => TakeSeatError::Full,
        SeatError::Begun => TakeSeatError::Joinable,
        SeatError::Closed => TakeSeatError::Unknown,
    }
}

/// Disconnects a socket whose racer has a newer one.
fn take_over(socket: &Listener) {
    notify(socket, ClientEvent::Join.name(), ErrorCode::TakenOver, TAKEN_OVER);
    socket.disconnect();
}

fn username(race: &Race, user: UserId) -> String {
    race.seat(user).map(|seat| seat.racer.username.clone()).unwrap_or_default()
}

//! A room: one race, the sockets of its racers, and the clock.
//!
//! The shell around [`Race`]: it supplies the time, passes commands in and announces the events to the racers. Sessions
//! send it [`RoomCommand`]s, the lobby sends it [`TakeSeat`], the recorder answers it. It reports changes of its
//! occupancy to the lobby, and ends once the race has closed the room and no result is pending. A change is announced
//! once a snapshot with that change is safe, so that a race survives its process.

mod announce;
mod clock;
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
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::Utc;
use serde_json::json;
use shared::messages::{LinkError, RecordError, RecordResult, Recorded, TakeSeat, TakeSeatError, TakenSeat};
use shared::racer::FinishReport;
use shared::wire::{ClientEvent, Finished, ServerEvent};
use shared::{RaceId, RoomCode, Text, UserId};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::client::{Listener, Refusal, RoomCommand, notify, refuse};
use crate::gateway::GatewayLinks;
use crate::ids::Ticket;
use crate::limits::ANNOUNCE_AFTER;
use crate::metrics::{self, RoomMeters};
use crate::occupancy::Occupancy;
use crate::race::{EventError, Finishing, Phase, Race, RaceTime, Rules, SeatError};
use crate::state::outcome;
use crate::store::{Revision, RoomStore};

pub(crate) use moving::{EngineGone, FromGateway, HandOver, Replaced};
pub(crate) use news::{News, RoomNews};
pub(crate) use snapshots::RoomSnapshot;

use clock::Clock;
use moving::{Ownership, Sessions};
use results::Results;
use snapshots::Snapshots;

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
    /// The links of a gateway, for a room that may move; `None` when there can be no other engines.
    pub(crate) gateway: Option<GatewayLinks>,
}

/// Lobby to room: answer once the first snapshot is safe.
#[derive(Debug, Message)]
#[rtype(result = "()")]
pub(crate) struct Ready;

/// The time at which an accepted event is acknowledged.
enum AckWhen {
    /// As soon as its effect is safe.
    Safe,
    /// Once the racer's result is saved, with that result.
    Saved,
}

/// One race, the sockets of its racers, and the clock.
pub(crate) struct Room {
    code: RoomCode,
    id: RaceId,
    is_private: bool,
    race: Race,
    clock: Clock,
    sockets: HashMap<UserId, Listener>,
    /// The ticket of each racer's last join. A socket that returns with an earlier one was replaced.
    tickets: HashMap<UserId, Ticket>,
    /// The sessions with gateways at other engines.
    sessions: Sessions,
    ownership: Ownership,
    results: Results,
    snapshots: Snapshots,
    links: RoomLinks,
    /// The race's next deadline, and the timer for it.
    timer: Option<(RaceTime, SpawnHandle)>,
    reported: Option<Occupancy>,
    /// True once the room has reported to the lobby that it is closed, or has moved and must not report it.
    is_delisted: bool,
    /// The time of arrival of the event that is being handled, if any.
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

    /// Resumes a room from `snapshot`, which has this `revision` and was written `age` ago. Its clock has kept running.
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
            ownership: Ownership::Here,
            results,
            snapshots: Snapshots::new(links.store.clone(), revision),
            links,
            timer: None,
            reported: None,
            is_delisted: false,
            cause: None,
            meters: RoomMeters::new(),
        }
    }

    fn now(&self) -> RaceTime {
        self.clock.now()
    }

    /// Returns the moment at which the racer's engine received the event that is being handled.
    fn received_at(&self) -> RaceTime {
        self.cause.map_or_else(|| self.now(), |received_at| self.clock.moment_of(received_at))
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
        tracing::info!(race.id = %self.id, n_racers, "room opened");
        self.mark_changed();
        if self.race.phase() == Phase::Closed {
            self.close(ctx);
        }
        self.settle(ctx);
    }

    /// Also runs after a handler has panicked. The racers are then notified, and the race is not used again.
    fn stopped(&mut self, _: &mut Self::Context) {
        if std::thread::panicking() {
            metrics::count(metrics::ROOM_PANICS);
            tracing::error!(race.id = %self.id, "room panicked");
            let notify_all = |socket| notify(socket, ClientEvent::Join.name(), &Refusal::RaceBroken);
            self.sockets.values().for_each(notify_all);
            // Recording a saved result again changes nothing.
            self.results.records().cloned().for_each(|result| self.links.recorder.do_send(result));
            self.snapshots.remove(self.code);
        }
        self.delist();
    }
}

impl Handler<TakeSeat> for Room {
    type Result = ResponseFuture<Result<TakenSeat, TakeSeatError>>;

    fn handle(&mut self, TakeSeat { code: _, racer, proof }: TakeSeat, ctx: &mut Self::Context) -> Self::Result {
        if !self.is_here() {
            return Box::pin(async { Err(LinkError::Unreachable.into()) });
        }
        self.advance(ctx);
        let newcomer = self.race.seat(racer.user_id).is_none().then(|| ServerEvent::Join((&racer).into()));
        let user = racer.user_id;
        let taken = self.race.take_seat(racer, proof, self.now());
        let (answer, answered) = oneshot::channel();
        if taken.is_ok() {
            self.mark_changed();
            // The newcomer gets the text, so the others learn of them before a socket joins, or none ever does.
            newcomer.into_iter().for_each(|join| self.broadcast(join, Some(user), ctx));
        }
        // The lobby counts the seat as the racer's until the next report, even if the request is refused.
        self.reported = None;
        let taken = taken
            .map_err(not_seated)
            .map(|()| TakenSeat { participants: self.race.participants(), text: self.race.text().clone() });
        self.when_safe(ctx, |_, _| {
            // The api may have stopped waiting.
            let _ = answer.send(taken);
        });
        self.settle(ctx);
        // If the room was lost to another engine, the lobby retries there.
        Box::pin(async { answered.await.unwrap_or(Err(LinkError::Unreachable.into())) })
    }
}

impl Handler<RoomCommand> for Room {
    type Result = ();

    fn handle(&mut self, command: RoomCommand, ctx: &mut Self::Context) {
        let Some(command) = self.forward_if_away(command) else { return };
        let name = command.name();
        let RoomCommand { user, socket, event, username, ticket, ack, received_at } = command;
        let has_advanced = self.advance(ctx);
        let is_progress = matches!(event, Some(ClientEvent::Typing(_)));
        self.cause = Some(received_at);
        let outcome = match event {
            Some(event) => self.take(event, user, username.as_deref(), &socket, ticket, ctx),
            None => {
                self.leave(user, &socket, ctx);
                Ok(AckWhen::Safe)
            }
        };
        match (outcome, ack) {
            (Ok(AckWhen::Safe), Some(ack)) => self.when_safe(ctx, move |_, _| ack.send(&json!({}))),
            (Ok(AckWhen::Saved), Some(ack)) => {
                if let Some(oldest) = self.results.answer_when_saved(user, ack) {
                    refuse(&socket, name, &Refusal::RoomBusy, Some(oldest));
                }
            }
            (Ok(_), None) => {}
            (Err(error), ack) => {
                tracing::debug!(race.id = %self.id, racer.id = %user, event = name, %error, "event refused");
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

impl Room {
    /// Performs an event of a client.
    fn take(
        &mut self,
        event: ClientEvent,
        user: UserId,
        username: Option<&str>,
        socket: &Listener,
        ticket: Option<Ticket>,
        ctx: &mut Context<Self>,
    ) -> Result<AckWhen, EventError> {
        if ticket.is_some_and(|ticket| Some(&ticket) < self.tickets.get(&user)) {
            take_over(socket);
            return Ok(AckWhen::Safe);
        }
        self.race.identify(user, username)?;
        if event != ClientEvent::Join {
            self.check_is_current(user, socket)?;
        }
        match event {
            ClientEvent::Join => self.join(user, socket.clone(), ticket, ctx),
            ClientEvent::Typing(completed) => {
                let event = self.race.report(user, completed, self.received_at())?;
                self.announce(event.as_slice(), None, ctx);
                Ok(AckWhen::Safe)
            }
            // The room's own clock decides.
            ClientEvent::Starting | ClientEvent::Start => Ok(AckWhen::Safe),
            ClientEvent::Finish(report) => {
                self.finish(user, report, ctx)?;
                Ok(AckWhen::Saved)
            }
        }
    }

    /// Checks that `socket` is the current one of `user`, not one that another tab has replaced.
    fn check_is_current(&self, user: UserId, socket: &Listener) -> Result<(), EventError> {
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
        ticket: Option<Ticket>,
        ctx: &mut Context<Self>,
    ) -> Result<AckWhen, EventError> {
        let events = self.race.join(user, self.now())?;
        // Before the welcome, which waits for the snapshot of the join.
        self.mark_changed_by(&events);
        let earlier = self.sockets.insert(user, socket.clone());
        if let Some(earlier) = earlier.filter(|earlier| !earlier.same_as(&socket)) {
            take_over(&earlier);
        }
        self.give_ticket(user, &socket, ticket, ctx);
        self.welcome(user, ctx);
        self.announce(&events, Some(user), ctx);
        Ok(AckWhen::Safe)
    }

    fn finish(&mut self, user: UserId, report: FinishReport, ctx: &mut Context<Self>) -> Result<(), EventError> {
        let now = self.now();
        let finishing = self.race.finish(user, &report, self.received_at(), now)?;
        let Finishing::First { result, keys, racers, started_at, events } = finishing else { return Ok(()) };
        let finished = Finished { username: username(&self.race, user), outcome: outcome(&result) };
        let record = RecordResult {
            race: self.id,
            room: self.code,
            text: self.race.text().id,
            racers,
            started_at: Utc::now() - now.since(started_at),
            result,
            proof: self.race.seat(user).and_then(|seat| seat.proof.clone()),
            keys: keys.map(|log| BASE64_STANDARD.encode(log)),
        };
        self.results.add(record.clone(), finished, Some(report));
        self.mark_changed();
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

    /// Sends a result to the recorder, which answers once it is saved or refused for good.
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
        // After the announcement, because a process that drains closes the connections once the last room has reported
        // to the lobby.
        self.settle(ctx);
        if self.is_delisted {
            self.end_when_done(ctx);
        }
    }

    /// Handles the end of the session behind `socket`. Ignored for a tab that was taken over.
    fn leave(&mut self, user: UserId, socket: &Listener, ctx: &mut Context<Self>) {
        if self.check_is_current(user, socket).is_err() {
            return;
        }
        self.sockets.remove(&user);
        let events = self.race.leave(user, self.now());
        self.announce(&events, None, ctx);
    }

    /// Reports the closed room to the lobby, and ends the actor when nothing is pending.
    fn close(&mut self, ctx: &mut Context<Self>) {
        self.delist();
        self.end_when_done(ctx);
    }

    /// Ends the actor of a closed room, unless a result or snapshot is still being saved.
    fn end_when_done(&self, ctx: &mut Context<Self>) {
        if self.is_here() && !self.results.are_pending() && self.snapshots.are_safe() {
            self.snapshots.remove(self.code);
            ctx.stop();
        }
    }

    /// Reports to the lobby, once, that the room is closed.
    fn delist(&mut self) {
        if std::mem::replace(&mut self.is_delisted, true) {
            return;
        }
        tracing::info!(race.id = %self.id, "room closed");
        self.links.lobby.do_send(RoomNews { code: self.code, news: News::Closed });
    }
}

/// Converts a refused seat into the api's error.
fn not_seated(error: SeatError) -> TakeSeatError {
    match error {
        SeatError::Full => TakeSeatError::Full,
        SeatError::Begun => TakeSeatError::Joinable,
        SeatError::Closed => TakeSeatError::Unknown,
    }
}

/// Disconnects a socket whose racer has a newer one.
fn take_over(socket: &Listener) {
    notify(socket, ClientEvent::Join.name(), &Refusal::TakenOver);
    socket.disconnect();
}

fn username(race: &Race, user: UserId) -> String {
    race.seat(user).map(|seat| seat.racer.username.clone()).unwrap_or_default()
}

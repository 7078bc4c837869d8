//! A room: one race, the sockets of those who race it, and the clock.
//!
//! The shell around [`Race`]: it brings the time, passes commands in and tells what happened to those whom it concerns.
//! Sessions send it [`RoomCommand`]s, the lobby sends it [`TakeSeat`], the recorder answers it. It tells the lobby
//! whatever changes who may come, and ends when the race says that the room is closed.

mod announce;
mod clock;
mod command;
mod news;
mod results;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::time::Duration;

use actix::{Actor, ActorFutureExt, AsyncContext, Context, Handler, MailboxError, Recipient, SpawnHandle, WrapFuture};
use chrono::Utc;
use serde::Serialize;
use shared::messages::{RecordResult, Recorded, Seat, TakeSeat, TakeSeatError};
use shared::wire::Finished;
use shared::{Percent, RaceId, RoomCode, Text, UserId};
use tokio::time::Instant;

use crate::fault::refuse;
use crate::metrics;
use crate::race::{Effort, Finishing, Race, RaceTime, Rules, TypingError, outcome};
use crate::recorder::{Record, Unrecordable};
use crate::socketio::{Ack, Socket};

pub(crate) use command::{Action, RoomCommand};
pub(crate) use news::{News, Occupancy, RoomNews, Waiting};

use command::CommandError;
use results::Results;

/// Commands that may wait for a room; a client whose event finds no place is told so. Every racer of the largest room
/// typing at top speed sends fewer in a quarter of a second.
const MAILBOX: usize = 1024;

/// How long the room waits for a result to be saved before it hears of the finish.
const ANNOUNCE_AFTER: Duration = Duration::from_millis(300);

/// What a first tab hears when a second one of the same racer enters.
const TAKEN_OVER: &str = "You joined this race from another window.";

/// What racers hear when the room fails.
const BROKEN: &str = "This race broke off because of a fault on our side.";

/// Whom a room talks to besides its racers.
#[derive(Clone)]
pub(crate) struct RoomLinks {
    /// The lobby, about what changes.
    pub(crate) lobby: Recipient<RoomNews>,
    /// The recorder, with results.
    pub(crate) recorder: Recipient<Record>,
}

/// The answer to an event that was taken and asked for an acknowledgement.
#[derive(Serialize)]
struct Taken {}

/// One race, the sockets of those who race it, and the clock.
pub(crate) struct Room {
    code: RoomCode,
    id: RaceId,
    race: Race,
    opened_at: Instant,
    /// The socket of each connected racer.
    sockets: HashMap<UserId, Socket>,
    results: Results,
    links: RoomLinks,
    /// The one timer, and the deadline for which it is set.
    timer: Option<(RaceTime, SpawnHandle)>,
    /// What the lobby knows.
    told: Option<Occupancy>,
}

impl Room {
    /// A room that opens now.
    pub(crate) fn new(code: RoomCode, rules: Rules, text: Text, links: RoomLinks) -> Self {
        Self {
            code,
            id: RaceId(uuid::Uuid::new_v4()),
            race: Race::new(rules, text),
            opened_at: Instant::now(),
            sockets: HashMap::new(),
            results: Results::default(),
            links,
            timer: None,
            told: None,
        }
    }

    fn now(&self) -> RaceTime {
        RaceTime(self.opened_at.elapsed())
    }
}

impl Actor for Room {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
        metrics::room_opened();
        tracing::info!(room.id = %self.code, race.id = %self.id, "room opened");
        self.settle(ctx);
    }

    /// Runs also when a handler panicked: then the racers are told, and the state is not used any more.
    fn stopped(&mut self, _: &mut Self::Context) {
        metrics::room_closed(self.sockets.len());
        if std::thread::panicking() {
            tracing::error!(room.id = %self.code, race.id = %self.id, "room broke off by a panic");
            self.sockets.values().for_each(|socket| refuse(socket, Action::Join.name(), BROKEN, None));
        } else {
            tracing::info!(room.id = %self.code, race.id = %self.id, "room closed");
        }
        self.links.lobby.do_send(RoomNews { code: self.code, news: News::Closed });
    }
}

impl Handler<TakeSeat> for Room {
    type Result = Result<Seat, TakeSeatError>;

    fn handle(&mut self, TakeSeat { racer, .. }: TakeSeat, ctx: &mut Self::Context) -> Self::Result {
        self.advance(ctx);
        let taken = self.race.take_seat(racer, self.now());
        self.settle(ctx);
        taken.map(|()| Seat { participants: self.race.participants(), text: self.race.text().clone() })
    }
}

impl Handler<RoomCommand> for Room {
    type Result = ();

    fn handle(&mut self, command: RoomCommand, ctx: &mut Self::Context) {
        let RoomCommand { user, socket, action, username, mut ack } = command;
        self.advance(ctx);
        let event = action.name();
        let outcome = match action {
            Action::Leave => {
                self.leave(user, &socket);
                Ok(())
            }
            Action::Join => self.identify(user, username.as_deref()).and_then(|()| self.join(user, socket.clone())),
            action => self
                .identify(user, username.as_deref())
                .and_then(|()| self.speaks_for(user, &socket))
                .and_then(|()| self.act(user, action, &mut ack, ctx)),
        };
        match (outcome, ack) {
            (Ok(()), Some(ack)) => ack.send(&Taken {}),
            (Ok(()), None) => {}
            (Err(error), ack) => refuse(&socket, event, &error.to_string(), ack),
        }
        self.settle(ctx);
    }
}

impl Room {
    fn identify(&self, user: UserId, claimed: Option<&str>) -> Result<(), CommandError> {
        Ok(self.race.identify(user, claimed)?)
    }

    /// Checks that `socket` is the one through which `user` races: not that of a tab which was taken over.
    fn speaks_for(&self, user: UserId, socket: &Socket) -> Result<(), CommandError> {
        match self.sockets.get(&user) {
            Some(current) if current.same_as(socket) => Ok(()),
            _ => Err(TypingError::NotJoined.into()),
        }
    }

    fn join(&mut self, user: UserId, socket: Socket) -> Result<(), CommandError> {
        let events = self.race.join(user, self.now())?;
        match self.sockets.insert(user, socket.clone()) {
            Some(earlier) if !earlier.same_as(&socket) => {
                refuse(&earlier, Action::Join.name(), TAKEN_OVER, None);
                earlier.disconnect();
            }
            Some(_) => {}
            None => metrics::racer_connected(),
        }
        self.welcome(user);
        self.announce(&events, Some(user));
        Ok(())
    }

    /// What only a racer who has joined may say. A finish that is taken keeps the `ack` until the result is saved.
    fn act(
        &mut self,
        user: UserId,
        action: Action,
        ack: &mut Option<Ack>,
        ctx: &mut Context<Self>,
    ) -> Result<(), CommandError> {
        match action {
            Action::Typing(completed) => self.typing(user, completed),
            Action::Finish(effort) => {
                self.finish(user, &effort, ctx)?;
                if let Some(ack) = ack.take() {
                    self.results.answer_when_saved(user, ack);
                }
                Ok(())
            }
            Action::Join | Action::Starting | Action::Start | Action::Leave => Ok(()),
        }
    }

    fn typing(&mut self, user: UserId, completed: Percent) -> Result<(), CommandError> {
        let event = self.race.report(user, completed, self.now())?;
        self.announce(event.as_slice(), None);
        Ok(())
    }

    fn finish(&mut self, user: UserId, effort: &Effort, ctx: &mut Context<Self>) -> Result<(), CommandError> {
        let now = self.now();
        let Finishing::First { result, racers, started_at, events } = self.race.finish(user, effort, now)? else {
            return Ok(());
        };
        let username = self.race.seat(user).map(|seat| seat.racer.username.clone()).unwrap_or_default();
        self.results.add(user, Finished { username, outcome: outcome(&result) });
        let record = Record(RecordResult {
            race: self.id,
            room: self.code,
            text: self.race.text().id,
            racers,
            started_at: Utc::now() - now.since(started_at),
            result,
        });
        let recording = self.links.recorder.send(record).into_actor(self);
        ctx.spawn(recording.map(move |answer, room, _| room.recorded(user, &answer)));
        ctx.run_later(ANNOUNCE_AFTER, move |room, _| {
            room.results.make_due(user);
            room.announce_results();
        });
        self.announce(&events, None);
        Ok(())
    }

    fn recorded(&mut self, user: UserId, answer: &Result<Result<Recorded, Unrecordable>, MailboxError>) {
        self.results.settle(user, matches!(answer, Ok(Ok(_))));
        self.announce_results();
    }

    /// The session behind `socket` ended. A tab that was taken over leaves nothing behind.
    fn leave(&mut self, user: UserId, socket: &Socket) {
        if self.speaks_for(user, socket).is_err() {
            return;
        }
        self.sockets.remove(&user);
        metrics::racer_disconnected();
        let events = self.race.leave(user, self.now());
        self.announce(&events, None);
    }
}

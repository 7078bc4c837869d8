//! The room while this engine owns it: takes commands in, records results, writes snapshots, reports to the lobby.

use std::borrow::Cow;
use std::time::Duration;

use actix::{ActorContext as _, ActorFutureExt as _, AsyncContext as _, Context, WrapFuture as _};
use race::Phase;
use shared::messages::RecordResult;
use shared::wire::{ClientEvent, ClientMessage};
use tokio::time::Instant;

use super::address::{Address, Call};
use super::locals::must_be_answered;
use super::rules::{Input, refusal};
use super::{FromGuest, News, Role, Room};
use crate::client::{Refusal, RoomCommand, refuse};
use crate::ids::EngineId;
use crate::limits::{REPORT_RACE_EVERY, RESULT_TIMEOUT};
use crate::metrics;
use crate::peers::message::{Attached, GuestMessage};
use crate::store::{Saved, StoreError};

impl Room {
    /// Begins to run the race, if this engine owns it.
    pub(super) fn start(&mut self, ctx: &mut Context<Self>) {
        if let Role::Owner(owner) = &mut self.role {
            owner.start(&mut self.locals);
            self.follow_up(ctx);
        }
    }

    /// Performs a command of a socket of this engine. Returns false if only a racer's progress has changed.
    pub(super) fn command(&mut self, command: RoomCommand) -> bool {
        let Self { locals, role: Role::Owner(owner), .. } = self else { return false };
        let name = command.name();
        let RoomCommand { user, socket, event, username, ack, received_at } = command;
        let known = locals.number_of(user, &socket);
        let Some(event) = event else {
            let Some(number) = known else { return false };
            let has_more = owner.handle(Input::Leave(user, Address::here(number)), Some(received_at), locals);
            locals.remove(number);
            return has_more;
        };
        let must_be_kept = must_be_answered(&event, ack.as_ref());
        if must_be_kept && locals.are_full() {
            refuse(&socket, name, &Refusal::RoomBusy, ack);
            return false;
        }
        let round_trip = socket.round_trip();
        let number = known.unwrap_or_else(|| locals.enter(user, socket));
        let from = Address::here(number);
        if let ClientEvent::Typing(report) = &event {
            locals.set_typed(number, report);
        }
        let has_more = if must_be_kept {
            let kept = locals.keep(number, user, event, username, ack, received_at);
            owner.call(kept, received_at, locals);
            true
        } else {
            let (event, username) = (Cow::Owned(event), username.as_deref());
            let call = Call { user, from, event, username, reply: None, received_at, round_trip };
            owner.handle(Input::Call(call), Some(received_at), locals)
        };
        if known.is_none() && !owner.rules.has(user, from) {
            // The event was refused, and the socket is not in the room.
            locals.remove(number);
        }
        has_more
    }

    /// Handles a message of a guest. One of a dead engine is ignored: nobody would report again that its sockets are closed.
    /// An engine that was wrongly counted as dead attaches again. Returns false if only a racer's progress has changed.
    pub(super) fn receive(&mut self, FromGuest { engine, session, number, message, watches }: FromGuest) -> bool {
        let Self { locals, role: Role::Owner(owner), links, .. } = self else { return false };
        if links.peers.as_ref().is_some_and(|peers| !peers.is_member(engine)) {
            return false;
        }
        if let GuestMessage::Attach { sockets } = message {
            owner.sessions.begin(engine, session);
            owner.set_watches(engine, watches, locals);
            return owner.handle(Input::Attach(engine, &sockets), None, locals);
        }
        if !owner.sessions.accept(engine, session, number) {
            return false;
        }
        let has_watchers_changed = owner.set_watches(engine, watches, locals);
        let has_more = match message {
            GuestMessage::Event { answer, socket, user, name, payload, age_ms, round_trip_ms } => {
                let from = Address::at(engine, socket);
                let reply = answer.map(|command| Address::at(engine, command));
                let now = Instant::now();
                let received_at = now.checked_sub(Duration::from_millis(age_ms)).unwrap_or(now);
                let round_trip = round_trip_ms.map(|ms| Duration::from_millis(ms.into()));
                match ClientMessage::read(&name, payload.get()) {
                    Ok(ClientMessage { username, event, .. }) => {
                        let (event, username) = (Cow::Owned(event), username.as_deref());
                        let call = Call { user, from, event, username, reply, received_at, round_trip };
                        owner.handle(Input::Call(call), Some(received_at), locals)
                    }
                    Err(error) => {
                        owner.refuse(refusal(from, &name, &Refusal::from(error), reply), locals);
                        false
                    }
                }
            }
            GuestMessage::Return(attached) => {
                let Attached { socket, .. } = attached;
                owner.handle(Input::Return(attached, Address::at(engine, socket)), None, locals)
            }
            GuestMessage::Leave { socket, user } => {
                owner.handle(Input::Leave(user, Address::at(engine, socket)), None, locals)
            }
            GuestMessage::Sync => {
                owner.sessions.sync(engine);
                false
            }
            GuestMessage::Attach { .. } => false,
        };
        has_more || has_watchers_changed
    }

    /// Does what follows from an input: records results, saves what has changed, reports to the lobby, sets the timer,
    /// and hands the room over or ends. Every handler of the owner ends with this or with [`Self::follow_up_progress`].
    pub(super) fn follow_up(&mut self, ctx: &mut Context<Self>) {
        self.follow_up_progress(ctx);
        // After a snapshot was begun: whether one is being written is reported, and a room moves only when none is.
        self.report_changes(ctx);
        self.notice_watchers(ctx);
        self.hand_over(ctx);
    }

    /// Does what follows if only a racer's progress has changed, which affects neither the occupancy nor the next
    /// deadline.
    pub(super) fn follow_up_progress(&mut self, ctx: &mut Context<Self>) {
        let Role::Owner(owner) = &mut self.role else { return };
        let results = std::mem::take(&mut owner.to_record);
        results.into_iter().for_each(|result| self.record(result, ctx));
        self.save(ctx);
        self.set_watch_timer(ctx);
    }

    fn report_changes(&mut self, ctx: &mut Context<Self>) {
        let Role::Owner(owner) = &mut self.role else { return };
        let phase = owner.rules.phase();
        owner.meters.update(phase, owner.rules.racers().count());
        let is_saving = !owner.snapshots.are_safe();
        if phase == Phase::Closed {
            let is_done = !owner.rules.has_pending_results() && !is_saving;
            if is_done {
                owner.snapshots.remove(self.code);
            }
            if std::mem::take(&mut owner.has_closed) {
                self.locals.watchers.close();
                self.report(News::Closed);
            }
            if is_done {
                self.is_over = true;
                ctx.stop();
            }
            // No timer and no report from here on: the room only waits until its results and its last snapshot are safe.
            return;
        }
        let now = Instant::now();
        let (occupancy, deadline) = (owner.rules.occupancy(is_saving, now), owner.rules.deadline());
        let is_running = occupancy.race.is_some_and(|race| race.running.is_some());
        let report_at = owner.report_at.filter(|at| *at > now).unwrap_or(now + REPORT_RACE_EVERY);
        owner.report_at = is_running.then_some(report_at);
        let deadline = deadline.into_iter().chain(owner.report_at).min();
        if owner.reported.as_ref() != Some(&occupancy) {
            owner.reported = Some(occupancy.clone());
            let kind = owner.rules.kind();
            self.report(News::Occupancy(kind, occupancy));
        }
        self.set_timer(deadline, ctx);
    }

    /// Sends a result to the recorder, which answers once it is saved or refused for good, and announces the finish.
    fn record(&self, record: RecordResult, ctx: &mut Context<Self>) {
        let user = record.result.racer;
        let recording = self.links.recorder.send(record).into_actor(self);
        let generation = self.generation;
        ctx.spawn(recording.map(move |answer, room, ctx| {
            let recorded = answer.ok().and_then(Result::ok);
            room.handle_expected(generation, Input::Recorded(user, recorded), ctx);
        }));
        ctx.run_later(RESULT_TIMEOUT, move |room, ctx| room.handle_expected(generation, Input::Due(user), ctx));
    }

    /// Handles an input that was expected in the role of this generation. In a later one it is stale: the next owner
    /// records the results in the snapshot again, and asks for their outcome itself.
    fn handle_expected(&mut self, generation: u64, input: Input<'_>, ctx: &mut Context<Self>) {
        if let Role::Owner(owner) | Role::Moving(_, owner) = &mut self.role
            && self.generation == generation
        {
            owner.handle(input, None, &mut self.locals);
            self.follow_up(ctx);
        }
    }

    /// Writes a snapshot if something has changed and none is being written. Called again when that one is done.
    fn save(&mut self, ctx: &mut Context<Self>) {
        if let Role::Owner(owner) = &mut self.role
            && owner.snapshots.are_due()
        {
            self.write(None, ctx);
        }
    }

    /// Writes a snapshot. With `successor`, it makes that engine the owner.
    pub(super) fn write(&mut self, successor: Option<EngineId>, ctx: &mut Context<Self>) {
        let (Role::Owner(owner) | Role::Moving(_, owner)) = &mut self.role else { return };
        let (began, generation) = (Instant::now(), self.generation);
        let snapshot = serde_json::to_vec(&owner.rules.snapshot(began)).expect("a snapshot is serializable");
        let bytes = snapshot.len();
        let Some(saving) = owner.snapshots.write(self.code, snapshot, successor) else { return };
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
        let Role::Owner(owner) = &mut self.role else { return };
        let number = owner.snapshots.saved(saved);
        // Before the effects, which may show that all changes are safe, and new ones are not.
        self.save(ctx);
        if let Role::Owner(owner) = &mut self.role {
            owner.perform_waiting(number, &mut self.locals);
        }
        self.follow_up(ctx);
    }
}

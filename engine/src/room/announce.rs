//! The announcement of race events to racers.

use std::sync::Arc;

use actix::Context;
use shared::UserId;
use shared::wire::{Phase, Progress, ServerEvent, Started, Username};
use socketio::Encoded;

use super::Room;
use crate::client::{EventSink as _, Listener, Outlet};
use crate::race::RaceEvent;
use crate::state;

impl Room {
    /// Announces `events` to all racers but `except`, whose `state` already shows them, once a snapshot with them is
    /// safe.
    pub(super) fn announce(&mut self, events: &[RaceEvent], except: Option<UserId>, ctx: &mut Context<Self>) {
        self.mark_changed_by(events);
        for event in events {
            self.log(event);
            if let Some(on_the_wire) = self.on_the_wire(event) {
                self.broadcast(on_the_wire, except.or(event.known_to()), ctx);
            }
        }
    }

    /// Sends `user`, who has just joined, the `state`, then the event of the phase for clients that do not know
    /// `state`.
    pub(super) fn welcome(&mut self, user: UserId, ctx: &mut Context<Self>) {
        let Some(socket) = self.sockets.get(&user).cloned() else { return };
        let Some(state) = state::state(&self.race, self.code, self.now()) else { return };
        self.when_safe(ctx, move |_, _| {
            let phase = state.phase;
            socket.send_event(&ServerEvent::State(state));
            match phase {
                Phase::Waiting(left) => socket.send_event(&ServerEvent::Waiting(left)),
                Phase::Starting(left) => socket.send_event(&ServerEvent::Starting(left)),
                Phase::Running { ms } => socket.send_event(&ServerEvent::Start(Started { ms: Some(ms) })),
                Phase::Finished { .. } => {}
            }
        });
    }

    pub(super) fn announce_results(&mut self, ctx: &mut Context<Self>) {
        for finished in self.results.take_due() {
            self.broadcast(ServerEvent::Finish(finished), None, ctx);
        }
    }

    /// Sends `event` to all racers who are connected now, except one, once all changes are safe.
    pub(super) fn broadcast(&mut self, event: ServerEvent, except: Option<UserId>, ctx: &mut Context<Self>) {
        self.snapshots.notice_lapse();
        if self.snapshots.are_safe() {
            send_to_all(self.listeners(except), &event);
            return self.meters.broadcast(self.cause);
        }
        let listeners: Vec<_> = self.listeners(except).cloned().collect();
        let cause = self.cause;
        self.when_safe(ctx, move |room, _| {
            send_to_all(listeners.iter(), &event);
            room.meters.broadcast(cause);
        });
    }

    fn listeners(&self, except: Option<UserId>) -> impl Iterator<Item = &Listener> + Clone {
        self.sockets.iter().filter(move |(user, _)| Some(**user) != except).map(|(_, socket)| socket)
    }

    /// Returns the event on the wire; `None` if other events already show it to racers.
    fn on_the_wire(&self, event: &RaceEvent) -> Option<ServerEvent> {
        let state = || state::state(&self.race, self.code, self.now());
        Some(match event {
            RaceEvent::RacerJoined(racer) => ServerEvent::Join(racer.into()),
            RaceEvent::RacerLeft(racer) => ServerEvent::Leave(Username { username: racer.username.clone() }),
            RaceEvent::WaitingBegan => match state()?.phase {
                Phase::Waiting(left) => ServerEvent::Waiting(left),
                _ => return None,
            },
            RaceEvent::CountdownBegan => match state()?.phase {
                Phase::Starting(left) => ServerEvent::Starting(left),
                _ => return None,
            },
            RaceEvent::Started => ServerEvent::Start(Started { ms: None }),
            RaceEvent::ProgressMade { user_id, completed } => {
                let username = self.race.seat(*user_id)?.racer.username.clone();
                ServerEvent::Typing(Progress { username, completed: *completed })
            }
            // A racer who has finished and seen all others finish knows that the race is over; other racers
            // do not.
            RaceEvent::Ended { unfinished: 0 } | RaceEvent::Closed => return None,
            RaceEvent::Ended { .. } => ServerEvent::State(state()?),
        })
    }

    /// Logs the events that outline a race, without the room's code: whoever has that may join.
    fn log(&self, event: &RaceEvent) {
        let (race, n_racers) = (self.id, self.race.seats().len());
        match event {
            RaceEvent::CountdownBegan => {
                tracing::info!(race.id = %race, n_racers, "countdown began");
            }
            RaceEvent::Started => tracing::info!(race.id = %race, n_racers, "race started"),
            RaceEvent::Ended { unfinished } => {
                tracing::info!(race.id = %race, n_racers, n_unfinished = unfinished, "race ended");
            }
            RaceEvent::RacerJoined(racer) => {
                tracing::debug!(race.id = %race, racer.id = %racer.user_id, "racer joined");
            }
            RaceEvent::RacerLeft(racer) => {
                tracing::debug!(race.id = %race, racer.id = %racer.user_id, "racer left");
            }
            _ => {}
        }
    }
}

/// Sends `event` to all `listeners`: encoded once for this process, and in one message for each other engine.
fn send_to_all<'a>(listeners: impl Iterator<Item = &'a Listener>, event: &ServerEvent) {
    let mut encoded = None;
    let mut elsewhere: Vec<(&Arc<Outlet>, Vec<u64>)> = Vec::new();
    for listener in listeners {
        match listener {
            Listener::Here(socket) => {
                socket.send(encoded.get_or_insert_with(|| Encoded::event(event.name(), event)));
            }
            Listener::There(remote) => {
                match elsewhere.iter_mut().find(|(outlet, _)| Arc::ptr_eq(outlet, &remote.outlet)) {
                    Some((_, sockets)) => sockets.push(remote.socket),
                    None => elsewhere.push((&remote.outlet, vec![remote.socket])),
                }
            }
        }
    }
    elsewhere.into_iter().for_each(|(outlet, sockets)| outlet.send_event(sockets, event));
}

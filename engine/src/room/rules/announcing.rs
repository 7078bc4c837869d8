//! The events of a race as racers hear of them, and as the log has them.

use race::{Phase, RaceEvent, RaceTime};
use shared::RacerId;
use shared::wire::{ClientEvent, Finished, Phase as PhaseLeft, ServerEvent, Started, Username};

use super::{Effect, Rules};
use crate::client::{Refusal, fault};
use crate::metrics;

impl Rules {
    pub(super) fn announce_results(&mut self, effects: &mut Vec<Effect>) {
        // A racer who was removed has no lane any more.
        let has_seat =
            |finished: &Finished| self.race.seats().iter().any(|seat| seat.racer.username == finished.username);
        let due = self.results.take_due().into_iter().filter(has_seat);
        effects.extend(due.map(|finished| Effect::Broadcast(Box::new(ServerEvent::Finish(finished)), None)));
    }

    /// Announces `events` to all racers but `except`, whose `state` already shows them.
    pub(super) fn announce(
        &mut self,
        events: Vec<RaceEvent>,
        except: Option<RacerId>,
        now: RaceTime,
        effects: &mut Vec<Effect>,
    ) {
        self.has_changed |= !events.is_empty();
        for event in events {
            self.log(&event);
            match event {
                RaceEvent::Finished(finish) => {
                    self.record(*finish, effects);
                    continue;
                }
                RaceEvent::Closed => effects.push(Effect::Close),
                // Pages that have seen racers come and go while it waited may have the lanes in another order.
                RaceEvent::CountdownBegan if self.race.is_of_event() => {
                    let events = [self.state(now).map(ServerEvent::State), self.text_of_event()];
                    effects.extend(events.into_iter().flatten().map(|event| Effect::Broadcast(Box::new(event), None)));
                }
                RaceEvent::Ended { .. } => self.race.start_spread_ms().into_iter().for_each(metrics::race_opened),
                _ => {}
            }
            if let Some(on_the_wire) = self.on_the_wire(&event, now) {
                effects.push(Effect::Broadcast(Box::new(on_the_wire), except.or(event.known_to())));
            }
            // A page cannot tell whether the lane stays.
            if let RaceEvent::RacerLeft(racer) = event
                && self.race.is_of_event()
                && !matches!(self.race.phase(), Phase::Waiting { .. })
                && self.race.seat(racer.id).is_none()
            {
                let state = self.state(now).map(ServerEvent::State);
                effects.extend(state.map(|state| Effect::Broadcast(Box::new(state), except)));
            }
        }
    }

    /// Returns the event on the wire; `None` if other events already show it to racers.
    fn on_the_wire(&self, event: &RaceEvent, now: RaceTime) -> Option<ServerEvent> {
        let state = || self.state(now);
        Some(match event {
            RaceEvent::RacerJoined(racer) => ServerEvent::Join(racer.into()),
            RaceEvent::RacerLeft(racer) => ServerEvent::Leave(Username { username: racer.username.clone() }),
            RaceEvent::StarterChanged(racer) => ServerEvent::Starter(Username { username: racer.username.clone() }),
            RaceEvent::Expired => ServerEvent::Fault(fault(ClientEvent::Join.name(), &Refusal::RoomExpired)),
            RaceEvent::WaitingBegan => match state()?.phase {
                PhaseLeft::Waiting(left) => ServerEvent::Waiting(left),
                _ => return None,
            },
            RaceEvent::CountdownBegan => match state()?.phase {
                PhaseLeft::Starting(left) => ServerEvent::Starting(left),
                _ => return None,
            },
            RaceEvent::Started => ServerEvent::Start(Started { ms: None }),
            RaceEvent::ProgressMade { racer, completed } => self.progress(*racer, *completed)?,
            // A racer who has finished and seen all others finish knows that the race is over; other racers
            // do not.
            RaceEvent::Ended { unfinished: 0 } | RaceEvent::Closed => return None,
            // Announced when it is saved.
            RaceEvent::Finished(_) => return None,
            RaceEvent::Ended { .. } => ServerEvent::State(state()?),
        })
    }

    /// Logs the events that outline a race, without the room's code: whoever has that may join.
    fn log(&self, event: &RaceEvent) {
        let (race, n_racers) = (self.id, self.race.seats().len());
        match event {
            RaceEvent::CountdownBegan => tracing::info!(race.id = %race, n_racers, "countdown began"),
            RaceEvent::Started => tracing::info!(race.id = %race, n_racers, "race started"),
            RaceEvent::Ended { unfinished } => {
                tracing::info!(race.id = %race, n_racers, n_unfinished = unfinished, "race ended");
            }
            RaceEvent::Expired => tracing::info!(race.id = %race, n_racers, "nobody started the race"),
            RaceEvent::Closed => tracing::info!(race.id = %race, "room closed"),
            RaceEvent::RacerJoined(racer) => {
                tracing::debug!(race.id = %race, racer.id = %racer.id, "racer joined");
            }
            RaceEvent::RacerLeft(racer) => {
                tracing::debug!(race.id = %race, racer.id = %racer.id, "racer left");
            }
            RaceEvent::StarterChanged(_) | RaceEvent::WaitingBegan => {}
            RaceEvent::ProgressMade { .. } | RaceEvent::Finished(_) => {}
        }
    }
}

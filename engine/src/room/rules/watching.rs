//! The race as watchers see it, and the racers of a large event.

use race::state::watched;
use race::{Phase, RaceTime};
use shared::Percent;
use shared::wire::{Picture, Watched, WatchedLane};
use tokio::time::Instant;

use super::{Effect, Rules};
use crate::ids::EngineId;
use crate::limits::FEW_RACERS;

impl Rules {
    /// Shows the race to the first watchers, or to those of one more engine.
    pub(in crate::room) fn watch(&mut self, engine: Option<EngineId>, now: Instant, effects: &mut Vec<Effect>) {
        let Some(race) = self.watched(self.clock.moment_of(now)).map(Box::new) else { return };
        match engine {
            Some(engine) if self.is_watched() => effects.push(Effect::Show(engine, race)),
            _ => {
                self.shown = Some((self.race.phase(), race.clone()));
                effects.push(Effect::ShowAll(race));
            }
        }
    }

    /// Shows the race to nobody any more.
    pub(in crate::room) fn unwatch(&mut self) {
        self.shown = None;
    }

    /// Shows watchers, if there are any, what has changed besides the progress.
    pub(super) fn show_changes(&mut self, now: RaceTime, effects: &mut Vec<Effect>) {
        let Some((phase, shown)) = &self.shown else { return };
        let Some(race) = self.watched(now) else { return };
        let is_same = |(one, other): (&WatchedLane, &WatchedLane)| {
            *one == WatchedLane { completed: one.completed, ..other.clone() }
        };
        let are_same = race.lanes.len() == shown.lanes.len() && race.lanes.iter().zip(&shown.lanes).all(is_same);
        if *phase != self.race.phase() || !are_same {
            self.shown = Some((self.race.phase(), Box::new(race.clone())));
            effects.push(Effect::ShowAll(Box::new(race)));
        }
    }

    /// Returns the race as watchers see it; `None` if it is not for watchers.
    fn watched(&self, now: RaceTime) -> Option<Watched> {
        let state = self.state(now).filter(|_| self.is_for_watchers())?;
        Some(watched(&self.race, state))
    }

    /// Returns true while somebody watches.
    pub(in crate::room) fn is_watched(&self) -> bool {
        self.shown.is_some()
    }

    /// Returns true if the race may be watched.
    pub(in crate::room) fn is_for_watchers(&self) -> bool {
        (!self.is_private || self.race.is_of_event()) && self.race.phase() != Phase::Closed
    }

    /// Returns the progress of all racers, in the order of their lanes.
    pub(in crate::room) fn progress_of_all(&self) -> Vec<Percent> {
        self.race.seats().iter().map(|seat| seat.completed).collect()
    }

    /// Returns true if racers see pictures in place of each other's progress: it would be too much to send.
    pub(in crate::room) fn has_pictures(&self) -> bool {
        self.race.is_of_event() && self.race.seats().len() > FEW_RACERS
    }

    /// Returns the picture of all racers at `now`; `None` before the start.
    pub(in crate::room) fn picture(&self, now: Instant) -> Option<Picture> {
        let elapsed = match self.race.phase() {
            Phase::Running { started_at, .. } => self.clock.moment_of(now).since(started_at),
            Phase::Finished { started_at, ended_at } => ended_at.since(started_at),
            Phase::Waiting { .. } | Phase::Starting { .. } | Phase::Closed => return None,
        };
        Some(Picture { ms: RaceTime(elapsed).millis(), completed: self.progress_of_all() })
    }
}

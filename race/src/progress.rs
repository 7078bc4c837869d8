//! Progress through the text while the race runs.

use std::sync::Arc;
use std::time::Duration;

use shared::racer::{LogPiece, ProgressReport};
use shared::{Percent, RacerId};
use typing::score;

use crate::Race;
use crate::error::EventError;
use crate::event::RaceEvent;
use crate::finish::typed;
use crate::phase::Phase;
use crate::replay::{Arrival, Log, Replay};
use crate::rules;
use crate::seat::Seat;
use crate::time::RaceTime;

impl Race {
    /// Records how much of the text `racer` had typed at `typed_at`, which may be a while before now: a report is judged
    /// by the moment at which the racer's own engine received it.
    ///
    /// Progress may reach what the fastest typist could have typed by then and, once the racer's log of keys has begun, what
    /// the log gives and a moment's typing. It may go back to any point. An unchanged percentage causes no event.
    ///
    /// # Errors
    /// Returns an [`EventError`] and changes nothing when the report is refused.
    pub fn report(
        &mut self,
        racer: RacerId,
        report: &ProgressReport,
        typed_at: RaceTime,
    ) -> Result<Option<RaceEvent>, EventError> {
        let completed = report.completed;
        let seat = self.joined(racer)?;
        if seat.has_finished() {
            // A racer who returns repeats the progress, perhaps after the race.
            return if completed == seat.completed { Ok(None) } else { Err(EventError::AlreadyFinished) };
        }
        let (started_at, _) = self.running()?;
        let elapsed = typed_at.since(started_at);
        let has_changed = completed != seat.completed;
        let log = report.log.as_ref().map(|piece| self.log_with(seat, piece, started_at, elapsed)).transpose()?;
        let replay = log.as_ref().unwrap_or(&seat.log).replay();
        let by_log = replay.map_or(Percent::ALL, |replay| replay.reachable(self.length, elapsed));
        if has_changed && completed > rules::reachable(self.length, 0, elapsed).min(by_log) {
            return Err(EventError::TooFast);
        }
        let has_typed_half = seat.has_typed_half || replay.is_some_and(|replay| self.is_half(replay, elapsed));
        let seat = self.seat_mut(racer).ok_or(EventError::NotJoined)?;
        seat.has_typed_half = has_typed_half;
        if let (Some(log), Some(piece)) = (log, &report.log) {
            if let Some(replay) = log.replay().filter(|_| !piece.keys.is_empty()) {
                seat.lateness.add(elapsed, replay.last_key());
            }
            seat.log = log;
        }
        if !has_changed {
            return Ok(None);
        }
        seat.completed = completed;
        Ok(Some(RaceEvent::ProgressMade { racer, completed }))
    }

    /// Returns the log of a racer with a piece that arrives `elapsed` after the start.
    pub(crate) fn log_with(
        &self,
        seat: &Seat,
        piece: &LogPiece,
        started_at: RaceTime,
        elapsed: Duration,
    ) -> Result<Log, EventError> {
        // All replays of a race share one text.
        let known = || self.seats.iter().find_map(|seat| seat.log.replay()).map(|replay| Arc::clone(replay.text()));
        let text = || known().unwrap_or_else(|| self.text.text.chars().collect());
        let unseen_until = seat.seen_since.unwrap_or_default().since(started_at);
        seat.log.with(piece, text, Arrival { at: elapsed, unseen_until })
    }

    /// Returns true if the keys give half of the text, and anyone could have typed that in this time.
    fn is_half(&self, replay: &Replay, elapsed: Duration) -> bool {
        let half = self.length.div_ceil(2);
        // The exact count is dear, and the other is an upper bound but for a few keys.
        replay.typed() >= half
            && elapsed >= score::time_at(score::MAX_WPM, half)
            && typed(&self.text.text, &replay.keys(&self.text.text).keystrokes).right() >= half
    }

    /// Returns the seat of `racer` while a socket of theirs is in the room.
    pub(crate) fn joined(&self, racer: RacerId) -> Result<&Seat, EventError> {
        self.seat(racer).filter(|seat| seat.is_connected()).ok_or(EventError::NotJoined)
    }

    /// Returns the start of the race while it runs, and the number of racers then.
    pub(crate) fn running(&self) -> Result<(RaceTime, usize), EventError> {
        match self.phase {
            Phase::Waiting { .. } | Phase::Starting { .. } => Err(EventError::NotStarted),
            Phase::Running { started_at, racers } => Ok((started_at, racers)),
            Phase::Finished { .. } | Phase::Closed => Err(EventError::Over),
        }
    }
}

//! Progress through the text while the race runs.

use shared::{Percent, UserId};

use super::Race;
use super::error::EventError;
use super::event::RaceEvent;
use super::phase::Phase;
use super::rules;
use super::seat::Seat;
use super::time::RaceTime;

impl Race {
    /// Records how much of the text `user` had typed at `typed_at`, which may be a while before now: a report is judged
    /// by the moment at which the racer's own engine received it.
    ///
    /// Progress may reach what the fastest typist could have typed by then, and go back to any point. An unchanged
    /// percentage causes no event.
    ///
    /// # Errors
    /// Returns an [`EventError`] and changes nothing when the report is refused.
    pub fn report(
        &mut self,
        user: UserId,
        completed: Percent,
        typed_at: RaceTime,
    ) -> Result<Option<RaceEvent>, EventError> {
        let seat = self.joined(user)?;
        if seat.result.is_some() {
            // A racer who returns repeats the progress, perhaps after the race.
            return if completed == seat.completed { Ok(None) } else { Err(EventError::AlreadyFinished) };
        }
        let (started_at, _) = self.running()?;
        let reachable = rules::reachable(self.measures, typed_at.since(started_at));
        let seat = self.seat_mut(user).ok_or(EventError::NotJoined)?;
        if completed == seat.completed {
            return Ok(None);
        }
        if completed > reachable {
            return Err(EventError::TooFast);
        }
        seat.completed = completed;
        seat.has_typed |= completed > Percent::NONE;
        Ok(Some(RaceEvent::ProgressMade { user_id: user, completed }))
    }

    /// Returns the seat of `user` while a socket of theirs is in the room.
    pub(super) fn joined(&self, user: UserId) -> Result<&Seat, EventError> {
        self.seat(user).filter(|seat| seat.is_connected()).ok_or(EventError::NotJoined)
    }

    /// Returns the start of the race while it runs, and the number of racers then.
    pub(super) fn running(&self) -> Result<(RaceTime, usize), EventError> {
        match self.phase {
            Phase::Waiting { .. } | Phase::Starting { .. } => Err(EventError::NotStarted),
            Phase::Running { started_at, racers } => Ok((started_at, racers)),
            Phase::Finished { .. } | Phase::Closed => Err(EventError::Over),
        }
    }
}

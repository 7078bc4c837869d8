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
    /// Records how much of the text `user` has typed.
    ///
    /// Progress may reach what the fastest typist could have typed by now, and go back by what one key deletes. The
    /// first report after a return may go back to any point, since a reloaded page starts over. An unchanged percentage
    /// causes no event.
    ///
    /// # Errors
    /// Returns an [`EventError`] and changes nothing when the report is refused.
    pub fn report(&mut self, user: UserId, completed: Percent, now: RaceTime) -> Result<Option<RaceEvent>, EventError> {
        let (started_at, _) = self.running()?;
        let reachable = rules::reachable(self.measures, now.since(started_at));
        let step_back = rules::step_back(self.measures);
        let seat = self.seat_mut(user).filter(|seat| seat.is_connected()).ok_or(EventError::NotJoined)?;
        if completed == seat.completed {
            seat.resumes = false;
            return Ok(None);
        }
        if seat.result.is_some() {
            return Err(EventError::AlreadyFinished);
        }
        if completed > reachable {
            return Err(EventError::TooFast);
        }
        let back = seat.completed.get().saturating_sub(completed.get());
        if usize::from(back) > step_back && !seat.resumes {
            return Err(EventError::TooFarBack);
        }
        seat.resumes = false;
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

//! Progress through the text while the race runs.

use shared::{Percent, UserId};

use super::Race;
use super::event::RaceEvent;
use super::phase::Phase;
use super::rules;
use super::seat::Seat;
use super::time::RaceTime;

/// The error when a racer can neither type nor finish now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRacing {
    /// The racer is not in the room.
    #[error("Join the room first.")]
    NotJoined,
    /// The race has not started.
    #[error("The race has not started yet.")]
    NotStarted,
    /// The race has ended.
    #[error("The race is over.")]
    Over,
}

/// The error when progress is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProgressError {
    /// The racer is not racing now.
    #[error(transparent)]
    NotRacing(#[from] NotRacing),
    /// The racer has finished.
    #[error("You have already finished.")]
    Finished,
    /// Nobody types as fast as this.
    #[error("This is faster than anyone can type.")]
    TooFast,
    /// More was taken back than one key can.
    #[error("One key cannot go back this far.")]
    TooFarBack,
}

impl Race {
    /// Records how much of the text `user` has typed.
    ///
    /// Progress may go forward as far as the fastest typist could be by now, and back as far as one key goes. The first
    /// report after a return may go back anywhere, since a reloaded page begins anew. An unchanged percentage is no
    /// event.
    ///
    /// # Errors
    /// Returns a [`ProgressError`] and changes nothing when the report is refused.
    pub fn report(
        &mut self,
        user: UserId,
        completed: Percent,
        now: RaceTime,
    ) -> Result<Option<RaceEvent>, ProgressError> {
        let (started_at, _) = self.running()?;
        let reachable = rules::reachable(self.measures, now.since(started_at));
        let step_back = rules::step_back(self.measures);
        let seat = self.seat_mut(user).filter(|seat| seat.is_connected()).ok_or(NotRacing::NotJoined)?;
        if completed == seat.completed {
            seat.resumes = false;
            return Ok(None);
        }
        if seat.result.is_some() {
            return Err(ProgressError::Finished);
        }
        if completed > reachable {
            return Err(ProgressError::TooFast);
        }
        let back = seat.completed.get().saturating_sub(completed.get());
        if usize::from(back) > step_back && !seat.resumes {
            return Err(ProgressError::TooFarBack);
        }
        seat.resumes = false;
        seat.completed = completed;
        Ok(Some(RaceEvent::ProgressMade { user_id: user, completed }))
    }

    /// Returns the seat of `user` while a socket of theirs is in the room.
    pub(super) fn joined(&self, user: UserId) -> Result<&Seat, NotRacing> {
        self.seat(user).filter(|seat| seat.is_connected()).ok_or(NotRacing::NotJoined)
    }

    /// Returns the start of the race while it runs, and the number of racers then.
    pub(super) fn running(&self) -> Result<(RaceTime, usize), NotRacing> {
        match self.phase {
            Phase::Waiting { .. } | Phase::Starting { .. } => Err(NotRacing::NotStarted),
            Phase::Running { started_at, racers } => Ok((started_at, racers)),
            Phase::Finished { .. } | Phase::Closed => Err(NotRacing::Over),
        }
    }
}

//! The end of one racer's run.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use shared::messages::RaceResult;
use shared::typing::{Key, Typing};
use shared::{Percent, UserId, score};

use super::Race;
use super::event::RaceEvent;
use super::phase::Phase;
use super::rules::{self, MAX_WPM};
use super::seat::Seat;
use super::time::RaceTime;

/// A racer's own report of the run that ends with their finish.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// The accuracy in percent, as the racer's client counted it.
    pub accuracy: f64,
    /// Every key of the run, in the form of [`Key`]; when given, the accuracy is counted from it.
    pub keystrokes: Option<String>,
}

/// An accepted finish.
#[derive(Debug, Clone, PartialEq)]
pub enum Finishing {
    /// The racer's first finish, to be recorded and announced.
    First {
        /// The racer's result.
        result: RaceResult,
        /// The number of racers, counted at the start of the race.
        racers: usize,
        /// The start of the race.
        started_at: RaceTime,
        /// The events that followed: the end of the race, if this racer was the last.
        events: Vec<RaceEvent>,
    },
    /// A repeated finish, perhaps after a return: the first result stands.
    Again(RaceResult),
}

/// The error when a finish is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum FinishError {
    /// The racer is not in the room.
    #[error("Join the room first.")]
    NotJoined,
    /// The race has not started.
    #[error("The race has not started yet.")]
    NotStarted,
    /// The race has ended.
    #[error("The race is over.")]
    Over,
    /// The racer's progress is not at 100 percent.
    #[error("The text has not been typed to the end.")]
    NotTyped,
    /// Nobody types as fast as this.
    #[error("This is faster than anyone can type.")]
    TooFast,
    /// The accuracy is not a number.
    #[error("The accuracy is not a number.")]
    NoAccuracy,
    /// There are more keys than anybody can press in that time.
    #[error("These are more keys than anyone can press in that time.")]
    TooManyKeys,
    /// The keys do not produce the text.
    #[error("These keys do not produce the text.")]
    WrongKeys,
}

impl Race {
    /// Finishes the run of `user`, who reports every character as typed and correct. The time is the room's, from the
    /// start to `now`.
    ///
    /// Only a racer's first finish counts; a repeated one returns the same result, also after the race.
    ///
    /// # Errors
    /// Returns a [`FinishError`] and changes nothing when the finish is refused.
    pub fn finish(&mut self, user: UserId, effort: &Effort, now: RaceTime) -> Result<Finishing, FinishError> {
        let seat = self.seat(user).filter(|seat| seat.is_connected()).ok_or(FinishError::NotJoined)?;
        if let Some(result) = &seat.result {
            return Ok(Finishing::Again(result.clone()));
        }
        let (started_at, racers) = match self.phase {
            Phase::Waiting { .. } | Phase::Starting { .. } => return Err(FinishError::NotStarted),
            Phase::Running { started_at, racers } => (started_at, racers),
            Phase::Finished { .. } | Phase::Closed => return Err(FinishError::Over),
        };
        if seat.completed != Percent::ALL {
            return Err(FinishError::NotTyped);
        }
        let length = self.measures.length;
        let time = now.since(started_at);
        if time < score::time_at(MAX_WPM, length) {
            return Err(FinishError::TooFast);
        }
        let accuracy = accuracy(&self.text.text, effort, time)?;

        let place = 1 + self.seats.iter().filter(|seat| seat.result.is_some()).count();
        let won = place == 1 && racers >= 2;
        let result = RaceResult { user_id: user, place, won, time, wpm: score::wpm(length, time), accuracy };
        if let Some(seat) = self.seat_mut(user) {
            seat.result = Some(result.clone());
        }
        Ok(Finishing::First { result, racers, started_at, events: self.end_when_all_finished(now) })
    }

    /// Ends the race when no racer is left to finish.
    pub(super) fn end_when_all_finished(&mut self, now: RaceTime) -> Vec<RaceEvent> {
        match self.phase {
            Phase::Running { .. } if self.seats.iter().all(|seat: &Seat| seat.result.is_some()) => self.end(now),
            _ => Vec::new(),
        }
    }
}

/// Returns the accuracy to record: counted from the keys when they are given, else the client's own, limited to 0 to
/// 100 (corrected errors can exceed the length).
fn accuracy(text: &str, effort: &Effort, time: Duration) -> Result<f64, FinishError> {
    if !effort.accuracy.is_finite() {
        return Err(FinishError::NoAccuracy);
    }
    let Some(keystrokes) = &effort.keystrokes else {
        return Ok(score::two_decimals(effort.accuracy.clamp(0.0, 100.0)));
    };
    if keystrokes.chars().count() > rules::plausible_keys(time) {
        return Err(FinishError::TooManyKeys);
    }
    let mut typing = Typing::new(text);
    keystrokes.chars().map(Key::from).for_each(|key| typing.press(key));
    if typing.is_finished() { Ok(typing.accuracy()) } else { Err(FinishError::WrongKeys) }
}

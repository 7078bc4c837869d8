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

/// What a racer says about the run that they finish.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Accuracy in percent as their client counted it.
    pub accuracy: f64,
    /// Every key of the run, in the form of [`Key`]; when given, the accuracy is counted from it.
    pub keystrokes: Option<String>,
}

/// An accepted finish.
#[derive(Debug, Clone, PartialEq)]
pub enum Finishing {
    /// The racer's first: to be recorded, and told to all.
    First {
        /// What they reached.
        result: RaceResult,
        /// How many raced, counted at the start.
        racers: usize,
        /// When the race started.
        started_at: RaceTime,
        /// What followed from it: the end of the race, when they were the last.
        events: Vec<RaceEvent>,
    },
    /// Said again, perhaps after a return: the result stands.
    Again(RaceResult),
}

/// Why a finish is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum FinishError {
    /// They are not in the room.
    #[error("Join the room first.")]
    NotJoined,
    /// The race has not started.
    #[error("The race has not started yet.")]
    NotStarted,
    /// The race has ended.
    #[error("The race is over.")]
    Over,
    /// Their progress is not at 100 percent.
    #[error("The text is not typed to its end.")]
    NotTyped,
    /// Nobody types as fast as this.
    #[error("This is faster than anybody types.")]
    TooFast,
    /// The accuracy is no number.
    #[error("The accuracy is not a number.")]
    NoAccuracy,
    /// More keys than anybody can press in that time.
    #[error("These are more keys than anybody presses in that time.")]
    TooManyKeys,
    /// The keys do not give the text.
    #[error("These keys do not give the text.")]
    WrongKeys,
}

impl Race {
    /// `user` says that every character is typed and correct. The time is the room's, from the start to `now`.
    ///
    /// Only the first finish of a racer counts; saying it again gives the same result again, also after the race.
    ///
    /// # Errors
    /// [`FinishError`], and nothing changes.
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

    /// Ends the race when nobody is left to finish.
    pub(super) fn end_when_all_finished(&mut self, now: RaceTime) -> Vec<RaceEvent> {
        match self.phase {
            Phase::Running { .. } if self.seats.iter().all(|seat: &Seat| seat.result.is_some()) => self.end(now),
            _ => Vec::new(),
        }
    }
}

/// The accuracy to record: replayed when there are keys, else what the client says, within 0 to 100 (corrected errors
/// can exceed the length).
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

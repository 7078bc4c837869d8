//! The end of one racer's run.

use std::time::Duration;

use shared::key_log::{self, TimedKeys};
use shared::racer::{FinishReport, RaceResult};
use shared::typing::{Typing, keys};
use shared::{Percent, UserId, score};

use super::Race;
use super::error::EventError;
use super::event::RaceEvent;
use super::phase::Phase;
use super::rules::{MAX_UNTYPED_WPM, MAX_WPM};
use super::seat::Seat;
use super::time::RaceTime;

/// An accepted finish.
#[derive(Debug, Clone, PartialEq)]
pub enum Finishing {
    /// The racer's first finish, to be recorded and announced.
    First {
        /// The racer's result.
        result: RaceResult,
        /// The racer's keys as a [log](key_log), if they came with their times and are not too many.
        keys: Option<Vec<u8>>,
        /// The number of racers, counted at the start of the race.
        racers: usize,
        /// The start of the race.
        started_at: RaceTime,
        /// The events that followed: the end of the race, if this racer was the last.
        events: Vec<RaceEvent>,
    },
    /// A repeated finish, for example after a reconnect; the first result stands.
    Again,
}

impl Race {
    /// Finishes the run of `user`, who reports every character as typed and correct. The time is the room's, from the
    /// start to `typed_at`, the moment at which the racer's own engine received the finish. A finish that arrives late
    /// gets the place in which it arrives, and no better time than those before it.
    ///
    /// Only a racer's first finish counts; a repeated one returns the same result, even after the race.
    ///
    /// # Errors
    /// Returns an [`EventError`] and changes nothing when the finish is refused.
    pub fn finish(
        &mut self,
        user: UserId,
        report: &FinishReport,
        typed_at: RaceTime,
        now: RaceTime,
    ) -> Result<Finishing, EventError> {
        let seat = self.joined(user)?;
        if seat.result.is_some() {
            return Ok(Finishing::Again);
        }
        let (started_at, racers) = self.running()?;
        let length = self.measures.length;
        let earlier = self.seats.iter().filter_map(|seat| Some(seat.result.as_ref()?.time));
        let time = earlier.fold(typed_at.since(started_at), Duration::max);
        let wpm = score::wpm(length, time).filter(|_| time >= score::time_at(MAX_WPM, length));
        // Checked first: progress that came too fast is refused, so its text is not typed either.
        let wpm = wpm.ok_or(EventError::TooFast)?;
        if seat.completed != Percent::ALL {
            return Err(EventError::NotTyped);
        }
        let accuracy = accuracy(&self.text.text, report, time)?;
        let keys = keys_to_keep(&self.text.text, report)?;

        let unranked = report.keystrokes.is_none() && time < score::time_at(MAX_UNTYPED_WPM, length);
        let is_ranked = |seat: &&Seat| seat.result.as_ref().is_some_and(|result| !result.unranked);
        let place = 1 + self.seats.iter().filter(is_ranked).count();
        let has_opponent = self.seats.iter().any(|seat| seat.racer.user_id != user && seat.has_typed);
        let won = !unranked && place == 1 && has_opponent;
        let result = RaceResult { user_id: user, place, won, time, wpm, accuracy, unranked };
        if let Some(seat) = self.seat_mut(user) {
            seat.result = Some(result.clone());
        }
        Ok(Finishing::First { result, keys, racers, started_at, events: self.end_when_all_finished(now) })
    }

    /// Ends the race when no racer is left to finish.
    pub(super) fn end_when_all_finished(&mut self, now: RaceTime) -> Vec<RaceEvent> {
        match self.phase {
            Phase::Running { .. } if self.seats.iter().all(|seat: &Seat| seat.result.is_some()) => self.end(now),
            _ => Vec::new(),
        }
    }
}

/// Returns the accuracy to record: computed from the keys if they are given, else the client's own, clamped to 0 to 100
/// (corrected errors can exceed the length).
fn accuracy(text: &str, report: &FinishReport, time: Duration) -> Result<f64, EventError> {
    let Some(keystrokes) = &report.keystrokes else {
        return Ok(score::two_decimals(report.accuracy.clamp(0.0, 100.0)));
    };
    if keystrokes.chars().count() > score::plausible_keys(time) {
        return Err(EventError::TooManyKeys);
    }
    let mut typing = Typing::new(text);
    keys(keystrokes).into_iter().for_each(|key| typing.press(key));
    typing.accuracy().ok_or(EventError::WrongKeys)
}

/// Returns the log of the keys, if they come with their times. A log that is longer than those of any honest run is not
/// kept.
fn keys_to_keep(text: &str, report: &FinishReport) -> Result<Option<Vec<u8>>, EventError> {
    let Some(times) = &report.times else { return Ok(None) };
    let keystrokes = report.keystrokes.clone().ok_or(EventError::WrongTimes)?;
    let keys = TimedKeys::new(keystrokes, times.clone()).map_err(|_| EventError::WrongTimes)?;
    Ok(Some(keys.encode(text)).filter(|log| log.len() <= key_log::LONGEST_OF_RACE))
}

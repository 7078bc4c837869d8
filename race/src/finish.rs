//! The end of one racer's run.
//!
//! A finish is accepted when it arrives. It is final once no racer whose log of keys is under way can be earlier; the places
//! are given then, in order of time. Without logs, that is at once.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use shared::racer::{FinishReport, RaceResult};
use shared::{Evidence, Percent, RacerId};
use typing::key_log::{self, TimedKeys};
use typing::{Typing, keys, score};

use crate::Race;
use crate::error::EventError;
use crate::event::{Finish, RaceEvent};
use crate::phase::Phase;
use crate::replay::{Log, Replay};
use crate::rules::{CREDIT_ALLOWANCE, CREDIT_MAX};
use crate::seat::{Pending, Seat};
use crate::time::RaceTime;

/// An accepted finish.
#[derive(Debug, Clone, PartialEq)]
pub enum Finishing {
    /// The racer's first finish, with the events that followed: the finishes that are final now, and the end of the race, if
    /// this racer was the last.
    First(Vec<RaceEvent>),
    /// A repeated finish, for example after a reconnect; the first result stands.
    Again,
}

impl Race {
    /// Finishes the run of `racer`, who reports every character as typed and correct. The time is the room's, from the
    /// start to `typed_at`, the moment at which the racer's own engine received the finish. With a log of all keys, it is
    /// that of the last key, but no earlier than by the network delay that was measured. A finish that arrives when others
    /// are final gets the place behind them, and no better time.
    ///
    /// Only a racer's first finish counts; a repeated one has no effect, even after the race.
    ///
    /// # Errors
    /// Returns an [`EventError`] and changes nothing when the finish is refused.
    pub fn finish(
        &mut self,
        racer: RacerId,
        report: &FinishReport,
        typed_at: RaceTime,
        now: RaceTime,
    ) -> Result<Finishing, EventError> {
        let seat = self.joined(racer)?;
        if seat.has_finished() {
            return Ok(Finishing::Again);
        }
        let (started_at, _) = self.running()?;
        let arrived = typed_at.since(started_at);
        let length = self.length;
        let log = report.log.as_ref().map(|piece| self.log_with(seat, piece, started_at, arrived)).transpose()?;
        let replay = log.as_ref().and_then(Log::replay);
        let time = replay.map_or(arrived, |replay| seat.time_of(replay, arrived));
        let time = time.max(self.last_final_time());
        // Checked first: progress that came too fast is refused, so its text is not typed either.
        if time.is_zero() || time < score::time_at(score::MAX_WPM, length) {
            return Err(EventError::TooFast);
        }
        if replay.is_none() && seat.completed != Percent::ALL {
            return Err(EventError::NotTyped);
        }
        let text = &self.text.text;
        let (accuracy, keys) = match replay.map(|replay| replay.keys(text)) {
            Some(keys) => (accuracy(text, &keys.keystrokes, arrived)?, Some(keys)),
            None => {
                let by_keys = report.keystrokes.as_deref().map(|keystrokes| accuracy(text, keystrokes, time));
                (by_keys.unwrap_or_else(|| Ok(claimed_accuracy(report)))?, timed_keys(report)?)
            }
        };
        let evidence = replay.map(|replay| seat.evidence_of(replay, report, arrived));
        let keys = keys.map(|keys| keys.encode(text)).filter(|log| log.len() <= key_log::LONGEST_OF_RACE);
        let pending = Pending {
            arrived,
            time,
            accuracy,
            // Keys without a log are a copy of the text for all that the room knows.
            unranked: evidence.is_none() && time < score::time_at(score::MAX_UNVERIFIED_WPM, length),
            evidence,
            keys: keys.map(|log| BASE64_STANDARD.encode(log)),
            final_at: started_at + time + self.most_credit_besides(racer, time),
        };
        if let Some(seat) = self.seat_mut(racer) {
            seat.has_typed_half |= pending.evidence.is_some();
            (seat.completed, seat.log) = (Percent::ALL, Log::None);
            seat.pending = Some(pending);
        }
        let mut events = self.finalize(now);
        events.extend(self.end_when_all_finished(now));
        Ok(Finishing::First(events))
    }

    /// Ends the race when no racer is left to finish.
    pub(crate) fn end_when_all_finished(&mut self, now: RaceTime) -> Vec<RaceEvent> {
        match self.phase {
            Phase::Running { .. } if self.seats.iter().all(Seat::has_finished) => self.end(now),
            _ => Vec::new(),
        }
    }

    /// Returns the moment at which the next finish becomes final.
    pub(crate) fn next_final_at(&self) -> Option<RaceTime> {
        self.pending().map(|pending| pending.final_at).min()
    }

    /// Gives their places to all finishes that are final at `now`, and to those that are earlier.
    pub(crate) fn finalize(&mut self, now: RaceTime) -> Vec<RaceEvent> {
        let last = self.pending().filter(|pending| pending.final_at <= now).map(|pending| pending.time).max();
        last.map_or_else(Vec::new, |last| self.finalize_until(last))
    }

    /// Gives their places to all finishes.
    pub(crate) fn finalize_all(&mut self) -> Vec<RaceEvent> {
        self.finalize_until(Duration::MAX)
    }

    fn finalize_until(&mut self, last: Duration) -> Vec<RaceEvent> {
        let Phase::Running { started_at, racers } = self.phase else { return Vec::new() };
        let mut events = Vec::new();
        while let Some((index, pending)) = self.take_earliest(last) {
            let Pending { arrived, time, accuracy, unranked, evidence, keys, final_at: _ } = pending;
            let time = time.max(self.last_final_time());
            let credited_ms = u32::try_from(arrived.saturating_sub(time).as_millis()).unwrap_or(u32::MAX);
            let evidence = evidence.map(|evidence| Evidence { credited_ms, ..evidence });
            let racer = self.seats[index].racer.id;
            let is_ranked = |seat: &&Seat| seat.result.as_ref().is_some_and(|result| !result.unranked);
            let place = 1 + self.seats.iter().filter(is_ranked).count();
            let won = !unranked && place == 1 && self.typed_half_besides(racer).next().is_some();
            let wpm = score::wpm(self.length, time).expect("a finish takes time");
            let result = RaceResult { racer, place, won, time, wpm, accuracy, unranked };
            let seat = &mut self.seats[index];
            (seat.result, seat.evidence) = (Some(result.clone()), evidence);
            let proof = seat.proof.clone();
            let finish = Finish { result, proof, evidence, keys, racers, started_at };
            events.push(RaceEvent::Finished(Box::new(finish)));
        }
        events
    }

    /// Removes and returns the finish with the earliest time, which is `last` or before, and the index of its seat.
    fn take_earliest(&mut self, last: Duration) -> Option<(usize, Pending)> {
        let pending = self.seats.iter().enumerate().filter_map(|(index, seat)| Some((index, seat.pending.as_ref()?)));
        let (index, _) = pending
            .filter(|(_, pending)| pending.time <= last)
            .min_by_key(|(_, pending)| (pending.time, pending.arrived))?;
        Some((index, self.seats[index].pending.take()?))
    }

    fn pending(&self) -> impl Iterator<Item = &Pending> {
        self.seats.iter().filter_map(|seat| seat.pending.as_ref())
    }

    /// Returns the longest time of the final results.
    fn last_final_time(&self) -> Duration {
        self.seats.iter().filter_map(|seat| Some(seat.result.as_ref()?.time)).max().unwrap_or_default()
    }

    /// Returns the racers besides `racer` of whom the room has seen half of the text: a win against them counts, even if they
    /// give up.
    pub fn typed_half_besides(&self, racer: RacerId) -> impl Iterator<Item = RacerId> + '_ {
        let others = self.seats.iter().map(|seat| (seat.racer.id, seat.has_typed_half));
        others.filter(move |(other, has_typed_half)| *has_typed_half && *other != racer).map(|(other, _)| other)
    }

    /// Returns the most by which the finish of another racer than `racer` may be earlier than its arrival, if it is earlier
    /// than `time`.
    fn most_credit_besides(&self, racer: RacerId, time: Duration) -> Duration {
        let arrives = time + CREDIT_MAX + CREDIT_ALLOWANCE;
        let may_be_earlier = |seat: &&Seat| {
            seat.racer.id != racer && seat.is_connected() && !seat.has_finished() && seat.log.replay().is_some()
        };
        self.seats.iter().filter(may_be_earlier).map(|seat| seat.credit(arrives)).max().unwrap_or_default()
    }
}

impl Seat {
    /// Returns the time of a finish with these keys that arrived this time after the start.
    fn time_of(&self, replay: &Replay, arrived: Duration) -> Duration {
        replay.last_key().clamp(arrived.saturating_sub(self.credit(arrived)), arrived)
    }

    fn evidence_of(&self, replay: &Replay, report: &FinishReport, arrived: Duration) -> Evidence {
        let millis = |duration: Duration| i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        let gap = millis(arrived) - millis(replay.last_key()) - millis(self.one_way());
        Evidence {
            late_keys: replay.late_keys(),
            untrusted_keys: report.untrusted.unwrap_or_default(),
            pastes: report.pastes.unwrap_or_default(),
            credited_ms: 0,
            round_trip_ms: self.round_trip_ms,
            clock_gap_ms: gap.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
        }
    }
}

/// Returns the client's own account of the accuracy, clamped to 0 to 100 (corrected errors can exceed the length).
fn claimed_accuracy(report: &FinishReport) -> f64 {
    score::two_decimals(report.accuracy.clamp(0.0, 100.0))
}

/// Returns the run through `text` with these keys.
pub(crate) fn typed(text: &str, keystrokes: &str) -> Typing {
    let mut typing = Typing::new(text);
    keys(keystrokes).into_iter().for_each(|key| typing.press(key));
    typing
}

/// Returns the accuracy of a run with these keys.
fn accuracy(text: &str, keystrokes: &str, time: Duration) -> Result<f64, EventError> {
    if keystrokes.chars().count() > score::plausible_keys(time) {
        return Err(EventError::TooManyKeys);
    }
    typed(text, keystrokes).accuracy().ok_or(EventError::WrongKeys)
}

/// Returns the keys of a report without a log, if they come with their times.
fn timed_keys(report: &FinishReport) -> Result<Option<TimedKeys>, EventError> {
    let Some(times) = &report.times else { return Ok(None) };
    let keystrokes = report.keystrokes.clone().ok_or(EventError::WrongTimes)?;
    TimedKeys::new(keystrokes, times.clone()).map(Some).map_err(|_| EventError::WrongTimes)
}

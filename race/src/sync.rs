//! The racers' clocks and networks: how far they are from the room, and how far their pages are apart.
//!
//! A racer can delay any packet, but send none before its time. So the delay of every packet is at least half of the
//! shortest round trip, and a packet that took longer is credited as far as others did, too.

use std::time::Duration;

use shared::RacerId;

use crate::Race;
use crate::error::EventError;
use crate::rules::{CREDIT_ALLOWANCE, CREDIT_MAX, CREDIT_PERCENT, START_DELAY};
use crate::seat::Seat;
use crate::time::RaceTime;

impl Race {
    /// Handles a question of `racer` for the time on the room's clock, which arrived at `asked_at`. `seen` is the answer to
    /// the question before, if this one was sent as soon as it arrived.
    ///
    /// # Errors
    /// [`EventError::NotJoined`] if the racer is not in the room.
    pub fn measure(&mut self, racer: RacerId, seen: Option<u64>, asked_at: RaceTime) -> Result<(), EventError> {
        self.joined(racer)?;
        if let Some(ms) = seen.and_then(|seen| asked_at.millis().checked_sub(seen)) {
            self.time_line(racer, Duration::from_millis(ms));
        }
        Ok(())
    }

    /// Records a round trip between the engine and `racer`, however it was measured.
    pub fn time_line(&mut self, racer: RacerId, round_trip: Duration) {
        let Ok(ms) = u32::try_from(round_trip.as_millis()) else { return };
        if let Some(seat) = self.seat_mut(racer) {
            seat.round_trip_ms = Some(seat.round_trip_ms.map_or(ms, |shortest| shortest.min(ms)));
            seat.long_round_trips.add(ms);
        }
    }

    /// Records that the page of `racer` showed the text `opened_ms` after the start, as it reports at `told_at`. Only the
    /// first report of a racer counts, and none of what cannot be.
    ///
    /// # Errors
    /// [`EventError::NotJoined`] if the racer is not in the room.
    pub fn open(&mut self, racer: RacerId, opened_ms: i32, told_at: RaceTime) -> Result<(), EventError> {
        self.joined(racer)?;
        let Some(start_at) = self.phase.start_at() else { return Ok(()) };
        let earliest = -i64::try_from(START_DELAY.as_millis()).unwrap_or(i64::MAX);
        let latest = i64::try_from(told_at.since(start_at).as_millis()).unwrap_or(i64::MAX);
        if let Some(seat) = self.seat_mut(racer)
            && (earliest..=latest).contains(&opened_ms.into())
        {
            seat.opened_ms.get_or_insert(opened_ms);
        }
        Ok(())
    }

    /// Returns the time from the first to the last page that showed the text, in milliseconds; `None` if fewer than two
    /// have told.
    pub fn start_spread_ms(&self) -> Option<u32> {
        let opened = || self.seats.iter().filter_map(|seat| seat.opened_ms);
        let (first, last) = (opened().min()?, opened().max()?);
        (opened().count() > 1).then(|| last.abs_diff(first))
    }
}

impl Seat {
    /// Returns the time that a packet of the owner takes to the engine at least, as far as it was measured.
    pub(crate) fn one_way(&self) -> Duration {
        self.round_trip_ms.map_or(Duration::ZERO, |ms| Duration::from_millis(ms.into()) / 2)
    }

    /// Returns the most by which a finish of the owner that arrives this time after the start may be earlier than that.
    pub(crate) fn credit(&self, arrived: Duration) -> Duration {
        let delay = self.one_way() + self.jitter();
        delay.min(CREDIT_MAX).min(arrived.mul_f64(CREDIT_PERCENT / 100.0)) + CREDIT_ALLOWANCE
    }

    /// Returns by how much more than the least a packet of the owner may be delayed: as far as both the pieces of the log
    /// and the room's own measurements differ.
    fn jitter(&self) -> Duration {
        let measured = self.long_round_trips.last().saturating_sub(self.round_trip_ms.unwrap_or(u32::MAX));
        Duration::from_millis(measured.min(self.lateness.falls.last()).into())
    }
}

/// The times from the last key of each piece of a log to its arrival, by the racer's clock, which may be wrong: so only
/// differences say anything.
///
/// A line that takes longer now and then recovers each time; keys that are dated back stay late.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Lateness {
    before_ms: Option<i64>,
    /// By how much less late a piece was than the one before, in milliseconds.
    falls: Largest,
}

impl Lateness {
    /// Adds a piece that arrived `arrived` after the start, and ends with a key typed at `last_key`.
    pub(crate) fn add(&mut self, arrived: Duration, last_key: Duration) {
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let late = millis(arrived).saturating_sub(millis(last_key));
        if let Some(before) = self.before_ms.replace(late) {
            self.falls.add(u32::try_from(before.saturating_sub(late)).unwrap_or_default());
        }
    }
}

/// The two largest of some numbers of milliseconds: what has happened once may have been anything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Largest([u32; 2]);

impl Largest {
    fn add(&mut self, ms: u32) {
        let Self(largest) = self;
        let place = largest.partition_point(|other| *other >= ms);
        if let Some(smaller) = largest.get_mut(place..).filter(|smaller| !smaller.is_empty()) {
            smaller.rotate_right(1);
            smaller[0] = ms;
        }
    }

    /// Returns the second.
    fn last(self) -> u32 {
        self.0[1]
    }
}

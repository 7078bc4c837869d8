//! The racers' clocks and networks: how far they are from the room, and how far their pages are apart.

use std::time::Duration;

use shared::UserId;

use super::Race;
use super::error::EventError;
use super::rules::{CREDIT_ALLOWANCE, CREDIT_MAX, START_DELAY};
use super::seat::Seat;
use super::time::RaceTime;

impl Race {
    /// Handles a question of `user` for the time on the room's clock, which arrived at `asked_at`. `seen` is the answer to
    /// the question before, if this one was sent as soon as it arrived: the shortest round trip is kept.
    ///
    /// # Errors
    /// [`EventError::NotJoined`] if the racer is not in the room.
    pub fn measure(&mut self, user: UserId, seen: Option<u64>, asked_at: RaceTime) -> Result<(), EventError> {
        self.joined(user)?;
        let round_trip = seen.and_then(|seen| u32::try_from(asked_at.millis().checked_sub(seen)?).ok());
        if let Some(seat) = self.seat_mut(user) {
            seat.round_trip_ms = seat.round_trip_ms.into_iter().chain(round_trip).min();
        }
        Ok(())
    }

    /// Records that the page of `user` showed the text `opened_ms` after the start, as it reports at `told_at`. Only the
    /// first report of a racer counts, and none of what cannot be.
    ///
    /// # Errors
    /// [`EventError::NotJoined`] if the racer is not in the room.
    pub fn open(&mut self, user: UserId, opened_ms: i32, told_at: RaceTime) -> Result<(), EventError> {
        self.joined(user)?;
        let Some(start_at) = self.phase.start_at() else { return Ok(()) };
        let earliest = -i64::try_from(START_DELAY.as_millis()).unwrap_or(i64::MAX);
        let latest = i64::try_from(told_at.since(start_at).as_millis()).unwrap_or(i64::MAX);
        if let Some(seat) = self.seat_mut(user)
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
    pub(super) fn one_way(&self) -> Duration {
        self.round_trip_ms.map_or(Duration::ZERO, |ms| Duration::from_millis(ms.into()) / 2)
    }

    /// Returns the most by which a finish of the owner may be earlier than its arrival.
    pub(super) fn credit(&self) -> Duration {
        self.one_way().min(CREDIT_MAX) + CREDIT_ALLOWANCE
    }
}

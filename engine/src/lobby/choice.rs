//! The choice of a room for a racer: that of the most similar speed, as long as nobody is left alone for it. Pure.
//!
//! A racer is sent to the open room whose racers are nearest in the logarithm of their speed, within a window that grows
//! while the room waits, and else to a new one. But new rooms spread the racers thinner, so it depends on how many come:
//! few of them are sent to the fullest room, as if speeds were not known, and a racer who is alone in a room gets the next
//! one, whoever that is, before it becomes likely that none will come.

#[cfg(test)]
mod tests;

use std::time::Duration;

use shared::RoomCode;
use shared::messages::LogSpeed;
use tokio::time::Instant;

use crate::limits::{
    ANY_SPEED_LEFT, ARRIVALS_AVERAGED, EXPECTED_FOR_NEW_ROOM, EXPECTED_FOR_ONE_ALONE, LONGEST_WAIT, MIN_WAITING_LEFT,
    SPEED_WINDOW_PERCENT,
};

/// The largest difference in the logarithm of the speed to a racer of a room that begins to wait.
const SPEED_WINDOW: f64 = SPEED_WINDOW_PERCENT / 100.0;

/// A public room with a free seat, as it is offered to a racer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Offered {
    pub(super) code: RoomCode,
    /// The number of racers who have a seat or were sent here.
    pub(super) racers: usize,
    /// The speeds of the slowest and the fastest of them, as far as they are known.
    pub(super) speeds: Option<(LogSpeed, LogSpeed)>,
    /// The time for which the room still waits; `None` if its waiting time has not begun.
    pub(super) left: Option<Duration>,
    /// True if one of its racers and the one who asks should not be put together.
    pub(super) is_blocked: bool,
}

/// The racers who came lately, as a rate that old ones leave little by little.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Arrivals {
    /// The racers of the averaged time, at the moment of the last one.
    count: f64,
    last: Option<Instant>,
}

impl Arrivals {
    /// Counts a racer who came at this time.
    pub(super) fn count(&mut self, at: Instant, now: Instant) {
        *self = Self { count: self.lately(now) + remaining(now.saturating_duration_since(at)), last: Some(now) };
    }

    fn lately(&self, now: Instant) -> f64 {
        let since = self.last.map_or(Duration::ZERO, |last| now.saturating_duration_since(last));
        self.count * remaining(since)
    }

    /// Returns the number of racers to expect in this `time`.
    fn expected(&self, time: Duration, now: Instant) -> f64 {
        self.lately(now) * time.div_duration_f64(ARRIVALS_AVERAGED)
    }
}

/// Returns the part of a racer that still counts after this time.
fn remaining(since: Duration) -> f64 {
    (-since.div_duration_f64(ARRIVALS_AVERAGED)).exp()
}

/// Returns the room to which a racer of this speed is sent, if it is one of the `offered`, the fullest first; `None` to open
/// a new one. A racer whose speed is not known is sent to the fullest.
pub(super) fn choose(
    offered: &[Offered],
    arrivals: &Arrivals,
    speed: Option<LogSpeed>,
    now: Instant,
) -> Option<RoomCode> {
    let is_good = |room: &&Offered| !room.is_blocked;
    let fullest = offered.iter().find(is_good);
    let many_come = arrivals.expected(LONGEST_WAIT - MIN_WAITING_LEFT, now) >= EXPECTED_FOR_NEW_ROOM;
    // Racers who should not be put together are, rather than left alone.
    let any = || fullest.or(offered.first().filter(|_| !many_come));
    let chosen = match speed {
        None => any(),
        Some(speed) => {
            let needs_one = |room: &&Offered| {
                let offered_for = room.time_left().saturating_sub(MIN_WAITING_LEFT);
                room.racers == 1 && arrivals.expected(offered_for, now) < EXPECTED_FOR_ONE_ALONE
            };
            let good = || offered.iter().filter(is_good);
            let alone = good().filter(needs_one).min_by_key(|room| room.time_left());
            let distance = |room: &Offered| room.distance(speed);
            let fitting = || good().filter(|room| distance(room) <= room.window());
            let nearest = || fitting().min_by(|one, other| distance(one).total_cmp(&distance(other)));
            alone.or_else(nearest).or_else(|| any().filter(|_| !many_come))
        }
    };
    chosen.map(|room| room.code)
}

impl Offered {
    fn time_left(&self) -> Duration {
        self.left.unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT)
    }

    /// Returns how far the farthest racer of this room is from a racer of this speed. One of unknown speeds just fits.
    fn distance(&self, LogSpeed(speed): LogSpeed) -> f64 {
        self.speeds.map_or(SPEED_WINDOW, |(slowest, fastest)| (speed - slowest.0).max(fastest.0 - speed))
    }

    /// Returns how far the farthest racer may be from one who is sent here.
    fn window(&self) -> f64 {
        let waited = LONGEST_WAIT - self.time_left();
        let grown = waited.div_duration_f64(LONGEST_WAIT - ANY_SPEED_LEFT);
        if grown < 1.0 { SPEED_WINDOW * (1.0 + grown) } else { f64::INFINITY }
    }
}

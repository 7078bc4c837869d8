//! Racers of random speeds, and the figures of the rooms into which matchmaking puts them.

use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};
use shared::RoomCode;

use crate::limits::LONGEST_WAIT;

/// The waiting time and the seats of a room, as the spec has them.
pub(crate) const WAITING: Duration = LONGEST_WAIT;
pub(crate) const CAPACITY: usize = 5;

/// The logarithms of the speeds of all racers: 52 ± 20 wpm.
const MEAN: f64 = 3.8822;
const DEVIATION: f64 = 0.3714;

/// The scatter of the logarithms of one racer's speeds: within a text, and of the estimate.
const WITHIN_TEXT: f64 = 0.087;
const OF_ESTIMATE: f64 = 0.05;

/// The logarithm of a speed that only one in a hundred exceeds.
const FASTEST: f64 = MEAN + 2.326 * DEVIATION;

/// A racer in a room: when they came, their speed, and its estimate.
#[derive(Clone, Copy)]
pub(crate) struct Simulated {
    pub(crate) at: Duration,
    pub(crate) speed: f64,
    pub(crate) estimate: f64,
}

impl Simulated {
    /// Returns a racer who comes at this moment.
    pub(crate) fn new(at: Duration, random: &mut Xoshiro256PlusPlus) -> Self {
        let speed = MEAN + DEVIATION * normal(random);
        Self { at, speed, estimate: speed + OF_ESTIMATE * normal(random) }
    }

    /// Returns the racers who come at this rate, the same at each call.
    pub(crate) fn coming(n_racers: usize, per_second: f64) -> Vec<Self> {
        let (mut random, mut now) = (random(), Duration::ZERO);
        let mut next = |_| {
            now += Duration::from_secs_f64(-(1.0 - random.random::<f64>()).ln() / per_second);
            Self::new(now, &mut random)
        };
        (0..n_racers).map(&mut next).collect()
    }
}

/// Returns the source of racers.
pub(crate) fn random() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(55)
}

pub(crate) struct SimulatedRoom {
    pub(crate) code: RoomCode,
    pub(crate) racers: Vec<Simulated>,
    /// The moment at which it waits no longer.
    pub(crate) begun_at: Duration,
}

/// The figures of a simulation.
#[derive(Debug)]
pub(crate) struct Figures {
    pub(crate) longest_wait: Duration,
    pub(crate) longest_wait_of_fastest: Duration,
    pub(crate) mean_wait: Duration,
    /// The share of racers who raced alone.
    pub(crate) alone: f64,
    /// The share by which the slowest of the median room is slower than the fastest.
    pub(crate) spread: f64,
    /// The share of full rooms in which the best estimate won.
    pub(crate) best_wins: f64,
}

/// Lets the rooms race, and returns their figures.
pub(crate) fn figures<'a>(rooms: impl IntoIterator<Item = &'a SimulatedRoom>) -> Figures {
    let rooms: Vec<_> = rooms.into_iter().collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(56);
    let waits = || rooms.iter().flat_map(|room| room.racers.iter().map(|racer| (*racer, room.begun_at - racer.at)));
    let n_racers = waits().count();
    let longest = |is_counted: fn(&Simulated) -> bool| {
        waits().filter(|(racer, _)| is_counted(racer)).map(|(_, wait)| wait).max().unwrap_or_default()
    };
    let alone = rooms.iter().filter(|room| room.racers.len() == 1).count();
    let spread = |room: &SimulatedRoom| {
        let speeds = || room.racers.iter().map(|racer| racer.speed);
        1.0 - (speeds().fold(f64::INFINITY, f64::min) - speeds().fold(f64::NEG_INFINITY, f64::max)).exp()
    };
    let mut spreads: Vec<f64> = rooms.iter().copied().filter(|room| room.racers.len() > 1).map(spread).collect();
    spreads.sort_unstable_by(f64::total_cmp);
    let mut best_wins = |room: &SimulatedRoom| {
        let timed = room.racers.iter().map(|racer| (racer.estimate, racer.speed + WITHIN_TEXT * normal(&mut random)));
        let timed: Vec<_> = timed.collect();
        let best = timed.iter().max_by(|one, other| one.0.total_cmp(&other.0));
        best == timed.iter().max_by(|one, other| one.1.total_cmp(&other.1))
    };
    let full: Vec<_> = rooms.iter().copied().filter(|room| room.racers.len() == CAPACITY).map(&mut best_wins).collect();
    Figures {
        longest_wait: longest(|_| true),
        longest_wait_of_fastest: longest(|racer| racer.speed > FASTEST),
        mean_wait: waits().map(|(_, wait)| wait).sum::<Duration>() / n_racers as u32,
        alone: alone as f64 / n_racers as f64,
        spread: spreads[spreads.len() / 2],
        best_wins: full.iter().filter(|won| **won).count() as f64 / full.len().max(1) as f64,
    }
}

fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
    let (one, other): (f64, f64) = (random.random(), random.random());
    (-2.0 * (1.0 - one).ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

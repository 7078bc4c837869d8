//! Keys with the waits that a bot means to keep, and the clocks that keep them.

use rand::{Rng, RngExt as _};
use typing::key_log::TimedKeys;

use super::dice::{exponential, log_normal};
use crate::Run;

/// Returns the time of one character in milliseconds.
pub(super) fn ms_per_key(wpm: f64) -> f64 {
    12_000.0 / wpm
}

/// Keys, each with the milliseconds before it.
pub(super) struct Draft(pub(super) Vec<(char, f64)>);

impl Draft {
    /// Returns `keys`: the first after `reaction_ms`, each other after `wait(the key before, the key)`.
    pub(super) fn new(
        reaction_ms: f64,
        keys: impl IntoIterator<Item = char>,
        mut wait: impl FnMut(char, char) -> f64,
    ) -> Self {
        let mut before = None;
        let timed =
            keys.into_iter().map(|key| (key, before.replace(key).map_or(reaction_ms, |before| wait(before, key))));
        Self(timed.collect())
    }

    /// Stretches all waits but the first so that the run takes as long as the speed says.
    pub(super) fn at(mut self, wpm: f64, text: &str) -> Self {
        let wanted = text.chars().count() as f64 * ms_per_key(wpm);
        if let [(_, reaction), rest @ ..] = &mut self.0[..] {
            let stretch = (wanted - *reaction).max(0.0) / rest.iter().map(|(_, wait)| wait).sum::<f64>();
            rest.iter_mut().for_each(|(_, wait)| *wait *= stretch);
        }
        self
    }

    /// Types the keys by a clock.
    pub(super) fn play(self, rng: &mut dyn Rng, clock: Clock) -> Run {
        let mut now = 0.0;
        let timed = self.0.into_iter().map(|(key, wait)| {
            now = clock.wake(rng, now, wait.max(0.0));
            (key, now as u32)
        });
        let (keystrokes, times) = timed.unzip();
        Run { keys: TimedKeys { keystrokes, times }, ..Run::default() }
    }
}

/// The way in which a program sleeps, and its key reaches the page.
#[derive(Clone, Copy)]
pub(super) enum Clock {
    /// The times are computed, and no one sleeps.
    Computed,
    /// `setTimeout` and `setInterval`: whole milliseconds, nested ones at least 4, and a little late.
    Browser,
    /// `Sleep` of Windows, which ends at a tick of the system: 64 a second.
    Windows,
    /// `nanosleep` of a program beside the browser, with the way of its key through the system.
    System,
    /// A browser that is driven from outside: each key is a request, as with ChromeDriver.
    Driver,
    /// The same, by a program that subtracts the usual time of a request from its sleep.
    SteadyDriver,
}

impl Clock {
    const TICK_MS: f64 = 1000.0 / 64.0;

    /// Returns the time of a key, in milliseconds, for which the program began to wait at `now`.
    fn wake(self, rng: &mut dyn Rng, now: f64, wait: f64) -> f64 {
        match self {
            Self::Computed => now + wait,
            Self::Browser => now + wait.floor().max(4.0) + exponential(rng, 0.8),
            Self::Windows => ((now + wait) / Self::TICK_MS).ceil() * Self::TICK_MS + rng.random_range(0.1..1.4),
            Self::System => now + wait + exponential(rng, 0.5),
            Self::Driver => now + wait + log_normal(rng, 6.0, 0.3),
            Self::SteadyDriver => now + (wait - 3.0).max(0.0) + log_normal(rng, 3.0, 0.3),
        }
    }
}

//! How many events a racer may send.

use tokio::time::Instant;

/// Events per second in the long run: twice what the fastest typist or a held Backspace needs.
const EVENTS_PER_SECOND: f64 = 60.0;

/// Events at once: all of a text's percents, which a client sends when it comes back, and as many again.
const BURST: f64 = 200.0;

/// A racer's budget of events: it refills with time, up to [`BURST`].
pub(super) struct Budget {
    left: f64,
    at: Instant,
}

impl Budget {
    /// The full budget.
    pub(super) fn new() -> Self {
        Self { left: BURST, at: Instant::now() }
    }

    /// Takes one event from the budget; says whether there was one left.
    pub(super) fn spend(&mut self) -> bool {
        let now = Instant::now();
        let refilled = (now - self.at).as_secs_f64() * EVENTS_PER_SECOND;
        self.left = (self.left + refilled).min(BURST);
        self.at = now;
        let has_one = self.left >= 1.0;
        if has_one {
            self.left -= 1.0;
        }
        has_one
    }
}

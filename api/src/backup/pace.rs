//! The pace of a backup, at which races beside it keep the processor.

use std::thread::sleep;
use std::time::{Duration, Instant};

/// The longest work without a pause: less than a racer notices.
const AT_A_TIME: Duration = Duration::from_millis(2);

/// The length of a pause relative to the work before it.
const PAUSE: u32 = 3;

/// Work with pauses. A low priority would not do: between services and sessions, each of which is a group for itself, Linux
/// ignores it.
pub(super) struct Pace {
    since: Instant,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self { since: Instant::now() }
    }

    /// Pauses if it is time to. Call it after each small part of the work.
    pub(super) fn keep(&mut self) {
        let worked = self.since.elapsed();
        if worked >= AT_A_TIME {
            sleep(worked * PAUSE);
            self.since = Instant::now();
        }
    }
}

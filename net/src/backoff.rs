//! Pauses between attempts.

use std::time::Duration;

/// Pauses that double with each failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// The pause after the first failure.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
}

impl Backoff {
    /// Returns the pause after this many failures, of which there was at least one.
    pub fn pause(self, failures: u32) -> Duration {
        self.first.saturating_mul(2_u32.saturating_pow(failures.saturating_sub(1))).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let backoff = Backoff { first: Duration::from_secs(15), longest: Duration::from_secs(100) };
        let pauses = [0, 1, 2, 3, 4, 5, u32::MAX].map(|failures| backoff.pause(failures).as_secs());
        assert_eq!(pauses, [15, 15, 30, 60, 100, 100, 100]);
    }
}

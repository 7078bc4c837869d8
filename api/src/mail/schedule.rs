//! The schedule of sending and retrying mails. Pure.

use std::time::Duration;

use chrono::TimeDelta;
use shared::backoff::doubled;

/// The schedule by which mails are sent, retried and given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The interval at which the outbox is checked without a notification, for retries and for mails that other
    /// processes left.
    pub look: Duration,
    /// The longest time for each step before the server receives the mail: its greeting, and its answer to each
    /// command. Giving up by then costs nothing.
    pub step: Duration,
    /// The longest time for a whole attempt.
    pub send: Duration,
    /// The time for which a mail belongs to one worker. A worker that has not recorded an outcome by then is presumed
    /// dead, and the mail is sent again. So it must be longer than an attempt.
    pub lease: Duration,
    /// The pause after the first failure, doubled after each further one.
    pub first_pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// The age at which a mail that fails is given up.
    pub give_up: Duration,
}

impl Default for Schedule {
    fn default() -> Self {
        Self {
            look: Duration::from_secs(5),
            // RFC 5321, section 4.5.3.2, has 2 to 5 minutes for a step, for servers that accept mail from anywhere.
            // This server is the operator's own provider, and other mails wait in the meantime.
            step: Duration::from_secs(30),
            // The same section has 10 minutes for the answer to the message. A server that takes more than 4 is not
            // healthy, and a longer wait would make a crash of this process more costly.
            send: Duration::from_secs(4 * 60),
            lease: Duration::from_secs(5 * 60),
            first_pause: Duration::from_secs(15),
            longest_pause: Duration::from_secs(30 * 60),
            // RFC 5321, section 4.5.4.1, has 4 to 5 days. The content of these mails is obsolete by then.
            give_up: Duration::from_secs(24 * 60 * 60),
        }
    }
}

impl Schedule {
    /// Returns the pause after this many attempts, between three and five quarters of the rule. `jitter`, from 0 to 1,
    /// spreads the retries of mails that failed together.
    pub(super) fn pause(&self, tries: u32, jitter: f64) -> Duration {
        let pause = doubled(self.first_pause, self.longest_pause, tries.saturating_sub(1));
        pause.mul_f64(0.75 + jitter.clamp(0.0, 1.0) / 2.0)
    }

    /// Returns true if a mail of this age is given up when it fails.
    pub(super) fn is_given_up(&self, age: TimeDelta) -> bool {
        age.to_std().is_ok_and(|age| age >= self.give_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let pauses: Vec<u64> = (1..=9).map(|tries| Schedule::default().pause(tries, 0.5).as_secs()).collect();
        assert_eq!(pauses, [15, 30, 60, 120, 240, 480, 960, 1800, 1800]);
        assert_eq!(Schedule::default().pause(u32::MAX, 0.5), Duration::from_secs(1800));
        assert_eq!(Schedule::default().pause(0, 0.5), Duration::from_secs(15));
    }

    #[test]
    fn jitter_changes_a_pause_by_a_quarter_at_most() {
        let pause = |jitter| Schedule::default().pause(3, jitter).as_secs();
        assert_eq!([-1.0, 0.0, 0.25, 1.0, 7.0].map(pause), [45, 45, 52, 75, 75]);
    }

    #[test]
    fn an_attempt_ends_before_its_lease() {
        let Schedule { step, send, lease, .. } = Schedule::default();
        assert!(step < send && send < lease);
    }
}

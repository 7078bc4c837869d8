//! The times at which mails are tried, and given up. Pure.

use std::time::Duration;

use chrono::TimeDelta;

use crate::worker::doubled;

/// The schedule by which mails are sent, tried again and given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The interval at which the outbox is looked at without a notification: for mails left by others, and for those to
    /// be tried again.
    pub look: Duration,
    /// The longest time that the server may take for each step before it is handed a mail: its greeting, and the answer
    /// to each command. Until then a try that is given up costs nothing.
    pub step: Duration,
    /// The longest time that one try may take in all.
    pub send: Duration,
    /// The time for which a mail belongs to one worker. A worker that has not reported the outcome by then is taken for
    /// dead, and the mail is sent again; so it must be longer than a try.
    pub lease: Duration,
    /// The pause after the first failure; each further one doubles it.
    pub first_pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// The age at which a mail is given up, counted from when it was written.
    pub give_up: Duration,
}

impl Default for Schedule {
    fn default() -> Self {
        Self {
            look: Duration::from_secs(5),
            // RFC 5321, section 4.5.3.2, has 2 to 5 minutes for a step, for servers that mails come to from anywhere.
            // Ours is one that we have an account at; and waiting here keeps other mails waiting.
            step: Duration::from_secs(30),
            // The same section gives the server 10 minutes after the last dot. One that takes more than 4 is
            // not healthy, and waiting longer would only make a crash of ours cost more.
            send: Duration::from_secs(4 * 60),
            lease: Duration::from_secs(5 * 60),
            first_pause: Duration::from_secs(15),
            longest_pause: Duration::from_secs(30 * 60),
            // RFC 5321, section 4.5.4.1, has 4 to 5 days; what our mails are about is over by then.
            give_up: Duration::from_secs(24 * 60 * 60),
        }
    }
}

impl Schedule {
    /// The pause after so many tries, from three quarters of the rule to five quarters of it: `jitter` from 0 to 1
    /// keeps mails that failed together from being tried together.
    pub(super) fn pause(&self, tries: u32, jitter: f64) -> Duration {
        let pause = doubled(self.first_pause, self.longest_pause, tries.saturating_sub(1));
        pause.mul_f64(0.75 + jitter.clamp(0.0, 1.0) / 2.0)
    }

    /// True if a mail of this age is given up when it fails.
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
    fn jitter_spreads_a_pause_by_a_quarter_each_way_and_no_further() {
        let pause = |jitter| Schedule::default().pause(3, jitter).as_secs();
        assert_eq!([-1.0, 0.0, 0.25, 1.0, 7.0].map(pause), [45, 45, 52, 75, 75]);
    }

    #[test]
    fn a_try_is_over_before_another_worker_may_have_the_mail() {
        let Schedule { step, send, lease, .. } = Schedule::default();
        assert!(step < send && send < lease);
    }
}

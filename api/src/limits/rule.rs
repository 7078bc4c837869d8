//! The rules that decide whether an attempt comes too soon: pure functions of the previous attempts and the current
//! time.

use std::time::Duration;

use chrono::{DateTime, Utc};
use net::backoff::Backoff;
use token_bucket::TokenBucket;

use crate::models::rate_limit::Tries;

/// The first delay after failures; each further one doubles it.
const FIRST_DELAY: Duration = Duration::from_secs(1);
/// The time after the last failure at which failures are forgotten.
const FAILURES_TTL: Duration = Duration::from_hours(1);

/// A rule for how often attempts are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// At most as many attempts at once as the bucket has tokens, and one more for each that comes back.
    Burst(TokenBucket),
    /// For attempts that are repeated until they succeed: each failure beyond `free` costs a delay, twice as long as
    /// the previous one.
    Failures { free: i32, longest: Duration },
}

impl Rule {
    /// Counts an attempt, or returns how long to wait first. An attempt that comes too soon is not counted.
    pub(crate) fn take(self, before: Tries, now: DateTime<Utc>) -> Result<Tries, Duration> {
        match self {
            Self::Burst(bucket) => {
                let full_in = bucket.take(1, between(now, before.at))?;
                Ok(Tries { count: 0, at: now + full_in })
            }
            Self::Failures { free, longest } => {
                // The clock is the database's, which may be on another server by now, or set back. Then nobody knows how long
                // ago the last failure was, and a wait for its moment to pass might be an hour.
                let since = if before.at > now { longest } else { between(before.at, now) };
                let failures = if since > FAILURES_TTL { 0 } else { before.count };
                let delays = Backoff { first: FIRST_DELAY, longest };
                let beyond = u32::try_from(failures.saturating_sub(free));
                let delay = beyond.map_or(Duration::ZERO, |beyond| delays.pause(beyond.saturating_add(1)));
                match delay.saturating_sub(since) {
                    Duration::ZERO => Ok(Tries { count: failures.saturating_add(1), at: now }),
                    wait => Err(wait),
                }
            }
        }
    }

    pub(crate) fn forgotten_at(self, tries: Tries) -> DateTime<Utc> {
        match self {
            Self::Burst(_) => tries.at,
            Self::Failures { .. } => tries.at + FAILURES_TTL,
        }
    }
}

/// Returns the time from `earlier` to `later`, or zero if `later` is the earlier one.
fn between(earlier: DateTime<Utc>, later: DateTime<Utc>) -> Duration {
    (later - earlier).to_std().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const FAILURES: Rule = Rule::Failures { free: 3, longest: Duration::from_secs(10) };
    const BURST: Rule = Rule::Burst(TokenBucket { size: 3, every: Duration::from_secs(10) });

    fn start() -> Tries {
        Tries { count: 0, at: DateTime::UNIX_EPOCH }
    }

    fn second(n: u64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::from_secs(n)
    }

    /// Returns the outcome of attempts at these seconds: 0 if allowed, otherwise the seconds to wait.
    fn waits<const N: usize>(rule: Rule, seconds: [u64; N]) -> [u64; N] {
        let mut tries = start();
        seconds.map(|at| match rule.take(tries, second(at)) {
            Ok(after) => {
                tries = after;
                0
            }
            Err(wait) => wait.as_secs(),
        })
    }

    #[test]
    fn an_attempt_that_comes_too_soon_gets_the_wait_and_is_not_counted() {
        assert_eq!(waits(FAILURES, [0, 0, 0, 0, 0, 1, 2, 3, 7, 15, 24]), [0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1]);
        assert_eq!(waits(BURST, [0, 0, 0, 0, 7, 10, 10, 20]), [0, 0, 0, 10, 3, 0, 10, 0]);
    }

    #[test]
    fn failures_are_forgotten_after_an_hour() {
        assert_eq!(waits(FAILURES, [0, 0, 0, 0, 3601, 3601, 3601, 3601]), [0, 0, 0, 1, 0, 0, 0, 1]);
    }

    #[test]
    fn a_clock_that_goes_back_locks_nobody_out() {
        let failed = Tries { count: 4, at: second(100) };
        assert_eq!(FAILURES.take(failed, second(0)), Ok(Tries { count: 5, at: second(0) }));
        assert_eq!(waits(FAILURES, [100, 100, 100, 100, 0, 0, 2, 4, 6]), [0, 0, 0, 1, 0, 2, 0, 2, 0]);
        assert_eq!(waits(BURST, [100, 0, 0, 0, 0]), [0, 0, 0, 0, 10]);
    }

    #[test]
    fn forgotten_attempts_no_longer_matter() {
        for rule in [BURST, FAILURES] {
            let mut tries = start();
            for _ in 0..3 {
                tries = rule.take(tries, second(5)).unwrap();
            }
            let later = rule.forgotten_at(tries) + Duration::from_millis(1);
            assert_eq!(rule.take(tries, later).unwrap(), rule.take(start(), later).unwrap(), "{rule:?}");
        }
    }
}

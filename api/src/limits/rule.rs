//! The rules that decide whether an attempt comes too soon: pure functions of the previous attempts and the current
//! time.

use chrono::{DateTime, TimeDelta, Utc};

/// The first delay after failures; each further one doubles it.
const FIRST_DELAY: TimeDelta = TimeDelta::seconds(1);
/// The time after the last failure at which failures are forgotten.
const MEMORY: TimeDelta = TimeDelta::hours(1);

/// The previous attempts of one client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tries {
    /// The current count: failures, or attempts that were used and not yet regained.
    pub(crate) count: i32,
    /// The time as of which the count holds.
    pub(crate) at: DateTime<Utc>,
}

/// A rule for how often attempts are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// At most `at_once` attempts, and one more per `every`.
    Burst { at_once: i32, every: TimeDelta },
    /// For attempts that are repeated until they succeed: each failure beyond `free` costs a delay, twice as long as
    /// the previous one.
    Failures { free: i32, longest: TimeDelta },
}

impl Rule {
    /// Counts an attempt, or returns how long to wait first. An attempt that comes too soon is not counted.
    pub(crate) fn take(self, before: Tries, now: DateTime<Utc>) -> Result<Tries, TimeDelta> {
        // The clock is the database's, which may be on another server by now.
        let since = (now - before.at).max(TimeDelta::zero());
        match self {
            Self::Burst { at_once, every } => {
                let regained = i32::try_from(since.num_milliseconds() / every.num_milliseconds()).unwrap_or(i32::MAX);
                match before.count.saturating_sub(regained) {
                    ..=0 => Ok(Tries { count: 1, at: now }),
                    spent if spent < at_once => Ok(Tries { count: spent + 1, at: before.at + every * regained }),
                    _ => Err(every * (regained + 1) - since),
                }
            }
            Self::Failures { free, longest } => {
                let failures = if since > MEMORY { 0 } else { before.count };
                match delay(failures.saturating_sub(free), longest) - since {
                    wait if wait > TimeDelta::zero() => Err(wait),
                    _ => Ok(Tries { count: failures.saturating_add(1), at: now }),
                }
            }
        }
    }

    pub(crate) fn forgotten_at(self, tries: Tries) -> DateTime<Utc> {
        match self {
            Self::Burst { every, .. } => tries.at + every * tries.count,
            Self::Failures { .. } => tries.at + MEMORY,
        }
    }
}

/// Returns the delay after this many failures beyond the free ones.
fn delay(beyond: i32, longest: TimeDelta) -> TimeDelta {
    match u32::try_from(beyond) {
        Err(_) => TimeDelta::zero(),
        Ok(beyond) => {
            2_i32.checked_pow(beyond).and_then(|times| FIRST_DELAY.checked_mul(times)).unwrap_or(longest).min(longest)
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const FAILURES: Rule = Rule::Failures { free: 3, longest: TimeDelta::seconds(10) };
    const BURST: Rule = Rule::Burst { at_once: 3, every: TimeDelta::seconds(10) };

    fn start() -> Tries {
        Tries { count: 0, at: DateTime::UNIX_EPOCH }
    }

    fn second(n: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(n)
    }

    /// Returns the outcome of attempts at these seconds: 0 if allowed, otherwise the seconds to wait.
    fn waits<const N: usize>(rule: Rule, seconds: [i64; N]) -> [i64; N] {
        let mut tries = start();
        seconds.map(|at| match rule.take(tries, second(at)) {
            Ok(after) => {
                tries = after;
                0
            }
            Err(wait) => wait.num_seconds(),
        })
    }

    #[test]
    fn delays_double_after_the_free_failures_up_to_the_longest() {
        let longest = TimeDelta::seconds(10);
        let delays: Vec<i64> = (-3..6).map(|beyond| delay(beyond, longest).num_seconds()).collect();
        assert_eq!(delays, [0, 0, 0, 1, 2, 4, 8, 10, 10]);
        assert_eq!(delay(i32::MAX, longest), longest);
    }

    #[test]
    fn an_attempt_that_comes_too_soon_gets_the_wait_and_is_not_counted() {
        assert_eq!(waits(FAILURES, [0, 0, 0, 0, 0, 1, 2, 3]), [0, 0, 0, 1, 1, 0, 1, 0]);
    }

    #[test]
    fn failures_are_forgotten_after_an_hour() {
        assert_eq!(waits(FAILURES, [0, 0, 0, 0, 3601, 3601, 3601, 3601]), [0, 0, 0, 1, 0, 0, 0, 1]);
    }

    #[test]
    fn a_burst_is_used_at_once_and_regained_one_by_one() {
        assert_eq!(
            waits(BURST, [0, 0, 0, 0, 7, 10, 10, 29, 30, 30, 60, 60, 60, 60]),
            [0, 0, 0, 10, 3, 0, 10, 0, 0, 10, 0, 0, 0, 10]
        );
    }

    #[test]
    fn a_partly_regained_attempt_is_not_lost() {
        // Three were used at 0. At 15, one and a half are regained, and the half counts toward the next.
        assert_eq!(waits(BURST, [0, 0, 0, 15, 15, 19, 20]), [0, 0, 0, 0, 5, 1, 0]);
    }

    #[test]
    fn a_clock_that_goes_back_does_not_lengthen_a_wait() {
        let spent = Tries { count: 3, at: second(100) };
        assert_eq!(BURST.take(spent, second(0)), Err(TimeDelta::seconds(10)));
        assert_eq!(FAILURES.take(spent, second(0)), Err(TimeDelta::seconds(1)));
    }

    #[test]
    fn forgotten_attempts_no_longer_matter() {
        for rule in [BURST, FAILURES] {
            let mut tries = start();
            for _ in 0..3 {
                tries = rule.take(tries, second(5)).unwrap();
            }
            let later = rule.forgotten_at(tries) + TimeDelta::milliseconds(1);
            assert_eq!(rule.take(tries, later).unwrap(), rule.take(start(), later).unwrap(), "{rule:?}");
        }
    }
}

//! The rules that find a try too soon: functions of the remembered tries and of the time, which is handed in.

use chrono::{DateTime, TimeDelta, Utc};

/// The first delay after failures; each further one doubles it.
const FIRST_DELAY: TimeDelta = TimeDelta::seconds(1);
/// Failures are forgotten this long after the last one.
const MEMORY: TimeDelta = TimeDelta::hours(1);

/// The remembered tries of one client or account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tries {
    /// The number that counts: failures, or tries that are spent and not yet regained.
    pub(crate) count: i32,
    /// The time since which they count.
    pub(crate) at: DateTime<Utc>,
}

/// A rule for how often a try is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// So many at once, and one more each time this has passed.
    Burst { at_once: i32, every: TimeDelta },
    /// For what is tried until it succeeds: each failure beyond the free ones costs a delay, twice as long as the one
    /// before.
    Failures { free: i32, longest: TimeDelta },
}

impl Rule {
    /// Counts one more try, or says how long to wait first; a try that comes too soon is not counted.
    pub(crate) fn take(self, before: Tries, now: DateTime<Utc>) -> Result<Tries, TimeDelta> {
        // The clock is the database's, which may be another server's by now.
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

    /// The time from which on the tries are forgotten.
    pub(crate) fn forgotten_at(self, tries: Tries) -> DateTime<Utc> {
        match self {
            Self::Burst { every, .. } => tries.at + every * tries.count,
            Self::Failures { .. } => tries.at + MEMORY,
        }
    }
}

/// The delay after so many failures beyond the free ones; none before.
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

    /// Tries at each of these seconds, and what came of it: 0, or how many seconds to wait.
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
    fn delays_begin_after_the_free_failures_and_double_up_to_the_longest() {
        let longest = TimeDelta::seconds(10);
        let delays: Vec<i64> = (-3..6).map(|beyond| delay(beyond, longest).num_seconds()).collect();
        assert_eq!(delays, [0, 0, 0, 1, 2, 4, 8, 10, 10]);
        assert_eq!(delay(i32::MAX, longest), longest);
    }

    #[test]
    fn a_failure_that_comes_too_soon_is_told_how_long_to_wait_and_costs_nothing() {
        assert_eq!(waits(FAILURES, [0, 0, 0, 0, 0, 1, 2, 3]), [0, 0, 0, 1, 1, 0, 1, 0]);
    }

    #[test]
    fn an_hour_of_quiet_makes_failures_forgotten() {
        assert_eq!(waits(FAILURES, [0, 0, 0, 0, 3601, 3601, 3601, 3601]), [0, 0, 0, 1, 0, 0, 0, 1]);
    }

    #[test]
    fn a_burst_is_spent_at_once_and_regained_one_by_one() {
        assert_eq!(
            waits(BURST, [0, 0, 0, 0, 7, 10, 10, 29, 30, 30, 60, 60, 60, 60]),
            [0, 0, 0, 10, 3, 0, 10, 0, 0, 10, 0, 0, 0, 10]
        );
    }

    #[test]
    fn what_is_regained_is_not_lost_by_asking_in_between() {
        // One was spent at 0; at 15 one and a half are back, and the half counts for the next.
        assert_eq!(waits(BURST, [0, 0, 0, 15, 15, 19, 20]), [0, 0, 0, 0, 5, 1, 0]);
    }

    #[test]
    fn a_clock_that_goes_back_makes_nobody_wait_longer() {
        let spent = Tries { count: 3, at: second(100) };
        assert_eq!(BURST.take(spent, second(0)), Err(TimeDelta::seconds(10)));
        assert_eq!(FAILURES.take(spent, second(0)), Err(TimeDelta::seconds(1)));
    }

    #[test]
    fn what_is_forgotten_would_have_cost_nothing() {
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

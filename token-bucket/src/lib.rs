#![doc = include_str!("../README.md")]

use std::time::Duration;

/// A limit on a rate, with a burst: a bucket of tokens, of which each attempt takes some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenBucket {
    /// The number of tokens in a full bucket.
    pub size: u32,
    /// The time in which one token comes back; zero for no limit.
    pub every: Duration,
}

impl TokenBucket {
    /// Takes `tokens` from a bucket that will be full in `full_in`; zero if it is full. Returns the time in which it
    /// will be full then (the generic cell rate algorithm, ITU-T I.371).
    ///
    /// # Errors
    /// Returns how long to wait if there are too few tokens; none is taken.
    pub fn take(self, tokens: u32, full_in: Duration) -> Result<Duration, Duration> {
        let empty = self.every.saturating_mul(self.size);
        // No bucket is emptier than empty: the clock went back, and the bucket counts as full.
        let full_in = if full_in > empty { Duration::ZERO } else { full_in };
        let taken = full_in.saturating_add(self.every.saturating_mul(tokens));
        if taken <= empty { Ok(taken) } else { Err(taken - empty) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const THREE: TokenBucket = TokenBucket { size: 3, every: Duration::from_secs(10) };

    /// Returns the outcome of attempts at these seconds: 0 if allowed, otherwise the seconds to wait.
    fn waits<const N: usize>(seconds: [u32; N]) -> [u64; N] {
        let mut full_at = Duration::ZERO;
        seconds.map(|at| {
            let now = SECOND * at;
            match THREE.take(1, full_at.saturating_sub(now)) {
                Ok(full_in) => {
                    full_at = now + full_in;
                    0
                }
                Err(wait) => wait.as_secs(),
            }
        })
    }

    #[test]
    fn a_burst_is_used_at_once_and_regained_one_by_one() {
        // At 29, one and nine tenths are regained, so the next comes at 30.
        let seconds = [0, 0, 0, 0, 7, 10, 10, 29, 30, 30, 60, 60, 60, 60];
        assert_eq!(waits(seconds), [0, 0, 0, 10, 3, 0, 10, 0, 0, 10, 0, 0, 0, 10]);
    }

    #[test]
    fn an_attempt_for_more_tokens_than_there_are_takes_none() {
        assert_eq!(THREE.take(2, SECOND * 20), Err(SECOND * 10));
        assert_eq!(THREE.take(u32::MAX, Duration::ZERO), Err(SECOND * 10 * (u32::MAX - 3)));
    }

    #[test]
    fn a_clock_that_goes_back_locks_nobody_out() {
        assert_eq!(waits([100, 0, 0, 0, 0, 10]), [0, 0, 0, 0, 10, 0]);
    }
}

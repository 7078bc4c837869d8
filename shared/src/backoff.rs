//! Pauses between attempts.

use std::time::Duration;

/// Returns `first`, doubled this many times, up to `longest`.
pub fn doubled(first: Duration, longest: Duration, times: u32) -> Duration {
    first.saturating_mul(2_u32.saturating_pow(times)).min(longest)
}

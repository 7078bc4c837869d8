//! The limit on the rate at which a client may send.

use std::time::Duration;

use token_bucket::TokenBucket;
use tokio::time::Instant;

/// A limit on packets per second in the long run, with a burst. A connection counts packets before they are parsed; an
/// application may limit the events of its users in the same way.
#[derive(Debug, Clone)]
pub struct RateLimit {
    bucket: TokenBucket,
    full_at: Instant,
}

impl RateLimit {
    /// Returns a limit of `per_second` in the long run, with `burst` at once; 0 per second is no limit.
    pub fn of(per_second: u32, burst: u32) -> Self {
        let every = Duration::from_secs(1).checked_div(per_second).unwrap_or_default();
        Self { bucket: TokenBucket { size: burst, every }, full_at: Instant::now() }
    }

    /// Counts these packets and returns true if they are within the limit.
    pub fn allows(&mut self, packets: usize) -> bool {
        let now = Instant::now();
        let packets = u32::try_from(packets).unwrap_or(u32::MAX);
        let taken = self.bucket.take(packets, self.full_at.saturating_duration_since(now));
        taken.map(|full_in| self.full_at = now + full_in).is_ok()
    }

    /// Returns true while the whole burst is allowed.
    pub fn is_full(&self) -> bool {
        self.full_at <= Instant::now()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix::test]
    async fn a_burst_is_allowed_and_then_the_rate() {
        tokio::time::pause();
        let mut limit = RateLimit::of(10, 5);
        assert!(limit.allows(5));
        tokio::time::advance(Duration::from_millis(100)).await;
        assert!(limit.allows(1));
        assert!(!limit.allows(1));
    }

    #[actix::test]
    async fn zero_is_no_limit() {
        let mut limit = RateLimit::of(0, 5);
        assert!(limit.allows(1_000_000) && limit.allows(usize::MAX));
    }
}

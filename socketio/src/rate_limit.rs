//! The limit on the rate at which a client may send.

use std::time::Duration;

use tokio::time::Instant;

use super::Settings;

/// A limit on packets per second in the long run, with a burst. A connection counts packets before they are parsed; an
/// application may limit the events of its users in the same way.
#[derive(Debug, Clone)]
pub struct RateLimit {
    /// The time per packet at the long-run rate; zero when there is no limit.
    per_packet: Duration,
    /// The time by which packets may be ahead of that rate.
    burst: Duration,
    /// The moment by which all packets so far would have arrived at that rate.
    due: Instant,
}

impl RateLimit {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self::of(settings.packets_per_second, settings.packet_burst)
    }

    /// Returns a limit of `per_second` in the long run, with `burst` at once; 0 per second is no limit.
    pub fn of(per_second: u32, burst: u32) -> Self {
        let per_packet = Duration::from_secs(1).checked_div(per_second).unwrap_or_default();
        Self { per_packet, burst: per_packet.saturating_mul(burst), due: Instant::now() }
    }

    /// Counts these packets and returns true if they are within the limit.
    pub fn allows(&mut self, packets: usize) -> bool {
        let now = Instant::now();
        let packets = u32::try_from(packets).unwrap_or(u32::MAX);
        let due = self.due.max(now) + self.per_packet.saturating_mul(packets);
        let is_allowed = due <= now + self.burst;
        if is_allowed {
            self.due = due;
        }
        is_allowed
    }

    /// Returns true while the whole burst is allowed.
    pub fn is_rested(&self) -> bool {
        self.due <= Instant::now()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(packets_per_second: u32, packet_burst: u32) -> RateLimit {
        RateLimit::new(&Settings { packets_per_second, packet_burst, ..Settings::default() })
    }

    #[actix::test]
    async fn a_burst_is_allowed_and_then_the_rate() {
        tokio::time::pause();
        let mut limit = limit(10, 5);
        assert!(limit.allows(5));
        tokio::time::advance(Duration::from_millis(100)).await;
        assert!(limit.allows(1));
        assert!(!limit.allows(1));
    }

    #[actix::test]
    async fn idle_time_gives_no_credit_beyond_the_burst() {
        tokio::time::pause();
        let mut limit = limit(10, 5);
        tokio::time::advance(Duration::from_secs(3600)).await;
        assert!(limit.clone().allows(5));
        assert!(!limit.allows(6));
    }

    #[actix::test]
    async fn zero_is_no_limit() {
        let mut limit = limit(0, 5);
        assert!(limit.allows(1_000_000) && limit.allows(usize::MAX));
    }
}

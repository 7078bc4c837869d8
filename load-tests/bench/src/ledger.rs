//! The record of sent updates and, for each racer, of received ones, with their times and order.
//!
//! An update carries only a name and a percent. So the k-th update that a racer receives from another is matched with
//! the k-th that the other sent, if the percent is the same. Otherwise the sequence is searched, and skipped updates
//! count as lost until they arrive out of order.

use std::ops::Range;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use crate::seats::RACERS;

/// The number of significant figures of the histogram.
const PRECISION: u8 = 3;
/// The highest latency of the histogram, in nanoseconds: ten minutes.
const LONGEST: u64 = 600_000_000_000;
/// The range of the search for an update that does not match: more than can be queued for one client.
const LOOK_AHEAD: usize = 2048;

/// The updates that were sent and received.
pub(crate) struct Ledger {
    /// The updates that each racer sent.
    sent: Vec<Vec<Update>>,
    /// The updates that each racer received, by the seat of their sender.
    received: Vec<Received>,
    window: Range<Instant>,
    counts: Counts,
    latency: Histogram<u64>,
    latest_send: Duration,
}

/// One update, at the moment at which it was due.
#[derive(Debug, Clone, Copy)]
struct Update {
    due: Instant,
    completed: u8,
}

#[derive(Debug, Default, Clone)]
struct Received {
    /// The index of the next update.
    next: usize,
    /// Updates that were skipped.
    missing: Vec<usize>,
}

/// The counts of updates.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The expected deliveries of updates due in the window.
    pub(crate) expected: u64,
    /// The deliveries of these updates that arrived.
    pub(crate) delivered: u64,
    /// All deliveries that arrived after a later one.
    pub(crate) out_of_order: u64,
    /// Events that no racer sent, or that went to the wrong room.
    pub(crate) strange: u64,
    /// All deliveries, including those of updates due outside the window.
    pub(crate) received: u64,
}

impl Ledger {
    /// Creates a ledger for this many rooms, which counts updates due in `window`.
    pub(crate) fn new(rooms: usize, window: Range<Instant>) -> Self {
        Self {
            sent: vec![Vec::new(); rooms * RACERS],
            received: vec![Received::default(); rooms * RACERS * RACERS],
            window,
            counts: Counts::default(),
            latency: Histogram::new_with_bounds(1, LONGEST, PRECISION).expect("there are such bounds"),
            latest_send: Duration::ZERO,
        }
    }

    /// Counts only updates due in `window` from now on.
    pub(crate) fn begin(&mut self, window: Range<Instant>) {
        self.window = window;
        self.counts = Counts::default();
        self.latency.reset();
        self.latest_send = Duration::ZERO;
    }

    /// Records that `racer` sent an update that was due at `due`.
    pub(crate) fn record_sent(&mut self, racer: usize, completed: u8, due: Instant) {
        self.sent[racer].push(Update { due, completed });
        if self.window.contains(&due) {
            self.counts.expected += RACERS as u64 - 1;
            self.latest_send = self.latest_send.max(due.elapsed());
        }
    }

    /// Records that `racer` received an update of `sender` at `at`.
    pub(crate) fn record_received(&mut self, racer: usize, sender: usize, completed: u8, at: Instant) {
        self.counts.received += 1;
        let is_of_the_room = racer / RACERS == sender / RACERS && racer != sender;
        let Some(index) = is_of_the_room.then(|| self.find(racer, sender, completed)).flatten() else {
            self.counts.strange += 1;
            return;
        };
        let due = self.sent[sender][index].due;
        if self.window.contains(&due) {
            self.counts.delivered += 1;
            self.latency.saturating_record(nanoseconds(at.saturating_duration_since(due)));
        }
    }

    /// Returns the counts of updates so far.
    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the times from when an update was due until it was read, in nanoseconds.
    pub(crate) fn latency(&self) -> &Histogram<u64> {
        &self.latency
    }

    /// Returns the longest delay of an update's sending after it was due.
    pub(crate) fn latest_send(&self) -> Duration {
        self.latest_send
    }

    /// Returns the index of the update of `sender` that `racer` received.
    fn find(&mut self, racer: usize, sender: usize, completed: u8) -> Option<usize> {
        let sent = &self.sent[sender];
        let received = &mut self.received[racer * RACERS + sender % RACERS];
        let fits = |index: usize| sent.get(index).is_some_and(|update| update.completed == completed);
        if fits(received.next) {
            received.next += 1;
            return Some(received.next - 1);
        }
        if let Some(late) = received.missing.iter().position(|index| fits(*index)) {
            self.counts.out_of_order += 1;
            return Some(received.missing.remove(late));
        }
        let ahead = (received.next..sent.len().min(received.next + LOOK_AHEAD)).find(|index| fits(*index))?;
        received.missing.extend(received.next..ahead);
        received.next = ahead + 1;
        Some(ahead)
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a ledger in which racer 0 sent the first percents, a millisecond apart, and racer 1 received the second
    /// ones five milliseconds after the last.
    fn exchanged(sent: &[u8], received: &[u8]) -> Ledger {
        let start = Instant::now();
        let mut ledger = Ledger::new(1, start..start + Duration::from_secs(1));
        let mut now = start;
        for completed in sent {
            now += Duration::from_millis(1);
            ledger.record_sent(0, *completed, now);
        }
        for completed in received {
            ledger.record_received(1, 0, *completed, now + Duration::from_millis(5));
        }
        ledger
    }

    #[test]
    fn the_latency_of_updates_is_counted_from_when_they_were_due() {
        let ledger = exchanged(&[1, 2, 3, 2], &[1, 2, 3, 2]);
        let counts = Counts { expected: 16, delivered: 4, received: 4, ..Counts::default() };
        assert_eq!(ledger.counts(), counts);
        let nearest_ms = |nanoseconds: u64| (nanoseconds + 500_000) / 1_000_000;
        assert_eq!(nearest_ms(ledger.latency().min()), 5);
        assert_eq!(nearest_ms(ledger.latency().max()), 8);
    }

    #[test]
    fn lost_updates_are_missing() {
        assert_eq!(exchanged(&[1, 2, 3, 4], &[1, 4]).counts().delivered, 2);
    }

    #[test]
    fn an_update_after_a_later_one_is_delivered_out_of_order() {
        let counts = exchanged(&[1, 2, 3, 4], &[1, 3, 2, 4]).counts();
        assert_eq!((counts.delivered, counts.out_of_order), (4, 1));
    }

    #[test]
    fn an_update_that_was_not_sent_is_strange() {
        let mut ledger = exchanged(&[1, 2], &[1, 7]);
        assert_eq!((ledger.counts().delivered, ledger.counts().strange), (1, 1));
        ledger.record_received(0, 0, 1, Instant::now());
        assert_eq!(ledger.counts().strange, 2, "an echo to its sender");
    }

    #[test]
    fn updates_due_outside_the_window_do_not_count() {
        let start = Instant::now();
        let mut ledger = Ledger::new(1, start + Duration::from_secs(1)..start + Duration::from_secs(2));
        ledger.record_sent(0, 1, start);
        ledger.record_received(1, 0, 1, start);
        assert_eq!(ledger.counts(), Counts { received: 1, ..Counts::default() });
    }
}

//! The updates that were sent, and for each racer the ones that arrived, with their moments and order.
//!
//! An update carries only a name and a percent. So the k-th update that a racer receives from another is taken for the
//! k-th that the other sent, as long as the percent is the same; otherwise the sequence is searched, and skipped
//! updates count as lost until they arrive after all, out of order.

use std::ops::Range;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use crate::seats::RACERS;

/// Three significant figures.
const PRECISION: u8 = 3;
/// The highest latency of the histogram, in nanoseconds: ten minutes.
const LONGEST: u64 = 600_000_000_000;
/// The range of the search for an update that does not fit: more updates than wait for one client at a time.
const LOOK_AHEAD: usize = 2048;

/// The updates that were sent and received.
pub(crate) struct Ledger {
    /// The updates that each racer sent.
    said: Vec<Vec<Update>>,
    /// The updates that each racer received, by the seat of their sender.
    heard: Vec<Heard>,
    window: Range<Instant>,
    counts: Counts,
    latency: Histogram<u64>,
    latest_say: Duration,
}

/// One update, at the moment at which it was due.
#[derive(Debug, Clone, Copy)]
struct Update {
    due: Instant,
    completed: u8,
}

#[derive(Debug, Default, Clone)]
struct Heard {
    /// The index of the update that comes next.
    next: usize,
    /// Updates that were skipped.
    missing: Vec<usize>,
}

/// The counts of updates.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Deliveries that are expected of the updates that were due in the window.
    pub(crate) expected: u64,
    /// Deliveries of these updates that arrived.
    pub(crate) delivered: u64,
    /// Deliveries, among all, that arrived after a later one.
    pub(crate) out_of_order: u64,
    /// Events that nobody sent, or that went to another room.
    pub(crate) strange: u64,
    /// All deliveries, including updates that were due before and after the window.
    pub(crate) heard: u64,
}

impl Ledger {
    /// Creates a ledger for this many rooms; updates that are due in `window` count.
    pub(crate) fn new(rooms: usize, window: Range<Instant>) -> Self {
        Self {
            said: vec![Vec::new(); rooms * RACERS],
            heard: vec![Heard::default(); rooms * RACERS * RACERS],
            window,
            counts: Counts::default(),
            latency: Histogram::new_with_bounds(1, LONGEST, PRECISION).expect("there are such bounds"),
            latest_say: Duration::ZERO,
        }
    }

    /// From now on, only updates that are due in `window` count.
    pub(crate) fn begin(&mut self, window: Range<Instant>) {
        self.window = window;
        self.counts = Counts::default();
        self.latency.reset();
        self.latest_say = Duration::ZERO;
    }

    /// Records that `racer` sent an update that was due at `due`.
    pub(crate) fn say(&mut self, racer: usize, completed: u8, due: Instant) {
        self.said[racer].push(Update { due, completed });
        if self.window.contains(&due) {
            self.counts.expected += RACERS as u64 - 1;
            self.latest_say = self.latest_say.max(due.elapsed());
        }
    }

    /// Records that `racer` received an update of `speaker` at `at`.
    pub(crate) fn hear(&mut self, racer: usize, speaker: usize, completed: u8, at: Instant) {
        self.counts.heard += 1;
        let is_of_the_room = racer / RACERS == speaker / RACERS && racer != speaker;
        let Some(index) = is_of_the_room.then(|| self.find(racer, speaker, completed)).flatten() else {
            self.counts.strange += 1;
            return;
        };
        let due = self.said[speaker][index].due;
        if self.window.contains(&due) {
            self.counts.delivered += 1;
            self.latency.saturating_record(nanoseconds(at.saturating_duration_since(due)));
        }
    }

    /// Returns the counts of updates so far.
    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the times from the moment at which an update was due to its reading, in nanoseconds.
    pub(crate) fn latency(&self) -> &Histogram<u64> {
        &self.latency
    }

    /// Returns the longest delay of an update's sending after it was due.
    pub(crate) fn latest_say(&self) -> Duration {
        self.latest_say
    }

    /// Returns the index of the update of `speaker` that `racer` received.
    fn find(&mut self, racer: usize, speaker: usize, completed: u8) -> Option<usize> {
        let said = &self.said[speaker];
        let heard = &mut self.heard[racer * RACERS + speaker % RACERS];
        let fits = |index: usize| said.get(index).is_some_and(|update| update.completed == completed);
        if fits(heard.next) {
            heard.next += 1;
            return Some(heard.next - 1);
        }
        if let Some(late) = heard.missing.iter().position(|index| fits(*index)) {
            self.counts.out_of_order += 1;
            return Some(heard.missing.remove(late));
        }
        let ahead = (heard.next..said.len().min(heard.next + LOOK_AHEAD)).find(|index| fits(*index))?;
        heard.missing.extend(heard.next..ahead);
        heard.next = ahead + 1;
        Some(ahead)
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Racer 0 says these percents, a millisecond apart, and racer 1 hears those, five milliseconds after the last.
    fn told(said: &[u8], heard: &[u8]) -> Ledger {
        let start = Instant::now();
        let mut ledger = Ledger::new(1, start..start + Duration::from_secs(1));
        let mut now = start;
        for completed in said {
            now += Duration::from_millis(1);
            ledger.say(0, *completed, now);
        }
        for completed in heard {
            ledger.hear(1, 0, *completed, now + Duration::from_millis(5));
        }
        ledger
    }

    #[test]
    fn updates_in_order_are_delivered_with_their_latency_from_when_they_were_due() {
        let ledger = told(&[1, 2, 3, 2], &[1, 2, 3, 2]);
        let counts = Counts { expected: 16, delivered: 4, heard: 4, ..Counts::default() };
        assert_eq!(ledger.counts(), counts);
        let nearest_ms = |nanoseconds: u64| (nanoseconds + 500_000) / 1_000_000;
        assert_eq!(nearest_ms(ledger.latency().min()), 5);
        assert_eq!(nearest_ms(ledger.latency().max()), 8);
    }

    #[test]
    fn lost_updates_are_missing() {
        assert_eq!(told(&[1, 2, 3, 4], &[1, 4]).counts().delivered, 2);
    }

    #[test]
    fn an_update_after_a_later_one_is_out_of_order_and_delivered() {
        let counts = told(&[1, 2, 3, 4], &[1, 3, 2, 4]).counts();
        assert_eq!((counts.delivered, counts.out_of_order), (4, 1));
    }

    #[test]
    fn an_update_that_was_not_sent_is_strange() {
        let mut ledger = told(&[1, 2], &[1, 7]);
        assert_eq!((ledger.counts().delivered, ledger.counts().strange), (1, 1));
        ledger.hear(0, 0, 1, Instant::now());
        assert_eq!(ledger.counts().strange, 2, "an echo to its speaker");
    }

    #[test]
    fn updates_due_outside_the_window_do_not_count() {
        let start = Instant::now();
        let mut ledger = Ledger::new(1, start + Duration::from_secs(1)..start + Duration::from_secs(2));
        ledger.say(0, 1, start);
        ledger.hear(1, 0, 1, start);
        assert_eq!(ledger.counts(), Counts { heard: 1, ..Counts::default() });
    }
}

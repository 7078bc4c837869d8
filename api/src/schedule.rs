//! The schedule of queues in the database. Pure.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use net::backoff::Backoff;

use crate::models::span;

/// The schedule by which workers take the rows of a queue, such as mails, retry and give up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The interval at which the queue is checked without a notification, for retries and for rows that other processes
    /// left.
    pub poll: Duration,
    /// The time for which a row belongs to one worker. A worker that has not recorded an outcome by then is presumed
    /// dead, and the row is taken again. So it must be longer than an attempt.
    pub lease: Duration,
    /// The pauses after failed attempts.
    pub backoff: Backoff,
    /// The age at which a row is given up.
    pub give_up: Duration,
    /// The time for which a row is kept after that, or after its outcome was recorded.
    pub ttl: Duration,
}

impl Schedule {
    /// Returns the pause after this many attempts, between three and five quarters of the rule. `jitter`, from 0 to 1,
    /// spreads the retries of rows that failed together.
    pub(crate) fn pause(&self, attempts: i32, jitter: f64) -> TimeDelta {
        span(self.backoff.pause(attempts.unsigned_abs()).mul_f64(0.75 + jitter.clamp(0.0, 1.0) / 2.0))
    }

    /// Returns the time at which a row is given up.
    pub(crate) fn end_of(&self, created_at: DateTime<Utc>) -> DateTime<Utc> {
        created_at + span(self.give_up)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shared::testing::assert_generated_table;

    use crate::mail::SCHEDULE;
    use crate::{mail, payments};

    /// Returns a time in its largest whole unit.
    fn in_words(time: Duration) -> String {
        let units = [(24 * 60 * 60, "days"), (60 * 60, "h"), (60, "min"), (1, "s")];
        let seconds = time.as_secs();
        let (size, unit) =
            *units.iter().find(|(size, _)| seconds > *size && seconds.is_multiple_of(*size)).expect("seconds");
        format!("{} {unit}", seconds / size)
    }

    #[test]
    fn the_table_of_queues_is_generated() {
        let queues = [("emails", mail::SCHEDULE), ("purchases", payments::SCHEDULE)];
        let rows = queues.map(|(name, schedule)| {
            let times = [schedule.backoff.first, schedule.backoff.longest, schedule.give_up, schedule.ttl];
            let [first, longest, give_up, ttl] = times.map(in_words);
            [name.to_owned(), first, longest, give_up, ttl]
        });
        let head = ["queue", "first pause", "longest pause", "given up after", "then kept for"];
        assert_generated_table("docs/operations.md", "queues", head, rows);
    }

    #[test]
    fn jitter_changes_a_pause_by_a_quarter_at_most() {
        let pause = |jitter| SCHEDULE.pause(3, jitter).num_seconds();
        assert_eq!([-1.0, 0.0, 0.25, 0.5, 1.0, 7.0].map(pause), [45, 45, 52, 60, 75, 75]);
    }
}

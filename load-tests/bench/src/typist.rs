//! The updates of a racer: percents that change each time and that the rules accept, for as long as a measurement
//! lasts.

/// The highest percent, since no racer finishes during a measurement.
const LAST: u8 = 90;

/// Five right keys of a log, 118 ms apart, in base64: a percent of the text.
const FORWARD: &str = "7AHsAewB7AHsAQ==";
/// Five Backspaces, in the same way.
const BACK: &str = "7QEI7QEI7QEI7QEI7QEI";

/// A racer who types: three percent forward, one back, and back and forth at the end.
#[derive(Debug, Clone, Default)]
pub(crate) struct Typist {
    completed: u8,
    updates: u32,
    /// The length of the log of keys, in bytes, if the racer sends one.
    log: Option<usize>,
}

impl Typist {
    /// Returns the next update, in percent; never the same as the one before.
    pub(crate) fn next(&mut self) -> u8 {
        self.updates += 1;
        let goes_back = self.updates.is_multiple_of(4) || self.completed >= LAST;
        self.completed = if goes_back { self.completed - 1 } else { self.completed + 1 };
        self.completed
    }

    /// Sends a log of the keys from the next update on, which is the first.
    pub(crate) fn begin_log(&mut self) {
        self.log = Some(0);
    }

    /// Returns the piece of the log for the step from the percent `before` to this one, as its `from` and `keys`; `None`
    /// without a log.
    pub(crate) fn piece(&mut self, before: u8) -> Option<(usize, &'static str)> {
        let (keys, bytes) = if self.completed > before { (FORWARD, 10) } else { (BACK, 15) };
        let length = self.log.as_mut()?;
        let from = *length;
        *length += bytes;
        Some((from, keys))
    }

    /// Returns the percent of the last update.
    pub(crate) fn completed(&self) -> u8 {
        self.completed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use race::{Race, RaceTime, Rules};
    use shared::racer::ProgressReport;
    use shared::testing::{racer, seat_proof};
    use shared::{Percent, RacerId, UserId};

    use super::*;
    use crate::serve::text;

    /// The user of the races.
    const USER: RacerId = RacerId::User(UserId(1));

    /// Returns a race of one racer, and the moment of its start.
    fn running() -> (Race, RaceTime) {
        let mut race = Race::new(Rules::default(), text());
        race.take_seat(racer(1), seat_proof(), RaceTime::ZERO).expect("a seat");
        race.join(USER, RaceTime::ZERO).expect("a racer");
        let start = RaceTime(Duration::from_secs(40));
        race.tick(start);
        (race, start)
    }

    #[test]
    fn the_rules_accept_and_announce_every_update_for_nine_minutes() {
        let (mut race, mut now) = running();
        let mut typist = Typist::default();
        for _ in 0..(9 * 60 * 17 / 10) {
            now = now + Duration::from_millis(588);
            race.tick(now);
            let completed = Percent::try_from(i64::from(typist.next())).expect("a percent");
            assert!(race.report(USER, &completed.into(), now).expect("it is accepted").is_some());
        }
    }

    #[test]
    fn the_rules_accept_the_log_of_every_update() {
        let (mut race, mut now) = running();
        let mut typist = Typist::default();
        typist.begin_log();
        for _ in 0..300 {
            now = now + Duration::from_millis(588);
            race.tick(now);
            let before = typist.completed();
            let completed = Percent::try_from(i64::from(typist.next())).expect("a percent");
            let (from, keys) = typist.piece(before).expect("a log");
            let log = serde_json::from_value(serde_json::json!({ "from": from, "keys": keys })).expect("a piece");
            let report = ProgressReport { completed, log: Some(log) };
            assert!(race.report(USER, &report, now).expect("it is accepted").is_some());
        }
    }
}

//! The updates of a racer: percents that change each time and that the rules accept, for as long as a measurement
//! lasts.

/// The highest percent, since no racer finishes during a measurement.
const LAST: u8 = 90;

/// A racer who types: three percent forward, one back, and back and forth at the end.
#[derive(Debug, Clone, Default)]
pub(crate) struct Typist {
    completed: u8,
    updates: u32,
}

impl Typist {
    /// Returns the next update, in percent; never the same as the one before.
    pub(crate) fn next(&mut self) -> u8 {
        self.updates += 1;
        let goes_back = self.updates.is_multiple_of(4) || self.completed >= LAST;
        self.completed = if goes_back { self.completed - 1 } else { self.completed + 1 };
        self.completed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::race::{Race, RaceTime, Rules};
    use shared::testing::racer;
    use shared::{Percent, UserId};

    use super::*;
    use crate::serve::text;

    #[test]
    fn the_rules_accept_and_announce_every_update_for_nine_minutes() {
        let user = UserId(1);
        let mut race = Race::new(Rules::default(), text());
        race.take_seat(racer(1), None, RaceTime::ZERO).expect("a seat");
        race.join(user, RaceTime::ZERO).expect("a racer");
        let mut now = RaceTime(Duration::from_secs(40));
        race.tick(now);
        let mut typist = Typist::default();
        for _ in 0..(9 * 60 * 17 / 10) {
            now = now + Duration::from_millis(588);
            race.tick(now);
            let completed = Percent::try_from(i64::from(typist.next())).expect("a percent");
            assert!(race.report(user, completed, now).expect("it is accepted").is_some());
        }
    }
}

//! The days of a time zone, and how many of them in a row someone typed.

use chrono::{DateTime, NaiveDate, Utc};

use super::TimeZone;

/// The days of a time zone in a range of time. A day that the zone skipped is none of them.
#[derive(Debug)]
pub(crate) struct Calendar {
    days: Vec<NaiveDate>,
    /// The first moment of each day.
    starts: Vec<DateTime<Utc>>,
    until: DateTime<Utc>,
}

/// Days in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Streaks {
    /// The days of the streak that ends today or yesterday: today is not over.
    pub(crate) current: usize,
    pub(crate) longest: usize,
}

impl Calendar {
    /// Returns the days from that of `from` to the last one that begins before `until`.
    pub(crate) fn new(zone: TimeZone, from: DateTime<Utc>, until: DateTime<Utc>) -> Self {
        let days = zone.day_of(from).iter_days().map(|day| (day, zone.start_of(day)));
        let days = days.take_while(|(_, start)| *start < until);
        let exists = |day: &NaiveDate, start| day.succ_opt().is_some_and(|next| start < zone.start_of(next));
        let (days, starts) = days.filter(|(day, start)| exists(day, *start)).unzip();
        Self { days, starts, until }
    }

    pub(crate) fn days(&self) -> &[NaiveDate] {
        &self.days
    }

    /// The first moment of each day.
    pub(crate) fn starts(&self) -> &[DateTime<Utc>] {
        &self.starts
    }

    /// The moment at which the range of time ends.
    pub(crate) fn until(&self) -> DateTime<Utc> {
        self.until
    }

    /// Returns the streaks of someone who typed on the days with these indices, which are in order.
    pub(crate) fn streaks(&self, typed: impl Iterator<Item = usize>, today: NaiveDate) -> Streaks {
        let today = self.days.partition_point(|day| *day <= today);
        let (mut length, mut longest, mut next) = (0, 0, 0);
        for index in typed.take_while(|index| *index < today) {
            length = if index == next { length + 1 } else { 1 };
            longest = longest.max(length);
            next = index + 1;
        }
        Streaks { current: if next + 1 >= today { length } else { 0 }, longest }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::domain::Value as _;

    /// Returns the streaks, on the day of `now`, of someone in a zone who typed at these moments.
    fn streaks(zone: &str, now: &str, typed: &[&str]) -> Streaks {
        let zone = TimeZone::parse(zone.to_owned()).expect("it is read");
        let moment = |text: &str| text.parse::<DateTime<Utc>>().expect("it is a moment");
        let now = moment(now);
        let calendar = Calendar::new(zone, now - TimeDelta::days(400), now + TimeDelta::days(2));
        let mut days: Vec<_> =
            typed.iter().map(|at| calendar.starts.partition_point(|start| *start <= moment(at)) - 1).collect();
        days.sort_unstable();
        days.dedup();
        calendar.streaks(days.into_iter(), zone.day_of(now))
    }

    #[test]
    fn a_streak_ends_today_or_yesterday_and_has_no_gap() {
        let noons = |days: &[&str]| days.iter().map(|day| format!("{day}T12:00:00Z")).collect::<Vec<_>>();
        for (days, current, longest) in [
            (&[][..], 0, 0),
            (&["2026-03-02"], 1, 1),
            (&["2026-03-02", "2026-03-01", "2026-02-28", "2026-02-26"], 3, 3),
            (&["2026-03-01", "2026-02-28"], 2, 2),
            (&["2026-02-28", "2026-02-27"], 0, 2),
            (&["2026-03-02", "2026-02-10", "2026-02-09"], 1, 2),
            // By a clock that is ahead of ours.
            (&["2026-03-03", "2026-03-02"], 1, 1),
        ] {
            let noons = noons(days);
            let typed: Vec<_> = noons.iter().map(String::as_str).collect();
            assert_eq!(streaks("UTC", "2026-03-02T20:00:00Z", &typed), Streaks { current, longest }, "{days:?}");
        }
    }

    #[test]
    fn evenings_at_five_and_at_seven_by_turns_are_a_streak_in_costa_rica() {
        // Five evenings, from Tuesday 17:00 to Saturday 17:00.
        let typed = [
            "2026-11-24T23:00:00Z",
            "2026-11-26T01:00:00Z",
            "2026-11-26T23:00:00Z",
            "2026-11-28T01:00:00Z",
            "2026-11-28T23:00:00Z",
        ];
        let now = "2026-11-29T02:00:00Z";
        assert_eq!(streaks("America/Costa_Rica", now, &typed), Streaks { current: 5, longest: 5 });
        assert_eq!(streaks("UTC", now, &typed), Streaks { current: 1, longest: 1 });
    }

    #[test]
    fn a_streak_goes_on_through_both_changes_of_summer_time() {
        // Half past midnight and half past eleven by turns, for four days around each change.
        for (now, typed) in [
            (
                "2026-03-31T10:00:00Z",
                ["2026-03-28T22:30:00Z", "2026-03-28T23:30:00Z", "2026-03-30T21:30:00Z", "2026-03-30T22:30:00Z"],
            ),
            (
                "2026-10-27T10:00:00Z",
                ["2026-10-24T21:30:00Z", "2026-10-24T22:30:00Z", "2026-10-26T22:30:00Z", "2026-10-26T23:30:00Z"],
            ),
        ] {
            assert_eq!(streaks("Europe/Madrid", now, &typed), Streaks { current: 4, longest: 4 }, "{now}");
        }
    }

    #[test]
    fn the_day_and_the_streak_are_those_of_the_side_of_the_date_line() {
        // 23:30 and, the next day, 0:30 by turns in Kiritimati (UTC+14); Pago Pago (UTC-11) is 25 hours behind.
        let typed = ["2026-11-25T09:30:00Z", "2026-11-25T10:30:00Z", "2026-11-27T09:30:00Z", "2026-11-27T10:30:00Z"];
        let now = "2026-11-27T10:45:00Z";
        assert_eq!(streaks("Pacific/Kiritimati", now, &typed), Streaks { current: 4, longest: 4 });
        assert_eq!(streaks("Pacific/Pago_Pago", now, &typed), Streaks { current: 1, longest: 1 });
    }

    #[test]
    fn a_day_that_a_zone_skipped_breaks_no_streak() {
        // From one side of the date line to the other, Samoa had no December 30.
        let typed = ["2011-12-29T20:00:00Z", "2011-12-30T20:00:00Z"];
        assert_eq!(streaks("Pacific/Apia", "2011-12-30T21:00:00Z", &typed), Streaks { current: 2, longest: 2 });
    }

    #[test]
    fn a_streak_survives_a_flight_if_each_day_of_the_new_zone_has_a_run() {
        // Evenings at eight in San José, a flight through the night, and an evening in Madrid.
        let typed = ["2026-11-24T02:00:00Z", "2026-11-25T02:00:00Z", "2026-11-26T02:00:00Z", "2026-11-27T19:00:00Z"];
        assert_eq!(streaks("Europe/Madrid", "2026-11-27T20:00:00Z", &typed).current, 4);
        // Evenings at five and at seven have a gap in London, and none at home.
        let typed = ["2026-11-24T23:00:00Z", "2026-11-26T01:00:00Z", "2026-11-26T23:00:00Z"];
        assert_eq!(streaks("Europe/London", "2026-11-26T23:30:00Z", &typed).current, 1);
        assert_eq!(streaks("America/Costa_Rica", "2026-11-26T23:30:00Z", &typed).current, 3);
    }
}

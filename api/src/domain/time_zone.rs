//! The time zones of visitors.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveTime, TimeZone as _, Utc};
use chrono_tz::{GapInfo, Tz};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, text, value};

/// The most characters of a name. The longest that there is has 32.
const LONGEST: usize = 64;

/// A time zone as the browser names it. A name that this version does not know counts as UTC: browsers may learn of a new
/// zone before the site does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimeZone {
    /// One of the IANA database.
    Named(Tz),
    /// An offset from UTC, such as +05:00. Browsers report it for a system whose zone is no place.
    Offset(FixedOffset),
}

value!(TimeZone);

impl TimeZone {
    pub(crate) const UTC: Self = Self::Named(Tz::UTC);

    /// Returns the day of a moment.
    pub(crate) fn day_of(self, moment: DateTime<Utc>) -> NaiveDate {
        match self {
            Self::Named(zone) => moment.with_timezone(&zone).date_naive(),
            Self::Offset(offset) => moment.with_timezone(&offset).date_naive(),
        }
    }

    /// Returns the first moment of a day. A day that the zone skipped begins when the next one does.
    pub(crate) fn start_of(self, day: NaiveDate) -> DateTime<Utc> {
        let midnight = day.and_time(NaiveTime::MIN);
        let start = match self {
            Self::Named(zone) => {
                // Where the clock was put forward at midnight, the day begins later.
                let after_gap = || GapInfo::new(&midnight, &zone).and_then(|gap| gap.end);
                let start = zone.from_local_datetime(&midnight).earliest().or_else(after_gap);
                start.map(|start| start.to_utc())
            }
            Self::Offset(offset) => offset.from_local_datetime(&midnight).earliest().map(|start| start.to_utc()),
        };
        start.unwrap_or_else(|| midnight.and_utc())
    }
}

impl Default for TimeZone {
    fn default() -> Self {
        Self::UTC
    }
}

impl Value for TimeZone {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        let is_part = |character: char| character.is_ascii_alphanumeric() || "_+-/:".contains(character);
        if !(1..=LONGEST).contains(&name.len()) || !name.chars().all(is_part) {
            return Err(Invalid::new(ErrorCode::WrongType, "must be a time zone such as America/Costa_Rica"));
        }
        let named = name.parse().map(Self::Named);
        Ok(named.or_else(|_| name.parse().map(Self::Offset)).unwrap_or(Self::UTC))
    }

    fn schema() -> ObjectBuilder {
        let name = text().pattern(Some(format!("^[A-Za-z0-9_+/:-]{{1,{LONGEST}}}$")));
        name.description(Some("The time zone in which days begin; UTC if it is unknown"))
            .examples(["America/Costa_Rica"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::parse(name.to_owned()).expect("it is read")
    }

    #[test]
    fn a_zone_is_known_by_its_new_and_its_old_name() {
        assert_eq!(zone("Asia/Kolkata").start_of(date("2026-11-28")), start("2026-11-27T18:30:00Z"));
        assert_eq!(zone("Asia/Calcutta").start_of(date("2026-11-28")), start("2026-11-27T18:30:00Z"));
    }

    #[test]
    fn a_zone_that_is_unknown_counts_as_utc_and_what_is_no_name_is_refused() {
        for name in ["Mars/Olympus", "FOO+3", "america/costa_rica", "x", "+25:00", "+05:", "GMT+05:00"] {
            assert_eq!(zone(name), TimeZone::UTC, "{name}");
        }
        for name in ["", "'; DROP TABLE users", "America/San José", &"x".repeat(65)] {
            let refused = TimeZone::parse(name.to_owned()).map_err(|invalid| invalid.code);
            assert_eq!(refused, Err(ErrorCode::WrongType), "{name}");
        }
    }

    #[test]
    fn a_day_begins_at_the_midnight_of_its_zone() {
        for (name, day, expected) in [
            ("UTC", "2026-11-28", "2026-11-28T00:00:00Z"),
            ("America/Costa_Rica", "2026-11-28", "2026-11-28T06:00:00Z"),
            ("Asia/Kathmandu", "2026-11-28", "2026-11-27T18:15:00Z"),
            // On both sides of the date line.
            ("Pacific/Kiritimati", "2026-11-28", "2026-11-27T10:00:00Z"),
            ("Pacific/Pago_Pago", "2026-11-28", "2026-11-28T11:00:00Z"),
            // Offsets, as browsers report a zone without a name.
            ("+05:00", "2026-11-28", "2026-11-27T19:00:00Z"),
            ("+05:45", "2026-11-28", "2026-11-27T18:15:00Z"),
            ("-08:00", "2026-11-28", "2026-11-28T08:00:00Z"),
            // The changes of summer time, and the days after them.
            ("Europe/Madrid", "2026-03-29", "2026-03-28T23:00:00Z"),
            ("Europe/Madrid", "2026-03-30", "2026-03-29T22:00:00Z"),
            ("Europe/Madrid", "2026-10-25", "2026-10-24T22:00:00Z"),
            ("Europe/Madrid", "2026-10-26", "2026-10-25T23:00:00Z"),
            // The clock is put forward at midnight.
            ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),
            // It is put back at one o'clock, so that midnight comes twice.
            ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"),
            // A day that Samoa skipped, to be on the other side of the date line.
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
            ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
        ] {
            assert_eq!(zone(name).start_of(date(day)), start(expected), "{name} {day}");
        }
    }

    #[test]
    fn every_moment_is_in_the_day_that_began_last() {
        for name in ["America/Costa_Rica", "Europe/Madrid", "Africa/Cairo", "America/Havana", "Pacific/Apia", "+05:45"]
        {
            let zone = zone(name);
            for quarter in 0..4 * 24 * 366 {
                let moment = start("2026-01-01T00:00:00Z") + chrono::TimeDelta::minutes(15 * quarter);
                let day = zone.day_of(moment);
                let next = day.succ_opt().expect("there is a next day");
                assert!((zone.start_of(day)..zone.start_of(next)).contains(&moment), "{name} {moment}");
            }
        }
    }

    fn date(day: &str) -> NaiveDate {
        day.parse().expect("it is a date")
    }

    fn start(moment: &str) -> DateTime<Utc> {
        moment.parse().expect("it is a moment")
    }
}

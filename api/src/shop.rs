//! The skins that the shop sells on a given day: the same ones for everyone.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use sha2::{Digest as _, Sha256};

use crate::models::skin::Skin;

/// The number of skins for sale per day, if there are enough.
const SOLD_A_DAY: usize = 4;

/// The skins in the shop on a day, each with whether the visitor owns it.
pub(crate) struct Window {
    pub(crate) sold: Vec<(Skin, bool)>,
    /// The easter eggs, which are there every day.
    pub(crate) found: Vec<(Skin, bool)>,
}

impl Window {
    /// Returns the window of `date`, chosen from all skins with a price.
    pub(crate) fn of(date: NaiveDate, priced: Vec<(Skin, bool)>) -> Self {
        let (sold, found) = priced.into_iter().partition(|(skin, _)| skin.sold_for().is_some());
        Self { sold: sold_on(date, sold, |(skin, _)| &skin.filename), found }
    }
}

/// Returns the skins of `date`, out of all that are ever sold. They form a shuffled circle, of which each day shows the
/// next few. So each skin returns after as few days as possible, and no two consecutive days are alike.
///
/// The order of `all` does not matter. The shuffle sorts by a hash rather than using a random generator, so that every
/// server and every version agrees.
fn sold_on<T>(date: NaiveDate, mut all: Vec<T>, filename: impl Fn(&T) -> &str) -> Vec<T> {
    all.sort_by_cached_key(|skin| Sha256::digest(filename(skin)));
    let shown_before = i64::from(date.to_epoch_days()) * SOLD_A_DAY as i64;
    if let Some(first) = shown_before.checked_rem_euclid(all.len() as i64) {
        all.rotate_left(first as usize);
    }
    all.truncate(SOLD_A_DAY);
    all
}

/// Returns the seconds until the next update, at midnight UTC, rounded up.
pub(crate) fn seconds_left(now: DateTime<Utc>) -> i64 {
    let midnight = (now.date_naive() + Days::new(1)).and_time(NaiveTime::MIN).and_utc();
    // A part of a second is one to wait.
    (midnight - now + chrono::TimeDelta::nanoseconds(999_999_999)).num_seconds()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::{Just, Strategy};
    use proptest::{prop_assert, prop_assert_eq, proptest};

    use super::*;

    fn skins(n: usize) -> Vec<String> {
        (0..n).map(|n| format!("skin-{n}")).collect()
    }

    fn sold(number: i32, skins: Vec<String>) -> Vec<String> {
        sold_on(day(number), skins, |skin| skin)
    }

    fn day(number: i32) -> NaiveDate {
        NaiveDate::from_epoch_days(number).expect("it is a date")
    }

    proptest! {
        #[test]
        fn the_window_does_not_depend_on_the_order_of_the_skins(
            number in 0..100_000, (sorted, shuffled) in (0..30_usize).prop_flat_map(|n| (Just(skins(n)), Just(skins(n)).prop_shuffle()))
        ) {
            let sold_first = sold(number, sorted.clone());
            prop_assert_eq!(&sold_first, &sold(number, shuffled));
            prop_assert_eq!(sold_first.len(), SOLD_A_DAY.min(sorted.len()));
            prop_assert_eq!(sold_first.iter().collect::<HashSet<_>>().len(), sold_first.len());
        }

        #[test]
        fn every_skin_returns_after_as_few_days_as_possible(number in 0..100_000, n in 1..40_usize) {
            let days = n.div_ceil(SOLD_A_DAY) as i32;
            let all: HashSet<String> = (number..number + days).flat_map(|number| sold(number, skins(n))).collect();
            prop_assert_eq!(all.len(), n);
        }

        #[test]
        fn no_day_repeats_the_day_before(number in 0..100_000, n in SOLD_A_DAY + 1..40_usize) {
            let set = |number| sold(number, skins(n)).into_iter().collect::<HashSet<_>>();
            prop_assert!(set(number) != set(number + 1));
        }
    }

    #[test]
    fn the_window_of_a_past_day_never_changes() {
        assert_eq!(sold(20_777, skins(10)), ["skin-2", "skin-0", "skin-7", "skin-5"]);
    }

    #[test]
    fn the_last_second_of_a_day_counts_and_midnight_is_a_whole_day() {
        let cases = [
            ("2026-11-20T23:59:59Z", 1),
            ("2026-11-20T23:59:59.999Z", 1),
            ("2026-11-21T00:00:00Z", 86_400),
            ("2026-11-21T00:00:00.001Z", 86_400),
        ];
        for (now, left) in cases {
            assert_eq!(seconds_left(now.parse().expect("it is a time")), left, "{now}");
        }
    }
}

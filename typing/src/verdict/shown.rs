//! The speeds that an account has shown before, above which a result is held back.

use shared::finding::{Finding, Rule};

use crate::score::two_decimals;

/// The number of verified results by which an account is known: many enough that a good day does not raise their median,
/// few enough that it follows whoever improves.
pub const LAST_SHOWN: usize = 20;

/// The least number of verified results by which an account is known.
const LEAST_SHOWN: usize = 10;

/// The speed that a result may have, relative to the median of those before.
const ABOVE_MEDIAN: f64 = 1.5;

/// The highest speed, in words per minute, of a result that no admin has looked at.
pub(super) const UNSEEN_WPM: f64 = 220.0;

/// The speed, in words per minute, up to which no result is held back for it. Slow typists vary more than by a half: of the
/// sample in docs/verdicts.md, every hundredth run is that far above the others of its typist, but none is also this fast.
const NEVER_HELD_WPM: f64 = 140.0;

/// The speeds that an account has shown in a language.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shown {
    /// The speeds of its last [`LAST_SHOWN`] verified results that count, in any order.
    pub last: Vec<f64>,
    /// The speed of its fastest result that an admin has accepted, in any language.
    pub accepted: Option<f64>,
}

impl Shown {
    /// Returns the finding that holds back a result of this speed, if it is above what the account has shown.
    pub fn judge(&self, wpm: f64) -> Option<Finding> {
        let bound = self.bound();
        (wpm > bound).then_some(Finding { rule: Rule::AboveShown, measured: wpm, bound })
    }

    /// Returns the highest speed at which a result that is not verified counts: one and a half times the median.
    pub fn usual(&self) -> f64 {
        let mut last = self.last.clone();
        last.sort_unstable_by(f64::total_cmp);
        let known = (last.len() >= LEAST_SHOWN).then(|| two_decimals(ABOVE_MEDIAN * median(&last)));
        known.map_or(UNSEEN_WPM, |known| known.min(UNSEEN_WPM))
    }

    /// Returns the highest speed that nobody needs to look at.
    fn bound(&self) -> f64 {
        self.usual().max(NEVER_HELD_WPM).max(self.accepted.unwrap_or_default())
    }
}

/// Returns the median of at least one number, in order.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) { f64::midpoint(sorted[middle - 1], sorted[middle]) } else { sorted[middle] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(last: &[f64], accepted: Option<f64>) -> f64 {
        Shown { last: last.to_vec(), accepted }.bound()
    }

    #[test]
    fn an_account_is_known_by_the_median_of_ten_verified_results() {
        assert_eq!(bound(&[100.0; 9], None), 220.0);
        assert_eq!(bound(&[100.0; 10], None), 150.0);
        let mixed = [90.0, 95.0, 98.0, 99.0, 100.0, 102.0, 110.0, 111.0, 112.0, 180.0];
        assert_eq!(bound(&mixed, None), 151.5);
    }

    #[test]
    fn nobody_passes_220_unseen_and_what_was_accepted_stands() {
        assert_eq!(bound(&[200.0; 20], None), 220.0);
        assert_eq!(bound(&[200.0; 20], Some(251.3)), 251.3);
        assert_eq!(bound(&[100.0; 20], Some(151.0)), 151.0);
        assert_eq!(bound(&[], Some(151.0)), 220.0);
    }

    #[test]
    fn slow_typists_are_never_held_for_their_speed_but_need_proof() {
        let shown = Shown { last: vec![40.0; 20], accepted: None };
        assert_eq!((shown.bound(), shown.usual()), (140.0, 60.0));
    }

    #[test]
    fn a_result_at_the_bound_is_not_held() {
        let shown = Shown { last: vec![100.0; 20], accepted: None };
        assert_eq!(shown.judge(150.0), None);
        assert_eq!(shown.judge(150.01), Some(Finding { rule: Rule::AboveShown, measured: 150.01, bound: 150.0 }));
    }

    #[test]
    fn whoever_improves_with_each_race_is_never_held() {
        let mut shown = Shown { last: vec![30.0; 10], accepted: None };
        let mut wpm = 30.0;
        while wpm * 1.03 <= UNSEEN_WPM {
            wpm *= 1.03;
            assert_eq!(shown.judge(wpm), None, "at {wpm}");
            shown.last.insert(0, wpm);
            shown.last.truncate(LAST_SHOWN);
        }
    }
}

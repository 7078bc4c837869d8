//! An estimate of a typist's speed from their last runs, by which racers are put together. It is no rating of wins.
//!
//! The natural logarithm of the speed in wpm is filtered by the local level model: a level that drifts, seen with noise
//! (Durbin and Koopman, "Time Series Analysis by State Space Methods", 2nd edition, section 2.2: the Kalman filter). Logarithms,
//! because the speeds of one typist scatter by a share of their mean, and because a race is close or not by its ratios.

/// The number of a typist's last runs from which they are estimated: they leave a quarter of the uncertainty of one run.
pub const LAST_RUNS: usize = 20;

/// The standard deviation of the logarithms of one typist's speeds through one text. Of 7,945 races.
const WITHIN_TEXT: f64 = 0.087;

/// The standard deviation of the effects of texts on them. Of the same races.
const BETWEEN_TEXTS: f64 = 0.057;

/// The standard deviation of a typist's drift in a month: 5 %, so that after a year without runs, less is known of them
/// than one run tells.
const DRIFT_OF_MONTH: f64 = 0.05;

const MONTH_MS: f64 = 30.0 * 24.0 * 60.0 * 60.0 * 1000.0;

/// The speed, in wpm, up to which logarithms are taken: slower runs tell as much.
const SLOWEST_WPM: f64 = 1.0;

/// The share of the scatter by which a run may be below the best of a typist's runs, without which it is taken for one that
/// was given up: of honest runs, about one in a hundred is further below.
const GIVEN_UP_BELOW: f64 = 3.0;

/// A run, as far as it tells its typist's speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// The moment of the run, in milliseconds since any fixed moment.
    pub at_ms: i64,
    /// The speed.
    pub wpm: f64,
    /// The effect of its text on the logarithm of anyone's speed, if it is known.
    pub effect: Option<f64>,
}

/// An estimate of the logarithm of a typist's speed in wpm, as a normal distribution at the moment of their last run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The variance.
    pub variance: f64,
}

impl Estimate {
    /// The speeds of all typists, 52 ± 20 wpm: what is known of one without runs.
    pub const OF_ANYONE: Self = Self { mean: 3.8822, variance: 0.1380 };

    /// Returns the estimate by these runs, in any order; `None` without any.
    pub fn of(runs: &[Run]) -> Option<Self> {
        let mut runs = tried(runs);
        runs.sort_by(|one, other| one.at_ms.cmp(&other.at_ms).then(one.wpm.total_cmp(&other.wpm)));
        let mut last = runs.first()?.at_ms;
        let mut estimate = Self::OF_ANYONE;
        for run in runs {
            let months = (run.at_ms - last) as f64 / MONTH_MS;
            last = run.at_ms;
            estimate = Self { variance: estimate.variance + months * DRIFT_OF_MONTH.powi(2), ..estimate }.after(&run);
        }
        Some(estimate)
    }

    /// Returns the estimate after one more run, at the same moment.
    fn after(self, run: &Run) -> Self {
        let noise = WITHIN_TEXT.powi(2) + if run.effect.is_none() { BETWEEN_TEXTS.powi(2) } else { 0.0 };
        let gain = self.variance / (self.variance + noise);
        Self { mean: self.mean + gain * (run.level() - self.mean), variance: (1.0 - gain) * self.variance }
    }
}

impl Run {
    /// Returns the logarithm of the speed that its typist would have had in a text of no effect.
    fn level(&self) -> f64 {
        self.wpm.max(SLOWEST_WPM).ln() - self.effect.unwrap_or(0.0)
    }
}

/// Returns those of the runs that their typist does not seem to have given up: whoever throws half of their races to meet
/// slower racers is still estimated by the others.
fn tried(runs: &[Run]) -> Vec<Run> {
    let mut levels: Vec<_> = runs.iter().map(Run::level).collect();
    levels.sort_unstable_by(|one, other| other.total_cmp(one));
    // The median of the upper half.
    let Some(best) = levels.get(levels.len().div_ceil(2) / 2) else { return Vec::new() };
    let scatter = WITHIN_TEXT.hypot(BETWEEN_TEXTS);
    runs.iter().filter(|run| run.level() >= best - GIVEN_UP_BELOW * scatter).copied().collect()
}

/// Returns the effect of a text on the logarithm of anyone's speed: the mean, over `runs` of it, of what their logarithms
/// were above the estimates of their typists. It is nearer to none the fewer runs there are, as their noise demands.
pub fn effect(mean_above: f64, runs: f64) -> f64 {
    mean_above * runs / (runs + (WITHIN_TEXT / BETWEEN_TEXTS).powi(2))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const HOUR_MS: i64 = 60 * 60 * 1000;

    /// The ratio of the lower ends of the two nearest divisions, 80 and 100 wpm.
    const ONE_DIVISION: f64 = 1.25;

    fn runs(speeds: &[f64]) -> Vec<Run> {
        let run = |(nth, wpm): (usize, &f64)| Run { at_ms: nth as i64 * HOUR_MS, wpm: *wpm, effect: None };
        speeds.iter().enumerate().map(run).collect()
    }

    fn wpm(runs: &[Run]) -> f64 {
        Estimate::of(runs).unwrap().mean.exp()
    }

    #[test]
    fn one_run_tells_most_and_twenty_leave_a_quarter_of_the_scatter() {
        let cases = [
            // Runs, speed, estimated speed, standard deviation.
            (1, 80.0, 77.15, 0.100),
            (2, 80.0, 78.5, 0.072),
            (20, 80.0, 79.85, 0.0237),
            (1, 20.0, 21.33, 0.100),
            (20, 200.0, 198.92, 0.0237),
        ];
        for (n, speed, expected, deviation) in cases {
            let found = Estimate::of(&runs(&vec![speed; n])).unwrap();
            assert!((found.mean.exp() - expected).abs() < 0.06, "{n} runs at {speed}: {}", found.mean.exp());
            assert!((found.variance.sqrt() - deviation).abs() < 0.001, "{n} runs: {}", found.variance.sqrt());
        }
        assert_eq!(Estimate::of(&[]), None);
    }

    #[test]
    fn after_one_run_four_in_five_typists_are_estimated_within_15_percent() {
        let even = |nth: i32| (f64::from(nth) + 0.5) / 100.0;
        // Two independent normal numbers from two even ones, by Box and Muller.
        let typists = (0..10_000).map(|nth| {
            let (radius, angle) = ((-2.0 * even(nth / 100).ln()).sqrt(), std::f64::consts::TAU * even(nth % 100));
            let level = Estimate::OF_ANYONE.mean + Estimate::OF_ANYONE.variance.sqrt() * radius * angle.cos();
            (level, level + WITHIN_TEXT.hypot(BETWEEN_TEXTS) * radius * angle.sin())
        });
        let near = typists.filter(|(level, seen)| {
            let ratio = wpm(&runs(&[seen.exp()])) / level.exp();
            (0.85..=1.15).contains(&ratio)
        });
        let near = near.count();
        assert!(near >= 8_000, "{near} of 10,000");
    }

    #[test]
    fn a_year_without_runs_lets_the_next_ones_count_more() {
        let mut with_pause = runs(&[60.0; 10]);
        with_pause.extend(runs(&[75.0; 2]).into_iter().map(|run| Run { at_ms: run.at_ms + 365 * 24 * HOUR_MS, ..run }));
        let mut without = runs(&[60.0; 10]);
        without.extend(runs(&[75.0; 2]).into_iter().map(|run| Run { at_ms: run.at_ms + 10 * HOUR_MS, ..run }));
        assert!((wpm(&with_pause) - 73.0).abs() < 0.5, "{}", wpm(&with_pause));
        assert!((wpm(&without) - 62.2).abs() < 0.5, "{}", wpm(&without));
    }

    #[test]
    fn a_hard_text_makes_nobody_slow() {
        let hard = runs(&[54.3, 60.0]).into_iter().zip([Some(-0.1), Some(0.0)]);
        let hard: Vec<_> = hard.map(|(run, effect)| Run { effect, ..run }).collect();
        let found = Estimate::of(&hard).unwrap();
        assert!((found.mean.exp() - 59.7).abs() < 0.1, "{}", found.mean.exp());
        let unknown = Estimate::of(&runs(&[54.3, 60.0])).unwrap();
        assert!(found.variance < unknown.variance, "known effects leave less scatter");
    }

    #[test]
    fn the_order_in_which_runs_are_given_changes_nothing() {
        let runs = runs(&[60.0, 72.0, 65.0, 40.0, 58.0]);
        let mut turned = runs.clone();
        turned.reverse();
        assert_eq!(Estimate::of(&runs), Estimate::of(&turned));
    }

    #[test]
    fn throwing_half_of_the_races_moves_it_by_less_than_a_division() {
        let honest = wpm(&runs(&[80.0; 20]));
        for thrown in (1..20).map(|share| 80.0 * f64::from(share) / 20.0) {
            let by_turns: Vec<_> = (0..20).map(|nth| if nth % 2 == 0 { 80.0 } else { thrown }).collect();
            let at_last: Vec<_> = (0..20).map(|nth| if nth < 10 { 80.0 } else { thrown }).collect();
            for speeds in [by_turns, at_last] {
                let found = wpm(&runs(&speeds));
                assert!(honest / found < ONE_DIVISION, "{found} wpm after races thrown at {thrown}");
            }
        }
    }

    #[test]
    fn any_speeds_that_are_stored_give_a_number() {
        for speeds in [vec![0.0], vec![1.0], vec![350.0; 20], vec![1.0, 350.0], vec![0.0; 20]] {
            let found = Estimate::of(&runs(&speeds)).unwrap();
            assert!(found.mean.is_finite() && found.variance > 0.0, "{speeds:?}: {found:?}");
        }
    }

    #[test]
    fn a_text_with_few_runs_has_little_effect() {
        let cases = [(0.0, 0.0), (1.0, 0.030), (10.0, 0.081), (200.0, 0.099)];
        for (n, expected) in cases {
            assert!((effect(0.1, n) - expected).abs() < 0.001, "{n} runs: {}", effect(0.1, n));
        }
    }
}

//! Divisions: racers of about the same speed, by the best of their last verified ranked races.
//!
//! A division is a function of these races alone. So one race is enough to rise, ten slower ones are needed to fall, and
//! nothing else has to be kept or repaired when a result is cleared or decided on.

use shared::racer::Division;

/// All divisions, the slowest first. They are narrower where most racers are.
pub const DIVISIONS: [Division; 6] =
    [Division(0), Division(30), Division(45), Division(60), Division(80), Division(100)];

/// The number of last races that count: so many in a row below a division end it.
pub const LAST_RACES: usize = 10;

/// Returns the division of a racer whose last verified ranked races had these speeds in wpm, the newest first; `None`
/// without any.
pub fn division_of(last: &[f64]) -> Option<Division> {
    let best = last.iter().take(LAST_RACES).copied().reduce(f64::max)?;
    DIVISIONS.into_iter().rfind(|division| f64::from(division.0) <= best)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_division_begins_at_its_lower_end() {
        let cases = [
            (0.0, 0),
            (29.99, 0),
            (30.0, 30),
            (44.99, 30),
            (45.0, 45),
            (59.99, 45),
            (60.0, 60),
            (79.99, 60),
            (80.0, 80),
            (99.99, 80),
            (100.0, 100),
            (350.0, 100),
        ];
        for (wpm, lower_end) in cases {
            assert_eq!(division_of(&[wpm]), Some(Division(lower_end)), "{wpm}");
        }
    }

    #[test]
    fn one_race_gives_a_division_and_none_gives_none() {
        assert_eq!(division_of(&[]), None);
        assert_eq!(division_of(&[52.0]), Some(Division(45)));
    }

    #[test]
    fn one_race_is_enough_to_rise_and_ten_slower_ones_to_fall() {
        let mut last = vec![81.0];
        last.extend([50.0; LAST_RACES]);
        assert_eq!(division_of(&last), Some(Division(80)));
        last.insert(0, 50.0);
        assert_eq!(division_of(&last[..LAST_RACES]), Some(Division(80)));
        last.splice(0..0, [50.0; LAST_RACES - 1]);
        assert_eq!(division_of(&last), Some(Division(45)));
    }

    #[test]
    fn a_racer_falls_to_the_best_of_the_ten_races() {
        let mut last = [35.0; LAST_RACES + 1];
        last[LAST_RACES] = 120.0;
        last[3] = 62.0;
        assert_eq!(division_of(&last), Some(Division(60)));
    }

    proptest! {
        #[test]
        fn divisions_rise_at_once_and_fall_only_after_ten_races_below(speeds in prop::collection::vec(1.0..140.0, 1..60)) {
            let (mut last, mut before) = (Vec::new(), None);
            for wpm in speeds {
                last.insert(0, wpm);
                let now = division_of(&last);
                prop_assert!(now >= division_of(&[wpm]));
                if now > before {
                    prop_assert_eq!(now, division_of(&[wpm]));
                }
                if now < before {
                    prop_assert!(last.len() > LAST_RACES);
                    prop_assert!(last[..LAST_RACES].iter().all(|wpm| division_of(&[*wpm]) < before));
                }
                before = now;
            }
        }
    }
}

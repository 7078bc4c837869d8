//! Speeds and accuracies.

use std::ops::RangeInclusive;

use typing::score::{MAX_WPM, two_decimals};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, number, value};

/// A speed in words per minute, with two decimals.
pub(crate) struct Wpm(pub(crate) f64);

/// An accuracy in percent, with two decimals.
pub(crate) struct Accuracy(pub(crate) f64);

value!(Wpm);
value!(Accuracy);

const WPM: RangeInclusive<f64> = 0.0..=MAX_WPM;
const PERCENT: RangeInclusive<f64> = 0.0..=100.0;

impl Value for Wpm {
    type Json = f64;

    fn parse(wpm: f64) -> Result<Self, Invalid> {
        within(WPM, wpm).map(Self)
    }

    fn schema() -> ObjectBuilder {
        number().minimum(Some(*WPM.start())).maximum(Some(*WPM.end()))
    }
}

impl Value for Accuracy {
    type Json = f64;

    fn parse(percent: f64) -> Result<Self, Invalid> {
        within(PERCENT, percent).map(Self)
    }

    fn schema() -> ObjectBuilder {
        number().minimum(Some(*PERCENT.start())).maximum(Some(*PERCENT.end())).description(Some("Percent"))
    }
}

fn within(range: RangeInclusive<f64>, number: f64) -> Result<f64, Invalid> {
    if range.contains(&number) {
        return Ok(two_decimals(number));
    }
    Err(Invalid::new(ErrorCode::OutOfRange, format!("must be between {} and {}", range.start(), range.end()))
        .with([range.start(), range.end()]))
}

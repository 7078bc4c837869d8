//! Durations of practice runs.

use std::ops::RangeInclusive;

use super::{ErrorCode, Invalid, ObjectBuilder, Value, number, value};

/// The allowed range in seconds: more than zero, at most a day.
const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;

/// The duration of a practice run in milliseconds. In JSON, a number of seconds.
pub(crate) struct PracticeTime(pub(crate) i64);

value!(PracticeTime);

impl Value for PracticeTime {
    type Json = f64;

    fn parse(seconds: f64) -> Result<Self, Invalid> {
        if SECONDS.contains(&seconds) {
            return Ok(Self((seconds * 1000.0).round() as i64));
        }
        Err(Invalid::new(ErrorCode::NotTime, "must be more than 0 seconds and at most one day"))
    }

    fn schema() -> ObjectBuilder {
        number().minimum(Some(*SECONDS.start())).maximum(Some(*SECONDS.end())).description(Some("Seconds"))
    }
}

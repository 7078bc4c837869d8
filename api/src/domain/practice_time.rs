//! Durations of practice runs.

use std::ops::RangeInclusive;

use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::{ErrorCode, Invalid, from_json, number};

/// The range of a duration in seconds: above zero, a day at most.
const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;

/// The duration of a practice run in milliseconds. In JSON it is a number of seconds.
pub(crate) struct PracticeTime(pub(crate) i64);

from_json!(PracticeTime, f64, PracticeTime::from_seconds);

impl PracticeTime {
    fn from_seconds(seconds: f64) -> Result<Self, Invalid> {
        if SECONDS.contains(&seconds) {
            Ok(Self((seconds * 1000.0).round() as i64))
        } else {
            Err(Invalid::new(ErrorCode::NotTime, "must be more than 0 seconds and at most one day"))
        }
    }
}

impl PartialSchema for PracticeTime {
    fn schema() -> RefOr<Schema> {
        number().minimum(Some(*SECONDS.start())).maximum(Some(*SECONDS.end())).description(Some("Seconds")).into()
    }
}

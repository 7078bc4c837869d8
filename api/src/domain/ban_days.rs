//! Durations of bans.

use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};
use utoipa::openapi::schema::Type;

use super::{ErrorCode, Invalid, ObjectBuilder, Value, value};

/// In days. What is longer than ten years is for good.
const RANGE: RangeInclusive<i64> = 1..=3650;

/// The number of days for which an account is banned.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BanDays(i64);

value!(BanDays);

impl BanDays {
    /// Returns the end of a ban that begins now.
    pub(crate) fn until(self) -> DateTime<Utc> {
        Utc::now() + TimeDelta::days(self.0)
    }
}

impl Value for BanDays {
    type Json = i64;

    fn parse(days: i64) -> Result<Self, Invalid> {
        if RANGE.contains(&days) {
            return Ok(Self(days));
        }
        let (least, most) = RANGE.into_inner();
        Err(Invalid::new(ErrorCode::OutOfRange, format!("must be between {least} and {most}")).with([least, most]))
    }

    fn schema() -> ObjectBuilder {
        let days = ObjectBuilder::new().schema_type(Type::Integer);
        let days = days.minimum(Some(*RANGE.start() as f64)).maximum(Some(*RANGE.end() as f64));
        days.description(Some("For good if it is missing"))
    }
}

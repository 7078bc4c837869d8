//! Moments by the clocks of users' devices.

use chrono::{DateTime, Utc};
use utoipa::openapi::schema::{KnownFormat, SchemaFormat};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, text, value};

/// The latest time that a database holds: the end of the year 9999.
const LATEST: DateTime<Utc> = DateTime::from_timestamp(253_402_300_799, 0).expect("it is in range");

/// A time by the clock of a user's device. The clock may be wrong, so the time only tells whether two messages are about
/// the same run, and the place of a run in its user's own history. In JSON, a date in the format of `toISOString`.
pub(crate) struct DeviceTime(pub(crate) DateTime<Utc>);

value!(DeviceTime);

impl Value for DeviceTime {
    type Json = String;

    fn parse(date: String) -> Result<Self, Invalid> {
        // Not RFC 3339, which has no years of more than four digits.
        let moment: DateTime<Utc> =
            date.parse().map_err(|_| Invalid::new(ErrorCode::NotDate, "must be an ISO 8601 date and time"))?;
        Ok(Self(moment.clamp(DateTime::UNIX_EPOCH, LATEST)))
    }

    fn schema() -> ObjectBuilder {
        let date = text().pattern(None::<String>).format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
        date.description(Some("By the clock of the device, right or wrong")).examples(["2026-01-02T03:04:05Z"])
    }
}

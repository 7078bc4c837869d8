//! Moments in the past.

use chrono::{DateTime, Duration, Utc};
use utoipa::openapi::schema::{KnownFormat, SchemaFormat};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, text, value};

/// The maximum lead of a client's clock over the server's.
const CLOCK_SKEW: Duration = Duration::days(1);

/// A time that is at most [`CLOCK_SKEW`] in the future. In JSON, a date in the format of `toISOString`.
pub(crate) struct Past(pub(crate) DateTime<Utc>);

value!(Past);

impl Value for Past {
    type Json = String;

    fn parse(date: String) -> Result<Self, Invalid> {
        let moment = DateTime::parse_from_rfc3339(&date)
            .map_err(|_| Invalid::new(ErrorCode::NotDate, "must be an ISO 8601 date and time"))?
            .to_utc();
        if moment <= Utc::now() + CLOCK_SKEW {
            Ok(Self(moment))
        } else {
            Err(Invalid::new(ErrorCode::InFuture, "must not be in the future"))
        }
    }

    fn schema() -> ObjectBuilder {
        let date = text().pattern(None::<String>).format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
        date.description(Some("Not in the future")).examples(["2026-01-02T03:04:05Z"])
    }
}

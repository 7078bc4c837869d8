//! Days of the calendar.

use chrono::{Datelike as _, NaiveDate, TimeDelta, Utc};
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Date;
use serde::Serialize;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, column, text, value};

/// The number of characters of a date.
const LENGTH: usize = "2026-11-26".len();

/// A day. In JSON, a date such as `2026-11-26`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, AsExpression, FromSqlRow)]
#[diesel(sql_type = Date)]
pub(crate) struct Day(pub(crate) NaiveDate);

column!(Day, Date, NaiveDate, NaiveDate);

value!(Day);

impl Day {
    /// Returns today in UTC, by which the site has its own days.
    pub(crate) fn today() -> Self {
        Self(Utc::now().date_naive())
    }

    /// Returns the day so long before this one.
    pub(crate) fn before(self, span: TimeDelta) -> Self {
        Self(self.0 - span)
    }
}

impl Value for Day {
    type Json = String;

    fn parse(date: String) -> Result<Self, Invalid> {
        let day = NaiveDate::parse_from_str(&date, "%Y-%m-%d").ok().filter(|day| {
            // The parser also reads shorter forms, and years that no database holds.
            date.len() == LENGTH && day.year() > 0
        });
        day.map(Self).ok_or_else(|| Invalid::new(ErrorCode::NotDate, "must be a date such as 2026-11-26"))
    }

    fn schema() -> ObjectBuilder {
        let date = text().pattern(None::<String>).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)));
        date.description(Some("A day")).examples(["2026-11-26"])
    }
}

//! Speeds.

use shared::score::{MAX_WPM, two_decimals};
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::{ErrorCode, Invalid, from_json, number};

/// A speed in words per minute, within the possible range, with two decimals.
pub(crate) struct Wpm(pub(crate) f64);

from_json!(Wpm, f64, Wpm::from_number);

impl Wpm {
    fn from_number(wpm: f64) -> Result<Self, Invalid> {
        if (0.0..=MAX_WPM).contains(&wpm) {
            Ok(Self(two_decimals(wpm)))
        } else {
            Err(Invalid::new(ErrorCode::OutOfRange, "must be between 0 and 350").with([0.0, MAX_WPM]))
        }
    }
}

impl PartialSchema for Wpm {
    fn schema() -> RefOr<Schema> {
        number().minimum(Some(0.0)).maximum(Some(MAX_WPM)).into()
    }
}

//! Accuracies.

use shared::score::two_decimals;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::{ErrorCode, Invalid, from_json, number};

/// An accuracy in percent, with two decimals.
pub(crate) struct Accuracy(pub(crate) f64);

from_json!(Accuracy, f64, Accuracy::from_percent);

impl Accuracy {
    fn from_percent(percent: f64) -> Result<Self, Invalid> {
        if (0.0..=100.0).contains(&percent) {
            Ok(Self(two_decimals(percent)))
        } else {
            Err(Invalid::new(ErrorCode::OutOfRange, "must be between 0 and 100").with([0, 100]))
        }
    }
}

impl PartialSchema for Accuracy {
    fn schema() -> RefOr<Schema> {
        number().minimum(Some(0.0)).maximum(Some(100.0)).description(Some("Percent")).into()
    }
}

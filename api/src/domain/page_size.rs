//! Sizes of pages.

use std::ops::RangeInclusive;

use utoipa::openapi::schema::Type;

use super::{ErrorCode, Invalid, ObjectBuilder, Value, value};

const RANGE: RangeInclusive<i64> = 1..=100;

/// The number of entries on a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageSize(pub(crate) i64);

value!(PageSize);

impl Default for PageSize {
    fn default() -> Self {
        Self(50)
    }
}

impl Value for PageSize {
    type Json = i64;

    fn parse(size: i64) -> Result<Self, Invalid> {
        if RANGE.contains(&size) {
            return Ok(Self(size));
        }
        let (least, most) = RANGE.into_inner();
        Err(Invalid::new(ErrorCode::OutOfRange, format!("must be between {least} and {most}")).with([least, most]))
    }

    fn schema() -> ObjectBuilder {
        let size = ObjectBuilder::new().schema_type(Type::Integer);
        let size = size.minimum(Some(*RANGE.start() as f64)).maximum(Some(*RANGE.end() as f64));
        size.description(Some(format!("{} if missing", Self::default().0)))
    }
}

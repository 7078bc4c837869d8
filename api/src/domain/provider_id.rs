//! Ids assigned by payment providers.

use std::ops::RangeInclusive;

use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text};

/// The allowed number of characters.
const LENGTH: RangeInclusive<usize> = 10..=64;

column_value! {
    /// A provider's id of a payment or a payer. Safe as a path segment.
    ProviderId
}

impl Value for ProviderId {
    type Json = String;

    fn parse(id: String) -> Result<Self, Invalid> {
        let is_safe = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_safe && LENGTH.contains(&id.len()) {
            return Ok(Self(id));
        }
        let (least, most) = LENGTH.into_inner();
        Err(Invalid::new(
            ErrorCode::NotPaymentId,
            format!("must be {least} to {most} characters: letters, numbers, or -"),
        )
        .with([least, most]))
    }

    fn schema() -> ObjectBuilder {
        let id =
            text().pattern(Some("^[A-Za-z0-9-]+$")).description(Some("As the provider put it into the return address"));
        id.min_length(Some(*LENGTH.start())).max_length(Some(*LENGTH.end()))
    }
}

//! Passwords as they are typed. None of these types can be printed.

use std::ops::RangeInclusive;

use utoipa::openapi::schema::{KnownFormat, SchemaFormat};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, text, text_value};
use crate::error::ApiError;
use crate::passwords::WEAKEST;

/// The range of characters of a new password.
const LENGTH: RangeInclusive<usize> = 8..=128;

text_value! {
    /// A password to verify against the account's.
    Password
}

text_value! {
    /// A new password. Its length is checked here, its strength when it is hashed.
    NewPassword
}

impl NewPassword {
    /// Returns an error that names `field` unless this password was repeated in it.
    pub(crate) fn check_repeated(&self, field: &'static str, repeated: &Password) -> Result<(), ApiError> {
        let differs = || ApiError::invalid(field, Invalid::new(ErrorCode::NotRepeated, "must match the password"));
        (self.0 == repeated.0).then_some(()).ok_or_else(differs)
    }
}

impl Value for Password {
    type Json = String;
    const IS_TRIMMED: bool = false;

    fn parse(password: String) -> Result<Self, Invalid> {
        Ok(Self(password))
    }

    fn schema() -> ObjectBuilder {
        text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Password))).write_only(true)
    }
}

impl Value for NewPassword {
    type Json = String;
    const IS_TRIMMED: bool = false;

    fn parse(password: String) -> Result<Self, Invalid> {
        if LENGTH.contains(&password.chars().count()) {
            return Ok(Self(password));
        }
        Err(Invalid::length(&LENGTH))
    }

    fn schema() -> ObjectBuilder {
        <Password as Value>::schema().min_length(Some(*LENGTH.start())).max_length(Some(*LENGTH.end())).description(
            Some(format!(
                "Hard to guess: a zxcvbn score of at least {WEAKEST} for someone who knows the account and the site"
            )),
        )
    }
}

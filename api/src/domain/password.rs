//! Passwords as they are typed. None of these types can be printed.

use std::ops::{Deref, RangeInclusive};
use std::str::FromStr;

use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat};

use super::{ErrorCode, Invalid, from_json, text};
use crate::error::ApiError;

/// The range of characters of a new password.
const LENGTH: RangeInclusive<usize> = 8..=128;

/// A password to compare with that of the account.
pub(crate) struct Password(String);

/// A password that a user chooses. Its length is checked here, its strength when it is hashed.
pub(crate) struct NewPassword(String);

/// The repetition of a chosen password.
pub(crate) struct RepeatedPassword(String);

from_json!(Password, String, |password| Ok(Password(password)));
from_json!(NewPassword, text);
from_json!(RepeatedPassword, String, |password| Ok(RepeatedPassword(password)));

impl Deref for Password {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl FromStr for NewPassword {
    type Err = Invalid;

    fn from_str(password: &str) -> Result<Self, Invalid> {
        if LENGTH.contains(&password.chars().count()) {
            return Ok(Self(password.to_owned()));
        }
        let (least, most) = LENGTH.into_inner();
        Err(Invalid::new(ErrorCode::Length, format!("must have {least} to {most} characters")).with([least, most]))
    }
}

impl RepeatedPassword {
    /// Checks that this is the same as `password`.
    ///
    /// # Errors
    /// [`ApiError::Invalid`] for `field`, which holds this value.
    pub(crate) fn must_be(&self, password: &NewPassword, field: &'static str) -> Result<(), ApiError> {
        if self.0 == password.0 {
            Ok(())
        } else {
            Err(ApiError::invalid(field, Invalid::new(ErrorCode::NotRepeated, "must match the password")))
        }
    }
}

fn schema() -> ObjectBuilder {
    text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Password))).write_only(true)
}

impl PartialSchema for Password {
    fn schema() -> RefOr<Schema> {
        schema().into()
    }
}

impl PartialSchema for NewPassword {
    fn schema() -> RefOr<Schema> {
        schema()
            .min_length(Some(*LENGTH.start()))
            .max_length(Some(*LENGTH.end()))
            .description(Some(
                "Not easily guessed: a zxcvbn score of at least 2 for somebody who knows name and address",
            ))
            .into()
    }
}

impl PartialSchema for RepeatedPassword {
    fn schema() -> RefOr<Schema> {
        schema().description(Some("The same as the password")).into()
    }
}

//! The values in forms and rows. Each has a file with its rule, its error message and its schema.
//!
//! A value is parsed once, when a request arrives, so code that holds one need not check it. A row was checked when it
//! was written, and is read without a check.
//!
//! Patterns are regular expressions of JSON Schema (ECMA-262). A rule that no pattern can express, such as the strength
//! of a password, is in the description.

pub(crate) mod letters;

mod accuracy;
mod author;
mod code;
mod confirmation;
mod country;
mod email;
mod language;
mod message;
mod passage;
mod password;
mod past;
mod practice_time;
mod price;
mod reason;
mod request_id;
pub(crate) mod role;
pub(crate) mod room;
mod skin_description;
mod skin_file;
mod skin_name;
mod username;
mod web_address;
mod wpm;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
pub(crate) use shared::ErrorCode;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};

pub(crate) use self::accuracy::Accuracy;
pub(crate) use self::author::Author;
pub(crate) use self::code::Code;
pub(crate) use self::confirmation::Confirmation;
pub(crate) use self::country::Country;
pub(crate) use self::email::{Email, LoginEmail};
pub(crate) use self::language::Language;
pub(crate) use self::message::Message;
pub(crate) use self::passage::{Passage, PastedPassage};
pub(crate) use self::password::{NewPassword, Password, RepeatedPassword};
pub(crate) use self::past::Past;
pub(crate) use self::practice_time::PracticeTime;
pub(crate) use self::price::Price;
pub(crate) use self::reason::Reason;
pub(crate) use self::request_id::{LastListed, RequestId};
pub(crate) use self::role::Role;
pub(crate) use self::skin_description::SkinDescription;
pub(crate) use self::skin_file::SkinFile;
pub(crate) use self::skin_name::SkinName;
pub(crate) use self::username::{NewUsername, RESERVED_PREFIX, Username};
pub(crate) use self::web_address::WebAddress;
pub(crate) use self::wpm::Wpm;

/// The reason why a value is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{sentence}")]
pub(crate) struct Invalid {
    pub(crate) code: ErrorCode,
    /// The values of the code, without the field.
    pub(crate) values: Vec<String>,
    /// The end of a sentence that begins with the name of the field.
    pub(crate) sentence: Cow<'static, str>,
}

impl Invalid {
    pub(crate) fn new(code: ErrorCode, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self { code, values: Vec::new(), sentence: sentence.into() }
    }

    /// Adds the values of the code.
    pub(crate) fn with(mut self, values: impl IntoIterator<Item: ToString>) -> Self {
        self.values.extend(values.into_iter().map(|value| value.to_string()));
        self
    }

    /// Returns this as an error of serde, whose errors are text; [`Invalid::from_serde`] reads it.
    pub(crate) fn into_serde<E: serde::de::Error>(self) -> E {
        E::custom(serde_json::to_string(&self).unwrap_or(self.sentence.into_owned()))
    }

    /// Returns the reason in an error of serde, if there is one.
    pub(crate) fn from_serde(error: &serde_json::Error) -> Option<Self> {
        serde_json::from_str(&error.to_string()).ok()
    }
}

/// Implements `Deserialize` and `ToSchema`: a text is parsed by its `FromStr`, anything else by `$parse`.
macro_rules! from_json {
    ($value:ty, text) => {
        crate::domain::from_json!($value, String, |text: String| text.parse());

        impl std::ops::Deref for $value {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }
    };
    ($value:ty, $json:ty, $parse:expr) => {
        impl<'de> serde::Deserialize<'de> for $value {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let parsed: Result<Self, crate::domain::Invalid> =
                    ($parse)(<$json as serde::Deserialize>::deserialize(deserializer)?);
                parsed.map_err(crate::domain::Invalid::into_serde)
            }
        }

        impl utoipa::ToSchema for $value {}
    };
}

/// Implements storage in a text column, read back without a check, and `Display`. For values that may be displayed.
macro_rules! in_column {
    ($value:ident) => {
        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg> for $value {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                <str as diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg>>::to_sql(&self.0, out)
            }
        }

        impl diesel::deserialize::FromSql<diesel::sql_types::Text, diesel::pg::Pg> for $value {
            fn from_sql(value: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<Self> {
                <String as diesel::deserialize::FromSql<diesel::sql_types::Text, diesel::pg::Pg>>::from_sql(value)
                    .map(Self)
            }
        }

        impl std::fmt::Display for $value {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<$value> for String {
            fn from(value: $value) -> Self {
                value.0
            }
        }
    };
}

pub(crate) use {from_json, in_column};

/// Returns the schema of a text.
fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(letters::NO_NUL))
}

/// Returns the schema of a number that may have a fraction.
fn number() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Number).format(Some(SchemaFormat::KnownFormat(KnownFormat::Double)))
}

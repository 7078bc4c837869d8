//! The values in forms and rows. Each has a file with its rule, its error message and its schema.
//!
//! A value is parsed once, when a request arrives, so code that holds one need not check it. A row was checked when it
//! was written, and is read without a check.
//!
//! Patterns are regular expressions of JSON Schema (ECMA-262). A rule that no pattern can express, such as the strength
//! of a password, is in the description.

pub(crate) mod characters;

mod api_key_name;
mod author;
mod ban_days;
mod calendar;
mod code;
mod confirmation;
mod country;
mod day;
mod device_time;
mod division;
mod email;
mod event_choice;
mod event_rounds;
mod event_title;
mod history_key;
mod key_range;
mod language;
mod nickname;
mod page_size;
mod passage;
mod password;
mod practice_time;
mod price;
mod provider_id;
mod race;
mod request_id;
pub(crate) mod role;
pub(crate) mod room;
mod run;
mod score;
mod setting;
mod skin_file;
mod skin_name;
mod text_query;
mod time_zone;
mod typed_text;
mod username;
mod verdict;
mod web_address;
mod words;

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
pub(crate) use shared::ErrorCode;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};

pub(crate) use self::api_key_name::ApiKeyName;
pub(crate) use self::author::Author;
pub(crate) use self::ban_days::BanDays;
pub(crate) use self::calendar::{Calendar, Streaks};
pub(crate) use self::code::Code;
pub(crate) use self::confirmation::Confirmation;
pub(crate) use self::country::Country;
pub(crate) use self::day::Day;
pub(crate) use self::device_time::DeviceTime;
pub(crate) use self::division::Division;
pub(crate) use self::email::{Email, LoginEmail};
pub(crate) use self::event_choice::{Joining, RoundKind, Scoring};
pub(crate) use self::event_rounds::{EventRounds, RoundNumber, RoundWish};
pub(crate) use self::event_title::EventTitle;
pub(crate) use self::history_key::HistoryKey;
pub(crate) use self::key_range::KeyRange;
pub(crate) use self::language::Language;
pub(crate) use self::nickname::Nickname;
pub(crate) use self::page_size::PageSize;
pub(crate) use self::passage::{OwnText, Passage, PastedPassage};
pub(crate) use self::password::{NewPassword, Password};
pub(crate) use self::practice_time::PracticeTime;
pub(crate) use self::price::Price;
pub(crate) use self::provider_id::ProviderId;
pub(crate) use self::race::ShortRaceId;
pub(crate) use self::request_id::RequestId;
pub(crate) use self::role::Role;
pub(crate) use self::run::{RunId, RunKind, RunMark, RunMode, RunRules};
pub(crate) use self::score::{Accuracy, Wpm};
pub(crate) use self::setting::ChangedSettings;
pub(crate) use self::skin_file::SkinFile;
pub(crate) use self::skin_name::SkinName;
pub(crate) use self::text_query::{GuestBag, SeenText, TextCategory, TextLength};
pub(crate) use self::time_zone::TimeZone;
pub(crate) use self::typed_text::TypedText;
pub(crate) use self::username::{NewUsername, RESERVED_PREFIX, Username};
pub(crate) use self::verdict::Verdict;
pub(crate) use self::web_address::WebAddress;
pub(crate) use self::words::*;

/// The reason a value is invalid.
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

    /// Returns the error for a text whose length is out of range.
    fn length(range: &RangeInclusive<usize>) -> Self {
        let (least, most) = (range.start(), range.end());
        Self::new(ErrorCode::Length, format!("must have {least} to {most} characters")).with([least, most])
    }

    /// Returns the error for a line that is empty, too long, or more than one line.
    fn line_length(most: usize) -> Self {
        Self::new(ErrorCode::LineLength, format!("must have 1 to {most} characters, on one line")).with([1, most])
    }

    /// Adds the values of the code.
    pub(crate) fn with(mut self, values: impl IntoIterator<Item: ToString>) -> Self {
        self.values.extend(values.into_iter().map(|value| value.to_string()));
        self
    }

    /// Returns this as a serde error, whose only content is text. [`Invalid::from_serde`] reads it.
    pub(crate) fn into_serde<E: serde::de::Error>(self) -> E {
        E::custom(serde_json::to_string(&self).unwrap_or(self.sentence.into_owned()))
    }

    /// Returns the reason in a serde error, if there is one.
    pub(crate) fn from_serde(error: &serde_json::Error) -> Option<Self> {
        serde_json::from_str(&error.to_string()).ok()
    }
}

/// Reads a value that something is looked up by, for `deserialize_with`. A malformed one is `None`: it matches nothing.
pub(crate) fn lookup<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(String::deserialize(deserializer)?.trim().parse().ok())
}

/// Reads what [`lookup`] reads, in an optional field.
pub(crate) fn lookup_if_any<'de, T: FromStr, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.map(|text| text.trim().parse().ok()))
}

/// A JSON value with its rule and schema.
pub(crate) trait Value: Sized {
    type Json: DeserializeOwned + Trim;

    /// True if blanks around a text do not count. Phones add one after a suggested word.
    const IS_TRIMMED: bool = true;

    /// Returns the value, unless the rule refuses it.
    fn parse(json: Self::Json) -> Result<Self, Invalid>;

    fn schema() -> ObjectBuilder;

    /// Returns the value that was entered in a form, unless the rule refuses it.
    fn read(entered: Self::Json) -> Result<Self, Invalid> {
        Self::parse(if Self::IS_TRIMMED { entered.trim() } else { entered })
    }
}

/// The JSON types of values.
pub(crate) trait Trim {
    /// Removes blanks around a text.
    fn trim(self) -> Self;
}

impl Trim for String {
    fn trim(self) -> Self {
        self.trim_matches(characters::is_blank).to_owned()
    }
}

impl Trim for f64 {
    fn trim(self) -> Self {
        self
    }
}

impl Trim for i64 {
    fn trim(self) -> Self {
        self
    }
}

/// Implements `Deserialize` and `ToSchema` for a [`Value`].
macro_rules! value {
    ($name:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let json = serde::Deserialize::deserialize(deserializer)?;
                <Self as crate::domain::Value>::read(json).map_err(crate::domain::Invalid::into_serde)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                <Self as crate::domain::Value>::schema().into()
            }
        }

        impl utoipa::ToSchema for $name {}
    };
}

/// Declares a [`Value`] that is a text.
macro_rules! text_value {
    ($(#[$attribute:meta])* $name:ident) => {
        $(#[$attribute])*
        pub(crate) struct $name(String);

        crate::domain::value!($name);

        impl std::str::FromStr for $name {
            type Err = crate::domain::Invalid;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                <Self as crate::domain::Value>::parse(text.to_owned())
            }
        }

        impl std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }
    };
}

/// Implements the traits of a column for a value, which is read without a check.
macro_rules! column {
    ($name:ident, $Sql:ident, $stored:ty, $read:ty) => {
        impl diesel::serialize::ToSql<diesel::sql_types::$Sql, diesel::pg::Pg> for $name {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                <$stored as diesel::serialize::ToSql<diesel::sql_types::$Sql, diesel::pg::Pg>>::to_sql(&self.0, out)
            }
        }

        impl diesel::deserialize::FromSql<diesel::sql_types::$Sql, diesel::pg::Pg> for $name {
            fn from_sql(value: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<Self> {
                <$read as diesel::deserialize::FromSql<diesel::sql_types::$Sql, diesel::pg::Pg>>::from_sql(value)
                    .map(Self)
            }
        }
    };
}

/// Declares a [`Value`] that is a displayable text, stored in a column, and read from it without a check.
macro_rules! column_value {
    ($(#[$attribute:meta])* $name:ident) => {
        crate::domain::text_value! {
            $(#[$attribute])*
            #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
            #[derive(diesel::expression::AsExpression, diesel::deserialize::FromSqlRow)]
            #[diesel(sql_type = diesel::sql_types::Text)]
            $name
        }

        crate::domain::column!($name, Text, str, String);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.0
            }
        }
    };
}

/// Defines the names of an enum's variants in a text column and in JSON.
macro_rules! column_names {
    ($enum:ident { $($variant:ident = $name:literal),* $(,)? }) => {
        impl $enum {
            #[allow(dead_code, reason = "only some are chosen from")]
            pub(crate) const ALL: &[Self] = &[$(Self::$variant),*];

            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg> for $enum {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                <str as diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg>>::to_sql(self.name(), out)
            }
        }

        impl diesel::deserialize::FromSql<diesel::sql_types::Text, diesel::pg::Pg> for $enum {
            fn from_sql(value: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<Self> {
                match std::str::from_utf8(value.as_bytes())? {
                    $($name => Ok(Self::$variant),)*
                    other => Err(format!("`{other}` is not a name of {}", stringify!($enum)).into()),
                }
            }
        }

        impl serde::Serialize for $enum {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl utoipa::PartialSchema for $enum {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let names = utoipa::openapi::ObjectBuilder::new().schema_type(utoipa::openapi::Type::String);
                names.enum_values(Some([$($name),*])).into()
            }
        }
    };
}

/// Implements `Deserialize` and `ToSchema` for an enum whose variants have [names](column_names).
macro_rules! choice {
    ($enum:ident) => {
        impl<'de> serde::Deserialize<'de> for $enum {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name: String = serde::Deserialize::deserialize(deserializer)?;
                crate::domain::one_of(&name, Self::ALL, |one| one.name()).map_err(crate::domain::Invalid::into_serde)
            }
        }

        impl utoipa::ToSchema for $enum {}
    };
}

/// Declares the type of a table's key.
macro_rules! key {
    ($(#[$attribute:meta])* $visible:vis $name:ident) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        $visible struct $name($visible i64);

        impl From<i64> for $name {
            fn from(id: i64) -> Self {
                Self(id)
            }
        }
    };
}

pub(crate) use {choice, column, column_names, column_value, key, text_value, value};

/// Returns the one of `all` with this name.
pub(crate) fn one_of<T: Copy>(name: &str, all: &[T], name_of: fn(T) -> &'static str) -> Result<T, Invalid> {
    all.iter().copied().find(|one| name_of(*one) == name).ok_or_else(|| {
        let names: Vec<_> = all.iter().copied().map(name_of).collect();
        Invalid::new(ErrorCode::WrongType, format!("must be one of {}", names.join(", ")))
    })
}

pub(crate) fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(characters::NO_NUL))
}

/// Returns the schema of a number that may have a fraction.
fn number() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Number).format(Some(SchemaFormat::KnownFormat(KnownFormat::Double)))
}

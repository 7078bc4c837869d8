//! The fields of a request for a text, which are in the query of its address.

use std::ops::RangeInclusive;

use shared::TextId;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, Type};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, value};

/// The length of a text, in three classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextLength {
    Short,
    Medium,
    Long,
}

impl TextLength {
    pub(crate) const ALL: [Self; 3] = [Self::Short, Self::Medium, Self::Long];

    /// Returns the class of a text with this number of characters.
    pub(crate) fn of(characters: usize) -> Self {
        let is_of = |length: &Self| i32::try_from(characters).is_ok_and(|n| length.characters().contains(&n));
        Self::ALL.into_iter().find(is_of).unwrap_or(Self::Long)
    }

    /// Returns its name, as in a query and in the columns of the database.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Medium => "medium",
            Self::Long => "long",
        }
    }

    /// Returns the numbers of characters of such texts.
    pub(crate) fn characters(self) -> RangeInclusive<i32> {
        match self {
            Self::Short => 0..=119,
            Self::Medium => 120..=300,
            Self::Long => 301..=i32::MAX,
        }
    }
}

value!(TextLength);

impl Value for TextLength {
    type Json = String;

    fn parse(given: String) -> Result<Self, Invalid> {
        let found = Self::ALL.into_iter().find(|length| length.name() == given);
        found.ok_or_else(|| Invalid::new(ErrorCode::WrongType, "must be one of short, medium, long"))
    }

    fn schema() -> ObjectBuilder {
        let names = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(Self::ALL.map(Self::name)));
        names.description(Some("Under 120 characters, 120 to 300, or more"))
    }
}

/// The `id` of a text, in a query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeenText(pub(crate) TextId);

value!(SeenText);

impl Value for SeenText {
    type Json = String;

    fn parse(id: String) -> Result<Self, Invalid> {
        let id = id.parse().map_err(|_| Invalid::new(ErrorCode::WrongType, "must be a whole number"))?;
        Ok(Self(TextId(id)))
    }

    fn schema() -> ObjectBuilder {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(i64::MIN as isize))
            .maximum(Some(i64::MAX as isize))
    }
}

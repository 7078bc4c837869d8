//! The fields of a request for a text, which are in the query of its address.

use std::ops::RangeInclusive;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use shared::TextId;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, Type};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, choice, column_names, text, value};
use crate::text_bag::TextBag;

/// The category of a text. Races, and practice without a choice, have general ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, AsExpression, FromSqlRow)]
#[diesel(sql_type = diesel::sql_types::Text)]
pub(crate) enum TextCategory {
    /// Prose and verse.
    #[default]
    General,
    /// A line of a program.
    Code,
}

impl TextCategory {
    pub(crate) const COUNT: usize = Self::ALL.len();
}

column_names!(TextCategory { General = "general", Code = "code" });
choice!(TextCategory);

/// The length of a text, in three classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextLength {
    Short,
    Medium,
    Long,
}

impl TextLength {
    pub(crate) const ALL: [Self; 3] = [Self::Short, Self::Medium, Self::Long];

    /// Returns its name, as in a query and in the columns of the database.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Medium => "medium",
            Self::Long => "long",
        }
    }

    /// Returns the length of a text of so many characters.
    pub(crate) fn of(characters: i32) -> Self {
        Self::ALL.into_iter().find(|length| length.characters().contains(&characters)).unwrap_or(Self::Short)
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

/// The bag of a guest, which their device keeps.
#[derive(Debug)]
pub(crate) struct GuestBag(Option<TextBag>);

impl GuestBag {
    /// Returns the bag; a new one for this seed if nothing was kept, or something that is damaged.
    pub(crate) fn or_new(self, seed: u64) -> TextBag {
        self.0.unwrap_or_else(|| TextBag::new(seed))
    }

    /// Returns the bag; `None` if nothing was kept, or something that is damaged.
    pub(crate) fn kept(self) -> Option<TextBag> {
        self.0
    }

    /// Returns what the device is to keep.
    pub(crate) fn encode(bag: &TextBag) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(bag.to_bytes())
    }
}

value!(GuestBag);

impl Value for GuestBag {
    type Json = String;

    fn parse(kept: String) -> Result<Self, Invalid> {
        Ok(Self(BASE64_URL_SAFE_NO_PAD.decode(kept).ok().and_then(|bytes| TextBag::from_bytes(&bytes))))
    }

    fn schema() -> ObjectBuilder {
        text()
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

//! Runs: their kinds, modes and ids.

use std::fmt;
use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use serde::{Serialize, Serializer};
use shared::Mode;
use utoipa::openapi::schema::Type;
use utoipa::{PartialSchema, ToSchema};

use super::{Invalid, ObjectBuilder, Value, choice, column_names, one_of, value};

/// A kind of run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum RunKind {
    Race,
    Practice,
}

column_names!(RunKind { Race = "race", Practice = "practice" });
choice!(RunKind);

/// The [mode](Mode) of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RunMode(pub(crate) Mode);

value!(RunMode);

impl Value for RunMode {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        one_of(&name, Mode::ALL, Mode::name).map(Self)
    }

    fn schema() -> ObjectBuilder {
        let names = Mode::ALL.iter().map(|mode| mode.name());
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names))
    }
}

/// The id of a run: its kind and the key of its row, written as `r12` or `p12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RunId {
    pub(crate) kind: RunKind,
    pub(crate) row: i64,
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            RunKind::Race => 'r',
            RunKind::Practice => 'p',
        };
        write!(f, "{kind}{}", self.row)
    }
}

impl FromStr for RunId {
    type Err = ();

    fn from_str(id: &str) -> Result<Self, ()> {
        let (kind, row) = if let Some(row) = id.strip_prefix('r') {
            (RunKind::Race, row)
        } else {
            (RunKind::Practice, id.strip_prefix('p').ok_or(())?)
        };
        let row = row.parse().ok().filter(|row: &i64| *row >= 0 && row.to_string().len() == id.len() - 1).ok_or(())?;
        Ok(Self { kind, row })
    }
}

impl Serialize for RunId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl PartialSchema for RunId {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        ObjectBuilder::new().schema_type(Type::String).examples(["r12"]).into()
    }
}

impl ToSchema for RunId {}

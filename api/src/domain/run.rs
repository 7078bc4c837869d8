//! Runs: their kinds, modes and ids.

use std::fmt;
use std::str::FromStr;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::{SmallInt, Text};
use serde::{Serialize, Serializer};
use typing::{Mode, Rules};
use utoipa::openapi::schema::Type;
use utoipa::{PartialSchema, ToSchema};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, choice, column_names, one_of, value};

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

/// The [rules](Rules) that a run was typed under, by their version.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = SmallInt)]
pub(crate) struct RunRules(pub(crate) Rules);

value!(RunRules);

impl Value for RunRules {
    type Json = i64;

    fn parse(version: i64) -> Result<Self, Invalid> {
        let rules = i16::try_from(version).ok().and_then(Rules::of_version);
        rules.map(Self).ok_or_else(|| {
            let [least, most] = Self::RANGE.map(Rules::version);
            Invalid::new(ErrorCode::OutOfRange, format!("must be between {least} and {most}")).with([least, most])
        })
    }

    fn schema() -> ObjectBuilder {
        let [least, most] = Self::RANGE.map(|rules| f64::from(rules.version()));
        let version = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least)).maximum(Some(most));
        version.description(Some("The version of the rules of typing: 1 for texts, 2 for words, each typed for itself"))
    }
}

impl RunRules {
    /// The first and the last version.
    const RANGE: [Rules; 2] = [Rules::Characters, Rules::Words];
}

impl Serialize for RunRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i16(self.0.version())
    }
}

impl ToSql<SmallInt, Pg> for RunRules {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        <i16 as ToSql<SmallInt, Pg>>::to_sql(&self.0.version(), &mut out.reborrow())
    }
}

impl FromSql<SmallInt, Pg> for RunRules {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let version = <i16 as FromSql<SmallInt, Pg>>::from_sql(value)?;
        Ok(Self(Rules::of_version(version).ok_or("there are no such rules")?))
    }
}

/// The reason why a practice run counts less than others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum RunMark {
    /// There was a long pause: it is in no average, plot or best of the history.
    Paused,
    /// The same words were typed just before: it is in no best.
    Repeated,
}

column_names!(RunMark { Paused = "paused", Repeated = "repeated" });
choice!(RunMark);

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

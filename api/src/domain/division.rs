//! Divisions of the leaderboard.

use shared::racer::Division as Shared;
use typing::division::DIVISIONS;
use utoipa::openapi::schema::Type;

use super::{ErrorCode, Invalid, ObjectBuilder, Value, value};

/// A division, given by its lower end in wpm; here, its position among all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Division(usize);

impl Division {
    pub(crate) const COUNT: usize = DIVISIONS.len();

    /// Returns the position among all divisions, from 0 for the slowest.
    pub(crate) fn position(self) -> usize {
        self.0
    }
}

value!(Division);

impl Value for Division {
    type Json = i64;

    fn parse(lower_end: i64) -> Result<Self, Invalid> {
        let is_given = |Shared(division): &Shared| i64::from(*division) == lower_end;
        let position = DIVISIONS.iter().position(is_given).ok_or_else(|| {
            let all = DIVISIONS.map(|Shared(division)| division.to_string()).join(", ");
            Invalid::new(ErrorCode::WrongType, format!("must be one of {all}"))
        })?;
        Ok(Self(position))
    }

    fn schema() -> ObjectBuilder {
        let lower_ends = ObjectBuilder::new().schema_type(Type::Integer);
        lower_ends.enum_values(Some(DIVISIONS.map(|Shared(division)| division)))
    }
}

//! Prices.

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Integer;

use super::{ErrorCode, Invalid, ObjectBuilder, Value, number, value};

const HIGHEST_CENTS: f64 = 100_000.0;

/// A price in US cents. In JSON it is a number of dollars with at most two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Integer)]
pub(crate) struct Price(i32);

value!(Price);

impl Value for Price {
    type Json = f64;

    fn parse(dollars: f64) -> Result<Self, Invalid> {
        let cents = (dollars * 100.0).round();
        let is_whole = (dollars * 100.0 - cents).abs() < 1e-6;
        if is_whole && (1.0..=HIGHEST_CENTS).contains(&cents) {
            return Ok(Self(cents as i32));
        }
        Err(Invalid::new(ErrorCode::NotPrice, format!("must be $0.01 to ${}, in whole cents", HIGHEST_CENTS / 100.0))
            .with([HIGHEST_CENTS / 100.0]))
    }

    fn schema() -> ObjectBuilder {
        let price = number().minimum(Some(0.01)).maximum(Some(HIGHEST_CENTS / 100.0)).multiple_of(Some(0.01));
        price.description(Some("US dollars, in whole cents")).examples([1.99])
    }
}

impl ToSql<Integer, Pg> for Price {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        <i32 as ToSql<Integer, Pg>>::to_sql(&self.0, out)
    }
}

impl FromSql<Integer, Pg> for Price {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        <i32 as FromSql<Integer, Pg>>::from_sql(value).map(Self)
    }
}

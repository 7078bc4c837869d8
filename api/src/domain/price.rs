//! Prices.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Integer;
use serde::{Serialize, Serializer};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, column, number, value};

const HIGHEST_CENTS: f64 = 100_000.0;

/// A price in US cents; zero for an easter egg. In JSON, a number of dollars with at most two decimals.
#[derive(Debug, Clone, Copy, Default, PartialEq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Integer)]
pub(crate) struct Price(pub(crate) i32);

value!(Price);
column!(Price, Integer, i32, i32);

impl Serialize for Price {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 100.0)
    }
}

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

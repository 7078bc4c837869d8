//! Countries.

use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use isocountry::CountryCode;
use serde::Serialize;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::{ErrorCode, Invalid, from_json, in_column, text};

/// A country as an ISO 3166-1 alpha-2 code in capitals, or the empty string for none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) struct Country(String);

from_json!(Country, text);
in_column!(Country);

impl FromStr for Country {
    type Err = Invalid;

    fn from_str(code: &str) -> Result<Self, Invalid> {
        if code.is_empty() {
            return Ok(Self::default());
        }
        // The lookup ignores case; the ASCII check keeps out letters with two letters as their capital.
        let known = code.is_ascii().then(|| CountryCode::for_alpha2_caseless(code).ok()).flatten();
        let country = known.ok_or_else(|| {
            Invalid::new(ErrorCode::NotCountry, "must be a two-letter country code (ISO 3166-1) or empty")
        })?;
        Ok(Self(country.alpha2().to_owned()))
    }
}

impl PartialSchema for Country {
    fn schema() -> RefOr<Schema> {
        let code = text().pattern(Some("^([A-Za-z]{2})?$"));
        code.description(Some("ISO 3166-1 alpha-2 in any case, or empty")).examples(["CR", ""]).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_known_without_regard_to_case() {
        let cases = [("CR", Some("CR")), ("de", Some("DE")), ("", Some("")), ("XX", None), ("ß", None), ("CRI", None)];
        for (code, known) in cases {
            assert_eq!(code.parse::<Country>().ok().as_deref(), known, "{code:?}");
        }
    }
}

//! Countries.
//!
//! The client has the list of them (`client/src/account/country/names.json`), with names that find them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::de::IgnoredAny;

use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text};

/// All countries by their codes.
static COUNTRIES: LazyLock<BTreeMap<&str, IgnoredAny>> = LazyLock::new(|| {
    let list = include_str!("../../../client/src/account/country/names.json");
    serde_json::from_str(list).expect("it is valid JSON")
});

column_value! {
    /// A country as an ISO 3166-1 alpha-2 code in capitals, or the empty string for none.
    #[derive(Default)]
    Country
}

impl Value for Country {
    type Json = String;

    fn parse(code: String) -> Result<Self, Invalid> {
        if code.is_empty() {
            return Ok(Self::default());
        }
        let code = code.to_ascii_uppercase();
        if !COUNTRIES.contains_key(&*code) {
            let text = "must be a two-letter country code (ISO 3166-1) or empty";
            return Err(Invalid::new(ErrorCode::NotCountry, text));
        }
        Ok(Self(code))
    }

    fn schema() -> ObjectBuilder {
        let code = text().pattern(Some("^([A-Za-z]{2})?$"));
        code.description(Some("ISO 3166-1 alpha-2 in any case, or empty")).examples(["CR", ""])
    }
}

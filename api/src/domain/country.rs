//! Countries.

use isocountry::CountryCode;

use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text};

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
        // The lookup ignores case. The ASCII check excludes letters whose capital is two letters.
        let known = code.is_ascii().then(|| CountryCode::for_alpha2_caseless(&code).ok()).flatten();
        let country = known.ok_or_else(|| {
            Invalid::new(ErrorCode::NotCountry, "must be a two-letter country code (ISO 3166-1) or empty")
        })?;
        Ok(Self(country.alpha2().to_owned()))
    }

    fn schema() -> ObjectBuilder {
        let code = text().pattern(Some("^([A-Za-z]{2})?$"));
        code.description(Some("ISO 3166-1 alpha-2 in any case, or empty")).examples(["CR", ""])
    }
}

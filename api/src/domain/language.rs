//! The languages of mails and of the simulated checkout.

use actix_web::HttpRequest;
use actix_web::http::header::{AcceptLanguage, Header as _};
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Text;

/// A language that people are written to in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Language {
    /// American English.
    #[default]
    English,
    /// The Spanish of Costa Rica.
    Spanish,
}

impl Language {
    /// Returns the first language of the request's `Accept-Language` that we write; none if it names no such language.
    pub(crate) fn of(request: &HttpRequest) -> Option<Self> {
        let ranked = AcceptLanguage::parse(request).ok()?.ranked();
        ranked.iter().find_map(|language| match language.item()?.primary_language() {
            "en" => Some(Self::English),
            "es" => Some(Self::Spanish),
            _ => None,
        })
    }

    /// Its tag in HTML and in the database (BCP 47).
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
        }
    }
}

impl ToSql<Text, Pg> for Language {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        <str as ToSql<Text, Pg>>::to_sql(self.tag(), out)
    }
}

impl FromSql<Text, Pg> for Language {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        match value.as_bytes() {
            b"en" => Ok(Self::English),
            b"es" => Ok(Self::Spanish),
            other => Err(format!("`{}` is not a language", String::from_utf8_lossy(other)).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::ACCEPT_LANGUAGE;
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_first_known_language_of_a_request_counts() {
        for (header, language) in [
            ("es", Some(Language::Spanish)),
            ("es-CR,es;q=0.9,en;q=0.8", Some(Language::Spanish)),
            ("en;q=0.5, es;q=0.7", Some(Language::Spanish)),
            ("de-DE, en-US;q=0.8", Some(Language::English)),
            ("de, *;q=0.5", None),
            ("", None),
            ("\"", None),
        ] {
            let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, header)).to_http_request();
            assert_eq!(Language::of(&request), language, "{header}");
        }
        assert_eq!(Language::of(&TestRequest::default().to_http_request()), None);
    }
}

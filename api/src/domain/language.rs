//! The languages of texts, mails and pages.

use actix_web::HttpRequest;
use actix_web::http::header::{AcceptLanguage, Header as _};
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;

use super::{choice, column_names};

/// A language of texts, mails and pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Language {
    /// American English.
    #[default]
    English,
    /// The Spanish of Costa Rica.
    Spanish,
}

impl Language {
    pub(crate) const COUNT: usize = Self::ALL.len();

    /// Returns the first supported language in the request's `Accept-Language`, if there is one.
    pub(crate) fn of(request: &HttpRequest) -> Option<Self> {
        let ranked = AcceptLanguage::parse(request).ok()?.ranked();
        ranked.iter().find_map(|language| match language.item()?.primary_language() {
            "en" => Some(Self::English),
            "es" => Some(Self::Spanish),
            _ => None,
        })
    }
}

// BCP 47 language tags, also used in HTML.
column_names!(Language { English = "en", Spanish = "es" });
choice!(Language);

impl From<shared::Language> for Language {
    fn from(language: shared::Language) -> Self {
        match language {
            shared::Language::English => Self::English,
            shared::Language::Spanish => Self::Spanish,
        }
    }
}

impl From<Language> for shared::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::English => Self::English,
            Language::Spanish => Self::Spanish,
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::ACCEPT_LANGUAGE;
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_first_supported_language_of_a_request_is_used() {
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

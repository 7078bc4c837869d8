//! The rules for what people type into forms: one place per rule.

pub(crate) mod schema;

use chrono::{DateTime, Duration, Utc};
use isocountry::CountryCode;

use crate::mail;
use crate::typeable::{line, typeable};

/// Characters in a username.
const USERNAME_LENGTH: std::ops::RangeInclusive<usize> = 3..=20;
/// Characters in an email address (RFC 5321, section 4.5.3.1.3, without the angle brackets).
const EMAIL_LENGTH: usize = 254;
/// Characters in a password.
const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=128;
/// Characters that a mailed code has at most: ours have 43.
const CODE_LENGTH: usize = 64;
/// What is typed before an account is deleted.
const CONFIRMATION: &str = "IRREVERSIBLE";
/// Characters of what somebody writes to us.
const MESSAGE_LENGTH: usize = 4000;
/// Characters that are looked at for a text to type, before spaces are put together.
const PASTED_LENGTH: usize = 1000;
/// Characters of an author's name.
const AUTHOR_LENGTH: usize = 100;
/// Characters of a reason.
const REASON_LENGTH: usize = 500;
/// Characters of the address of a page.
const WEB_ADDRESS_LENGTH: usize = 300;
/// Characters of a skin's name.
const SKIN_NAME_LENGTH: usize = 60;
/// Bytes of the name of a skin's image.
const SKIN_FILE_LENGTH: usize = 64;
/// Characters of what is said about a skin.
const SKIN_DESCRIPTION_LENGTH: usize = 300;
/// What a skin costs at most.
const HIGHEST_PRICE_CENTS: f64 = 100_000.0;
/// Seconds that a practice may take: more than none, at most a day.
pub(crate) const PRACTICE_TIME: std::ops::RangeInclusive<f64> = 0.001..=86_400.0;
/// How far a visitor's clock may be ahead of ours.
const CLOCK_SKEW: Duration = Duration::days(1);

/// Names that would pass for the site itself, or that are paths of it.
const RESERVED: [&str; 30] = [
    "about",
    "account",
    "admin",
    "administrator",
    "anonymous",
    "api",
    "colibri",
    "contact",
    "feedback",
    "guest",
    "help",
    "imprint",
    "info",
    "legal",
    "login",
    "logout",
    "mod",
    "moderator",
    "null",
    "official",
    "privacy",
    "root",
    "security",
    "server",
    "shop",
    "signup",
    "staff",
    "support",
    "system",
    "undefined",
];

/// Names that start so belong to the load tests.
pub(crate) const RESERVED_PREFIX: &str = "load-";

/// Whether this could be the name of an account at all.
pub(crate) fn is_username(name: &str) -> bool {
    USERNAME_LENGTH.contains(&name.len()) && is_word(name)
}

fn no_username() -> garde::Error {
    let (least, most) = USERNAME_LENGTH.into_inner();
    garde::Error::new(format!("must be {least} to {most} letters, digits, _ or -"))
}

/// Whether there is nothing in it but letters, digits, `_` and `-`, which mean the same wherever they stand: in a path, in a
/// query, and in base64url (RFC 4648, section 5).
fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// A name that one may take.
pub(crate) fn free_username(name: &str, _: &()) -> garde::Result {
    let lowered = name.to_ascii_lowercase();
    if !is_username(name) {
        Err(no_username())
    } else if RESERVED.contains(&lowered.as_str()) || lowered.starts_with(RESERVED_PREFIX) {
        Err(garde::Error::new("is reserved"))
    } else {
        Ok(())
    }
}

/// An address as HTML's `type=email` sees it, if mail can be sent to it.
pub(crate) fn email(address: &str, _: &()) -> garde::Result {
    let is_email = address.len() <= EMAIL_LENGTH
        && garde::rules::email::parse_email(address).is_ok()
        && mail::can_be_sent_to(address);
    if is_email { Ok(()) } else { Err(garde::Error::new("must be an email address")) }
}

/// What may be the address of an account, as far as its length goes: whoever logs in is told no more than that.
pub(crate) fn email_length(address: &str, _: &()) -> garde::Result {
    if address.chars().count() <= EMAIL_LENGTH { Ok(()) } else { Err(garde::Error::new("must be an email address")) }
}

/// What may be the name in a link that we mailed; whether there is such an account is looked up later.
pub(crate) fn mailed_username(name: &str, _: &()) -> garde::Result {
    if is_username(name) { Ok(()) } else { Err(no_username()) }
}

/// What may be a code that we mailed, as far as its letters and their number go.
pub(crate) fn code(code: &str, _: &()) -> garde::Result {
    if (1..=CODE_LENGTH).contains(&code.len()) && is_word(code) {
        Ok(())
    } else {
        Err(garde::Error::new("must be the code of the link that we sent"))
    }
}

/// The word that says that an account is to be deleted.
pub(crate) fn confirmation(word: &str, _: &()) -> garde::Result {
    if word == CONFIRMATION { Ok(()) } else { Err(garde::Error::new(format!("must be {CONFIRMATION}"))) }
}

/// A password that one may choose, as far as its length goes.
pub(crate) fn new_password(password: &str, _: &()) -> garde::Result {
    if PASSWORD_LENGTH.contains(&password.chars().count()) {
        Ok(())
    } else {
        let (least, most) = PASSWORD_LENGTH.into_inner();
        Err(garde::Error::new(format!("must have {least} to {most} characters")))
    }
}

/// The same text as in the field before.
pub(crate) fn same_as<'a>(password: &'a str) -> impl FnOnce(&str, &()) -> garde::Result + 'a {
    move |confirmation, _| {
        if confirmation == password { Ok(()) } else { Err(garde::Error::new("must be the same as the password")) }
    }
}

/// A country, or none.
pub(crate) fn country(code: &str, _: &()) -> garde::Result {
    if code.is_empty() || country_code(code).is_some() {
        Ok(())
    } else {
        Err(garde::Error::new("must be a country's two letters (ISO 3166-1), or empty"))
    }
}

/// The code of a country as it is stored: ISO 3166-1 alpha-2 in capitals.
pub(crate) fn country_code(code: &str) -> Option<&'static str> {
    // Asked without regard to case; the check keeps out what grows into two letters as a capital.
    let code = code.is_ascii().then_some(code)?;
    CountryCode::for_alpha2_caseless(code).ok().map(|country| country.alpha2())
}

/// What somebody wrote to us: anything that can be read.
pub(crate) fn message(text: &str, _: &()) -> garde::Result {
    if shows_nothing(text) || text.chars().count() > MESSAGE_LENGTH {
        return Err(garde::Error::new(format!("must have 1 to {MESSAGE_LENGTH} characters")));
    }
    readable(text)
}

/// A text that can be typed.
pub(crate) fn typeable_text(text: &str, _: &()) -> garde::Result {
    if text.chars().count() > PASTED_LENGTH {
        return Err(garde::Error::new("must have 60 to 600 characters"));
    }
    typeable(text).map(drop).map_err(garde::Error::new)
}

/// Who wrote a text.
pub(crate) fn author(name: &str, _: &()) -> garde::Result {
    // As it will stand under the text: a line of nothing but what nobody sees is empty.
    let shown = line(name);
    let is_long = name.chars().count() > AUTHOR_LENGTH || shown.chars().count() > AUTHOR_LENGTH;
    if shows_nothing(&shown) || is_long || name.contains(['\n', '\r', '\t']) {
        return Err(garde::Error::new(format!("must have 1 to {AUTHOR_LENGTH} characters, on one line")));
    }
    if name.contains(turns_writing) {
        return Err(garde::Error::new("must not contain characters that turn the direction of writing"));
    }
    readable(name)
}

/// Why something was not taken; may be empty, or left out.
pub(crate) fn reason(text: &Option<String>, _: &()) -> garde::Result {
    let text = text.as_deref().unwrap_or_default();
    if text.chars().count() > REASON_LENGTH {
        return Err(garde::Error::new(format!("must have at most {REASON_LENGTH} characters")));
    }
    readable(text)
}

/// A page of the web. What else has the form of an address, such as `javascript:`, must not become a link.
pub(crate) fn web_address(address: &str, _: &()) -> garde::Result {
    let is_page = url::Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let is_plain = address.chars().count() <= WEB_ADDRESS_LENGTH
        && !address.contains(|c: char| c.is_whitespace() || c.is_control() || turns_writing(c));
    if is_page && is_plain && starts_with_scheme(address) {
        Ok(())
    } else {
        Err(garde::Error::new(format!(
            "must be the address of a page, from http:// or https:// on, of at most {WEB_ADDRESS_LENGTH} characters"
        )))
    }
}

/// `Url` forgives what a browser does, such as `https:/host`; who reads the link later may not.
fn starts_with_scheme(address: &str) -> bool {
    let lowered = address.to_ascii_lowercase();
    lowered.starts_with("http://") || lowered.starts_with("https://")
}

/// What people call a skin.
pub(crate) fn skin_name(name: &str, _: &()) -> garde::Result {
    if shows_nothing(name) || name.chars().count() > SKIN_NAME_LENGTH || name.chars().any(char::is_control) {
        return Err(garde::Error::new(format!("must have 1 to {SKIN_NAME_LENGTH} characters, on one line")));
    }
    Ok(())
}

/// The name of a skin's image, without `.png`: it becomes part of an address.
pub(crate) fn skin_file(name: &str, _: &()) -> garde::Result {
    if (1..=SKIN_FILE_LENGTH).contains(&name.len()) && is_word(name) {
        Ok(())
    } else {
        Err(garde::Error::new(format!("must be 1 to {SKIN_FILE_LENGTH} letters, digits, _ or -, without .png")))
    }
}

/// What is said about a skin.
pub(crate) fn skin_description(text: &str, _: &()) -> garde::Result {
    if shows_nothing(text) || text.chars().count() > SKIN_DESCRIPTION_LENGTH {
        return Err(garde::Error::new(format!("must have 1 to {SKIN_DESCRIPTION_LENGTH} characters")));
    }
    readable(text)
}

/// US dollars that something costs.
pub(crate) fn price(dollars: &f64, _: &()) -> garde::Result {
    if cents(*dollars).is_some() {
        Ok(())
    } else {
        Err(garde::Error::new(format!("must be 0.01 to {} dollars, in whole cents", HIGHEST_PRICE_CENTS / 100.0)))
    }
}

/// A price in cents, when it is one: dollars come as numbers of JSON, which have no cents of their own.
pub(crate) fn cents(dollars: f64) -> Option<i32> {
    let cents = (dollars * 100.0).round();
    let is_whole = (dollars * 100.0 - cents).abs() < 1e-6;
    (is_whole && (1.0..=HIGHEST_PRICE_CENTS).contains(&cents)).then_some(cents as i32)
}

/// Whether it turns the direction of the words around it (UAX #9, section 2), so that they read as something else.
pub(crate) fn turns_writing(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether nobody would see anything: there is nothing but spaces, and characters without a shape (those that Unicode
/// calls `Default_Ignorable_Code_Point`, and the empty cell of Braille).
fn shows_nothing(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || turns_writing(c)
            || matches!(c, '\u{ad}' | '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}')
            || matches!(c, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{2800}')
            || matches!(c, '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}')
            || matches!(c, '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
    })
}

/// Words without control characters, which terminals and logs would obey.
fn readable(text: &str) -> garde::Result {
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if text.contains(is_control) { Err(garde::Error::new("must not contain control characters")) } else { Ok(()) }
}

/// The key of a row, or none.
pub(crate) fn id_or_none(id: &Option<i64>, _: &()) -> garde::Result {
    if id.is_none_or(|id| id >= 0) { Ok(()) } else { Err(garde::Error::new("must be 0 or more")) }
}

/// A moment that is not ahead of us by more than clocks differ.
pub(crate) fn past(moment: &DateTime<Utc>, _: &()) -> garde::Result {
    if *moment <= Utc::now() + CLOCK_SKEW { Ok(()) } else { Err(garde::Error::new("must not be in the future")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_ascii_and_not_the_sites_own() {
        let cases = [
            ("ana", true),
            ("A_b-9", true),
            ("abcdefghij0123456789", true),
            ("abcdefghij01234567890", false),
            ("ab", false),
            ("", false),
            ("ana maria", false),
            ("añá", false),
            ("ana\u{202e}", false),
            ("ana\0", false),
            ("Admin", false),
            ("load-000001", false),
        ];
        for (name, allowed) in cases {
            assert_eq!(free_username(name, &()).is_ok(), allowed, "{name:?}");
        }
    }

    #[test]
    fn countries_are_known_without_regard_to_case() {
        let cases = [("CR", Some("CR")), ("de", Some("DE")), ("XX", None), ("ß", None), ("CRI", None), ("", None)];
        for (code, known) in cases {
            assert_eq!(country_code(code), known, "{code:?}");
        }
    }

    #[test]
    fn addresses_are_those_of_html_forms_that_mail_can_be_sent_to() {
        let long = format!("{}@example.org", "a".repeat(65));
        let cases = [
            ("ana@example.org", true),
            ("a.b+c@sub.example.org", true),
            ("ana", false),
            ("ana@", false),
            ("@example.org", false),
            ("ana @example.org", false),
            ("ana@example.org\n", false),
            ("añá@example.org", false),
            (".ana@example.org", false),
            ("a..na@example.org", false),
            ("ana@[127.0.0.1]", false),
            (long.as_str(), false),
        ];
        for (address, allowed) in cases {
            assert_eq!(email(address, &()).is_ok(), allowed, "{address:?}");
        }
    }
}

//! Email addresses.

use lettre::Address;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text, text_value};

/// The maximum number of characters (RFC 5321, section 4.5.3.1.3, without the angle brackets).
const LENGTH: usize = 254;
/// The maximum number of characters before the `@`, and of each label of the domain (RFC 5321, section 4.5.3.1.1; RFC
/// 1035, section 2.3.4).
const LOCAL_LENGTH: usize = 64;
const LABEL_LENGTH: usize = 63;

const REFUSED: &str = "must be a valid email address";

column_value! {
    /// An address that mail can be sent to, unique without regard to case. An international domain is in its ASCII form
    /// (Punycode), which some browsers send and others do not.
    Email
}

text_value! {
    /// An address to look up at login, in the form of [`Email`]. Its length is limited, since failed logins are stored
    /// under it.
    LoginEmail
}

impl Email {
    /// Returns the address for display, with an international domain in its own letters.
    pub(crate) fn readable(&self) -> String {
        match self.0.split_once('@').map(|(local, domain)| (local, idna::domain_to_unicode(domain))) {
            Some((local, (shown, Ok(())))) if !shown.is_ascii() => format!("{local}@{shown}"),
            _ => self.0.clone(),
        }
    }
}

impl Value for Email {
    type Json = String;

    fn parse(address: String) -> Result<Self, Invalid> {
        let address = with_ascii_domain(address);
        let is_address = address.len() <= LENGTH && html_accepts(&address) && takes_mail(&address);
        if is_address { Ok(Self(address)) } else { Err(Invalid::new(ErrorCode::NotEmail, REFUSED)) }
    }

    fn schema() -> ObjectBuilder {
        <LoginEmail as Value>::schema()
            .pattern(None::<String>)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Email)))
            .description(Some(
                "A valid address for HTML's `type=email` that mail can be sent to; unique without regard to case",
            ))
    }
}

impl Value for LoginEmail {
    type Json = String;

    fn parse(address: String) -> Result<Self, Invalid> {
        let address = with_ascii_domain(address);
        if address.chars().count() <= LENGTH {
            Ok(Self(address))
        } else {
            Err(Invalid::new(ErrorCode::NotEmail, REFUSED))
        }
    }

    fn schema() -> ObjectBuilder {
        text().max_length(Some(LENGTH)).examples(["marisol@example.org"])
    }
}

/// Converts an international domain to ASCII, as browsers do (UTS 46, non-transitional). Anything else stays as it is.
fn with_ascii_domain(address: String) -> String {
    match address.rsplit_once('@') {
        Some((local, domain)) if !domain.is_ascii() && domain.chars().count() <= LENGTH => {
            idna::domain_to_ascii(domain).map(|domain| format!("{local}@{domain}")).unwrap_or(address)
        }
        _ => address,
    }
}

/// Returns true if HTML's `type=email` accepts the address: <https://html.spec.whatwg.org/#valid-e-mail-address>.
fn html_accepts(address: &str) -> bool {
    let Some((local, domain)) = address.split_once('@') else { return false };
    let is_local = |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    let is_label = |label: &str| {
        (1..=LABEL_LENGTH).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (1..=LOCAL_LENGTH).contains(&local.len()) && local.bytes().all(is_local) && domain.split('.').all(is_label)
}

/// Returns true if a message can be sent to this address. HTML forms accept addresses that RFC 5321 does not, and lettre
/// does not support address literals in brackets.
fn takes_mail(address: &str) -> bool {
    address.parse().is_ok_and(|address: Address| !address.domain().starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_valid_in_html_and_accepts_mail() {
        let long = format!("{}@example.org", "a".repeat(65));
        let cases = [
            ("ana@example.org", true),
            ("a.b+c@sub.example.org", true),
            ("ana", false),
            ("ana@", false),
            ("@example.org", false),
            ("ana @example.org", false),
            ("\"ana\"@example.org", false),
            ("ana@-example.org", false),
            ("ana@example..org", false),
            ("ana@example.org\n", false),
            ("añá@example.org", false),
            (".ana@example.org", false),
            ("a..na@example.org", false),
            ("ana@[127.0.0.1]", false),
            (long.as_str(), false),
        ];
        for (address, allowed) in cases {
            assert_eq!(address.parse::<Email>().is_ok(), allowed, "{address:?}");
        }
    }

    #[test]
    fn an_international_domain_is_stored_in_ascii_and_shown_in_its_letters() {
        for (entered, stored, shown) in [
            ("ana@bücher.example", "ana@xn--bcher-kva.example", "ana@bücher.example"),
            ("ana@xn--bcher-kva.example", "ana@xn--bcher-kva.example", "ana@bücher.example"),
            ("Ana@BÜCHER.example", "Ana@xn--bcher-kva.example", "Ana@bücher.example"),
            ("ana@bu\u{308}cher.example", "ana@xn--bcher-kva.example", "ana@bücher.example"),
            ("ana@straße.example", "ana@xn--strae-oqa.example", "ana@straße.example"),
            ("ana@bücher。example", "ana@xn--bcher-kva.example", "ana@bücher.example"),
            ("Ana@Example.ORG", "Ana@Example.ORG", "Ana@Example.ORG"),
        ] {
            let email: Email = entered.parse().expect("it is valid");
            assert_eq!((&*email, email.readable().as_str()), (stored, shown), "{entered}");
            let login: LoginEmail = entered.parse().expect("it is short");
            assert_eq!(&*login, stored);
        }
        for invalid in ["ana@bü cher.example", "ana@ü@example.org", "ana@xn--\u{fc}.example"] {
            assert!(invalid.parse::<Email>().is_err(), "{invalid}");
        }
    }
}

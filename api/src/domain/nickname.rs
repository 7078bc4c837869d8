//! Names of guests.

use std::ops::RangeInclusive;

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use typing::characters::normalize;

use super::username::check_guest;
use super::{ErrorCode, Invalid, ObjectBuilder, Value, text, text_value};
use crate::error::ApiError;

const LENGTH: RangeInclusive<usize> = 1..=20;

/// The characters besides letters, digits and their marks.
const OTHERS: &str = " _-.'’";

text_value! {
    /// The name of a guest of an event, in normalization form C: letters and digits of any script.
    #[derive(Debug, Clone, PartialEq, Eq)]
    Nickname
}

impl Nickname {
    /// Returns the form in which no other guest of the event has the name: without regard to case.
    pub(crate) fn key(&self) -> String {
        normalize(&self.0.to_lowercase())
    }

    /// Refuses a name that could be mistaken for the site that is called `product`.
    pub(crate) fn check(&self, product: &str) -> Result<(), ApiError> {
        check_guest(&self.0, product).map_err(|invalid| ApiError::invalid("name", invalid))
    }
}

impl Value for Nickname {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        let name = normalize(&name.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
        let is_name = name.chars().all(belongs) && name.contains(char::is_alphanumeric);
        if is_name && !name.starts_with(is_mark) && LENGTH.contains(&name.chars().count()) {
            return Ok(Self(name));
        }
        let (least, most) = LENGTH.into_inner();
        let sentence = format!("must be {least} to {most} characters: letters, numbers, spaces, _ - . or '");
        Err(Invalid::new(ErrorCode::NotNickname, sentence).with([least, most]))
    }

    fn schema() -> ObjectBuilder {
        text().min_length(Some(*LENGTH.start())).examples(["Ana María"]).description(Some(format!(
            "Up to {} letters and digits of any script, spaces, _ - . and '; not the name of a member",
            LENGTH.end()
        )))
    }
}

fn belongs(c: char) -> bool {
    c.is_alphanumeric() || is_mark(c) || OTHERS.contains(c)
}

fn is_mark(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark, SpacingMark};
    matches!(CodePointMapData::<GeneralCategory>::new().get(c), NonspacingMark | SpacingMark | EnclosingMark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<String> {
        serde_json::from_value::<Nickname>(text.into()).ok().map(|name| name.to_string())
    }

    #[test]
    fn a_guest_has_a_name_in_any_script() {
        for (given, kept) in [
            ("ana", "ana"),
            ("  Ms.  O’Hara-Nu\u{301}n\u{303}ez 2 ", "Ms. O’Hara-Núñez 2"),
            ("Анна", "Анна"),
            ("नमस्ते", "नमस्ते"),
            ("美咲", "美咲"),
            ("نور", "نور"),
            ("7", "7"),
            (&"ñ".repeat(20), &"ñ".repeat(20)),
        ] {
            assert_eq!(name(given).as_deref(), Some(kept), "{given:?}");
        }
    }

    #[test]
    fn a_name_that_is_empty_too_long_or_hard_to_see_is_refused() {
        let long = "a".repeat(21);
        let wrong =
            ["", " ", "...", "\u{301}a", "<b>", "a\u{7}b", "a\nb", "a\u{202e}b", "a\u{200f}b", "a\u{200b}b", "🐦"];
        for wrong in wrong.into_iter().chain([long.as_str()]) {
            assert_eq!(name(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn names_that_differ_by_case_only_are_the_same() {
        let key = |text: &str| text.parse::<Nickname>().expect("it is a name").key();
        for (one, other) in [("Ana", "aNA"), ("ÉLAN", "élan"), ("Анна", "АННА"), ("E\u{301}lan", "élan")] {
            assert_eq!(key(one), key(other));
        }
        assert_ne!(key("elan"), key("élan"));
    }

    #[test]
    fn a_name_of_the_site_is_reserved() {
        let is_free = |text: &str| text.parse::<Nickname>().expect("it is a name").check("Colibri").is_ok();
        for reserved in [
            "admin",
            "ádmin",
            "ａｄｍｉｎ",
            "Ad-min",
            "Colibri",
            "colibri staff",
            "The Colibri Team".trim_start_matches("The "),
        ] {
            assert!(!is_free(reserved), "{reserved}");
        }
        assert!(is_free("Colibrita") && is_free("Ana"));
    }
}

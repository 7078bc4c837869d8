//! Passages: pasted text in the form in which racers type it.
//!
//! `docs/texts.md` has the same rules for editors, and the client previews them
//! (`client/src/typing/rules/typeable.ts`). Both implementations are tested with `shared/fixtures/typeable.json`.

use std::ops::RangeInclusive;

use typing::characters::{normalize, on_keyboard};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text, text_value, value};

/// The range of characters of a passage, as the table `texts` requires it.
const LENGTH: RangeInclusive<usize> = 60..=600;
/// The maximum number of characters of pasted text, before runs of spaces are collapsed.
const PASTED_LENGTH: usize = 1000;
/// The same of a host's own text, which the table `event_rounds` keeps.
const OWN_LENGTH: RangeInclusive<usize> = 2..=2000;
const OWN_PASTED_LENGTH: usize = 3000;

column_value! {
    /// A passage in the form in which it is typed: on one line, with keyboard quotes, dashes and spaces, in
    /// normalization form C.
    Passage
}

text_value! {
    /// The own text of an event's host, in the form in which it is typed.
    #[derive(Debug, Clone, PartialEq, Eq)]
    OwnText
}

/// A passage together with the pasted text.
pub(crate) struct PastedPassage {
    pub(crate) pasted: String,
    pub(crate) passage: Passage,
}

value!(PastedPassage);

impl Value for Passage {
    type Json = String;
    const IS_TRIMMED: bool = false;

    fn parse(pasted: String) -> Result<Self, Invalid> {
        typeable(&pasted, &LENGTH, PASTED_LENGTH).map(Self)
    }

    fn schema() -> ObjectBuilder {
        let (least, most) = LENGTH.into_inner();
        text().min_length(Some(1)).max_length(Some(PASTED_LENGTH)).description(Some(format!(
            "{least} to {most} characters in the form in which it is typed, all of them on a keyboard"
        )))
    }
}

impl Value for PastedPassage {
    type Json = String;
    const IS_TRIMMED: bool = false;

    fn parse(pasted: String) -> Result<Self, Invalid> {
        Ok(Self { passage: pasted.parse()?, pasted })
    }

    fn schema() -> ObjectBuilder {
        <Passage as Value>::schema()
    }
}

impl Value for OwnText {
    type Json = String;
    const IS_TRIMMED: bool = false;

    fn parse(pasted: String) -> Result<Self, Invalid> {
        typeable(&pasted, &OWN_LENGTH, OWN_PASTED_LENGTH).map(Self)
    }

    fn schema() -> ObjectBuilder {
        let (least, most) = OWN_LENGTH.into_inner();
        text().min_length(Some(1)).max_length(Some(OWN_PASTED_LENGTH)).description(Some(format!(
            "{least} to {most} characters in the form in which it is typed, all of them on a keyboard"
        )))
    }
}

/// Returns pasted text in the form in which it is typed.
fn typeable(pasted: &str, length: &RangeInclusive<usize>, pasted_at_most: usize) -> Result<String, Invalid> {
    if pasted.chars().count() > pasted_at_most {
        return Err(Invalid::length(length));
    }
    let text = line(pasted);
    if let Some(untypeable) = text.chars().find(|c| !is_key(*c)) {
        let shown = shown(untypeable);
        return Err(Invalid::new(
            ErrorCode::NotOnKeyboard,
            format!("must contain only characters on a standard keyboard, and {shown} is not one"),
        )
        .with([u32::from(untypeable)]));
    }
    let characters = text.chars().count();
    if length.contains(&characters) {
        return Ok(text);
    }
    let (least, most) = (length.start(), length.end());
    Err(Invalid::new(ErrorCode::TextLength, format!("must have {least} to {most} characters, but has {characters}"))
        .with([*least, *most, characters]))
}

/// Returns a line about a text, such as its author, with keyboard quotes and spaces. All letters are allowed.
pub(super) fn line(text: &str) -> String {
    one_line(&normalize(&with_keyboard_characters(text)))
}

/// Replaces typographic characters with keyboard ones.
fn with_keyboard_characters(text: &str) -> String {
    let characters: Vec<char> = text.chars().filter(|c| on_keyboard(*c) != Some("")).collect();
    let mut keys = String::with_capacity(text.len());
    for (index, c) in characters.iter().enumerate() {
        let is_digit = |index: Option<usize>| {
            index.and_then(|index| characters.get(index)).is_some_and(|next| next.is_ascii_digit())
        };
        match c {
            // An en dash between numbers.
            '–' if is_digit(index.checked_sub(1)) && is_digit(Some(index + 1)) => keys.push('-'),
            c => match on_keyboard(*c) {
                Some(replacement) => keys.push_str(replacement),
                None => keys.push(*c),
            },
        }
    }
    keys
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns true for a character on a keyboard: printable ASCII, the letters of European languages, and Spanish
/// punctuation.
fn is_key(c: char) -> bool {
    let is_letter = ('\u{c0}'..='\u{17f}').contains(&c) && c.is_alphabetic();
    (' '..='~').contains(&c) || is_letter || matches!(c, '¡' | '¿')
}

/// Returns a character for an error message: itself if it is visible, and its code point.
fn shown(c: char) -> String {
    if c.escape_debug().eq([c]) { format!("{c} (U+{:04X})", u32::from(c)) } else { format!("U+{:04X}", u32::from(c)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An ending that makes any case long enough for a passage.
    const REST: &str = "and then enough words follow that it takes a racer some time.";

    #[derive(serde::Deserialize)]
    struct Cases {
        shortest: usize,
        longest: usize,
        pasted: Vec<Pasted>,
        untypeable: Vec<Untypeable>,
    }

    #[derive(serde::Deserialize)]
    struct Pasted {
        pasted: String,
        typed: String,
    }

    #[derive(serde::Deserialize)]
    struct Untypeable {
        character: char,
        shown: String,
    }

    /// Returns the test cases, which are shared with the client's implementation.
    fn cases() -> Cases {
        serde_json::from_str(include_str!("../../../shared/fixtures/typeable.json")).expect("the cases are readable")
    }

    fn passage(text: &str) -> Result<String, String> {
        text.parse().map(|passage: Passage| passage.into()).map_err(|error: Invalid| error.to_string())
    }

    fn typed(start: &str) -> String {
        let text = passage(&format!("{start} {REST}")).expect("it can be typed");
        text.strip_suffix(REST).expect("the rest stays").trim_end().to_owned()
    }

    #[test]
    fn typographic_characters_become_keyboard_characters() {
        for Pasted { pasted, typed: keys } in cases().pasted {
            assert_eq!(typed(&pasted), keys, "{pasted:?}");
        }
    }

    #[test]
    fn a_passage_parsed_again_stays_the_same() {
        let once = passage(&format!("“Once—more…” {REST}")).expect("it can be typed");
        assert_eq!(passage(&once), Ok(once));
    }

    #[test]
    fn a_character_on_no_keyboard_is_named() {
        for Untypeable { character, shown } in cases().untypeable {
            let refusal = format!("must contain only characters on a standard keyboard, and {shown} is not one");
            assert_eq!(passage(&format!("{character} {REST}")), Err(refusal), "{character:?}");
        }
    }

    #[test]
    fn the_length_of_a_passage_is_that_of_the_typed_form() {
        let Cases { shortest, longest, .. } = cases();
        for (length, is_text) in [(shortest - 1, false), (shortest, true), (longest, true), (longest + 1, false)] {
            let text = format!("  {}\n", "é".repeat(length));
            assert_eq!(passage(&text).is_ok(), is_text, "{length}");
        }
        assert_eq!(passage(" "), Err("must have 60 to 600 characters, but has 0".to_owned()));
    }
}

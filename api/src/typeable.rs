//! What racers can type: the form that every text has, from whatever somebody pasted. docs/texts.md has the same rules
//! for those who cut passages by hand; the client shows them while one writes (`client/src/typing/typeable.ts`). Both
//! sides are held to `shared/fixtures/typeable.json`.

use std::ops::RangeInclusive;

/// Characters of a text that is typed, as the table `texts` wants it.
const LENGTH: RangeInclusive<usize> = 60..=600;

/// Why something is not a text to type. The words follow the name of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Untypeable {
    /// Too short or too long a race.
    #[error("must have {} to {} characters, and has {length}", LENGTH.start(), LENGTH.end())]
    Length {
        /// How many it has.
        length: usize,
    },
    /// No keyboard has it.
    #[error("must have characters of a keyboard only, and {} is none", shown(.0))]
    Character(char),
}

/// `text` as it is typed: the quotes, dashes and spaces of a printer as those of a keyboard, on one line, in
/// normalization form C.
///
/// # Errors
/// [`Untypeable`].
pub(crate) fn typeable(text: &str) -> Result<String, Untypeable> {
    let text = one_line(&shared::text::normalize(&on_keys(text)));
    if let Some(stranger) = text.chars().find(|c| !is_key(*c)) {
        return Err(Untypeable::Character(stranger));
    }
    match text.chars().count() {
        length if LENGTH.contains(&length) => Ok(text),
        length => Err(Untypeable::Length { length }),
    }
}

/// A line about a text, such as its author: quotes and spaces as in the text, any letters.
pub(crate) fn line(text: &str) -> String {
    one_line(&shared::text::normalize(&on_keys(text)))
}

/// Replaces what printers have and keyboards have not.
fn on_keys(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut keys = String::with_capacity(text.len());
    for (index, c) in characters.iter().enumerate() {
        let is_digit = |index: Option<usize>| {
            index.and_then(|index| characters.get(index)).is_some_and(|neighbour| neighbour.is_ascii_digit())
        };
        match c {
            '‘' | '’' | '‚' | '‛' | '′' | '´' => keys.push('\''),
            '“' | '”' | '„' | '‟' | '″' | '«' | '»' => keys.push('"'),
            '\u{2010}' | '\u{2011}' | '\u{2012}' | '\u{2212}' => keys.push('-'),
            // From a number to a number.
            '–' if is_digit(index.checked_sub(1)) && is_digit(Some(index + 1)) => keys.push('-'),
            '–' | '—' | '―' => keys.push_str(" - "),
            '…' => keys.push_str("..."),
            'ﬀ' => keys.push_str("ff"),
            'ﬁ' => keys.push_str("fi"),
            'ﬂ' => keys.push_str("fl"),
            'ﬃ' => keys.push_str("ffi"),
            'ﬄ' => keys.push_str("ffl"),
            // Says where a word may break, or where a file begins; nobody sees it.
            '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{feff}' => {}
            c => keys.push(*c),
        }
    }
    keys
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether keyboards have it: printable ASCII, the letters of European languages, and Spanish punctuation.
fn is_key(c: char) -> bool {
    let is_letter = ('\u{c0}'..='\u{17f}').contains(&c) && c.is_alphabetic();
    (' '..='~').contains(&c) || is_letter || matches!(c, '¡' | '¿')
}

/// A character for people: itself, unless one would not see it.
fn shown(c: &char) -> String {
    if c.is_alphanumeric() || (*c > '\u{2190}' && !c.is_whitespace()) {
        format!("{c} (U+{:04X})", u32::from(*c))
    } else {
        format!("U+{:04X}", u32::from(*c))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long enough for any case to be a text with it.
    const REST: &str = "and then enough words follow that it takes a racer some time.";

    #[derive(serde::Deserialize)]
    struct Cases {
        shortest: usize,
        longest: usize,
        pasted: Vec<Pasted>,
        strangers: Vec<Stranger>,
    }

    #[derive(serde::Deserialize)]
    struct Pasted {
        pasted: String,
        typed: String,
    }

    #[derive(serde::Deserialize)]
    struct Stranger {
        character: char,
        shown: String,
    }

    /// The cases that the client is held to as well.
    fn cases() -> Cases {
        serde_json::from_str(include_str!("../../shared/fixtures/typeable.json")).expect("the cases are readable")
    }

    fn typed(start: &str) -> String {
        let text = typeable(&format!("{start} {REST}")).expect("it can be typed");
        text.strip_suffix(REST).expect("the rest stays").trim_end().to_owned()
    }

    #[test]
    fn what_printers_set_becomes_what_keyboards_have() {
        for Pasted { pasted, typed: keys } in cases().pasted {
            assert_eq!(typed(&pasted), keys, "{pasted:?}");
        }
    }

    #[test]
    fn what_is_typed_stays_as_it_is_when_it_is_typed_again() {
        let once = typeable(&format!("“Once—more…” {REST}")).expect("it can be typed");
        assert_eq!(typeable(&once), Ok(once));
    }

    #[test]
    fn what_no_keyboard_has_is_named() {
        for Stranger { character, shown } in cases().strangers {
            let refused = Err(Untypeable::Character(character));
            assert_eq!(typeable(&format!("{character} {REST}")), refused, "{character:?}");
            let sentence = format!("must have characters of a keyboard only, and {shown} is none");
            assert_eq!(Untypeable::Character(character).to_string(), sentence);
        }
    }

    #[test]
    fn its_length_is_that_of_what_is_typed() {
        let Cases { shortest, longest, .. } = cases();
        for (length, is_text) in [(shortest - 1, false), (shortest, true), (longest, true), (longest + 1, false)] {
            let text = format!("  {}\n", "é".repeat(length));
            assert_eq!(typeable(&text).is_ok(), is_text, "{length}");
        }
        assert_eq!(typeable(" "), Err(Untypeable::Length { length: 0 }));
    }
}

//! The characters of texts, and the keys that give them.

use icu_properties::CodePointSetData;
use icu_properties::props::{BidiControl, DefaultIgnorableCodePoint};
use unicode_normalization::UnicodeNormalization;

/// Returns `text` in the form in which texts are stored, shown and typed (NFC).
pub fn normalize(text: &str) -> String {
    // All of it is composed, and nearly every key is in it.
    if text.is_ascii() { text.to_owned() } else { text.nfc().collect() }
}

/// Returns the keys that replace a typographic character in texts, as in `docs/texts.md`; `None` for other characters. A
/// dash between words has a space on each side.
pub fn on_keyboard(character: char) -> Option<&'static str> {
    Some(match character {
        '\0'..='\x7f' => return None,
        '‘' | '’' | '‚' | '‛' | '′' | '´' => "'",
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => "\"",
        '\u{2010}' | '\u{2011}' | '\u{2012}' | '\u{2212}' => "-",
        '–' | '—' | '―' => " - ",
        '…' => "...",
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        character if is_invisible(character) => "",
        _ => return None,
    })
}

/// Returns true for the characters that nobody sees, which are neither in texts nor typed: soft hyphens, joiners, byte
/// order marks, and the selectors behind an emoji. Not for those that turn the text around them.
pub(crate) fn is_invisible(character: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
        && !CodePointSetData::new::<BidiControl>().contains(character)
}

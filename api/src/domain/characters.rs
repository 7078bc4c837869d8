//! Character rules that several values share, each as a check and as a regular expression.

use icu_properties::CodePointSetData;
use icu_properties::props::{BidiControl, DefaultIgnorableCodePoint};

use super::{ErrorCode, Invalid};

/// Letters, digits, `_` and `-`, as [`is_word`] checks.
pub(super) const WORD: &str = "^[A-Za-z0-9_-]+$";
/// Text on one or more lines with a visible character and without control characters.
pub(super) const LINES: &str = concat!(
    r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*",
    r"[^\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]",
    r"[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$"
);
/// The same on one line.
pub(super) const LINE: &str = concat!(
    r"^[^\u0000-\u001f\u007f-\u009f]*",
    r"[^\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]",
    r"[^\u0000-\u001f\u007f-\u009f]*$"
);
/// Text without control characters, as [`readable`] checks. May be empty.
pub(super) const WORDS: &str = r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$";
/// Any text without NUL, which Postgres does not store.
pub(crate) const NO_NUL: &str = r"^[^\u0000]*$";

/// Returns true if `text` consists of letters, digits, `_` and `-`, which need no escaping in paths, queries and
/// base64url (RFC 4648, section 5).
pub(super) fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// Refuses control characters, which terminals and log viewers would execute.
pub(super) fn readable(text: &str) -> Result<(), Invalid> {
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if text.contains(is_control) {
        Err(Invalid::new(ErrorCode::ControlCharacters, "must not contain control characters"))
    } else {
        Ok(())
    }
}

/// Returns true for a character that changes the direction of the text around it (UAX #9, section 2), which can make it
/// read as other text.
pub(crate) fn changes_writing_direction(c: char) -> bool {
    CodePointSetData::new::<BidiControl>().contains(c)
}

/// Returns true if `text` shows nothing: only spaces and characters without a glyph.
pub(super) fn shows_nothing(text: &str) -> bool {
    // The empty Braille cell has no glyph either.
    text.chars().all(|c| shows_no_glyph(c) || c == '\u{2800}')
}

/// Refuses a name that shows nothing, has a control character, or has more than `most` characters.
pub(super) fn check_name(name: &str, most: usize) -> Result<(), Invalid> {
    if shows_nothing(name) || name.chars().count() > most || name.chars().any(char::is_control) {
        return Err(Invalid::line_length(most));
    }
    Ok(())
}

/// Returns true for a character that keyboards and clipboards add around a text: a space, or one without a glyph, unless it
/// changes the direction of the text.
pub(super) fn is_blank(c: char) -> bool {
    shows_no_glyph(c) && !changes_writing_direction(c)
}

fn shows_no_glyph(c: char) -> bool {
    c.is_whitespace() || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

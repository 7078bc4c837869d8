//! Identifiers that cannot be guessed.

use std::fmt;

use rand::{TryRng, rngs::SysRng};

/// 128 random bits from the operating system, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Sid(u128);

impl Sid {
    /// Creates a new identifier.
    ///
    /// # Errors
    /// Returns the operating system's error if it has no random numbers.
    pub(crate) fn random() -> Result<Self, rand::rngs::SysError> {
        let mut bytes = [0; 16];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(u128::from_ne_bytes(bytes)))
    }

    /// Reads an identifier in the form that [`fmt::Display`] writes.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_written_by_us = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_written_by_us.then(|| u128::from_str_radix(text, 16).ok().map(Self)).flatten()
    }
}

impl fmt::Display for Sid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_identifier_is_read_as_it_was_written() {
        let sid = Sid::random().unwrap();
        assert!(Sid::parse(&sid.to_string()) == Some(sid));
    }

    #[test]
    fn anything_else_is_not_an_identifier() {
        for text in ["", "0", "+0000000000000000000000000000000", "0000000000000000000000000000000G", "ABCDEF"] {
            assert!(Sid::parse(text).is_none(), "{text}");
        }
    }
}

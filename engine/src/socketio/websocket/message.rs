//! A message that comes in fragments.

use bytes::BytesMut;
use bytestring::ByteString;

use super::{Received, Violation};

/// What has come of a message.
pub(super) struct Message {
    bytes: BytesMut,
    /// For a text, how many of its bytes were found to be UTF-8.
    checked: Option<usize>,
}

impl Message {
    pub(super) fn text() -> Self {
        Self { bytes: BytesMut::new(), checked: Some(0) }
    }

    pub(super) fn binary() -> Self {
        Self { bytes: BytesMut::new(), checked: None }
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn add(&mut self, payload: BytesMut) {
        if self.bytes.is_empty() {
            self.bytes = payload;
        } else {
            self.bytes.extend_from_slice(&payload);
        }
    }

    /// Checks the text so far. The last character may be torn: its other half comes with the next fragment.
    pub(super) fn check(&mut self) -> Result<(), Violation> {
        let Some(checked) = &mut self.checked else { return Ok(()) };
        match str::from_utf8(&self.bytes[*checked..]) {
            Ok(text) => *checked += text.len(),
            Err(error) if error.error_len().is_none() => *checked += error.valid_up_to(),
            Err(_) => return Err(Violation::NotUtf8),
        }
        Ok(())
    }

    pub(super) fn complete(self) -> Result<Received, Violation> {
        let bytes = self.bytes.freeze();
        match self.checked {
            Some(_) => ByteString::try_from(bytes).map(Received::Text).map_err(|_| Violation::NotUtf8),
            None => Ok(Received::Binary(bytes)),
        }
    }
}

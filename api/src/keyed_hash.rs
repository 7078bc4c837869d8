//! Hashes of names, addresses and seats that are compared and never read. A plain hash of something so short would be
//! guessed in hours; these cannot be computed without the site's key.

use ring::hmac;

/// Computes the hashes, by HMAC-SHA256. Clones share the key.
#[derive(Clone)]
pub(crate) struct KeyedHash(hmac::Key);

impl KeyedHash {
    /// Returns the hash whose key is derived from `secret`, a key with another purpose.
    pub(crate) fn derived_from(secret: &[u8]) -> Self {
        let key = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), b"colibri names and addresses");
        Self(hmac::Key::new(hmac::HMAC_SHA256, key.as_ref()))
    }

    /// Returns the 32 bytes under which `value` is stored for this purpose.
    pub(crate) fn of(&self, purpose: &str, value: &str) -> Vec<u8> {
        hmac::sign(&self.0, format!("{purpose}\0{value}").as_bytes()).as_ref().to_vec()
    }
}

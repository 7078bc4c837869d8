//! Keys of the public API: `colibri_`, 32 random hexadecimal digits, and 8 more of a checksum. Scanners find such a key in
//! what someone published by mistake, and a mistyped one is refused without a query.

use sha2::{Digest as _, Sha256};

use crate::keyed_hash::KeyedHash;

const PREFIX: &str = "colibri_";
/// The number of hexadecimal digits that cannot be guessed.
const SECRET_DIGITS: usize = 32;
const CHECKSUM_DIGITS: usize = 8;

/// A well-formed key. Whether it is somebody's, only the database knows.
pub(crate) struct ApiKey(String);

impl ApiKey {
    /// Returns a new key.
    pub(crate) fn generate() -> Self {
        let secret = format!("{PREFIX}{:0SECRET_DIGITS$x}", rand::random::<u128>());
        Self(format!("{secret}{}", checksum(&secret)))
    }

    /// Returns the key, if it has the form of one.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (secret, given) = text.split_at_checked(PREFIX.len() + SECRET_DIGITS)?;
        (secret.starts_with(PREFIX) && given == checksum(secret)).then(|| Self(text.to_owned()))
    }

    /// Returns the hash under which the key is stored.
    pub(crate) fn hash(&self, hash: &KeyedHash) -> Vec<u8> {
        hash.of("api keys", &self.0)
    }
}

impl From<ApiKey> for String {
    fn from(key: ApiKey) -> Self {
        key.0
    }
}

/// Returns the first digits of the SHA-256 of the prefix and the secret.
fn checksum(secret: &str) -> String {
    let digits: String = Sha256::digest(secret).iter().map(|byte| format!("{byte:02x}")).collect();
    digits[..CHECKSUM_DIGITS].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_any_character_changed_is_not_well_formed() {
        let ApiKey(key) = ApiKey::generate();
        assert_eq!(key.len(), 48);
        assert!(ApiKey::parse(&key).is_some());
        for index in 0..key.len() {
            let other = if key[index..].starts_with('0') { "1" } else { "0" };
            let changed = [&key[..index], other, &key[index + 1..]].concat();
            assert!(ApiKey::parse(&changed).is_none(), "{changed}");
        }
        for wrong in ["", "colibri_", "é", &key[1..], &key[..47], &format!("{key}0"), &format!("é{}", &key[2..])] {
            assert!(ApiKey::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn keys_differ_and_so_do_their_hashes() {
        let (one, other, hash) = (ApiKey::generate(), ApiKey::generate(), KeyedHash::derived_from(b"secret"));
        assert_ne!(one.hash(&hash), other.hash(&hash));
        assert_ne!(one.hash(&hash), one.hash(&KeyedHash::derived_from(b"another")));
    }
}

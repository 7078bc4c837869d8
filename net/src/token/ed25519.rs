//! Signatures of tokens by `ring`, in the place of the libraries that jsonwebtoken can bring, which take a minute to compile.

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, EncodingKey};
use ring::signature::{ED25519, Ed25519KeyPair, UnparsedPublicKey};
use signature::{Error, Signer, Verifier};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |_, key| Ok(Box::new(KeyPair::of(key)?)),
    verifier_factory: |_, key| Ok(Box::new(PublicKey::of(key)?)),
    key_utils: KeyUtils::new_unimplemented(),
};

/// Has jsonwebtoken sign and verify with `ring` in this process.
pub(super) fn install() {
    // An error means that it was installed before.
    let _ = PROVIDER.install_default();
}

struct KeyPair(Ed25519KeyPair);

impl KeyPair {
    fn of(key: &EncodingKey) -> Result<Self> {
        let is_of_its_kind = key.family() == AlgorithmFamily::Ed;
        let pair = is_of_its_kind.then(|| Ed25519KeyPair::from_pkcs8_maybe_unchecked(key.as_bytes()).ok()).flatten();
        pair.map(Self).ok_or_else(|| ErrorKind::InvalidEddsaKey.into())
    }
}

impl Signer<Vec<u8>> for KeyPair {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.0.sign(message).as_ref().to_vec())
    }
}

impl JwtSigner for KeyPair {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

struct PublicKey(UnparsedPublicKey<Vec<u8>>);

impl PublicKey {
    fn of(key: &DecodingKey) -> Result<Self> {
        let is_of_its_kind = key.family() == AlgorithmFamily::Ed;
        let bytes = is_of_its_kind.then(|| key.try_get_as_bytes()).ok_or(ErrorKind::InvalidEddsaKey)??;
        Ok(Self(UnparsedPublicKey::new(&ED25519, bytes.to_vec())))
    }
}

impl Verifier<Vec<u8>> for PublicKey {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        self.0.verify(message, signature).map_err(|_| Error::new())
    }
}

impl JwtVerifier for PublicKey {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

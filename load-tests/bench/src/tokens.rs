//! Tokens for made-up users, signed with a public test key.

use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{EncodePrivateKey, EncodePublicKey};
use jsonwebtoken::{EncodingKey, Header};
use net::token::{Claims, TokenReader};

use crate::seats::Racer;

/// The token version of an account that never changed its password.
const VERSION: i32 = 1;

/// The key pair that signs tokens.
pub(crate) struct Tokens {
    private_pem: String,
    key: EncodingKey,
    reader: TokenReader,
}

impl Tokens {
    pub(crate) fn new() -> anyhow::Result<Self> {
        let key = SigningKey::from_bytes(&[1; 32]);
        // Before anything is signed: it also says by which library.
        let reader = TokenReader::from_pem(&key.verifying_key().to_public_key_pem(LineEnding::LF)?)?;
        let private_pem = key.to_pkcs8_pem(LineEnding::LF)?.to_string();
        let key = EncodingKey::from_ed_der(key.to_pkcs8_der()?.as_bytes());
        Ok(Self { private_pem, key, reader })
    }

    /// Returns the private key, for a server that must accept the tokens.
    pub(crate) fn private_pem(&self) -> &str {
        &self.private_pem
    }

    /// Returns a reader of the signed tokens.
    pub(crate) fn reader(&self) -> TokenReader {
        self.reader.clone()
    }

    /// Returns the name and the token of user number `user`.
    pub(crate) fn racer(&self, user: usize, username: String) -> jsonwebtoken::errors::Result<Racer> {
        let exp = (chrono::Utc::now() + chrono::Duration::days(1)).timestamp();
        let claims = Claims { sub: user.to_string(), name: username.clone(), ver: VERSION, exp, aud: None };
        let token = jsonwebtoken::encode(&Header::new(TokenReader::ALGORITHM), &claims, &self.key)?;
        Ok(Racer { username, token: Some(token) })
    }
}

//! The token that says who somebody is: a JWT signed with Ed25519 by the api, read by both halves.
//!
//! Here is its reading, for which the public key is enough; the api, which has the private one, does the signing.

use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::{Deserialize, Serialize};

use crate::UserId;

/// What a token says (registered names: RFC 7519, section 4.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The account, in decimal digits: RFC 7519 wants a string.
    pub sub: String,
    /// Their name when the token was made.
    pub name: String,
    /// The account's token version when the token was made; raising it in the account revokes what came before.
    pub ver: i32,
    /// When the token ends, in seconds since 1970.
    pub exp: i64,
}

impl Claims {
    /// The account, when `sub` is one.
    pub fn user_id(&self) -> Option<UserId> {
        self.sub.parse().ok().map(UserId)
    }
}

/// Reads tokens.
#[derive(Clone)]
pub struct TokenReader {
    key: DecodingKey,
    validation: Validation,
}

/// A token that says nothing: mistyped, forged, of another key, or expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this token is not valid, or no longer")]
pub struct InvalidToken;

/// What was given as a public key is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an Ed25519 public key in PEM: {0}")]
pub struct InvalidPublicKey(String);

impl TokenReader {
    /// The only algorithm that is ever accepted, whatever the header of a token says.
    pub const ALGORITHM: Algorithm = Algorithm::EdDSA;

    /// A reader for tokens signed with the private half of the key in `pem` (SubjectPublicKeyInfo, RFC 8410).
    ///
    /// # Errors
    /// [`InvalidPublicKey`] when `pem` holds no such key.
    pub fn from_pem(pem: &[u8]) -> Result<Self, InvalidPublicKey> {
        let key = DecodingKey::from_ed_pem(pem).map_err(|error| InvalidPublicKey(error.to_string()))?;
        let mut validation = Validation::new(Self::ALGORITHM);
        validation.set_required_spec_claims(&["sub", "exp"]);
        validation.leeway = 0;
        Ok(Self { key, validation })
    }

    /// What `token` says, and for whom.
    ///
    /// # Errors
    /// [`InvalidToken`], which deliberately does not tell why.
    pub fn read(&self, token: &str) -> Result<(UserId, Claims), InvalidToken> {
        let claims =
            jsonwebtoken::decode::<Claims>(token, &self.key, &self.validation).map_err(|_| InvalidToken)?.claims;
        let user_id = claims.user_id().ok_or(InvalidToken)?;
        Ok((user_id, claims))
    }
}

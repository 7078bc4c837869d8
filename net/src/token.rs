//! The token that identifies an account, or a guest of an event: a JWT signed with Ed25519 by the api, read by both halves.
//!
//! This module reads tokens, for which the public key is enough; the api has the private key and signs them.

mod ed25519;

use std::time::Duration;

use ed25519_dalek::VerifyingKey;
use ed25519_dalek::pkcs8::DecodePublicKey as _;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::{Deserialize, Serialize};

use shared::{GuestId, RacerId, UserId};

/// The time for which a token is valid, unless it is revoked.
pub const TOKEN_TTL: Duration = Duration::from_hours(30 * 24);

/// The audience of a token that a banned user gets: it is good for the calls of the screen that says so alone.
pub const BANNED: &str = "banned";

/// The audience of a token of a guest: it is good for one event, and for nothing else.
pub const EVENT: &str = "event";

/// The time for which such a token is valid: an event is over the same day.
pub const EVENT_TOKEN_TTL: Duration = Duration::from_hours(24);

/// The claims of a token (registered names: RFC 7519, section 4.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The account's id in decimal digits, or `g` and those of the guest's: RFC 7519 requires a string.
    pub sub: String,
    /// Their name when the token was issued.
    pub name: String,
    /// The account's token version when the token was issued; raising it in the account revokes all earlier tokens. 0
    /// in the token of a guest.
    pub ver: i32,
    /// The moment at which the token expires, in seconds since 1970 (UTC).
    pub exp: i64,
    /// [`BANNED`], [`EVENT`], or nothing in a token that is good for all calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aud: Option<String>,
}

impl Claims {
    /// Returns the account, or `None` when `sub` is not an id.
    pub fn user_id(&self) -> Option<UserId> {
        self.sub.parse().ok().map(UserId)
    }
}

/// Reads tokens.
#[derive(Clone)]
pub struct TokenReader {
    key: DecodingKey,
    validation: Validation,
    validation_of_banned: Validation,
    validation_of_guests: Validation,
}

/// The error for a token that is malformed, forged, signed with another key, or expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the token is invalid or expired")]
pub struct InvalidToken;

/// The error for a text that is not a public key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an Ed25519 public key in PEM: {0}")]
pub struct InvalidPublicKey(String);

impl TokenReader {
    /// The only algorithm that is accepted, whatever the header of a token says.
    pub const ALGORITHM: Algorithm = Algorithm::EdDSA;

    /// Creates a reader of tokens signed with the private half of the key in `pem` (SubjectPublicKeyInfo, RFC 8410).
    ///
    /// # Errors
    /// Returns [`InvalidPublicKey`] if `pem` holds no such key.
    pub fn from_pem(pem: &str) -> Result<Self, InvalidPublicKey> {
        ed25519::install();
        let key = VerifyingKey::from_public_key_pem(pem).map_err(|error| InvalidPublicKey(error.to_string()))?;
        let key = DecodingKey::from_ed_der(key.as_bytes());
        let mut validation = Validation::new(Self::ALGORITHM);
        validation.set_required_spec_claims(&["sub", "exp"]);
        validation.leeway = 0;
        // Without an audience of its own, a reader refuses tokens that have one.
        let with_audience = |audience| {
            let mut validation = validation.clone();
            validation.set_required_spec_claims(&["sub", "exp", "aud"]);
            validation.set_audience(&[audience]);
            validation
        };
        let (validation_of_banned, validation_of_guests) = (with_audience(BANNED), with_audience(EVENT));
        Ok(Self { key, validation, validation_of_banned, validation_of_guests })
    }

    /// Returns the account that `token` identifies, and all of its claims.
    ///
    /// # Errors
    /// Returns [`InvalidToken`], which deliberately gives no reason.
    pub fn read(&self, token: &str) -> Result<(UserId, Claims), InvalidToken> {
        self.read_by(&self.validation, token)
    }

    /// Like [`TokenReader::read`], for the token of a banned user.
    ///
    /// # Errors
    /// Returns [`InvalidToken`], also for any other token.
    pub fn read_of_banned(&self, token: &str) -> Result<(UserId, Claims), InvalidToken> {
        self.read_by(&self.validation_of_banned, token)
    }

    /// Returns the guest that `token` identifies, and all of its claims.
    ///
    /// # Errors
    /// Returns [`InvalidToken`], also for the token of an account.
    pub fn read_guest(&self, token: &str) -> Result<(GuestId, Claims), InvalidToken> {
        let claims = self.claims(&self.validation_of_guests, token)?;
        match claims.sub.parse() {
            Ok(RacerId::Guest(guest)) => Ok((guest, claims)),
            Ok(RacerId::User(_)) | Err(_) => Err(InvalidToken),
        }
    }

    fn read_by(&self, validation: &Validation, token: &str) -> Result<(UserId, Claims), InvalidToken> {
        let claims = self.claims(validation, token)?;
        let user_id = claims.user_id().ok_or(InvalidToken)?;
        Ok((user_id, claims))
    }

    fn claims(&self, validation: &Validation, token: &str) -> Result<Claims, InvalidToken> {
        Ok(jsonwebtoken::decode::<Claims>(token, &self.key, validation).map_err(|_| InvalidToken)?.claims)
    }
}

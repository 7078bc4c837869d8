//! Signs tokens; [`net::token`] verifies them.

use std::time::Duration;

use chrono::{DateTime, Utc};
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _, EncodePublicKey as _};
use jsonwebtoken::{EncodingKey, Header};
use net::token::{BANNED, Claims, EVENT, EVENT_TOKEN_TTL, TOKEN_TTL, TokenReader};
use shared::racer::SeatProof;
use shared::{GuestId, RaceId, RacerId, RoomCode, TextId, UserId};

use crate::keyed_hash::KeyedHash;
use crate::receipts::Receipt;
use crate::seat_proofs::{self, SeatKind};

/// The last line of a key in PEM.
const END_OF_KEY: &str = "-----END PRIVATE KEY-----";

/// Signs tokens with the private key. Clones share it.
#[derive(Clone)]
pub struct TokenIssuer {
    key: EncodingKey,
    public_pem: String,
    reader: TokenReader,
    keyed_hash: KeyedHash,
}

/// The error for an invalid private key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an Ed25519 private key in PEM (PKCS #8): {0}")]
pub struct InvalidKey(String);

impl TokenIssuer {
    /// Returns an issuer that signs with the key in `pem` (PKCS #8, RFC 8410), the first one if there are several. The last
    /// one is the secret of hashes, which must stay the same when tokens end: names that were given up are stored under it.
    ///
    /// # Errors
    /// [`InvalidKey`] if `pem` does not contain such a key. The error does not contain the key.
    pub fn from_pem(pem: &str) -> Result<Self, InvalidKey> {
        let invalid = |error: &dyn std::fmt::Display| InvalidKey(error.to_string());
        let mut keys = pem.trim().split_inclusive(END_OF_KEY);
        let first = keys.next().unwrap_or_default();
        let signing = SigningKey::from_pkcs8_pem(first).map_err(|error| invalid(&error))?;
        let key = signing.to_pkcs8_der().map_err(|error| invalid(&error))?;
        let key = EncodingKey::from_ed_der(key.as_bytes());
        let secret = match keys.last() {
            Some(last) => SigningKey::from_pkcs8_pem(last.trim()).map_err(|error| invalid(&error))?,
            None => signing.clone(),
        };
        let public_pem = signing.verifying_key().to_public_key_pem(LineEnding::LF).map_err(|error| invalid(&error))?;
        let reader = TokenReader::from_pem(&public_pem).map_err(|error| invalid(&error))?;
        let keyed_hash = KeyedHash::derived_from(secret.as_bytes());
        Ok(Self { key, public_pem, reader, keyed_hash })
    }

    /// Generates a private key that [`TokenIssuer::from_pem`] can read. Keep it secret.
    ///
    /// # Panics
    /// Panics if the system cannot provide random numbers.
    pub fn generate() -> String {
        let mut secret = [0; ed25519_dalek::SECRET_KEY_LENGTH];
        getrandom::fill(&mut secret).expect("the system has random numbers");
        let key = SigningKey::from_bytes(&secret);
        let pem = key.to_pkcs8_pem(LineEnding::LF).expect("every Ed25519 key has this form");
        pem.to_string()
    }

    /// Returns keys for [`TokenIssuer::from_pem`] under which all tokens of `pem` are invalid, but hashes stay the same.
    ///
    /// # Errors
    /// [`InvalidKey`] if `pem` does not contain keys.
    pub fn renewed(pem: &str) -> Result<String, InvalidKey> {
        Self::from_pem(pem)?;
        let secret = pem.trim().split_inclusive(END_OF_KEY).last().unwrap_or_default().trim();
        Ok(format!("{}{secret}\n", Self::generate()))
    }

    /// Returns the public half, which is all that a reader of tokens needs.
    pub fn public_pem(&self) -> &str {
        &self.public_pem
    }

    /// Returns a reader for this issuer's tokens.
    pub fn reader(&self) -> TokenReader {
        self.reader.clone()
    }

    /// Returns a hash that only holders of the private key can compute.
    pub(crate) fn keyed_hash(&self) -> &KeyedHash {
        &self.keyed_hash
    }

    /// Returns a proof that the api gives `racer` a seat in `room` now.
    pub fn seat_proof(&self, racer: RacerId, room: RoomCode) -> SeatProof {
        seat_proofs::give(&self.keyed_hash, SeatKind::Race, racer, room, Utc::now())
    }

    /// Like [`TokenIssuer::seat_proof`], for a seat in an event.
    pub fn event_seat_proof(&self, racer: RacerId, room: RoomCode) -> SeatProof {
        seat_proofs::give(&self.keyed_hash, SeatKind::Event, racer, room, Utc::now())
    }

    /// Returns the kind of the seat in `room` that an api with this key gave `racer`, if `proof` is the proof of one.
    pub(crate) fn given_seat(&self, proof: &SeatProof, racer: RacerId, room: RoomCode) -> Option<SeatKind> {
        seat_proofs::check(&self.keyed_hash, proof, racer, room, Utc::now())
    }

    /// Returns a receipt of a seat of `user` that the api gave at `at`, in the room of this race through this text, which
    /// `waits` so long at most until somebody starts the race.
    pub fn receipt(
        &self,
        user: UserId,
        room: RoomCode,
        race: RaceId,
        text: TextId,
        at: DateTime<Utc>,
        waits: Duration,
    ) -> String {
        Receipt { race, room, text, at, waits_s: waits.as_secs() }.write(&self.keyed_hash, user)
    }

    /// Reads a receipt that an api with this key wrote for `user`.
    pub(crate) fn read_receipt(&self, text: &str, user: UserId) -> Option<Receipt> {
        Receipt::read(text, &self.keyed_hash, user)
    }

    /// Returns a token for the account with this key, name and token version, valid until it expires or that version is
    /// raised.
    pub(crate) fn issue(&self, id: UserId, name: &str, ver: i32) -> String {
        self.sign(id.into(), name, ver, None)
    }

    /// Like [`TokenIssuer::issue`], for a banned account: the token is good for the calls that are open to them alone.
    pub(crate) fn issue_to_banned(&self, id: UserId, name: &str, ver: i32) -> String {
        self.sign(id.into(), name, ver, Some(BANNED))
    }

    /// Returns a token for a guest of an event, which is good for that event alone.
    pub fn issue_to_guest(&self, id: GuestId, name: &str) -> String {
        self.sign(RacerId::Guest(id), name, 0, Some(EVENT))
    }

    fn sign(&self, id: RacerId, name: &str, ver: i32, aud: Option<&str>) -> String {
        let ttl = if aud == Some(EVENT) { EVENT_TOKEN_TTL } else { TOKEN_TTL };
        let (exp, aud) = ((Utc::now() + ttl).timestamp(), aud.map(str::to_owned));
        let claims = Claims { sub: id.to_string(), name: name.to_owned(), ver, exp, aud };
        jsonwebtoken::encode(&Header::new(TokenReader::ALGORITHM), &claims, &self.key).expect("an Ed25519 key signs")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn token(issuer: &TokenIssuer) -> String {
        issuer.issue(UserId(7), "ana", 3)
    }

    #[test]
    fn a_token_is_verified_with_the_public_key_alone() {
        let issuer = TokenIssuer::from_pem(&TokenIssuer::generate()).unwrap();
        let token = token(&issuer);
        let reader = TokenReader::from_pem(issuer.public_pem()).unwrap();
        let (user_id, claims) = reader.read(&token).unwrap();
        assert_eq!((user_id.0, claims.name.as_str(), claims.ver), (7, "ana", 3));
        let days_left = (claims.exp - Utc::now().timestamp()) as f64 / 86_400.0;
        assert!((29.9..=30.0).contains(&days_left), "{days_left}");
    }

    #[test]
    fn a_token_of_a_banned_user_and_any_other_are_not_taken_for_each_other() {
        let issuer = TokenIssuer::from_pem(&TokenIssuer::generate()).unwrap();
        let (any, banned) = (token(&issuer), issuer.issue_to_banned(UserId(7), "ana", 3));
        let reader = issuer.reader();
        assert!(reader.read(&any).is_ok() && reader.read_of_banned(&banned).is_ok());
        assert!(reader.read(&banned).is_err() && reader.read_of_banned(&any).is_err());
    }

    #[test]
    fn a_token_of_a_guest_is_good_for_a_day_and_taken_for_no_other() {
        let issuer = TokenIssuer::from_pem(&TokenIssuer::generate()).unwrap();
        let (any, banned) = (token(&issuer), issuer.issue_to_banned(UserId(7), "ana", 3));
        let (guest, reader) = (issuer.issue_to_guest(GuestId(7), "Ana María"), issuer.reader());
        let (id, claims) = reader.read_guest(&guest).unwrap();
        assert_eq!((id, claims.name.as_str()), (GuestId(7), "Ana María"));
        let hours_left = (claims.exp - Utc::now().timestamp()) as f64 / 3600.0;
        assert!((23.9..=24.0).contains(&hours_left), "{hours_left}");
        assert!(reader.read(&guest).is_err() && reader.read_of_banned(&guest).is_err());
        assert!(reader.read_guest(&any).is_err() && reader.read_guest(&banned).is_err());
    }

    #[test]
    fn renewed_keys_end_all_tokens_and_keep_all_hashes() {
        let first = TokenIssuer::generate();
        let second = TokenIssuer::renewed(&first).unwrap();
        let third = TokenIssuer::renewed(&second).unwrap();
        let issuers = [first, second, third.clone()].map(|pem| TokenIssuer::from_pem(&pem).unwrap());
        for (issuer, other) in [(0, 1), (0, 2), (1, 2), (2, 0)] {
            assert!(issuers[other].reader().read(&token(&issuers[issuer])).is_err(), "{issuer} by {other}");
        }
        assert!(issuers[2].reader().read(&token(&issuers[2])).is_ok());
        let hashes = issuers.map(|issuer| issuer.keyed_hash().of("name", "ana"));
        assert!(hashes[0] == hashes[1] && hashes[1] == hashes[2]);
        assert_eq!(third.matches(END_OF_KEY).count(), 2, "it does not grow with each");
        assert!(TokenIssuer::from_pem(&third.replacen("PRIVATE", "PUBLIC", 3)).is_err());
    }

    #[test]
    fn a_key_from_openssl_is_accepted_and_anything_else_refused() {
        // The key of RFC 8032, section 7.1, test 1, in the format of `openssl genpkey`.
        let pem = "-----BEGIN PRIVATE KEY-----\n\
                   MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n\
                   -----END PRIVATE KEY-----\n";
        let issuer = TokenIssuer::from_pem(pem).unwrap();
        assert!(issuer.public_pem().contains("MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="));
        assert!(issuer.reader().read(&token(&issuer)).is_ok());
        let no_key = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n";
        for wrong in ["", "secret", no_key, issuer.public_pem()] {
            let error = TokenIssuer::from_pem(wrong).err().unwrap().to_string();
            assert!(error.starts_with("not an Ed25519 private key in PEM"), "{error}");
            assert!(!error.contains("secret") && !error.contains("c2VjcmV0"), "{error}");
        }
    }
}

//! Receipts of seats: what a client keeps of a race, with an HMAC over it and the account. With it, a finish that the room
//! never got can still be saved for a while.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use shared::{RaceId, RoomCode, TextId, UserId};
use subtle::ConstantTimeEq as _;
use uuid::Uuid;

use crate::keyed_hash::KeyedHash;

/// The time for which a receipt is good: through a day without a network, and the night after it.
const RECEIPT_TTL: TimeDelta = TimeDelta::hours(48);

/// A race in which an account had a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Receipt {
    pub(crate) race: RaceId,
    pub(crate) room: RoomCode,
    pub(crate) text: TextId,
    /// The moment at which the seat was given, in whole seconds.
    pub(crate) at: DateTime<Utc>,
    /// The longest time from then until somebody starts the race, in seconds; zero if it starts by itself.
    pub(crate) waits_s: u64,
}

impl Receipt {
    /// Returns the receipt for `user` as a text.
    pub(crate) fn write(&self, key: &KeyedHash, user: UserId) -> String {
        let facts = format!("{}.{}.{}.{}.{}", self.at.timestamp(), self.waits_s, self.room, self.race, self.text.0);
        let hash = key.of("receipt", &format!("{user} {facts}"));
        format!("{facts}.{}", BASE64_URL_SAFE_NO_PAD.encode(hash))
    }

    /// Reads a receipt that an api with this key wrote for `user`.
    pub(crate) fn read(text: &str, key: &KeyedHash, user: UserId) -> Option<Self> {
        let mut parts = text.split('.');
        let mut next = || parts.next();
        let receipt = Self {
            at: DateTime::from_timestamp(next()?.parse().ok()?, 0)?,
            waits_s: next()?.parse().ok()?,
            room: next()?.parse().ok()?,
            race: RaceId(next()?.parse::<Uuid>().ok()?),
            text: TextId(next()?.parse().ok()?),
        };
        let written = receipt.write(key, user);
        bool::from(text.as_bytes().ct_eq(written.as_bytes())).then_some(receipt)
    }

    /// Returns true while a finish with this receipt is still saved.
    pub(crate) fn is_good(&self, now: DateTime<Utc>) -> bool {
        now - self.at <= RECEIPT_TTL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receipt() -> Receipt {
        let at = DateTime::from_timestamp(1_795_600_000, 0).expect("a moment");
        Receipt { race: RaceId(Uuid::from_u128(1)), room: RoomCode::from_random(1), text: TextId(3), at, waits_s: 9 }
    }

    #[test]
    fn a_receipt_is_read_with_its_own_key_and_account_only() {
        let (key, user) = (KeyedHash::derived_from(b"secret"), UserId(7));
        let text = receipt().write(&key, user);
        assert_eq!(Receipt::read(&text, &key, user), Some(receipt()));
        assert_eq!(Receipt::read(&text, &key, UserId(8)), None);
        assert_eq!(Receipt::read(&text, &KeyedHash::derived_from(b"another"), user), None);
        let (facts, hash) = text.rsplit_once('.').expect("it has parts");
        let other_text = facts.replace(".3", ".4");
        for forged in
            ["", "....", facts, hash, &format!("{other_text}.{hash}"), &format!("{text}.1"), &format!("0{text}")]
        {
            assert_eq!(Receipt::read(forged, &key, user), None, "{forged}");
        }
    }

    #[test]
    fn a_receipt_is_good_for_two_days() {
        let receipt = receipt();
        assert!(receipt.is_good(receipt.at + TimeDelta::hours(48)));
        assert!(!receipt.is_good(receipt.at + TimeDelta::hours(48) + TimeDelta::seconds(1)));
    }
}

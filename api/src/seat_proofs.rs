//! Proofs of seats: an HMAC over account, room and time, which the api gives away with a seat and checks when the
//! racer's result comes back. Engines have no key, so a broken one cannot make up results of people who never sat there.
//!
//! A seat in an event has a proof of another form, under another hash: its result goes to the event, and nowhere else.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use shared::racer::SeatProof;
use shared::{RacerId, RoomCode};
use subtle::ConstantTimeEq as _;

use crate::keyed_hash::KeyedHash;

/// The time for which a proof is good. Results may wait for days while the api or its database is away.
const PROOF_TTL: TimeDelta = TimeDelta::days(7);

/// The beginning of a proof of a seat in an event.
const OF_EVENT: &str = "event.";

/// The use of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeatKind {
    /// A race whose results count.
    Race,
    /// A heat of an event.
    Event,
}

/// Returns a proof that `racer` got a seat in `room` at `at`.
pub(crate) fn give(key: &KeyedHash, kind: SeatKind, racer: RacerId, room: RoomCode, at: DateTime<Utc>) -> SeatProof {
    proof(key, kind, racer, room, at.timestamp())
}

/// Returns the kind of the seat of `racer` in `room` of which `given` is the proof, if it is one and still good.
pub(crate) fn check(
    key: &KeyedHash,
    given: &SeatProof,
    racer: RacerId,
    room: RoomCode,
    now: DateTime<Utc>,
) -> Option<SeatKind> {
    let (kind, rest) = match given.0.strip_prefix(OF_EVENT) {
        Some(rest) => (SeatKind::Event, rest),
        None => (SeatKind::Race, given.0.as_str()),
    };
    let at: i64 = rest.split('.').next()?.parse().ok()?;
    let SeatProof(expected) = proof(key, kind, racer, room, at);
    let is_real: bool = given.0.as_bytes().ct_eq(expected.as_bytes()).into();
    (is_real && now.timestamp().saturating_sub(at) <= PROOF_TTL.num_seconds()).then_some(kind)
}

fn proof(key: &KeyedHash, kind: SeatKind, racer: RacerId, room: RoomCode, at: i64) -> SeatProof {
    let (start, purpose) = match kind {
        SeatKind::Race => ("", "seat"),
        SeatKind::Event => (OF_EVENT, "event seat"),
    };
    let hash = key.of(purpose, &format!("{at} {racer} {room}"));
    SeatProof(format!("{start}{at}.{}", BASE64_URL_SAFE_NO_PAD.encode(hash)))
}

#[cfg(test)]
mod tests {
    use shared::{GuestId, UserId};

    use super::*;

    #[test]
    fn a_proof_is_good_for_one_seat_for_a_week() {
        let key = KeyedHash::derived_from(b"secret");
        let (user, room, at) = (RacerId::User(UserId(7)), RoomCode::from_random(1), Utc::now());
        for kind in [SeatKind::Race, SeatKind::Event] {
            let proof = give(&key, kind, user, room, at);
            let is_good = |key: &KeyedHash, racer, room, at| check(key, &proof, racer, room, at) == Some(kind);
            assert!(is_good(&KeyedHash::derived_from(b"secret"), user, room, at + TimeDelta::days(7)));
            assert!(!is_good(&key, user, room, at + TimeDelta::days(8)));
            assert!(!is_good(&key, UserId(8).into(), room, at));
            assert!(!is_good(&key, RacerId::Guest(GuestId(7)), room, at));
            assert!(!is_good(&key, user, RoomCode::from_random(2), at));
            assert!(!is_good(&KeyedHash::derived_from(b"another"), user, room, at));
            let (_, hash) = proof.0.rsplit_once('.').expect("it has parts");
            let later = format!("{}.{hash}", at.timestamp() + 1);
            let turned = proof.0.strip_prefix(OF_EVENT).map_or(format!("{OF_EVENT}{}", proof.0), str::to_owned);
            for forged in ["", ".", hash, &later, &turned, &format!("+{}", proof.0), &format!("{}.", at.timestamp())] {
                assert_eq!(check(&key, &SeatProof(forged.to_owned()), user, room, at), None, "{forged}");
            }
        }
    }
}

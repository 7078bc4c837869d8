//! Proofs of seats: an HMAC over account, room and time, which the api gives away with a seat and checks when the
//! racer's result comes back. Engines have no key, so a broken one cannot make up results of people who never sat there.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use shared::racer::SeatProof;
use shared::{RoomCode, UserId};
use subtle::ConstantTimeEq as _;

use crate::keyed_hash::KeyedHash;

/// The time for which a proof is good. Results may wait for days while the api or its database is away.
const PROOF_TTL: TimeDelta = TimeDelta::days(7);

/// Returns a proof that `user` got a seat in `room` at `at`.
pub(crate) fn give(key: &KeyedHash, user: UserId, room: RoomCode, at: DateTime<Utc>) -> SeatProof {
    proof(key, user, room, at.timestamp())
}

/// Returns true if `given` is the proof of the seat of `user` in `room`, and still good.
pub(crate) fn check(key: &KeyedHash, given: &SeatProof, user: UserId, room: RoomCode, now: DateTime<Utc>) -> bool {
    let Some(Ok(at)) = given.0.split('.').next().map(str::parse::<i64>) else { return false };
    let SeatProof(expected) = proof(key, user, room, at);
    let is_real = given.0.as_bytes().ct_eq(expected.as_bytes());
    is_real.into() && now.timestamp().saturating_sub(at) <= PROOF_TTL.num_seconds()
}

fn proof(key: &KeyedHash, user: UserId, room: RoomCode, at: i64) -> SeatProof {
    let hash = key.of("seat", &format!("{at} {user} {room}"));
    SeatProof(format!("{at}.{}", BASE64_URL_SAFE_NO_PAD.encode(hash)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_good_for_one_seat_for_a_week() {
        let key = KeyedHash::derived_from(b"secret");
        let (user, room, at) = (UserId(7), RoomCode::from_random(1), Utc::now());
        let proof = give(&key, user, room, at);
        assert!(check(&KeyedHash::derived_from(b"secret"), &proof, user, room, at + TimeDelta::days(7)));
        assert!(!check(&key, &proof, user, room, at + TimeDelta::days(8)));
        assert!(!check(&key, &proof, UserId(8), room, at));
        assert!(!check(&key, &proof, user, RoomCode::from_random(2), at));
        assert!(!check(&KeyedHash::derived_from(b"another"), &proof, user, room, at));
        let (_, hash) = proof.0.split_once('.').expect("it has two parts");
        let later = format!("{}.{hash}", at.timestamp() + 1);
        for forged in ["", ".", hash, &later, &format!("+{}", proof.0), &format!("{}.", at.timestamp())] {
            assert!(!check(&key, &SeatProof(forged.to_owned()), user, room, at), "{forged}");
        }
    }
}

//! Proofs of seats: an HMAC over racer, room and time, which the api gives away with a seat and checks when the
//! racer's result comes back. Engines have no key, so a broken one cannot make up results of people who never sat there.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use shared::racer::SeatProof;
use shared::{RacerId, RoomCode};
use subtle::ConstantTimeEq as _;

use crate::keyed_hash::KeyedHash;

/// The time for which a proof is good. Results may wait for days while the api or its database is away.
const PROOF_TTL: TimeDelta = TimeDelta::days(7);

/// Returns a proof that `racer` got a seat in `room` at `at`.
pub(crate) fn give(key: &KeyedHash, racer: RacerId, room: RoomCode, at: DateTime<Utc>) -> SeatProof {
    proof(key, racer, room, at.timestamp())
}

/// Returns true if `given` is the proof of the seat of `racer` in `room`, and still good.
pub(crate) fn check(key: &KeyedHash, given: &SeatProof, racer: RacerId, room: RoomCode, now: DateTime<Utc>) -> bool {
    let Some(Ok(at)) = given.0.split('.').next().map(str::parse::<i64>) else { return false };
    let SeatProof(expected) = proof(key, racer, room, at);
    let is_real = given.0.as_bytes().ct_eq(expected.as_bytes());
    is_real.into() && now.timestamp().saturating_sub(at) <= PROOF_TTL.num_seconds()
}

fn proof(key: &KeyedHash, racer: RacerId, room: RoomCode, at: i64) -> SeatProof {
    let hash = key.of("seat", &format!("{at} {racer} {room}"));
    SeatProof(format!("{at}.{}", BASE64_URL_SAFE_NO_PAD.encode(hash)))
}

#[cfg(test)]
mod tests {
    use shared::testing::racer_id;

    use super::*;

    #[test]
    fn a_proof_is_good_for_one_seat_for_a_week() {
        let key = KeyedHash::derived_from(b"secret");
        let (racer, room, at) = (racer_id(7), RoomCode::from_random(1), Utc::now());
        let proof = give(&key, racer, room, at);
        assert!(check(&KeyedHash::derived_from(b"secret"), &proof, racer, room, at + TimeDelta::days(7)));
        assert!(!check(&key, &proof, racer, room, at + TimeDelta::days(8)));
        for other in [racer_id(8), racer_id(-7)] {
            assert!(!check(&key, &proof, other, room, at), "{other}");
        }
        assert!(!check(&key, &proof, racer, RoomCode::from_random(2), at));
        assert!(!check(&KeyedHash::derived_from(b"another"), &proof, racer, room, at));
        let (_, hash) = proof.0.split_once('.').expect("it has two parts");
        let later = format!("{}.{hash}", at.timestamp() + 1);
        for forged in ["", ".", hash, &later, &format!("+{}", proof.0), &format!("{}.", at.timestamp())] {
            assert!(!check(&key, &SeatProof(forged.to_owned()), racer, room, at), "{forged}");
        }
    }
}

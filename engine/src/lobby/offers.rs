//! Which room matchmaking offers next: the fullest that still has a place.
//!
//! Kept in order while rooms change, so that looking costs the same however many rooms are open.

use std::collections::{BTreeSet, HashMap};

use shared::RoomCode;
use tokio::time::Instant;

/// What a room has to offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offer {
    /// Seats that are neither taken nor left for somebody; with none the room is not offered.
    pub(super) free: usize,
    /// When this holds no longer by itself.
    pub(super) until: Instant,
}

/// The rooms that are offered.
#[derive(Debug, Default)]
pub(super) struct Offers {
    offers: HashMap<RoomCode, Offer>,
    /// Those with a place, the fullest first.
    by_free: BTreeSet<(usize, RoomCode)>,
    /// Those whose offer ends, the soonest first.
    by_end: BTreeSet<(Instant, RoomCode)>,
}

impl Offers {
    /// From now on the room `code` offers this, or nothing.
    pub(super) fn set(&mut self, code: RoomCode, offer: Option<Offer>) {
        let before = match offer {
            Some(offer) => self.offers.insert(code, offer),
            None => self.offers.remove(&code),
        };
        if before == offer {
            return;
        }
        if let Some(Offer { free, until }) = before {
            self.by_free.remove(&(free, code));
            self.by_end.remove(&(until, code));
        }
        if let Some(Offer { free, until }) = offer {
            if free > 0 {
                self.by_free.insert((free, code));
            }
            self.by_end.insert((until, code));
        }
    }

    /// A room whose offer has ended and has to be set anew.
    pub(super) fn ended(&self, now: Instant) -> Option<RoomCode> {
        self.by_end.first().filter(|(until, _)| *until <= now).map(|(_, code)| *code)
    }

    /// The fullest room that has a place.
    pub(super) fn fullest(&self) -> Option<RoomCode> {
        self.by_free.first().map(|(_, code)| *code)
    }

    /// How many rooms are known here.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.offers.len()
    }
}

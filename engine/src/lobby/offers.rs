//! The rooms that matchmaking offers, the fullest with a free seat first.
//!
//! The rooms are kept sorted while they change, so that a lookup is fast however many are open.

use std::collections::{BTreeSet, HashMap};

use shared::{Language, RoomCode};
use tokio::time::Instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) language: Language,
    /// The number of seats that are neither taken nor reserved; without one the room is not offered.
    pub(super) free: usize,
    /// The moment at which the offer expires.
    pub(super) until: Instant,
}

#[derive(Debug, Default)]
pub(super) struct Offers {
    offers: HashMap<RoomCode, Offer>,
    /// The rooms with a free seat, by language, the fullest first.
    by_free: BTreeSet<(Language, usize, RoomCode)>,
    /// The rooms by the end of their offer, the soonest first.
    by_end: BTreeSet<(Instant, RoomCode)>,
}

impl Offers {
    /// Replaces the offer of the room `code`; `None` removes it.
    pub(super) fn set(&mut self, code: RoomCode, offer: Option<Offer>) {
        let before = match offer {
            Some(offer) => self.offers.insert(code, offer),
            None => self.offers.remove(&code),
        };
        if before == offer {
            return;
        }
        if let Some(Offer { language, free, until }) = before {
            self.by_free.remove(&(language, free, code));
            self.by_end.remove(&(until, code));
        }
        if let Some(Offer { language, free, until }) = offer {
            if free > 0 {
                self.by_free.insert((language, free, code));
            }
            self.by_end.insert((until, code));
        }
    }

    /// Returns a room whose offer has ended and has to be set anew.
    pub(super) fn ended(&self, now: Instant) -> Option<RoomCode> {
        self.by_end.first().filter(|(until, _)| *until <= now).map(|(_, code)| *code)
    }

    /// Returns the rooms in this language that have a free seat, the fullest first.
    pub(super) fn fullest_first(&self, language: Language) -> impl Iterator<Item = RoomCode> + '_ {
        let lowest = RoomCode::from_random(0);
        let rooms = self.by_free.range((language, 0, lowest)..);
        rooms.take_while(move |(other, ..)| *other == language).map(|(.., code)| *code)
    }

    /// Returns the number of rooms with an offer, including those without a free seat.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.offers.len()
    }
}

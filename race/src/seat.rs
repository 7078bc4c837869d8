//! A seat in a race and its owner.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use shared::racer::{RaceResult, Racer, SEAT_TTL, SeatProof};
use shared::{Evidence, Percent};

use crate::replay::Log;
use crate::rules::SEAT_TTL_MAX;
use crate::sync::{Largest, Lateness};
use crate::time::RaceTime;

/// A seat in a race and its owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seat {
    /// The owner, as they were when they took the seat.
    pub racer: Racer,
    /// The api's proof of the seat, for the owner's result.
    pub proof: SeatProof,
    /// The presence of the owner.
    pub presence: Presence,
    /// The moment at which the owner, while connected, asked for the seat again: another page of theirs is loading, as
    /// after a reload.
    pub(crate) asked_again_at: Option<RaceTime>,
    /// The share of the text that the owner has typed.
    pub completed: Percent,
    /// True once the room has seen keys of the owner that give half of the text: whoever wins then has beaten someone.
    pub has_typed_half: bool,
    /// The moment since which the room can have seen the owner's keys: that of their first join in this process, if they had
    /// been in the room before.
    #[serde(skip)]
    pub(crate) seen_since: Option<RaceTime>,
    /// The log of the owner's keys.
    #[serde(skip)]
    pub(crate) log: Log,
    /// The shortest time from the engine to the owner and back, in milliseconds; `None` if none was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) round_trip_ms: Option<u32>,
    /// The longest ones that were measured in this process.
    #[serde(skip)]
    pub(crate) long_round_trips: Largest,
    /// The delays of the pieces of the log that have arrived in this process.
    #[serde(skip)]
    pub(crate) lateness: Lateness,
    /// The time from the start of the race to the frame in which the owner's page showed the text, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) opened_ms: Option<i32>,
    /// The owner's finish, while others may still be earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pending: Option<Pending>,
    /// The owner's result, once it is final.
    pub result: Option<RaceResult>,
    /// The observations about the keys of the result; `None` without a log of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// A finish that is accepted, while others may still be earlier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pending {
    /// The time from the start to its arrival at the racer's engine.
    pub(crate) arrived: Duration,
    /// The time that counts, unless a later one is final before.
    pub(crate) time: Duration,
    pub(crate) accuracy: f64,
    pub(crate) unranked: bool,
    pub(crate) evidence: Option<Evidence>,
    pub(crate) keys: Option<String>,
    /// The moment from which nobody can be earlier.
    pub(crate) final_at: RaceTime,
}

/// The presence of a seat's owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Presence {
    /// A page of the owner has asked for the seat, and its socket has not joined yet.
    Expected {
        /// The moment of the first request.
        since: RaceTime,
        /// The moment at which the seat becomes free.
        until: RaceTime,
    },
    /// A socket of the owner is in the room.
    Connected,
    /// The owner has joined before and is not connected now.
    Away,
}

impl Seat {
    /// Returns a seat that is taken now.
    pub(crate) fn taken(racer: Racer, proof: SeatProof, now: RaceTime) -> Self {
        Self {
            racer,
            proof,
            presence: Presence::Expected { since: now, until: now + SEAT_TTL },
            asked_again_at: None,
            completed: Percent::NONE,
            has_typed_half: false,
            seen_since: None,
            log: Log::None,
            round_trip_ms: None,
            long_round_trips: Largest::default(),
            lateness: Lateness::default(),
            opened_ms: None,
            pending: None,
            result: None,
            evidence: None,
        }
    }

    /// Records another request of the owner for the seat. An owner who has not joined yet gets a little longer to do
    /// so; for one who is connected, [`Self::expected_again`] keeps the seat for the page that is loading.
    pub(crate) fn asked_again(&mut self, now: RaceTime) {
        match &mut self.presence {
            Presence::Expected { since, until } => *until = (now + SEAT_TTL).min(*since + SEAT_TTL_MAX),
            Presence::Connected => self.asked_again_at = Some(now),
            Presence::Away => {}
        }
    }

    /// Records that a socket of the owner has joined.
    pub(crate) fn joined(&mut self, now: RaceTime) {
        let unseen_until = if self.presence == Presence::Away { now } else { RaceTime::ZERO };
        self.seen_since.get_or_insert(unseen_until);
        self.presence = Presence::Connected;
        self.asked_again_at = None;
    }

    /// Returns the presence of an owner whose socket has closed while the race waits. If another page has asked for the
    /// seat, the owner is expected for as long as if that page had taken it; `None` if none has, or its time is over.
    pub(crate) fn expected_again(&self, now: RaceTime) -> Option<Presence> {
        let since = self.asked_again_at?;
        let until = since + SEAT_TTL;
        (now < until).then_some(Presence::Expected { since, until })
    }

    /// Returns true once the owner has finished, even if others may still be earlier.
    pub fn has_finished(&self) -> bool {
        self.result.is_some() || self.pending.is_some()
    }

    /// Returns true while a socket of the owner is in the room.
    pub fn is_connected(&self) -> bool {
        self.presence == Presence::Connected
    }

    /// Returns true while the seat is kept for a socket that has not joined yet. The start of a race does not wait for
    /// such a seat.
    pub fn is_expected(&self) -> bool {
        self.expected_until().is_some()
    }

    pub(crate) fn expected_until(&self) -> Option<RaceTime> {
        match self.presence {
            Presence::Expected { until, .. } => Some(until),
            Presence::Connected | Presence::Away => None,
        }
    }
}

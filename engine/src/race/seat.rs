//! A place in a race, and who sits there.

use serde::{Deserialize, Serialize};
use shared::Percent;
use shared::messages::{RaceResult, Racer};

use super::rules::{SEAT_KEPT, SEAT_KEPT_AT_MOST};
use super::time::RaceTime;

/// A place in a race, and who sits there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seat {
    /// Who took it, as they were at that moment.
    pub racer: Racer,
    /// Whether they are here.
    pub presence: Presence,
    /// When its owner asked for it once more while they were here: another page of theirs is on its way, as after a reload.
    pub(super) asked_again_at: Option<RaceTime>,
    /// How much of the text they typed.
    pub completed: Percent,
    /// Whether they joined while the race ran and have not reported since: their screen may hold less than was known
    /// before, or more.
    pub resumes: bool,
    /// What they reached, once they finished.
    pub result: Option<RaceResult>,
}

/// Whether the owner of a seat is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Presence {
    /// A page of theirs asked for the seat, and its socket has not come yet.
    Expected {
        /// When it first asked.
        since: RaceTime,
        /// When it is free again.
        until: RaceTime,
    },
    /// A socket of theirs is in the room.
    Connected,
    /// They were here and are not now.
    Away,
}

impl Seat {
    /// A seat that is taken now.
    pub(super) fn taken(racer: Racer, now: RaceTime) -> Self {
        let presence = Presence::Expected { since: now, until: now + SEAT_KEPT };
        Self { racer, presence, asked_again_at: None, completed: Percent::NONE, resumes: false, result: None }
    }

    /// Its owner asks for it again. Who has not joined yet has a little longer to do so; who is here has another page on
    /// its way, which [`Self::expected_again`] keeps the seat for.
    pub(super) fn asked_again(&mut self, now: RaceTime) {
        match &mut self.presence {
            Presence::Expected { since, until } => *until = (now + SEAT_KEPT).min(*since + SEAT_KEPT_AT_MOST),
            Presence::Connected => self.asked_again_at = Some(now),
            Presence::Away => {}
        }
    }

    /// A socket of its owner is in the room.
    pub(super) fn joined(&mut self) {
        self.presence = Presence::Connected;
        self.asked_again_at = None;
    }

    /// What becomes of the seat when its owner's socket goes: it is kept for the page that asked for it meanwhile, from
    /// that asking on, as if it had been taken then. `None` when no page did, or it has had its time.
    pub(super) fn expected_again(&self, now: RaceTime) -> Option<Presence> {
        let since = self.asked_again_at?;
        let until = since + SEAT_KEPT;
        (now < until).then_some(Presence::Expected { since, until })
    }

    /// Whether a socket of theirs is in the room.
    pub fn is_connected(&self) -> bool {
        self.presence == Presence::Connected
    }

    /// Whether it is kept for a socket that has not come yet. Nobody waits for such a seat to start a race.
    pub fn is_expected(&self) -> bool {
        self.expected_until().is_some()
    }

    pub(super) fn expected_until(&self) -> Option<RaceTime> {
        match self.presence {
            Presence::Expected { until, .. } => Some(until),
            Presence::Connected | Presence::Away => None,
        }
    }
}

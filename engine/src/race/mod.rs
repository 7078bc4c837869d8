//! The rules of a race, from the first seat to the closed room.
//!
//! A command and the time go in, what happened comes out. Nothing here knows a clock, a socket, a task or a random
//! number: the room brings them. So the rules run under simulated schedules, and a snapshot is [`Race`], serialized.
//!
//! ```text
//! waiting ──20 s, or full──▶ starting ──10.25 s──▶ running ──all finished or time limit──▶ finished ──▶ closed
//! ```
//!
//! The one duty of the caller: call [`Race::tick`] at every [`Race::deadline`], and before any other command.

mod event;
mod finish;
mod phase;
mod picture;
mod progress;
mod rules;
mod seat;
mod seating;
mod time;
mod typing;

use serde::{Deserialize, Serialize};
use shared::messages::Racer;
use shared::{Text, UserId};

pub use event::RaceEvent;
pub use finish::{Effort, FinishError, Finishing};
pub use phase::Phase;
pub(crate) use picture::outcome;
pub use rules::{
    EMPTY_ROOM_KEPT, MAX_KEYS_PER_SECOND, MAX_WPM, RESULTS_KEPT, Rules, SEAT_KEPT, SEAT_KEPT_AT_MOST, START_DELAY,
    TIME_LIMIT_MAX, TIME_LIMIT_MIN, TIME_LIMIT_WPM, TYPING_SLACK_CHARACTERS,
};
pub use seat::{Presence, Seat};
pub use seating::SeatError;
pub use time::RaceTime;
pub use typing::TypingError;

/// One race of one room: who sits in it, where it stands, and what was reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Race {
    rules: Rules,
    text: Text,
    phase: Phase,
    /// In the order in which they were taken.
    seats: Vec<Seat>,
    /// Since when nobody is connected; `None` while somebody is.
    empty_since: Option<RaceTime>,
    /// Whether the room is only open for those whose seat is still kept, and nobody new gets one: it has been empty too
    /// long.
    is_closing: bool,
}

impl Race {
    /// The race of a room that opens now, at [`RaceTime::ZERO`].
    pub fn new(rules: Rules, text: Text) -> Self {
        Self {
            rules,
            text,
            phase: Phase::Waiting { until: None },
            seats: Vec::new(),
            empty_since: Some(RaceTime::ZERO),
            is_closing: false,
        }
    }

    /// What is typed.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// Where the race stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// All seats, in the order in which they were taken.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The seat of `user`.
    pub fn seat(&self, user: UserId) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.racer.user_id == user)
    }

    /// Everybody with a seat, in the order in which they took it.
    pub fn participants(&self) -> Vec<Racer> {
        self.seats.iter().map(|seat| seat.racer.clone()).collect()
    }

    /// How many more may take a seat now.
    pub fn open_seats(&self) -> usize {
        if self.phase.has_begun() || self.is_closing { 0 } else { self.rules.capacity.saturating_sub(self.seats.len()) }
    }

    /// Those who hold a seat and may still race on it.
    pub fn unfinished(&self) -> impl Iterator<Item = UserId> + '_ {
        let is_over = self.phase.is_over();
        self.seats.iter().filter(move |seat| !is_over && seat.result.is_none()).map(|seat| seat.racer.user_id)
    }

    /// How many are connected.
    pub fn connected(&self) -> usize {
        self.seats.iter().filter(|seat| seat.is_connected()).count()
    }

    fn seat_mut(&mut self, user: UserId) -> Option<&mut Seat> {
        self.seats.iter_mut().find(|seat| seat.racer.user_id == user)
    }
}

//! The rules of a race, from the first seat to the closed room.
//!
//! Commands and times go in, events come out. There is no clock, socket, task or random number in here. So the rules
//! run under simulated schedules, and a snapshot is a serialized [`Race`].
//!
//! ```text
//! waiting ──time, full, or a racer's or host's word──▶ starting ──countdown──▶ running ──all finished, or ended early──▶ finished ──▶ closed
//! ```
//!
//! The caller must call [`Race::tick`] at every [`Race::deadline`], and before any other command.

mod beginning;
mod clock;
mod error;
mod event;
mod finish;
mod phase;
mod progress;
mod replay;
mod rules;
mod seat;
mod seating;
pub mod state;
mod sync;
mod time;

use serde::{Deserialize, Serialize};
use shared::racer::Racer;
use shared::{RacerId, Text, UserId};

pub use clock::{TIMED_RULES, TimedRule};
pub use error::EventError;
pub use event::{Finish, RaceEvent};
pub use finish::Finishing;
pub use phase::Phase;
pub use rules::{
    CREDIT_ALLOWANCE, CREDIT_MAX, CREDIT_PERCENT, EMPTY_ROOM_TTL, EVENT_ROOM_TTL, FINISHED_ROOM_TTL, FRIENDS_ROOM_TTL,
    LATE_KEY_AFTER, LOG_AHEAD, NUMBERS, Rules, SEAT_TTL_MAX, SOLO_COUNTDOWN, START_DELAY, TYPING_SLACK_CHARACTERS,
};
pub use seat::{Presence, Seat};
pub use seating::SeatError;
pub use time::RaceTime;

/// One race of one room: its seats, its phase and its results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Race {
    rules: Rules,
    /// The user who opened the room, if it waits for its racers' word instead of the clock.
    opener: Option<UserId>,
    /// True if the race waits for the word of an event's host instead of the clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_of_event: bool,
    text: Text,
    /// The number of characters to type, counted once because every progress report is checked against it.
    length: usize,
    phase: Phase,
    /// The seats, in the order in which they were taken.
    seats: Vec<Seat>,
    /// The moment at which the number of connected racers last changed.
    connected_changed_at: RaceTime,
    /// True once the room has been empty for too long: it stays open only for racers whose seats are still kept, and
    /// gives no new seats.
    is_closing: bool,
}

impl Race {
    /// Returns the race of a room that opens now, at [`RaceTime::ZERO`].
    pub fn new(rules: Rules, text: Text) -> Self {
        Self {
            rules,
            opener: None,
            is_of_event: false,
            length: text.length(),
            text,
            phase: Phase::Waiting { until: None },
            seats: Vec::new(),
            connected_changed_at: RaceTime::ZERO,
            is_closing: false,
        }
    }

    /// Returns the race as one of friends, which waits until a racer [starts](Race::begin) it: `opener`, or whoever is
    /// there without them.
    #[must_use]
    pub fn of_friends(self, opener: UserId) -> Self {
        Self { opener: Some(opener), ..self }
    }

    /// Returns the race as one of an event, which waits until its host [begins](Race::begin_with) it and brings the text.
    #[must_use]
    pub fn of_event(self) -> Self {
        Self { is_of_event: true, ..self }
    }

    /// Returns true for a race of an event.
    pub fn is_of_event(&self) -> bool {
        self.is_of_event
    }

    /// Returns the user who opened the room of a race of friends.
    pub fn opener(&self) -> Option<UserId> {
        self.opener
    }

    /// Returns the rules of this race.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the text to type.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// Returns the phase of the race.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns all seats, in the order in which they were taken.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Returns the seat of `racer`.
    pub fn seat(&self, racer: RacerId) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.racer.id == racer)
    }

    /// Returns all racers with a seat, in the order in which they took it.
    pub fn participants(&self) -> Vec<Racer> {
        self.seats.iter().map(|seat| seat.racer.clone()).collect()
    }

    /// Returns the number of seats that newcomers may take now.
    pub fn open_seats(&self) -> usize {
        if self.phase.has_begun() || self.is_closing { 0 } else { self.rules.capacity.saturating_sub(self.seats.len()) }
    }

    /// Returns the racers who hold a seat and can still finish.
    pub fn unfinished(&self) -> impl Iterator<Item = RacerId> + '_ {
        let is_over = self.phase.is_over();
        self.seats.iter().filter(move |seat| !is_over && !seat.has_finished()).map(|seat| seat.racer.id)
    }

    /// Returns the number of connected racers.
    pub fn connected(&self) -> usize {
        self.seats.iter().filter(|seat| seat.is_connected()).count()
    }

    fn seat_mut(&mut self, racer: RacerId) -> Option<&mut Seat> {
        self.seats.iter_mut().find(|seat| seat.racer.id == racer)
    }
}

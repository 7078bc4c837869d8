//! The numbers of a race.

use std::time::Duration;

use serde::{Deserialize, Serialize};
pub use shared::score::MAX_WPM;
use shared::{Percent, score};

use super::measures::Measures;

/// What follows a countdown before the race starts: the spec's "10 s countdown after a 250 ms delay".
pub const START_DELAY: Duration = Duration::from_millis(250);

/// How long a seat is kept for a socket that has not joined yet: a page load on a slow line.
pub const SEAT_KEPT: Duration = Duration::from_secs(15);

/// How long a seat is kept altogether for somebody who asks for it again and again and never joins: a few attempts to
/// load the page.
pub const SEAT_KEPT_AT_MOST: Duration = Duration::from_secs(60);

/// How long a room stays open with nobody connected: time to come back from a lost connection.
pub const EMPTY_ROOM_KEPT: Duration = Duration::from_secs(30);

/// How long a room stays open after its race, however many still look at the results: a forgotten tab must not hold a
/// room for ever.
pub const RESULTS_KEPT: Duration = Duration::from_secs(10 * 60);

/// Words per minute below which a race is not waited for: the time limit is the text at this speed.
pub const TIME_LIMIT_WPM: f64 = 10.0;

/// The shortest time limit, for short texts.
pub const TIME_LIMIT_MIN: Duration = Duration::from_secs(60);

/// The longest time limit, for long texts.
pub const TIME_LIMIT_MAX: Duration = Duration::from_secs(10 * 60);

/// Characters that progress may be ahead of [`MAX_WPM`]: one word, for a burst of keys in one report.
pub const TYPING_SLACK_CHARACTERS: f64 = 5.0;

/// Keys per second that a run may hold on average: twice [`MAX_WPM`], since a held Backspace repeats as fast as that.
pub const MAX_KEYS_PER_SECOND: f64 = 2.0 * MAX_WPM * score::CHARACTERS_PER_WORD / 60.0;

/// What an operator may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Seats in a room.
    pub capacity: usize,
    /// From the first join to the countdown, when the room does not fill before.
    pub waiting: Duration,
    /// The countdown that racers see; the race starts [`START_DELAY`] after it.
    pub countdown: Duration,
}

impl Default for Rules {
    fn default() -> Self {
        Self { capacity: 5, waiting: Duration::from_secs(20), countdown: Duration::from_secs(10) }
    }
}

impl Rules {
    /// From the end of the waiting to the start of the race.
    pub(super) fn until_start(self) -> Duration {
        self.countdown + START_DELAY
    }
}

/// How long a race through a text may take.
pub(super) fn time_limit(text: Measures) -> Duration {
    score::time_at(TIME_LIMIT_WPM, text.length).clamp(TIME_LIMIT_MIN, TIME_LIMIT_MAX)
}

/// The most of a text that anybody can have typed after `elapsed`.
pub(super) fn reachable(text: Measures, elapsed: Duration) -> Percent {
    let minutes = elapsed.as_secs_f64() / 60.0;
    let characters = minutes * MAX_WPM * score::CHARACTERS_PER_WORD + TYPING_SLACK_CHARACTERS;
    Percent::of(characters.ceil() as usize, text.length)
}

/// The most that one Backspace or Ctrl+Backspace takes back, in percent points: the longest word and the space behind
/// it.
pub(super) fn step_back(text: Measures) -> usize {
    ((text.longest_word + 1) * 100).div_ceil(text.length.max(1))
}

/// How many keys a run of `time` can hold.
pub(super) fn plausible_keys(time: Duration) -> usize {
    (time.as_secs_f64() * MAX_KEYS_PER_SECOND).ceil() as usize
}

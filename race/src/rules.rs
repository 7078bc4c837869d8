//! The numbers of a race, and the settings of those that an operator may set.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use shared::Percent;
use typing::score::{self, MAX_WPM};

shared::numbers! {
    /// The pause between the countdown and the start of the race: the spec's "10 s countdown after a 250 ms delay".
    pub const START_DELAY: Duration = Duration::from_millis(250);

    /// The longest time for which a seat is kept for a racer who keeps asking for it but never joins: a few attempts to
    /// load the page.
    pub const SEAT_TTL_MAX: Duration = Duration::from_secs(60);

    /// The time for which a room stays open with no racer connected, so that racers can come back after a lost connection.
    pub const EMPTY_ROOM_TTL: Duration = Duration::from_secs(30);

    /// The time for which a room of friends waits until a racer starts the race, even with no racer connected: friends who
    /// were called may be on their way to a keyboard.
    pub const FRIENDS_ROOM_TTL: Duration = Duration::from_secs(30 * 60);

    /// The time for which a room of an event waits until the host begins the race, even with no racer connected: a class
    /// may come late, but a forgotten event must not hold rooms forever.
    pub const EVENT_ROOM_TTL: Duration = Duration::from_secs(60 * 60);

    /// The longest countdown of a racer who is alone, and waits for nobody: enough to put one's fingers on the keys.
    pub const SOLO_COUNTDOWN: Duration = Duration::from_secs(3);

    /// The time for which a room stays open after its race, even while racers look at the results: a forgotten tab must not
    /// hold a room forever.
    pub const FINISHED_ROOM_TTL: Duration = Duration::from_secs(10 * 60);

    /// The number of characters that progress may be ahead of [`MAX_WPM`]: one word, for a burst of keys in one report.
    pub const TYPING_SLACK_CHARACTERS: f64 = 5.0;

    /// The time after the last key of a log for which progress may go on, at [`MAX_WPM`]: the keys since then are on their
    /// way.
    pub const LOG_AHEAD: Duration = Duration::from_secs(1);

    /// The time after which a key counts as late: pieces of a log come twice a second, over a network that may pause.
    pub const LATE_KEY_AFTER: Duration = Duration::from_secs(2);

    /// The longest network delay that is credited, one way: with more, nobody can race.
    pub const CREDIT_MAX: Duration = Duration::from_millis(500);

    /// The largest share of a race's time that is credited, in percent: whoever lies about the network gains no more in a short race.
    pub const CREDIT_PERCENT: f64 = 5.0;

    /// The delay that is credited besides the measured one: the frame in which a browser handles a key, and the precision
    /// of its timers.
    pub const CREDIT_ALLOWANCE: Duration = Duration::from_millis(20);
}

/// The rules that an operator may set. A race keeps the rules with which it opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The time that a room waits for further racers after the first has joined.
    pub waiting: Duration,
    /// The countdown before the start; the race starts [`START_DELAY`] after its end.
    pub countdown: Duration,
    /// The maximum number of racers in a room.
    pub capacity: usize,
}

impl Default for Rules {
    fn default() -> Self {
        Self { waiting: Duration::from_secs(20), countdown: Duration::from_secs(10), capacity: 5 }
    }
}

impl Rules {
    /// Returns the rules for a racer who races alone: the room is full with them, and the countdown short.
    #[must_use]
    pub fn solo(self) -> Self {
        Self { capacity: 1, countdown: self.countdown.min(SOLO_COUNTDOWN), ..self }
    }

    /// Returns the time from the end of waiting to the start of the race.
    pub fn until_start(self) -> Duration {
        self.countdown + START_DELAY
    }
}

/// Returns the largest share of a text of `length` characters that anyone can have typed after `elapsed`, beginning behind
/// `typed` of them.
pub(crate) fn reachable(length: usize, typed: usize, elapsed: Duration) -> Percent {
    let minutes = elapsed.as_secs_f64() / 60.0;
    let characters = minutes * MAX_WPM * score::CHARACTERS_PER_WORD + TYPING_SLACK_CHARACTERS;
    Percent::of(typed + characters.ceil() as usize, length)
}

//! A racer, and their results.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::UserId;

/// The time for which a seat is kept for a socket that has not joined yet: a page load on a slow line.
pub const SEAT_KEPT: Duration = Duration::from_secs(15);

/// A racer: an account, as the api knew it when the racer took their seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Racer {
    /// The account.
    pub user_id: UserId,
    /// Their name.
    pub username: String,
    /// File name of the skin they wear, without `.png`.
    pub skin: String,
}

/// A racer's own report of the run that ends with their finish.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishReport {
    /// The accuracy in percent, as the racer's client counted it.
    pub accuracy: f64,
    /// Every key of the run, in the form of [`crate::typing::Key`]: characters, BS and ETB. If given, the engine
    /// replays them and takes the accuracy from the replay.
    pub keystrokes: Option<String>,
}

/// One racer's result in a race.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RaceResult {
    /// The racer's account.
    pub user_id: UserId,
    /// 1 for the first to finish. Results that are not ranked leave the places to others.
    pub place: usize,
    /// True if the race counts as won: the first to finish with a ranked result, against a racer who typed, too.
    pub won: bool,
    /// The time from the start to the finish, by the room's clock.
    pub time: Duration,
    /// Words per minute, two decimals.
    pub wpm: f64,
    /// Accuracy in percent, two decimals.
    pub accuracy: f64,
    /// True if the result is saved and shown, but counts for nothing: it came faster than a `finish` is believed without
    /// the keys.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unranked: bool,
}

/// Returns true for a flag that is left out.
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

//! The observations of a room about the keys of one run, by which the api judges it.

use serde::{Deserialize, Serialize};

/// The observations about a run whose log of keys the room has seen while it was typed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The number of keys that arrived more than two seconds after they were typed.
    pub late_keys: u32,
    /// The number of keys whose events the browser did not take from a device, by its own account.
    pub untrusted_keys: u32,
    /// The number of insertions of more than one character that no composition explains, by the browser's own account.
    pub pastes: u32,
    /// The network delay that does not count, in milliseconds.
    pub credited_ms: u32,
    /// The shortest measured time from the engine to the racer and back, in milliseconds; `None` if none was measured.
    pub round_trip_ms: Option<u32>,
    /// The time from the last key to the arrival of the finish, without the network delay, in milliseconds: positive if
    /// the log's clock is behind the room's.
    pub clock_gap_ms: i32,
}

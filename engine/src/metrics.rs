//! The names and recording of the metrics of the engine. Those of its sockets are named by [`socketio`], with the
//! same prefix. Labels name phases, events and reasons, never a user.

use std::time::Duration;

use metrics::{
    Counter, Histogram, Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use shared::wire::ClientEvent;
use tokio::time::Instant;

use crate::race::Phase;

/// The upper bounds of the buckets in which durations are counted, in seconds: from a good fan-out to a delay that
/// anybody notices.
pub const DURATION_BUCKETS: [f64; 13] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0];

/// The prefix of the names of all metrics.
pub(crate) const PREFIX: &str = "colibri";

/// Rooms open now, by `phase` (`waiting`, `starting`, `running` or `finished`).
pub const ROOMS_OPEN: &str = "colibri_rooms_open";
/// Racers connected to a room now.
pub const RACERS_CONNECTED: &str = "colibri_racers_connected";
/// Events sent to a whole room.
pub const BROADCASTS: &str = "colibri_broadcasts_total";
/// The time from reading a client's packet to queuing the resulting event for the last racer of its room, in seconds.
pub const FAN_OUT: &str = "colibri_fan_out_seconds";
/// Rooms aborted by a panic.
pub const ROOM_PANICS: &str = "colibri_room_panics_total";
/// The time until a snapshot of a room was safe, in seconds.
pub const SNAPSHOT: &str = "colibri_snapshot_seconds";
/// Bytes of the snapshots that were written.
pub const SNAPSHOT_BYTES: &str = "colibri_snapshot_bytes_total";
/// Snapshots that could not be written.
pub const SNAPSHOTS_FAILED: &str = "colibri_snapshots_failed_total";
/// The delay of a room's timer, in seconds, which shows how busy its thread is.
pub const TICK_LAG: &str = "colibri_tick_lag_seconds";
/// Results that wait to be saved.
pub const RESULTS_PENDING: &str = "colibri_results_pending";
/// Events of clients that were refused, by `event` and `reason`.
pub const EVENTS_REFUSED: &str = "colibri_events_refused_total";

/// Rooms that this engine claimed after their owner had died.
pub const ROOMS_CLAIMED: &str = "colibri_rooms_claimed_total";
/// Rooms handed over to another engine.
pub const ROOMS_HANDED_OVER: &str = "colibri_rooms_handed_over_total";
/// Snapshots refused because another engine owns the room.
pub const WRITES_REFUSED: &str = "colibri_room_writes_refused_total";
/// Lapses of this engine's lease, after which other engines may have claimed its rooms.
pub const LEASE_LAPSES: &str = "colibri_lease_lapses_total";
/// Missed messages between a gateway and a room elsewhere, each made up for by a new session.
pub const GAPS_MENDED: &str = "colibri_gaps_mended_total";
/// Messages of other engines that could not be read.
pub const PEER_UNREADABLE: &str = "colibri_peer_unreadable_total";

/// Describes the metrics to the recorder. Called once, after the recorder is installed.
pub fn describe() {
    describe_gauge!(ROOMS_OPEN, Unit::Count, "Rooms open now, by phase");
    describe_gauge!(RACERS_CONNECTED, Unit::Count, "Racers connected to a room now");
    describe_counter!(BROADCASTS, Unit::Count, "Events told to a whole room");
    describe_histogram!(FAN_OUT, Unit::Seconds, "From a packet that was read to its last copy queued");
    describe_counter!(ROOM_PANICS, Unit::Count, "Rooms that broke off because of a fault in the program");
    describe_histogram!(SNAPSHOT, Unit::Seconds, "From the start of a snapshot of a room until it was safe");
    describe_counter!(SNAPSHOT_BYTES, Unit::Bytes, "Bytes of the snapshots that were written");
    describe_counter!(SNAPSHOTS_FAILED, Unit::Count, "Snapshots that could not be written");
    describe_histogram!(TICK_LAG, Unit::Seconds, "Delay of a room's timer");
    describe_gauge!(RESULTS_PENDING, Unit::Count, "Results that wait to be saved");
    describe_counter!(ROOMS_CLAIMED, Unit::Count, "Rooms that went on here after their engine was gone");
    describe_counter!(ROOMS_HANDED_OVER, Unit::Count, "Rooms that were given to another engine");
    describe_counter!(WRITES_REFUSED, Unit::Count, "Snapshots refused because another engine has the room");
    describe_counter!(LEASE_LAPSES, Unit::Count, "Lapses of this engine's lease: others may have its rooms");
    describe_counter!(GAPS_MENDED, Unit::Count, "Missed messages of rooms elsewhere, made good by the whole picture");
    describe_counter!(PEER_UNREADABLE, Unit::Count, "Messages of other engines that could not be read");
    describe_counter!(EVENTS_REFUSED, Unit::Count, "Events of clients that were refused, by event and reason");
}

/// The metrics of one room. Once dropped, they count the room no more.
pub(crate) struct RoomMeters {
    phase: Option<Phase>,
    racers: usize,
    broadcasts: Counter,
    fan_out: Histogram,
}

impl RoomMeters {
    pub(crate) fn new() -> Self {
        Self { phase: None, racers: 0, broadcasts: counter!(BROADCASTS), fan_out: histogram!(FAN_OUT) }
    }

    /// Records the phase of the room and the number of its connected racers.
    pub(crate) fn update(&mut self, phase: Phase, racers: usize) {
        if phase == Phase::Closed { self.count(None, 0) } else { self.count(Some(phase), racers) }
    }

    fn count(&mut self, phase: Option<Phase>, racers: usize) {
        let before = std::mem::replace(&mut self.phase, phase).map(Phase::as_str);
        let after = phase.map(Phase::as_str);
        if before != after {
            before.into_iter().for_each(|phase| gauge!(ROOMS_OPEN, "phase" => phase).decrement(1));
            after.into_iter().for_each(|phase| gauge!(ROOMS_OPEN, "phase" => phase).increment(1));
        }
        let racers_before = std::mem::replace(&mut self.racers, racers);
        if racers_before != racers {
            gauge!(RACERS_CONNECTED).increment(racers as f64 - racers_before as f64);
        }
    }

    /// Counts an event to the whole room, caused by a packet that was read at `cause` or, with `None`, by the time.
    pub(crate) fn broadcast(&self, cause: Option<Instant>) {
        self.broadcasts.increment(1);
        if let Some(cause) = cause {
            self.fan_out.record(cause.elapsed());
        }
    }
}

impl Drop for RoomMeters {
    fn drop(&mut self) {
        self.count(None, 0);
    }
}

/// Adds one to the counter `name`.
pub(crate) fn count(name: &'static str) {
    counter!(name).increment(1);
}

/// Records the delay of a room's timer.
pub(crate) fn timer_fired(lag: Duration) {
    histogram!(TICK_LAG).record(lag);
}

/// Records a snapshot of this size that is safe, and was begun at `began`.
pub(crate) fn snapshot_saved(began: Instant, bytes: usize) {
    histogram!(SNAPSHOT).record(began.elapsed());
    counter!(SNAPSHOT_BYTES).increment(bytes as u64);
}

/// Sets the number of results that wait to be saved.
pub(crate) fn set_results_pending(pending: usize) {
    gauge!(RESULTS_PENDING).set(pending as f64);
}

/// Counts a refused event. All names that clients make up count as one.
pub(crate) fn count_refused_event(event: &str, reason: &'static str) {
    let event = ClientEvent::NAMES.iter().copied().find(|known| *known == event).unwrap_or("unknown");
    counter!(EVENTS_REFUSED, "event" => event, "reason" => reason).increment(1);
}

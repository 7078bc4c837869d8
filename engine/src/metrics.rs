//! The metrics of the engine. [`socketio`] defines those of the sockets, with the same prefix. Labels name phases,
//! events and reasons, never a user.

use std::time::Duration;

use metrics::{Counter, Histogram, counter, gauge, histogram};
use shared::wire::ClientEvent;
use tokio::time::Instant;

use race::Phase;

/// The upper bounds of the buckets in which durations are counted, in seconds: from a good fan-out to a delay that
/// anyone notices.
pub const DURATION_BUCKETS: [f64; 13] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0];

/// The prefix of the names of all metrics.
pub(crate) const PREFIX: &str = "colibri";

shared::metrics! {
    describe_gauge Count ROOMS_OPEN = "colibri_rooms_open", "Rooms open now, by phase";
    describe_gauge Count RACERS_CONNECTED = "colibri_racers_connected", "Racers connected to a room now";
    describe_counter Count BROADCASTS = "colibri_broadcasts_total", "Events sent to a whole room";
    describe_histogram Seconds FAN_OUT = "colibri_fan_out_seconds",
        "Time from reading a client's packet to queuing the resulting event for the last racer of its room";
    describe_gauge Count WATCHERS = "colibri_watchers", "Watchers connected to a room now";
    describe_counter Count PICTURES = "colibri_pictures_total",
        "Pictures of races for watchers, by whether they were sent, or left out since packets waited for the client";
    describe_counter Count ROOM_PANICS = "colibri_room_panics_total", "Rooms ended by a panic; each is a bug, with details in the log";
    describe_histogram Seconds SNAPSHOT = "colibri_snapshot_seconds", "Time until a snapshot of a room was safe, which delays its events";
    describe_counter Bytes SNAPSHOT_BYTES = "colibri_snapshot_bytes_total", "Bytes of the snapshots that were written";
    describe_counter Count SNAPSHOTS_FAILED = "colibri_snapshots_failed_total", "Snapshots that could not be written";
    describe_histogram Seconds TICK_LAG = "colibri_tick_lag_seconds",
        "Delay of a room's timer, which grows first under overload";
    describe_histogram Seconds START_SPREAD = "colibri_start_spread_seconds",
        "Time from the first to the last page of a race that showed the text: a frame or two, or more in background tabs";
    describe_gauge Count RESULTS_PENDING = "colibri_results_pending", "Results that wait to be saved";
    describe_counter Count EVENTS_REFUSED = "colibri_events_refused_total",
        "Events of clients that were refused, by event and reason";
    describe_counter Count ROOMS_CLAIMED = "colibri_rooms_claimed_total",
        "Rooms that this engine claimed after their owner had died";
    describe_counter Count ROOMS_HANDED_OVER = "colibri_rooms_handed_over_total", "Rooms handed over to another engine";
    describe_counter Count WRITES_REFUSED = "colibri_room_writes_refused_total",
        "Snapshots refused because another engine owns the room";
    describe_counter Count LEASE_LAPSES = "colibri_lease_lapses_total",
        "Lapses of this engine's lease, after which other engines may have claimed its rooms";
    describe_counter Count GAPS_MENDED = "colibri_gaps_mended_total",
        "Missed messages between a guest and the owner of its room, each made up for by a new session";
    describe_counter Count PEER_UNREADABLE = "colibri_peer_unreadable_total",
        "Messages of other engines that could not be read";
}

/// The metrics of one room, which is counted until they are dropped.
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

    /// Counts an event to the whole room, caused by a packet that was read at `received_at` or, with `None`, by the time.
    pub(crate) fn broadcast(&self, received_at: Option<Instant>) {
        self.broadcasts.increment(1);
        if let Some(received_at) = received_at {
            self.fan_out.record(received_at.elapsed());
        }
    }
}

impl Drop for RoomMeters {
    fn drop(&mut self) {
        self.count(None, 0);
    }
}

/// Counts watchers who have come or, if negative, gone.
pub(crate) fn count_watchers(change: isize) {
    gauge!(WATCHERS).increment(change as f64);
}

/// Counts pictures, some of which were left out.
pub(crate) fn count_pictures(sent: u64, left_out: u64) {
    counter!(PICTURES, "outcome" => "sent").increment(sent);
    counter!(PICTURES, "outcome" => "left out").increment(left_out);
}

pub(crate) fn count(name: &'static str) {
    counter!(name).increment(1);
}

/// Records the delay of a room's timer.
pub(crate) fn timer_fired(lag: Duration) {
    histogram!(TICK_LAG).record(lag);
}

/// Records a safe snapshot of this size that was begun at `began`.
pub(crate) fn snapshot_saved(began: Instant, bytes: usize) {
    histogram!(SNAPSHOT).record(began.elapsed());
    counter!(SNAPSHOT_BYTES).increment(bytes as u64);
}

/// Records how far the pages of a race that is over were apart at its start.
pub(crate) fn race_opened(spread_ms: u32) {
    histogram!(START_SPREAD).record(Duration::from_millis(spread_ms.into()));
}

/// Sets the number of results that wait to be saved.
pub(crate) fn set_results_pending(pending: usize) {
    gauge!(RESULTS_PENDING).set(pending as f64);
}

/// Counts a refused event. All unknown names share one label.
pub(crate) fn count_refused_event(event: &str, reason: &'static str) {
    let event = ClientEvent::NAMES.iter().copied().find(|known| *known == event).unwrap_or("unknown");
    counter!(EVENTS_REFUSED, "event" => event, "reason" => reason).increment(1);
}

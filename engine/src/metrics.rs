//! Every number that the engine gives to operators, named in one place.
//!
//! Handles are made once, when a [`Server`](crate::socketio::Server) is made: install the recorder before that. Labels
//! name transports and reasons, never a user.

use std::{collections::HashMap, time::Duration};

use metrics::{Counter, Gauge, Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

/// Connections open now, by `transport` (`polling` or `websocket`).
pub const SOCKETS_OPEN: &str = "colibri_sockets_open";
/// Engine.IO packets that clients sent.
pub const PACKETS_IN: &str = "colibri_packets_in_total";
/// Engine.IO packets that were handed to a transport.
pub const PACKETS_OUT: &str = "colibri_packets_out_total";
/// Bytes of the packets that clients sent.
pub const BYTES_IN: &str = "colibri_bytes_in_total";
/// Bytes of the packets that were handed to a transport, framing included.
pub const BYTES_OUT: &str = "colibri_bytes_out_total";
/// Connections closed because too much waited for them.
pub const SLOW_CONSUMERS_CLOSED: &str = "colibri_slow_consumers_closed_total";
/// Connections closed, by `reason`.
pub const SOCKETS_CLOSED: &str = "colibri_sockets_closed_total";
/// Requests for a new connection that were refused, by `reason`.
pub const HANDSHAKES_REFUSED: &str = "colibri_handshakes_refused_total";

/// Rooms open now.
pub const ROOMS_OPEN: &str = "colibri_rooms_open";
/// Racers connected to a room now.
pub const RACERS_CONNECTED: &str = "colibri_racers_connected";
/// How late a room's timer was, in seconds: how busy its thread is.
pub const TICK_LAG: &str = "colibri_tick_lag_seconds";
/// Results that wait to be saved.
pub const RESULTS_PENDING: &str = "colibri_results_pending";
/// Events of clients that were refused, by `event`.
pub const EVENTS_REFUSED: &str = "colibri_events_refused_total";

/// Tells the recorder what the numbers mean. To be called once, after it is installed.
pub fn describe() {
    describe_gauge!(SOCKETS_OPEN, Unit::Count, "Connections open now, by transport");
    describe_counter!(PACKETS_IN, Unit::Count, "Engine.IO packets that clients sent");
    describe_counter!(PACKETS_OUT, Unit::Count, "Engine.IO packets handed to a transport");
    describe_counter!(BYTES_IN, Unit::Bytes, "Bytes of the packets that clients sent");
    describe_counter!(BYTES_OUT, Unit::Bytes, "Bytes of the packets handed to a transport, framing included");
    describe_counter!(SLOW_CONSUMERS_CLOSED, Unit::Count, "Connections closed because too much waited for them");
    describe_counter!(SOCKETS_CLOSED, Unit::Count, "Connections closed, by reason");
    describe_counter!(HANDSHAKES_REFUSED, Unit::Count, "Requests for a new connection that were refused, by reason");
    describe_gauge!(ROOMS_OPEN, Unit::Count, "Rooms open now");
    describe_gauge!(RACERS_CONNECTED, Unit::Count, "Racers connected to a room now");
    describe_histogram!(TICK_LAG, Unit::Seconds, "How late a room's timer was");
    describe_gauge!(RESULTS_PENDING, Unit::Count, "Results that wait to be saved");
    describe_counter!(EVENTS_REFUSED, Unit::Count, "Events of clients that were refused, by event");
}

/// A room opened.
pub(crate) fn room_opened() {
    gauge!(ROOMS_OPEN).increment(1);
}

/// A room closed, with so many racers still connected.
pub(crate) fn room_closed(racers: usize) {
    gauge!(ROOMS_OPEN).decrement(1);
    gauge!(RACERS_CONNECTED).decrement(racers as f64);
}

/// A racer's socket entered a room.
pub(crate) fn racer_connected() {
    gauge!(RACERS_CONNECTED).increment(1);
}

/// A racer's socket left a room.
pub(crate) fn racer_disconnected() {
    gauge!(RACERS_CONNECTED).decrement(1);
}

/// A room's timer fired, so late.
pub(crate) fn timer_fired(lag: Duration) {
    histogram!(TICK_LAG).record(lag);
}

/// So many results wait to be saved now.
pub(crate) fn set_results_pending(pending: usize) {
    gauge!(RESULTS_PENDING).set(pending as f64);
}

/// An event was refused. Names that clients make up are counted as one.
pub(crate) fn count_refused_event(event: &str) {
    let known = ["join", "typing", "starting", "start", "finish"];
    let event = known.into_iter().find(|known| *known == event).unwrap_or("unknown");
    counter!(EVENTS_REFUSED, "event" => event).increment(1);
}

/// The numbers of the socket layer.
pub(crate) struct SocketMeters {
    pub(crate) polling_open: Gauge,
    pub(crate) websocket_open: Gauge,
    pub(crate) packets_in: Counter,
    pub(crate) packets_out: Counter,
    pub(crate) bytes_in: Counter,
    pub(crate) bytes_out: Counter,
    pub(crate) slow_consumers_closed: Counter,
    pub(crate) closed: ByReason,
    pub(crate) handshakes_refused: ByReason,
}

/// A counter for each of some reasons.
pub(crate) struct ByReason(HashMap<&'static str, Counter>);

impl ByReason {
    fn new(name: &'static str, reasons: impl IntoIterator<Item = &'static str>) -> Self {
        Self(reasons.into_iter().map(|reason| (reason, counter!(name, "reason" => reason))).collect())
    }

    /// Counts one more. Reasons that were not named at the beginning are not counted.
    pub(crate) fn count(&self, reason: &str) {
        if let Some(counter) = self.0.get(reason) {
            counter.increment(1);
        }
    }
}

impl SocketMeters {
    /// Connections can be closed for the reasons `closed`, and handshakes be refused for the reasons `refused`.
    pub(crate) fn new(
        closed: impl IntoIterator<Item = &'static str>,
        refused: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        Self {
            polling_open: gauge!(SOCKETS_OPEN, "transport" => "polling"),
            websocket_open: gauge!(SOCKETS_OPEN, "transport" => "websocket"),
            packets_in: counter!(PACKETS_IN),
            packets_out: counter!(PACKETS_OUT),
            bytes_in: counter!(BYTES_IN),
            bytes_out: counter!(BYTES_OUT),
            slow_consumers_closed: counter!(SLOW_CONSUMERS_CLOSED),
            closed: ByReason::new(SOCKETS_CLOSED, closed),
            handshakes_refused: ByReason::new(HANDSHAKES_REFUSED, refused),
        }
    }
}

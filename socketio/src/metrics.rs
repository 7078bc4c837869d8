//! The names and recording of the metrics, through the [`metrics`] facade.
//!
//! Each name below follows the prefix of [`Settings::metrics_prefix`], as in `socketio_sockets_open`. Handles are made
//! once, when a [`Server`](crate::Server) is made: install the recorder before that. Labels name transports and reasons,
//! never a user.

use std::collections::HashMap;

use metrics::{Counter, Gauge, Unit, counter, describe_counter, describe_gauge, gauge};

use crate::Settings;

/// Connections open now, by `transport` (`polling` or `websocket`).
pub const SOCKETS_OPEN: &str = "sockets_open";
/// Engine.IO packets that clients sent.
pub const PACKETS_IN: &str = "packets_in_total";
/// Engine.IO packets that were handed to a transport.
pub const PACKETS_OUT: &str = "packets_out_total";
/// Bytes of the packets that clients sent.
pub const BYTES_IN: &str = "bytes_in_total";
/// Bytes of the packets that were handed to a transport, framing included.
pub const BYTES_OUT: &str = "bytes_out_total";
/// Connections closed because too many packets waited for them.
pub const SLOW_CONSUMERS_CLOSED: &str = "slow_consumers_closed_total";
/// Connections closed, by `reason`.
pub const SOCKETS_CLOSED: &str = "sockets_closed_total";
/// Requests for a new connection that were refused, by `reason`.
pub const HANDSHAKES_REFUSED: &str = "handshakes_refused_total";

/// Describes the metrics with this prefix to the recorder. Called once, after the recorder is installed.
pub fn describe(prefix: &str) {
    let name = |name| full(prefix, name);
    describe_gauge!(name(SOCKETS_OPEN), Unit::Count, "Connections open now, by transport");
    describe_counter!(name(PACKETS_IN), Unit::Count, "Engine.IO packets that clients sent");
    describe_counter!(name(PACKETS_OUT), Unit::Count, "Engine.IO packets handed to a transport");
    describe_counter!(name(BYTES_IN), Unit::Bytes, "Bytes of the packets that clients sent");
    describe_counter!(name(BYTES_OUT), Unit::Bytes, "Bytes of the packets handed to a transport, framing included");
    describe_counter!(name(SLOW_CONSUMERS_CLOSED), Unit::Count, "Connections closed because too much waited for them");
    describe_counter!(name(SOCKETS_CLOSED), Unit::Count, "Connections closed, by reason");
    describe_counter!(name(HANDSHAKES_REFUSED), Unit::Count, "Requests for a new connection refused, by reason");
}

fn full(prefix: &str, name: &str) -> String {
    format!("{prefix}_{name}")
}

/// The handles of a server's metrics.
pub(crate) struct Meters {
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

/// One counter for each of a fixed set of reasons.
pub(crate) struct ByReason(HashMap<&'static str, Counter>);

impl ByReason {
    fn new(name: &str, reasons: impl IntoIterator<Item = &'static str>) -> Self {
        Self(reasons.into_iter().map(|reason| (reason, counter!(name.to_owned(), "reason" => reason))).collect())
    }

    /// Counts `reason` once more. A reason outside the set is not counted.
    pub(crate) fn count(&self, reason: &str) {
        if let Some(counter) = self.0.get(reason) {
            counter.increment(1);
        }
    }
}

impl Meters {
    /// Returns the metrics, with `closed` as the reasons for closed connections and `refused` as those for refused
    /// handshakes.
    pub(crate) fn new(
        settings: &Settings,
        closed: impl IntoIterator<Item = &'static str>,
        refused: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        let name = |name| full(settings.metrics_prefix, name);
        Self {
            polling_open: gauge!(name(SOCKETS_OPEN), "transport" => "polling"),
            websocket_open: gauge!(name(SOCKETS_OPEN), "transport" => "websocket"),
            packets_in: counter!(name(PACKETS_IN)),
            packets_out: counter!(name(PACKETS_OUT)),
            bytes_in: counter!(name(BYTES_IN)),
            bytes_out: counter!(name(BYTES_OUT)),
            slow_consumers_closed: counter!(name(SLOW_CONSUMERS_CLOSED)),
            closed: ByReason::new(&name(SOCKETS_CLOSED), closed),
            handshakes_refused: ByReason::new(&name(HANDSHAKES_REFUSED), refused),
        }
    }
}

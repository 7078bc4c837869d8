//! The metrics, through the facade [`metrics`]. The README lists them.

use std::collections::HashMap;

use metrics::{Counter, Gauge, Unit, counter, describe_counter, describe_gauge, gauge};

use crate::Settings;

/// The handles of a server's metrics. Their labels name transports and reasons, never a user.
pub(crate) struct Meters {
    pub(crate) polling_open: Gauge,
    pub(crate) websocket_open: Gauge,
    pub(crate) packets_in: Counter,
    pub(crate) packets_out: Counter,
    pub(crate) bytes_in: Counter,
    pub(crate) bytes_out: Counter,
    pub(crate) closed: ByReason,
    pub(crate) handshakes_refused: ByReason,
}

/// One counter for each of a fixed set of reasons.
pub(crate) struct ByReason(HashMap<&'static str, Counter>);

impl ByReason {
    /// Counts `reason` once more. A reason outside the set is not counted.
    pub(crate) fn count(&self, reason: &str) {
        if let Some(counter) = self.0.get(reason) {
            counter.increment(1);
        }
    }
}

impl Meters {
    /// Describes the metrics to the recorder and returns their handles, with `closed` as the reasons for closed
    /// connections and `refused` as those for refused handshakes.
    pub(crate) fn new(settings: &Settings, closed: &[&'static str], refused: &[&'static str]) -> Self {
        let named = |name, unit, text: &'static str| {
            let name = format!("{}_{name}", settings.metrics_prefix);
            describe_counter!(name.clone(), unit, text);
            name
        };
        let count = |name, text| counter!(named(name, Unit::Count, text));
        let bytes = |name, text| counter!(named(name, Unit::Bytes, text));
        let by_reason = |name, text, reasons: &[&'static str]| {
            let name = named(name, Unit::Count, text);
            ByReason(reasons.iter().map(|reason| (*reason, counter!(name.clone(), "reason" => *reason))).collect())
        };
        let open = format!("{}_sockets_open", settings.metrics_prefix);
        describe_gauge!(open.clone(), Unit::Count, "Connections open now, by transport");
        Self {
            polling_open: gauge!(open.clone(), "transport" => "polling"),
            websocket_open: gauge!(open, "transport" => "websocket"),
            packets_in: count("packets_in_total", "Engine.IO packets that clients sent"),
            packets_out: count("packets_out_total", "Engine.IO packets handed to a transport"),
            bytes_in: bytes("bytes_in_total", "Bytes of the packets that clients sent"),
            bytes_out: bytes("bytes_out_total", "Bytes of the packets handed to a transport, framing included"),
            closed: by_reason("sockets_closed_total", "Connections closed, by reason", closed),
            handshakes_refused: by_reason("handshakes_refused_total", "Handshakes refused, by reason", refused),
        }
    }
}

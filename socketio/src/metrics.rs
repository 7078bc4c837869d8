//! The metrics, through the facade [`metrics`].

use std::collections::HashMap;

use metrics::{Counter, Gauge, Unit, counter, describe_counter, describe_gauge, gauge};

use crate::Settings;

const CLOSED: &str = "Connections closed, by reason: 'server busy' if too many payloads were arriving at once";

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

/// A counter for each reason. Those of the expected reasons exist from the start, so that alerts see them at zero.
pub(crate) struct ByReason {
    name: String,
    expected: HashMap<&'static str, Counter>,
}

impl ByReason {
    fn new(name: String, expected: &[&'static str]) -> Self {
        let counters = expected.iter().map(|reason| (*reason, counter!(name.clone(), "reason" => *reason)));
        Self { expected: counters.collect(), name }
    }

    pub(crate) fn count(&self, reason: &'static str) {
        match self.expected.get(reason) {
            Some(counter) => counter.increment(1),
            None => counter!(self.name.clone(), "reason" => reason).increment(1),
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
        let by_reason = |name, text, reasons| ByReason::new(named(name, Unit::Count, text), reasons);
        let open = format!("{}_sockets_open", settings.metrics_prefix);
        describe_gauge!(open.clone(), Unit::Count, "Connections open now, by transport");
        Self {
            polling_open: gauge!(open.clone(), "transport" => "polling"),
            websocket_open: gauge!(open, "transport" => "websocket"),
            packets_in: count("packets_in_total", "Engine.IO packets that clients sent"),
            packets_out: count("packets_out_total", "Engine.IO packets handed to a transport"),
            bytes_in: bytes("bytes_in_total", "Bytes of the packets that clients sent"),
            bytes_out: bytes("bytes_out_total", "Bytes of the packets handed to a transport, framing included"),
            closed: by_reason("sockets_closed_total", CLOSED, closed),
            handshakes_refused: by_reason("handshakes_refused_total", "Handshakes refused, by reason", refused),
        }
    }
}

//! The metrics of the link.

use metrics::{counter, gauge};
use shared::messages::LinkError;

shared::metrics! {
    describe_gauge Count CONNECTED = "colibri_link_connected", "1 while this process is connected to NATS, otherwise 0";
    describe_counter Count FAILURES = "colibri_link_failures_total",
        "Messages of this process that were not delivered or not answered, by message and reason";
    describe_counter Count UNREADABLE = "colibri_link_unreadable_total",
        "Messages of other processes that could not be read, by message";
}

/// Records whether the connection to the broker is up.
pub(crate) fn set_connected(is_connected: bool) {
    gauge!(CONNECTED).set(if is_connected { 1.0 } else { 0.0 });
}

/// Counts a message of this process that was not delivered, or not answered.
pub(crate) fn failed(message: &'static str, error: LinkError) {
    let reason = match error {
        LinkError::Unreachable => "unreachable",
        LinkError::DeadlineExceeded => "deadline",
        LinkError::Unreadable => "unreadable",
    };
    counter!(FAILURES, "message" => message, "reason" => reason).increment(1);
}

/// Counts a message from another process that this one cannot use.
pub(crate) fn unreadable(message: &'static str) {
    counter!(UNREADABLE, "message" => message).increment(1);
}

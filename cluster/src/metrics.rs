//! The metrics of the link.

use metrics::{counter, gauge};
use shared::messages::LinkError;

/// Records whether the connection to the broker is up.
pub(crate) fn set_connected(is_connected: bool) {
    gauge!("colibri_link_connected").set(if is_connected { 1.0 } else { 0.0 });
}

/// Counts a message of this process that was not delivered, or not answered.
pub(crate) fn failed(message: &'static str, error: LinkError) {
    let reason = match error {
        LinkError::Unreachable => "unreachable",
        LinkError::DeadlineExceeded => "deadline",
        LinkError::Unreadable => "unreadable",
    };
    counter!("colibri_link_failures_total", "message" => message, "reason" => reason).increment(1);
}

/// Counts a message from another process that this one cannot use.
pub(crate) fn unreadable(message: &'static str) {
    counter!("colibri_link_unreadable_total", "message" => message).increment(1);
}

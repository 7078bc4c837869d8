//! Every metric of the link, by name.

use metrics::{counter, gauge};
use shared::messages::LinkError;

/// Sets whether the connection to the broker stands.
pub(crate) fn set_connected(is_connected: bool) {
    gauge!("colibri_link_connected").set(if is_connected { 1.0 } else { 0.0 });
}

/// Counts a message of ours that the link did not carry, or not back.
pub(crate) fn failed(message: &'static str, error: LinkError) {
    let reason = match error {
        LinkError::Unreachable => "unreachable",
        LinkError::DeadlineExceeded => "deadline",
        LinkError::Unreadable => "unreadable",
    };
    counter!("colibri_link_failures_total", "message" => message, "reason" => reason).increment(1);
}

/// Counts a message of others that is none of ours.
pub(crate) fn unreadable(message: &'static str) {
    counter!("colibri_link_unreadable_total", "message" => message).increment(1);
}

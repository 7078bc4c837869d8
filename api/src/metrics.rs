//! Every metric of the api, by name. Never labelled by user.

use metrics::{counter, histogram};
use std::time::Duration;

/// A login that was refused: wrong, or too soon.
pub(crate) fn login_refused(reason: &'static str) {
    counter!("colibri_api_logins_refused_total", "reason" => reason).increment(1);
}

/// A result of a race was asked to be recorded; `outcome` is `now`, `before`, `unavailable` or `impossible`.
pub(crate) fn result_recorded(outcome: &'static str, took: Duration) {
    counter!("colibri_api_results_total", "outcome" => outcome).increment(1);
    histogram!("colibri_api_record_result_seconds").record(took.as_secs_f64());
}

/// A question to the database found no free connection, or no answer, in time.
pub(crate) fn database_unavailable() {
    counter!("colibri_api_database_unavailable_total").increment(1);
}

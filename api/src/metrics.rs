//! Every metric of the api, by name. Never labelled by user.

use metrics::{counter, gauge, histogram};
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

/// Results were handed to the database in one transaction.
pub(crate) fn results_group_written() {
    counter!("colibri_api_result_groups_total").increment(1);
}

/// A question to the database found no free connection, or no answer, in time.
pub(crate) fn database_unavailable() {
    counter!("colibri_api_database_unavailable_total").increment(1);
}

/// Mails in the outbox, of all processes: those that wait, and those that were given up.
pub(crate) fn mails_in_outbox(waiting: i64, parked: i64) {
    gauge!("colibri_api_mails_waiting").set(waiting as f64);
    gauge!("colibri_api_mails_parked").set(parked as f64);
}

/// A mail was sent.
pub(crate) fn mail_sent() {
    counter!("colibri_api_mails_sent_total").increment(1);
}

/// A try to send a mail failed.
pub(crate) fn mail_failed() {
    counter!("colibri_api_mails_failed_total").increment(1);
}

/// A mail was given up.
pub(crate) fn mail_parked() {
    counter!("colibri_api_mails_given_up_total").increment(1);
}

/// Somebody was sent to the payment provider.
pub(crate) fn purchase_begun() {
    counter!("colibri_api_purchases_begun_total").increment(1);
}

/// A purchase came to its end; `outcome` is `paid`, `failed` or `to_refund`.
pub(crate) fn purchase_settled(outcome: &'static str) {
    counter!("colibri_api_purchases_settled_total", "outcome" => outcome).increment(1);
}

/// The payment provider did not answer, or something wrong.
pub(crate) fn provider_failed() {
    counter!("colibri_api_payment_provider_failures_total").increment(1);
}

/// Purchases of all processes: those that wait for the payment provider's word, and those to give the money back for.
pub(crate) fn purchases(waiting: i64, to_refund: i64) {
    gauge!("colibri_api_purchases_waiting").set(waiting as f64);
    gauge!("colibri_api_purchases_to_refund").set(to_refund as f64);
}

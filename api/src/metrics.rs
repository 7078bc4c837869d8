//! All metrics of the api, by name. None has a label that identifies a user.

shared::metrics! {
    describe_counter Count LOGINS_REFUSED = "colibri_api_logins_refused_total", "Logins refused, by reason";
    describe_counter Count PASSWORDS_REFUSED = "colibri_api_passwords_refused_total",
        "Callers who got no turn to hash or verify a password";
    describe_counter Count RESULTS = "colibri_api_results_total", "Race results, by the outcome of recording them";
    describe_counter Count BODIES_REFUSED = "colibri_api_bodies_refused_total",
        "Calls whose body was not read, since there was no space for it";
    describe_histogram Seconds RECORD_RESULT = "colibri_api_record_result_seconds", "Time until a result was recorded";
    describe_counter Count RESULT_GROUPS = "colibri_api_result_groups_total", "Transactions that recorded race results";
    describe_counter Count DATABASE_UNAVAILABLE = "colibri_api_database_unavailable_total",
        "Queries that got no connection or no answer in time";
    describe_gauge Count MAILS_WAITING = "colibri_api_mails_waiting", "Mails waiting to be sent, of all processes";
    describe_gauge Count MAILS_PARKED = "colibri_api_mails_parked", "Mails that were given up, of all processes";
    describe_counter Count MAILS_SENT = "colibri_api_mails_sent_total", "Mails sent";
    describe_counter Count MAILS_FAILED = "colibri_api_mails_failed_total", "Failed attempts to send a mail";
    describe_counter Count MAILS_GIVEN_UP = "colibri_api_mails_given_up_total", "Mails given up";
    describe_counter Count PURCHASES_BEGUN = "colibri_api_purchases_begun_total",
        "Purchases started, whose buyer was sent to the payment provider";
    describe_counter Count PURCHASES_SETTLED = "colibri_api_purchases_settled_total", "Purchases settled, by outcome";
    describe_counter Count PROVIDER_FAILURES = "colibri_api_payment_provider_failures_total",
        "Requests to the payment provider with no answer or a wrong one";
    describe_gauge Count PURCHASES_WAITING = "colibri_api_purchases_waiting",
        "Purchases with an unknown outcome, of all processes";
    describe_gauge Count PURCHASES_TO_REFUND = "colibri_api_purchases_to_refund",
        "Purchases to be refunded by hand, of all processes";
}

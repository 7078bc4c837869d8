//! The queries that this process makes, in whichever test.

use std::collections::BTreeSet;
use std::sync::{Mutex, Once, PoisonError};

use diesel::connection::{InstrumentationEvent, set_default_instrumentation};

static QUERIES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Records queries from now on, but only on new connections.
pub(crate) fn remember() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| set_default_instrumentation(|| Some(Box::new(hear))).expect("nobody panicked"));
}

/// Returns the queries so far, without the values of their parameters.
pub(crate) fn all() -> Vec<String> {
    QUERIES.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
}

fn hear(event: InstrumentationEvent<'_>) {
    if let InstrumentationEvent::StartQuery { query, .. } = event {
        let displayed = query.to_string();
        let sql = displayed.split("-- binds:").next().unwrap_or_default().trim();
        QUERIES.lock().unwrap_or_else(PoisonError::into_inner).insert(sql.to_owned());
    }
}

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

/// Returns the queries so far, as Diesel displays them, each followed by its binds.
pub(crate) fn all() -> Vec<String> {
    QUERIES.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
}

fn hear(event: InstrumentationEvent<'_>) {
    if let InstrumentationEvent::StartQuery { query, .. } = event {
        QUERIES.lock().unwrap_or_else(PoisonError::into_inner).insert(query.to_string());
    }
}

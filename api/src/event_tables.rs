//! Cached tables of events, already serialized.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix_web::web::Bytes;

use crate::cached::Cached;
use crate::error::ApiError;
use crate::models::event::EventId;

/// The tables of the events whose racers ask for them now: between rounds, all of them ask every few seconds.
pub(crate) struct EventTables {
    ttl: Duration,
    tables: Mutex<HashMap<EventId, Arc<Cached>>>,
}

impl EventTables {
    /// Returns no tables yet, each of which is kept for this long once it has been read.
    pub(crate) fn new(ttl: Duration) -> Self {
        Self { ttl, tables: Mutex::default() }
    }

    /// Returns the table of an event, if it is fresh; otherwise `read` queries the database.
    pub(crate) async fn get<F>(&self, event: EventId, read: F) -> Result<Bytes, ApiError>
    where
        F: AsyncFnOnce() -> Result<Bytes, ApiError>,
    {
        self.table(event).get(read).await
    }

    fn table(&self, event: EventId) -> Arc<Cached> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(&event) {
            return table.clone();
        }
        // So there are never more than the events that are asked for within that time.
        tables.retain(|_, table| table.is_in_use());
        tables.entry(event).or_insert_with(|| Arc::new(Cached::new(self.ttl))).clone()
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, pause};

    use super::*;

    const TTL: Duration = Duration::from_secs(1);

    #[actix_web::test]
    async fn each_event_has_a_table_of_its_own() {
        let tables = EventTables::new(TTL);
        for (event, read, table) in [(1, "a", "a"), (2, "b", "b"), (1, "c", "a"), (2, "d", "b")] {
            assert_eq!(tables.get(EventId(event), async || Ok(read.into())).await, Ok(table.into()));
        }
    }

    #[actix_web::test]
    async fn tables_that_nobody_asks_for_take_no_memory() {
        pause();
        let tables = EventTables::new(TTL);
        for event in 0..100 {
            advance(TTL / 4).await;
            assert!(tables.get(EventId(event), async || Ok("table".into())).await.is_ok());
        }
        assert_eq!(tables.tables.lock().expect("nobody panicked").len(), 4);
    }
}

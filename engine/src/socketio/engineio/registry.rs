//! The connections that live, found by session id from any thread.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use actix::Addr;
use tokio::sync::Notify;

use super::{Connection, DisconnectReason, Outbox, Protocol, Sid};

/// Where a connection is reached.
pub(super) struct Entry<P: Protocol> {
    pub(super) outbox: Arc<Outbox>,
    pub(super) actor: Addr<Connection<P>>,
}

impl<P: Protocol> Clone for Entry<P> {
    fn clone(&self) -> Self {
        Self { outbox: Arc::clone(&self.outbox), actor: self.actor.clone() }
    }
}

/// All connections of a server.
pub(super) struct Registry<P: Protocol> {
    state: Mutex<State<P>>,
    max_connections: usize,
    emptied: Notify,
}

struct State<P: Protocol> {
    entries: HashMap<Sid, Entry<P>>,
    /// Connections in the order in which they were opened, without those at the front that have settled or are gone.
    newcomers: VecDeque<Sid>,
    shuts_down: bool,
}

/// There is no room for another connection.
#[derive(Debug)]
pub(super) struct Full;

impl<P: Protocol> Registry<P> {
    pub(super) fn new(max_connections: usize) -> Self {
        let state = State { entries: HashMap::new(), newcomers: VecDeque::new(), shuts_down: false };
        Self { state: Mutex::new(state), max_connections, emptied: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection. When there is no room, the oldest that has not settled gives up its place: handshakes cost their
    /// sender nothing, and must not keep out those who mean it.
    pub(super) fn insert(&self, sid: Sid, entry: Entry<P>) -> Result<(), Full> {
        let mut state = self.lock();
        if state.shuts_down {
            return Err(Full);
        }
        state.skip_settled();
        let displaced = if state.entries.len() >= self.max_connections {
            let oldest = state.newcomers.pop_front().ok_or(Full)?;
            state.entries.remove(&oldest)
        } else {
            None
        };
        state.entries.insert(sid, entry);
        state.newcomers.push_back(sid);
        drop(state);
        if let Some(displaced) = displaced {
            displaced.outbox.close(DisconnectReason::ConnectTimeout);
        }
        Ok(())
    }

    pub(super) fn find(&self, sid: Sid) -> Option<Entry<P>> {
        self.lock().entries.get(&sid).cloned()
    }

    pub(super) fn remove(&self, sid: Sid) {
        let mut state = self.lock();
        let removed = state.entries.remove(&sid);
        let is_empty = state.entries.is_empty();
        drop(state);
        drop(removed);
        if is_empty {
            self.emptied.notify_waiters();
        }
    }

    /// How many connections live.
    pub(super) fn len(&self) -> usize {
        self.lock().entries.len()
    }

    /// Closes all connections, lets no new one in, and waits until the last is gone.
    pub(super) async fn shut_down(&self) {
        let outboxes: Vec<_> = {
            let mut state = self.lock();
            state.shuts_down = true;
            state.entries.values().map(|entry| Arc::clone(&entry.outbox)).collect()
        };
        for outbox in outboxes {
            outbox.close(DisconnectReason::ShuttingDown);
        }
        loop {
            let mut emptied = std::pin::pin!(self.emptied.notified());
            emptied.as_mut().enable();
            if self.len() == 0 {
                return;
            }
            emptied.await;
        }
    }
}

impl<P: Protocol> State<P> {
    fn skip_settled(&mut self) {
        while let Some(sid) = self.newcomers.front() {
            if self.entries.get(sid).is_some_and(|entry| !entry.outbox.is_settled()) {
                return;
            }
            self.newcomers.pop_front();
        }
    }
}

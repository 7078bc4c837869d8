//! The live connections, found by session id from any thread.

use std::{
    collections::{HashMap, VecDeque, hash_map::Entry::Occupied},
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use actix::{Actor, Addr};
use tokio::sync::Notify;

use super::{handshake::RequestError, outbox::Outbox, reason::DisconnectReason, sid::Sid};
use crate::Settings;

/// The bits of an IPv6 address that a subscriber cannot choose (RFC 6177): a whole /64 counts as one client.
const SUBSCRIBER: u128 = u128::MAX << 64;

/// The outbox and the actor of a connection.
pub(super) struct Entry<A: Actor> {
    pub(super) outbox: Arc<Outbox>,
    pub(super) actor: Addr<A>,
}

impl<A: Actor> Clone for Entry<A> {
    fn clone(&self) -> Self {
        Self { outbox: Arc::clone(&self.outbox), actor: self.actor.clone() }
    }
}

pub(super) struct Registry<A: Actor> {
    state: Mutex<State<A>>,
    max_connections: usize,
    /// The largest number of connections per network; 0 is no limit.
    max_per_network: usize,
    emptied: Notify,
}

struct State<A: Actor> {
    entries: HashMap<Sid, Registered<A>>,
    /// The number of connections from each network, when that is limited.
    networks: HashMap<IpAddr, usize>,
    /// Connections in the order in which they were opened. Those at the front that have settled or ended are removed.
    newcomers: VecDeque<Sid>,
    shuts_down: bool,
}

struct Registered<A: Actor> {
    entry: Entry<A>,
    /// The network for which the connection is counted.
    network: Option<IpAddr>,
}

impl<A: Actor> Registry<A> {
    pub(super) fn new(settings: &Settings) -> Self {
        let state =
            State { entries: HashMap::new(), networks: HashMap::new(), newcomers: VecDeque::new(), shuts_down: false };
        Self {
            state: Mutex::new(state),
            max_connections: settings.max_connections,
            max_per_network: settings.max_connections_per_address,
            emptied: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection from `peer`, whose network is counted if known. If the server is full, the oldest connection
    /// that has not settled is closed: handshakes cost their sender nothing, and must not keep genuine clients out.
    pub(super) fn insert(&self, sid: Sid, entry: Entry<A>, peer: Option<IpAddr>) -> Result<(), RequestError> {
        let network = peer.filter(|_| self.max_per_network > 0).map(network);
        let mut state = self.lock();
        if state.shuts_down {
            return Err(RequestError::ShuttingDown);
        }
        if network.is_some_and(|network| state.count(network) >= self.max_per_network) {
            return Err(RequestError::TooManyFromAddress);
        }
        state.skip_settled();
        let displaced = if state.entries.len() >= self.max_connections {
            let oldest = state.newcomers.pop_front().ok_or(RequestError::TooManyConnections)?;
            state.remove(oldest)
        } else {
            None
        };
        if let Some(network) = network {
            *state.networks.entry(network).or_default() += 1;
        }
        state.entries.insert(sid, Registered { entry, network });
        state.newcomers.push_back(sid);
        drop(state);
        if let Some(displaced) = displaced {
            displaced.outbox.close(DisconnectReason::ConnectTimeout);
        }
        Ok(())
    }

    pub(super) fn find(&self, sid: Sid) -> Option<Entry<A>> {
        self.lock().entries.get(&sid).map(|registered| registered.entry.clone())
    }

    pub(super) fn remove(&self, sid: Sid) {
        let mut state = self.lock();
        let removed = state.remove(sid);
        let is_empty = state.entries.is_empty();
        drop(state);
        drop(removed);
        if is_empty {
            self.emptied.notify_waiters();
        }
    }

    /// Returns the number of live connections.
    pub(super) fn len(&self) -> usize {
        self.lock().entries.len()
    }

    /// Closes all connections, accepts no new ones, and waits until all have ended.
    pub(super) async fn shut_down(&self) {
        let outboxes: Vec<_> = {
            let mut state = self.lock();
            state.shuts_down = true;
            state.entries.values().map(|registered| Arc::clone(&registered.entry.outbox)).collect()
        };
        for outbox in outboxes {
            outbox.close(DisconnectReason::ShuttingDown);
        }
        self.emptied().await;
    }

    /// Waits until no connection is left.
    pub(super) async fn emptied(&self) {
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

impl<A: Actor> State<A> {
    fn count(&self, network: IpAddr) -> usize {
        self.networks.get(&network).copied().unwrap_or_default()
    }

    fn remove(&mut self, sid: Sid) -> Option<Entry<A>> {
        let Registered { entry, network } = self.entries.remove(&sid)?;
        if let Some(Occupied(mut count)) = network.map(|network| self.networks.entry(network)) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
        Some(entry)
    }

    fn skip_settled(&mut self) {
        while let Some(sid) = self.newcomers.front() {
            if self.entries.get(sid).is_some_and(|registered| !registered.entry.outbox.is_settled()) {
                return;
            }
            self.newcomers.pop_front();
        }
    }
}

/// Returns the network that a connection from `address` counts for: the address itself for IPv4.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & SUBSCRIBER).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn all_addresses_of_a_subscriber_count_as_one() {
        let counts_for = |address: &str| network(address.parse().unwrap()).to_string();
        for (address, expected) in [
            ("2001:db8:1:2::1", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::9", "2001:db8:1:2::"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("192.0.2.2", "192.0.2.2"),
        ] {
            assert_eq!(counts_for(address), expected);
        }
    }
}

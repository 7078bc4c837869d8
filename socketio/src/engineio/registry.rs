//! The live connections, found by session id from any thread.

use std::{
    collections::{BTreeMap, HashMap, VecDeque, hash_map::Entry::Occupied},
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use actix::{Actor, Addr};
use tokio::sync::Notify;

use super::{
    handshake::RequestError,
    outbox::{Outbox, Standing},
    reason::DisconnectReason,
    sid::Sid,
};
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
    /// The largest number of those that are newcomers.
    max_unconfirmed_per_network: usize,
    /// The part of all these that connections which give way leave to others, in percent.
    reserved: usize,
    emptied: Notify,
}

/// The places of a server's connections, as one of them sees them.
pub(crate) trait Places: Send + Sync {
    /// Returns true if only reserved places are left, at the server or for the network of this connection.
    fn are_crowded(&self, sid: Sid) -> bool;

    /// Lets the connection give way to new ones, unless it is confirmed.
    fn give_way(&self, sid: Sid);

    /// No longer counts the connection for its network.
    fn leave_network(&self, sid: Sid);
}

struct State<A: Actor> {
    entries: HashMap<Sid, Registered<A>>,
    /// The networks that connections come from, when their number is limited.
    networks: HashMap<IpAddr, Network>,
    /// Connections in the order in which they were opened. Those at the front that are no newcomers or ended are removed.
    newcomers: VecDeque<Sid>,
    /// Connections that give way, by their number: the first is the oldest.
    giving_way: BTreeMap<u64, Sid>,
    /// The last such number.
    last: u64,
    shuts_down: bool,
}

/// The connections from one network.
#[derive(Default)]
struct Network {
    open: usize,
    /// Connections that may be newcomers, the oldest first. Those that are not are removed when there are too many.
    newcomers: VecDeque<Sid>,
    giving_way: BTreeMap<u64, Sid>,
}

struct Registered<A: Actor> {
    entry: Entry<A>,
    /// The network for which the connection is counted; `None` if it is not known, or the connection has left it.
    network: Option<IpAddr>,
    /// The number of a connection that gives way.
    gives_way: Option<u64>,
}

/// A connection that is closed in favor of a new one.
struct Displaced<A: Actor> {
    entry: Entry<A>,
    reason: DisconnectReason,
}

impl<A: Actor> Registry<A> {
    pub(super) fn new(settings: &Settings) -> Self {
        let state = State {
            entries: HashMap::new(),
            networks: HashMap::new(),
            newcomers: VecDeque::new(),
            giving_way: BTreeMap::new(),
            last: 0,
            shuts_down: false,
        };
        Self {
            state: Mutex::new(state),
            max_connections: settings.max_connections,
            max_per_network: settings.max_connections_per_address,
            max_unconfirmed_per_network: settings.max_unconfirmed_per_address,
            reserved: settings.reserved_connections,
            emptied: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection from `peer`, whose network is counted if known. If the server or the network is full, the oldest
    /// connection that gives way is closed; without any, or if too many of the network are newcomers, the oldest of these:
    /// handshakes cost their sender nothing, and must not keep genuine clients out.
    pub(super) fn insert(&self, sid: Sid, entry: Entry<A>, peer: Option<IpAddr>) -> Result<(), RequestError> {
        let network = peer.filter(|_| self.max_per_network > 0).map(network);
        let mut state = self.lock();
        if state.shuts_down {
            // The shutdown waits until no connection is left, and newcomers would never let it end.
            return Err(RequestError::ShuttingDown);
        }
        let of_network = match network {
            Some(network) => state.make_room(network, self.max_per_network, self.max_unconfirmed_per_network)?,
            None => None,
        };
        state.skip_confirmed();
        // A connection that its network gave up for this one leaves its place at the server, too.
        let displaced = if of_network.is_some() {
            of_network
        } else if state.entries.len() >= self.max_connections {
            Some(state.displace().ok_or(RequestError::TooManyConnections)?)
        } else {
            None
        };
        if let Some(network) = network {
            let network = state.networks.entry(network).or_default();
            network.open += 1;
            network.newcomers.push_back(sid);
        }
        state.entries.insert(sid, Registered { entry, network, gives_way: None });
        state.newcomers.push_back(sid);
        // Without the lock: the actor that this ends removes itself here.
        drop(state);
        if let Some(Displaced { entry, reason }) = displaced {
            entry.outbox.close(reason);
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
        // Without the lock: its queue may be long.
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
            // Under one lock with the list, so that no connection is added between the two.
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
            // Before the count is read, so that a removal in between is not missed.
            emptied.as_mut().enable();
            if self.len() == 0 {
                return;
            }
            emptied.await;
        }
    }
}

impl<A: Actor> Places for Registry<A> {
    fn are_crowded(&self, sid: Sid) -> bool {
        let state = self.lock();
        let are_few_left = |open: usize, max: usize| open * 100 > max * (100 - self.reserved);
        let network = state.entries.get(&sid).and_then(|registered| state.networks.get(&registered.network?));
        are_few_left(state.entries.len(), self.max_connections)
            || network.is_some_and(|network| are_few_left(network.open, self.max_per_network))
    }

    fn give_way(&self, sid: Sid) {
        self.lock().give_way(sid);
    }

    fn leave_network(&self, sid: Sid) {
        let mut state = self.lock();
        let left = state.entries.get_mut(&sid).map(|registered| (registered.network.take(), registered.gives_way));
        left.into_iter().for_each(|(network, gives_way)| state.uncount(network, gives_way));
    }
}

impl<A: Actor> State<A> {
    fn give_way(&mut self, sid: Sid) {
        let Some(registered) = self.entries.get_mut(&sid).filter(|registered| registered.gives_way.is_none()) else {
            return;
        };
        registered.entry.outbox.give_way();
        self.last += 1;
        registered.gives_way = Some(self.last);
        self.giving_way.insert(self.last, sid);
        if let Some(network) = registered.network.and_then(|network| self.networks.get_mut(&network)) {
            network.giving_way.insert(self.last, sid);
        }
    }

    /// Makes room for one more connection from `network`. Returns the one that was removed for it, if that was needed.
    fn make_room(
        &mut self,
        network: IpAddr,
        max: usize,
        max_unconfirmed: usize,
    ) -> Result<Option<Displaced<A>>, RequestError> {
        let Some(Network { open, newcomers, .. }) = self.networks.get_mut(&network) else { return Ok(None) };
        if *open >= max {
            let oldest = self.give_up(|state| state.networks.get_mut(&network).map(|network| &mut network.giving_way));
            return oldest.map(Some).ok_or(RequestError::TooManyFromAddress);
        }
        if newcomers.len() < max_unconfirmed {
            return Ok(None);
        }
        // Not at each confirmation, which would search the list each time: only when it is full, so once for many.
        let entries = &self.entries;
        newcomers.retain(|sid| entries.get(sid).is_some_and(Registered::is_newcomer));
        if newcomers.len() < max_unconfirmed {
            return Ok(None);
        }
        let oldest = newcomers.pop_front();
        Ok(oldest.and_then(|oldest| self.remove(oldest)).map(Displaced::newcomer))
    }

    /// Removes the connection that a full server gives up first, if there is one.
    fn displace(&mut self) -> Option<Displaced<A>> {
        self.give_up(|state| Some(&mut state.giving_way)).or_else(|| {
            let oldest = self.newcomers.pop_front()?;
            self.remove(oldest).map(Displaced::newcomer)
        })
    }

    /// Removes the oldest of the connections that give way, skipping those that have been confirmed since.
    fn give_up(&mut self, list: impl Fn(&mut Self) -> Option<&mut BTreeMap<u64, Sid>>) -> Option<Displaced<A>> {
        loop {
            let (_, sid) = list(self)?.pop_first()?;
            if self.entries.get(&sid).is_some_and(|found| found.entry.outbox.standing() == Standing::GivesWay) {
                return self.remove(sid).map(|entry| Displaced { entry, reason: DisconnectReason::GaveWay });
            }
        }
    }

    fn remove(&mut self, sid: Sid) -> Option<Entry<A>> {
        let Registered { entry, network, gives_way } = self.entries.remove(&sid)?;
        gives_way.into_iter().for_each(|number| _ = self.giving_way.remove(&number));
        self.uncount(network, gives_way);
        Some(entry)
    }

    /// No longer counts a connection, with its number if it gives way, for this network.
    fn uncount(&mut self, network: Option<IpAddr>, gives_way: Option<u64>) {
        if let Some(Occupied(mut counted)) = network.map(|network| self.networks.entry(network)) {
            counted.get_mut().open -= 1;
            gives_way.into_iter().for_each(|number| _ = counted.get_mut().giving_way.remove(&number));
            if counted.get().open == 0 {
                // Otherwise the map would grow with every address that was ever seen.
                counted.remove();
            }
        }
    }

    /// Removes the connections at the front of `newcomers` that need not make room for others. Only those: to look
    /// through all would take longer the more are connected.
    fn skip_confirmed(&mut self) {
        while let Some(sid) = self.newcomers.front() {
            if self.entries.get(sid).is_some_and(Registered::is_newcomer) {
                return;
            }
            self.newcomers.pop_front();
        }
    }
}

impl<A: Actor> Registered<A> {
    fn is_newcomer(&self) -> bool {
        self.entry.outbox.standing() == Standing::Newcomer
    }
}

impl<A: Actor> Displaced<A> {
    fn newcomer(entry: Entry<A>) -> Self {
        Self { entry, reason: DisconnectReason::ConnectTimeout }
    }
}

/// Returns the network that `address` counts for: the address itself for IPv4.
pub(super) fn network(address: IpAddr) -> IpAddr {
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

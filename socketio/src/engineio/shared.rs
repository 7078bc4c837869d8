//! The state that all connections of a server share, and the opening of new ones.

use std::{net::IpAddr, sync::Arc};

use actix::{AsyncContext, Context};
use byte_budget::ByteBudget;

use super::{
    codec,
    connection::{Connection, Protocol},
    handshake::RequestError,
    link::Link,
    outbox::Outbox,
    registry::{Entry, Registry, network},
    sid::Sid,
};
use crate::{Settings, metrics::Meters};

/// The service at a path: it makes a [`Protocol`] for each connection. One value per process. Every
/// [`Application`](crate::Application) is an endpoint for Socket.IO.
pub trait Endpoint: Send + Sync + 'static {
    /// The protocol of one connection.
    type Protocol: Protocol;

    /// Called when a client has opened a connection.
    fn open(self: &Arc<Self>, link: Link) -> Self::Protocol;
}

/// The state that all connections of a server share.
pub(super) struct Shared<E: Endpoint> {
    pub(super) endpoint: Arc<E>,
    pub(super) settings: Arc<Settings>,
    pub(super) meters: Arc<Meters>,
    pub(super) registry: Arc<Registry<Connection<E::Protocol>>>,
    /// The bytes of the polling payloads that are arriving.
    pub(super) arriving: ByteBudget<IpAddr>,
    /// The bytes of the packets that wait for clients who read slowly.
    pub(super) waiting: ByteBudget<IpAddr>,
}

impl<E: Endpoint> Shared<E> {
    /// Opens a connection on this thread. Its first packet, the handshake, waits in its outbox; `upgrades` are the
    /// transports that the client may upgrade to.
    pub(super) fn open(
        &self,
        upgrades: &[&str],
        peer: Option<IpAddr>,
    ) -> Result<Entry<Connection<E::Protocol>>, RequestError> {
        // The operating system has no random numbers.
        let sid = Sid::random().map_err(|_| RequestError::TooManyConnections)?;
        let ctx = Context::<Connection<E::Protocol>>::new();
        let actor = ctx.address();
        let held = self.waiting.hold(peer.map(network));
        let outbox = Outbox::new(&self.settings, Arc::clone(&self.meters), held, Some(actor.clone().recipient()));
        let entry = Entry { outbox: Arc::clone(&outbox), actor };
        self.registry.insert(sid, entry.clone(), peer)?;
        outbox.push(&[codec::open(sid, upgrades, &self.settings)]);
        let (registry, meters) = (Arc::clone(&self.registry), Arc::clone(&self.meters));
        let (settings, places) = (Arc::clone(&self.settings), Arc::clone(&registry) as _);
        let protocol = self.endpoint.open(Link { outbox: Arc::clone(&outbox), peer, settings, sid, places });
        ctx.run(Connection::new(protocol, sid, outbox, &self.settings, registry, meters));
        Ok(entry)
    }
}

//! The connections to one endpoint, and the state that they share.

use std::sync::Arc;

use super::{DisconnectReason, Endpoint, handshake::Refused, registry::Registry};
use crate::{Settings, metrics::Meters};

/// All connections to one endpoint. One value per process, cloned into every worker thread.
pub struct Server<E: Endpoint> {
    pub(super) shared: Arc<Shared<E>>,
}

/// The state that all connections of a server share.
pub(super) struct Shared<E: Endpoint> {
    pub(super) endpoint: E,
    pub(super) settings: Settings,
    pub(super) meters: Arc<Meters>,
    pub(super) registry: Arc<Registry<E::Protocol>>,
}

impl<E: Endpoint> Clone for Server<E> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl<E: Endpoint> Server<E> {
    /// Creates a server with no connections. The metrics recorder must be installed before.
    pub fn new(endpoint: E, settings: Settings) -> Self {
        let registry = Arc::new(Registry::new(&settings));
        let meters = Arc::new(Meters::new(
            &settings,
            DisconnectReason::OF_CONNECTIONS.map(DisconnectReason::as_str),
            Refused::OF_HANDSHAKES.map(Refused::as_str),
        ));
        Self { shared: Arc::new(Shared { endpoint, settings, meters, registry }) }
    }

    /// Returns the endpoint.
    pub fn endpoint(&self) -> &E {
        &self.shared.endpoint
    }

    /// Returns the number of open connections.
    pub fn connections(&self) -> usize {
        self.shared.registry.len()
    }

    /// Waits until no connection is left.
    pub async fn emptied(&self) {
        self.shared.registry.emptied().await;
    }

    /// Closes all connections, accepts no new ones, and waits until the last one is over.
    pub async fn shut_down(&self) {
        self.shared.registry.shut_down().await;
    }
}

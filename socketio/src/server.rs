//! The server of one process: an application and the connections to it, mounted into actix-web.

use std::sync::Arc;

use actix_web::web;

use super::{Application, Settings, client::SocketIo, engineio, websocket::WebSockets};

/// All connections to one application. One value per process, cloned into every worker thread.
pub struct Server<A: Application> {
    engine: engineio::Server<Arc<SocketIo<A>>>,
}

impl<A: Application> Clone for Server<A> {
    fn clone(&self) -> Self {
        Self { engine: self.engine.clone() }
    }
}

impl<A: Application> Server<A> {
    /// Creates a server with no connections. The metrics recorder must be installed before.
    pub fn new(application: A, settings: Settings) -> Self {
        let socket_io = SocketIo { application, settings: settings.clone() };
        Self { engine: engineio::Server::new(Arc::new(socket_io), settings) }
    }

    /// Returns the application.
    pub fn application(&self) -> &A {
        &self.engine.endpoint().application
    }

    /// Returns the number of open connections, whether or not their clients are in a namespace.
    pub fn connections(&self) -> usize {
        self.engine.connections()
    }

    /// Waits until no connection is left.
    pub async fn emptied(&self) {
        self.engine.emptied().await;
    }

    /// Closes all connections, accepts no new ones, and waits until the last session was told.
    pub async fn shut_down(&self) {
        self.engine.shut_down().await;
    }
}

/// Mounts the polling of `server` at `path`, such as `/socket.io`, with and without a slash at the end.
pub fn configure<A: Application>(cfg: &mut web::ServiceConfig, path: &str, server: &Server<A>) {
    engineio::configure(cfg, path, &server.engine);
}

/// Returns the route for the WebSockets of `server` at the same `path`.
pub fn websockets<A: Application>(path: &str, server: &Server<A>) -> WebSockets {
    engineio::websockets(path, &server.engine)
}

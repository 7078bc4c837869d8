//! The connections to one endpoint, mounted into actix-web.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, http::Method, web};

use super::{
    Endpoint,
    handshake::{self, Query, Refused, Transport},
    polling,
    registry::Registry,
    websocket,
};
use crate::{metrics::SocketMeters, socketio::Settings};

/// All connections to one endpoint. One value per process, cloned into every worker thread.
pub struct Server<E: Endpoint> {
    shared: Arc<Shared<E>>,
}

/// What all connections of a server have in common.
pub(super) struct Shared<E: Endpoint> {
    pub(super) endpoint: E,
    pub(super) settings: Settings,
    pub(super) meters: Arc<SocketMeters>,
    pub(super) registry: Arc<Registry<E::Protocol>>,
}

impl<E: Endpoint> Clone for Server<E> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl<E: Endpoint> Server<E> {
    /// A server with no connections. To be made after the metrics recorder is installed.
    pub fn new(endpoint: E, settings: Settings) -> Self {
        let registry = Arc::new(Registry::new(settings.max_connections));
        let meters = Arc::new(SocketMeters::new());
        Self { shared: Arc::new(Shared { endpoint, settings, meters, registry }) }
    }

    /// The endpoint.
    pub fn endpoint(&self) -> &E {
        &self.shared.endpoint
    }

    /// How many connections are open.
    pub fn connections(&self) -> usize {
        self.shared.registry.len()
    }

    /// Closes all connections, takes no new ones, and waits until the last one is over.
    pub async fn shut_down(&self) {
        self.shared.registry.shut_down().await;
    }
}

/// Mounts `server` at `path`, such as `/engine.io`, with and without a slash at the end.
///
/// An aborted poll is noticed at once only when the HTTP server does not allow half-closed connections
/// ([`h1_allow_half_closed(false)`](actix_web::HttpServer::h1_allow_half_closed)); else by the heartbeat.
pub fn configure<E: Endpoint>(cfg: &mut web::ServiceConfig, path: &str, server: &Server<E>) {
    let shared = Arc::clone(&server.shared);
    let serve = move |request: HttpRequest, body: web::Payload| {
        let shared = Arc::clone(&shared);
        async move {
            let origin = handshake::origin(&request, &shared.settings.allowed_origins);
            let mut response = match origin {
                Ok(_) => answer(&shared, &request, body).await.unwrap_or_else(|refused| refused.response()),
                Err(refused) => refused.response(),
            };
            handshake::add_headers(&mut response, origin.ok().flatten());
            response
        }
    };
    cfg.service(web::resource([path.to_owned(), format!("{path}/")]).route(web::route().to(serve)));
}

/// The order of the checks is that of the reference implementation, whose error codes clients know.
async fn answer<E: Endpoint>(
    shared: &Arc<Shared<E>>,
    request: &HttpRequest,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let query = Query::read(request)?;
    let transport = query.transport()?;
    let Some(sid) = query.sid()? else {
        return match transport {
            _ if request.method() != Method::GET => Err(Refused::BadHandshakeMethod),
            Transport::Polling => {
                query.check_version()?;
                polling::open(shared, request).await
            }
            Transport::WebSocket => {
                query.check_version()?;
                websocket::open(shared, request, body)
            }
        };
    };
    let entry = shared.registry.find(sid).ok_or(Refused::UnknownSid)?;
    match (transport, request.method()) {
        (Transport::Polling, &Method::GET) => polling::poll(&entry).await,
        (Transport::Polling, &Method::POST) => polling::post(shared, &entry, body).await,
        (Transport::WebSocket, &Method::GET) => websocket::upgrade(shared, &entry, request, body),
        _ => Err(Refused::BadRequest),
    }
}

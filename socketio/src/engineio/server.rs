//! The handle of a server, mounted into actix-web: the routing of requests to transports.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, http::Method, web};
use byte_budget::ByteBudget;

use super::{
    handshake::{self, Query, RequestError, Transport},
    polling,
    reason::DisconnectReason,
    registry::Registry,
    shared::{Endpoint, Shared},
    websocket,
};
use crate::{Settings, metrics::Meters, websocket::WebSockets};

/// All connections to one [`Application`](crate::Application), or to another [`Endpoint`]. One value per process, cloned
/// into every worker thread.
pub struct Server<E: Endpoint> {
    shared: Arc<Shared<E>>,
}

impl<E: Endpoint> Clone for Server<E> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl<E: Endpoint> Server<E> {
    /// Creates a server with no connections. The metrics recorder must already be installed.
    pub fn new(application: E, settings: Settings) -> Self {
        let registry = Arc::new(Registry::new(&settings));
        let meters = Arc::new(Meters::new(
            &settings,
            &DisconnectReason::OF_CONNECTIONS.map(DisconnectReason::as_str),
            &RequestError::OF_HANDSHAKES.map(RequestError::as_str),
        ));
        let arriving = ByteBudget::new(settings.max_arriving_bytes).per_key(settings.max_arriving_bytes_per_address);
        let waiting = ByteBudget::new(settings.max_waiting_bytes).per_key(settings.max_waiting_bytes_per_address);
        let (endpoint, settings) = (Arc::new(application), Arc::new(settings));
        Self { shared: Arc::new(Shared { endpoint, settings, meters, registry, arriving, waiting }) }
    }

    /// Returns the application.
    pub fn application(&self) -> &E {
        &self.shared.endpoint
    }

    /// Mounts long-polling at `path`, such as `/socket.io`, with and without a trailing slash.
    pub fn configure(&self, cfg: &mut web::ServiceConfig, path: &str) {
        let shared = Arc::clone(&self.shared);
        let serve = move |request: HttpRequest, body: web::Payload| {
            let shared = Arc::clone(&shared);
            async move { serve(&shared, &request, body).await }
        };
        cfg.service(web::resource([path.to_owned(), format!("{path}/")]).route(web::route().to(serve)));
    }

    /// Returns the route for the WebSockets at the same `path`.
    pub fn websockets(&self, path: &str) -> WebSockets {
        let shared = Arc::clone(&self.shared);
        WebSockets::new().route(path, move |opening| websocket::serve(Arc::clone(&shared), opening))
    }

    /// Returns the number of open connections, whether or not their clients are in a namespace.
    pub fn connections(&self) -> usize {
        self.shared.registry.len()
    }

    /// Waits until no connection is left.
    pub async fn emptied(&self) {
        self.shared.registry.emptied().await;
    }

    /// Closes all connections, accepts no new ones, and waits until all sessions have been notified.
    pub async fn shut_down(&self) {
        self.shared.registry.shut_down().await;
    }
}

/// Answers a request, refused or not.
async fn serve<E: Endpoint>(shared: &Shared<E>, request: &HttpRequest, body: web::Payload) -> HttpResponse {
    let origin = handshake::origin(request.head(), &shared.settings);
    let query = Query::read(request.head());
    let has_session = query.as_ref().is_ok_and(Query::names_session);
    let answer = match (&origin, query) {
        (Ok(_), Ok(query)) => answer(shared, request, &query, body).await,
        (Err(error), _) => Err(*error),
        (Ok(_), Err(error)) => Err(error),
    };
    let mut response = answer.unwrap_or_else(|error| {
        if !has_session {
            shared.meters.handshakes_refused.count(error.as_str());
        }
        error.response(&shared.settings)
    });
    handshake::add_headers(&mut response, origin.ok().flatten());
    response
}

/// Answers a request. The checks are in the order of the reference implementation, whose error codes clients know.
async fn answer<E: Endpoint>(
    shared: &Shared<E>,
    request: &HttpRequest,
    query: &Query,
    body: web::Payload,
) -> Result<HttpResponse, RequestError> {
    let transport = query.transport()?;
    let Some(sid) = query.sid()? else {
        if request.method() != Method::GET {
            return Err(RequestError::BadHandshakeMethod);
        }
        query.check_version()?;
        return match transport {
            Transport::Polling => polling::open(shared, request).await,
            // A proper request for a WebSocket never gets here.
            Transport::WebSocket => Err(RequestError::BadRequest),
        };
    };
    let entry = shared.registry.find(sid).ok_or(RequestError::UnknownSid)?;
    match (transport, request.method()) {
        (Transport::Polling, &Method::GET) => polling::poll(&entry).await,
        (Transport::Polling, &Method::POST) => polling::post(shared, &entry, request, body).await,
        _ => Err(RequestError::BadRequest),
    }
}

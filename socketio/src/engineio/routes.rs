//! An endpoint mounted into actix-web: the routing of requests to transports.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, http::Method, web};

use super::{
    Endpoint, Server,
    handshake::{self, Query, Refused, Transport},
    polling,
    server::Shared,
    websocket,
};
use crate::websocket::WebSockets;

/// Mounts the polling of `server` at `path`, such as `/engine.io`, with and without a slash at the end.
pub fn configure<E: Endpoint>(cfg: &mut web::ServiceConfig, path: &str, server: &Server<E>) {
    let shared = Arc::clone(&server.shared);
    let serve = move |request: HttpRequest, body: web::Payload| {
        let shared = Arc::clone(&shared);
        async move {
            let origin = handshake::origin(request.head(), &shared.settings);
            let query = Query::read(request.head());
            let has_session = query.as_ref().is_ok_and(Query::names_session);
            let answer = match (&origin, query) {
                (Ok(_), Ok(query)) => answer(&shared, &request, &query, body).await,
                (Err(refused), _) => Err(*refused),
                (Ok(_), Err(refused)) => Err(refused),
            };
            let mut response = answer.unwrap_or_else(|refused| {
                if !has_session {
                    shared.meters.handshakes_refused.count(refused.as_str());
                }
                refused.response(&shared.settings.limit_names)
            });
            handshake::add_headers(&mut response, origin.ok().flatten());
            response
        }
    };
    cfg.service(web::resource([path.to_owned(), format!("{path}/")]).route(web::route().to(serve)));
}

/// Returns the route for the WebSockets of `server` at the same `path`.
pub fn websockets<E: Endpoint>(path: &str, server: &Server<E>) -> WebSockets {
    let shared = Arc::clone(&server.shared);
    WebSockets::new().route(path, move |opening| websocket::serve(Arc::clone(&shared), opening))
}

/// Answers a request. The order of the checks is that of the reference implementation, whose error codes clients know.
async fn answer<E: Endpoint>(
    shared: &Arc<Shared<E>>,
    request: &HttpRequest,
    query: &Query,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let transport = query.transport()?;
    let Some(sid) = query.sid()? else {
        if request.method() != Method::GET {
            return Err(Refused::BadHandshakeMethod);
        }
        query.check_version()?;
        return match transport {
            Transport::Polling => polling::open(shared, request).await,
            // A proper request for a WebSocket never comes here.
            Transport::WebSocket => Err(Refused::BadRequest),
        };
    };
    let entry = shared.registry.find(sid).ok_or(Refused::UnknownSid)?;
    match (transport, request.method()) {
        (Transport::Polling, &Method::GET) => polling::poll(&entry).await,
        (Transport::Polling, &Method::POST) => polling::post(shared, &entry, body).await,
        _ => Err(Refused::BadRequest),
    }
}

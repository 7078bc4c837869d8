//! An endpoint mounted into actix-web: which request goes to which transport.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, http::Method, web};

use super::{
    Endpoint, Server,
    handshake::{self, Query, Refused, Transport},
    polling,
    server::Shared,
    websocket,
};

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

//! HTTP long-polling: GET waits for packets, POST sends some.
//! <https://socket.io/docs/v4/engine-io-protocol/#http-long-polling-1>

use actix_web::{HttpRequest, HttpResponse, http::header::ContentType, web};
use bytes::Bytes;

use super::{
    connection::{Connection, Posted, Protocol},
    handshake::RequestError,
    outbox::PollError,
    reason::DisconnectReason,
    registry::Entry,
    shared::{Endpoint, Shared},
};

/// Opens a connection and answers with its handshake.
pub(super) async fn open<E: Endpoint>(shared: &Shared<E>, request: &HttpRequest) -> Result<HttpResponse, RequestError> {
    let client = (shared.settings.client_address)(request.head());
    let entry = shared.open(&["websocket"], client)?;
    poll(&entry).await
}

/// Answers once there are packets for the client.
pub(super) async fn poll<P: Protocol>(entry: &Entry<Connection<P>>) -> Result<HttpResponse, RequestError> {
    let payload = match entry.outbox.open_poll() {
        Ok(poll) => poll.await,
        Err(error) => Err(error),
    };
    payload.map(plain_text).map_err(|error| match error {
        PollError::Closed => RequestError::UnknownSid,
        PollError::Upgraded => RequestError::BadRequest,
    })
}

/// Receives packets, and answers once all of them are handled.
pub(super) async fn post<E: Endpoint>(
    shared: &Shared<E>,
    entry: &Entry<Connection<E::Protocol>>,
    body: web::Payload,
) -> Result<HttpResponse, RequestError> {
    if entry.outbox.closed().is_some() {
        return Err(RequestError::UnknownSid);
    }
    if entry.outbox.is_websocket() {
        return Err(RequestError::BadRequest);
    }
    let body = read_body(shared, body).await.inspect_err(|error| {
        entry.outbox.close(match error {
            RequestError::PayloadTooLarge => DisconnectReason::TooLarge,
            _ => DisconnectReason::TransportLost,
        });
    })?;
    entry.actor.send(Posted(body)).await.unwrap_or(Err(RequestError::UnknownSid))?;
    Ok(plain_text(Bytes::from_static(b"ok")))
}

/// Reads a body within a time limit, which actix-web does not have.
async fn read_body<E: Endpoint>(shared: &Shared<E>, body: web::Payload) -> Result<Bytes, RequestError> {
    let body = body.to_bytes_limited(shared.settings.max_payload);
    match tokio::time::timeout(shared.settings.body_timeout, body).await {
        Ok(Ok(Ok(body))) => Ok(body),
        Ok(Ok(Err(_broken))) => Err(RequestError::BadRequest),
        Ok(Err(_too_large)) => Err(RequestError::PayloadTooLarge),
        Err(_elapsed) => Err(RequestError::BodyTimeout),
    }
}

fn plain_text(body: Bytes) -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::plaintext()).body(body)
}

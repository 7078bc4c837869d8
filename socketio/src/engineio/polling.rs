//! HTTP long-polling: GET waits for packets, POST sends some.
//! <https://socket.io/docs/v4/engine-io-protocol/#http-long-polling-1>

use std::net::IpAddr;

use actix_web::{HttpRequest, HttpResponse, http::header::ContentType, web};
use byte_budget::Hold;
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use tokio::time::timeout;

use super::{
    connection::{Connection, Posted, Protocol},
    handshake::RequestError,
    outbox::PollError,
    reason::DisconnectReason,
    registry::{Entry, network},
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
    let poll = entry.outbox.open_poll().map_err(refusal)?;
    poll.await.map(plain_text).map_err(refusal)
}

/// Receives packets, and answers once all of them are handled.
pub(super) async fn post<E: Endpoint>(
    shared: &Shared<E>,
    entry: &Entry<Connection<E::Protocol>>,
    request: &HttpRequest,
    body: web::Payload,
) -> Result<HttpResponse, RequestError> {
    let _post = entry.outbox.open_post().map_err(refusal)?;
    let settings = &shared.settings;
    let limit = if entry.outbox.is_confirmed() { settings.max_payload } else { settings.max_unconfirmed_payload() };
    let mut hold = shared.arriving.hold((settings.client_address)(request.head()).map(network));
    // actix-web has no time limit for bodies.
    let body = timeout(settings.body_timeout, read_body(body, limit, &mut hold)).await;
    let body = body.unwrap_or(Err(RequestError::BodyTimeout)).inspect_err(|error| {
        entry.outbox.close(match error {
            RequestError::PayloadTooLarge => DisconnectReason::TooLarge,
            RequestError::TooManyPayloads => DisconnectReason::ServerBusy,
            _ => DisconnectReason::TransportLost,
        });
    })?;
    entry.actor.send(Posted(body)).await.unwrap_or(Err(RequestError::UnknownSid))?;
    Ok(plain_text(Bytes::from_static(b"ok")))
}

/// Reads a body of at most `limit` bytes, which `hold` takes as they arrive.
async fn read_body(mut body: web::Payload, limit: usize, hold: &mut Hold<IpAddr>) -> Result<Bytes, RequestError> {
    let mut read = BytesMut::new();
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|_| RequestError::BadRequest)?;
        if read.len() + chunk.len() > limit {
            return Err(RequestError::PayloadTooLarge);
        }
        hold.take(chunk.len()).map_err(|_| RequestError::TooManyPayloads)?;
        read.extend_from_slice(&chunk);
    }
    Ok(read.freeze())
}

fn refusal(error: PollError) -> RequestError {
    match error {
        PollError::Closed => RequestError::UnknownSid,
        PollError::Upgraded => RequestError::BadRequest,
    }
}

fn plain_text(body: Bytes) -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::plaintext()).body(body)
}

//! The WebSocket transport: from the start of a connection, or as an upgrade of polling.
//! <https://socket.io/docs/v4/engine-io-protocol/#upgrade>

use std::sync::Arc;

use actix_http::ws::CloseCode;
use actix_web::{HttpRequest, HttpResponse, rt, web};
use futures_util::stream;

use super::{
    DisconnectReason, Endpoint, Outbox, Packet, Protocol,
    connection::{self, Receive},
    handshake::Refused,
    packet,
    registry::Entry,
    server::Shared,
};
use crate::{
    metrics::SocketMeters,
    socketio::{
        codec::{self, FromClient},
        websocket::{self, Incoming, Received, Violation},
    },
};

/// Opens a connection that is a WebSocket from its start.
pub(super) fn open<E: Endpoint>(
    shared: &Arc<Shared<E>>,
    request: &HttpRequest,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let (opening, incoming) = accept(shared, request, body)?;
    let peer = request.peer_addr().map(|address| address.ip());
    let entry = connection::open(shared, &[], peer).inspect_err(|_| {
        shared.meters.handshakes_refused.increment(1);
    })?;
    let frames = entry.outbox.open_websocket();
    rt::spawn(read(entry, incoming, Arc::clone(&shared.meters)));
    Ok(opening.writing(frames))
}

/// Lets a WebSocket take over from polling, once it has shown that it works.
pub(super) fn upgrade<E: Endpoint>(
    shared: &Arc<Shared<E>>,
    entry: &Entry<E::Protocol>,
    request: &HttpRequest,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let (opening, mut incoming) = accept(shared, request, body)?;
    let Some(frames) = entry.outbox.open_upgrade() else {
        // The connection has a WebSocket already. Clients expect this one to open and then to close.
        let close = packet::close_frame(CloseCode::Policy, "a second WebSocket");
        return Ok(opening.writing(stream::iter([close])));
    };
    let (shared, entry) = (Arc::clone(shared), entry.clone());
    rt::spawn(async move {
        let took_over = take_over(&entry.outbox, &mut incoming);
        match tokio::time::timeout(shared.settings.upgrade_timeout, took_over).await {
            Ok(true) => read(entry, incoming, Arc::clone(&shared.meters)).await,
            Ok(false) | Err(_) => entry.outbox.reject_upgrade(),
        }
    });
    Ok(opening.writing(frames))
}

/// The client's side of an upgrade: a probe, and the word to upgrade. Says whether that is what came.
async fn take_over(outbox: &Outbox, incoming: &mut Incoming) -> bool {
    while let Some(Ok(received)) = incoming.next().await {
        let is_allowed = match received {
            Received::Text(text) => match codec::read_packet(&text) {
                Ok(FromClient::Probe) => outbox.probe(),
                Ok(FromClient::Upgrade) => return outbox.upgrade(),
                _ => false,
            },
            Received::Ping(_) | Received::Pong | Received::Fragment => true,
            Received::Binary(_) | Received::Close(_) => false,
        };
        if !is_allowed {
            return false;
        }
    }
    false
}

/// Hands on what comes, one packet after the other, until the WebSocket or the connection ends.
async fn read<P: Protocol>(entry: Entry<P>, mut incoming: Incoming, meters: Arc<SocketMeters>) {
    let reason = loop {
        let packet = match incoming.next().await {
            Some(Ok(Received::Text(text))) => match codec::read_packet(&text) {
                Ok(packet) => packet,
                Err(malformed) => {
                    tracing::debug!(%malformed, "packet refused");
                    break DisconnectReason::Malformed;
                }
            },
            Some(Ok(Received::Binary(bytes))) => FromClient::Binary(bytes),
            Some(Ok(Received::Ping(data))) => {
                entry.outbox.push(&[Packet::pong_frame(&data)]);
                continue;
            }
            Some(Ok(Received::Pong | Received::Fragment)) => continue,
            Some(Ok(Received::Close(_))) => break DisconnectReason::ClosedByClient,
            Some(Err(violation)) => break violation.into(),
            None => break DisconnectReason::TransportLost,
        };
        meters.packets_in.increment(1);
        meters.bytes_in.increment(packet.len() as u64);
        if !matches!(entry.actor.send(Receive(packet)).await, Ok(Ok(()))) {
            return;
        }
    };
    entry.outbox.close(reason);
}

fn accept<E: Endpoint>(
    shared: &Shared<E>,
    request: &HttpRequest,
    body: web::Payload,
) -> Result<(websocket::Opening, Incoming), Refused> {
    websocket::accept(request, body, shared.settings.max_payload).map_err(|_| Refused::BadRequest)
}

impl From<Violation> for DisconnectReason {
    fn from(violation: Violation) -> Self {
        match violation {
            Violation::Protocol => Self::Malformed,
            Violation::NotUtf8 => Self::NotUtf8,
            Violation::TooLarge => Self::TooLarge,
        }
    }
}

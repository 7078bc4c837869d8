//! The WebSocket transport: from the start of a connection, or as an upgrade of polling.
//! <https://socket.io/docs/v4/engine-io-protocol/#upgrade>

use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use actix_web::{
    HttpRequest, HttpResponse,
    body::{BodySize, BoxBody, MessageBody},
    rt, web,
};
use actix_ws::{AggregatedMessage, AggregatedMessageStream, CloseCode, CloseReason, ProtocolError};
use bytes::Bytes;
use futures_util::Stream;

use super::{
    DisconnectReason, Endpoint, Outbox, Packet, Protocol,
    connection::{self, Receive},
    handshake::Refused,
    outbox::Frames,
    registry::Entry,
    server::Shared,
};
use crate::{
    metrics::SocketMeters,
    socketio::codec::{self, FromClient},
};

/// Opens a connection that is a WebSocket from its start.
pub(super) fn open<E: Endpoint>(
    shared: &Arc<Shared<E>>,
    request: &HttpRequest,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let (response, _, messages) = actix_ws::handle(request, body).map_err(|_| Refused::BadRequest)?;
    let peer = request.peer_addr().map(|address| address.ip());
    let entry = connection::open(shared, &[], peer).inspect_err(|_| {
        shared.meters.handshakes_refused.increment(1);
    })?;
    let frames = entry.outbox.open_websocket();
    rt::spawn(read(entry, limited(messages, shared.settings.max_payload), Arc::clone(&shared.meters)));
    Ok(writing(response, frames))
}

/// Lets a WebSocket take over from polling, once it has shown that it works.
pub(super) fn upgrade<E: Endpoint>(
    shared: &Arc<Shared<E>>,
    entry: &Entry<E::Protocol>,
    request: &HttpRequest,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let (response, session, messages) = actix_ws::handle(request, body).map_err(|_| Refused::BadRequest)?;
    let Some(frames) = entry.outbox.open_upgrade() else {
        // The connection has a WebSocket already. Clients expect this one to open and then to close.
        let reason = CloseReason { code: CloseCode::Policy, description: Some("a second WebSocket".to_owned()) };
        rt::spawn(session.close(Some(reason)));
        return Ok(response);
    };
    let mut messages = limited(messages, shared.settings.max_payload);
    let (shared, entry) = (Arc::clone(shared), entry.clone());
    rt::spawn(async move {
        let took_over = take_over(&entry.outbox, &mut messages);
        match tokio::time::timeout(shared.settings.upgrade_timeout, took_over).await {
            Ok(true) => read(entry, messages, Arc::clone(&shared.meters)).await,
            Ok(false) | Err(_) => entry.outbox.reject_upgrade(),
        }
    });
    Ok(writing(response, frames))
}

/// The client's side of an upgrade: a probe, and the word to upgrade. Says whether that is what came.
async fn take_over(outbox: &Outbox, messages: &mut AggregatedMessageStream) -> bool {
    while let Some(Ok(message)) = messages.recv().await {
        let is_allowed = match message {
            AggregatedMessage::Text(text) => match codec::read_packet(&text) {
                Ok(FromClient::Probe) => outbox.probe(),
                Ok(FromClient::Upgrade) => return outbox.upgrade(),
                _ => false,
            },
            AggregatedMessage::Ping(_) | AggregatedMessage::Pong(_) => true,
            AggregatedMessage::Binary(_) | AggregatedMessage::Close(_) => false,
        };
        if !is_allowed {
            return false;
        }
    }
    false
}

/// Hands on what comes, one packet after the other, until the WebSocket or the connection ends.
async fn read<P: Protocol>(entry: Entry<P>, mut messages: AggregatedMessageStream, meters: Arc<SocketMeters>) {
    let reason = loop {
        let packet = match messages.recv().await {
            Some(Ok(AggregatedMessage::Text(text))) => match codec::read_packet(&text) {
                Ok(packet) => packet,
                Err(malformed) => {
                    tracing::debug!(%malformed, "packet refused");
                    break DisconnectReason::Malformed;
                }
            },
            Some(Ok(AggregatedMessage::Binary(bytes))) => FromClient::Binary(bytes),
            Some(Ok(AggregatedMessage::Ping(data))) => {
                entry.outbox.push(&[Packet::pong_frame(&data)]);
                continue;
            }
            Some(Ok(AggregatedMessage::Pong(_))) => continue,
            Some(Ok(AggregatedMessage::Close(_))) => break DisconnectReason::ClosedByClient,
            Some(Err(ProtocolError::Io(_))) | None => break DisconnectReason::TransportLost,
            Some(Err(_)) => break DisconnectReason::Malformed,
        };
        meters.packets_in.increment(1);
        meters.bytes_in.increment(packet.len() as u64);
        if !matches!(entry.actor.send(Receive::now(packet)).await, Ok(Ok(()))) {
            return;
        }
    };
    entry.outbox.close(reason);
}

fn limited(messages: actix_ws::MessageStream, max_payload: usize) -> AggregatedMessageStream {
    messages.max_frame_size(max_payload).aggregate_continuations().max_continuation_size(max_payload)
}

/// Makes `frames` the body of the response that opens the WebSocket.
fn writing(response: HttpResponse, frames: Frames) -> HttpResponse {
    response.map_body(|_, opened| Writer { frames, _opened: opened }).map_into_boxed_body()
}

/// The outgoing half. The HTTP connection takes from it when it can write, so all that waits leaves in one write, and
/// what a slow reader does not take stays in the outbox, where it is bounded.
struct Writer {
    frames: Frames,
    /// The body that actix-ws made: its end, when the HTTP connection drops us, ends the incoming half.
    _opened: BoxBody,
}

impl MessageBody for Writer {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        Pin::new(&mut self.frames).poll_next(cx).map(|frames| frames.map(Ok))
    }
}

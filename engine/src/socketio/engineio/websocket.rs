//! The WebSocket transport: from the start of a connection, or as an upgrade of polling.
//! <https://socket.io/docs/v4/engine-io-protocol/#upgrade>

use std::{io, pin::pin, sync::Arc};

use actix_http::ws::{CloseCode, CloseReason};
use actix_web::http::Method;
use futures_util::StreamExt;
use tokio::{
    io::AsyncWriteExt,
    net::{
        TcpStream,
        tcp::{ReadHalf, WriteHalf},
    },
};

use super::{
    DisconnectReason, Endpoint, Outbox, Packet, Protocol, Sid,
    connection::{self, Receive},
    handshake::{self, Query, Refused, Transport},
    outbox::Frames,
    registry::Entry,
    server::Shared,
};
use crate::{
    metrics::SocketMeters,
    socketio::{
        codec::{self, FromClient},
        websocket::{Incoming, Message, Opening, Violation, linger},
    },
};

/// Serves one request for a WebSocket, from its answer to the end of the connection.
pub(super) async fn serve<E: Endpoint>(shared: Arc<Shared<E>>, opening: Opening) {
    let served = match request(&shared, &opening) {
        Ok(None) => open(&shared, opening).await,
        Ok(Some(sid)) => upgrade(&shared, sid, opening).await,
        Err(refused) => opening.refuse(refused.response()).await,
    };
    if let Err(error) = served {
        tracing::debug!(%error, "connection lost before it was a WebSocket");
    }
}

/// For which connection the WebSocket is; none asks for a new one.
fn request<E: Endpoint>(shared: &Shared<E>, opening: &Opening) -> Result<Option<Sid>, Refused> {
    handshake::origin(opening.head(), &shared.settings.allowed_origins)?;
    let query = Query::read(opening.head())?;
    if query.transport()? == Transport::Polling {
        return Err(Refused::BadRequest);
    }
    let sid = query.sid()?;
    if opening.head().method != Method::GET {
        return Err(if sid.is_none() { Refused::BadHandshakeMethod } else { Refused::BadRequest });
    }
    if sid.is_none() {
        query.check_version()?;
    }
    opening.check().map_err(|_| Refused::BadRequest)?;
    Ok(sid)
}

/// Opens a connection that is a WebSocket from its start.
async fn open<E: Endpoint>(shared: &Shared<E>, opening: Opening) -> io::Result<()> {
    let entry = match connection::open(shared, &[], opening.peer_addr().map(|address| address.ip())) {
        Ok(entry) => entry,
        Err(reason) => {
            shared.meters.handshakes_refused.increment(1);
            return opening.refuse(Refused::from(reason).response()).await;
        }
    };
    let frames = entry.outbox.open_websocket();
    let (io, mut incoming) = opening.accept(shared.settings.max_payload).await?.into_parts();
    run(io, frames, async |reader| read(&entry, &mut incoming, reader, &shared.meters).await).await;
    Ok(())
}

/// Lets a WebSocket take over from polling, once it has shown that it works.
async fn upgrade<E: Endpoint>(shared: &Shared<E>, sid: Sid, opening: Opening) -> io::Result<()> {
    let Some(entry) = shared.registry.find(sid) else {
        return opening.refuse(Refused::UnknownSid.response()).await;
    };
    let frames = entry.outbox.open_upgrade();
    let socket = opening.accept(shared.settings.max_payload).await?;
    let Some(frames) = frames else {
        // The connection has a WebSocket already. Clients expect this one to open and then to close.
        let reason = CloseReason { code: CloseCode::Policy, description: Some("a second WebSocket".to_owned()) };
        return socket.close(Some(reason)).await;
    };
    let (io, mut incoming) = socket.into_parts();
    run(io, frames, async |reader| {
        let took_over = take_over(&entry.outbox, &mut incoming, reader);
        match tokio::time::timeout(shared.settings.upgrade_timeout, took_over).await {
            Ok(true) => read(&entry, &mut incoming, reader, &shared.meters).await,
            Ok(false) | Err(_) => entry.outbox.reject_upgrade(),
        }
    })
    .await;
    Ok(())
}

/// Reads and writes at the same time, until all that there is to say was said.
async fn run(mut io: TcpStream, frames: Frames, read: impl AsyncFnOnce(&mut ReadHalf<'_>)) {
    let (mut reader, writer) = io.split();
    let mut writing = pin!(write(frames, writer));
    tokio::select! {
        // Who stops reading has closed the outbox: the last frames go out.
        () = read(&mut reader) => writing.await,
        () = &mut writing => {}
    }
    linger(&mut reader).await;
}

/// Writes what the outbox holds, all that waits in one go. What a slow reader does not take stays there, where it is
/// bounded.
async fn write(mut frames: Frames, mut writer: WriteHalf<'_>) {
    while let Some(bytes) = frames.next().await {
        if writer.write_all(&bytes).await.is_err() {
            return;
        }
    }
    // To a peer that is gone nothing need be said.
    let _ = writer.shutdown().await;
}

/// The client's side of an upgrade: a probe, and the word to upgrade. Says whether that is what came.
async fn take_over(outbox: &Outbox, incoming: &mut Incoming, reader: &mut ReadHalf<'_>) -> bool {
    while let Some(Ok(message)) = incoming.next(reader).await {
        let is_allowed = match message {
            Message::Text(text) => match codec::read_packet(text) {
                Ok(FromClient::Probe) => outbox.probe(),
                Ok(FromClient::Upgrade) => return outbox.upgrade(),
                _ => false,
            },
            Message::Ping(_) | Message::Pong => true,
            Message::Binary(_) | Message::Close(_) => false,
        };
        if !is_allowed {
            return false;
        }
    }
    false
}

/// Hands on what comes, one packet after the other, until the WebSocket or the connection ends.
async fn read<P: Protocol>(
    entry: &Entry<P>,
    incoming: &mut Incoming,
    reader: &mut ReadHalf<'_>,
    meters: &SocketMeters,
) {
    let reason = loop {
        let packet = match incoming.next(reader).await {
            Some(Ok(Message::Text(text))) => match codec::read_packet(text) {
                Ok(packet) => packet,
                Err(malformed) => {
                    tracing::debug!(%malformed, "packet refused");
                    break DisconnectReason::Malformed;
                }
            },
            Some(Ok(Message::Binary(bytes))) => FromClient::Binary(bytes),
            Some(Ok(Message::Ping(data))) => {
                entry.outbox.push(&[Packet::pong_frame(&data)]);
                continue;
            }
            Some(Ok(Message::Pong)) => continue,
            Some(Ok(Message::Close(_))) => break DisconnectReason::ClosedByClient,
            Some(Err(violation)) => {
                tracing::debug!(%violation, "frame refused");
                break violation.into();
            }
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

impl From<Violation> for DisconnectReason {
    fn from(violation: Violation) -> Self {
        match violation {
            Violation::Protocol(_) => Self::Malformed,
            Violation::NotUtf8 => Self::NotUtf8,
            Violation::TooLarge => Self::TooLarge,
        }
    }
}

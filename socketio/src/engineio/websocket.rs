//! The WebSocket transport: from the start of a connection, or as an upgrade of polling.
//! <https://socket.io/docs/v4/engine-io-protocol/#upgrade>

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use actix_http::ws::{CloseCode, CloseReason};
use actix_web::{http::Method, rt};
use futures_util::Stream;
use tokio::{
    net::tcp::{OwnedReadHalf, OwnedWriteHalf},
    time::timeout,
};

use super::{
    DisconnectReason, Endpoint, Outbox, Packet, Sid,
    connection::{self, Attach},
    handshake::{self, Query, Refused, Transport},
    outbox::Writer,
    registry::Entry,
    server::Shared,
};
use crate::{
    codec::{self, FromClient},
    metrics::Meters,
    pace::Pace,
    websocket::{Incoming, Message, Opening, Violation, linger},
};

/// The writer of a WebSocket, and the connection to write to.
type Outgoing = (Writer, OwnedWriteHalf);

/// Serves one request for a WebSocket, from its answer to the end of the connection.
pub(super) fn serve<E: Endpoint>(shared: Arc<Shared<E>>, opening: Opening) -> impl Future<Output = ()> {
    // Boxed, so that its memory is freed after the answer: the rest of the future lives as long as the connection.
    let answered = Box::pin(answer(shared, opening));
    async move {
        match answered.await {
            Ok(Some((writer, io))) => {
                if let Some(io) = writer.run(io).await {
                    linger(io.as_ref()).await;
                }
            }
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, "connection lost before it was a WebSocket"),
        }
    }
}

/// Opens the WebSocket, or refuses to.
async fn answer<E: Endpoint>(shared: Arc<Shared<E>>, opening: Opening) -> io::Result<Option<Outgoing>> {
    let query = Query::read(opening.head());
    let has_session = query.as_ref().is_ok_and(Query::names_session);
    match query.and_then(|query| request(&shared, &opening, &query)) {
        Ok(None) => open(&shared, opening).await,
        Ok(Some(sid)) => upgrade(&shared, sid, opening).await,
        Err(refused) => {
            if !has_session {
                shared.meters.handshakes_refused.count(refused.as_str());
            }
            refuse(&shared, opening, refused).await
        }
    }
}

async fn refuse<E: Endpoint>(shared: &Shared<E>, opening: Opening, refused: Refused) -> io::Result<Option<Outgoing>> {
    opening.refuse(refused.response(&shared.settings.limit_names)).await?;
    Ok(None)
}

/// Returns the connection that the WebSocket is for; `None` asks for a new one.
fn request<E: Endpoint>(shared: &Shared<E>, opening: &Opening, query: &Query) -> Result<Option<Sid>, Refused> {
    handshake::origin(opening.head(), &shared.settings)?;
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
async fn open<E: Endpoint>(shared: &Shared<E>, opening: Opening) -> io::Result<Option<Outgoing>> {
    let client = (shared.settings.client_address)(opening.head());
    let entry = match connection::open(shared, &[], client) {
        Ok(entry) => entry,
        Err(reason) => {
            let refused = Refused::from(reason);
            shared.meters.handshakes_refused.count(refused.as_str());
            return refuse(shared, opening, refused).await;
        }
    };
    let writer = entry.outbox.open_websocket();
    let (io, incoming) = opening.accept(shared.settings.max_payload).await?.into_parts();
    let (reader, io) = io.into_split();
    entry.actor.do_send(Attach(Packets::new(shared, &entry, incoming, reader)));
    Ok(Some((writer, io)))
}

/// Upgrades a polling connection to a WebSocket, once a probe has shown that it works.
async fn upgrade<E: Endpoint>(shared: &Shared<E>, sid: Sid, opening: Opening) -> io::Result<Option<Outgoing>> {
    let Some(entry) = shared.registry.find(sid) else {
        return refuse(shared, opening, Refused::UnknownSid).await;
    };
    let writer = entry.outbox.open_upgrade();
    let socket = opening.accept(shared.settings.max_payload).await?;
    let Some(writer) = writer else {
        // The connection has a WebSocket already. Clients expect this one to open and then to close.
        let reason = CloseReason { code: CloseCode::Policy, description: Some("a second WebSocket".to_owned()) };
        socket.close(Some(reason)).await?;
        return Ok(None);
    };
    let (io, incoming) = socket.into_parts();
    let (reader, io) = io.into_split();
    let mut packets = Packets::new(shared, &entry, incoming, reader);
    let in_time = shared.settings.upgrade_timeout;
    rt::spawn(async move {
        match timeout(in_time, packets.take_over()).await {
            Ok(true) => entry.actor.do_send(Attach(packets)),
            Ok(false) | Err(_) => entry.outbox.reject_upgrade(),
        }
    });
    Ok(Some((writer, io)))
}

/// The stream of packets from a WebSocket. An error is the reason for which no more come.
pub(super) struct Packets {
    incoming: Incoming,
    io: OwnedReadHalf,
    outbox: Arc<Outbox>,
    meters: Arc<Meters>,
}

impl Packets {
    fn new<E: Endpoint>(shared: &Shared<E>, entry: &Entry<E::Protocol>, incoming: Incoming, io: OwnedReadHalf) -> Self {
        let incoming = incoming.at(Pace::new(&shared.settings));
        Self { incoming, io, outbox: Arc::clone(&entry.outbox), meters: Arc::clone(&shared.meters) }
    }

    /// Reads the client's side of an upgrade: a probe, then the packet to upgrade. Returns true if both came.
    async fn take_over(&mut self) -> bool {
        while let Some(Ok(message)) = self.incoming.next(&mut self.io).await {
            let is_allowed = match message {
                Message::Text(text) => match codec::read_packet(text) {
                    Ok(FromClient::Probe) => self.outbox.probe(),
                    Ok(FromClient::Upgrade) => return self.outbox.upgrade(),
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

    /// Returns the packet in `message`, if it has one.
    fn packet(&self, message: Result<Message, Violation>) -> Option<Result<FromClient, DisconnectReason>> {
        let packet = match message {
            Ok(Message::Text(text)) => match codec::read_packet(text) {
                Ok(packet) => packet,
                Err(malformed) => {
                    tracing::debug!(%malformed, "packet refused");
                    return Some(Err(DisconnectReason::Malformed));
                }
            },
            Ok(Message::Binary(bytes)) => FromClient::Binary(bytes),
            Ok(Message::Ping(data)) => {
                self.outbox.push(&[Packet::pong_frame(&data)]);
                return None;
            }
            Ok(Message::Pong) => return None,
            Ok(Message::Close(_)) => return Some(Err(DisconnectReason::ClosedByClient)),
            Err(violation) => {
                tracing::debug!(%violation, "frame refused");
                return Some(Err(violation.into()));
            }
        };
        self.meters.packets_in.increment(1);
        self.meters.bytes_in.increment(packet.len() as u64);
        Some(Ok(packet))
    }
}

impl Stream for Packets {
    type Item = Result<FromClient, DisconnectReason>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let packets = self.get_mut();
        while let Some(message) = ready!(packets.incoming.poll_next(&mut packets.io, cx)) {
            if let Some(packet) = packets.packet(message) {
                return Poll::Ready(Some(packet));
            }
        }
        Poll::Ready(None)
    }
}

impl From<Violation> for DisconnectReason {
    fn from(violation: Violation) -> Self {
        match violation {
            Violation::Protocol(_) => Self::Malformed,
            Violation::NotUtf8 => Self::NotUtf8,
            Violation::TooLarge => Self::TooLarge,
            Violation::TooFast => Self::Flooding,
        }
    }
}

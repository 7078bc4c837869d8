//! The WebSocket transport: from the start of a connection, or as an upgrade of polling.
//! <https://socket.io/docs/v4/engine-io-protocol/#upgrade>

use std::{io, sync::Arc};

use actix_http::ws::{CloseCode, CloseReason};
use actix_web::{http::Method, rt};
use tokio::{net::tcp::OwnedWriteHalf, time::timeout};

use super::{
    connection::Attach,
    handshake::{self, Query, RequestError, Transport},
    incoming::Packets,
    outbox::Writer,
    shared::{Endpoint, Shared},
    sid::Sid,
};
use crate::websocket::{Opening, linger};

/// The writer of a WebSocket, and the connection to write to.
type Outgoing = (Writer, OwnedWriteHalf);

/// Serves one request for a WebSocket until the end of the connection.
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
        Err(error) => {
            if !has_session {
                shared.meters.handshakes_refused.count(error.as_str());
            }
            refuse(&shared, opening, error).await
        }
    }
}

async fn refuse<E: Endpoint>(
    shared: &Shared<E>,
    opening: Opening,
    error: RequestError,
) -> io::Result<Option<Outgoing>> {
    opening.refuse(error.response(&shared.settings)).await?;
    Ok(None)
}

/// Returns the session that the request is for; `None` asks for a new one.
fn request<E: Endpoint>(shared: &Shared<E>, opening: &Opening, query: &Query) -> Result<Option<Sid>, RequestError> {
    handshake::origin(opening.head(), &shared.settings)?;
    if query.transport()? == Transport::Polling {
        return Err(RequestError::BadRequest);
    }
    let sid = query.sid()?;
    if opening.head().method != Method::GET {
        return Err(if sid.is_none() { RequestError::BadHandshakeMethod } else { RequestError::BadRequest });
    }
    if sid.is_none() {
        query.check_version()?;
    }
    opening.check().map_err(|_| RequestError::BadRequest)?;
    Ok(sid)
}

/// Opens a connection that is a WebSocket from its start.
async fn open<E: Endpoint>(shared: &Shared<E>, opening: Opening) -> io::Result<Option<Outgoing>> {
    let client = (shared.settings.client_address)(opening.head());
    let entry = match shared.open(&[], client) {
        Ok(entry) => entry,
        Err(error) => {
            shared.meters.handshakes_refused.count(error.as_str());
            return refuse(shared, opening, error).await;
        }
    };
    let writer = entry.outbox.open_websocket();
    let (io, incoming) = opening.accept(shared.settings.max_unconfirmed_payload()).await?.into_parts();
    let (reader, io) = io.into_split();
    entry.actor.do_send(Attach(Packets::new(incoming, reader, &entry.outbox, &shared.settings, &shared.meters)));
    Ok(Some((writer, io)))
}

/// Upgrades a polling connection to a WebSocket, once a probe has shown that it works.
async fn upgrade<E: Endpoint>(shared: &Shared<E>, sid: Sid, opening: Opening) -> io::Result<Option<Outgoing>> {
    let Some(entry) = shared.registry.find(sid) else {
        return refuse(shared, opening, RequestError::UnknownSid).await;
    };
    let writer = entry.outbox.open_upgrade();
    let socket = opening.accept(shared.settings.max_unconfirmed_payload()).await?;
    let Some(writer) = writer else {
        // The connection already has a WebSocket. Clients expect this one to open and then to close.
        let reason = CloseReason { code: CloseCode::Policy, description: Some("a second WebSocket".to_owned()) };
        socket.close(Some(reason)).await?;
        return Ok(None);
    };
    let (io, incoming) = socket.into_parts();
    let (reader, io) = io.into_split();
    let mut packets = Packets::new(incoming, reader, &entry.outbox, &shared.settings, &shared.meters);
    let in_time = shared.settings.upgrade_timeout;
    rt::spawn(async move {
        match timeout(in_time, packets.take_over()).await {
            Ok(true) => entry.actor.do_send(Attach(packets)),
            Ok(false) | Err(_) => entry.outbox.reject_upgrade(),
        }
    });
    Ok(Some((writer, io)))
}

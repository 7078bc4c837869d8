//! The actor behind one connection: it hears what the client sends, on whichever transport, and keeps the heartbeat.
//!
//! What goes out does not pass through it (see [`Outbox`]). It ends when the outbox is closed, by whomever, and tells
//! its protocol once.

use std::{mem, net::IpAddr, sync::Arc, time::Duration};

use actix::{Actor, ActorContext, AsyncContext, Context, Handler, SpawnHandle, StreamHandler};
use tokio::time::Instant;

use super::{
    DisconnectReason, Endpoint, Link, Message, Outbox, Protocol, Sid,
    outbox::Closed,
    registry::{Entry, Registry},
    server::Shared,
    websocket::Packets,
};
use crate::{
    metrics::SocketMeters,
    socketio::{
        codec::{self, FromClient},
        pace::Pace,
    },
};

/// One client's connection, with the protocol that it speaks.
pub struct Connection<P: Protocol> {
    pub(crate) protocol: P,
    sid: Sid,
    outbox: Arc<Outbox>,
    heartbeat: Heartbeat,
    /// How fast it may post; a WebSocket has a pace of its own.
    posts: Pace,
    /// How long the last packets are kept for a client that will poll again.
    farewell_timeout: Duration,
    has_ended: bool,
    registry: Arc<Registry<P>>,
    meters: Arc<SocketMeters>,
}

/// When what happens next, so that the client's silence is noticed.
/// <https://socket.io/docs/v4/engine-io-protocol/#heartbeat>
struct Heartbeat {
    interval: Duration,
    timeout: Duration,
    next: Instant,
    awaits_pong: bool,
    timer: SpawnHandle,
}

/// A packet came from the client, on either transport.
#[derive(actix::Message)]
#[rtype(result = "Result<(), Ended>")]
pub(super) struct Receive(pub(super) FromClient);

/// The connection has a WebSocket now, from which these packets come. The actor reads them itself.
#[derive(actix::Message)]
#[rtype(result = "()")]
pub(super) struct Attach(pub(super) Packets);

/// So many packets came in a polling request, and nobody has looked at them yet.
#[derive(actix::Message)]
#[rtype(result = "Result<(), Ended>")]
pub(super) struct Posted(pub(super) usize);

/// The connection is over, and more packets of its client are of no use.
#[derive(Debug)]
pub(super) struct Ended;

/// Why there is no new connection.
#[derive(Debug, Clone, Copy)]
pub(super) enum NotOpened {
    /// As many live as may.
    Full,
    /// As many live as may from this address.
    AddressFull,
    /// The server is shutting down.
    ShuttingDown,
    /// The operating system has no randomness to give.
    NoSid,
}

/// Opens a connection on this thread. Its first packet, the handshake, waits in its outbox; `upgrades` are the
/// transports that the client may change to.
pub(super) fn open<E: Endpoint>(
    shared: &Shared<E>,
    upgrades: &[&str],
    peer: Option<IpAddr>,
) -> Result<Entry<E::Protocol>, NotOpened> {
    let sid = Sid::random().map_err(|_| NotOpened::NoSid)?;
    let ctx = Context::<Connection<E::Protocol>>::new();
    let actor = ctx.address();
    let outbox = Outbox::new(&shared.settings, Arc::clone(&shared.meters), Some(actor.clone().recipient()));
    let entry = Entry { outbox: Arc::clone(&outbox), actor };
    shared.registry.insert(sid, entry.clone(), peer)?;
    outbox.push(&[codec::open(sid, upgrades, &shared.settings)]);
    ctx.run(Connection {
        protocol: shared.endpoint.open(Link { outbox: Arc::clone(&outbox), peer }),
        sid,
        outbox,
        heartbeat: Heartbeat {
            interval: shared.settings.ping_interval,
            timeout: shared.settings.ping_timeout,
            next: Instant::now() + shared.settings.ping_interval,
            awaits_pong: false,
            timer: SpawnHandle::default(),
        },
        farewell_timeout: shared.settings.farewell_timeout,
        has_ended: false,
        posts: Pace::new(&shared.settings),
        registry: Arc::clone(&shared.registry),
        meters: Arc::clone(&shared.meters),
    });
    Ok(entry)
}

impl<P: Protocol> Actor for Connection<P> {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        self.meters.polling_open.increment(1.0);
        self.schedule(ctx);
        self.protocol.started(ctx);
    }

    fn stopped(&mut self, _ctx: &mut Self::Context) {
        // An actor also stops when it panicked, or when its thread ends.
        self.outbox.close(DisconnectReason::ClosedByServer);
        self.end();
        self.registry.remove(self.sid);
    }
}

impl<P: Protocol> Handler<Receive> for Connection<P> {
    type Result = Result<(), Ended>;

    fn handle(&mut self, Receive(packet): Receive, ctx: &mut Self::Context) -> Self::Result {
        self.receive(packet, ctx)
    }
}

impl<P: Protocol> Handler<Attach> for Connection<P> {
    type Result = ();

    fn handle(&mut self, Attach(packets): Attach, ctx: &mut Self::Context) {
        ctx.add_stream(packets);
    }
}

impl<P: Protocol> StreamHandler<Result<FromClient, DisconnectReason>> for Connection<P> {
    fn handle(&mut self, packet: Result<FromClient, DisconnectReason>, ctx: &mut Self::Context) {
        match packet {
            // What the outcome was is known to the outbox.
            Ok(packet) => drop(self.receive(packet, ctx)),
            Err(reason) => self.close(reason),
        }
    }

    fn finished(&mut self, _ctx: &mut Self::Context) {
        self.close(DisconnectReason::TransportLost);
    }
}

impl<P: Protocol> Connection<P> {
    /// Hands a packet on to who it is for.
    fn receive(&mut self, packet: FromClient, ctx: &mut Context<Self>) -> Result<(), Ended> {
        if self.outbox.closed().is_some() {
            return Err(Ended);
        }
        let outcome = match packet {
            FromClient::Text(text) => self.protocol.message(Message::Text(text), ctx),
            FromClient::Binary(bytes) => self.protocol.message(Message::Binary(bytes), ctx),
            FromClient::Pong => {
                self.pong(ctx);
                Ok(())
            }
            FromClient::Noop => Ok(()),
            FromClient::Close => Err(DisconnectReason::ClosedByClient),
            // These belong to a WebSocket that is not yet the transport.
            FromClient::Probe | FromClient::Upgrade => Err(DisconnectReason::Malformed),
        };
        outcome.map_err(|reason| {
            self.outbox.close(reason);
            Ended
        })
    }
}

impl<P: Protocol> Handler<Posted> for Connection<P> {
    type Result = Result<(), Ended>;

    fn handle(&mut self, Posted(packets): Posted, _ctx: &mut Self::Context) -> Self::Result {
        if self.outbox.closed().is_some() {
            return Err(Ended);
        }
        if self.posts.allows(packets) {
            return Ok(());
        }
        self.outbox.close(DisconnectReason::Flooding);
        Err(Ended)
    }
}

impl<P: Protocol> Handler<Closed> for Connection<P> {
    type Result = ();

    fn handle(&mut self, Closed: Closed, ctx: &mut Self::Context) {
        self.end();
        if self.outbox.has_farewell() {
            ctx.run_later(self.farewell_timeout, |_, ctx| ctx.stop());
        } else {
            ctx.stop();
        }
    }
}

impl<P: Protocol> Connection<P> {
    /// Tells everybody, once, that the connection is over.
    fn end(&mut self) {
        if mem::replace(&mut self.has_ended, true) {
            return;
        }
        let reason = self.outbox.closed().unwrap_or(DisconnectReason::ClosedByServer);
        let open = if self.outbox.is_websocket() { &self.meters.websocket_open } else { &self.meters.polling_open };
        open.decrement(1.0);
        self.meters.closed.count(reason.as_str());
        tracing::debug!(reason = reason.as_str(), "connection closed");
        self.protocol.closed(reason);
    }

    /// Closes the connection from within.
    pub(crate) fn close(&self, reason: DisconnectReason) {
        self.outbox.close(reason);
    }

    fn schedule(&mut self, ctx: &mut Context<Self>) {
        let wait = self.heartbeat.next.saturating_duration_since(Instant::now());
        self.heartbeat.timer = ctx.run_later(wait, Self::beat);
    }

    fn beat(&mut self, ctx: &mut Context<Self>) {
        if self.heartbeat.awaits_pong {
            self.outbox.close(DisconnectReason::PingTimeout);
            return;
        }
        self.heartbeat.awaits_pong = true;
        self.heartbeat.next += self.heartbeat.timeout;
        self.outbox.expires(Some(self.heartbeat.next));
        self.outbox.push(&[codec::ping()]);
        self.schedule(ctx);
    }

    fn pong(&mut self, ctx: &mut Context<Self>) {
        if !self.heartbeat.awaits_pong {
            return;
        }
        self.heartbeat.awaits_pong = false;
        self.outbox.expires(None);
        ctx.cancel_future(self.heartbeat.timer);
        self.heartbeat.next = Instant::now() + self.heartbeat.interval;
        self.schedule(ctx);
    }
}

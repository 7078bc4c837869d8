//! The actor of one connection: it receives the client's packets on either transport, and runs the heartbeat.
//!
//! Outgoing packets do not pass through it (see [`Outbox`]). It ends when any party closes the outbox, and notifies its
//! protocol once.

use std::{mem, sync::Arc, time::Duration};

use actix::{Actor, ActorContext, AsyncContext, Context, Handler, SpawnHandle, StreamHandler};
use bytes::Bytes;
use tokio::time::Instant;

use super::{
    codec::{self, FromClient},
    handshake::RequestError,
    incoming::Packets,
    link::Message,
    outbox::{Closed, Outbox},
    reason::DisconnectReason,
    registry::Registry,
    sid::Sid,
};
use crate::{Settings, metrics::Meters, rate_limit::RateLimit};

/// The protocol of one connection. It lives inside the connection's actor.
pub trait Protocol: Sized + Unpin + 'static {
    /// Called when the actor has started, to set timers.
    fn started(&mut self, _ctx: &mut Context<Connection<Self>>) {}

    /// Called for each message from the client.
    ///
    /// # Errors
    /// Returns the reason for which to close the connection.
    fn message(&mut self, message: Message, ctx: &mut Context<Connection<Self>>) -> Result<(), DisconnectReason>;

    /// Called once, as the last call, when the connection is over.
    fn closed(&mut self, reason: DisconnectReason);
}

/// One client's connection, with the protocol on top of it.
pub struct Connection<P: Protocol> {
    pub(crate) protocol: P,
    sid: Sid,
    outbox: Arc<Outbox>,
    heartbeat: Heartbeat,
    /// The limit on how fast the client may post; a WebSocket has a limit of its own.
    posts: RateLimit,
    /// The time for which the last packets are kept for a client that will poll again.
    last_poll_timeout: Duration,
    has_ended: bool,
    registry: Arc<Registry<Self>>,
    meters: Arc<Meters>,
}

/// The schedule of pings and pongs, which detects a silent client.
/// <https://socket.io/docs/v4/engine-io-protocol/#heartbeat>
struct Heartbeat {
    interval: Duration,
    timeout: Duration,
    next: Instant,
    /// The moment at which the handshake or the last ping was sent; `None` once the client has answered it.
    asked_at: Option<Instant>,
    awaits_pong: bool,
    timer: SpawnHandle,
}

/// To the actor: read this stream of packets, from the WebSocket that the connection has now.
#[derive(actix::Message)]
#[rtype(result = "()")]
pub(super) struct Attach(pub(super) Packets);

/// To the actor: packets from the body of a polling request.
#[derive(actix::Message)]
#[rtype(result = "Result<(), RequestError>")]
pub(super) struct Posted(pub(super) Bytes);

impl<P: Protocol> Connection<P> {
    /// Creates the connection of a client to which the handshake was sent just now.
    pub(super) fn new(
        protocol: P,
        sid: Sid,
        outbox: Arc<Outbox>,
        settings: &Settings,
        registry: Arc<Registry<Self>>,
        meters: Arc<Meters>,
    ) -> Self {
        let now = Instant::now();
        let heartbeat = Heartbeat {
            interval: settings.ping_interval,
            timeout: settings.ping_timeout,
            next: now + settings.ping_interval,
            asked_at: Some(now),
            awaits_pong: false,
            timer: SpawnHandle::default(),
        };
        Self {
            protocol,
            sid,
            outbox,
            heartbeat,
            posts: RateLimit::of(settings.packets_per_second, settings.packet_burst),
            last_poll_timeout: settings.last_poll_timeout,
            has_ended: false,
            registry,
            meters,
        }
    }
}

impl<P: Protocol> Actor for Connection<P> {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        self.meters.polling_open.increment(1.0);
        self.schedule(ctx);
        self.protocol.started(ctx);
    }

    fn stopped(&mut self, _ctx: &mut Self::Context) {
        // An actor also stops after a panic, or when its thread ends.
        self.outbox.close(DisconnectReason::ClosedByServer);
        self.end();
        self.registry.remove(self.sid);
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
            // The outbox knows the outcome.
            Ok(packet) => drop(self.receive(packet, ctx)),
            Err(reason) => self.close(reason),
        }
    }

    fn finished(&mut self, _ctx: &mut Self::Context) {
        self.close(DisconnectReason::TransportLost);
    }
}

impl<P: Protocol> Connection<P> {
    /// Handles a packet, or passes it to the protocol. Refuses it once the connection is over.
    fn receive(&mut self, packet: FromClient, ctx: &mut Context<Self>) -> Result<(), RequestError> {
        if self.outbox.closed().is_some() {
            return Err(RequestError::BadRequest);
        }
        // A client enters a namespace as soon as it has the handshake. Later, only a pong answers a ping.
        if !self.heartbeat.awaits_pong || packet == FromClient::Pong {
            self.measure();
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
            RequestError::BadRequest
        })
    }
}

impl<P: Protocol> Handler<Posted> for Connection<P> {
    type Result = Result<(), RequestError>;

    /// Counts the packets before they are read. One that cannot be read ends the connection before any is handled.
    fn handle(&mut self, Posted(body): Posted, ctx: &mut Self::Context) -> Self::Result {
        let n_packets = codec::count_packets(&body);
        self.meters.bytes_in.increment(body.len() as u64);
        self.meters.packets_in.increment(n_packets as u64);
        if self.outbox.closed().is_some() {
            return Err(RequestError::UnknownSid);
        }
        if !self.posts.allows(n_packets) {
            self.outbox.close(DisconnectReason::Flooding);
            return Err(RequestError::TooManyPackets);
        }
        let packets = codec::read_payload(&body).map_err(|malformed| {
            tracing::debug!(%malformed, "polling payload refused");
            self.outbox.close(DisconnectReason::Malformed);
            RequestError::BadRequest
        })?;
        for packet in packets {
            let is_last = packet == FromClient::Close;
            match self.receive(packet, ctx) {
                Err(_) if is_last => break,
                handled => handled?,
            }
        }
        Ok(())
    }
}

impl<P: Protocol> Handler<Closed> for Connection<P> {
    type Result = ();

    fn handle(&mut self, Closed: Closed, ctx: &mut Self::Context) {
        self.end();
        if self.outbox.is_closing() {
            ctx.run_later(self.last_poll_timeout, |_, ctx| ctx.stop());
        } else {
            ctx.stop();
        }
    }
}

impl<P: Protocol> Connection<P> {
    /// Records the end of the connection in the metrics and the log, and notifies the protocol, once.
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

    /// Closes the connection, for the protocol inside it.
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
        self.heartbeat.asked_at = Some(Instant::now());
        self.heartbeat.next += self.heartbeat.timeout;
        self.outbox.expires(Some(self.heartbeat.next));
        self.outbox.push(&[codec::ping()]);
        self.schedule(ctx);
    }

    /// Records the time since the client was sent what it now answers, if it was sent anything.
    fn measure(&mut self) {
        if let Some(asked_at) = self.heartbeat.asked_at.take() {
            self.outbox.measured(asked_at.elapsed());
        }
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

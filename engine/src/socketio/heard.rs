//! What a detached socket was sent, for tests of what lies above the socket layer.

use std::{collections::VecDeque, future::poll_fn, sync::Arc};

use serde_json::Value;

use super::{
    Settings,
    codec::{self, Body, Decoder, FromClient},
    engineio::{Outbox, Packet},
};

/// What a client would have heard, in order.
pub struct Heard {
    outbox: Arc<Outbox>,
    decoder: Decoder,
    bodies: VecDeque<Body>,
}

impl Heard {
    pub(super) fn new(outbox: Arc<Outbox>) -> Self {
        Self { outbox, decoder: Decoder::new(&Settings::default()), bodies: VecDeque::new() }
    }

    /// Waits for the next event: its name and its first argument. Nothing once the client was sent away, its connection
    /// was closed, or the last handle to the socket is dropped.
    pub async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            match self.body().await? {
                Body::Event { name, args, .. } => return Some((name, args.into_first())),
                Body::Disconnect => return None,
                Body::Connect(_) | Body::Ack { .. } => {}
            }
        }
    }

    /// The first argument of the next acknowledgement.
    pub(super) async fn answer(&mut self) -> Option<Value> {
        loop {
            match self.body().await? {
                Body::Ack { args, .. } => return Some(args.into_first()),
                Body::Disconnect => return None,
                Body::Connect(_) | Body::Event { .. } => {}
            }
        }
    }

    async fn body(&mut self) -> Option<Body> {
        loop {
            if let Some(body) = self.bodies.pop_front() {
                return Some(body);
            }
            let packets = poll_fn(|cx| self.outbox.poll_packets(cx)).await?;
            let bodies = packets.iter().filter_map(|packet| read(&self.decoder, packet));
            self.bodies.extend(bodies);
        }
    }
}

fn read(decoder: &Decoder, packet: &Packet) -> Option<Body> {
    let payload = packet.payload();
    let incoming = if packet.is_binary() {
        decoder.binary(payload)
    } else {
        match codec::read_packet(std::str::from_utf8(&payload).ok()?).ok()? {
            FromClient::Text(text) => decoder.text(text),
            _ => return None,
        }
    };
    Some(incoming.ok()??.body)
}

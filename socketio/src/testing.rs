//! Sockets, events and acknowledgements without a connection, for tests of the layers above.

use std::{collections::VecDeque, future::poll_fn, sync::Arc};

use byte_budget::ByteBudget;
use serde_json::Value;
use tokio::time::Instant;

use crate::{
    Ack, Arguments, Event, Scope, Session, Settings, Socket,
    codec::{Body, Decoder},
    engineio::{FromClient, Outbox, Packet, SharedText, read_packet},
    metrics::Meters,
    scope::Wait,
};

impl Socket {
    /// Creates a socket without a connection, and the receiver of its events.
    pub fn detached() -> (Self, EventReceiver) {
        let settings = Settings::default();
        let held = ByteBudget::new(usize::MAX).hold(None);
        let outbox = Outbox::new(&settings, Arc::new(Meters::new(&settings, &[], &[])), held, None);
        let socket = Self::new("detached".to_owned(), "/".to_owned(), Arc::clone(&outbox), None);
        socket.let_in();
        outbox.confirm();
        (socket, EventReceiver { outbox, decoder: Decoder::new(&settings), bodies: VecDeque::new() })
    }
}

impl Socket {
    /// Records a round trip, as a ping and its pong would.
    pub fn measured(&self, round_trip: std::time::Duration) {
        self.outbox().measured(round_trip);
    }
}

impl Ack {
    /// Creates an acknowledgement without a client, and the handle that receives its answer.
    pub fn detached() -> (Self, AckReceiver) {
        let (socket, events) = Socket::detached();
        (Self::new(socket, 0), AckReceiver(events))
    }
}

impl Event {
    /// Creates an event with one argument and no acknowledgement.
    pub fn new(name: impl Into<String>, payload: &Value) -> Self {
        Self {
            name: name.into(),
            args: Arguments::new(vec![SharedText::copy_from(&payload.to_string())], Vec::new()),
            ack: None,
            received_at: Instant::now(),
        }
    }
}

/// Passes `event` to `session` as a connection would, and awaits all its waits.
pub async fn deliver<S: Session>(session: &mut S, socket: &Socket, event: Event) {
    let mut waits = VecDeque::new();
    session.event(event, &mut Scope::new(socket, &mut waits));
    resume(session, socket, waits).await;
}

/// Lets the client of `session` enter, and awaits all its waits.
pub async fn enter<S: Session>(session: &mut S, socket: &Socket) {
    let mut waits = VecDeque::new();
    session.entered(&mut Scope::new(socket, &mut waits));
    resume(session, socket, waits).await;
}

async fn resume<S: Session>(session: &mut S, socket: &Socket, mut waits: VecDeque<Wait<S>>) {
    while let Some(wait) = waits.pop_front() {
        let then = wait.await;
        then(session, &mut Scope::new(socket, &mut waits));
    }
}

/// The receiver of an acknowledgement.
pub struct AckReceiver(EventReceiver);

impl AckReceiver {
    /// Waits for the answer and returns its first argument; `None` if the acknowledgement was dropped.
    pub async fn answer(mut self) -> Option<Value> {
        loop {
            match self.0.body().await? {
                Body::Ack { args, .. } => return Some(args.into_first()),
                Body::Disconnect => return None,
                Body::Connect(_) | Body::Event { .. } => {}
            }
        }
    }
}

/// The receiver of a detached socket's events, in order.
pub struct EventReceiver {
    outbox: Arc<Outbox>,
    decoder: Decoder,
    bodies: VecDeque<Body>,
}

impl EventReceiver {
    /// Waits for the next event and returns its name and first argument; `None` once the client was disconnected or the
    /// last handle to the socket was dropped.
    pub async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            match self.body().await? {
                Body::Event { name, args, .. } => return Some((name, args.into_first())),
                Body::Disconnect => return None,
                Body::Connect(_) | Body::Ack { .. } => {}
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
        match read_packet(std::str::from_utf8(&payload).ok()?).ok()? {
            FromClient::Text(text) => decoder.text(text),
            _ => return None,
        }
    };
    Some(incoming.ok()??.body)
}

#[cfg(test)]
mod tests {
    use crate::Socket;

    #[actix_web::test]
    async fn an_answer_that_cannot_arrive_is_an_error() {
        let (socket, _events) = Socket::detached();
        let answer = socket.emit_with_ack("question", &1);
        socket.disconnect();
        assert!(answer.await.is_err());
        assert!(socket.emit_with_ack("question", &2).await.is_err());
    }
}

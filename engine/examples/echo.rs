//! The socket layer with no races: what the published conformance suites of Engine.IO, Socket.IO and WebSocket speak to.
//!
//! It listens on 127.0.0.1, at the port that `PORT` names (3000 without):
//!
//! - `/engine.io/`: Engine.IO that sends every message back;
//! - `/socket.io/`: Socket.IO with the namespaces `/` and `/custom`, which answer CONNECT with an event `auth`, and
//!   `message` and `message-with-ack` with what came;
//! - `/ws`: a WebSocket that sends every message back.

use std::{env, io, time::Duration};

use actix::Context;
use actix_http::ws::{CloseReason, OpCode, Parser};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, error, rt, web};
use bytes::{Bytes, BytesMut};
use engine::socketio::{
    Application, Connect, DisconnectReason, Event, Refusal, Scope, Server, Session, Settings, Socket, configure,
    engineio::{self, Connection, Endpoint, Link, Message, Protocol},
    websocket::{self, Received},
};
use futures_util::stream;
use tokio::sync::mpsc;

/// The largest message of the WebSocket suites is 16 MiB.
const MAX_WEBSOCKET_MESSAGE: usize = 16 * 1024 * 1024;

struct Echo;

impl Application for Echo {
    type Session = EchoSession;

    fn connect(&self, request: Connect<'_>, socket: Socket) -> Result<EchoSession, Refusal> {
        if !matches!(request.namespace, "/" | "/custom") {
            return Err(Refusal::unknown_namespace());
        }
        socket.emit("auth", &request.auth);
        Ok(EchoSession)
    }
}

struct EchoSession;

impl Session for EchoSession {
    fn event(&mut self, event: Event, scope: &mut Scope<'_, Self>) {
        match (event.name.as_str(), event.ack) {
            ("message", _) => scope.socket().emit("message-back", &event.args),
            ("message-with-ack", Some(ack)) => ack.send(&event.args),
            _ => {}
        }
    }

    fn disconnected(&mut self, _reason: DisconnectReason) {}
}

struct BareEcho;

impl Endpoint for BareEcho {
    type Protocol = BareConnection;

    fn open(&self, link: Link) -> BareConnection {
        // There are no namespaces to enter.
        link.settle();
        BareConnection(link)
    }
}

struct BareConnection(Link);

impl Protocol for BareConnection {
    fn message(&mut self, message: Message, _ctx: &mut Context<Connection<Self>>) -> Result<(), DisconnectReason> {
        self.0.send(message);
        Ok(())
    }

    fn closed(&mut self, _reason: DisconnectReason) {}
}

async fn websocket_echo(request: HttpRequest, body: web::Payload) -> actix_web::Result<HttpResponse> {
    let (opening, mut incoming) =
        websocket::accept(&request, body, MAX_WEBSOCKET_MESSAGE).map_err(error::ErrorBadRequest)?;
    let (outgoing, mut frames) = mpsc::unbounded_channel();
    rt::spawn(async move {
        loop {
            let (frame, is_last) = match incoming.next().await {
                Some(Ok(Received::Text(text))) => (frame(text.as_bytes(), OpCode::Text), false),
                Some(Ok(Received::Binary(bytes))) => (frame(&bytes, OpCode::Binary), false),
                Some(Ok(Received::Ping(data))) => (frame(&data, OpCode::Pong), false),
                Some(Ok(Received::Pong | Received::Fragment)) => continue,
                Some(Ok(Received::Close(reason))) => (close(reason), true),
                Some(Err(violation)) => (close(Some(violation.close_code().into())), true),
                None => return,
            };
            // With whoever reads it gone, there is nobody to hear the echo.
            if outgoing.send(frame).is_err() || is_last {
                return;
            }
        }
    });
    Ok(opening.writing(stream::poll_fn(move |cx| frames.poll_recv(cx))))
}

fn frame(payload: &[u8], opcode: OpCode) -> Bytes {
    let mut frame = BytesMut::new();
    Parser::write_message(&mut frame, payload, opcode, true, false);
    frame.freeze()
}

fn close(reason: Option<CloseReason>) -> Bytes {
    let mut frame = BytesMut::new();
    Parser::write_close(&mut frame, reason, false);
    frame.freeze()
}

#[actix_web::main]
async fn main() -> io::Result<()> {
    let port = match env::var("PORT") {
        Ok(text) => text.parse().map_err(|_| io::Error::other(format!("PORT is not a port: {text}")))?,
        Err(_) => 3000,
    };
    let settings = Settings {
        ping_interval: Duration::from_millis(300),
        ping_timeout: Duration::from_millis(200),
        connect_timeout: Duration::from_secs(1),
        max_payload: 1_000_000,
        max_queued_bytes: 4_000_000,
        ..Settings::default()
    };
    let socket_io = Server::new(Echo, settings.clone());
    let engine_io = engineio::Server::new(BareEcho, settings);
    let server = HttpServer::new(move || {
        App::new()
            .configure(|cfg| configure(cfg, "/socket.io", &socket_io))
            .configure(|cfg| engineio::configure(cfg, "/engine.io", &engine_io))
            .route("/ws", web::get().to(websocket_echo))
    });
    // The suites race a poll against the POST that closes its session and expect the order in which they sent them, which
    // two threads would not keep.
    server.workers(1).h1_allow_half_closed(false).bind(("127.0.0.1", port))?.run().await
}

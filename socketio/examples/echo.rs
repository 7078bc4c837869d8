//! The server that the published conformance suites of Engine.IO, Socket.IO and WebSocket test.
//!
//! It listens on 127.0.0.1, at the port in `PORT` (3000 by default; 0 picks a free one), and prints its address to
//! standard error. The suites expect that a ping is answered within 200 ms, which a busy machine may miss;
//! `PING_TIMEOUT_MS` sets another time.
//!
//! - `/engine.io/`: Engine.IO that sends every message back;
//! - `/socket.io/`: Socket.IO with the namespaces `/` and `/custom`, which answer CONNECT with an event `auth`, and
//!   `message` and `message-with-ack` with the same arguments. Not needed by the suites: `ask` requests an
//!   acknowledgement from the client and answers `asked` with it, and `leave` removes the client from the namespace;
//! - `/ws`: a WebSocket that sends every message back.

use std::{env, io, net::SocketAddr, str::FromStr, sync::Arc, time::Duration};

use actix::Context;
use actix_web::{App, rt};
use futures_util::FutureExt;
use socketio::{
    Application, Connect, ConnectError, DisconnectReason, Event, Http, Scope, Server, Session, Settings, Socket,
    engineio::{Connection, Endpoint, Link, Message, Protocol},
    websocket::{self, Frame, Opening},
};

/// The largest message of the WebSocket suites is 16 MiB.
const MAX_WEBSOCKET_MESSAGE: usize = 16 * 1024 * 1024;

struct Echo;

impl Application for Echo {
    type Session = EchoSession;

    fn connect(&self, request: Connect<'_>, socket: Socket) -> Result<EchoSession, ConnectError> {
        if !matches!(request.namespace, "/" | "/custom") {
            return Err(ConnectError::unknown_namespace());
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
            ("ask", _) => {
                let answer = scope.socket().emit_with_ack("question", &event.args);
                let socket = scope.socket().clone();
                rt::spawn(async move { socket.emit("asked", &answer.await.unwrap_or_default()) });
            }
            ("leave", _) => scope.socket().disconnect(),
            _ => {}
        }
    }

    fn disconnected(&mut self, _reason: DisconnectReason) {}
}

struct BareEcho;

impl Endpoint for BareEcho {
    type Protocol = BareConnection;

    fn open(self: &Arc<Self>, link: Link) -> BareConnection {
        // There is no namespace to enter, so the client is confirmed at once.
        link.confirm();
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

/// Sends every message back, until either side ends the connection.
async fn websocket_echo(opening: Opening) -> io::Result<()> {
    let mut socket = opening.accept(MAX_WEBSOCKET_MESSAGE).await?;
    while let Some(message) = socket.recv().await {
        match message {
            Ok(websocket::Message::Text(text)) => socket.send(Frame::Text(&text)).await?,
            Ok(websocket::Message::Binary(bytes)) => socket.send(Frame::Binary(&bytes)).await?,
            Ok(websocket::Message::Ping(data)) => socket.send(Frame::Pong(&data)).await?,
            Ok(websocket::Message::Pong) => {}
            Ok(websocket::Message::Close(reason)) => return socket.close(reason).await,
            Err(violation) => return socket.close(Some(violation.close_code().into())).await,
        }
    }
    Ok(())
}

/// Returns the number in a variable of the environment.
fn number<Number: FromStr>(variable: &str, default: Number) -> io::Result<Number> {
    let Ok(text) = env::var(variable) else { return Ok(default) };
    text.parse().map_err(|_| io::Error::other(format!("{variable} is not a number: {text}")))
}

#[actix_web::main]
async fn main() -> io::Result<()> {
    let port = number("PORT", 3000)?;
    let settings = Settings {
        ping_interval: Duration::from_millis(300),
        ping_timeout: Duration::from_millis(number("PING_TIMEOUT_MS", 200)?),
        connect_timeout: Duration::from_secs(1),
        max_payload: 1_000_000,
        max_queued_bytes: 4_000_000,
        ..Settings::default()
    };
    let socket_io = Server::new(Echo, settings.clone());
    let engine_io = Server::new(BareEcho, settings);
    let websockets = socket_io
        .websockets("/socket.io")
        .and(engine_io.websockets("/engine.io"))
        // An error means that the peer is gone.
        .route("/ws", |opening| websocket_echo(opening).map(drop));
    let app = move || {
        App::new()
            .configure(|cfg| socket_io.configure(cfg, "/socket.io"))
            .configure(|cfg| engine_io.configure(cfg, "/engine.io"))
    };
    // The suites send a poll and the POST that closes its session at once, and expect them to be handled in that order,
    // which two threads would not keep.
    let http = Http { workers: 1, ..Http::default() };
    let listener = http.listen(SocketAddr::from(([127, 0, 0, 1], port)))?;
    let address = listener.local_addr()?;
    let server = http.serve(listener, app, websockets)?;
    eprintln!("The echo is at http://{address}");
    server.await
}

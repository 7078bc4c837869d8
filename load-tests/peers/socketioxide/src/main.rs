//! A minimal room server on socketioxide, without tokens, rules or limits. It prints its address on standard output.

use std::io::Write;
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt;
use serde::{Deserialize, Serialize};
use socketioxide::extract::{AckSender, Data, Extension, SocketRef};
use socketioxide::{SocketIo, TransportType};
use tokio::net::TcpSocket;

const BACKLOG: u32 = 4096;

#[derive(Deserialize)]
struct Join {
    code: String,
    username: String,
}

#[derive(Deserialize)]
struct Typing {
    code: String,
    completed: u8,
}

#[derive(Serialize)]
struct Progress<'a> {
    username: &'a str,
    completed: u8,
}

/// The name under which a socket joined.
#[derive(Clone)]
struct Username(String);

async fn join(socket: SocketRef, Data(Join { code, username }): Data<Join>, ack: AckSender) {
    socket.extensions.insert(Username(username));
    socket.join(code);
    ack.send(&serde_json::json!({})).ok();
}

async fn typing(socket: SocketRef, Data(typing): Data<Typing>, Extension(Username(username)): Extension<Username>) {
    let progress = Progress { username: &username, completed: typing.completed };
    socket.to(typing.code).emit("typing", &progress).await.ok();
}

async fn connected(socket: SocketRef) {
    socket.on("join", join);
    socket.on("typing", typing);
}

// The benchmark gives it one core.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ping_interval = std::env::var("PING_INTERVAL_MS").map_or(Ok(25_000), |text| text.parse())?;
    let (layer, io) = SocketIo::builder()
        .transports([TransportType::Websocket])
        .ping_interval(Duration::from_millis(ping_interval))
        .ping_timeout(Duration::from_secs(20))
        .build_layer();
    io.ns("/", connected);

    let socket = TcpSocket::new_v4()?;
    socket.bind(([127, 0, 0, 1], 0).into())?;
    let listener = socket.listen(BACKLOG)?;
    writeln!(std::io::stdout(), "listening {}", listener.local_addr()?)?;
    let listener = listener.tap_io(|connection| {
        connection.set_nodelay(true).ok();
    });
    axum::serve(listener, Router::new().layer(layer)).await?;
    Ok(())
}

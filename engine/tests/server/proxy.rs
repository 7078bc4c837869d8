//! A TCP proxy between a client and the server, whose line can be cut and stalled.

use std::net::SocketAddr;

use actix_web::rt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The state of the line: its treatment of bytes, in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// Passes bytes on.
    Open,
    /// Keeps bytes until it is open again.
    Stalled,
    /// Drops bytes; neither side gets anything from the other, not even its end.
    Dead,
    /// Drops the bytes from the server; those from the client arrive.
    Deaf,
    /// Ends the connections.
    Cut,
}

/// A proxy, which ends with the test.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    line: watch::Sender<Line>,
}

impl Proxy {
    /// Starts a proxy between an address of its own and the server at `to`. The line is open at first; `set` changes it
    /// for all connections, new ones included.
    pub(crate) async fn start(to: SocketAddr) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let line = watch::Sender::new(Line::Open);
        let lines = line.clone();
        rt::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(to).await.unwrap();
                rt::spawn(carry(client, server, lines.subscribe()));
            }
        });
        Self { address, line }
    }

    /// Changes the state of the line from now on.
    pub(crate) fn set(&self, line: Line) {
        self.line.send_replace(line);
    }
}

/// The direction in which a pump copies bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    ToServer,
    ToClient,
}

async fn carry(client: TcpStream, server: TcpStream, mut line: watch::Receiver<Line>) {
    for stream in [&client, &server] {
        stream.set_nodelay(true).unwrap();
    }
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let there = pump(from_client, to_server, line.clone(), Way::ToServer);
    let back = pump(from_server, to_client, line.clone(), Way::ToClient);
    let ends = async {
        tokio::join!(there, back);
    };
    tokio::select! {
        () = ends => {}
        _ = line.wait_for(|line| *line == Line::Cut) => {}
    }
}

async fn pump(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut line: watch::Receiver<Line>, way: Way) {
    let mut bytes = [0; 4096];
    loop {
        let read = from.read(&mut bytes).await.unwrap_or(0);
        if line.wait_for(|line| *line != Line::Stalled).await.is_err() {
            return;
        }
        let now = *line.borrow();
        let is_swallowed = now == Line::Dead || (now == Line::Deaf && way == Way::ToClient);
        if is_swallowed && read > 0 {
            continue;
        }
        if is_swallowed {
            // The end is held back too, until the line changes.
            let _ended = line.wait_for(|line| *line != now).await;
            return;
        }
        if read == 0 {
            let _closed = to.shutdown().await;
            return;
        }
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

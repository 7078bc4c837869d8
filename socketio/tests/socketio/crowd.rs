//! Many clients that upgrade to a WebSocket while the server sends events to all of them.

use std::{cell::Cell, time::Duration};

use actix_web::rt;
use futures_util::future::join_all;
use socketio::{Settings, Socket};

use super::{
    clients::{Poller, Ws},
    fixture::{Running, start},
};

const CLIENTS: usize = 60;

/// The server's pause between two events.
const PAUSE: Duration = Duration::from_millis(2);

const LAST: &str = r#"42["last",0]"#;

fn send_to_all(sockets: &[Socket], event: &str, n: usize) {
    sockets.iter().for_each(|socket| socket.emit(event, &n));
}

/// The Socket.IO packets of a payload, without the pings and noops of Engine.IO.
fn messages(payload: &str) -> impl Iterator<Item = String> {
    payload.split('\x1e').filter(|packet| packet.starts_with('4')).map(str::to_owned)
}

/// Upgrades to a WebSocket as the official client does, which asks to upgrade once both the probe and its last poll are
/// answered. Returns all messages received before the last event.
async fn upgrade_and_listen(server: &Running, polling: Poller, upgraded: &Cell<usize>) -> Vec<String> {
    let mut received = Vec::new();
    let is_probed = Cell::new(false);
    let poll = async {
        while !is_probed.get() {
            received.extend(messages(&polling.poll().await));
        }
    };
    let probe = async {
        let mut websocket = Ws::open(server, &format!("&sid={}", polling.sid)).await;
        websocket.send("2probe").await;
        assert_eq!(websocket.text().await, "3probe");
        is_probed.set(true);
        websocket
    };
    let ((), mut websocket) = tokio::join!(poll, probe);
    websocket.send("5").await;
    upgraded.set(upgraded.get() + 1);
    loop {
        match websocket.text().await {
            last if last == LAST => return received,
            text => received.extend(messages(&text)),
        }
    }
}

#[actix_web::test]
async fn a_client_that_upgrades_receives_every_event_once_and_in_order() {
    let server = start(Settings::default());
    let pollers = join_all((0..CLIENTS).map(|_| Poller::enter(&server))).await;
    let sockets = server.server.application().sockets();
    let upgraded = Cell::new(0);
    let send = async {
        let mut sent = 0;
        while upgraded.get() < CLIENTS {
            send_to_all(&sockets, "n", sent);
            sent += 1;
            rt::time::sleep(PAUSE).await;
        }
        send_to_all(&sockets, "last", 0);
        sent
    };
    let listen = join_all(pollers.into_iter().map(|polling| upgrade_and_listen(&server, polling, &upgraded)));
    let (sent, received) = tokio::join!(send, listen);
    let expected: Vec<_> = (0..sent).map(|n| format!(r#"42["n",{n}]"#)).collect();
    for received in received {
        assert_eq!(received, expected);
    }
}

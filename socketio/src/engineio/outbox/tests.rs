//! Tests of the outbox with a connection that takes fewer bytes than it is given.
#![allow(clippy::unwrap_used)]

use std::{io::ErrorKind, sync::Arc, time::Duration};

use actix_http::ws::CloseCode;
use bytes::Bytes;
use tokio::{
    io::AsyncReadExt,
    net::{TcpListener, TcpSocket, TcpStream},
    time::timeout,
};

use super::Outbox;
use crate::{
    Settings,
    engineio::{
        DisconnectReason, codec,
        packet::{self, Packet},
    },
    metrics::Meters,
};

/// More bytes than the system takes at once for a peer that does not read.
const TOO_MUCH: usize = 2 * 1024 * 1024;

/// The longest time that a test waits for an expected event.
const PATIENCE: Duration = Duration::from_secs(10);

fn outbox() -> Arc<Outbox> {
    let settings = Settings { max_queued_packets: usize::MAX, max_queued_bytes: usize::MAX, ..Settings::default() };
    Outbox::new(&settings, Arc::new(Meters::new(&settings, &[], &[])), None)
}

/// Opens a connection with buffers as small as the system allows, and returns our end and the peer's.
async fn narrow() -> (TcpStream, TcpStream) {
    let listener = TcpSocket::new_v4().unwrap();
    listener.set_send_buffer_size(1).unwrap();
    listener.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener: TcpListener = listener.listen(1).unwrap();
    let peer = TcpSocket::new_v4().unwrap();
    peer.set_recv_buffer_size(4096).unwrap();
    let (peer, ours) = tokio::join!(peer.connect(listener.local_addr().unwrap()), listener.accept());
    (ours.unwrap().0, peer.unwrap())
}

fn packets(n: usize, length: usize) -> Vec<Packet> {
    (0..n).map(|n| Packet::text(format!("4{n}{}", "x".repeat(length)).as_bytes())).collect()
}

/// Waits until everything is written, and the writer has lent the connection to the outbox.
async fn idle(outbox: &Outbox) {
    let is_idle = || {
        let state = outbox.lock();
        state.packets.is_empty() && state.idle.as_ref().is_some_and(|idle| idle.unwritten.is_empty())
    };
    let until_idle = async {
        while !is_idle() {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, until_idle).await.expect("everything is written");
}

/// Returns all bytes that the peer gets until we close our side.
async fn heard(mut peer: TcpStream) -> Bytes {
    let mut heard = Vec::new();
    timeout(PATIENCE, peer.read_to_end(&mut heard)).await.expect("our side is closed").unwrap();
    heard.into()
}

fn expected(packets: &[Packet], code: CloseCode, reason: DisconnectReason) -> Bytes {
    [packet::frames(packets), packet::close_frame(code, reason.as_str())].concat().into()
}

#[actix::test]
async fn bytes_that_a_connection_takes_in_parts_arrive_once_and_in_order() {
    let (ours, peer) = narrow().await;
    let outbox = outbox();
    let writing = actix::spawn(outbox.open_websocket().run(ours.into_split().1));
    idle(&outbox).await;
    let sent = packets(30, TOO_MUCH / 10);
    for (n, packet) in sent.iter().enumerate() {
        outbox.push(std::slice::from_ref(packet));
        // Several flushes meet a connection that is full before its writer runs, and others come while it writes.
        outbox.flush();
        if n % 3 == 2 {
            tokio::task::yield_now().await;
        }
    }
    assert!(!outbox.lock().packets.is_empty(), "the connection took everything at once");
    let reading = actix::spawn(heard(peer));
    idle(&outbox).await;
    outbox.close(DisconnectReason::ClosedByServer);
    assert!(writing.await.unwrap().is_some());
    assert!(reading.await.unwrap() == expected(&sent, CloseCode::Normal, DisconnectReason::ClosedByServer));
}

#[actix::test]
async fn a_close_that_meets_a_full_connection_comes_after_everything_else() {
    let (ours, peer) = narrow().await;
    let outbox = outbox();
    let writing = actix::spawn(outbox.open_websocket().run(ours.into_split().1));
    idle(&outbox).await;
    let sent = packets(3, TOO_MUCH);
    outbox.push(&sent[..1]);
    outbox.flush();
    let has_unwritten = outbox.lock().idle.as_ref().is_some_and(|idle| !idle.unwritten.is_empty());
    assert!(has_unwritten, "the connection took everything at once");
    outbox.push(&sent[1..]);
    outbox.close(DisconnectReason::ClosedByServer);
    let heard = heard(peer).await;
    assert!(writing.await.unwrap().is_some());
    assert!(heard == expected(&sent, CloseCode::Normal, DisconnectReason::ClosedByServer));
}

#[actix::test]
async fn a_flush_that_is_due_when_the_connection_is_closed_is_done() {
    let (ours, peer) = narrow().await;
    let outbox = outbox();
    let writing = actix::spawn(outbox.open_websocket().run(ours.into_split().1));
    idle(&outbox).await;
    let sent = packets(2, 10);
    outbox.push(&sent);
    assert!(outbox.lock().idle.as_ref().unwrap().is_flush_due);
    outbox.close(DisconnectReason::ShuttingDown);
    assert_eq!(heard(peer).await, expected(&sent, CloseCode::Away, DisconnectReason::ShuttingDown));
    assert!(writing.await.unwrap().is_some());
}

#[actix::test]
async fn the_packets_of_one_turn_leave_together_at_its_end() {
    let (ours, peer) = narrow().await;
    let outbox = outbox();
    let writing = actix::spawn(outbox.open_websocket().run(ours.into_split().1));
    idle(&outbox).await;
    let sent = packets(3, 10);
    for packet in &sent {
        outbox.push(std::slice::from_ref(packet));
    }
    // Asks the system itself: tokio's end knows of bytes only after a turn.
    let peer = peer.into_std().unwrap();
    let mut arrived = vec![0; 1024];
    assert_eq!(peer.peek(&mut arrived).unwrap_err().kind(), ErrorKind::WouldBlock, "something left in mid-turn");
    let first = timeout(PATIENCE, async {
        loop {
            match peer.peek(&mut arrived) {
                Ok(n) => return n,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    });
    let n = first.await.expect("the turn ends");
    assert!(arrived[..n] == packet::frames(&sent), "they left apart");
    outbox.close(DisconnectReason::ClosedByServer);
    assert!(writing.await.unwrap().is_some());
}

#[actix::test]
async fn a_connection_that_is_over_is_not_upgraded_any_more() {
    let outbox = outbox();
    let _writer = outbox.open_upgrade().unwrap();
    assert!(outbox.probe());
    outbox.close(DisconnectReason::ClosedByServer);
    assert!(!outbox.upgrade());
    assert!(!outbox.is_websocket(), "it was counted as polling when it ended");
}

#[actix::test]
async fn the_answer_to_a_probe_comes_first_when_the_client_upgrades_without_it() {
    let (ours, peer) = narrow().await;
    let outbox = outbox();
    let writer = outbox.open_upgrade().unwrap();
    assert!(outbox.probe() && outbox.upgrade());
    let mut sent = packets(1, 10);
    outbox.push(&sent);
    let writing = actix::spawn(writer.run(ours.into_split().1));
    idle(&outbox).await;
    outbox.close(DisconnectReason::ClosedByServer);
    sent.insert(0, codec::probe_reply());
    assert!(heard(peer).await == expected(&sent, CloseCode::Normal, DisconnectReason::ClosedByServer));
    assert!(writing.await.unwrap().is_some());
}

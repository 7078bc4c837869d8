//! The outbox with a connection that accepts only part of each write.
#![allow(clippy::unwrap_used)]

use std::{
    io::ErrorKind,
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
    time::Duration,
};

use actix_http::ws::CloseCode;
use byte_budget::{ByteBudget, Hold};
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

/// More bytes than the system buffers for a peer that does not read.
const TOO_MUCH: usize = 2 * 1024 * 1024;

/// The longest time that a test waits for an expected event.
const TIMEOUT: Duration = Duration::from_secs(10);

fn outbox() -> Arc<Outbox> {
    let settings = Settings { max_queued_packets: usize::MAX, max_queued_bytes: usize::MAX, ..Settings::default() };
    outbox_of(&settings, ByteBudget::new(usize::MAX).hold(None))
}

fn outbox_of(settings: &Settings, held: Hold<IpAddr>) -> Arc<Outbox> {
    let outbox = Outbox::new(settings, Arc::new(Meters::new(settings, &[], &[])), held, None);
    outbox.confirm();
    outbox
}

/// Opens a connection with buffers as small as the system allows, and returns the server's end and the peer's.
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
    timeout(TIMEOUT, until_idle).await.expect("everything is written");
}

/// Returns all bytes that the peer receives until the server closes its side.
async fn received(mut peer: TcpStream) -> Bytes {
    let mut received = Vec::new();
    timeout(TIMEOUT, peer.read_to_end(&mut received)).await.expect("a close").unwrap();
    received.into()
}

fn expected(packets: &[Packet], code: CloseCode, reason: DisconnectReason) -> Bytes {
    [packet::frames(packets), packet::close_frame(code, reason.as_str())].concat().into()
}

#[actix::test]
async fn partially_written_bytes_arrive_once_and_in_order() {
    let (ours, peer) = narrow().await;
    let outbox = outbox();
    let writing = actix::spawn(outbox.open_websocket().run(ours.into_split().1));
    idle(&outbox).await;
    let sent = packets(30, TOO_MUCH / 10);
    for (n, packet) in sent.iter().enumerate() {
        outbox.push(std::slice::from_ref(packet));
        // Several flushes meet a full connection before its writer runs, and others follow while it writes.
        outbox.flush();
        if n % 3 == 2 {
            tokio::task::yield_now().await;
        }
    }
    assert!(!outbox.lock().packets.is_empty(), "the connection took everything at once");
    let reading = actix::spawn(received(peer));
    idle(&outbox).await;
    outbox.close(DisconnectReason::ClosedByServer);
    assert!(writing.await.unwrap().is_some());
    assert!(reading.await.unwrap() == expected(&sent, CloseCode::Normal, DisconnectReason::ClosedByServer));
}

#[actix::test]
async fn a_close_on_a_full_connection_is_sent_last() {
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
    let received = received(peer).await;
    assert!(writing.await.unwrap().is_some());
    assert!(received == expected(&sent, CloseCode::Normal, DisconnectReason::ClosedByServer));
}

#[actix::test]
async fn a_pending_flush_is_done_when_the_connection_is_closed() {
    let (ours, peer) = narrow().await;
    let outbox = outbox();
    let writing = actix::spawn(outbox.open_websocket().run(ours.into_split().1));
    idle(&outbox).await;
    let sent = packets(2, 10);
    outbox.push(&sent);
    assert!(outbox.lock().idle.as_ref().unwrap().is_flush_due);
    outbox.close(DisconnectReason::ShuttingDown);
    assert_eq!(received(peer).await, expected(&sent, CloseCode::Away, DisconnectReason::ShuttingDown));
    assert!(writing.await.unwrap().is_some());
}

#[actix::test]
async fn the_packets_of_one_turn_are_sent_together_at_its_end() {
    let (ours, peer) = narrow().await;
    let outbox = outbox();
    let writing = actix::spawn(outbox.open_websocket().run(ours.into_split().1));
    idle(&outbox).await;
    let sent = packets(3, 10);
    for packet in &sent {
        outbox.push(std::slice::from_ref(packet));
    }
    // Asks the system, since tokio's end notices bytes only after a turn.
    let peer = peer.into_std().unwrap();
    let mut arrived = vec![0; 1024];
    assert_eq!(peer.peek(&mut arrived).unwrap_err().kind(), ErrorKind::WouldBlock, "sent before the end of the turn");
    let first = timeout(TIMEOUT, async {
        loop {
            match peer.peek(&mut arrived) {
                Ok(n) => return n,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    });
    let n = first.await.expect("the turn ends");
    assert!(arrived[..n] == packet::frames(&sent), "sent separately");
    outbox.close(DisconnectReason::ClosedByServer);
    assert!(writing.await.unwrap().is_some());
}

#[actix::test]
async fn a_closed_connection_cannot_be_upgraded() {
    let outbox = outbox();
    let _writer = outbox.open_upgrade().unwrap();
    assert!(outbox.probe());
    outbox.close(DisconnectReason::ClosedByServer);
    assert!(!outbox.upgrade());
    assert!(!outbox.is_websocket(), "it was counted as polling when it ended");
}

#[actix::test]
async fn the_reply_to_a_probe_comes_first_if_the_client_did_not_wait() {
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
    assert!(received(peer).await == expected(&sent, CloseCode::Normal, DisconnectReason::ClosedByServer));
    assert!(writing.await.unwrap().is_some());
}

#[test]
fn little_waits_for_a_client_that_is_not_confirmed() {
    let full = [packets(64, 10), packets(1, 8000)];
    for packets in full {
        let settings = Settings::default();
        let held = ByteBudget::new(usize::MAX).hold(None);
        let outbox = Outbox::new(&settings, Arc::new(Meters::new(&settings, &[], &[])), held, None);
        outbox.push(&packets);
        assert_eq!(outbox.closed(), None);
        outbox.push(&packets);
        assert_eq!(outbox.closed(), Some(DisconnectReason::SlowConsumer));

        let confirmed = self::outbox();
        for _ in 0..10 {
            confirmed.push(&packets);
        }
        assert_eq!(confirmed.closed(), None);
    }
}

#[test]
fn more_waits_for_a_client_that_gives_way_than_for_a_newcomer() {
    let settings = Settings::default();
    let held = ByteBudget::new(usize::MAX).hold(None);
    let outbox = Outbox::new(&settings, Arc::new(Meters::new(&settings, &[], &[])), held, None);
    outbox.give_way();
    outbox.push(&packets(10, 8000));
    assert_eq!((outbox.closed(), outbox.is_confirmed()), (None, false));
}

#[test]
fn an_event_that_the_next_makes_up_for_is_only_sent_if_none_waits() {
    let outbox = outbox();
    assert!(outbox.push_if_idle(&packets(1, 10)));
    assert!(!outbox.push_if_idle(&packets(1, 10)));
    assert_eq!(outbox.lock().packets.len(), 1);
    outbox.close(DisconnectReason::ClosedByServer);
    assert!(!outbox.push_if_idle(&packets(1, 10)));
}

#[test]
fn clients_of_an_address_that_read_nothing_share_its_budget() {
    let budget = ByteBudget::new(usize::MAX).per_key(100_000);
    let of = |last| outbox_of(&Settings::default(), budget.hold(Some(Ipv4Addr::new(192, 0, 2, last).into())));
    let events = packets(200, 100);
    let silent: Vec<_> = (0..10).map(|_| of(1)).collect();
    silent.iter().for_each(|outbox| outbox.push(&events));
    let n_open = silent.iter().filter(|outbox| outbox.closed().is_none()).count();
    assert!((1..9).contains(&n_open), "{n_open}");
    assert_eq!(silent[9].closed(), Some(DisconnectReason::SlowConsumer));

    let quick = of(1);
    quick.push(&packets(10, 100));
    let other = of(2);
    other.push(&events);
    assert_eq!((quick.closed(), other.closed()), (None, None));

    for outbox in &silent {
        outbox.close(DisconnectReason::TransportLost);
    }
    quick.push(&events);
    assert_eq!(quick.closed(), None);
}

#[actix::test]
async fn bytes_that_are_being_written_hold_their_budget() {
    let budget = ByteBudget::new(usize::MAX);
    let settings = Settings { max_queued_bytes: usize::MAX, ..Settings::default() };
    let outbox = outbox_of(&settings, budget.hold(None));
    let (ours, peer) = narrow().await;
    let writing = actix::spawn(outbox.open_websocket().run(ours.into_split().1));
    idle(&outbox).await;
    for _ in 0..2 {
        outbox.push(&packets(1, TOO_MUCH));
        outbox.flush();
        tokio::task::yield_now().await;
    }
    assert!(budget.held() > 2 * TOO_MUCH, "{}", budget.held());
    let reading = actix::spawn(received(peer));
    idle(&outbox).await;
    assert_eq!(budget.held(), 0);
    outbox.close(DisconnectReason::ClosedByServer);
    assert!(writing.await.unwrap().is_some());
    reading.await.unwrap();
}

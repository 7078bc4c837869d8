//! The detection of silent clients, on both transports.

use std::time::{Duration, Instant};

use reqwest::StatusCode;
use socketio::{DisconnectReason, Settings};

use super::{
    clients::{Poller, Ws},
    fixture::start,
};

const INTERVAL: Duration = Duration::from_millis(100);
const TIMEOUT: Duration = Duration::from_millis(100);

fn settings() -> Settings {
    Settings { ping_interval: INTERVAL, ping_timeout: TIMEOUT, ..Settings::default() }
}

#[actix_web::test]
async fn pings_are_sent_every_interval_and_pongs_keep_the_connection() {
    let server = start(settings());
    let opened = Instant::now();
    let mut client = Ws::enter(&server).await;
    client.answers_pings = false;
    for beat in 1..=4 {
        assert_eq!(client.text().await, "2");
        assert!(opened.elapsed() >= INTERVAL * beat, "beat {beat} came early");
        client.send("3").await;
    }
}

#[actix_web::test]
async fn the_shortest_round_trip_of_handshake_and_pings_is_known() {
    let server = start(settings());
    let opened = Instant::now();
    let mut client = Ws::enter(&server).await;
    let socket = server.server.application().sockets().remove(0);
    let handshake = socket.round_trip().expect("the client has answered the handshake");
    assert!(handshake <= opened.elapsed());
    client.answers_pings = false;
    assert_eq!(client.text().await, "2");
    // Other packets do not answer a ping.
    client.send(r#"42["echo"]"#).await;
    assert_eq!(client.text().await, r#"42["echo"]"#);
    assert_eq!(socket.round_trip(), Some(handshake));
    client.send("3").await;
    assert_eq!(client.text().await, "2");
    assert!(socket.round_trip().is_some_and(|shortest| shortest <= handshake));
}

#[actix_web::test]
async fn a_silent_websocket_is_closed_even_if_packets_follow() {
    let mut server = start(settings());
    let mut client = Ws::enter(&server).await;
    client.answers_pings = false;
    assert_eq!(client.text().await, "2");
    assert_eq!(server.next_disconnect().await, DisconnectReason::PingTimeout);
    for late in ["3", r#"42["echo"]"#] {
        client.send(late).await;
    }
    client.assert_closed().await;
    server.assert_no_more_disconnects().await;
}

#[actix_web::test]
async fn a_silent_poller_is_forgotten() {
    let mut server = start(settings());
    let client = Poller::enter(&server).await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::PingTimeout);
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
}

#[actix_web::test]
async fn pongs_keep_a_polling_connection() {
    let server = start(settings());
    let client = Poller::enter(&server).await;
    for _ in 0..3 {
        assert_eq!(client.get().await, (StatusCode::OK, "2".to_owned()));
        client.post("3").await;
    }
    client.post(r#"42["echo","alive"]"#).await;
    assert_eq!(client.poll().await, r#"42["echo","alive"]"#);
}

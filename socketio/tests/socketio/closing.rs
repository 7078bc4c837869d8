//! Every way in which a connection ends, each with one notification of its session.

use std::time::Duration;

use futures_util::SinkExt;
use reqwest::StatusCode;
use socketio::{DisconnectReason, Settings};
use tokio_tungstenite::tungstenite::{Message, protocol::frame::coding::CloseCode};

use super::{
    clients::{Poller, Ws},
    fixture::start,
};

#[actix_web::test]
async fn a_client_closes_by_a_packet_on_a_websocket() {
    let mut server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.send("1").await;
    client.assert_closed().await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::ClosedByClient);
    server.assert_no_more_disconnects().await;
}

#[actix_web::test]
async fn a_client_closes_by_a_close_frame() {
    let mut server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.stream.send(Message::Close(None)).await.unwrap();
    assert_eq!(server.next_disconnect().await, DisconnectReason::ClosedByClient);
    server.assert_no_more_disconnects().await;
}

#[actix_web::test]
async fn a_client_closes_by_a_packet_on_polling() {
    let mut server = start(Settings::default());
    let client = Poller::enter(&server).await;
    client.post("1").await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::ClosedByClient);
    assert_eq!(client.get().await, (StatusCode::OK, "6".to_owned()), "this poll may have been in transit");
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
    server.assert_no_more_disconnects().await;
}

#[actix_web::test]
async fn a_connection_lost_without_a_close_ends_its_session() {
    let mut server = start(Settings::default());
    let client = Ws::enter(&server).await;
    drop(client);
    assert_eq!(server.next_disconnect().await, DisconnectReason::TransportLost);
    server.assert_no_more_disconnects().await;
}

#[actix_web::test]
async fn an_aborted_poll_ends_its_session() {
    let mut server = start(Settings::default());
    let client = Poller::enter(&server).await;
    // A future that is dropped in the middle of a request closes its TCP connection.
    let poll = tokio::time::timeout(Duration::from_millis(100), client.get());
    assert!(poll.await.is_err(), "the poll was answered");
    assert_eq!(server.next_disconnect().await, DisconnectReason::TransportLost);
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
}

#[actix_web::test]
async fn a_second_concurrent_poll_ends_the_session() {
    let mut server = start(Settings::default());
    let client = Poller::enter(&server).await;
    let mut answers: Vec<_> = <[_; 2]>::from(tokio::join!(client.get(), client.get())).into();
    answers.sort_by_key(|(status, _)| *status);
    assert_eq!(answers[0], (StatusCode::OK, "1".to_owned()));
    assert_eq!(answers[1].0, StatusCode::BAD_REQUEST);
    assert_eq!(server.next_disconnect().await, DisconnectReason::OverlappingRequests);
    server.assert_no_more_disconnects().await;
}

#[actix_web::test]
async fn the_last_packets_are_sent_before_the_application_closes() {
    let mut server = start(Settings::default());
    let mut websocket = Ws::enter(&server).await;
    websocket.send(r#"42["close"]"#).await;
    assert_eq!(websocket.text().await, r#"42["bye",{}]"#);
    websocket.assert_closed().await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::ClosedByServer);
}

#[actix_web::test]
async fn a_client_closed_between_two_polls_still_gets_the_last_packets() {
    let mut server = start(Settings { last_poll_timeout: Duration::from_secs(60), ..Settings::default() });
    let client = Poller::enter(&server).await;
    client.post(r#"42["close"]"#).await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::ClosedByServer);
    assert_eq!(client.try_post(r#"42["echo"]"#).await, StatusCode::BAD_REQUEST);
    assert_eq!(client.get().await, (StatusCode::OK, r#"42["bye",{}]"#.to_owned()));
    assert_eq!(
        client.get().await,
        (StatusCode::OK, "1".to_owned()),
        "in another payload, or clients would miss the event"
    );
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
    server.assert_no_more_disconnects().await;
}

#[actix_web::test]
async fn a_client_closed_during_a_poll_gets_the_last_packets_first() {
    let mut server = start(Settings { last_poll_timeout: Duration::from_secs(60), ..Settings::default() });
    let client = Poller::enter(&server).await;
    let (answer, ()) = tokio::join!(client.get(), client.post(r#"42["close"]"#));
    assert_eq!(answer, (StatusCode::OK, r#"42["bye",{}]"#.to_owned()));
    assert_eq!(server.next_disconnect().await, DisconnectReason::ClosedByServer);
    assert_eq!(client.get().await, (StatusCode::OK, "1".to_owned()));
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
    server.assert_no_more_disconnects().await;
}

#[actix_web::test]
async fn last_packets_that_are_not_polled_are_dropped() {
    let mut server = start(Settings { last_poll_timeout: Duration::from_millis(50), ..Settings::default() });
    let client = Poller::enter(&server).await;
    client.post(r#"42["close"]"#).await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::ClosedByServer);
    server.assert_no_more_disconnects().await;
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
}

#[actix_web::test]
async fn shutting_down_closes_all_connections_and_accepts_no_new_ones() {
    let mut server = start(Settings::default());
    let mut websocket = Ws::enter(&server).await;
    let polling = Poller::enter(&server).await;
    let (answer, ()) = tokio::join!(polling.get(), server.server.shut_down());
    assert!(answer.0 == StatusCode::BAD_REQUEST || answer == (StatusCode::OK, "1".to_owned()), "{answer:?}");
    assert_eq!(websocket.close_frame().await.unwrap().code, CloseCode::Away);
    assert_eq!(server.next_disconnect().await, DisconnectReason::ShuttingDown);
    assert_eq!(server.next_disconnect().await, DisconnectReason::ShuttingDown);
    let url = format!("{}?EIO=4&transport=polling", server.http());
    assert_eq!(reqwest::get(url).await.unwrap().status(), StatusCode::SERVICE_UNAVAILABLE);
    server.assert_no_more_disconnects().await;
}

#[actix_web::test]
async fn a_session_that_panics_ends_only_its_own_connection() {
    let mut server = start(Settings::default());
    // Enough that some are on the same thread.
    let mut others = Vec::new();
    for _ in 0..4 {
        others.push(Ws::enter(&server).await);
    }
    let mut client = Ws::enter(&server).await;
    client.send(r#"42["panic"]"#).await;
    client.assert_closed().await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::ClosedByServer);
    for other in &mut others {
        other.send(r#"42["echo","still here"]"#).await;
        assert_eq!(other.text().await, r#"42["echo","still here"]"#);
    }
    assert_eq!(server.server.connections(), 4);
}

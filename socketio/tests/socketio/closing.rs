//! Every way in which a connection ends: its session is told once.

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
    assert_eq!(server.next_gone().await, DisconnectReason::ClosedByClient);
    server.nobody_else_goes().await;
}

#[actix_web::test]
async fn a_client_closes_by_a_close_frame() {
    let mut server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.stream.send(Message::Close(None)).await.unwrap();
    assert_eq!(server.next_gone().await, DisconnectReason::ClosedByClient);
    server.nobody_else_goes().await;
}

#[actix_web::test]
async fn a_client_closes_by_a_packet_on_polling() {
    let mut server = start(Settings::default());
    let client = Poller::enter(&server).await;
    client.post("1").await;
    assert_eq!(server.next_gone().await, DisconnectReason::ClosedByClient);
    assert_eq!(client.get().await, (StatusCode::OK, "6".to_owned()), "this poll may have been on its way");
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
    server.nobody_else_goes().await;
}

#[actix_web::test]
async fn a_connection_that_breaks_without_a_word_ends_its_session() {
    let mut server = start(Settings::default());
    let client = Ws::enter(&server).await;
    drop(client);
    assert_eq!(server.next_gone().await, DisconnectReason::TransportLost);
    server.nobody_else_goes().await;
}

#[actix_web::test]
async fn an_aborted_poll_ends_its_session() {
    let mut server = start(Settings::default());
    let client = Poller::enter(&server).await;
    // A future that is dropped in the middle of a request closes its TCP connection.
    let poll = tokio::time::timeout(Duration::from_millis(100), client.get());
    assert!(poll.await.is_err(), "nothing was there to be polled");
    assert_eq!(server.next_gone().await, DisconnectReason::TransportLost);
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
}

#[actix_web::test]
async fn a_second_poll_beside_an_open_one_ends_the_session() {
    let mut server = start(Settings::default());
    let client = Poller::enter(&server).await;
    let mut answers: Vec<_> = <[_; 2]>::from(tokio::join!(client.get(), client.get())).into();
    answers.sort_by_key(|(status, _)| *status);
    assert_eq!(answers[0], (StatusCode::OK, "1".to_owned()));
    assert_eq!(answers[1].0, StatusCode::BAD_REQUEST);
    assert_eq!(server.next_gone().await, DisconnectReason::OverlappingPolls);
    server.nobody_else_goes().await;
}

#[actix_web::test]
async fn the_last_packets_leave_before_the_product_closes() {
    let mut server = start(Settings::default());
    let mut websocket = Ws::enter(&server).await;
    websocket.send(r#"42["close"]"#).await;
    assert_eq!(websocket.text().await, r#"42["bye",{}]"#);
    websocket.assert_closed().await;
    assert_eq!(server.next_gone().await, DisconnectReason::ClosedByServer);
}

#[actix_web::test]
async fn a_poller_that_is_closed_between_two_polls_still_hears_the_last_packets() {
    let mut server = start(Settings { farewell_timeout: Duration::from_secs(60), ..Settings::default() });
    let client = Poller::enter(&server).await;
    client.post(r#"42["close"]"#).await;
    assert_eq!(server.next_gone().await, DisconnectReason::ClosedByServer);
    assert_eq!(client.try_post(r#"42["echo"]"#).await, StatusCode::BAD_REQUEST);
    assert_eq!(client.get().await, (StatusCode::OK, r#"42["bye",{}]"#.to_owned()));
    assert_eq!(client.get().await, (StatusCode::OK, "1".to_owned()), "apart: together, clients would miss the event");
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
    server.nobody_else_goes().await;
}

#[actix_web::test]
async fn a_poller_that_is_closed_during_a_poll_hears_the_last_packets_before_the_close() {
    let mut server = start(Settings { farewell_timeout: Duration::from_secs(60), ..Settings::default() });
    let client = Poller::enter(&server).await;
    let (answer, ()) = tokio::join!(client.get(), client.post(r#"42["close"]"#));
    assert_eq!(answer, (StatusCode::OK, r#"42["bye",{}]"#.to_owned()));
    assert_eq!(server.next_gone().await, DisconnectReason::ClosedByServer);
    assert_eq!(client.get().await, (StatusCode::OK, "1".to_owned()));
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
    server.nobody_else_goes().await;
}

#[actix_web::test]
async fn last_packets_that_nobody_takes_are_given_up() {
    let mut server = start(Settings { farewell_timeout: Duration::from_millis(50), ..Settings::default() });
    let client = Poller::enter(&server).await;
    client.post(r#"42["close"]"#).await;
    assert_eq!(server.next_gone().await, DisconnectReason::ClosedByServer);
    server.nobody_else_goes().await;
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
}

#[actix_web::test]
async fn shutting_down_closes_everybody_and_lets_nobody_in() {
    let mut server = start(Settings::default());
    let mut websocket = Ws::enter(&server).await;
    let polling = Poller::enter(&server).await;
    let (answer, ()) = tokio::join!(polling.get(), server.server.shut_down());
    assert!(answer.0 == StatusCode::BAD_REQUEST || answer == (StatusCode::OK, "1".to_owned()), "{answer:?}");
    assert_eq!(websocket.close_frame().await.unwrap().code, CloseCode::Away);
    assert_eq!(server.next_gone().await, DisconnectReason::ShuttingDown);
    assert_eq!(server.next_gone().await, DisconnectReason::ShuttingDown);
    let url = format!("{}?EIO=4&transport=polling", server.http());
    assert_eq!(reqwest::get(url).await.unwrap().status(), StatusCode::SERVICE_UNAVAILABLE);
    server.nobody_else_goes().await;
}

#[actix_web::test]
async fn a_session_that_panics_takes_only_its_own_connection_along() {
    let mut server = start(Settings::default());
    // Enough that some are on the same thread.
    let mut others = Vec::new();
    for _ in 0..4 {
        others.push(Ws::enter(&server).await);
    }
    let mut client = Ws::enter(&server).await;
    client.send(r#"42["panic"]"#).await;
    client.assert_closed().await;
    assert_eq!(server.next_gone().await, DisconnectReason::ClosedByServer);
    for other in &mut others {
        other.send(r#"42["echo","still here"]"#).await;
        assert_eq!(other.text().await, r#"42["echo","still here"]"#);
    }
    assert_eq!(server.server.connections(), 4);
}

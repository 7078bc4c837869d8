//! The engine behind a real HTTP server, with racers on real WebSockets.

#![allow(clippy::unwrap_used)]

mod api;
mod client;
mod proxy;
mod returning;

use std::time::Duration;

use engine::Settings;
use serde_json::json;
use shared::messages::{OpenRoom, OpenRoomError};
use tokio::time::timeout;

use api::{Server, token};
use client::Client;

/// Settings with two seats and a short countdown, so that a race is over in a second.
fn quick() -> Settings {
    Settings { room_capacity: 2, countdown: Duration::from_millis(100), ..Settings::default() }
}

#[actix_web::test]
async fn a_connection_without_a_valid_token_is_refused_with_a_sentence() {
    let server = Server::start(quick()).await;
    let missing = "Log in to race: the token is missing.";
    let invalid = "Log in again: this token is not valid or has expired.";
    for (auth, message) in [
        (json!({}), missing),
        (json!({"token": 7}), missing),
        (json!({"token": ""}), invalid),
        (json!({"token": "a.b.c"}), invalid),
        (json!({"token": api::expired_token(1)}), invalid),
        (json!({"token": api::foreign_token(1)}), invalid),
    ] {
        let refused = Client::connect(server.address, &auth).await.err();
        assert_eq!(refused, Some(json!({"message": message})), "{auth}");
    }
}

#[actix_web::test]
async fn there_is_no_other_namespace() {
    let server = Server::start(quick()).await;
    let mut ana = Client::connect(server.address, &json!({"token": token(1)})).await.unwrap();
    assert_eq!(ana.enter("/admin").await, Err(json!({"message": "Invalid namespace"})));
}

#[actix_web::test]
async fn the_oldest_of_too_many_windows_is_told_and_sent_away() {
    let server = Server::start(Settings { sockets_per_user: 2, ..quick() }).await;
    let mut windows = Vec::new();
    for _ in 0..3 {
        windows.push(Client::connect(server.address, &json!({"token": token(1)})).await.unwrap());
    }
    let [oldest, second, newest] = &mut windows[..] else { panic!("three windows") };
    assert_eq!(oldest.hear("fault").await["code"], "too-many-windows");
    oldest.is_sent_away().await;
    for window in [second, newest] {
        window.emit("start", json!({"code": "22222222"})).await;
        assert_eq!(window.hear("fault").await["reason"], "Join the room first.");
    }
}

#[actix_web::test]
async fn draining_ends_in_closed_connections_and_opens_no_rooms() {
    let server = Server::start(quick()).await;
    let mut ana = Client::connect(server.address, &json!({"token": token(1)})).await.unwrap();
    timeout(Duration::from_secs(5), server.engine.drain(Duration::from_secs(60))).await.unwrap();
    ana.is_closed().await;
    let refused = server.engine.open_room().send(OpenRoom { private: false, after: None }).await.unwrap();
    assert_eq!(refused, Err(OpenRoomError::Draining));
}

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
use tokio::time::{sleep, timeout};

use api::{Server, token};
use client::Client;

/// Settings with two seats and a short countdown, so that a race is over in a second.
fn quick() -> Settings {
    Settings { room_capacity: 2, countdown: Duration::from_millis(100), ..Settings::default() }
}

#[actix_web::test]
async fn two_racers_meet_race_and_finish() {
    let server = Server::start(quick()).await;
    let code = server.open_room().await;
    server.take_seat(code, 1).await.unwrap();
    server.take_seat(code, 2).await.unwrap();

    let mut ana = Client::connect(server.address, &json!({"token": token(1)})).await.unwrap();
    ana.emit("join", json!({"code": code, "username": "racer-1"})).await;
    assert_eq!(ana.hear("state").await["phase"], "waiting");
    let mut bo = Client::connect(server.address, &json!({"token": token(2)})).await.unwrap();
    bo.emit("join", json!({"code": code, "username": "racer-2"})).await;
    assert_eq!(bo.hear("state").await["participants"][0]["connected"], true);
    assert_eq!(ana.hear("join").await, json!({"username": "racer-2", "skin": "hummingbird"}));
    for racer in [&mut ana, &mut bo] {
        racer.hear("starting").await;
        assert_eq!(racer.hear("start").await, json!({}));
    }

    // The shortest time in which a racer can type the text.
    sleep(api::FASTEST).await;
    for (racer, user) in [(&mut bo, 2), (&mut ana, 1)] {
        racer.emit("typing", json!({"code": code, "completed": 100})).await;
        let finish =
            json!({"code": code, "username": format!("racer-{user}"), "accuracy": 97.5, "keystrokes": api::KEYS});
        let outcome = racer.ask("finish", finish).await;
        assert!(outcome["wpm"].as_f64().unwrap() > 0.0, "{outcome}");
    }
    assert_eq!(ana.hear("typing").await, json!({"username": "racer-2", "completed": 100}));
    assert_eq!(bo.hear("finish").await["username"], "racer-2");
    assert_eq!(bo.hear("finish").await["username"], "racer-1");

    let standings: Vec<_> = server
        .saved()
        .into_iter()
        .map(|saved| (saved.result.user_id.0, saved.result.place, saved.result.won, saved.result.accuracy))
        .collect();
    assert_eq!(standings, [(2, 1, true, 90.0), (1, 2, false, 90.0)], "the accuracy is that of the keys");
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
async fn a_racer_whose_connection_breaks_is_told_of_and_may_come_back() {
    let server = Server::start(quick()).await;
    let code = server.open_room().await;
    let mut racers = Vec::new();
    for user in [1, 2] {
        server.take_seat(code, user).await.unwrap();
        let mut racer = Client::connect(server.address, &json!({"token": token(user)})).await.unwrap();
        racer.emit("join", json!({"code": code})).await;
        racers.push(racer);
    }
    let (mut bo, mut ana) = (racers.pop().unwrap(), racers.pop().unwrap());
    ana.hear("start").await;
    bo.hear("start").await;
    drop(bo);
    assert_eq!(ana.hear("leave").await, json!({"username": "racer-2"}));
    let mut bo = Client::connect(server.address, &json!({"token": token(2)})).await.unwrap();
    bo.emit("join", json!({"code": code})).await;
    assert_eq!(bo.hear("state").await["phase"], "running");
    assert!(bo.hear("start").await["ms"].is_u64());
    assert_eq!(ana.hear("join").await["username"], "racer-2");
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
async fn bad_events_are_answered_by_faults_and_leave_the_connection_open() {
    let server = Server::start(quick()).await;
    let mut ana = Client::connect(server.address, &json!({"token": token(1)})).await.unwrap();
    for (event, payload) in [
        ("join", json!({"code": "22222222"})),
        ("join", json!("22222222")),
        ("typing", json!({"completed": -1})),
        ("typing", json!([[[[[]]]]])),
        ("finish", json!({"code": "22222222", "accuracy": "x".repeat(5_000)})),
        ("__proto__", json!({})),
    ] {
        ana.emit(event, payload).await;
        assert_eq!(ana.hear("fault").await["event"], event);
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

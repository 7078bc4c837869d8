//! The requests that may open a connection, and the answers to refused ones.

use std::sync::Arc;

use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use socketio::Settings;

use super::{
    clients::{Poller, Ws},
    fixture::{Running, start},
};

const FRIEND: &str = "https://friend.example";

/// Returns settings that allow the pages of a foreign origin to connect.
fn with_friend() -> Settings {
    Settings { allows_origin: Arc::new(|origin, _| origin == FRIEND), ..Settings::default() }
}

async fn ask(server: &Running, method: Method, query: &str, headers: &[(&str, &str)]) -> (StatusCode, Value) {
    let mut request = reqwest::Client::new().request(method, format!("{}?{query}", server.http()));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.send().await.unwrap();
    (response.status(), response.json().await.unwrap_or_default())
}

#[actix_web::test]
async fn the_handshake_has_exactly_the_five_keys_of_the_protocol() {
    let server = start(Settings::default());
    let url = format!("{}?EIO=4&transport=polling", server.http());
    let response = reqwest::get(url).await.unwrap();
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/plain; charset=utf-8");
    assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store");
    let text = response.text().await.unwrap();
    let mut handshake: Value = serde_json::from_str(text.strip_prefix('0').unwrap()).unwrap();
    assert_eq!(handshake["sid"].take().as_str().map(str::len), Some(32));
    let expected = json!({
        "sid": null, "upgrades": ["websocket"], "pingInterval": 25000, "pingTimeout": 20000, "maxPayload": 65536
    });
    assert_eq!(handshake, expected);
}

#[actix_web::test]
async fn the_path_works_without_a_trailing_slash() {
    let server = start(Settings::default());
    let url = format!("http://{}/socket.io?EIO=4&transport=polling", server.address);
    assert_eq!(reqwest::get(url).await.unwrap().status(), StatusCode::OK);
}

#[actix_web::test]
async fn a_websocket_is_offered_no_upgrade() {
    let server = start(Settings::default());
    let mut client = Ws::open(&server, "").await;
    assert!(client.text().await.contains(r#""upgrades":[]"#));
}

#[actix_web::test]
async fn each_bad_request_is_refused_with_the_code_that_clients_know() {
    let server = start(Settings::default());
    let sid = Poller::open(&server).await.sid;
    let unknown = "0".repeat(32);
    let cases = [
        (Method::GET, "EIO=4".to_owned(), 0, "Transport unknown"),
        (Method::GET, "EIO=4&transport=pigeon".to_owned(), 0, "Transport unknown"),
        (Method::GET, format!("EIO=4&transport=polling&sid={unknown}"), 1, "Session ID unknown"),
        (Method::POST, format!("EIO=4&transport=polling&sid={unknown}"), 1, "Session ID unknown"),
        (Method::GET, "EIO=4&transport=polling&sid=%22%3E".to_owned(), 1, "Session ID unknown"),
        (Method::POST, "EIO=4&transport=polling".to_owned(), 2, "Bad handshake method"),
        (Method::PUT, "EIO=4&transport=polling".to_owned(), 2, "Bad handshake method"),
        (Method::GET, "EIO=4&transport=websocket".to_owned(), 3, "Bad request"),
        (Method::GET, format!("EIO=4&transport=websocket&sid={sid}"), 3, "Bad request"),
        (Method::DELETE, format!("EIO=4&transport=polling&sid={sid}"), 3, "Bad request"),
        (Method::GET, "EIO=4&EIO=4&transport=polling".to_owned(), 3, "Bad request"),
        (Method::GET, "transport=polling".to_owned(), 5, "Unsupported protocol version"),
        (Method::GET, "EIO=3&transport=polling".to_owned(), 5, "Unsupported protocol version"),
    ];
    for (method, query, code, message) in cases {
        let (status, body) = ask(&server, method.clone(), &query, &[]).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{method} {query}");
        assert_eq!(body, json!({"code": code, "message": message}), "{method} {query}");
    }
}

#[actix_web::test]
async fn a_page_of_another_origin_is_refused() {
    let server = start(with_friend());
    let own = format!("http://{}", server.address);
    let cases = [
        (own.as_str(), StatusCode::OK),
        (FRIEND, StatusCode::OK),
        ("https://friend.example.evil.example", StatusCode::FORBIDDEN),
        ("https://evil.example", StatusCode::FORBIDDEN),
        ("null", StatusCode::FORBIDDEN),
    ];
    for (origin, expected) in cases {
        let (status, _) = ask(&server, Method::GET, "EIO=4&transport=polling", &[("Origin", origin)]).await;
        assert_eq!(status, expected, "{origin}");
        let upgrade = [
            ("Origin", origin),
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let (status, _) = ask(&server, Method::GET, "EIO=4&transport=websocket", &upgrade).await;
        let opens = if expected == StatusCode::OK { StatusCode::SWITCHING_PROTOCOLS } else { expected };
        assert_eq!(status, opens, "WebSocket from {origin}");
    }
}

#[actix_web::test]
async fn an_allowed_foreign_page_may_read_the_answer() {
    let origin = FRIEND;
    let server = start(with_friend());
    let url = format!("{}?EIO=4&transport=polling", server.http());
    let response = reqwest::Client::new().get(url).header("Origin", origin).send().await.unwrap();
    assert_eq!(response.headers()[header::ACCESS_CONTROL_ALLOW_ORIGIN], origin);
    assert_eq!(response.headers()[header::VARY], "Origin");
}

#[actix_web::test]
async fn the_number_of_connections_is_limited() {
    let server = start(Settings { max_connections: 2, ..Settings::default() });
    let (_first, _second) = (Poller::enter(&server).await, Ws::enter(&server).await);
    let (status, body) = ask(&server, Method::GET, "EIO=4&transport=polling", &[]).await;
    let message = json!("Too many connections (max_connections)");
    assert_eq!((status, &body["message"]), (StatusCode::SERVICE_UNAVAILABLE, &message));
    assert_eq!(server.server.connections(), 2);
}

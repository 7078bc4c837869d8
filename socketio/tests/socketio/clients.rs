//! Clients that send hand-written packets, one for each transport.

use futures_util::{SinkExt, StreamExt};
use reqwest::StatusCode;
use serde_json::Value;
use tokio::{net::TcpStream, time::Instant};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, protocol::frame::CloseFrame},
};

use super::fixture::{ANSWER_TIMEOUT, Running};

/// A client on a WebSocket. It answers pings by itself.
pub(crate) struct Ws {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) answers_pings: bool,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Received {
    Text(String),
    Binary(Vec<u8>),
    Closed,
}

impl Ws {
    /// Opens a WebSocket with the given query in addition to version and transport.
    pub(crate) async fn open(server: &Running, query: &str) -> Self {
        let url = format!("{}?EIO=4&transport=websocket{query}", server.websocket());
        let opening =
            tokio::time::timeout(ANSWER_TIMEOUT, connect_async(url)).await.expect("the WebSocket is answered");
        let (stream, _) = opening.expect("the WebSocket opens");
        Self { stream, answers_pings: true }
    }

    pub(crate) async fn enter(server: &Running) -> Self {
        let mut client = Self::open(server, "").await;
        assert!(client.text().await.starts_with("0{"));
        client.send("40").await;
        assert!(client.text().await.starts_with("40{\"sid\":"));
        assert_eq!(client.text().await, r#"42["welcome",{}]"#);
        client
    }

    /// Opens a WebSocket of a client who gives way.
    pub(crate) async fn pass(server: &Running) -> Self {
        let mut client = Self::open(server, "").await;
        client.text().await;
        client.send("40/passing,").await;
        assert!(client.text().await.starts_with("40/passing,{\"sid\":"));
        assert_eq!(client.text().await, r#"42/passing,["welcome",{}]"#);
        assert_eq!(client.text().await, r#"42/passing,["entered",{}]"#);
        client
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.expect("the WebSocket is open");
    }

    pub(crate) async fn send_binary(&mut self, bytes: &[u8]) {
        self.stream.send(Message::binary(bytes.to_vec())).await.expect("the WebSocket is open");
    }

    pub(crate) async fn next(&mut self) -> Received {
        // One deadline for the whole wait, since pings never end.
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        loop {
            let next = tokio::time::timeout_at(deadline, self.stream.next()).await.expect("a frame");
            match next {
                Some(Ok(Message::Text(text))) if text == "2" && self.answers_pings => self.send("3").await,
                Some(Ok(Message::Text(text))) => return Received::Text(text.to_string()),
                Some(Ok(Message::Binary(bytes))) => return Received::Binary(bytes.to_vec()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Received::Closed,
                Some(Ok(_)) => {}
            }
        }
    }

    pub(crate) async fn text(&mut self) -> String {
        match self.next().await {
            Received::Text(text) => text,
            other => panic!("not a text: {other:?}"),
        }
    }

    pub(crate) async fn close_frame(&mut self) -> Option<CloseFrame> {
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        loop {
            match tokio::time::timeout_at(deadline, self.stream.next()).await.expect("the WebSocket closes") {
                Some(Ok(Message::Close(frame))) => return frame,
                Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub(crate) async fn assert_closed(&mut self) {
        assert_eq!(self.next().await, Received::Closed);
    }
}

pub(crate) struct Poller {
    http: reqwest::Client,
    url: String,
    pub(crate) sid: String,
}

impl Poller {
    pub(crate) async fn open(server: &Running) -> Self {
        let http = reqwest::Client::builder().timeout(ANSWER_TIMEOUT).build().unwrap();
        let url = format!("{}?EIO=4&transport=polling", server.http());
        let handshake = http.get(&url).send().await.unwrap().text().await.unwrap();
        let handshake: Value = serde_json::from_str(handshake.strip_prefix('0').unwrap()).unwrap();
        let sid = handshake["sid"].as_str().unwrap().to_owned();
        Self { http, url: format!("{url}&sid={sid}"), sid }
    }

    pub(crate) async fn enter(server: &Running) -> Self {
        let client = Self::open(server).await;
        client.post("40").await;
        assert!(client.poll().await.contains("42[\"welcome\",{}]"));
        client
    }

    pub(crate) async fn get(&self) -> (StatusCode, String) {
        let response = tokio::time::timeout(ANSWER_TIMEOUT, self.http.get(&self.url).send()).await.expect("an answer");
        let response = response.unwrap();
        (response.status(), response.text().await.unwrap())
    }

    /// Polls until a packet other than a ping arrives, and answers pings.
    pub(crate) async fn poll(&self) -> String {
        loop {
            let (status, payload) = self.get().await;
            assert_eq!(status, StatusCode::OK, "{payload}");
            if payload != "2" {
                return payload;
            }
            self.post("3").await;
        }
    }

    pub(crate) async fn try_post(&self, payload: impl Into<reqwest::Body>) -> StatusCode {
        self.http.post(&self.url).body(payload).send().await.unwrap().status()
    }

    pub(crate) async fn post(&self, payload: &'static str) {
        assert_eq!(self.try_post(payload).await, StatusCode::OK);
    }
}

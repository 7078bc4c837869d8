//! A racer as the site sees one: an account, and a WebSocket that speaks Socket.IO.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::colibri::Colibri;

/// Longer than anything that is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Racer {
    pub(crate) username: String,
    pub(crate) token: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// The answer to a call of the api.
pub(crate) async fn call(colibri: &Colibri, path: &str, body: &Value) -> Value {
    let answer = Client::new().post(format!("{}{path}", colibri.url)).json(body).send().await.expect("it answers");
    assert_eq!(answer.status(), 200, "{path}");
    answer.json().await.expect("it is JSON")
}

impl Racer {
    /// Signs up and connects.
    pub(crate) async fn sign_up(colibri: &Colibri, username: &str) -> Self {
        let password = "quetzal over the cloud forest";
        let account = json!({
            "username": username, "email": format!("{username}@example.org"), "country": "CR",
            "password": password, "passwordConfirm": password,
        });
        let token = call(colibri, "/api/signup", &account).await["token"].as_str().expect("a token").to_owned();
        Self::connect(colibri, username.to_owned(), token).await
    }

    /// The same racer on a new connection, in the room again; the state that they are told.
    pub(crate) async fn come_back(self, colibri: &Colibri, code: &str) -> (Self, Value) {
        let mut racer = Self::connect(colibri, self.username, self.token).await;
        racer.emit("join", &json!({"code": code})).await;
        let state = racer.hear("state").await;
        (racer, state)
    }

    async fn connect(colibri: &Colibri, username: String, token: String) -> Self {
        let url = format!("{}/socket.io/?EIO=4&transport=websocket", colibri.url.replace("http", "ws"));
        let (socket, _) = connect_async(url).await.expect("it answers");
        let mut racer = Self { username, token, socket };
        racer.receive("0").await;
        racer.send(format!("40{}", json!({"token": racer.token}))).await;
        racer.receive("40").await;
        racer
    }

    /// A room that matchmaking offers to nobody.
    pub(crate) async fn open_room(&self, colibri: &Colibri) -> String {
        let answer = call(colibri, "/api/multiplayer", &json!({"token": self.token, "private": true})).await;
        answer["code"].as_str().expect("a code").to_owned()
    }

    /// Takes a seat and joins; the text.
    pub(crate) async fn enter(&mut self, colibri: &Colibri, code: &str) -> String {
        let seat = call(colibri, "/api/play", &json!({"token": self.token, "code": code})).await;
        self.emit("join", &json!({"code": code})).await;
        self.hear("state").await;
        seat["text"]["text"].as_str().expect("a text").to_owned()
    }

    pub(crate) async fn emit(&mut self, event: &str, payload: &Value) {
        self.send(format!("42{}", json!([event, payload]))).await;
    }

    /// Emits an event and waits for its acknowledgement.
    pub(crate) async fn ask(&mut self, event: &str, payload: &Value) -> Value {
        self.send(format!("421{}", json!([event, payload]))).await;
        self.receive("431").await[0].take()
    }

    /// The payload of the next event called `event`.
    pub(crate) async fn hear(&mut self, event: &str) -> Value {
        self.receive(&format!("42[\"{event}\"")).await[1].take()
    }

    async fn send(&mut self, packet: String) {
        self.socket.send(Message::text(packet)).await.expect("the connection lives");
    }

    /// The JSON of the next packet that begins with `start`.
    async fn receive(&mut self, start: &str) -> Value {
        let packet = async {
            loop {
                let message = self.socket.next().await.expect("the connection lives").expect("it is readable");
                match message.to_text() {
                    Ok("2") => self.send("3".to_owned()).await,
                    Ok(packet) if packet.starts_with(start) => return packet.to_owned(),
                    _ => {}
                }
            }
        };
        let packet = timeout(PATIENCE, packet).await.unwrap_or_else(|_| panic!("{start} never came"));
        let json = packet.find(['[', '{']).map_or("null", |json| &packet[json..]);
        serde_json::from_str(json).expect("it is JSON")
    }
}

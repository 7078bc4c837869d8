//! A racer as the site sees one: an account, and a Socket.IO connection over WebSocket.

use std::time::Duration;

use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use reqwest::{Client, Response};
use serde_json::{Value, json};
use shared::error_code;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use typing::score::CHARACTERS_PER_WORD;

use crate::colibri::Reached;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The password of every racer who signs up.
pub(crate) const PASSWORD: &str = "quetzal over the cloud forest";

pub(crate) struct Racer {
    pub(crate) username: String,
    pub(crate) token: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// Makes a call to the api that must succeed, and returns its answer.
pub(crate) async fn call(site: &impl Reached, path: &str, body: &Value) -> Value {
    let (status, text) = try_call(site, path, body).await;
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).expect("it is JSON")
}

/// Makes a call to the api, and returns the status and body of its answer.
pub(crate) async fn try_call(site: &impl Reached, path: &str, body: &Value) -> (u16, String) {
    let answer = post(site, path, body).await;
    (answer.status().as_u16(), answer.text().await.expect("it is text"))
}

/// Makes a call to the api, and returns the status of its answer and the code of the error.
pub(crate) async fn error_of(site: &impl Reached, path: &str, body: &Value) -> (u16, String) {
    let answer = post(site, path, body).await;
    let code = answer.headers().get(error_code::HEADER).map(|code| code.to_str().expect("it is text").to_owned());
    (answer.status().as_u16(), code.unwrap_or_default())
}

async fn post(site: &impl Reached, path: &str, body: &Value) -> Response {
    Client::new().post(format!("{}{path}", site.url())).json(body).send().await.expect("it answers")
}

pub(crate) async fn sign_up(api: &impl Reached, username: &str) -> String {
    let account = json!({
        "username": username, "email": format!("{username}@example.org"), "country": "CR",
        "password": PASSWORD, "passwordConfirm": PASSWORD,
    });
    call(api, "/api/signup", &account).await["token"].as_str().expect("a token").to_owned()
}

/// A speed at which nobody is held back.
const FAST_WPM: f64 = 200.0;

/// Waits for as long as a fast racer needs for the text.
pub(crate) async fn time_to_type(text: &str) {
    let fastest = text.chars().count() as f64 * 60.0 / (FAST_WPM * CHARACTERS_PER_WORD);
    tokio::time::sleep(Duration::from_secs_f64(fastest + 0.1)).await;
}

impl Racer {
    pub(crate) async fn sign_up(site: &impl Reached, username: &str) -> Self {
        Self::sign_up_between(site, site, username).await
    }

    pub(crate) async fn sign_up_between(api: &impl Reached, engine: &impl Reached, username: &str) -> Self {
        let token = sign_up(api, username).await;
        Self::connect(engine, username.to_owned(), token).await
    }

    /// Reconnects the racer, rejoins the room, and returns the state that the server sends.
    pub(crate) async fn come_back(self, engine: &impl Reached, code: &str) -> (Self, Value) {
        let mut racer = Self::connect(engine, self.username, self.token).await;
        racer.emit("join", &json!({"code": code})).await;
        let state = racer.event("state").await;
        (racer, state)
    }

    pub(crate) async fn connect(engine: &impl Reached, username: String, token: String) -> Self {
        Self::try_connect(engine, username, token).await.unwrap_or_else(|error| panic!("it is refused: {error}"))
    }

    /// Connects, or returns the error of the server.
    pub(crate) async fn try_connect(engine: &impl Reached, username: String, token: String) -> Result<Self, Value> {
        let url = format!("{}/socket.io/?EIO=4&transport=websocket", engine.url().replace("http", "ws"));
        let (socket, _) = connect_async(url).await.expect("it answers");
        let mut racer = Self { username, token, socket };
        racer.receive("0").await;
        racer.send(format!("40{}", json!({"token": racer.token}))).await;
        let answer = racer.receive("4").await;
        if answer["sid"].is_string() { Ok(racer) } else { Err(answer) }
    }

    pub(crate) async fn open_room(&self, api: &impl Reached) -> String {
        let answer = call(api, "/api/multiplayer", &json!({"token": self.token, "private": true})).await;
        answer["code"].as_str().expect("a code").to_owned()
    }

    /// Takes a seat, joins, and returns the text.
    pub(crate) async fn enter(&mut self, api: &impl Reached, code: &str) -> String {
        let seat = call(api, "/api/play", &json!({"token": self.token, "code": code})).await;
        self.emit("join", &json!({"code": code})).await;
        self.event("state").await;
        seat["text"]["text"].as_str().expect("a text").to_owned()
    }

    pub(crate) async fn emit(&mut self, event: &str, payload: &Value) {
        self.send(format!("42{}", json!([event, payload]))).await;
    }

    pub(crate) async fn begin_to_ask(&mut self, event: &str, payload: &Value) {
        self.send(format!("421{}", json!([event, payload]))).await;
    }

    pub(crate) async fn acknowledged(&mut self) -> Value {
        self.receive("431").await[0].take()
    }

    /// Types the whole text, and sends the finish with a request for an acknowledgement.
    pub(crate) async fn begin_to_finish(&mut self, code: &str) {
        self.emit("typing", &json!({"code": code, "completed": 100})).await;
        self.begin_to_ask("finish", &json!({"code": code, "accuracy": 98.5, "token": self.token.clone()})).await;
    }

    /// Returns true if an acknowledgement has arrived. Discards the packets before it.
    pub(crate) async fn is_acknowledged(&mut self) -> bool {
        while let Some(Some(Ok(message))) = self.socket.next().now_or_never() {
            if message.to_text().is_ok_and(|packet| packet.starts_with("431")) {
                return true;
            }
        }
        false
    }

    pub(crate) async fn event(&mut self, event: &str) -> Value {
        self.receive(&format!("42[\"{event}\"")).await[1].take()
    }

    /// Waits until the racer is shown that `username` has finished: by `finish`, or by the `state` that they get in its place
    /// if the room's engine has lost sight of their own in between.
    pub(crate) async fn sees_finish(&mut self, username: &str) {
        loop {
            let [name, data] =
                serde_json::from_value::<[Value; 2]>(self.receive("42[").await).expect("an event has a payload");
            let has_finished = match name.as_str() {
                Some("finish") => data["username"] == username,
                Some("state") => {
                    let mut lanes = data["participants"].as_array().expect("it lists the racers").iter();
                    lanes.any(|lane| lane["username"] == username && !lane["finish"].is_null())
                }
                _ => false,
            };
            if has_finished {
                return;
            }
        }
    }

    /// Waits until the server closes the connection, and returns the close code.
    pub(crate) async fn closed(&mut self) -> Option<CloseCode> {
        let end = async {
            loop {
                match self.socket.next().await? {
                    Ok(Message::Close(frame)) => return frame.map(|frame| frame.code),
                    message => _ = message.ok()?,
                }
            }
        };
        timeout(ANSWER_TIMEOUT, end).await.expect("the connection is closed")
    }

    async fn send(&mut self, packet: String) {
        self.socket.send(Message::text(packet)).await.expect("the connection lives");
    }

    /// Waits for the next packet that begins with `start`, and returns its JSON.
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
        let packet = timeout(ANSWER_TIMEOUT, packet).await.unwrap_or_else(|_| panic!("{start} never came"));
        let json = packet.find(['[', '{']).map_or("null", |json| &packet[json..]);
        serde_json::from_str(json).expect("it is JSON")
    }
}

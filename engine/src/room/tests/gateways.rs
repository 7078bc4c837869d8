//! A room with a gateway at another engine.

use std::future::pending;
use std::sync::{Arc, Mutex};

use actix::Actor as _;
use serde_json::{Value, json};
use shared::RoomCode;
use tokio::time::pause;

use super::{Scene, code, text};
use crate::gateway::GatewayLinks;
use crate::ids::EngineId;
use crate::peers::{Asking, Finding, Peers};
use crate::race::Rules;
use crate::room::{FromGateway, Room, RoomLinks};
use crate::testing;

/// A stand-in for the transport, which keeps the messages that the room sends.
#[derive(Default)]
struct Sent(Mutex<Vec<Value>>);

impl Peers for Sent {
    fn me(&self) -> EngineId {
        EngineId::new()
    }

    fn send(&self, _: EngineId, message: Vec<u8>) {
        let message: Value = serde_json::from_slice(&message).expect("it is JSON");
        self.0.lock().expect("no test panicked").push(message["ToGateway"]["message"]["FromRoom"]["message"].clone());
    }

    fn ask(&self, _: EngineId, _: Vec<u8>) -> Asking {
        Box::pin(pending())
    }

    fn find(&self, _: RoomCode) -> Finding {
        Box::pin(pending())
    }

    fn leave(&self) {}
}

/// Sends a room with one seat these messages of a gateway, and returns the messages that the room sends back.
async fn answers_to(messages: impl IntoIterator<Item = Value>) -> Vec<Value> {
    pause();
    let sent = Arc::new(Sent::default());
    let gateway = Some(GatewayLinks { peers: sent.clone(), lobby: testing::lobby().start().recipient() });
    let scene = Scene::with([], None, |links| {
        Room::new(code(), false, Rules::default(), text(), RoomLinks { gateway, ..links })
    });
    scene.take_seat(1).await.expect("a seat");
    let engine = EngineId::new();
    for (number, message) in (1..).zip(messages) {
        let message = serde_json::from_str(&message.to_string()).expect("a message");
        scene.room.send(FromGateway { engine, session: 4, number, message }).await.expect("the room lives");
    }
    std::mem::take(&mut *sent.0.lock().expect("no test panicked"))
}

fn event(answer: u64, socket: u64, name: &str, payload: Value) -> Value {
    json!({"Event": {"answer": answer, "socket": socket, "user": 1, "name": name, "payload": payload}})
}

#[actix::test]
async fn an_event_that_the_room_cannot_read_is_refused_and_the_session_goes_on() {
    let sent = answers_to([
        json!({"Attach": {"sockets": []}}),
        event(1, 5, "join", json!({"code": code()})),
        event(2, 5, "cheer", json!({"code": code(), "added": "in a later version"})),
        event(3, 5, "start", json!({"code": code(), "added": "in a later version"})),
    ])
    .await;
    let (reason, code) = ("There is no event with this name.", "unknown-event");
    let fault = json!({"event": "cheer", "reason": reason, "code": code});
    let expected = [
        json!({"Event": {"to": [5], "name": "fault", "data": fault}}),
        json!({"Answer": {"command": 2, "data": {"reason": reason, "code": code}}}),
        json!({"Answer": {"command": 3, "data": {}}}),
    ];
    assert!(sent.ends_with(&expected), "{sent:?}");
}

#[actix::test]
async fn a_replaced_tab_that_returns_is_told_so_even_without_a_seat() {
    let sent = answers_to([
        json!({"Attach": {"sockets": []}}),
        event(1, 5, "join", json!({"code": code()})),
        event(2, 6, "join", json!({"code": code()})),
        json!({"Leave": {"socket": 6, "user": 1}}),
        json!({"Return": {"socket": 7, "user": 1, "ticket": 1}}),
    ])
    .await;
    assert!(sent.contains(&json!({"Disconnect": {"socket": 7}})), "{sent:?}");
}

//! A room with a gateway at another engine.

use std::future::pending;
use std::sync::{Arc, Mutex};

use actix::Actor as _;
use serde_json::{Value, json};
use shared::RoomCode;
use tokio::time::pause;

use super::{Scene, code, text};
use crate::gateway::GatewayLinks;
use crate::peers::{Asking, EngineId, Finding, Peers};
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

#[actix::test]
async fn an_event_that_the_room_cannot_read_is_refused_and_the_session_goes_on() {
    pause();
    let sent = Arc::new(Sent::default());
    let gateway = Some(GatewayLinks { peers: sent.clone(), lobby: testing::lobby().start().recipient() });
    let scene = Scene::with([], None, |links| {
        Room::new(code(), false, Rules::default(), text(), RoomLinks { gateway, ..links })
    });
    scene.take_seat(1).await.expect("a seat");
    let engine = EngineId::new();
    let event = |answer: u64, name: &str, payload: Value| json!({"Event": {"answer": answer, "socket": 5, "user": 1, "name": name, "payload": payload}});
    for (number, message) in (1..).zip([
        json!({"Attach": {"sockets": []}}),
        event(1, "join", json!({"code": code()})),
        event(2, "cheer", json!({"code": code(), "added": "in a later version"})),
        event(3, "start", json!({"code": code(), "added": "in a later version"})),
    ]) {
        let message = serde_json::from_str(&message.to_string()).expect("a message");
        scene.room.send(FromGateway { engine, session: 4, number, message }).await.expect("the room lives");
    }
    let (reason, code) = ("There is no event with this name.", "unknown-event");
    let fault = json!({"event": "cheer", "reason": reason, "code": code});
    let expected = [
        json!({"Event": {"to": [5], "name": "fault", "data": fault}}),
        json!({"Answer": {"command": 2, "data": {"reason": reason, "code": code}}}),
        json!({"Answer": {"command": 3, "data": {}}}),
    ];
    let sent = sent.0.lock().expect("no test panicked");
    assert!(sent.ends_with(&expected), "{sent:?}");
}

//! A room with a guest at another engine.

use std::future::{pending, ready};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use race::Rules;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use shared::RoomCode;
use shared::wire::ClientEvent;
use socketio::Ack;
use tokio::time::{pause, sleep};

use super::{Scene, code, new_room, typed};
use crate::ids::EngineId;
use crate::peers::message::{OwnerMessage, RoomMessage};
use crate::peers::{Asking, Found, Lookup, Peers};
use crate::room::{FromGuest, FromOwner, HandOver, RoomLinks};
use crate::store::{KeptRoom, Revision, StoreError};
use crate::testing::{MemoryStore, Tab};

/// A stand-in for the transport, which keeps the messages that the room sends.
struct Sent {
    me: EngineId,
    /// The engine that owns every room, according to the store.
    owner: EngineId,
    messages: Mutex<Vec<Value>>,
}

impl Sent {
    fn new() -> Arc<Self> {
        Arc::new(Self { me: EngineId::new(), owner: EngineId::new(), messages: Mutex::default() })
    }

    fn take(&self) -> Vec<Value> {
        std::mem::take(&mut *self.messages.lock().expect("no test panicked"))
    }
}

impl Peers for Sent {
    fn me(&self) -> EngineId {
        self.me
    }

    fn is_member(&self, _: EngineId) -> bool {
        true
    }

    fn send(&self, _: EngineId, message: Vec<u8>) {
        let message: Value = serde_json::from_slice(&message).expect("it is JSON");
        self.messages.lock().expect("no test panicked").push(message);
    }

    fn ask(&self, _: EngineId, _: Vec<u8>) -> Asking {
        Box::pin(pending())
    }

    fn find(&self, code: RoomCode) -> Lookup {
        let kept = KeptRoom { code, snapshot: Vec::new(), age: Duration::ZERO, revision: Revision(9) };
        Box::pin(ready(Ok(Some(Found { owner: self.owner, kept: Some(kept) }))))
    }

    fn leave(&self) {}
}

/// Sends a room with one seat these messages of a guest, and returns the messages that the room sends back.
async fn answers_to(messages: impl IntoIterator<Item = Value>) -> Vec<Value> {
    pause();
    Guest::new().await.sends(4, messages).await
}

/// A guest at another engine, in a room with one seat.
struct Guest {
    scene: Scene,
    sent: Arc<Sent>,
    engine: EngineId,
}

impl Guest {
    async fn new() -> Self {
        let sent = Sent::new();
        let peers: Option<Arc<dyn Peers>> = Some(sent.clone());
        let scene = Scene::with([], None, |links| new_room(Rules::default(), RoomLinks { peers, ..links }));
        scene.take_seat(1).await.expect("a seat");
        Self { scene, sent, engine: EngineId::new() }
    }

    /// Sends these messages as a new session, and returns the messages that the room sends back.
    async fn sends(&self, session: u64, messages: impl IntoIterator<Item = Value>) -> Vec<Value> {
        self.sent.take();
        for (number, message) in (1..).zip(messages) {
            let message = serde_json::from_str(&message.to_string()).expect("a message");
            let from = FromGuest { engine: self.engine, session, number, message, watches: false };
            self.scene.room.send(from).await.expect("the room lives");
        }
        let messages = self.sent.take().into_iter();
        messages.map(|message| message["ToGuest"]["message"]["FromRoom"]["message"].clone()).collect()
    }
}

/// A room of this engine with two racers, and what it may be lost to.
async fn owned() -> (Scene, Arc<Sent>, Arc<MemoryStore>, [Tab; 2]) {
    pause();
    let (sent, store) = (Sent::new(), Arc::<MemoryStore>::default());
    let peers: Option<Arc<dyn Peers>> = Some(sent.clone());
    let make = |links| new_room(Rules::default(), RoomLinks { peers, ..links });
    let scene = Scene::with([], Some(store.clone()), make);
    let (ana, bo) = scene.two_racing().await;
    sent.take();
    (scene, sent, store, [ana, bo])
}

fn event(answer: u64, socket: u64, name: &str, payload: Value) -> Value {
    json!({"Event": {"answer": answer, "socket": socket, "user": 1, "name": name, "payload": payload}})
}

#[actix::test]
async fn an_acknowledgement_that_a_lost_room_owes_comes_from_its_new_owner() {
    let (scene, sent, store, [ana, _bo]) = owned().await;
    store.fail(StoreError::Lost);
    let (join, joined) = Ack::detached();
    scene.send_as(1, &ana, ClientEvent::Join, None, Some(join)).await;
    let (progress, made) = Ack::detached();
    scene.send_as(1, &ana, typed(40), None, Some(progress)).await;
    sleep(Duration::from_millis(10)).await;

    let sent_to_owner: Vec<_> = sent.take().into_iter().map(|message| message["ToRoom"].clone()).collect();
    let asked: Vec<_> = sent_to_owner.iter().filter(|message| message["message"]["Event"]["answer"].is_u64()).collect();
    let names: Vec<_> = asked.iter().map(|message| &message["message"]["Event"]["name"]).collect();
    assert_eq!(names, ["join", "typing"]);
    for (number, message) in (1..).zip(asked) {
        let command = message["message"]["Event"]["answer"].as_u64().expect("a number");
        let data = RawValue::from_string("{}".to_owned()).expect("it is JSON");
        let message = OwnerMessage::FromRoom { number, message: RoomMessage::Answer { command, data } };
        let session = sent_to_owner[0]["session"].as_u64().expect("a session");
        scene.room.send(FromOwner { engine: sent.owner, session, message }).await.expect("the room lives");
    }
    assert_eq!((joined.answer().await, made.answer().await), (Some(json!({})), Some(json!({}))));
}

#[actix::test]
async fn a_room_whose_move_cannot_be_written_stays() {
    let (scene, sent, store, [ana, mut bo]) = owned().await;
    store.fail(StoreError::NotWritten);
    scene.room.do_send(HandOver { to: sent.owner, while_waiting: false });
    let (progress, made) = Ack::detached();
    scene.send_as(1, &ana, typed(40), None, Some(progress)).await;
    assert_eq!(bo.receive("typing").await, json!({"username": "racer-1", "completed": 40}));
    assert_eq!(made.answer().await, Some(json!({})));
    assert!(sent.take().is_empty(), "nothing is sent to another engine");
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
    let [.., fault, refusal, answer] = &sent[..] else { panic!("three messages: {sent:?}") };
    let (fault, refusal) = (&fault["Event"], &refusal["Answer"]);
    assert_eq!((&fault["to"], &fault["name"]), (&json!([5]), &json!("fault")));
    assert_eq!((&fault["data"]["event"], &fault["data"]["code"]), (&json!("cheer"), &json!("unknown-event")));
    assert_eq!((&refusal["command"], &refusal["data"]["code"]), (&json!(2), &json!("unknown-event")));
    assert_eq!(answer, &json!({"Answer": {"command": 3, "data": {}}}));
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

#[actix::test]
async fn the_time_is_told_through_a_guest() {
    let sent = answers_to([
        json!({"Attach": {"sockets": []}}),
        event(1, 5, "join", json!({"code": code()})),
        event(2, 5, "clock", json!({"code": code()})),
    ])
    .await;
    assert_eq!(sent.last(), Some(&json!({"Answer": {"command": 2, "data": {"ms": 0}}})), "{sent:?}");
}

#[actix::test]
async fn a_piece_that_was_lost_with_a_session_is_asked_for_again() {
    pause();
    let guest = Guest::new().await;
    guest.sends(4, [json!({"Attach": {"sockets": []}}), event(1, 5, "join", json!({"code": code()}))]).await;
    sleep(Duration::from_secs(32)).await;
    let typing = |answer, from, keys| {
        let log = json!({"from": from, "keys": keys});
        event(answer, 5, "typing", json!({"code": code(), "completed": 1, "log": log}))
    };
    let sent = guest
        .sends(
            5,
            [
                json!({"Attach": {"sockets": [{"socket": 5, "user": 1, "ticket": 1}]}}),
                typing(2, 2, "yAE="),
                typing(3, 0, "yAHIAQ=="),
                typing(4, 4, "yAE="),
            ],
        )
        .await;
    let answers = sent.iter().map(|message| &message["Answer"]).filter(|answer| answer.is_object());
    let answers: Vec<_> = answers.map(|answer| (answer["command"].as_i64(), &answer["data"]["code"])).collect();
    let missing = json!("missing-keys");
    assert_eq!(answers, [(Some(2), &missing), (Some(3), &Value::Null), (Some(4), &Value::Null)], "{sent:?}");
}

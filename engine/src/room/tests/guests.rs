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

use super::events::room_of_event;
use super::{Scene, code, new_room, room_of, typed};
use crate::ids::EngineId;
use crate::limits::{FEW_RACERS, PICTURE_EVERY};
use crate::occupancy::RoomKind;
use crate::peers::message::{GuestMessage, OwnerMessage, RoomMessage};
use crate::peers::{Asking, Found, Lookup, Peers};
use crate::room::{EnginesChanged, FromGuest, FromOwner, HandOver, Room, RoomLinks};
use crate::store::{KeptRoom, Revision, StoreError};
use crate::testing::{MemoryStore, Tab, racer_id};

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
    event_of(json!(1), answer, socket, name, payload)
}

fn event_of(user: Value, answer: u64, socket: u64, name: &str, payload: Value) -> Value {
    json!({"Event": {"answer": answer, "socket": socket, "user": user, "name": name, "payload": payload}})
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

impl Scene {
    /// Sends a message of the engine `from`, which has watchers if it `watches`, and returns the messages of the room to
    /// it and others.
    async fn told(&self, sent: &Sent, from: EngineId, number: u64, watches: bool) -> Vec<Value> {
        let message = if number == 1 { GuestMessage::Attach { sockets: Vec::new() } } else { GuestMessage::Sync };
        let from = FromGuest { engine: from, session: 4, number, message, watches };
        self.room.send(from).await.expect("the room lives");
        sent.messages_to_guests()
    }
}

impl Sent {
    fn messages_to_guests(&self) -> Vec<Value> {
        self.take().into_iter().map(|message| message["ToGuest"]["message"].clone()).collect()
    }
}

#[actix::test]
async fn a_guest_with_watchers_is_shown_the_race_and_gets_one_message_a_picture() {
    let (scene, sent, _store, [ana, _bo]) = owned().await;
    let engines = [EngineId::new(), EngineId::new()];
    for engine in engines {
        let messages = scene.told(&sent, engine, 1, true).await;
        let race = &messages[0]["FromRoom"]["message"]["Watch"]["race"];
        assert_eq!((&race["phase"], race["lanes"].as_array().map(Vec::len)), (&json!("running"), Some(2)));
        assert_eq!(messages.len(), 1, "only to the one that is new: {messages:?}");
    }
    for percent in [10, 11, 20] {
        scene.send(1, &ana, typed(percent)).await;
    }
    sleep(PICTURE_EVERY * 2).await;
    assert_eq!(sent.messages_to_guests(), vec![json!({"Picture": {"completed": [20, 0]}}); 2]);

    let messages = scene.told(&sent, engines[0], 2, false).await;
    assert_eq!(messages, [json!({"Synced": {"sent": 1}})], "a picture has no number");
    scene.send(1, &ana, typed(30)).await;
    sleep(PICTURE_EVERY * 2).await;
    assert_eq!(sent.messages_to_guests().len(), 1, "to the other one");
    assert_eq!(scene.told(&sent, engines[0], 3, true).await.len(), 2, "the race, and the answer");
    scene.room.send(EnginesChanged { gone: engines.into() }).await.expect("the room lives");
    scene.send(1, &ana, typed(40)).await;
    sleep(PICTURE_EVERY * 2).await;
    assert_eq!(sent.messages_to_guests(), [] as [Value; 0], "nobody watches");
}

#[actix::test]
async fn a_guest_with_watchers_of_a_private_room_is_shown_nothing() {
    pause();
    let sent = Sent::new();
    let peers: Option<Arc<dyn Peers>> = Some(sent.clone());
    let kind = RoomKind { is_private: true, ..RoomKind::default() };
    let make = |links| room_of(kind, Rules::default(), RoomLinks { peers, ..links });
    let scene = Scene::with([], None, make);
    let _ana = scene.enter(1).await;
    let messages = scene.told(&sent, EngineId::new(), 1, true).await;
    assert_eq!(messages, [json!({"FromRoom": {"number": 1, "message": {"Watch": {"race": null}}}})]);
    sleep(Duration::from_secs(60)).await;
    assert_eq!(sent.messages_to_guests(), [] as [Value; 0]);
}

#[actix::test]
async fn a_guest_with_many_racers_of_an_event_gets_one_message_a_picture() {
    pause();
    let sent = Sent::new();
    let peers: Option<Arc<dyn Peers>> = Some(sent.clone());
    let scene = Scene::with([], None, |links| room_of_event(50, RoomLinks { peers, ..links }));
    let guest = Guest { scene, sent, engine: EngineId::new() };
    let racers: Vec<_> = (1..).take(FEW_RACERS + 1).collect();
    for racer in &racers {
        guest.scene.take_seat(-racer).await.expect("a seat");
    }
    let user = |racer: i64| json!(racer_id(-racer));
    let joins = racers.iter().map(|racer| event_of(user(*racer), 7, *racer as u64, "join", json!({"code": code()})));
    let joined = guest.sends(4, [json!({"Attach": {"sockets": []}})].into_iter().chain(joins)).await;
    assert!(joined.contains(&json!({"Joined": {"socket": 1, "ticket": 1, "is_of_event": true}})), "{joined:?}");
    guest.scene.begin(0).await.expect("it begins");
    sleep(Duration::from_secs(30)).await;

    let attached = racers.iter().map(|racer| json!({"socket": racer, "user": user(*racer), "ticket": racer}));
    let attach = json!({"Attach": {"sockets": attached.collect::<Vec<_>>()}});
    let progress = |racer: &i64| json!({"code": code(), "completed": racer});
    let typing = racers.iter().map(|racer| event_of(user(*racer), 7, *racer as u64, "typing", progress(racer)));
    let at_once = guest.sends(5, [attach].into_iter().chain(typing)).await;
    assert!(at_once.iter().all(|message| message["Event"]["name"] != "typing"), "{at_once:?}");
    sleep(PICTURE_EVERY * 2).await;
    let pictures = guest.sent.messages_to_guests();
    let [picture] = &pictures[..] else { panic!("one picture: {pictures:?}") };
    let picture = &picture["FromRoom"]["message"]["Event"];
    assert_eq!((&picture["name"], &picture["data"]["completed"]), (&json!("picture"), &json!(racers)));
    assert_eq!(picture["to"].as_array().map(Vec::len), Some(racers.len()));
}

/// A room of another engine, which answers as the test says.
struct Elsewhere {
    scene: Scene,
    sent: Arc<Sent>,
    session: u64,
    number: u64,
}

impl Elsewhere {
    fn new() -> Self {
        pause();
        let sent = Sent::new();
        let peers: Option<Arc<dyn Peers>> = Some(sent.clone());
        let scene = Scene::with([], None, |links| Room::guest(code(), RoomLinks { peers, ..links }));
        Self { scene, sent, session: 0, number: 0 }
    }

    /// Returns what the room has sent to its owner, as the kind of each message and whether somebody watches.
    async fn sent(&mut self) -> Vec<(String, bool)> {
        sleep(Duration::from_millis(10)).await;
        let messages = self.sent.take().into_iter().map(|message| message["ToRoom"].clone());
        let outlined = messages.map(|message| {
            self.session = message["session"].as_u64().expect("a session");
            let kind = message["message"].as_str().unwrap_or("Attach").to_owned();
            (kind, message["watches"] == true)
        });
        outlined.collect()
    }

    async fn receives(&mut self, message: OwnerMessage) {
        let (engine, session) = (self.sent.owner, self.session);
        self.scene.room.send(FromOwner { engine, session, message }).await.expect("the room lives");
    }

    async fn is_shown(&mut self, race: Option<Value>) {
        self.number += 1;
        let race = race.map(|race| Box::new(serde_json::from_value(race).expect("it is a race")));
        let number = self.number;
        self.receives(OwnerMessage::FromRoom { number, message: RoomMessage::Watch { race } }).await;
    }

    async fn is_synced(&mut self) {
        let sent = self.number;
        self.receives(OwnerMessage::Synced { sent }).await;
    }
}

fn running(lanes: usize) -> Value {
    let lanes = vec![json!({"username": "ana", "skin": "hummingbird", "completed": 0, "connected": true}); lanes];
    json!({"phase": "running", "ms": 5000, "language": "en", "text": "A text.", "back": 0, "lanes": lanes})
}

#[actix::test]
async fn a_guest_watches_once_for_all_and_passes_on_what_it_is_shown() {
    let mut room = Elsewhere::new();
    let (mut eve, mut flo) = (room.scene.watch(7).await, room.scene.watch(8).await);
    assert_eq!(room.sent().await, [("Attach".to_owned(), true), ("Sync".to_owned(), true)]);
    room.is_synced().await;
    room.is_shown(Some(running(2))).await;
    for tab in [&mut eve, &mut flo] {
        assert_eq!(tab.receive("watch").await["text"], "A text.");
    }
    let progress = [7, 42].map(|percent| percent.try_into().expect("a percent"));
    room.receives(OwnerMessage::Picture { completed: progress.to_vec() }).await;
    for tab in [&mut eve, &mut flo] {
        assert_eq!(tab.receive("picture").await["completed"], json!([7, 42]));
    }
    let mut gil = room.scene.watch(9).await;
    let race = gil.receive("watch").await;
    assert_eq!((&race["lanes"][1]["completed"], &race["back"]), (&json!(42), &json!(2000)));

    for watcher in 7..10 {
        room.scene.unwatch(watcher).await;
    }
    assert_eq!(room.sent().await.last(), Some(&("Sync".to_owned(), false)), "the owner is told");
    room.is_synced().await;
    sleep(Duration::from_secs(5)).await;
    let after = room.sent().await;
    assert!(after.len() <= 1, "nobody here needs the owner: {after:?}");
}

#[actix::test]
async fn watchers_of_a_guest_stay_when_its_owner_dies() {
    let mut room = Elsewhere::new();
    let mut eve = room.scene.watch(7).await;
    room.sent().await;
    room.is_synced().await;
    room.is_shown(Some(running(2))).await;
    eve.receive("watch").await;
    let gone = [room.sent.owner].into();
    room.scene.room.send(EnginesChanged { gone }).await.expect("the room lives");
    // The store still names the dead engine for a while, and then perhaps another one.
    sleep(Duration::from_secs(3)).await;
    let sent = room.sent().await;
    assert!(sent.contains(&("Attach".to_owned(), true)), "{sent:?}");
    eve.receives_nothing().await;
    room.number = 0;
    room.is_synced().await;
    room.is_shown(Some(running(3))).await;
    assert_eq!(eve.receive("watch").await["lanes"].as_array().map(Vec::len), Some(3));
}

#[actix::test]
async fn watchers_of_a_guest_learn_of_a_private_room_only_that_it_does_not_exist() {
    let mut room = Elsewhere::new();
    let mut eve = room.scene.watch(7).await;
    room.sent().await;
    room.is_synced().await;
    room.is_shown(None).await;
    assert_eq!(eve.refusal().await, json!(["watch", "unknown-room"]));
    eve.is_disconnected().await;
}

#[actix::test]
async fn a_connection_that_joins_an_event_of_another_engine_leaves_its_address() {
    let mut room = Elsewhere::new();
    let (ana, bo) = (Tab::open(), Tab::open());
    for (racer, tab) in [(1, &ana), (2, &bo)] {
        room.scene.send(racer, tab, ClientEvent::Join).await;
    }
    sleep(Duration::from_millis(10)).await;
    let sent: Vec<_> = room.sent.take().into_iter().map(|message| message["ToRoom"].clone()).collect();
    room.session = sent[0]["session"].as_u64().expect("a session");
    let joins = sent.iter().filter_map(|message| message["message"]["Event"]["socket"].as_u64());
    for (number, (socket, is_of_event)) in (1..).zip(joins.zip([true, false])) {
        let message = json!({"Joined": {"socket": socket, "ticket": number, "is_of_event": is_of_event}});
        let message = serde_json::from_value(message).expect("a message");
        room.receives(OwnerMessage::FromRoom { number, message }).await;
    }
    assert_eq!((ana.socket.has_left_address(), bo.socket.has_left_address()), (true, false));
}

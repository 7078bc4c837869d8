//! Rooms of events.

use std::sync::Arc;
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use race::Rules;
use serde_json::{Value, json};
use shared::messages::{BeginRace, BeginRaceError, EventRoom, RemoveRacer};
use shared::wire::ClientEvent;
use shared::{RacerId, Text, TextId, UserId};
use tokio::time::{pause, sleep};

use super::{Scene, assert_near, code, typed};
use crate::limits::{FEW_RACERS, PICTURE_EVERY};
use crate::occupancy::RoomKind;
use crate::room::{Room, RoomLinks, RoomSnapshot};
use crate::store::Revision;
use crate::testing::{LEAVE, MemoryStore, Reply, Tab, racer_id, text};

/// Returns a room of an event with this many seats.
pub(super) fn room_of_event(seats: usize, links: RoomLinks) -> Room {
    let kind = RoomKind { is_private: true, event: Some(EventRoom { seats }), ..RoomKind::default() };
    let blank = Text { id: TextId::NONE, text: String::new(), ..text() };
    let snapshot = RoomSnapshot::new(kind, Rules::default(), blank);
    Room::owner(code(), snapshot, Duration::ZERO, Revision::default(), links)
}

/// Opens such a room, with a paused clock and snapshots in `store`.
fn of_event(seats: usize, store: &Arc<MemoryStore>) -> Scene {
    pause();
    Scene::with([], Some(store.clone()), |links| room_of_event(seats, links))
}

impl Scene {
    /// Lets the host begin the race, so that it starts in this many seconds.
    pub(super) async fn begin(&self, seconds: i64) -> Result<(), BeginRaceError> {
        let (text, start_at) = (Text { id: TextId::NONE, ..text() }, Utc::now() + TimeDelta::seconds(seconds));
        self.room.send(BeginRace { code: code(), text, start_at }).await.expect("the room lives")
    }

    async fn remove(&self, racer: i64) {
        let request = RemoveRacer { code: code(), racer: racer_id(racer) };
        self.room.send(request).await.expect("the room lives").expect("it is not asked over a link");
    }
}

/// The number of the racer who has the seat with this number: each other one is a guest.
fn racer_at(seat: usize) -> i64 {
    let number = i64::try_from(seat).expect("a small number") + 1;
    if number % 2 == 0 { -number } else { number }
}

/// Returns a race of an event with this many racers, half a minute after its start, and their tabs, which have received
/// all events so far.
async fn racing(racers: usize, store: &Arc<MemoryStore>) -> (Scene, Vec<Tab>) {
    let scene = of_event(racers, store);
    let mut tabs = Vec::new();
    for seat in 0..racers {
        tabs.push(scene.enter(racer_at(seat)).await);
    }
    scene.begin(0).await.expect("it begins");
    for tab in &mut tabs {
        tab.skip_to("start").await;
    }
    sleep(Duration::from_secs(30)).await;
    (scene, tabs)
}

fn names(received: &[(String, Value)]) -> Vec<&str> {
    received.iter().map(|(name, _)| name.as_str()).collect()
}

#[actix::test]
async fn racers_of_an_event_get_the_text_when_their_host_begins_the_race() {
    let scene = of_event(3, &Arc::default());
    let seat = scene.take_seat(1).await.expect("a seat");
    assert_eq!((&*seat.text.text, seat.private, seat.seats), ("", true, 3));
    let mut ana = scene.enter(1).await;
    let ms = ana.receive("waiting").await["ms"].as_u64().expect("a number");
    assert!((3_599_000..=3_600_000).contains(&ms), "{ms}");
    sleep(Duration::from_secs(300)).await;
    ana.receives_nothing().await;

    assert_eq!(scene.begin(10).await, Ok(()));
    assert_eq!(ana.receive("state").await["phase"], "starting");
    let brought = ana.receive("text").await;
    assert_eq!(brought, json!({ "author": "Nobody", "text": text().text, "language": "en" }));
    let ms = ana.receive("starting").await["ms"].as_u64().expect("a number");
    assert!((9_000..=10_000).contains(&ms), "{ms}");

    let mut guest = scene.enter(-2).await;
    assert_eq!(guest.receive("text").await, brought);
    guest.receive("starting").await;
    assert_eq!(scene.take_seat(1).await.expect("a seat").text.text, brought["text"]);
    ana.skip_to("start").await;
    scene.send(-2, &guest, LEAVE).await;
    let mut guest = scene.return_to(-2).await;
    assert_eq!(guest.receive("state").await["phase"], "running");
    assert_eq!(guest.receive("text").await, brought);
    guest.receive("start").await;
}

#[actix::test]
async fn no_racer_of_an_event_begins_its_race() {
    let scene = of_event(3, &Arc::default());
    let mut ana = scene.enter(1).await;
    scene.send(1, &ana, ClientEvent::Begin).await;
    assert_eq!(ana.skip_to("fault").await["code"], "not-starter");
}

#[actix::test]
async fn a_room_that_is_not_of_an_event_has_no_host() {
    let scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    ana.receive("waiting").await;
    assert_eq!(scene.begin(0).await, Err(BeginRaceError::Unknown));
    scene.remove(1).await;
    ana.receives_nothing().await;
    assert!(!ana.socket.has_left_address(), "its connections count");
}

#[actix::test]
async fn a_race_of_an_event_starts_at_its_instant_though_its_server_was_killed() {
    let store = Arc::default();
    let scene = of_event(3, &store);
    let mut ana = scene.enter(1).await;
    let _guest = scene.enter(-2).await;
    scene.begin(10).await.expect("it begins");
    let starting = ana.skip_to("starting").await;
    let scene = scene.restart(&store, Duration::from_secs(4)).await;
    let mut ana = scene.return_to(1).await;
    let state = ana.receive("state").await;
    assert_eq!((&state["phase"], &state["at"]), (&json!("starting"), &starting["at"]));
    assert_near(&state["ms"], starting["ms"].as_f64().expect("a number") - 4000.0);
    ana.receive("text").await;
    assert_eq!(scene.begin(600).await, Ok(()), "it has begun");
    ana.skip_to("start").await;
    let mut guest = scene.return_to(-2).await;
    assert_near(&guest.receive("state").await["ms"], 0.0);
}

#[actix::test]
async fn a_racer_who_is_removed_is_disconnected_and_the_others_are_told() {
    let scene = of_event(3, &Arc::default());
    let (mut ana, mut bo) = (scene.enter(1).await, scene.enter(-2).await);
    ana.received_so_far().await;
    scene.remove(-2).await;
    assert_eq!(bo.skip_to("fault").await["code"], "no-seat");
    bo.is_disconnected().await;
    assert_eq!(ana.receive("leave").await, json!({ "username": "racer--2" }));
    scene.send(-2, &bo, LEAVE).await;
    assert_eq!(scene.return_to(-2).await.refusal().await, json!(["join", "no-seat"]));
    ana.receives_nothing().await;

    let _cy = scene.enter(3).await;
    scene.begin(10).await.expect("it begins");
    ana.skip_to("starting").await;
    scene.remove(3).await;
    assert_eq!(ana.receive("leave").await, json!({ "username": "racer-3" }));
    let lanes = &ana.receive("state").await["participants"];
    assert_eq!((lanes[0]["username"].as_str(), lanes.get(1)), (Some("racer-1"), None), "the lane is gone");
}

#[actix::test]
async fn the_finish_of_a_racer_who_was_removed_is_not_announced() {
    pause();
    let scene = Scene::with([Reply::After(Duration::from_millis(200))], None, |links| room_of_event(3, links));
    let (mut ana, guest, _cy) = (scene.enter(1).await, scene.enter(-2).await, scene.enter(3).await);
    scene.begin(0).await.expect("it begins");
    ana.skip_to("start").await;
    sleep(Duration::from_secs(30)).await;
    scene.finish(-2, &guest, None).await;
    scene.remove(-2).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(names(&ana.received_so_far().await), ["typing", "leave", "state"]);
}

#[actix::test]
async fn many_racers_see_pictures_of_all_up_to_the_last_and_hear_of_no_single_key() {
    let (scene, mut tabs) = racing(FEW_RACERS + 1, &Arc::default()).await;
    for tab in &mut tabs {
        tab.received_so_far().await;
    }
    for percent in 1..=20 {
        for (seat, tab) in tabs.iter().enumerate() {
            scene.send(racer_at(seat), tab, typed(percent + i64::try_from(seat).expect("a small number"))).await;
        }
        sleep(Duration::from_millis(100)).await;
    }
    sleep(PICTURE_EVERY * 2).await;
    let progress: Vec<_> = (20..20 + tabs.len()).collect();
    for tab in &mut tabs {
        let received = tab.received_so_far().await;
        assert!(names(&received).iter().all(|name| *name == "picture"), "{received:?}");
        // Four a second, in two seconds.
        assert!((7..=9).contains(&received.len()), "{} pictures", received.len());
        let (_, last) = received.last().expect("there are some");
        assert_eq!(last["completed"], json!(progress), "in the order of the seats");
        assert!(last["ms"].as_u64().is_some_and(|ms| (32_000..32_300).contains(&ms)), "{last}");
    }
    sleep(PICTURE_EVERY * 4).await;
    tabs[0].receives_nothing().await;
    for (seat, tab) in tabs.iter().enumerate() {
        scene.finish(racer_at(seat), tab, None).await;
    }
    sleep(PICTURE_EVERY * 2).await;
    for tab in &mut tabs {
        let received = tab.received_so_far().await;
        let (_, last) = received.iter().rfind(|(name, _)| name == "picture").expect("a picture after the last key");
        assert_eq!(last["completed"], json!(vec![100; FEW_RACERS + 1]));
        assert_eq!(names(&received).iter().filter(|name| **name == "finish").count(), FEW_RACERS + 1);
    }
}

#[actix::test]
async fn few_racers_of_an_event_hear_of_each_others_progress_at_once() {
    let (scene, mut tabs) = racing(FEW_RACERS, &Arc::default()).await;
    tabs[1].received_so_far().await;
    scene.send(racer_at(0), &tabs[0], typed(7)).await;
    assert_eq!(tabs[1].receive("typing").await, json!({ "username": "racer-1", "completed": 7 }));
    sleep(PICTURE_EVERY * 2).await;
    tabs[1].receives_nothing().await;
}

#[actix::test]
async fn no_picture_comes_while_a_change_of_the_lanes_is_not_safe() {
    let store = Arc::<MemoryStore>::default();
    let (scene, mut tabs) = racing(FEW_RACERS + 2, &store).await;
    tabs[0].received_so_far().await;
    store.hold();
    scene.room.do_send(RemoveRacer { code: code(), racer: racer_id(racer_at(1)) });
    scene.send(racer_at(0), &tabs[0], typed(7)).await;
    sleep(Duration::from_secs(1)).await;
    tabs[0].receives_nothing().await;
    store.release();
    tabs[0].receive("leave").await;
    let lanes = tabs[0].receive("state").await["participants"].as_array().map(Vec::len);
    let picture = tabs[0].receive("picture").await["completed"].as_array().map(Vec::len);
    assert_eq!((lanes, picture), (Some(FEW_RACERS + 1), Some(FEW_RACERS + 1)));
}

#[actix::test]
async fn an_event_is_watched_without_its_text_until_the_race_runs() {
    let scene = of_event(3, &Arc::default());
    let _guest = scene.enter(-1).await;
    let mut wall = scene.watch(7).await;
    let waiting = wall.receive("watch").await;
    assert_eq!((&waiting["phase"], &waiting["lanes"][0]["username"]), (&json!("waiting"), &json!("racer--1")));
    scene.begin(10).await.expect("it begins");
    let starting = wall.receive("watch").await;
    assert_eq!((&starting["phase"], &starting["text"]), (&json!("starting"), &Value::Null));
    assert_eq!(wall.receive("watch").await["text"], text().text);
}

#[actix::test]
async fn the_result_of_a_guest_is_recorded_without_guests_among_its_opponents() {
    let scene = of_event(3, &Arc::default());
    let (guest, _ana, _other) = (scene.enter(-1).await, scene.enter(2).await, scene.enter(-3).await);
    scene.begin(0).await.expect("it begins");
    sleep(Duration::from_secs(30)).await;
    scene.finish(-1, &guest, None).await;
    sleep(Duration::from_secs(1)).await;
    let saved = scene.saved.all();
    let of_guest = &saved[0];
    assert_eq!((of_guest.result.racer, of_guest.text, of_guest.private), (racer_id(-1), TextId::NONE, true));
    assert!(of_guest.opponents.iter().all(|user: &UserId| RacerId::User(*user) == racer_id(2)));
}

#[actix::test]
async fn a_connection_that_joins_an_event_leaves_its_address() {
    let scene = of_event(3, &Arc::default());
    let ana = scene.return_to(1).await;
    assert!(!ana.socket.has_left_address(), "a join that is refused changes nothing");
    let ana = scene.enter(1).await;
    assert!(ana.socket.has_left_address());
}

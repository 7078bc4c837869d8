//! Rooms of friends, and rooms for one racer.

use std::sync::Arc;
use std::time::Duration;

use race::Rules;
use serde_json::json;
use shared::UserId;
use shared::messages::TakeSeatError;
use shared::wire::ClientEvent;
use tokio::time::{pause, sleep};

use super::{Scene, room_of};
use crate::occupancy::RoomKind;
use crate::testing::{LEAVE, MemoryStore};

/// Opens a room of friends of racer 1, with a paused clock and snapshots in `store`.
fn of_friends(store: &Arc<MemoryStore>) -> Scene {
    pause();
    let kind = RoomKind { is_private: true, opener: Some(UserId(1)), ..RoomKind::default() };
    open(kind, store)
}

fn open(kind: RoomKind, store: &Arc<MemoryStore>) -> Scene {
    Scene::with([], Some(store.clone()), |links| room_of(kind, Rules::default(), links))
}

#[actix::test]
async fn friends_are_told_who_starts_the_race_and_how_long_the_room_is_open() {
    let scene = of_friends(&Arc::default());
    scene.take_seat(2).await.expect("a seat");
    let mut bo = scene.return_to(2).await;
    let state = bo.receive("state").await;
    assert_eq!((&state["starter"], &state["countdown"]), (&json!("racer-2"), &json!(10_250)));
    let ms = state["ms"].as_u64().expect("a number");
    assert!((1_799_000..=1_800_000).contains(&ms), "{ms}");
    let ana = scene.enter(1).await;
    assert_eq!(bo.skip_to("starter").await, json!({ "username": "racer-1" }));
    scene.send(1, &ana, LEAVE).await;
    assert_eq!(bo.skip_to("starter").await, json!({ "username": "racer-2" }));
}

#[actix::test]
async fn a_race_of_friends_starts_at_the_word_of_its_starter_alone() {
    let scene = of_friends(&Arc::default());
    let (mut ana, mut bo) = (scene.enter(1).await, scene.enter(2).await);
    scene.send(2, &bo, ClientEvent::Begin).await;
    assert_eq!(bo.skip_to("fault").await["code"], "not-starter");
    scene.send(1, &ana, ClientEvent::Starting).await;
    sleep(Duration::from_secs(60)).await;
    scene.send(1, &ana, ClientEvent::Begin).await;
    assert_eq!(bo.skip_to("starting").await["ms"], 10_250);
    ana.skip_to("start").await;
}

#[actix::test]
async fn friends_race_on_after_their_server_was_killed() {
    let store = Arc::default();
    let scene = of_friends(&store);
    let _ana = scene.enter(1).await;
    let _bo = scene.enter(2).await;
    sleep(Duration::from_secs(10 * 60)).await;
    let scene = scene.restart(&store, Duration::from_secs(5)).await;
    let mut bo = scene.return_to(2).await;
    assert_eq!(bo.receive("state").await["starter"], "racer-2");
    let ana = scene.return_to(1).await;
    assert_eq!(bo.skip_to("starter").await["username"], "racer-1");
    scene.send(1, &ana, ClientEvent::Begin).await;
    bo.skip_to("start").await;
}

#[actix::test]
async fn friends_are_told_when_their_room_closes_since_nobody_started_the_race() {
    let mut scene = of_friends(&Arc::default());
    let mut ana = scene.enter(1).await;
    let fault = ana.skip_to("fault").await;
    assert_eq!((&fault["event"], &fault["code"]), (&json!("join"), &json!("room-expired")));
    scene.wait_until_closed().await;
}

#[actix::test]
async fn a_room_for_one_starts_at_once_and_gives_nobody_else_its_text() {
    pause();
    let kind = RoomKind { is_private: true, is_solo: true, ..RoomKind::default() };
    let scene = open(kind, &Arc::default());
    let mut ana = scene.enter(1).await;
    assert_eq!(ana.skip_to("starting").await["ms"], 3_250);
    assert_eq!(scene.take_seat(2).await, Err(TakeSeatError::Full));
    ana.skip_to("start").await;
}

#[actix::test]
async fn a_seat_says_whether_its_room_is_private_and_how_many_seats_it_has() {
    for (kind, private, seats) in [
        (RoomKind::default(), false, 5),
        (RoomKind { is_private: true, ..RoomKind::default() }, true, 5),
        (RoomKind { is_private: true, is_solo: true, ..RoomKind::default() }, true, 1),
    ] {
        let seat = open(kind, &Arc::default()).take_seat(1).await.expect("a seat");
        assert_eq!((seat.private, seat.seats), (private, seats), "{kind:?}");
    }
}

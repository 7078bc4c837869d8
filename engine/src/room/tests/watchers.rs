//! A room and its watchers.

use std::sync::Arc;
use std::time::Duration;

use race::Rules;
use serde_json::{Value, json};
use shared::racer::Racer;
use shared::wire::ClientEvent;
use tokio::time::{advance, pause, sleep};

use super::{Scene, assert_near, new_room, room_of, typed};
use crate::client::{WatchCommand, WatcherId};
use crate::limits::{PICTURE_EVERY, PICTURE_EVERY_FOR_MANY};
use crate::occupancy::RoomKind;
use crate::room::RoomNews;
use crate::room::tests::News;
use crate::testing::{LEAVE, MemoryStore, Tab, racer};

impl Scene {
    /// Lets a watcher enter in a new tab.
    pub(super) async fn watch(&self, watcher: u64) -> Tab {
        let tab = Tab::open();
        self.watch_in(watcher, &tab).await;
        tab
    }

    pub(super) async fn watch_in(&self, watcher: u64, tab: &Tab) {
        let (watcher, socket) = (WatcherId(watcher), Some(tab.socket.clone()));
        self.room.send(WatchCommand { watcher, socket }).await.expect("the room lives");
    }

    pub(super) async fn unwatch(&self, watcher: u64) {
        let watcher = WatcherId(watcher);
        self.room.send(WatchCommand { watcher, socket: None }).await.expect("the room lives");
    }

    /// Takes a seat for a racer who does not want to be shown to watchers, and joins.
    async fn enter_hidden(&self, user: i64) -> Tab {
        self.take_seat_as(Racer { shown: false, ..racer(user) }).await.expect("a seat");
        let tab = Tab::open();
        self.send(user, &tab, ClientEvent::Join).await;
        tab
    }
}

impl Tab {
    async fn receives_nothing_but_the_race(mut self) {
        assert_eq!(outline(&self.received_so_far().await), [json!("running")]);
    }
}

/// Returns the events that a watcher has received, as the phase of each `watch` or the progress of each picture.
fn outline(received: &[(String, Value)]) -> Vec<Value> {
    let outlined = received.iter().map(|(name, payload)| match name.as_str() {
        "watch" => payload["phase"].clone(),
        _ => payload["completed"].clone(),
    });
    outlined.collect()
}

#[actix::test]
async fn a_watcher_sees_the_lanes_at_once_and_the_text_when_the_race_runs() {
    let scene = Scene::open([]);
    let _ana = scene.enter(1).await;
    let mut eve = scene.watch(7).await;
    let waiting = eve.receive("watch").await;
    let lane = |user: i64| json!({"username": format!("racer-{user}"), "skin": "hummingbird", "completed": 0, "connected": true});
    assert_eq!((&waiting["phase"], &waiting["ms"]), (&json!("waiting"), &json!(20_000)));
    assert_eq!((&waiting["lanes"], &waiting["text"]), (&json!([lane(1)]), &Value::Null));

    let _bo = scene.enter(2).await;
    assert_eq!(eve.receive("watch").await["lanes"][1]["connected"], false, "the seat is taken");
    assert_eq!(eve.receive("watch").await["lanes"], json!([lane(1), lane(2)]));
    let starting = eve.receive("watch").await;
    assert_eq!((&starting["phase"], &starting["text"]), (&json!("starting"), &Value::Null));
    let running = eve.receive("watch").await;
    assert_eq!(running["phase"], "running");
    assert_near(&running["ms"], 0.0);
    assert_eq!(running["text"], crate::testing::text().text);
}

#[actix::test]
async fn a_picture_has_the_progress_of_all_lanes_and_comes_only_if_it_has_changed() {
    let scene = Scene::open([]);
    let (ana, bo) = scene.two_racing().await;
    let mut eve = scene.watch(7).await;
    assert_near(&eve.receive("watch").await["ms"], 30_000.0);
    scene.send(1, &ana, typed(10)).await;
    scene.send(1, &ana, typed(12)).await;
    scene.send(2, &bo, typed(7)).await;
    assert_eq!(eve.receive("picture").await["completed"], json!([12, 7]));
    sleep(PICTURE_EVERY * 10).await;
    eve.receives_nothing().await;
    for percent in 13..17 {
        scene.send(1, &ana, typed(percent)).await;
        let picture = eve.receive("picture").await;
        assert_eq!(picture["completed"], json!([percent, 7]));
        sleep(PICTURE_EVERY).await;
    }
}

#[actix::test]
async fn a_watcher_who_comes_later_sees_the_race_as_it_is_then() {
    let scene = Scene::open([]);
    let (ana, bo) = scene.two_racing().await;
    let _eve = scene.watch(7).await;
    scene.send(1, &ana, typed(42)).await;
    scene.finish(2, &bo, None).await;
    sleep(Duration::from_secs(5)).await;
    let mut flo = scene.watch(8).await;
    let race = flo.receive("watch").await;
    let completed: Vec<_> = race["lanes"].as_array().expect("lanes").iter().map(|lane| &lane["completed"]).collect();
    assert_eq!(completed, [42, 100]);
    assert_eq!(race["lanes"][1]["finish"]["time"], 30.0);
    assert_near(&race["ms"], 35_000.0);
}

#[actix::test]
async fn a_racer_who_does_not_want_to_be_shown_has_a_lane_without_a_name() {
    let scene = Scene::open([]);
    let _ana = scene.enter(1).await;
    let bo = scene.enter_hidden(2).await;
    let mut eve = scene.watch(7).await;
    scene.send(2, &bo, LEAVE).await;
    let _bo = scene.enter_hidden(2).await;
    sleep(Duration::from_secs(35)).await;
    let received = eve.received_so_far().await;
    let hidden = json!({"completed": 0, "connected": true});
    assert_eq!(received[0].1["lanes"][1], hidden);
    assert_eq!(received.last().expect("it has begun").1["lanes"][1], hidden);
    assert!(!format!("{received:?}").contains("racer-2"));
}

#[actix::test]
async fn hiding_takes_effect_when_the_seat_is_asked_for_again() {
    let scene = Scene::open([]);
    let _ana = scene.enter(1).await;
    let mut eve = scene.watch(7).await;
    assert_eq!(eve.receive("watch").await["lanes"][0]["username"], "racer-1");
    let _again = scene.enter_hidden(1).await;
    assert_eq!(eve.receive("watch").await["lanes"][0]["username"], Value::Null);
}

#[actix::test]
async fn a_private_room_is_answered_like_one_that_does_not_exist() {
    pause();
    for kind in [
        RoomKind { is_private: true, ..RoomKind::default() },
        RoomKind { is_private: true, is_solo: true, ..RoomKind::default() },
    ] {
        let scene = Scene::with([], None, |links| room_of(kind, Rules::default(), links));
        let _ana = scene.enter(1).await;
        let mut eve = scene.watch(7).await;
        assert_eq!(eve.refusal().await, json!(["watch", "unknown-room"]));
        eve.is_disconnected().await;
        sleep(Duration::from_secs(60)).await;
        assert!(eve.received_already().is_empty());
    }
}

#[actix::test]
async fn nobody_sees_a_start_that_is_not_safe() {
    pause();
    let store = Arc::<MemoryStore>::default();
    let scene = Scene::with([], Some(store.clone()), |links| new_room(Rules::default(), links));
    let _ana = scene.enter(1).await;
    let mut eve = scene.watch(7).await;
    assert_eq!(eve.receive("watch").await["phase"], "waiting");
    eve.skip_to("watch").await;
    store.hold();
    sleep(Duration::from_secs(11)).await;
    eve.receives_nothing().await;
    store.release();
    let race = eve.receive("watch").await;
    assert_eq!(race["phase"], "running");
    assert_eq!(race["text"], crate::testing::text().text);
}

#[actix::test]
async fn pictures_are_left_out_for_a_watcher_who_does_not_read_and_others_get_them() {
    let scene = Scene::open([]);
    let (ana, mut bo) = scene.two_racing().await;
    let (mut silent, mut eve) = (scene.watch(7).await, scene.watch(8).await);
    eve.receive("watch").await;
    for percent in 1..40 {
        scene.send(1, &ana, typed(percent)).await;
        assert_eq!(eve.receive("picture").await["completed"], json!([percent, 0]));
    }
    scene.finish(1, &ana, None).await;
    bo.skip_to("finish").await;
    assert_eq!(eve.skip_to("watch").await["lanes"][0]["completed"], 100);
    let received = outline(&silent.received_so_far().await);
    assert_eq!(received, [json!("running"), json!("running")], "but the whole race is never left out");
}

#[actix::test]
async fn a_crowd_gets_each_picture_once_and_few_at_a_time() {
    let scene = Scene::open([]);
    let (ana, _bo) = scene.two_racing().await;
    let mut crowd = Vec::new();
    for watcher in 0..1000 {
        crowd.push(scene.watch(watcher).await);
    }
    for tab in &mut crowd {
        tab.receive("watch").await;
    }
    scene.send(1, &ana, typed(10)).await;
    advance(PICTURE_EVERY + Duration::from_millis(1)).await;
    // The room handles this between two turns.
    scene.watch(5000).await.receives_nothing_but_the_race().await;
    let n_served = crowd.iter_mut().filter_map(|tab| tab.received_already().pop()).count();
    assert!((1..1000).contains(&n_served), "{n_served} had the picture by then");
    // Whoever comes in between sees the race with this picture, and not the picture once more.
    let late = scene.watch(5001).await;
    sleep(PICTURE_EVERY_FOR_MANY / 2).await;
    late.receives_nothing_but_the_race().await;
    let others = crowd.iter_mut().map(|tab| outline(&tab.received_already()));
    assert_eq!(others.filter(|received| *received == [json!([10, 0])]).count(), 1000 - n_served);
    scene.send(1, &ana, typed(11)).await;
    sleep(PICTURE_EVERY_FOR_MANY).await;
    for tab in &mut crowd {
        assert_eq!(outline(&tab.received_so_far().await), [json!([11, 0])], "once a second for many");
    }
}

#[actix::test]
async fn a_watcher_who_leaves_gets_nothing_more() {
    let scene = Scene::open([]);
    let (ana, _bo) = scene.two_racing().await;
    let (mut eve, mut flo) = (scene.watch(7).await, scene.watch(8).await);
    eve.receive("watch").await;
    flo.receive("watch").await;
    scene.unwatch(7).await;
    scene.send(1, &ana, typed(10)).await;
    flo.receive("picture").await;
    eve.receives_nothing().await;
    scene.unwatch(8).await;
    scene.send(1, &ana, typed(20)).await;
    let mut eve = scene.watch(9).await;
    assert_eq!(eve.receive("watch").await["lanes"][0]["completed"], 20, "the race went on unseen");
}

#[actix::test]
async fn watchers_are_told_when_the_room_closes_and_keep_none_open() {
    let mut scene = Scene::open([]);
    let ana = scene.enter(1).await;
    let mut eve = scene.watch(7).await;
    scene.send(1, &ana, LEAVE).await;
    scene.wait_until_closed().await;
    let fault = eve.skip_to("fault").await;
    assert_eq!((&fault["event"], &fault["code"]), (&json!("watch"), &json!("room-closed")));
    eve.is_disconnected().await;
}

#[actix::test]
async fn a_public_race_with_company_is_reported_every_two_seconds_while_it_runs() {
    let mut scene = Scene::open([]);
    let (ana, _bo) = scene.two_racing().await;
    let last = |scene: &mut Scene| {
        let mut reported = Vec::new();
        while let Ok(RoomNews { news: News::Occupancy(_, occupancy), .. }) = scene.news.try_recv() {
            reported.push(occupancy.race);
        }
        reported
    };
    let before = last(&mut scene);
    assert!(before.contains(&Some(crate::occupancy::PublicRace { racers: 2, running: None })), "{before:?}");
    sleep(Duration::from_secs(10)).await;
    assert_eq!(last(&mut scene), [], "nothing has changed");
    for percent in 1..=40 {
        scene.send(1, &ana, typed(percent)).await;
        sleep(Duration::from_millis(250)).await;
    }
    let reported = last(&mut scene);
    assert!((4..=6).contains(&reported.len()), "{reported:?}");
    let running = reported[reported.len() - 1].and_then(|race| race.running).expect("it runs");
    assert!(running.ahead.get() >= 32 && running.gap == running.ahead.get(), "{running:?}");
    // 300 characters, typed for 50 s.
    assert!((25..=29).contains(&running.wpm), "{running:?}");
}

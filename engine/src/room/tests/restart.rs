//! A room whose process is killed, resumed in the next one from its last snapshot.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use race::Rules;
use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use serde_json::json;
use shared::wire::ClientEvent;
use socketio::Ack;
use tokio::time::{Instant, pause, sleep};
use typing::score;

use super::{Scene, assert_near, code, new_room, report, typed};
use crate::room::{Room, RoomSnapshot};
use crate::testing::{Kill, LEAVE, MemoryStore, Reply, Tab, number_of};

fn open(store: &Arc<MemoryStore>, replies: impl IntoIterator<Item = Reply>) -> Scene {
    pause();
    scene(store, replies)
}

fn scene(store: &Arc<MemoryStore>, replies: impl IntoIterator<Item = Reply>) -> Scene {
    Scene::with(replies, Some(store.clone()), |links| new_room(Rules::default(), links))
}

impl Scene {
    /// Opens a room with a paused clock, and snapshots in `store`.
    pub(super) fn stored(store: &Arc<MemoryStore>) -> Self {
        open(store, [])
    }

    /// Kills the room; another process resumes it after `downtime`.
    pub(super) async fn restart(self, store: &Arc<MemoryStore>, downtime: Duration) -> Self {
        self.room.send(Kill).await.expect("the room is alive");
        sleep(downtime).await;
        let kept = store.kept(code()).expect("a snapshot");
        let snapshot = RoomSnapshot::read(&kept).expect("it is readable");
        Self::with([], Some(store.clone()), |links| Room::owner(code(), snapshot, kept.age, kept.revision, links))
    }

    /// Returns in a new tab, without asking for the seat again.
    pub(super) async fn return_to(&self, user: i64) -> Tab {
        let tab = Tab::open();
        self.send(user, &tab, ClientEvent::Join).await;
        tab
    }
}

#[actix::test]
async fn changes_are_announced_in_order_once_they_are_safe() {
    let store = Arc::default();
    let scene = open(&store, []);
    let (mut ana, mut bo) = scene.two_racing().await;
    store.hold();
    scene.finish(1, &ana, None).await;
    scene.send(2, &bo, typed(40)).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(
        bo.receive("typing").await,
        json!({"username": "racer-1", "completed": 100}),
        "an event from before the finish"
    );
    bo.receives_nothing().await;
    ana.receives_nothing().await;
    assert_eq!(scene.saved.all(), [], "a result is recorded once a snapshot has it");

    store.release();
    assert_eq!(bo.receive("finish").await["username"], "racer-1");
    assert_eq!(ana.receive("typing").await["username"], "racer-2");
    assert_eq!(ana.receive("finish").await["username"], "racer-1");
    assert_eq!(scene.saved.all().len(), 1);
}

#[actix::test]
async fn of_the_progress_while_no_snapshot_can_be_written_the_last_is_sent() {
    let store = Arc::default();
    let scene = open(&store, []);
    let (ana, mut bo) = scene.two_racing().await;
    store.hold();
    // A change, so that a snapshot is being written.
    scene.send(2, &bo, ClientEvent::Join).await;
    for n in 0..5_000 {
        scene.send(1, &ana, typed(40 + n % 2)).await;
    }
    scene.send(1, &ana, typed(50)).await;
    store.release();
    let received = bo.received_so_far().await;
    let progress = received.iter().filter(|(name, _)| name == "typing");
    let progress: Vec<_> = progress.map(|(name, payload)| (name.as_str(), &payload["completed"])).collect();
    assert_eq!(progress, [("typing", &json!(50))]);
}

#[actix::test]
async fn a_racer_who_comes_and_goes_while_no_snapshot_can_be_written_floods_nobody() {
    let store = Arc::default();
    let scene = open(&store, []);
    let (mut ana, mut bo) = scene.two_racing().await;
    store.hold();
    for _ in 0..600 {
        scene.send(2, &bo, LEAVE).await;
        scene.send(2, &bo, ClientEvent::Join).await;
    }
    assert_eq!(bo.refusal().await, json!(["join", "room-busy"]));
    store.release();
    let received = ana.received_so_far().await;
    assert!((500..1000).contains(&received.len()) && !ana.is_closed, "{} events", received.len());
    assert_eq!(received.last().map(|(name, _)| name.as_str()), Some("leave"));
    scene.send(2, &Tab::open(), ClientEvent::Join).await;
    assert_eq!(ana.receive("join").await["username"], "racer-2");
}

#[actix::test]
async fn a_state_that_waited_for_a_snapshot_has_the_time_at_which_it_is_sent() {
    let store = Arc::default();
    let scene = open(&store, []);
    let (_ana, _bo) = scene.two_racing().await;
    store.hold();
    let mut back = Tab::open();
    scene.send(2, &back, ClientEvent::Join).await;
    sleep(Duration::from_millis(1500)).await;
    store.release();
    for event in ["state", "start"] {
        assert_near(&back.receive(event).await["ms"], 31_500.0);
    }
}

#[actix::test]
async fn a_seat_is_given_once_a_snapshot_has_it() {
    let store: Arc<MemoryStore> = Arc::default();
    store.hold();
    let scene = open(&store, []);
    let asked = async {
        sleep(Duration::from_secs(1)).await;
        store.release();
    };
    let before = tokio::time::Instant::now();
    let (seat, ()) = futures_util::future::join(scene.take_seat(1), asked).await;
    assert!(seat.is_ok() && before.elapsed() >= Duration::from_secs(1));
}

#[actix::test]
async fn a_disk_that_hangs_delays_a_race_by_two_seconds_at_most() {
    let store = Arc::default();
    let scene = open(&store, []);
    let (ana, mut bo) = scene.two_racing().await;
    store.hold();
    scene.finish(1, &ana, None).await;
    sleep(Duration::from_millis(2100)).await;
    assert_eq!(bo.skip_to("finish").await["username"], "racer-1");
    assert_eq!(scene.saved.all().len(), 1);
}

#[actix::test]
async fn a_racer_who_has_not_joined_yet_keeps_the_seat() {
    let store = Arc::default();
    let scene = open(&store, []);
    let _ana = scene.enter(1).await;
    scene.take_seat(2).await.expect("a seat");
    sleep(Duration::from_secs(1)).await;
    let scene = scene.restart(&store, Duration::from_secs(16)).await;
    let mut bo = scene.return_to(2).await;
    bo.receive("state").await;
}

#[actix::test]
async fn a_race_continues_with_its_clock_racers_and_order() {
    let store = Arc::default();
    let scene = open(&store, []);
    let (ana, bo) = scene.two_racing().await;
    scene.finish(1, &ana, None).await;
    scene.send(2, &bo, typed(50)).await;
    sleep(Duration::from_secs(1)).await;

    let scene = scene.restart(&store, Duration::from_secs(9)).await;
    let mut bo = scene.return_to(2).await;
    let state = bo.receive("state").await;
    assert_eq!(state["phase"], "running");
    assert_near(&state["ms"], 40_000.0);
    let lanes = &state["participants"];
    assert_eq!((&lanes[0]["username"], &lanes[0]["connected"]), (&json!("racer-1"), &json!(false)));
    assert_eq!(lanes[0]["finish"]["time"], 30.0);
    assert_eq!((&lanes[1]["username"], &lanes[1]["connected"]), (&json!("racer-2"), &json!(true)));

    bo.receive("start").await;
    scene.finish(2, &bo, None).await;
    let finish = bo.receive("finish").await;
    assert_eq!(finish["username"], "racer-2", "the first place was announced before");
    assert_near(&finish["time"], 40.0);
    let places: Vec<_> =
        scene.saved.all().iter().map(|saved| (number_of(saved.result.racer), saved.result.place)).collect();
    assert_eq!(places, [(1, 1), (2, 2)], "the first is recorded again, which changes nothing");
}

#[actix::test]
async fn an_accepted_result_is_recorded_by_the_next_process() {
    let store = Arc::default();
    let scene = open(&store, std::iter::repeat_n(Reply::Unavailable, 100));
    let (ana, _bo) = scene.two_racing().await;
    scene.finish(1, &ana, None).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(scene.saved.all(), []);

    let scene = scene.restart(&store, Duration::from_secs(1)).await;
    let mut ana = scene.return_to(1).await;
    assert_eq!(ana.receive("state").await["participants"][0]["finish"]["time"], 30.0);
    let (ack, answer) = Ack::detached();
    scene.send_as(1, &ana, ClientEvent::Finish(report()), None, Some(ack)).await;
    assert_eq!(answer.answer().await.expect("an answer")["time"], 30.0, "the same result when repeated");
    assert_eq!(scene.saved.all().len(), 1);
}

#[actix::test]
async fn the_waiting_time_includes_the_downtime() {
    let store = Arc::default();
    let scene = open(&store, []);
    let _ana = scene.enter(1).await;
    let _bo = scene.enter(2).await;
    sleep(Duration::from_secs(5)).await;

    let scene = scene.restart(&store, Duration::from_secs(5)).await;
    let (mut ana, mut bo) = (scene.return_to(1).await, scene.return_to(2).await);
    assert_near(&ana.receive("state").await["ms"], 10_000.0);
    let state = ana.skip_to("start").await;
    assert_eq!(state, json!({}));
    bo.skip_to("start").await;
    sleep(Duration::from_secs(30)).await;
    scene.send(2, &bo, typed(50)).await;
    scene.finish(1, &ana, None).await;
    bo.skip_to("finish").await;
    assert_eq!(scene.saved.all()[0].racers, 2, "both raced");
}

#[actix::test]
async fn a_race_that_was_due_to_start_during_the_downtime_has_started() {
    let store = Arc::default();
    let scene = open(&store, []);
    let _ana = scene.enter(1).await;
    let _bo = scene.enter(2).await;
    let scene = scene.restart(&store, Duration::from_secs(31)).await;
    let mut ana = scene.return_to(1).await;
    let state = ana.receive("state").await;
    assert_eq!(state["phase"], "running");
    assert_near(&state["ms"], 750.0);
}

#[actix::test]
async fn an_empty_room_stays_open_for_its_whole_time_again_and_is_then_forgotten() {
    let store = Arc::default();
    let scene = open(&store, []);
    let (ana, bo) = scene.two_racing().await;
    scene.send(1, &ana, LEAVE).await;
    scene.send(2, &bo, LEAVE).await;
    let mut scene = scene.restart(&store, Duration::from_secs(31)).await;
    let restarted = Instant::now();
    scene.wait_until_closed().await;
    assert_eq!(restarted.elapsed().as_secs(), 30);
    assert_eq!(store.kept(code()), None);
}

/// Racers of one room act in random order while its process is killed repeatedly.
#[actix::test]
async fn random_kills_lose_no_acknowledged_result_and_the_room_ends() {
    pause();
    let (mut n_acknowledged, mut n_kills) = (0, 0);
    for seed in 0..200 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let store: Arc<MemoryStore> = Arc::default();
        let mut scene = scene(&store, []);
        let mut recorded = Vec::new();
        let mut tabs = [scene.enter(1).await, scene.enter(2).await, scene.enter(3).await];
        let mut answers = Vec::new();
        for _ in 0..40 {
            sleep(Duration::from_millis(random.random_range(1..4000))).await;
            if !scene.room.connected() {
                break;
            }
            let user = random.random_range(1..=3);
            let tab = &mut tabs[user - 1];
            let user = i64::try_from(user).expect("a small number");
            match random.random_range(0..8) {
                0 => store.hold(),
                1 | 2 => store.release(),
                3 => {
                    n_kills += 1;
                    let downtime = Duration::from_millis(random.random_range(1..10_000));
                    store.release();
                    recorded.extend(scene.saved.all());
                    scene = scene.restart(&store, downtime).await;
                }
                4 => *tab = scene.return_to(user).await,
                5 => scene.send(user, tab, typed(random.random_range(0..100))).await,
                _ => {
                    let (ack, answer) = Ack::detached();
                    scene.finish(user, tab, Some(ack)).await;
                    answers.push((user, answer));
                }
            }
        }
        store.release();
        sleep(Duration::from_secs(60 * 60)).await;
        assert!(store.kept(code()).is_none(), "schedule {seed}: the room is over");
        recorded.extend(scene.saved.all());

        let mut by_user = BTreeMap::new();
        for record in &recorded {
            let first = by_user.entry(number_of(record.result.racer)).or_insert(&record.result);
            assert_eq!(*first, &record.result, "schedule {seed}");
        }
        let ranked = by_user.values().filter(|result| !result.unranked);
        let mut places: Vec<_> = ranked.map(|result| result.place).collect();
        places.sort_unstable();
        assert_eq!(places, (1..=places.len()).collect::<Vec<_>>(), "schedule {seed}");
        for (user, answer) in answers {
            let Some(time) = answer.answer().await.and_then(|answer| answer["time"].as_f64()) else { continue };
            n_acknowledged += 1;
            let recorded = by_user.get(&user).map(|result| score::two_decimals(result.time.as_secs_f64()));
            assert_eq!(recorded, Some(time), "schedule {seed}");
        }
    }
    assert!(n_acknowledged > 100 && n_kills > 200, "{n_acknowledged} acknowledged, {n_kills} kills");
}

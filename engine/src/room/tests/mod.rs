//! A room with its racers, in simulated time.

mod ending;
mod events;
mod friends;
mod guests;
mod logs;
mod numbers;
mod restart;
pub(crate) mod simulation;
mod watchers;

use std::sync::Arc;
use std::time::Duration;

use actix::dev::MessageResponse;
use actix::{Actor, ActorContext as _, Addr, Context, Handler, Message};
use race::Rules;
use serde_json::{Value, json};
use shared::messages::{TakeSeat, TakeSeatError};
use shared::racer::{Division, FinishReport, Racer};
use shared::wire::{ClientEvent, Lane, Participant};
use shared::{Language, Percent, RoomCode};
use socketio::Ack;
use tokio::time::{Instant, pause, sleep, timeout};

use super::{News, Role, Room, RoomLinks, RoomNews, RoomSnapshot, WatcherCount};
use crate::client::RoomCommand;
use crate::occupancy::RoomKind;
use crate::rooms::Rooms;
use crate::store::{Revision, RoomStore};
use crate::testing::{self, Kill, LEAVE, LONG, Reply, Saved, Tab, command, number_of, racer, seat_proof, text};

/// A stand-in for the lobby that passes on all news.
struct Lobby(tokio::sync::mpsc::UnboundedSender<RoomNews>);

impl Actor for Lobby {
    type Context = Context<Self>;
}

impl Handler<RoomNews> for Lobby {
    type Result = ();

    fn handle(&mut self, news: RoomNews, _: &mut Self::Context) {
        // The test may have dropped the receiver.
        let _ = self.0.send(news);
    }
}

/// Asks whether the room may announce something.
#[derive(Message)]
#[rtype(result = "Speaker")]
pub(crate) struct Speaks;

#[derive(Debug, PartialEq, Eq, MessageResponse)]
pub(crate) enum Speaker {
    /// This engine owns the room, and all changes are safe.
    Now,
    /// This engine owns the room, as far as it knows.
    Later,
    /// Another engine owns the room, as far as this one knows.
    Never,
    /// The same, and no socket here needs to know better.
    Unneeded,
}

impl Handler<Speaks> for Room {
    type Result = Speaker;

    fn handle(&mut self, _: Speaks, _: &mut Self::Context) -> Speaker {
        match &self.role {
            Role::Owner(owner) if owner.snapshots.are_safe() && !owner.snapshots.have_lapsed() => Speaker::Now,
            Role::Owner(_) | Role::Moving(..) => Speaker::Later,
            Role::Guest(_) if self.locals.is_empty() => Speaker::Unneeded,
            Role::Guest(_) => Speaker::Never,
        }
    }
}

/// Describes the room, for a failure.
#[derive(Message)]
#[rtype(result = "String")]
pub(crate) struct Describe;

impl Handler<Describe> for Room {
    type Result = String;

    fn handle(&mut self, _: Describe, _: &mut Self::Context) -> String {
        let role = match &self.role {
            Role::Owner(owner) => format!("owner at {:?} with {:?}", owner.rules.phase(), owner.snapshots),
            Role::Moving(to, owner) => {
                format!("moving to {to} at {:?} with {:?}", owner.rules.phase(), owner.snapshots)
            }
            Role::Guest(guest) => format!("{guest:?}"),
        };
        format!("{}: {role}, {:?}, timer {:?}", self.code, self.locals, self.timer)
    }
}

struct Scene {
    room: Addr<Room>,
    news: tokio::sync::mpsc::UnboundedReceiver<RoomNews>,
    saved: Saved,
}

impl Handler<Kill> for Room {
    type Result = ();

    // Not `terminate`: if a timer was cancelled in the same poll, that poll never ends (actix 0.13.5).
    fn handle(&mut self, _: Kill, ctx: &mut Self::Context) {
        self.is_over = true;
        ctx.stop();
    }
}

impl Scene {
    /// Opens a room with a paused clock.
    fn open(replies: impl IntoIterator<Item = Reply>) -> Self {
        pause();
        Self::under(Rules::default(), replies)
    }

    /// Opens a room under these rules, with the clock as it is.
    fn under(rules: Rules, replies: impl IntoIterator<Item = Reply>) -> Self {
        Self::with(replies, None, |links| new_room(rules, links))
    }

    /// Returns the room that `make` makes and its surroundings, with snapshots in `store`.
    fn with(
        replies: impl IntoIterator<Item = Reply>,
        store: Option<Arc<dyn RoomStore>>,
        make: impl FnOnce(RoomLinks) -> Room,
    ) -> Self {
        let (recorder, saved) = testing::recorder(replies);
        let recorder = recorder.recipient();
        let (sender, news) = tokio::sync::mpsc::unbounded_channel();
        let lobby = Lobby(sender).start().recipient();
        let links = RoomLinks {
            lobby,
            recorder,
            store,
            peers: None,
            rooms: Rooms::default(),
            watchers: WatcherCount::default(),
        };
        Self { room: make(links).start(), news, saved }
    }

    async fn take_seat(&self, user: i64) -> Result<shared::messages::TakenSeat, TakeSeatError> {
        self.take_seat_as(racer(user)).await
    }

    async fn take_seat_as(&self, racer: Racer) -> Result<shared::messages::TakenSeat, TakeSeatError> {
        let request = TakeSeat { code: code(), racer, proof: seat_proof(), divisions: Vec::new() };
        self.room.send(request).await.expect("the room lives")
    }

    async fn send(&self, user: i64, tab: &Tab, event: impl Into<Option<ClientEvent>>) {
        self.room.send(command(user, &tab.socket, event)).await.expect("the room lives");
    }

    async fn send_as(&self, user: i64, tab: &Tab, event: ClientEvent, username: Option<&str>, ack: Option<Ack>) {
        let username = username.map(str::to_owned);
        let command = RoomCommand { username, ack, ..command(user, &tab.socket, event) };
        self.room.send(command).await.expect("the room lives");
    }

    /// Takes a seat and joins in a new tab, which has received its welcome.
    async fn enter(&self, user: i64) -> Tab {
        self.take_seat(user).await.expect("a seat");
        let mut tab = Tab::open();
        self.send(user, &tab, ClientEvent::Join).await;
        tab.receive("state").await;
        tab
    }

    /// Returns two racers, half a minute into the race, who have received all events so far.
    async fn two_racing(&self) -> (Tab, Tab) {
        let (mut ana, mut bo) = (self.enter(1).await, self.enter(2).await);
        ana.skip_to("start").await;
        bo.skip_to("start").await;
        sleep(Duration::from_secs(30)).await;
        (ana, bo)
    }

    async fn wait_until_closed(&mut self) {
        let closed = async {
            while let Some(news) = self.news.recv().await {
                if matches!(news.news, News::Closed) {
                    return;
                }
            }
        };
        timeout(LONG, closed).await.expect("the lobby receives it");
    }

    async fn finish(&self, user: i64, tab: &Tab, ack: Option<Ack>) {
        self.send(user, tab, typed(100)).await;
        self.send_as(user, tab, ClientEvent::Finish(report()), None, ack).await;
    }
}

fn new_room(rules: Rules, links: RoomLinks) -> Room {
    room_of(RoomKind::default(), rules, links)
}

fn room_of(kind: RoomKind, rules: Rules, links: RoomLinks) -> Room {
    let snapshot = RoomSnapshot::new(kind, rules, text());
    Room::owner(code(), snapshot, Duration::ZERO, Revision::default(), links)
}

fn code() -> RoomCode {
    "k3f9wq2m".parse().expect("a code")
}

fn typed(percent: i64) -> ClientEvent {
    ClientEvent::Typing(Percent::try_from(percent).expect("a percent").into())
}

fn report() -> FinishReport {
    FinishReport { accuracy: 98.5, ..FinishReport::default() }
}

/// Timers fire in whole milliseconds, so times are a few of them off.
fn assert_near(number: &Value, expected: f64) {
    let number = number.as_f64().expect("a number");
    assert!((number - expected).abs() < 10.0, "{number} is not near {expected}");
}

/// 300 characters in half a minute.
fn assert_is_the_result(outcome: &Value) {
    assert_eq!(outcome["time"], 30.0);
    assert!(outcome["wpm"].as_f64().is_some_and(|wpm| (119.9..=120.0).contains(&wpm)), "{outcome}");
}

#[actix::test]
async fn a_lane_shows_the_racers_division_in_the_language_of_the_room() {
    let scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    let divisions = vec![(Language::Spanish, Division(30)), (Language::English, Division(80))];
    let seat = TakeSeat { code: code(), racer: racer(2), proof: seat_proof(), divisions };
    let seat = scene.room.send(seat).await.expect("the room lives").expect("a seat");
    assert_eq!(seat.participants[1].division, Some(Division(80)));
    assert_eq!(ana.skip_to("join").await["division"], 80);
    scene.take_seat(3).await.expect("a seat");
    assert_eq!(ana.skip_to("join").await.get("division"), None);
    let state = scene.return_to(2).await.receive("state").await;
    let divisions: Vec<_> =
        state["participants"].as_array().expect("a list").iter().map(|lane| lane.get("division")).collect();
    assert_eq!(divisions, [None, Some(&json!(80)), None]);
}

#[actix::test]
async fn a_race_runs_from_the_first_join_to_the_last_finish() {
    let scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    assert_eq!(ana.receive("waiting").await, json!({"ms": 20_000, "countdown": 10_250}));
    let mut bo = scene.enter(2).await;
    // Once for the seat, once for the socket.
    for _ in 0..2 {
        assert_eq!(ana.receive("join").await, json!(Participant::from(&racer(2))));
    }
    assert_eq!(bo.receive("waiting").await, json!({"ms": 20_000, "countdown": 10_250}));

    let before = Instant::now();
    for tab in [&mut ana, &mut bo] {
        assert_near(&tab.receive("starting").await["ms"], 10_250.0);
    }
    assert_eq!(before.elapsed().as_secs(), 20);
    for tab in [&mut ana, &mut bo] {
        assert_eq!(tab.receive("start").await, json!({}));
    }
    assert_eq!(before.elapsed().as_secs(), 30);

    sleep(Duration::from_secs(30)).await;
    scene.send(1, &ana, typed(42)).await;
    assert_eq!(bo.receive("typing").await, json!({"username": "racer-1", "completed": 42}));
    scene.finish(2, &bo, None).await;
    assert_eq!(ana.receive("typing").await, json!({"username": "racer-2", "completed": 100}));
    let finish = ana.receive("finish").await;
    assert_eq!(finish["username"], "racer-2");
    assert_is_the_result(&finish);
    assert_eq!(bo.receive("finish").await, finish);
    sleep(Duration::from_secs(30)).await;
    scene.finish(1, &ana, None).await;
    assert_eq!(bo.skip_to("finish").await["username"], "racer-1");

    let saved = scene.saved.all();
    let standings: Vec<_> =
        saved.iter().map(|saved| (number_of(saved.result.racer), saved.result.place, saved.racers)).collect();
    assert_eq!(standings, [(2, 1, 2), (1, 2, 2)]);
    assert_eq!(saved[0].result.time.as_secs(), 30);
}

#[actix::test]
async fn progress_is_sent_once_and_only_to_the_others() {
    let scene = Scene::open([]);
    let (mut ana, mut bo) = scene.two_racing().await;
    scene.send(1, &ana, typed(10)).await;
    scene.send(1, &ana, typed(10)).await;
    bo.receive("typing").await;
    bo.receives_nothing().await;
    ana.receives_nothing().await;
}

#[actix::test]
async fn clients_cannot_bring_the_start_forward() {
    let scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    ana.receive("waiting").await;
    let before = Instant::now();
    let (ack, answer) = Ack::detached();
    scene.send_as(1, &ana, ClientEvent::Starting, None, Some(ack)).await;
    scene.send(1, &ana, ClientEvent::Start(None)).await;
    assert_eq!(answer.answer().await, Some(json!({})));
    ana.receive("starting").await;
    ana.receive("start").await;
    assert_near(&json!(before.elapsed().as_millis()), 30_250.0);
}

#[actix::test]
async fn a_racer_who_returns_gets_the_state_and_the_time_since_the_start() {
    let scene = Scene::open([]);
    let (ana, mut bo) = scene.two_racing().await;
    scene.send(1, &ana, typed(42)).await;
    bo.receive("typing").await;
    scene.send(1, &ana, LEAVE).await;
    assert_eq!(bo.receive("leave").await, json!({"username": "racer-1"}));
    sleep(Duration::from_secs(5)).await;

    let mut ana = Tab::open();
    scene.send(1, &ana, ClientEvent::Join).await;
    let state = ana.receive("state").await;
    assert_eq!((&state["code"], &state["phase"]), (&json!("k3f9wq2m"), &json!("running")));
    assert_near(&state["ms"], 35_000.0);
    let completed = 42.try_into().expect("a percent");
    let own = Lane { racer: (&racer(1)).into(), completed, connected: true, finish: None };
    assert_eq!(state["participants"][0], json!(own));
    assert_eq!(ana.receive("start").await["ms"], state["ms"]);
    assert_eq!(bo.receive("join").await["username"], "racer-1");
}

#[actix::test]
async fn a_second_tab_takes_over_and_the_first_is_disconnected() {
    let scene = Scene::open([]);
    let (mut first, mut bo) = scene.two_racing().await;
    let mut second = Tab::open();
    scene.send(1, &second, ClientEvent::Join).await;
    assert_eq!(first.refusal().await, json!(["join", "taken-over"]));
    first.is_disconnected().await;
    second.receive("state").await;
    second.receive("start").await;

    // Commands of the first tab no longer have an effect, and neither does its end.
    scene.send(1, &first, typed(10)).await;
    scene.send(1, &first, LEAVE).await;
    bo.receives_nothing().await;
    scene.send(1, &second, typed(10)).await;
    bo.receive("typing").await;
}

#[actix::test]
async fn joining_twice_on_one_socket_gets_the_state_twice() {
    let scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    ana.receive("waiting").await;
    scene.send(1, &ana, ClientEvent::Join).await;
    ana.receive("state").await;
    ana.receive("waiting").await;
}

#[actix::test]
async fn a_finish_is_announced_when_it_is_saved_or_after_300_ms() {
    pause();
    for (saving, announced) in [(100, 100), (2000, 300)] {
        let scene = Scene::under(Rules::default(), [Reply::After(Duration::from_millis(saving))]);
        let (ana, mut bo) = scene.two_racing().await;
        scene.finish(1, &ana, None).await;
        bo.receive("typing").await;
        let before = Instant::now();
        bo.receive("finish").await;
        assert!((announced..announced + 10).contains(&before.elapsed().as_millis()), "{:?}", before.elapsed());
        sleep(Duration::from_secs(5)).await;
        bo.receives_nothing().await;
    }
}

#[actix::test]
async fn finishes_are_announced_in_order_of_place_however_fast_each_is_saved() {
    let scene = Scene::open([Reply::After(Duration::from_millis(250)), Reply::After(Duration::ZERO)]);
    let (ana, mut bo) = scene.two_racing().await;
    scene.finish(1, &ana, None).await;
    scene.finish(2, &bo, None).await;
    assert_eq!(bo.skip_to("finish").await["username"], "racer-1");
    assert_eq!(bo.receive("finish").await["username"], "racer-2");
}

#[actix::test]
async fn a_finish_is_acknowledged_with_its_skins_once_it_is_saved() {
    let scene = Scene::open([Reply::Unavailable, Reply::Unavailable, Reply::After(Duration::from_secs(1))]);
    let (mut ana, mut bo) = scene.two_racing().await;
    let (ack, answer) = Ack::detached();
    let before = Instant::now();
    scene.finish(1, &ana, Some(ack)).await;
    bo.receive("typing").await;
    bo.receive("finish").await;
    ana.receive("finish").await;
    assert!(scene.saved.all().is_empty(), "it was announced before it was saved");
    let answer = timeout(LONG, answer.answer()).await.expect("an answer").expect("an answer");
    assert_is_the_result(&answer);
    assert_eq!(answer["skins"], json!(["thorntail"]));
    // Pauses of 250 and 500 ms between three attempts, and a second for the last.
    assert_near(&json!(before.elapsed().as_millis()), 1_750.0);
    assert_eq!(scene.saved.all().len(), 1);
}

#[actix::test]
async fn finishing_again_is_acknowledged_with_the_first_result_and_saved_once() {
    let scene = Scene::open([Reply::After(Duration::from_secs(1))]);
    let (ana, _bo) = scene.two_racing().await;
    let (first, first_answer) = Ack::detached();
    scene.finish(1, &ana, Some(first)).await;
    // The connection drops before the answer; the client reconnects and finishes again.
    scene.send(1, &ana, LEAVE).await;
    let ana = Tab::open();
    scene.send(1, &ana, ClientEvent::Join).await;
    let (again, again_answer) = Ack::detached();
    scene.finish(1, &ana, Some(again)).await;
    let outcome = again_answer.answer().await;
    assert_is_the_result(outcome.as_ref().expect("an answer"));
    assert_eq!(first_answer.answer().await, None, "its connection is closed");
    let (late, late_answer) = Ack::detached();
    scene.finish(1, &ana, Some(late)).await;
    assert_eq!(late_answer.answer().await, outcome);
    assert_eq!(scene.saved.all().len(), 1);
}

#[actix::test]
async fn the_finisher_is_notified_of_a_result_that_can_never_be_saved() {
    let scene = Scene::open([Reply::Impossible]);
    let (ana, mut bo) = scene.two_racing().await;
    let (ack, answer) = Ack::detached();
    scene.finish(1, &ana, Some(ack)).await;
    assert_eq!(answer.answer().await.expect("an answer")["code"], "result-not-saved");
    bo.receive("typing").await;
    bo.receive("finish").await;
}

#[actix::test]
async fn racers_stopped_by_the_time_limit_get_the_finished_state() {
    let scene = Scene::open([]);
    let (ana, mut bo) = scene.two_racing().await;
    scene.finish(1, &ana, None).await;
    bo.receive("typing").await;
    bo.receive("finish").await;
    let state = bo.receive("state").await;
    assert_eq!((&state["phase"], &state["ms"]), (&json!("finished"), &json!(360_000)));
    assert_eq!(scene.saved.all().len(), 1, "racers who did not finish have no result");
}

#[actix::test]
async fn refusals_are_sent_to_the_sender_only() {
    let scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    ana.receive("waiting").await;
    let mut bo = scene.enter(2).await;
    bo.receive("waiting").await;
    ana.received_so_far().await;
    let (ack, answer) = Ack::detached();
    scene.send_as(1, &ana, typed(10), None, Some(ack)).await;
    assert_eq!(ana.refusal().await, json!(["typing", "race-not-started"]));
    assert_eq!(answer.answer().await.expect("an answer")["code"], "race-not-started");
    scene.send(1, &ana, ClientEvent::Finish(report())).await;
    assert_eq!(ana.refusal().await, json!(["finish", "race-not-started"]));
    bo.receives_nothing().await;
}

#[actix::test]
async fn an_event_under_the_name_of_another_racer_is_refused() {
    let scene = Scene::open([]);
    let (mut ana, mut bo) = scene.two_racing().await;
    scene.send_as(1, &ana, typed(10), Some("racer-2"), None).await;
    assert_eq!(ana.receive("fault").await["code"], "foreign-name");
    bo.receives_nothing().await;
    scene.send_as(1, &ana, typed(10), Some("racer-1"), None).await;
    bo.receive("typing").await;
}

#[actix::test]
async fn racers_learn_of_a_seat_when_it_is_taken_and_when_it_is_given_up() {
    let scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    ana.receive("waiting").await;
    scene.take_seat(2).await.expect("a seat");
    assert_eq!(ana.receive("join").await["username"], "racer-2");
    for user in [1, 2] {
        scene.take_seat(user).await.expect("the same seat");
    }
    assert_eq!(ana.receive("leave").await, json!({"username": "racer-2"}));
}

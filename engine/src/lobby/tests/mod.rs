//! The lobby among the api, the sessions and its rooms, in simulated time.

#[cfg(target_os = "linux")]
mod leaks;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, Addr, Arbiter, Handler, Message};
use futures_util::future::{join, join_all};
use rand::rngs::SysError;
use shared::RoomCode;
use shared::messages::{DrawTextError, OpenRoom, OpenRoomError, Seat, TakeSeat, TakeSeatError};
use shared::racer::FinishReport;
use shared::wire::ClientEvent;
use tokio::sync::oneshot;
use tokio::time::{Instant, pause, sleep};

use super::{Drain, FindRoom, FindRoomError, JoinThread, Lobby, Resume};
use crate::Settings;
use crate::peers::{EngineId, PeerEvent};
use crate::recorder::Recorder;
use crate::room::Action;
use crate::store::{Revision, RoomStore, Write};
use crate::testing::{self, Asked, BreakOff, Database, LONG, MemoryStore, Reply, Saved, Tab, Texts, command, racer};

/// The number of rooms in which one user may hold a seat, by default.
const ROOMS_PER_USER: usize = 5;

/// Breaks a room, for the lobby to notice.
#[derive(Message)]
#[rtype(result = "()")]
struct Break(RoomCode);

impl Handler<Break> for Lobby {
    type Result = ();

    fn handle(&mut self, Break(code): Break, _: &mut Self::Context) {
        self.directory.room(code, Instant::now()).expect("a room").do_send(BreakOff);
    }
}

/// Makes the operating system return no random numbers from now on.
#[derive(Message)]
#[rtype(result = "()")]
struct EndRandomness;

impl Handler<EndRandomness> for Lobby {
    type Result = ();

    fn handle(&mut self, _: EndRandomness, _: &mut Self::Context) {
        self.random = || Err(SysError::UNSUPPORTED);
    }
}

struct Scene {
    lobby: Addr<Lobby>,
    asked: Asked,
    saved: Saved,
}

impl Scene {
    fn open() -> Self {
        Self::with(Duration::from_millis(20), 0, [])
    }

    fn with(delay: Duration, failures: usize, replies: impl IntoIterator<Item = Reply>) -> Self {
        pause();
        Self::among(delay, failures, replies, None)
    }

    /// Returns a process that resumes the rooms in `store`.
    fn resuming(store: &Arc<MemoryStore>) -> Self {
        let scene = Self::among(Duration::ZERO, 0, [], Some(store.clone()));
        scene.lobby.do_send(Resume(store.left_behind()));
        scene
    }

    fn among(
        delay: Duration,
        failures: usize,
        replies: impl IntoIterator<Item = Reply>,
        store: Option<Arc<dyn RoomStore>>,
    ) -> Self {
        let (database, saved) = Database::replying(replies);
        let (texts, asked) = Texts::new(delay, failures);
        let recorder = Recorder::new(database.start().recipient()).start().recipient();
        let lobby = Lobby::new(&Settings::default(), texts.start().recipient(), recorder);
        Self { lobby: lobby.keeping(store).start(), asked, saved }
    }

    async fn open_room(&self, private: bool, after: Option<RoomCode>) -> Result<RoomCode, OpenRoomError> {
        self.lobby.send(OpenRoom { private, after }).await.expect("the lobby lives")
    }

    async fn public(&self) -> RoomCode {
        self.open_room(false, None).await.expect("a room")
    }

    async fn private(&self) -> RoomCode {
        self.open_room(true, None).await.expect("a room")
    }

    async fn again(&self, after: RoomCode) -> RoomCode {
        self.open_room(false, Some(after)).await.expect("a room")
    }

    async fn take_seat(&self, code: RoomCode, user: i64) -> Result<Seat, TakeSeatError> {
        self.lobby.send(TakeSeat { code, racer: racer(user) }).await.expect("the lobby lives")
    }

    /// Takes a seat and joins.
    async fn enter(&self, code: RoomCode, user: i64) -> Tab {
        self.take_seat(code, user).await.expect("a seat");
        let mut tab = Tab::open();
        self.say(code, user, &tab, ClientEvent::Join).await;
        tab.hear("state").await;
        tab
    }

    async fn say(&self, code: RoomCode, user: i64, tab: &Tab, action: impl Into<Action>) {
        let room = self.lobby.send(FindRoom(code)).await.expect("the lobby lives").expect("a room");
        room.send(command(user, &tab.socket, action)).await.expect("the room lives");
    }
}

#[actix::test]
async fn matchmaking_prefers_the_fullest_room() {
    let scene = Scene::open();
    let first = scene.public().await;
    // Led to the first room, so that the sixth racer finds no seat there; then the promised seats are not taken.
    for _ in 0..4 {
        assert_eq!(scene.public().await, first);
    }
    let second = scene.public().await;
    assert_ne!(second, first);
    for user in 1..=2 {
        scene.take_seat(second, user).await.expect("a seat");
    }
    scene.take_seat(first, 3).await.expect("a seat");
    sleep(Duration::from_secs(11)).await;
    assert_eq!(scene.public().await, second);
}

#[actix::test]
async fn a_room_with_three_seconds_of_waiting_left_is_not_offered() {
    let scene = Scene::open();
    let code = scene.public().await;
    let _ana = scene.enter(code, 1).await;
    sleep(Duration::from_millis(16_900)).await;
    assert_eq!(scene.public().await, code);
    sleep(Duration::from_millis(200)).await;
    assert_ne!(scene.public().await, code);
}

#[actix::test]
async fn an_empty_room_is_not_offered_so_late_that_it_could_close_before_one_arrives() {
    let scene = Scene::open();
    let code = scene.public().await;
    sleep(Duration::from_millis(19_900)).await;
    assert_eq!(scene.public().await, code);
    sleep(Duration::from_millis(200)).await;
    assert_ne!(scene.public().await, code);
    sleep(Duration::from_millis(9_000)).await;
    assert!(scene.take_seat(code, 1).await.is_ok(), "a racer led there just before finds it open");
}

#[actix::test]
async fn a_private_room_is_never_offered() {
    let scene = Scene::open();
    let private = scene.private().await;
    let _ana = scene.enter(private, 1).await;
    assert_ne!(scene.public().await, private);
    assert_ne!(scene.private().await, private);
}

#[actix::test]
async fn racers_who_ask_at_the_same_moment_meet_and_none_is_led_to_a_full_room() {
    let scene = Scene::open();
    let codes = join_all((0..12).map(|_| scene.public())).await;
    let rooms: HashSet<_> = codes.iter().copied().collect();
    assert_eq!(rooms.len(), 3, "five and five and two");
    let seats = join_all(codes.iter().zip(1..).map(|(code, user)| scene.take_seat(*code, user))).await;
    assert!(seats.iter().all(Result::is_ok), "{seats:?}");
}

#[actix::test]
async fn a_seat_that_is_taken_is_not_left_for_somebody_else_as_well() {
    let scene = Scene::open();
    let code = scene.public().await;
    for user in 1..=5 {
        if user > 1 {
            assert_eq!(scene.public().await, code, "racer {user} still finds a seat");
        }
        scene.take_seat(code, user).await.expect("a seat");
    }
    assert_eq!(scene.take_seat(code, 6).await, Err(TakeSeatError::Full));
}

#[actix::test]
async fn racing_again_leads_all_racers_of_a_room_to_one_and_the_same_new_room() {
    let scene = Scene::open();
    let old = scene.private().await;
    let _ana = scene.enter(old, 1).await;
    let codes = join_all((0..5).map(|_| scene.again(old))).await;
    let rooms: HashSet<_> = codes.iter().copied().collect();
    assert_eq!(rooms.len(), 1);
    assert!(!rooms.contains(&old));
    assert!(!rooms.contains(&scene.public().await), "it is private as well");
    sleep(Duration::from_secs(5)).await;
    assert!(rooms.contains(&scene.again(old).await), "a late one too");
}

#[actix::test]
async fn racing_again_works_for_a_while_after_the_old_room_closed() {
    let scene = Scene::open();
    let old = scene.public().await;
    sleep(Duration::from_secs(31)).await;
    assert_eq!(scene.take_seat(old, 1).await, Err(TakeSeatError::Unknown));
    let next = scene.again(old).await;
    let _ana = scene.enter(next, 1).await;
    assert_eq!(scene.again(old).await, next);
}

#[actix::test]
async fn racing_again_after_the_new_race_began_leads_to_another_room() {
    let scene = Scene::open();
    let old = scene.public().await;
    let next = scene.again(old).await;
    let mut ana = scene.enter(next, 1).await;
    ana.hear_at_last("start").await;
    let later = scene.again(old).await;
    assert_ne!(later, next);
    assert_eq!(scene.again(old).await, later);
}

#[actix::test]
async fn a_room_that_nobody_remembers_is_no_reason_for_a_new_one() {
    let scene = Scene::open();
    let open = scene.public().await;
    let unknown = "22222222".parse().expect("a code");
    assert_eq!(scene.again(unknown).await, open);
}

#[actix::test]
async fn nobody_holds_seats_in_more_rooms_than_they_may() {
    let scene = Scene::open();
    let mut rooms = Vec::new();
    for _ in 0..=ROOMS_PER_USER {
        rooms.push(scene.private().await);
    }
    for code in &rooms[..ROOMS_PER_USER] {
        scene.take_seat(*code, 1).await.expect("a seat");
    }
    assert_eq!(scene.take_seat(rooms[ROOMS_PER_USER], 1).await, Err(TakeSeatError::TooManySeats(ROOMS_PER_USER)));
    assert!(scene.take_seat(rooms[0], 1).await.is_ok(), "a seat that is held already");
    assert!(scene.take_seat(rooms[ROOMS_PER_USER], 2).await.is_ok(), "another user");
    sleep(Duration::from_secs(16)).await;
    assert!(scene.take_seat(rooms[ROOMS_PER_USER], 1).await.is_ok(), "the seats were not used and are free again");
}

#[actix::test]
async fn seats_asked_for_at_the_same_moment_count_as_well() {
    let scene = Scene::open();
    let rooms = join_all((0..7).map(|_| scene.private())).await;
    let seats = join_all(rooms.iter().map(|code| scene.take_seat(*code, 1))).await;
    assert_eq!(seats.iter().filter(|seat| seat.is_ok()).count(), 5);
}

#[actix::test]
async fn a_room_that_broke_off_is_forgotten_and_its_racers_may_sit_elsewhere() {
    let scene = Scene::open();
    let mut rooms = Vec::new();
    for _ in 0..5 {
        let code = scene.private().await;
        scene.take_seat(code, 1).await.expect("a seat");
        rooms.push(code);
    }
    let mut ana = scene.enter(rooms[0], 1).await;
    scene.lobby.send(Break(rooms[0])).await.expect("the lobby lives");
    ana.hear_at_last("fault").await;
    assert_eq!(scene.take_seat(rooms[0], 1).await, Err(TakeSeatError::Unknown));
    assert!(scene.lobby.send(FindRoom(rooms[0])).await.expect("the lobby lives").is_err());
    let elsewhere = scene.again(rooms[0]).await;
    assert!(scene.take_seat(elsewhere, 1).await.is_ok());
}

#[actix::test]
async fn a_seat_asked_for_in_a_room_that_breaks_off_does_not_count() {
    let scene = Scene::open();
    for _ in 0..5 {
        let code = scene.private().await;
        let (broken, seat) = join(scene.lobby.send(Break(code)), scene.take_seat(code, 1)).await;
        broken.expect("the lobby lives");
        assert_eq!(seat, Err(TakeSeatError::Unknown));
    }
    let code = scene.private().await;
    assert!(scene.take_seat(code, 1).await.is_ok());
}

#[actix::test]
async fn the_answer_to_a_seat_has_the_participants_and_the_text() {
    let scene = Scene::open();
    let code = scene.public().await;
    scene.take_seat(code, 1).await.expect("a seat");
    let seat = scene.take_seat(code, 2).await.expect("a seat");
    assert_eq!(seat.participants, [racer(1), racer(2)]);
    assert_eq!(seat.text.length(), 300);
}

#[actix::test]
async fn texts_that_came_up_lately_are_not_asked_for_again() {
    let scene = Scene::open();
    for _ in 0..22 {
        scene.private().await;
    }
    let last = scene.asked.all().pop().expect("texts were drawn");
    let not: Vec<_> = last.not.iter().map(|text| text.0).collect();
    assert_eq!(not, (2..=21).collect::<Vec<_>>());
}

#[actix::test]
async fn without_a_text_there_is_no_room_and_the_next_one_may_ask_again() {
    let scene = Scene::with(Duration::from_millis(20), 1, []);
    let refused = join_all((0..3).map(|_| scene.open_room(false, None))).await;
    assert!(refused.iter().all(|answer| *answer == Err(OpenRoomError::NoText(DrawTextError::Database))));
    assert!(scene.open_room(false, None).await.is_ok());
}

#[actix::test]
async fn without_random_numbers_a_room_is_refused_and_the_lobby_lives_on() {
    let scene = Scene::open();
    let code = scene.public().await;
    scene.lobby.send(EndRandomness).await.expect("the lobby lives");
    assert_eq!(scene.open_room(true, None).await, Err(OpenRoomError::NoRandomness));
    assert_eq!(scene.public().await, code);
}

#[actix::test]
async fn a_text_that_does_not_come_is_not_waited_for_without_end() {
    let scene = Scene::with(LONG, 0, []);
    let before = Instant::now();
    let answer = scene.open_room(false, None).await;
    assert!(matches!(answer, Err(OpenRoomError::NoText(DrawTextError::Link(_)))), "{answer:?}");
    assert_eq!(before.elapsed().as_secs(), 5);
}

#[actix::test]
async fn a_room_whose_text_is_being_drawn_does_not_open_once_the_lobby_drains() {
    let scene = Scene::open();
    let opening = scene.lobby.send(OpenRoom { private: false, after: None });
    scene.lobby.send(Drain).await.expect("the lobby lives");
    assert_eq!(scene.asked.all().len(), 1, "the text was asked for");
    assert_eq!(opening.await.expect("the lobby lives"), Err(OpenRoomError::Draining));
}

#[actix::test]
async fn rooms_of_an_earlier_process_are_found_and_offered_by_the_next() {
    pause();
    let store: Arc<MemoryStore> = Arc::default();
    let earlier = Scene::resuming(&store);
    let (public, private) = (earlier.public().await, earlier.private().await);
    let _ana = earlier.enter(public, 1).await;
    let _bo = earlier.enter(private, 2).await;

    let scene = Scene::resuming(&store);
    for (code, user) in [(public, 1), (private, 2)] {
        let mut tab = Tab::open();
        scene.say(code, user, &tab, ClientEvent::Join).await;
        assert_eq!(tab.hear("state").await["phase"], "waiting");
    }
    assert_eq!(scene.public().await, public);
}

#[actix::test]
async fn of_a_snapshot_that_cannot_be_read_the_results_are_recorded() {
    pause();
    let store: Arc<MemoryStore> = Arc::default();
    let code = RoomCode::from_random(1);
    let result = serde_json::json!({
        "race": "00000000-0000-0000-0000-000000000000", "room": code, "text": 1, "racers": 2,
        "started_at": "2026-01-01T00:00:00Z",
        "result": { "user_id": 7, "place": 1, "won": true, "time": { "secs": 30, "nanos": 0 }, "wpm": 71.23, "accuracy": 98.5 },
    });
    let of_another_version = serde_json::json!({ "race": "in another form", "results": [result] });
    let snapshot = of_another_version.to_string().into();
    let write = Write { code, after: Revision::default(), snapshot, successor: None };
    store.save(write).await.expect("it is kept");
    let scene = Scene::resuming(&store);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(scene.saved.all().len(), 1);
    assert!(store.kept(code).is_none());
    assert_eq!(scene.take_seat(code, 7).await, Err(TakeSeatError::Unknown));
}

#[actix::test]
async fn draining_waits_until_the_finisher_was_told_that_the_result_is_saved() {
    let saving = Duration::from_secs(3);
    let scene = Scene::with(Duration::ZERO, 0, [Reply::After(saving)]);
    let code = scene.public().await;
    let mut ana = scene.enter(code, 1).await;
    ana.hear_at_last("start").await;
    sleep(Duration::from_secs(40)).await;
    scene.say(code, 1, &ana, ClientEvent::Typing(100.try_into().expect("a percent"))).await;
    let report = FinishReport { accuracy: 100.0, keystrokes: None };
    scene.say(code, 1, &ana, ClientEvent::Finish(report)).await;
    let finished = Instant::now();
    scene.lobby.send(Drain).await.expect("the lobby lives");
    assert_eq!(finished.elapsed().as_secs(), saving.as_secs());
}

#[actix::test]
async fn rooms_run_on_the_threads_that_have_joined() {
    let lobby = testing::lobby().start();
    for _ in 0..2 {
        lobby.do_send(JoinThread(Arbiter::new().handle()));
    }
    for user in 1..=4 {
        let code = lobby.send(OpenRoom { private: true, after: None }).await.expect("a lobby").expect("a room");
        let seat = lobby.send(TakeSeat { code, racer: racer(user) }).await.expect("a lobby");
        assert!(seat.is_ok());
    }
}

#[actix::test]
async fn a_lobby_that_drains_calls_off_the_races_that_wait() {
    let scene = Scene::open();
    let waiting = scene.private().await;
    let mut ana = scene.enter(waiting, 1).await;
    ana.hear("waiting").await;
    let running = scene.private().await;
    let mut bo = scene.enter(running, 2).await;
    scene.take_seat(running, 3).await.expect("a seat");
    bo.hear_at_last("start").await;
    let fresh = scene.private().await;
    let mut eve = scene.enter(fresh, 3).await;
    eve.hear("waiting").await;

    let lobby = scene.lobby.clone();
    let drained = actix::spawn(async move { lobby.send(Drain).await.expect("the lobby lives") });
    assert_eq!(eve.hear("fault").await["event"], "join");
    assert_eq!(scene.take_seat(fresh, 3).await, Err(TakeSeatError::Draining));
    let lost = scene.lobby.send(FindRoom(fresh)).await.expect("the lobby lives");
    assert_eq!(lost.err(), Some(FindRoomError::Draining));
    assert!(!drained.is_finished(), "a race runs");
    bo.hear("state").await;
    drained.await.expect("it ended with the race");
}

#[actix::test]
async fn a_message_of_a_batch_that_cannot_be_read_hurts_no_other() {
    let scene = Scene::open();
    let (answer, answered) = oneshot::channel();
    let lines = b"garbage\n{\"OpenRoom\":{\"private\":false,\"after\":null}}".to_vec();
    scene.lobby.do_send(PeerEvent::Messages { from: EngineId::new(), lines, answer: Some(answer) });
    let opened = answered.await.expect("an answer");
    let opened: Result<RoomCode, OpenRoomError> = serde_json::from_slice(&opened).expect("it is JSON");
    opened.expect("a room");
}

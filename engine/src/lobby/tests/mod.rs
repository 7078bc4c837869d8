//! The lobby with the api, sessions and its rooms, in simulated time.

mod events;
pub(crate) mod figures;
mod friends;
mod languages;
#[cfg(target_os = "linux")]
mod leaks;
mod watching;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use actix::{Actor, Addr, Arbiter, Handler, Message};
use futures_util::future::{join, join_all};
use rand::rngs::SysError;
use shared::messages::{DrawTextError, LogSpeed, OpenRoom, OpenRoomError, TakeSeat, TakeSeatError, TakenSeat};
use shared::wire::ClientEvent;
use shared::{Language, RoomCode, Text, TextId, UserId};
use tokio::sync::oneshot;
use tokio::time::{Instant, pause, sleep};

use super::{Drain, FindRoom, JoinThread, Lobby, Resume};
use crate::Settings;
use crate::ids::EngineId;
use crate::rooms::Rooms;
use crate::store::{Revision, RoomStore, Write};
use crate::switchboard::Switchboard;
use crate::testing::{self, Asked, LONG, MemoryStore, Panic, Saved, Tab, Texts, command, racer, seat_proof};

/// The number of rooms in which one user may hold a seat, by default.
const ROOMS_PER_USER: usize = 5;

#[derive(Message)]
#[rtype(result = "()")]
struct PanicIn(RoomCode);

impl Handler<PanicIn> for Lobby {
    type Result = ();

    fn handle(&mut self, PanicIn(code): PanicIn, _: &mut Self::Context) {
        self.directory.room(code, Instant::now()).expect("a room").do_send(Panic);
    }
}

/// Makes the source of random numbers fail from now on.
#[derive(Message)]
#[rtype(result = "()")]
struct EndRandomness;

impl Handler<EndRandomness> for Lobby {
    type Result = ();

    fn handle(&mut self, _: EndRandomness, _: &mut Self::Context) {
        self.random = || Err(SysError::UNSUPPORTED);
    }
}

/// Asks for the total number of entries that the lobby keeps.
#[derive(Message)]
#[rtype(result = "usize")]
pub(crate) struct Size;

impl Handler<Size> for Lobby {
    type Result = usize;

    fn handle(&mut self, _: Size, _: &mut Self::Context) -> usize {
        let reported =
            self.engines.iter().flat_map(|engines| engines.reported.values()).map(HashSet::len).sum::<usize>();
        self.directory.len() + reported
    }
}

impl Lobby {
    /// Returns the lobby with this source of randomness for room codes.
    pub(crate) fn with_random(self, random: fn() -> Result<u64, SysError>) -> Self {
        Self { random, ..self }
    }
}

struct Scene {
    lobby: Addr<Lobby>,
    /// The id of the next user who opens a room.
    visitors: AtomicI64,
    asked: Asked,
    saved: Saved,
}

impl Scene {
    fn open() -> Self {
        Self::with(Duration::from_millis(20), 0)
    }

    fn with(delay: Duration, failures: usize) -> Self {
        pause();
        Self::with_store(delay, failures, None)
    }

    fn resuming(store: &Arc<MemoryStore>) -> Self {
        let scene = Self::with_store(Duration::ZERO, 0, Some(store.clone()));
        scene.lobby.do_send(Resume(store.left_behind()));
        scene
    }

    fn with_store(delay: Duration, failures: usize, store: Option<Arc<dyn RoomStore>>) -> Self {
        let (recorder, saved) = testing::recorder([]);
        let (texts, asked) = Texts::new(delay, failures);
        let lobby = Lobby::new(&Settings::default(), texts.start().recipient(), recorder.recipient());
        Self { lobby: lobby.with_store(store).start(), visitors: AtomicI64::new(1_000_000), asked, saved }
    }

    /// Opens a room for a new user.
    async fn open_room(&self, private: bool, after: Option<RoomCode>) -> Result<RoomCode, OpenRoomError> {
        let user = UserId(self.visitors.fetch_add(1, Ordering::Relaxed));
        self.lobby.send(OpenRoom { private, after, ..OpenRoom::by(user) }).await.expect("the lobby lives")
    }

    async fn public(&self) -> RoomCode {
        self.open_room(false, None).await.expect("a room")
    }

    async fn public_for(&self, user: i64) -> RoomCode {
        self.request(OpenRoom::by(UserId(user))).await
    }

    async fn request(&self, request: OpenRoom) -> RoomCode {
        self.lobby.send(request).await.expect("the lobby lives").expect("a room")
    }

    async fn private(&self) -> RoomCode {
        self.open_room(true, None).await.expect("a room")
    }

    async fn rematch(&self, after: RoomCode) -> RoomCode {
        self.open_room(false, Some(after)).await.expect("a room")
    }

    async fn take_seat(&self, code: RoomCode, user: i64) -> Result<TakenSeat, TakeSeatError> {
        self.lobby
            .send(TakeSeat { code, racer: racer(user), proof: seat_proof(), divisions: Vec::new() })
            .await
            .expect("the lobby lives")
    }

    async fn enter(&self, code: RoomCode, user: i64) -> Tab {
        self.take_seat(code, user).await.expect("a seat");
        let mut tab = Tab::open();
        self.send(code, user, &tab, ClientEvent::Join).await;
        tab.receive("state").await;
        tab
    }

    async fn send(&self, code: RoomCode, user: i64, tab: &Tab, event: impl Into<Option<ClientEvent>>) {
        let room = self.lobby.send(FindRoom(code)).await.expect("the lobby lives").expect("a room");
        room.send(command(user, &tab.socket, event)).await.expect("the room lives");
    }
}

#[actix::test]
async fn matchmaking_prefers_the_fullest_room() {
    let scene = Scene::open();
    let first = scene.public().await;
    // Five racers are sent to the first room, so the sixth finds no seat there. Then they do not take their seats.
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
async fn an_empty_room_is_not_offered_shortly_before_it_closes() {
    let scene = Scene::open();
    let code = scene.public().await;
    sleep(Duration::from_millis(19_900)).await;
    assert_eq!(scene.public().await, code);
    sleep(Duration::from_millis(200)).await;
    assert_ne!(scene.public().await, code);
    sleep(Duration::from_millis(9_000)).await;
    assert!(scene.take_seat(code, 1).await.is_ok(), "a racer sent there just before finds it open");
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
async fn simultaneous_requests_share_rooms_and_all_get_a_seat() {
    let scene = Scene::open();
    let codes = join_all((0..12).map(|_| scene.public())).await;
    let rooms: HashSet<_> = codes.iter().copied().collect();
    assert_eq!(rooms.len(), 3, "five and five and two");
    let seats = join_all(codes.iter().zip(1..).map(|(code, user)| scene.take_seat(*code, user))).await;
    assert!(seats.iter().all(Result::is_ok), "{seats:?}");
}

#[actix::test]
async fn taking_a_seat_uses_up_its_reservation() {
    let scene = Scene::open();
    let code = scene.public_for(1).await;
    for user in 1..=5 {
        if user > 1 {
            assert_eq!(scene.public_for(user).await, code, "racer {user} still finds a seat");
        }
        scene.take_seat(code, user).await.expect("a seat");
    }
    assert_eq!(scene.take_seat(code, 6).await, Err(TakeSeatError::Full));
}

#[actix::test]
async fn a_user_who_asks_again_gets_the_same_room_and_no_second_seat() {
    let scene = Scene::open();
    let code = scene.public_for(1).await;
    for _ in 0..20 {
        assert_eq!(scene.public_for(1).await, code);
    }
    for user in 2..=5 {
        assert_eq!(scene.public_for(user).await, code, "racer {user} still finds a seat");
    }
    assert_ne!(scene.public_for(6).await, code);
    assert_eq!(scene.public_for(1).await, code, "although it is full");
}

#[actix::test]
async fn simultaneous_requests_of_one_user_share_a_seat() {
    let scene = Scene::open();
    let users: Vec<_> = [1; 20].into_iter().chain(2..=5).collect();
    let codes = join_all(users.iter().map(|user| scene.public_for(*user))).await;
    assert_eq!(codes.iter().collect::<HashSet<_>>().len(), 1);
    assert_eq!(scene.asked.all().len(), 1);
}

#[actix::test]
async fn a_new_promise_replaces_the_one_before() {
    let scene = Scene::open();
    let first = scene.public_for(1).await;
    for user in 2..=5 {
        assert_eq!(scene.public_for(user).await, first);
    }
    let private = OpenRoom { private: true, ..OpenRoom::by(UserId(5)) };
    scene.lobby.send(private).await.expect("the lobby lives").expect("a room");
    assert_eq!(scene.public_for(6).await, first, "the seat is free again");
    assert_ne!(scene.public_for(5).await, first);
}

#[actix::test]
async fn a_private_room_has_the_text_that_was_asked_for() {
    let scene = Scene::open();
    let text = Text { id: TextId(41), language: Language::Spanish, ..testing::text() };
    let request = OpenRoom { private: true, text: Some(text.clone()), ..OpenRoom::by(UserId(1)) };
    let code = scene.lobby.send(request).await.expect("the lobby lives").expect("a room");
    assert_eq!(scene.take_seat(code, 1).await.map(|seat| seat.text), Ok(text));
    assert!(scene.asked.all().is_empty(), "no text was drawn");
    assert_ne!(scene.public_for(2).await, code);
}

#[actix::test]
async fn a_promise_ends_with_its_time_and_with_the_waiting() {
    let scene = Scene::open();
    let room = scene.public_for(1).await;
    let _ana = scene.enter(room, 2).await;
    sleep(Duration::from_secs(9)).await;
    assert_eq!(scene.public_for(1).await, room);
    sleep(Duration::from_secs(9)).await;
    let next = scene.public_for(1).await;
    assert_ne!(next, room, "it starts too soon");
}

#[actix::test]
async fn racing_again_sends_all_racers_of_a_room_to_the_same_new_room() {
    let scene = Scene::open();
    let old = scene.private().await;
    let _ana = scene.enter(old, 1).await;
    let codes = join_all((0..5).map(|_| scene.rematch(old))).await;
    let rooms: HashSet<_> = codes.iter().copied().collect();
    assert_eq!(rooms.len(), 1);
    assert!(!rooms.contains(&old));
    assert!(!rooms.contains(&scene.public().await), "it is private as well");
    sleep(Duration::from_secs(5)).await;
    assert!(rooms.contains(&scene.rematch(old).await), "a late racer too");
}

#[actix::test]
async fn racing_again_works_for_a_while_after_the_old_room_closed() {
    let scene = Scene::open();
    let old = scene.public().await;
    sleep(Duration::from_secs(31)).await;
    assert_eq!(scene.take_seat(old, 1).await, Err(TakeSeatError::Unknown));
    let next = scene.rematch(old).await;
    let _ana = scene.enter(next, 1).await;
    assert_eq!(scene.rematch(old).await, next);
}

#[actix::test]
async fn racing_again_after_the_new_race_began_opens_another_room() {
    let scene = Scene::open();
    let old = scene.public().await;
    let next = scene.rematch(old).await;
    let mut ana = scene.enter(next, 1).await;
    ana.skip_to("start").await;
    let later = scene.rematch(old).await;
    assert_ne!(later, next);
    assert_eq!(scene.rematch(old).await, later);
}

#[actix::test]
async fn racing_again_after_a_forgotten_room_is_ordinary_matchmaking() {
    let scene = Scene::open();
    let open = scene.public().await;
    let unknown = "22222222".parse().expect("a code");
    assert_eq!(scene.rematch(unknown).await, open);
}

#[actix::test]
async fn a_user_holds_seats_in_a_limited_number_of_rooms() {
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
async fn simultaneous_requests_for_seats_count_toward_the_limit() {
    let scene = Scene::open();
    let rooms = join_all((0..7).map(|_| scene.private())).await;
    let seats = join_all(rooms.iter().map(|code| scene.take_seat(*code, 1))).await;
    assert_eq!(seats.iter().filter(|seat| seat.is_ok()).count(), 5);
}

#[actix::test]
async fn a_seat_refused_in_a_full_room_does_not_count() {
    let scene = Scene::open();
    for _ in 0..ROOMS_PER_USER {
        let full = scene.private().await;
        for user in 2..7 {
            scene.take_seat(full, user).await.expect("a seat");
        }
        assert_eq!(scene.take_seat(full, 1).await, Err(TakeSeatError::Full));
    }
    let code = scene.private().await;
    assert!(scene.take_seat(code, 1).await.is_ok());
}

#[actix::test]
async fn a_room_that_panicked_is_forgotten_and_frees_its_seats() {
    let scene = Scene::open();
    let mut rooms = Vec::new();
    for _ in 0..5 {
        let code = scene.private().await;
        scene.take_seat(code, 1).await.expect("a seat");
        rooms.push(code);
    }
    let mut ana = scene.enter(rooms[0], 1).await;
    scene.lobby.send(PanicIn(rooms[0])).await.expect("the lobby lives");
    ana.skip_to("fault").await;
    assert_eq!(scene.take_seat(rooms[0], 1).await, Err(TakeSeatError::Unknown));
    assert!(scene.lobby.send(FindRoom(rooms[0])).await.expect("the lobby lives").is_err());
    let elsewhere = scene.rematch(rooms[0]).await;
    assert!(scene.take_seat(elsewhere, 1).await.is_ok());
}

#[actix::test]
async fn a_seat_requested_in_a_room_that_panics_does_not_count() {
    let scene = Scene::open();
    for _ in 0..5 {
        let code = scene.private().await;
        let (broken, seat) = join(scene.lobby.send(PanicIn(code)), scene.take_seat(code, 1)).await;
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
async fn recent_texts_are_not_requested_again() {
    let scene = Scene::open();
    for _ in 0..22 {
        scene.private().await;
    }
    let last = scene.asked.all().pop().expect("texts were drawn");
    let not: Vec<_> = last.not.iter().map(|text| text.0).collect();
    assert_eq!(not, (2..=21).collect::<Vec<_>>());
}

#[actix::test]
async fn a_text_is_drawn_for_the_user_who_opens_the_room() {
    let scene = Scene::open();
    let opened = (0..3).map(|_| scene.open_room(false, None));
    join_all(opened).await;
    scene.private().await;
    let users: Vec<_> = scene.asked.all().iter().map(|request| request.user).collect();
    assert_eq!(users, [UserId(1_000_000), UserId(1_000_003)]);
}

#[actix::test]
async fn without_a_text_no_room_opens_and_the_next_request_draws_again() {
    let scene = Scene::with(Duration::from_millis(20), 1);
    let refused = join_all((0..3).map(|_| scene.open_room(false, None))).await;
    assert!(refused.iter().all(|answer| *answer == Err(OpenRoomError::NoText(DrawTextError::Database))));
    assert!(scene.open_room(false, None).await.is_ok());
}

#[actix::test]
async fn without_random_numbers_a_room_is_refused_and_the_lobby_survives() {
    let scene = Scene::open();
    let code = scene.public().await;
    scene.lobby.send(EndRandomness).await.expect("the lobby lives");
    assert_eq!(scene.open_room(true, None).await, Err(OpenRoomError::NoRandomness));
    assert_eq!(scene.public().await, code);
}

#[actix::test]
async fn drawing_a_text_has_a_time_limit() {
    let scene = Scene::with(LONG, 0);
    let before = Instant::now();
    let answer = scene.open_room(false, None).await;
    assert!(matches!(answer, Err(OpenRoomError::NoText(DrawTextError::Link(_)))), "{answer:?}");
    assert_eq!(before.elapsed().as_secs(), 5);
}

#[actix::test]
async fn a_room_still_drawing_its_text_does_not_open_once_the_lobby_drains() {
    let scene = Scene::open();
    let opening = scene.lobby.send(OpenRoom::by(UserId(1)));
    scene.lobby.send(Drain).await.expect("the lobby lives");
    assert_eq!(scene.asked.all().len(), 1, "the text was requested");
    assert_eq!(opening.await.expect("the lobby lives"), Err(OpenRoomError::Draining));
}

#[actix::test]
async fn rooms_of_an_earlier_process_are_found_and_offered() {
    pause();
    let store: Arc<MemoryStore> = Arc::default();
    let earlier = Scene::resuming(&store);
    let (public, private) = (earlier.public().await, earlier.private().await);
    let _ana = earlier.enter(public, 1).await;
    let _bo = earlier.enter(private, 2).await;

    let scene = Scene::resuming(&store);
    for (code, user) in [(public, 1), (private, 2)] {
        let mut tab = Tab::open();
        scene.send(code, user, &tab, ClientEvent::Join).await;
        assert_eq!(tab.receive("state").await["phase"], "waiting");
    }
    assert_eq!(scene.public().await, public);
}

#[actix::test]
async fn the_results_in_an_unreadable_snapshot_are_recorded() {
    pause();
    let store: Arc<MemoryStore> = Arc::default();
    let code = RoomCode::from_random(1);
    let result = serde_json::json!({
        "race": "00000000-0000-0000-0000-000000000000", "room": code, "text": 1, "racers": 2,
        "started_at": "2026-01-01T00:00:00Z",
        "result": { "user_id": 7, "place": 1, "won": true, "time": { "secs": 30, "nanos": 0 }, "wpm": 71.23, "accuracy": 98.5 },
        "proof": seat_proof(), "private": false, "opponents": [],
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
async fn rooms_run_on_the_threads_that_have_joined() {
    let lobby = testing::lobby().start();
    for _ in 0..2 {
        lobby.do_send(JoinThread(Arbiter::new().handle()));
    }
    for user in 1..=4 {
        let request = OpenRoom { private: true, ..OpenRoom::by(UserId(user)) };
        let code = lobby.send(request).await.expect("a lobby").expect("a room");
        let seat = lobby
            .send(TakeSeat { code, racer: racer(user), proof: seat_proof(), divisions: Vec::new() })
            .await
            .expect("a lobby");
        assert!(seat.is_ok());
    }
}

#[actix::test]
async fn draining_waits_for_running_races_and_leaves_waiting_ones_as_they_are() {
    let scene = Scene::open();
    let running = scene.private().await;
    let mut bo = scene.enter(running, 2).await;
    scene.take_seat(running, 3).await.expect("a seat");
    bo.skip_to("start").await;
    let fresh = scene.private().await;
    let mut eve = scene.enter(fresh, 3).await;
    eve.receive("waiting").await;

    let lobby = scene.lobby.clone();
    let drained = actix::spawn(async move { lobby.send(Drain).await.expect("the lobby lives") });
    scene.take_seat(fresh, 4).await.expect("the room still waits");
    assert!(!drained.is_finished(), "a race runs");
    bo.receive("state").await;
    drained.await.expect("it ended with the race");
}

#[actix::test]
async fn once_many_come_racers_meet_those_of_their_speed() {
    let scene = Scene::open();
    let at = |user, wpm: f64| OpenRoom {
        language: Some(Language::English),
        speeds: vec![(Language::English, LogSpeed(wpm.ln()))],
        ..OpenRoom::by(UserId(user))
    };
    for user in 0..32 {
        scene.request(at(user, 60.0)).await;
    }
    let slow = scene.request(at(100, 60.0)).await;
    let fast = scene.request(at(101, 120.0)).await;
    assert_ne!(slow, fast, "the room of the slow has seats left");
    assert_eq!(scene.request(at(102, 125.0)).await, fast);
    assert_eq!(scene.request(at(103, 58.0)).await, slow);
    let blocked = OpenRoom { blocked: vec![UserId(101)], ..at(104, 120.0) };
    assert_ne!(scene.request(blocked).await, fast);
}

#[actix::test]
async fn an_unreadable_message_does_not_affect_the_rest_of_its_batch() {
    let scene = Scene::open();
    let (answer, answered) = oneshot::channel();
    let message = serde_json::json!({ "OpenRoom": OpenRoom::by(UserId(1)) });
    let lines = format!("garbage\n{message}").into_bytes();
    Switchboard::new(scene.lobby.clone(), Rooms::default()).receive(EngineId::new(), &lines, Some(answer));
    let opened = answered.await.expect("an answer");
    let opened: Result<RoomCode, OpenRoomError> = serde_json::from_slice(&opened).expect("it is JSON");
    opened.expect("a room");
}

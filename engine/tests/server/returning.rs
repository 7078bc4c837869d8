//! A racer whose connection breaks comes back into the running race, and nothing is lost.

use std::time::Duration;

use engine::Settings;
use serde_json::{Value, json};
use shared::RoomCode;
use tokio::time::{Instant, sleep};

use crate::api::{self, Server, token};
use crate::client::Client;
use crate::proxy::{Line, Proxy};

/// The server's interval between pings, and the time that it waits for each pong.
const PING_INTERVAL: Duration = Duration::from_millis(300);
const PING_TIMEOUT: Duration = Duration::from_millis(500);

/// The extra time that a busy machine may take.
const SLACK: Duration = Duration::from_secs(3);

/// A running race of Ana, on a proxy of her own, and Bo.
struct Race {
    server: Server,
    code: RoomCode,
    line: Proxy,
    ana: Client,
    bo: Client,
}

impl Race {
    async fn running() -> Self {
        let settings = Settings {
            room_capacity: 2,
            countdown: Duration::from_millis(100),
            ping_interval: PING_INTERVAL,
            ping_timeout: PING_TIMEOUT,
            ..Settings::default()
        };
        let server = Server::start(settings).await;
        let line = Proxy::start(server.address).await;
        let code = server.open_room().await;
        for user in [1, 2] {
            server.take_seat(code, user).await.unwrap();
        }
        let mut ana = Client::connect(line.address, &json!({"token": token(1)})).await.unwrap();
        let mut bo = Client::connect(server.address, &json!({"token": token(2)})).await.unwrap();
        for racer in [&mut ana, &mut bo] {
            racer.emit("join", json!({"code": code})).await;
        }
        ana.hear("start").await;
        bo.hear("start").await;
        Self { server, code, line, ana, bo }
    }

    /// Ana types up to so many percent, and Bo is told.
    async fn ana_types(&mut self, completed: u8) {
        self.ana.emit("typing", json!({"code": self.code, "completed": completed})).await;
        assert_eq!(self.bo.hear("typing").await, json!({"username": "racer-1", "completed": completed}));
    }

    async fn ana_is_seen_to_leave(&mut self) {
        assert_eq!(self.bo.hear("leave").await, json!({"username": "racer-1"}));
    }

    /// Ana reconnects over a line that is open again. Returns the state that she gets.
    async fn ana_comes_back(&mut self) -> Value {
        self.line.set(Line::Open);
        self.ana = Client::connect(self.line.address, &json!({"token": token(1)})).await.unwrap();
        self.ana.emit("join", json!({"code": self.code})).await;
        let state = self.ana.hear("state").await;
        assert_eq!(state["phase"], "running");
        assert!(self.ana.hear("start").await["ms"].is_u64());
        state
    }

    fn finish(&self) -> Value {
        json!({"code": self.code, "accuracy": 97.5, "keystrokes": api::KEYS})
    }
}

#[actix_web::test]
async fn a_racer_whose_line_is_cut_returns_to_where_they_were_and_finishes() {
    let mut race = Race::running().await;
    race.ana_types(40).await;
    race.line.set(Line::Cut);
    race.ana_is_seen_to_leave().await;
    let state = race.ana_comes_back().await;
    assert_eq!(
        (&state["participants"][0]["completed"], &state["participants"][0]["connected"]),
        (&json!(40), &json!(true))
    );
    assert_eq!(race.bo.hear("join").await["username"], "racer-1");

    sleep(api::FASTEST).await;
    race.ana_types(100).await;
    let finish = race.finish();
    assert!(race.ana.ask("finish", finish).await["wpm"].is_number());
    assert_eq!(race.bo.hear("finish").await["username"], "racer-1");
    assert_eq!(race.server.saved().len(), 1);
}

#[actix_web::test]
async fn a_line_that_says_nothing_is_found_dead_within_ping_interval_and_timeout() {
    let mut race = Race::running().await;
    race.ana_types(10).await;
    race.line.set(Line::Dead);
    let before = Instant::now();
    race.ana_is_seen_to_leave().await;
    assert!(before.elapsed() < PING_INTERVAL + PING_TIMEOUT + SLACK, "{:?}", before.elapsed());
    let state = race.ana_comes_back().await;
    assert_eq!(state["participants"][0]["completed"], 10);
    assert_eq!(race.bo.hear("join").await["username"], "racer-1");
}

#[actix_web::test]
async fn a_stall_longer_than_the_ping_timeout_ends_the_connection() {
    let mut race = Race::running().await;
    race.ana_types(10).await;
    race.line.set(Line::Stalled);
    race.ana.emit("typing", json!({"code": race.code, "completed": 20})).await;
    race.ana_is_seen_to_leave().await;
    // The bytes that were stuck arrive at a connection that is gone.
    race.line.set(Line::Open);
    race.ana.is_closed().await;
    let state = race.ana_comes_back().await;
    assert_eq!(state["participants"][0]["completed"], 10);
    race.ana_types(20).await;
}

#[actix_web::test]
async fn a_page_that_reloads_before_its_old_line_is_known_to_be_dead_takes_over_unseen() {
    let mut race = Race::running().await;
    race.ana_types(30).await;
    // The line of the old connection is dead; the new connection goes straight to the server.
    race.line.set(Line::Dead);
    let mut anew = Client::connect(race.server.address, &json!({"token": token(1)})).await.unwrap();
    anew.emit("join", json!({"code": race.code})).await;
    assert_eq!(anew.hear("state").await["participants"][0]["completed"], 30);
    // The old connection times out meanwhile, and no racer leaves because of that.
    sleep(PING_INTERVAL + PING_TIMEOUT + PING_INTERVAL).await;
    anew.emit("typing", json!({"code": race.code, "completed": 31})).await;
    assert_eq!(race.bo.hear_next().await, ("typing".to_owned(), json!({"username": "racer-1", "completed": 31})));
}

#[actix_web::test]
async fn a_finish_whose_answer_was_lost_is_sent_again_after_the_return_and_saved_once() {
    let mut race = Race::running().await;
    sleep(api::FASTEST).await;
    race.ana_types(100).await;
    race.line.set(Line::Deaf);
    let finish = race.finish();
    race.ana.emit("finish", finish.clone()).await;
    assert_eq!(race.bo.hear("finish").await["username"], "racer-1");
    race.line.set(Line::Cut);
    race.ana_is_seen_to_leave().await;

    let state = race.ana_comes_back().await;
    let outcome = race.ana.ask("finish", finish).await;
    assert_eq!(outcome, state["participants"][0]["finish"]);
    assert_eq!(race.server.saved().len(), 1);
}

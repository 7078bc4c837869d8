//! Processes are killed while an event is held: it goes on, no result is lost, and its host is back at once.
//!
//! `COLIBRI_KILLS` sets the least number of kills. To run it by hand, with its counts:
//!
//! ```sh
//! COLIBRI_KILLS=50 COLIBRI_NATS_SERVER=$(scripts/tool nats-server) cargo test --test command cluster::events -- --nocapture
//! ```

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use super::EVENT_TIMEOUT;
use super::processes::{Part, Processes};
use super::robot::{Racing, Robot, Stage};

/// The kills in one event: of the engine of a room that waits, counts down and runs, and of an engine and an api between
/// two rounds.
const KILLS: usize = 5;

const GUESTS: usize = 6;
const ROUNDS: usize = 2;

const TEXT: &str = "The quick brown fox jumps over the lazy dog.";
const TYPING: Duration = Duration::from_secs(5);

/// The longest time from a kill until the host sees the event again.
const HOST_BACK_WITHIN: Duration = Duration::from_secs(2);

/// The pause before a wall whose engine is gone tries the next one.
const RECONNECT_AFTER: Duration = Duration::from_millis(50);

#[derive(Default)]
struct Tally {
    n_kills: usize,
    n_results: usize,
    lost: usize,
    not_ended: Vec<String>,
    /// The times from each kill until the host saw the event again.
    host_back: Vec<Duration>,
    /// The times from the kill of a room's engine until the wall saw the race again.
    wall_back: Vec<Duration>,
    /// For each race: the longest time in which one of its racers got no event.
    silences: Vec<Duration>,
}

/// An event, with its guests.
struct Event<'a> {
    processes: &'a mut Processes,
    tally: &'a mut Tally,
    code: String,
    token: String,
    /// The name and the token of each.
    guests: Vec<(String, String)>,
}

impl<'a> Event<'a> {
    async fn open(processes: &'a mut Processes, tally: &'a mut Tally) -> Self {
        let token = processes.users[0].1.clone();
        let rounds = vec![json!({"kind": "own", "text": TEXT}); ROUNDS];
        let form = json!({"token": token, "title": "Class 7b", "language": "en", "rounds": rounds,
            "joining": "everyone", "scoring": "places"});
        let opened = processes.addresses.call("/api/events/open", &form).await;
        let code = opened["code"].as_str().expect("a code").to_owned();
        let mut guests = Vec::new();
        for number in 1..=GUESTS {
            let name = format!("Guest {number}");
            let joined = processes.addresses.call("/api/events/join", &json!({"code": code, "name": name})).await;
            guests.push((name, joined["guest"].as_str().expect("a token").to_owned()));
        }
        Self { processes, tally, code, token, guests }
    }

    /// Makes a call as the host.
    async fn host(&self, call: &str, round: usize) -> Value {
        let body = json!({"code": self.code, "token": self.token, "round": round});
        self.processes.addresses.call(&format!("/api/events/{call}"), &body).await
    }

    /// Seats all guests in the open round, each connected to another engine than the one before.
    async fn seat(&self) -> Vec<Racing> {
        let mut robots = Vec::new();
        for (number, guest) in self.guests.iter().enumerate() {
            let body = json!({"code": self.code, "guest": guest.1});
            let seat = self.processes.addresses.call("/api/events/seat", &body).await;
            let room = seat["code"].as_str().expect("a code").to_owned();
            let addresses = Arc::clone(&self.processes.addresses);
            let robot = Robot::new(guest.clone(), room, String::new(), addresses, number, TYPING);
            robots.push(robot.in_event(&self.code));
        }
        let mut racing: Vec<_> = robots.into_iter().map(Robot::go).collect();
        all_are(&mut racing, Stage::Waiting).await;
        racing
    }

    /// Kills a process, measures for how long the host misses the event and the wall the race in `room`, and starts the
    /// process again.
    async fn kill(&mut self, part: Part, room: Option<&str>) {
        let killed = Instant::now();
        self.processes.end(part, Signal::KILL).await;
        let seen = self.host("host", 0).await;
        assert_eq!(seen["racers"].as_array().map(Vec::len), Some(GUESTS));
        self.tally.n_kills += 1;
        self.tally.host_back.push(killed.elapsed());
        if let (Part::Engine(engine), Some(room)) = (part, room) {
            self.watch(room, engine).await;
            self.tally.wall_back.push(killed.elapsed());
        }
        self.processes.restart(part).await;
        self.processes.wait_until_ready(part).await;
    }

    /// Waits until the wall sees a race, at this engine or, if it does not answer, at another one.
    async fn watch(&self, room: &str, engine: usize) {
        let seen = async {
            loop {
                for engine in self.processes.addresses.engines_from(engine) {
                    if timeout(HOST_BACK_WITHIN, watch(engine, room)).await.ok().flatten().is_some() {
                        return;
                    }
                    sleep(RECONNECT_AFTER).await;
                }
            }
        };
        timeout(EVENT_TIMEOUT, Box::pin(seen)).await.expect("the wall sees the race");
    }

    /// Waits for the end of a round, and compares the table with what the racers were told.
    async fn ended(&mut self, round: usize, racing: Vec<Racing>) {
        let mut silence = Duration::ZERO;
        let mut rides = Vec::new();
        for racer in racing {
            match racer.try_ride().await {
                Ok(ride) => {
                    silence = silence.max(ride.silence).max(ride.late_start);
                    rides.push(ride);
                }
                Err(why) => self.tally.not_ended.push(format!("round {round}: {why}")),
            }
        }
        self.tally.silences.push(silence);
        let seen = self.host("host", 0).await;
        let results = seen["results"][round - 1]["results"].as_array().expect("a list");
        self.tally.n_results += results.len();
        self.tally.lost += GUESTS - results.len();
        for ride in rides {
            let told = ride.answer["time"].as_f64().expect("seconds");
            let result = results.iter().find(|result| result["name"] == *ride.username);
            let time = result.and_then(|result| result["time"].as_f64()).expect("a result of each");
            assert!((told - time).abs() < 0.006, "{}: told {told} s, recorded {time} s", ride.username);
        }
    }
}

async fn all_are(racing: &mut [Racing], stage: Stage) {
    for racer in racing {
        racer.is(stage).await;
    }
}

/// Watches a race at an engine until it is shown; `None` if it is not.
async fn watch(engine: &str, room: &str) -> Option<()> {
    let url = format!("ws://{engine}/socket.io/?EIO=4&transport=websocket&room={room}");
    let (mut socket, _) = connect_async(url).await.ok()?;
    socket.next().await?.ok()?;
    socket.send(Message::text(format!("40/watch,{}", json!({"room": room})))).await.ok()?;
    loop {
        let message = socket.next().await?.ok()?;
        let packet = message.to_text().ok()?;
        if packet.starts_with("42/watch,[\"watch\"") {
            return Some(());
        }
        // A `fault`, before the room was found at its new engine.
        if packet.starts_with("42") {
            return None;
        }
    }
}

#[tokio::test]
async fn an_event_goes_on_when_the_processes_that_hold_it_are_killed() {
    let least: usize = std::env::var("COLIBRI_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    let mut processes = Processes::start(1, &[]);
    let mut tally = Tally::default();
    while tally.n_kills < least {
        let mut event = Event::open(&mut processes, &mut tally).await;

        let mut racing = event.seat().await;
        let room = racing[0].code.clone();
        let waits = event.processes.owner_in("waiting").await;
        event.kill(Part::Engine(waits), Some(&room)).await;
        event.host("start", 1).await;
        all_are(&mut racing, Stage::Running).await;
        let runs = event.processes.owner_in("running").await;
        event.kill(Part::Engine(runs), Some(&room)).await;
        event.ended(1, racing).await;

        let raced = event.processes.owner().await;
        event.kill(Part::Engine(raced), None).await;
        event.kill(Part::Api(0), None).await;

        let mut racing = event.seat().await;
        let room = racing[0].code.clone();
        event.host("start", 2).await;
        all_are(&mut racing, Stage::Starting).await;
        let counts_down = event.processes.owner_in("starting").await;
        event.kill(Part::Engine(counts_down), Some(&room)).await;
        event.ended(2, racing).await;
    }
    let Tally { n_kills, n_results, lost, not_ended, host_back, wall_back, silences } = tally;
    eprintln!(
        "{n_kills} kills, {n_results} results, {lost} lost, {} guests without an end; host back after at most {:?}, wall {:?}; \
         longest silence {:?}",
        not_ended.len(),
        host_back.iter().max(),
        wall_back.iter().max(),
        silences.iter().max(),
    );
    assert_eq!((lost, not_ended), (0, Vec::new()));
    assert!(host_back.iter().all(|back| *back < HOST_BACK_WITHIN), "{host_back:?}");
}

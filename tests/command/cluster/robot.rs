//! A racer that behaves like the browser client. It types by the clock, with a log of its keys, and receives events at the
//! same time. When its connection breaks, it reconnects after a second, to any engine that accepts it, and repeats the messages that the
//! room may have missed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use shared::racer::LogPiece;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use typing::key_log::TimedKeys;

use super::processes::Addresses;

/// The longest time for a race, on a busy machine and with any failure.
const RACE_TIMEOUT: Duration = Duration::from_secs(90);

/// The pause before each attempt to reconnect (`client/src/net/raceSocket.ts`).
const COME_BACK_AFTER: Duration = Duration::from_secs(1);

/// The time after which another engine is tried if one does not accept a connection, as a load balancer does.
const ENTER_TIMEOUT: Duration = Duration::from_secs(2);

const KEY_EVERY: Duration = Duration::from_millis(50);

/// The time from one piece of the log to the next (`client/src/race/LogPieces.ts`).
const PIECE_EVERY: Duration = Duration::from_millis(500);

/// The progress, in percent, around which a held racer types back and forth, and the time for each direction.
const HELD_AT: u64 = 90;
const HELD_PERIOD: Duration = Duration::from_millis(200);

/// The time after which an unanswered `finish` is sent again: the client waits 10 s for the answer, and 2 s more.
const FINISH_AGAIN_AFTER: Duration = Duration::from_secs(12);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    Seated,
    Waiting,
    Starting,
    Running,
    /// The text is typed, and its result has been sent.
    Finishing,
    Finished,
}

/// A racer's report about a race.
#[derive(Debug, Default)]
pub(crate) struct Ride {
    pub(crate) username: String,
    pub(crate) answer: Value,
    /// The time of each racer in seconds, as received in events.
    pub(crate) times: BTreeMap<String, f64>,
    /// The longest time without an event of the room, from the start to the answer.
    pub(crate) silence: Duration,
    /// The number of times that the racer reconnected.
    pub(crate) returns: u32,
    /// The largest difference between the room's clock and the racer's own after a return.
    pub(crate) clock_error: Duration,
    /// The delay of the start compared with the countdown.
    pub(crate) late_start: Duration,
    /// The faults that the racer received.
    pub(crate) refusals: Vec<Value>,
}

pub(crate) struct Robot {
    username: String,
    token: String,
    pub(super) code: String,
    text: String,
    addresses: Arc<Addresses>,
    engine: usize,
    /// The call that takes the seat again, and its body.
    seat: (&'static str, Value),
    typing: Duration,
    /// True while the racer must not finish.
    is_held: Arc<AtomicBool>,
    stage: watch::Sender<Stage>,
    n_racers: usize,
    completed: u64,
    /// True if it sends a log of its keys.
    has_log: bool,
    /// The bytes of the log that the room has.
    n_logged: usize,
    piece_sent: Option<Instant>,
    started: Option<Instant>,
    start_due: Option<Instant>,
    finish_sent: Option<Instant>,
    last_news: Instant,
    /// True once the engine has asked the client to move to another one.
    must_move: bool,
    ride: Ride,
}

/// A running robot, as the test sees it.
pub(crate) struct Racing {
    pub(super) code: String,
    stage: watch::Receiver<Stage>,
    ride: JoinHandle<Ride>,
}

/// A connection, and the longest time that it may be idle, as its heartbeat sets it.
struct Line {
    socket: Socket,
    ping_timeout: Duration,
}

impl Racing {
    /// Waits until the racer has reached `stage`.
    pub(super) async fn is(&mut self, stage: Stage) {
        let reached = timeout(RACE_TIMEOUT, self.stage.wait_for(|now| *now >= stage)).await;
        // If the robot fails, its ride has the reason.
        _ = reached.unwrap_or_else(|_| panic!("a racer does not reach {stage:?}"));
    }

    pub(super) fn stage(&self) -> Stage {
        *self.stage.borrow()
    }

    pub(super) async fn ride(self) -> Ride {
        self.ride.await.expect("the racer reaches the end")
    }

    /// Waits for the end of the race, or returns the reason it failed.
    pub(super) async fn try_ride(self) -> Result<Ride, String> {
        self.ride.await.map_err(|failure| {
            let panic = failure.into_panic();
            let words = panic.downcast_ref::<String>().cloned();
            words.unwrap_or_else(|| panic.downcast_ref::<&str>().map_or_else(String::new, |words| (*words).to_owned()))
        })
    }
}

impl Robot {
    pub(super) fn new(
        (username, token): (String, String),
        code: String,
        text: String,
        addresses: Arc<Addresses>,
        engine: usize,
        typing: Duration,
    ) -> Self {
        let ride = Ride { username: username.clone(), ..Ride::default() };
        Self {
            seat: ("/api/play", json!({"token": token, "code": code})),
            username,
            token,
            code,
            text,
            addresses,
            engine,
            typing,
            is_held: Arc::default(),
            stage: watch::Sender::new(Stage::Seated),
            n_racers: 0,
            completed: 0,
            has_log: true,
            n_logged: 0,
            piece_sent: None,
            started: None,
            start_due: None,
            finish_sent: None,
            last_news: Instant::now(),
            must_move: false,
            ride,
        }
    }

    /// Returns the robot, which does not finish while `is_held` is true, and sends no log, as other clients than ours.
    pub(super) fn held(mut self, is_held: &Arc<AtomicBool>) -> Self {
        self.has_log = false;
        self.is_held = Arc::clone(is_held);
        self
    }

    /// Returns the robot as a guest of the event with this code. Its text comes with the countdown.
    pub(super) fn in_event(mut self, event: &str) -> Self {
        self.seat = ("/api/events/seat", json!({"guest": self.token, "code": event}));
        self
    }

    pub(super) fn go(self) -> Racing {
        let (code, stage) = (self.code.clone(), self.stage.subscribe());
        let name = self.username.clone();
        let ride = tokio::spawn(async move {
            let stage = self.stage.subscribe();
            let race = timeout(RACE_TIMEOUT, self.race()).await;
            race.unwrap_or_else(|_| panic!("{name} does not get beyond {:?}", *stage.borrow()))
        });
        Racing { code, stage, ride }
    }

    async fn race(mut self) -> Ride {
        let mut line = self.enter_room().await;
        let mut keys = interval(KEY_EVERY);
        let mut received_at = Instant::now();
        while self.ride.answer.is_null() || self.ride.times.len() < self.n_racers {
            let is_alive = tokio::select! {
                message = line.socket.next() => {
                    received_at = Instant::now();
                    match message {
                        Some(Ok(Message::Text(packet))) => self.handle(&mut line, &packet).await,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => false,
                        Some(Ok(_)) => true,
                    }
                }
                _ = keys.tick() => self.type_on(&mut line).await,
                () = sleep_until(received_at + line.ping_timeout) => false,
            };
            if !is_alive {
                self.ride.returns += 1;
                if !std::mem::take(&mut self.must_move) {
                    sleep(COME_BACK_AFTER).await;
                }
                line = self.enter_room().await;
                received_at = Instant::now();
            }
        }
        self.ride
    }

    /// Connects to the first engine that accepts the racer, and joins the room.
    async fn enter_room(&mut self) -> Line {
        loop {
            let addresses = Arc::clone(&self.addresses);
            for engine in addresses.engines_from(self.engine) {
                if let Ok(Some(mut line)) = timeout(ENTER_TIMEOUT, self.enter(engine)).await
                    && say(&mut line, &format!("42{}", json!(["join", {"code": self.code}]))).await
                {
                    return line;
                }
            }
            sleep(COME_BACK_AFTER).await;
        }
    }

    /// Connects to an engine, or returns `None` if it does not accept the connection.
    async fn enter(&mut self, engine: &str) -> Option<Line> {
        let url = format!("ws://{engine}/socket.io/?EIO=4&transport=websocket&room={}", self.code);
        let (mut socket, _) = connect_async(url).await.ok()?;
        let open = socket.next().await?.ok()?;
        let open: Value = serde_json::from_str(open.to_text().ok()?.strip_prefix('0')?).ok()?;
        let ping_timeout = open["pingInterval"].as_u64()? + open["pingTimeout"].as_u64()?;
        let mut line = Line { socket, ping_timeout: Duration::from_millis(ping_timeout) };
        if !say(&mut line, &format!("40{}", json!({"token": self.token}))).await {
            return None;
        }
        if !line.socket.next().await?.ok()?.to_text().ok()?.starts_with("40") {
            return None;
        }
        // Before the countdown, a room removes absent racers, so the seat must be taken again.
        if self.ride.returns > 0 && self.started.is_none() {
            self.addresses.call(self.seat.0, &self.seat.1).await;
        }
        Some(line)
    }

    /// Handles a packet. Returns false if the connection is no longer usable.
    async fn handle(&mut self, line: &mut Line, packet: &str) -> bool {
        if packet == "2" {
            return say(line, "3").await;
        }
        let json = packet.find(['[', '{']).map_or("null", |json| &packet[json..]);
        let json: Value = serde_json::from_str(json).expect("it is JSON");
        if packet.starts_with("431") {
            self.news();
            self.answered(&json[0]);
            return true;
        }
        if !packet.starts_with("42") {
            // A client that is disconnected from the namespace opens a new connection.
            return !packet.starts_with("41");
        }
        self.news();
        let (event, payload) = (json[0].as_str().unwrap_or_default(), &json[1]);
        match event {
            "moved" => {
                // By now, a load balancer sends new connections to another engine.
                self.engine += 1;
                self.must_move = true;
                return false;
            }
            "state" => return self.see(line, payload).await,
            "text" => payload["text"].as_str().expect("a text").clone_into(&mut self.text),
            "starting" => self.count_down(payload),
            "start" => self.start(payload["ms"].as_u64().unwrap_or(0)),
            "finish" => self.record_finish(payload["username"].as_str().expect("a name"), &payload["time"]),
            // Its acknowledgement says the same.
            "fault" if payload["code"] == "missing-keys" => self.begin_log_anew(),
            "fault" if payload["event"] == "join" => panic!("{} is sent away: {payload}", self.username),
            "fault" => self.ride.refusals.push(payload.clone()),
            _ => {}
        }
        true
    }

    /// Records that an event of the room arrived.
    fn news(&mut self) {
        if self.started.is_some() {
            self.ride.silence = self.ride.silence.max(self.last_news.elapsed());
        }
        self.last_news = Instant::now();
    }

    /// Handles the full state of the room, and sends what the room has missed. Returns false if the connection is no
    /// longer usable.
    async fn see(&mut self, line: &mut Line, state: &Value) -> bool {
        let participants = state["participants"].as_array().expect("a list");
        self.n_racers = participants.len();
        self.reach(Stage::Waiting);
        self.begin_log_anew();
        for lane in participants {
            if lane["finish"].is_object() {
                self.record_finish(lane["username"].as_str().expect("a name"), &lane["finish"]["time"]);
            }
        }
        match state["phase"].as_str() {
            Some("starting") => self.count_down(state),
            Some("running") => {
                let elapsed = Duration::from_millis(state["ms"].as_u64().expect("milliseconds"));
                if let Some(started) = self.started {
                    self.ride.clock_error = self.ride.clock_error.max(started.elapsed().abs_diff(elapsed));
                }
                self.start(state["ms"].as_u64().expect("milliseconds"));
                let own = participants.iter().find(|lane| lane["username"] == *self.username);
                self.completed = own.and_then(|lane| lane["completed"].as_u64()).expect("a lane of one's own");
                self.finish_sent = None;
                return self.type_on(line).await;
            }
            Some("finished") if self.ride.answer.is_null() => {
                self.finish_sent = None;
                return self.type_on(line).await;
            }
            _ => {}
        }
        true
    }

    fn count_down(&mut self, payload: &Value) {
        let left = Duration::from_millis(payload["ms"].as_u64().expect("milliseconds"));
        let due = Instant::now() + left;
        if let Some(before) = self.start_due {
            let difference = due.saturating_duration_since(before).max(before.saturating_duration_since(due));
            self.ride.clock_error = self.ride.clock_error.max(difference);
        }
        self.start_due.get_or_insert(due);
        self.reach(Stage::Starting);
    }

    fn start(&mut self, elapsed_ms: u64) {
        let now = Instant::now();
        if self.started.is_none() {
            let due = self.start_due.unwrap_or(now);
            self.ride.late_start = now.saturating_duration_since(due);
            self.last_news = now;
            self.started = Some(now - Duration::from_millis(elapsed_ms));
        }
        self.reach(Stage::Running);
    }

    fn record_finish(&mut self, username: &str, time: &Value) {
        let time = time.as_f64().expect("seconds");
        let before = self.ride.times.insert(username.to_owned(), time);
        assert!(
            before.is_none_or(|before| before == time),
            "{username} finished after {before:?} s and after {time} s"
        );
        self.n_racers = self.n_racers.max(self.ride.times.len());
    }

    fn answered(&mut self, answer: &Value) {
        if answer["code"] == "missing-keys" {
            return self.begin_log_anew();
        }
        assert!(answer["time"].is_number(), "the finish of {} is refused: {answer}", self.username);
        let before = std::mem::replace(&mut self.ride.answer, answer.clone());
        assert!(before.is_null() || before["time"] == answer["time"], "{before} and {answer}");
        self.reach(Stage::Finished);
    }

    fn reach(&self, stage: Stage) {
        self.stage.send_if_modified(|now| {
            let is_further = stage > *now;
            *now = stage.max(*now);
            is_further
        });
    }

    /// Sends the current progress, and `finish` once everything is typed. Returns false if the connection is no longer
    /// usable.
    async fn type_on(&mut self, line: &mut Line) -> bool {
        // In an event, `state` comes before the text.
        let Some(started) = self.started.filter(|_| !self.text.is_empty()) else { return true };
        let share = started.elapsed().as_secs_f64() / self.typing.as_secs_f64();
        let mut completed = (share.min(1.0) * 100.0) as u64;
        if completed >= HELD_AT && self.is_held.load(Ordering::Relaxed) {
            completed = HELD_AT + (started.elapsed().as_millis() / HELD_PERIOD.as_millis() % 2) as u64;
        }
        if completed != self.completed {
            self.completed = completed;
            let is_due = self.piece_sent.is_none_or(|sent| sent.elapsed() >= PIECE_EVERY);
            let log = is_due.then(|| self.next_piece()).flatten();
            let typing = json!(["typing", {"code": self.code, "completed": completed, "log": log}]);
            if !say(line, &format!("42{typing}")).await {
                return false;
            }
        }
        let is_unsaid = self.finish_sent.is_none_or(|sent| sent.elapsed() > FINISH_AGAIN_AFTER);
        if completed == 100 && self.ride.answer.is_null() && is_unsaid {
            self.finish_sent = Some(Instant::now());
            self.reach(Stage::Finishing);
            let log = self.next_piece();
            let keystrokes = log.is_none().then_some(&self.text);
            let finish = json!(["finish", {"code": self.code, "accuracy": 100, "log": log, "keystrokes": keystrokes}]);
            return say(line, &format!("421{finish}")).await;
        }
        true
    }

    /// Returns the keys that the room does not have yet.
    fn next_piece(&mut self) -> Option<LogPiece> {
        let started = self.started.filter(|_| self.has_log)?;
        let every = self.typing / u32::try_from(self.text.chars().count()).expect("a short text");
        let times = (1..).map(|n| every * n).take_while(|&time| time <= started.elapsed().min(self.typing));
        let (keystrokes, times) = self.text.chars().zip(times.map(|time| time.as_millis() as u32)).unzip();
        let log = TimedKeys::new(keystrokes, times).expect("times that rise").encode(&self.text);
        self.piece_sent = Some(Instant::now());
        let from = std::mem::replace(&mut self.n_logged, log.len());
        Some(LogPiece { from: u32::try_from(from).expect("a short log"), keys: log[from..].to_vec() })
    }

    /// Sends the log from its beginning next, and the finish again.
    fn begin_log_anew(&mut self) {
        (self.n_logged, self.piece_sent, self.finish_sent) = (0, None, None);
    }
}

async fn say(line: &mut Line, packet: &str) -> bool {
    line.socket.send(Message::text(packet)).await.is_ok()
}

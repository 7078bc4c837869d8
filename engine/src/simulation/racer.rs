//! A racer, who behaves like the site's client: returns after a lost connection, and repeats what was not acknowledged.

use std::pin::Pin;
use std::rc::Rc;
use std::time::Duration;

use actix::Recipient;
use futures_util::FutureExt as _;
use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use serde_json::Value;
use shared::messages::{LogSpeed, OpenRoom, TakeSeat};
use shared::racer::{FinishReport, LogPiece, ProgressReport};
use shared::wire::ClientEvent;
use shared::{Language, RacerId, RoomCode, UserId};
use socketio::Ack;
use tokio::time::{Instant, sleep, timeout};
use typing::key_log::TimedKeys;

use super::{Engine, Event, Health, Site, text};
use crate::client::{Refusal, RoomCommand};
use crate::lobby::FindRoom;
use crate::room::tests::simulation::racer_of;
use crate::testing::{LEAVE, Tab, command, racer_id, seat_proof};

/// The time in which everything is answered once nothing breaks any more.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);

pub(super) struct Racer {
    site: Rc<Site>,
    user: i64,
    random: Xoshiro256PlusPlus,
    race: Option<Race>,
    /// The room of the last race, whose racers race again together.
    last: Option<RoomCode>,
    /// The finishes that were acknowledged or announced, with their times.
    finishes: Vec<(RacerId, f64)>,
}

/// A race in which the racer has a seat.
struct Race {
    code: RoomCode,
    /// True for a race of an event.
    is_of_event: bool,
    /// True once the host has brought the text.
    has_text: bool,
    tab: Option<Window>,
    /// An earlier window, which is about to close.
    other: Option<Window>,
    /// The start, once the race runs.
    started_at: Option<Instant>,
    progress: i64,
    /// The keys, of which the racers with an even number send a log.
    keys: TimedKeys,
    /// The number of bytes of the log that were sent.
    sent: usize,
    /// True once the finish is acknowledged.
    is_finished: bool,
}

impl Race {
    fn new(code: RoomCode, is_of_event: bool) -> Self {
        Self {
            code,
            is_of_event,
            has_text: false,
            tab: None,
            other: None,
            started_at: None,
            progress: 0,
            keys: TimedKeys::default(),
            sent: 0,
            is_finished: false,
        }
    }

    fn send(&mut self, user: i64, event: ClientEvent, is_asked: bool) {
        self.tab.iter_mut().for_each(|window| window.send(user, event.clone(), is_asked));
    }

    /// Types on until `progress`, and returns the report, with the next piece of the log if there is one.
    fn typed(&mut self, user: i64) -> ProgressReport {
        let text = text().text;
        let elapsed = self.started_at.map(|started_at| started_at.elapsed().as_millis()).unwrap_or_default();
        let typed = text.len() * usize::try_from(self.progress).expect("a percent") / 100;
        let known = self.keys.times.len();
        if let Some(keys) = text.get(known..typed) {
            self.keys.keystrokes.push_str(keys);
            self.keys.times.resize(typed, u32::try_from(elapsed).expect("a short race"));
        }
        let completed = self.progress.try_into().expect("a percent");
        ProgressReport { completed, log: self.piece(user, self.sent) }
    }

    /// Returns the log from this byte on.
    fn piece(&mut self, user: i64, from: usize) -> Option<LogPiece> {
        let log = self.keys.encode(&text().text);
        let is_logging = user % 2 == 0;
        self.sent = log.len();
        is_logging.then(|| LogPiece { from: u32::try_from(from).expect("a short log"), keys: log[from..].to_vec() })
    }

    fn finish(&mut self, user: i64, from: usize) -> ClientEvent {
        let log = self.piece(user, from);
        ClientEvent::Finish(FinishReport { accuracy: 98.5, log, ..FinishReport::default() })
    }
}

/// A connection to an engine, in a room.
pub(super) struct Window {
    pub(super) engine: Rc<Engine>,
    pub(super) room: Recipient<RoomCommand>,
    pub(super) tab: Tab,
    /// The events that await an acknowledgement.
    asked: Vec<(&'static str, Answer)>,
}

type Answer = Pin<Box<dyn Future<Output = Option<Value>>>>;

impl Window {
    /// Connects to an engine, and joins the room.
    pub(super) async fn open(engine: Rc<Engine>, code: RoomCode, user: i64) -> Result<Self, Option<Refusal>> {
        let room = engine.lobby.send(FindRoom(code)).await.map_err(|_| None)??;
        let mut window = Self { engine, room, tab: Tab::open(), asked: Vec::new() };
        window.send(user, ClientEvent::Join, true);
        Ok(window)
    }

    /// Sends an event, perhaps with a request for an acknowledgement.
    pub(super) fn send(&mut self, user: i64, event: ClientEvent, is_asked: bool) {
        let name = event.name();
        let mut command = command(user, &self.tab.socket, event);
        if is_asked {
            let (ack, answer) = Ack::detached();
            command.ack = Some(ack);
            self.asked.push((name, Box::pin(answer.answer())));
        }
        // A room that has ended, or is busy, refuses what it does not take.
        let _ = self.room.try_send(command);
    }

    /// Closes the window, which the engine notices.
    pub(super) fn close(self, user: i64) {
        self.room.do_send(command(user, &self.tab.socket, LEAVE));
    }
}

impl Racer {
    pub(super) fn new(site: Rc<Site>, user: i64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(site.draw(0..u64::MAX));
        Self { site, user, random, race: None, last: None, finishes: Vec::new() }
    }

    /// Races until everything is calm, and leaves then.
    pub(super) async fn run(mut self) -> Vec<(RacerId, f64)> {
        while !self.site.is_calm.get() {
            sleep(Duration::from_millis(self.random.random_range(20..500))).await;
            self.step().await;
        }
        sleep(Duration::from_secs(8)).await;
        self.check_all_is_answered().await;
        self.quit();
        self.finishes
    }

    async fn step(&mut self) {
        let Some(race) = &mut self.race else { return self.enter().await };
        race.other.take().into_iter().for_each(|window| window.close(self.user));
        if race.tab.is_none() {
            return self.connect().await;
        }
        self.poll();
        let Some(race) = &mut self.race else { return };
        if race.tab.as_ref().is_none_or(|window| window.engine.frozen_until.get() > Instant::now()) {
            return;
        }
        let (user, is_asked) = (self.user, self.random.random_ratio(1, 3));
        match self.random.random_range(0..100) {
            0..3 => {
                // The window closes, and the racer comes back.
                race.tab.take().into_iter().for_each(|window| window.close(user));
                self.site.count(Event::Return);
            }
            3..6 => {
                let earlier = std::mem::replace(&mut race.other, race.tab.take());
                earlier.into_iter().for_each(|window| window.close(user));
                self.site.count(Event::SecondTab);
                self.connect().await;
            }
            6..12 if race.is_finished => {
                // The next race.
                self.quit();
            }
            // The text may come right after the start: to a socket that attaches again while both wait for a snapshot.
            12..70 if race.started_at.is_some() && (race.has_text || !race.is_of_event) && race.progress < 100 => {
                race.progress = (race.progress + self.random.random_range(1..12)).min(100);
                let report = race.typed(user);
                race.send(user, ClientEvent::Typing(report), is_asked);
            }
            70.. if race.progress == 100 && !race.is_finished => {
                let from = if is_asked { race.sent } else { 0 };
                let finish = race.finish(user, from);
                race.send(user, finish, true);
            }
            12..40 if is_asked => race.send(user, ClientEvent::Clock(None), true),
            40.. if is_asked => race.send(user, ClientEvent::Start(None), true),
            _ => {}
        }
    }

    /// Leaves the race, and closes its windows.
    fn quit(&mut self) {
        self.last = self.race.as_ref().map(|race| race.code);
        let windows = self.race.take().into_iter().flat_map(|race| [race.tab, race.other]);
        windows.flatten().for_each(|window| window.close(self.user));
    }

    /// Asks for a room and a seat in it. A guest goes to the event, and a user sometimes.
    async fn enter(&mut self) {
        let is_guest = self.user < 0;
        let event = self.site.event.get().filter(|_| is_guest || self.random.random_ratio(1, 3));
        let code = match event {
            Some(code) => code,
            None if is_guest => return,
            None => {
                let Some(engine) = self.any_engine() else { return };
                let speeds = vec![(Language::default(), LogSpeed(3.4 + 0.1 * (self.user % 10) as f64))];
                let request = OpenRoom { after: self.last, speeds, ..OpenRoom::by(UserId(self.user)) };
                let Ok(Ok(code)) = engine.lobby.send(request).await else { return };
                code
            }
        };
        let Some(engine) = self.any_engine() else { return };
        let racer = racer_of(self.user);
        let request = TakeSeat { code, racer, proof: seat_proof(), divisions: Vec::new() };
        if let Ok(Ok(_)) = engine.lobby.send(request).await {
            self.race = Some(Race::new(code, event.is_some()));
        }
    }

    /// Connects to any engine, joins the room, and repeats the progress and a finish that was not acknowledged.
    async fn connect(&mut self) {
        let Some(engine) = self.any_engine() else { return };
        let Some(race) = &mut self.race else { return };
        let code = race.code;
        let mut window = match Window::open(engine, code, self.user).await {
            Ok(window) => window,
            Err(Some(Refusal::NoRoom)) => {
                assert!(self.site.broker.owner(code).is_none(), "nobody finds {code}, which is open");
                return self.quit();
            }
            Err(_) => return,
        };
        if race.started_at.is_some() && race.progress > 0 {
            window.send(self.user, ClientEvent::Typing(race.typed(self.user)), false);
            if race.progress == 100 && !race.is_finished {
                window.send(self.user, race.finish(self.user, 0), true);
            }
        }
        race.tab = Some(window);
    }

    /// Reads what the current window has received.
    fn poll(&mut self) {
        let Some(race) = &mut self.race else { return };
        let Some(window) = &mut race.tab else { return };
        match window.engine.health.get() {
            Health::Up => {}
            // The connection ends with the process, and so do the acknowledgements.
            Health::Dead => return race.tab = None,
            Health::Drained => {
                race.tab.take().into_iter().for_each(|window| window.close(self.user));
                return;
            }
        }
        let mut is_over = false;
        for (name, payload) in window.tab.received_already() {
            match (name.as_str(), payload["code"].as_str()) {
                ("text", _) => {
                    assert_eq!(payload["text"], text().text);
                    self.site.count(Event::Text);
                    race.has_text = true;
                }
                ("starting", _) => {
                    let at = payload["at"].as_u64().expect("a number");
                    let first = *self.site.starts.borrow_mut().entry(race.code).or_insert(at);
                    assert_eq!(at, first, "a race starts at one instant");
                }
                ("start", _) => {
                    race.started_at = Some(before(&payload["ms"]));
                }
                ("state", _) => {
                    race.started_at = (payload["phase"] == "running").then(|| before(&payload["ms"]));
                    let own = format!("racer-{}", self.user);
                    let lanes = payload["participants"].as_array().expect("lanes");
                    let lane = lanes.iter().find(|lane| lane["username"] == own).expect("the racer has a lane");
                    race.progress = race.progress.max(lane["completed"].as_i64().expect("a percent"));
                    race.is_finished |= lane["finish"].is_object();
                }
                ("finish", _) => {
                    let name = payload["username"].as_str().expect("a name");
                    let user = name.strip_prefix("racer-").expect("a racer").parse().expect("a number");
                    self.finishes.push((racer_id(user), payload["time"].as_f64().expect("a time")));
                }
                // The seat is lost with the window, or the race is.
                ("fault", Some("no-seat" | "room-closed" | "unknown-room")) => is_over = true,
                ("fault", Some("missing-keys")) => {
                    self.site.count(Event::MissingKeys);
                    race.sent = 0;
                }
                ("fault", Some("race-broken")) => panic!("a room has panicked"),
                ("fault", Some("too-fast")) => race.progress = (race.progress - 10).max(0),
                _ => {}
            }
        }
        // An event is acknowledged, or refused, as long as the window is open.
        let is_open = !window.tab.is_closed;
        let (user, site) = (racer_id(self.user), &self.site);
        window.asked.retain_mut(|(name, answer)| match answer.now_or_never() {
            None => true,
            Some(Some(answer)) => {
                site.count(Event::Acknowledgement);
                if let Some(time) = answer["time"].as_f64() {
                    site.count(if answer["unverified"] == true { Event::Finish } else { Event::VerifiedFinish });
                    race.is_finished = true;
                    self.finishes.push((user, time));
                }
                false
            }
            Some(None) => {
                assert!(!is_open, "the acknowledgement of {name} is lost");
                false
            }
        });
        if is_over {
            self.quit();
        } else if !is_open || !window.room.connected() {
            race.tab = None;
        }
    }

    /// Checks, now that nothing breaks any more, that the racer has a room that answers unless the race is over, and
    /// that every acknowledgement arrives.
    async fn check_all_is_answered(&mut self) {
        let until = Instant::now() + ANSWER_TIMEOUT;
        let mut has_asked = false;
        loop {
            self.poll();
            let Some(race) = &mut self.race else { return };
            match &mut race.tab {
                None => {
                    has_asked = false;
                    self.connect().await;
                }
                Some(window) if !has_asked => {
                    has_asked = true;
                    window.send(self.user, ClientEvent::Start(None), true);
                }
                Some(window) if window.asked.is_empty() => return,
                Some(_) => {}
            }
            let left = self.race.as_ref().and_then(|race| race.tab.as_ref());
            let left: Vec<_> = left.into_iter().flat_map(|window| &window.asked).map(|(name, _)| *name).collect();
            assert!(
                Instant::now() < until,
                "racer {} waits for {left:?} of {:?}",
                self.user,
                self.site.broker.owner(self.race.as_ref().expect("a race").code)
            );
            let _ = timeout(Duration::from_millis(100), std::future::pending::<()>()).await;
        }
    }

    /// Returns an engine, if one runs.
    fn any_engine(&mut self) -> Option<Rc<Engine>> {
        let up = self.site.up();
        (!up.is_empty()).then(|| Rc::clone(&up[self.random.random_range(0..up.len())]))
    }
}

/// Returns the moment that was this many milliseconds ago; now for no number.
pub(super) fn before(ms: &Value) -> Instant {
    Instant::now() - Duration::from_millis(ms.as_u64().unwrap_or_default())
}

//! Rooms under random schedules, as their racers see them.
//!
//! The rules have a simulation of their own. This one checks the shell around them: the recipients and the order of
//! events, and that every finish is answered and saved once. A failed schedule prints its seed, and
//! `COLIBRI_SIMULATION_SEED=123 cargo test --lib simulation` runs it again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use race::Rules;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use serde_json::Value;
use shared::racer::Racer;
use shared::testing::Seed;
use shared::wire::ClientEvent;
use socketio::Ack;
use socketio::testing::AckReceiver;
use tokio::time::{pause, sleep, timeout};

use super::{Scene, report, typed};
use crate::testing::{LEAVE, LONG, Reply, Tab, number_of, racer};

/// The number of schedules that `make check` runs.
const SCHEDULES: u64 = 500;

/// The number of users who want to race: more than there are seats.
const USERS: i64 = 5;

/// The number of schedules that run with and without watchers.
const WATCHED_SCHEDULES: u64 = 40;

/// The user whom watchers do not see.
const HIDDEN: i64 = 3;

pub(crate) fn racer_of(user: i64) -> Racer {
    Racer { shown: user != HIDDEN, ..racer(user) }
}

/// The watchers of a room, by number.
#[derive(Default)]
struct Watchers {
    last: u64,
    tabs: BTreeMap<u64, Tab>,
}

impl Watchers {
    /// Lets watchers come and go, and some of them read.
    async fn step(&mut self, scene: &Scene, random: &mut Xoshiro256PlusPlus) {
        if !scene.room.connected() {
            return;
        }
        match random.random_range(0..10_u8) {
            0..3 => {
                for _ in 0..[1, 3, 70][random.random_range(0..3)] {
                    self.last += 1;
                    self.tabs.insert(self.last, scene.watch(self.last).await);
                }
            }
            3..5 => {
                if let Some((number, mut tab)) = self.tabs.pop_first() {
                    scene.unwatch(number).await;
                    check_watched(&tab.received_already());
                }
            }
            5..7 => {
                let read = self.tabs.values_mut().filter(|_| random.random_ratio(1, 2));
                read.for_each(|tab| check_watched(&tab.received_already()));
            }
            _ => {}
        }
    }

    fn check(&mut self) {
        self.tabs.values_mut().for_each(|tab| check_watched(&tab.received_already()));
    }
}

/// Checks what a watcher has received.
pub(crate) fn check_watched(received: &[(String, Value)]) {
    for (name, payload) in received {
        let text = payload.to_string();
        assert!(!text.contains(&format!("racer-{HIDDEN}\"")), "a watcher sees a hidden name: {text}");
        if name == "watch" {
            let has_begun = payload["phase"] == "running" || payload["phase"] == "finished";
            assert_eq!(payload["text"].is_string(), has_begun, "{text}");
        } else {
            assert!(name == "picture" || name == "fault", "a watcher receives {name}: {text}");
        }
    }
}

struct Listener {
    user: i64,
    tab: Tab,
    received: Vec<(String, Value)>,
    /// The number of events that each tab had received when this one had just joined.
    from: Vec<usize>,
    /// The number of events that each tab had received when this one was about to leave.
    until: Option<Vec<usize>>,
}

struct Schedule {
    random: Xoshiro256PlusPlus,
    /// The watchers, if there are any, and what decides about them.
    watchers: Option<(Watchers, Xoshiro256PlusPlus)>,
    scene: Scene,
    listeners: Vec<Listener>,
    current: BTreeMap<i64, usize>,
    progress: HashMap<i64, i64>,
    /// The tabs that have finished, and the answers.
    answers: Vec<(usize, AckReceiver)>,
}

#[actix::test]
async fn racers_receive_the_same_events_and_every_finish_is_answered() {
    pause();
    let only = std::env::var("COLIBRI_SIMULATION_SEED").ok().map(|seed| seed.parse().expect("a whole number"));
    let seeds = only.map_or(0..SCHEDULES, |seed| seed..seed + 1);
    let mut n_finished = 0;
    for seed in seeds {
        let _named = Seed(seed);
        n_finished += Schedule::new(seed, false).run().await.0;
    }
    assert!(only.is_some() || n_finished > 100, "only {n_finished} results");
}

#[actix::test]
async fn watchers_change_nothing_for_racers_and_see_no_text_too_early_nor_hidden_names() {
    pause();
    let only = std::env::var("COLIBRI_SIMULATION_SEED").ok().map(|seed| seed.parse().expect("a whole number"));
    for seed in only.map_or(0..WATCHED_SCHEDULES, |seed| seed..seed + 1) {
        let _named = Seed(seed);
        let (unwatched, watched) = (Schedule::new(seed, false).run().await, Schedule::new(seed, true).run().await);
        assert_eq!(unwatched, watched);
    }
}

impl Schedule {
    fn new(seed: u64, is_watched: bool) -> Self {
        let watchers = is_watched.then(|| (Watchers::default(), Xoshiro256PlusPlus::seed_from_u64(seed)));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let replies: Vec<_> = (0..12)
            .map(|_| match random.random_range(0..6) {
                0 => Reply::Unavailable,
                1 => Reply::Silence,
                2 => Reply::Impossible,
                _ => Reply::After(Duration::from_millis(random.random_range(0..1_500))),
            })
            .collect();
        let rules = Rules { capacity: random.random_range(1..=4), ..Rules::default() };
        Self {
            scene: Scene::under(rules, replies),
            listeners: Vec::new(),
            current: BTreeMap::new(),
            progress: HashMap::new(),
            answers: Vec::new(),
            random,
            watchers,
        }
    }

    /// Runs the schedule to its end and returns the number of saved results, and what the tabs of racers have received.
    async fn run(mut self) -> (usize, Vec<Vec<(String, Value)>>) {
        let steps = self.random.random_range(40..250);
        for step in 0..steps {
            if step == steps / 4 {
                sleep(Duration::from_secs(31)).await;
            }
            if !self.scene.room.connected() {
                break;
            }
            self.step().await;
            if let Some((watchers, random)) = &mut self.watchers {
                watchers.step(&self.scene, random).await;
            }
            if self.random.random_ratio(1, 4) {
                let ms = self.random.random_range(0..4_000);
                sleep(Duration::from_millis(ms)).await;
            }
        }
        self.listen();
        self.check_same_events();
        self.check_events_match_state().await;
        let received = self.listeners.iter().map(|listener| listener.received.clone()).collect();
        if let Some((watchers, _)) = &mut self.watchers {
            watchers.check();
        }
        (self.end().await, received)
    }

    async fn step(&mut self) {
        let user = self.random.random_range(1..=USERS);
        let current = self.current.get(&user).copied();
        match (self.random.random_range(0..100_u8), current) {
            (0..20, _) => {
                if self.scene.take_seat_as(racer_of(user)).await.is_ok() {
                    self.join(user).await;
                }
            }
            (20..28, Some(listener)) => {
                self.stop_listening(user).await;
                self.leave(listener).await;
            }
            (28..70, Some(listener)) => {
                let points = self.random.random_range(-1..60);
                let progress = self.progress.entry(user).or_default();
                *progress = (*progress + points).clamp(0, 100);
                let event = typed(*progress);
                self.send(listener, event, None).await;
            }
            (70.., Some(listener)) => {
                let (ack, answer) = Ack::detached();
                self.send(listener, ClientEvent::Finish(report()), Some(ack)).await;
                self.answers.push((listener, answer));
            }
            (_, None) => {}
        }
    }

    /// Joins in a new tab, which replaces an earlier one.
    async fn join(&mut self, user: i64) {
        self.stop_listening(user).await;
        let listener = self.listeners.len();
        let tab = Tab::open();
        self.listeners.push(Listener { user, tab, received: Vec::new(), from: Vec::new(), until: None });
        self.send(listener, ClientEvent::Join, None).await;
        self.listeners[listener].from = self.listen();
        assert_eq!(self.listeners[listener].received[0].0, "state", "a join is answered with the state first");
        self.current.insert(user, listener);
        self.progress.insert(user, 0);
    }

    /// Stops comparing the events of the tab of `user`, if there is one.
    async fn stop_listening(&mut self, user: i64) {
        let Some(listener) = self.current.remove(&user) else { return };
        // Announces everything that is due now, so that nothing comes between this and the next command.
        self.send(listener, ClientEvent::Start(None), None).await;
        self.listeners[listener].until = Some(self.listen());
    }

    async fn leave(&self, listener: usize) {
        let Listener { user, tab, .. } = &self.listeners[listener];
        self.scene.send(*user, tab, LEAVE).await;
    }

    async fn send(&self, listener: usize, event: ClientEvent, ack: Option<Ack>) {
        let Listener { user, tab, .. } = &self.listeners[listener];
        self.scene.send_as(*user, tab, event, None, ack).await;
    }

    /// Lets all tabs receive all events so far, and returns the total number for each.
    fn listen(&mut self) -> Vec<usize> {
        let receive = |listener: &mut Listener| {
            listener.received.extend(listener.tab.received_already());
            listener.received.len()
        };
        self.listeners.iter_mut().map(receive).collect()
    }

    /// Checks that tabs which were open at the same time received the same events, once and in the same order. A racer
    /// receives no progress of their own.
    fn check_same_events(&self) {
        for (second, newer) in self.listeners.iter().enumerate() {
            for (first, older) in self.listeners[..second].iter().enumerate() {
                let was_gone = older.until.as_ref().is_some_and(|until| until.len() <= second);
                if was_gone {
                    continue;
                }
                let end = |of: usize| {
                    let ends = [older, newer].into_iter().filter_map(|listener| Some(listener.until.as_ref()?[of]));
                    ends.min().unwrap_or(self.listeners[of].received.len())
                };
                let shared = |of: usize, other: i64| {
                    let received = &self.listeners[of].received[newer.from[of]..end(of)];
                    let is_for_both = move |(name, payload): &&(String, Value)| {
                        name != "fault" && !(name == "typing" && payload["username"] == format!("racer-{other}"))
                    };
                    received.iter().filter(is_for_both).collect::<Vec<_>>()
                };
                assert_eq!(shared(first, newer.user), shared(second, older.user), "tabs {first} and {second}");
            }
        }
    }

    /// Checks that the events add up, for each racer, to the state of the others that a new join returns.
    async fn check_events_match_state(&mut self) {
        // Lets the last finishes be announced.
        sleep(Duration::from_secs(1)).await;
        for (user, listener) in self.current.clone() {
            if !self.scene.room.connected() {
                return;
            }
            self.send(listener, ClientEvent::Start(None), None).await;
            self.listen();
            let known = lanes(&self.listeners[listener].received);
            self.send(listener, ClientEvent::Join, None).await;
            self.listen();
            let fresh = lanes(&self.listeners[listener].received);
            let own = format!("racer-{user}");
            let others = |lanes: BTreeMap<String, Lane>| lanes.into_iter().filter(|(name, _)| *name != own).collect();
            let (known, fresh): (Vec<_>, Vec<_>) = (others(known), others(fresh));
            assert_eq!(known, fresh, "racer {user}");
        }
    }

    /// Checks that every finish is answered, unless its tab is gone, lets all racers leave, checks that the room ends,
    /// and returns the number of saved results.
    async fn end(mut self) -> usize {
        for (listener, answer) in std::mem::take(&mut self.answers) {
            let answer = timeout(LONG, answer.answer()).await.expect("every finish is answered in time");
            match answer {
                Some(answer) => assert!(answer["time"].is_number() || answer["reason"].is_string(), "{answer}"),
                None => assert!(self.listeners[listener].until.is_some(), "every finish is answered"),
            }
        }
        for (user, listener) in self.current.clone() {
            if self.scene.room.connected() {
                self.stop_listening(user).await;
                self.leave(listener).await;
            }
        }
        sleep(Duration::from_secs(120)).await;
        assert!(!self.scene.room.connected(), "a room ends when all have left");
        let saved = self.scene.saved.all();
        let finishers: BTreeSet<_> = saved.iter().map(|saved| number_of(saved.result.racer)).collect();
        assert_eq!(finishers.len(), saved.len(), "each result is saved once");
        saved.len()
    }
}

/// A racer's progress, whether they are connected, and their result.
type Lane = (i64, bool, Value);

/// Returns the lanes that a client shows after these events.
fn lanes(received: &[(String, Value)]) -> BTreeMap<String, Lane> {
    let mut lanes: BTreeMap<String, Lane> = BTreeMap::new();
    let mut is_waiting = true;
    for (name, payload) in received {
        let username = payload["username"].as_str().unwrap_or_default().to_owned();
        match name.as_str() {
            "state" => {
                is_waiting = payload["phase"] == "waiting";
                let lane = |lane: &Value| {
                    let name = lane["username"].as_str().unwrap_or_default().to_owned();
                    let completed = lane["completed"].as_i64().unwrap_or_default();
                    (name, (completed, lane["connected"] == true, lane["finish"]["time"].clone()))
                };
                lanes = payload["participants"].as_array().expect("lanes").iter().map(lane).collect();
            }
            "join" => lanes.entry(username).or_insert((0, true, Value::Null)).1 = true,
            "leave" if is_waiting => _ = lanes.remove(&username),
            "leave" => lanes.entry(username).or_default().1 = false,
            "typing" => lanes.entry(username).or_default().0 = payload["completed"].as_i64().unwrap_or_default(),
            "finish" => lanes.entry(username).or_default().2 = payload["time"].clone(),
            "starting" => is_waiting = false,
            _ => {}
        }
    }
    lanes
}

//! Rooms under random schedules, as their racers hear them.
//!
//! The rules have a simulation of their own. Checked here is the shell around them: the recipients and the order of
//! events, and that every finish is answered and saved once. A schedule that fails names its seed, and
//! `COLIBRI_SIMULATION_SEED=123 cargo test --lib simulation` runs it again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use serde_json::Value;
use shared::wire::ClientEvent;
use socketio::Ack;
use socketio::testing::HeardAck;
use tokio::time::{pause, sleep, timeout};

use super::{Scene, report, typed};
use crate::race::Rules;
use crate::room::Action;
use crate::testing::{LONG, Reply, Tab};

/// The number of schedules that `make check` runs.
const SCHEDULES: u64 = 500;

/// The number of users who want to race: more than there are seats.
const USERS: i64 = 5;

/// A tab and everything that it heard.
struct Listener {
    user: i64,
    tab: Tab,
    heard: Vec<(String, Value)>,
    /// The number of events that every tab had heard when this one had just been welcomed.
    from: Vec<usize>,
    /// The number of events that every tab had heard when this one was about to go.
    until: Option<Vec<usize>>,
}

struct Schedule {
    random: Xoshiro256PlusPlus,
    scene: Scene,
    listeners: Vec<Listener>,
    /// The tab in which each user races.
    current: BTreeMap<i64, usize>,
    progress: HashMap<i64, i64>,
    answers: Vec<HeardAck>,
}

#[actix::test]
async fn in_all_schedules_racers_hear_the_same_once_in_one_order_and_every_finish_is_answered() {
    pause();
    let only = std::env::var("COLIBRI_SIMULATION_SEED").ok().map(|seed| seed.parse().expect("a whole number"));
    let seeds = only.map_or(0..SCHEDULES, |seed| seed..seed + 1);
    let mut n_finished = 0;
    for seed in seeds {
        let _named = Seed(seed);
        n_finished += Schedule::new(seed).run().await;
    }
    assert!(only.is_some() || n_finished > 100, "only {n_finished} results");
}

/// Names the seed of a schedule that fails.
struct Seed(u64);

impl Drop for Seed {
    #[expect(clippy::print_stderr, reason = "this is what the one who looks for the fault needs")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("schedule {0} failed: COLIBRI_SIMULATION_SEED={0} runs it again", self.0);
        }
    }
}

impl Schedule {
    fn new(seed: u64) -> Self {
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
        }
    }

    /// Runs the schedule to its end and returns the number of saved results.
    async fn run(mut self) -> usize {
        let steps = self.random.random_range(40..250);
        for step in 0..steps {
            if step == steps / 4 {
                sleep(Duration::from_secs(31)).await;
            }
            if !self.scene.room.connected() {
                break;
            }
            self.step().await;
            if self.random.random_ratio(1, 4) {
                let ms = self.random.random_range(0..4_000);
                sleep(Duration::from_millis(ms)).await;
            }
        }
        self.listen();
        self.everybody_heard_the_same();
        self.events_add_up_to_the_picture().await;
        self.end().await
    }

    async fn step(&mut self) {
        let user = self.random.random_range(1..=USERS);
        let current = self.current.get(&user).copied();
        match (self.random.random_range(0..100_u8), current) {
            (0..20, _) => {
                if self.scene.take_seat(user).await.is_ok() {
                    self.join(user).await;
                }
            }
            (20..28, Some(listener)) => {
                self.goes(user).await;
                self.say(listener, Action::Leave, None).await;
            }
            (28..70, Some(listener)) => {
                let points = self.random.random_range(-1..60);
                let progress = self.progress.entry(user).or_default();
                *progress = (*progress + points).clamp(0, 100);
                let action = typed(*progress);
                self.say(listener, action, None).await;
            }
            (70.., Some(listener)) => {
                let (ack, answer) = Ack::detached();
                self.say(listener, ClientEvent::Finish(report()), Some(ack)).await;
                self.answers.push(answer);
            }
            (_, None) => {}
        }
    }

    /// Joins in a new tab, which takes over from an earlier one.
    async fn join(&mut self, user: i64) {
        self.goes(user).await;
        let listener = self.listeners.len();
        let tab = Tab::open();
        self.listeners.push(Listener { user, tab, heard: Vec::new(), from: Vec::new(), until: None });
        self.say(listener, ClientEvent::Join, None).await;
        self.listeners[listener].from = self.listen();
        assert_eq!(self.listeners[listener].heard[0].0, "state", "a join is answered with the whole picture first");
        self.current.insert(user, listener);
        self.progress.insert(user, 0);
    }

    /// Records that the tab of `user`, if there is one, hears no more.
    async fn goes(&mut self, user: i64) {
        let Some(listener) = self.current.remove(&user) else { return };
        // All that was due is announced now, and not between here and the next command.
        self.say(listener, ClientEvent::Start, None).await;
        self.listeners[listener].until = Some(self.listen());
    }

    async fn say(&self, listener: usize, action: impl Into<Action>, ack: Option<Ack>) {
        let Listener { user, tab, .. } = &self.listeners[listener];
        self.scene.say_as(*user, tab, action, None, ack).await;
    }

    /// Lets all tabs hear all events so far, and returns the number that each has heard in all.
    fn listen(&mut self) -> Vec<usize> {
        let hear = |listener: &mut Listener| {
            listener.heard.extend(listener.tab.heard_already());
            listener.heard.len()
        };
        self.listeners.iter_mut().map(hear).collect()
    }

    /// Checks that tabs which were there at the same time heard the same, each event once and in the same order; a
    /// racer hears no progress of their own.
    fn everybody_heard_the_same(&self) {
        for (second, newer) in self.listeners.iter().enumerate() {
            for (first, older) in self.listeners[..second].iter().enumerate() {
                let was_gone = older.until.as_ref().is_some_and(|until| until.len() <= second);
                if was_gone {
                    continue;
                }
                let end = |of: usize| {
                    let ends = [older, newer].into_iter().filter_map(|listener| Some(listener.until.as_ref()?[of]));
                    ends.min().unwrap_or(self.listeners[of].heard.len())
                };
                let told = |of: usize, other: i64| {
                    let heard = &self.listeners[of].heard[newer.from[of]..end(of)];
                    let is_for_both = move |(name, payload): &&(String, Value)| {
                        name != "fault" && !(name == "typing" && payload["username"] == format!("racer-{other}"))
                    };
                    heard.iter().filter(is_for_both).collect::<Vec<_>>()
                };
                assert_eq!(told(first, newer.user), told(second, older.user), "tabs {first} and {second}");
            }
        }
    }

    /// Checks that the events have told each racer exactly what a new join tells about the others.
    async fn events_add_up_to_the_picture(&mut self) {
        // By then the last finishes are announced.
        sleep(Duration::from_secs(1)).await;
        for (user, listener) in self.current.clone() {
            if !self.scene.room.connected() {
                return;
            }
            self.say(listener, ClientEvent::Start, None).await;
            self.listen();
            let known = lanes(&self.listeners[listener].heard);
            self.say(listener, ClientEvent::Join, None).await;
            self.listen();
            let told = lanes(&self.listeners[listener].heard);
            let own = format!("racer-{user}");
            let others = |lanes: BTreeMap<String, Lane>| lanes.into_iter().filter(|(name, _)| *name != own).collect();
            let (known, told): (Vec<_>, Vec<_>) = (others(known), others(told));
            assert_eq!(known, told, "racer {user}");
        }
    }

    /// Lets all leave, checks that every finish is answered and that the room ends, and returns the number of saved
    /// results.
    async fn end(mut self) -> usize {
        for (user, listener) in self.current.clone() {
            self.goes(user).await;
            self.say(listener, Action::Leave, None).await;
        }
        for answer in std::mem::take(&mut self.answers) {
            let answer = timeout(LONG, answer.answer()).await.expect("every finish is answered in time");
            let answer = answer.expect("every finish is answered");
            assert!(answer["time"].is_number() || answer["reason"].is_string(), "{answer}");
        }
        sleep(Duration::from_secs(120)).await;
        assert!(!self.scene.room.connected(), "a room ends when all have left");
        let saved = self.scene.saved.all();
        let finishers: BTreeSet<_> = saved.iter().map(|saved| saved.result.user_id.0).collect();
        assert_eq!(finishers.len(), saved.len(), "each result is saved once");
        saved.len()
    }
}

/// A racer's progress, whether they are connected, and their result.
type Lane = (i64, bool, Value);

/// Returns the lanes that a client shows after these events.
fn lanes(heard: &[(String, Value)]) -> BTreeMap<String, Lane> {
    let mut lanes: BTreeMap<String, Lane> = BTreeMap::new();
    let mut is_waiting = true;
    for (name, payload) in heard {
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

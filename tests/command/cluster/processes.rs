//! A site of three engines and two apis, each in its own process.
//!
//! With `COLIBRI_EARLIER`, the first engine and the first api run that program, so that the tests on this site show
//! that two versions work side by side.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use super::nats::Nats;
use super::robot::{Racing, Ride, Robot};
use super::{EVENT_TIMEOUT, Keys};
use crate::colibri::{Colibri, Dir, Reached as _, command, output, run, until};
use crate::ports::free_port;
use crate::postgres;

const ENGINES: usize = 3;
const APIS: usize = 2;

/// The longest wait for the answer of an api, in addition to the time that it waits for others.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);

/// The pause before a call that no api could answer is retried.
const CALL_AGAIN_AFTER: Duration = Duration::from_millis(100);

/// The addresses of all processes; they stay the same across restarts.
pub(crate) struct Addresses {
    pub(super) engines: Vec<String>,
    pub(super) apis: Vec<String>,
}

impl Addresses {
    fn new() -> Self {
        let some = |count| (0..count).map(|_| format!("127.0.0.1:{}", free_port())).collect();
        Self { engines: some(ENGINES), apis: some(APIS) }
    }

    /// Returns the engines from this one on, in the order in which a load balancer would try them.
    pub(super) fn engines_from(&self, engine: usize) -> impl Iterator<Item = &String> {
        self.engines.iter().cycle().skip(engine % ENGINES).take(ENGINES)
    }

    /// Calls the apis in turn until one answers, and returns its answer. A site that is restarting answers 503 for a
    /// moment.
    pub(super) async fn call(&self, path: &str, body: &Value) -> Value {
        let until = Instant::now() + EVENT_TIMEOUT;
        loop {
            let mut refused = String::new();
            for api in &self.apis {
                // A process that is being killed or stopped does not answer.
                let Ok((status, text)) = ask(api, path, body).await else { continue };
                match status {
                    200 => return serde_json::from_str(&text).expect("it is JSON"),
                    503 => refused = text,
                    _ => panic!("{path}: {status} {text}"),
                }
            }
            assert!(Instant::now() < until, "{path} is not answered: {refused}");
            tokio::time::sleep(CALL_AGAIN_AFTER).await;
        }
    }
}

async fn ask(api: &str, path: &str, body: &Value) -> reqwest::Result<(u16, String)> {
    let client = reqwest::Client::builder().timeout(ANSWER_TIMEOUT).build()?;
    let answer = client.post(format!("http://{api}{path}")).json(body).send().await?;
    Ok((answer.status().as_u16(), answer.text().await?))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Engine(usize),
    Api(usize),
}

/// Three engines and two apis, with their broker and database.
pub(crate) struct Processes {
    pub(super) keys: Keys,
    pub(super) nats: Nats,
    pub(super) addresses: Arc<Addresses>,
    running: BTreeMap<Part, Colibri>,
    settings: Vec<(&'static str, String)>,
    /// The username and the token of each.
    pub(super) users: Vec<(String, String)>,
}

impl Processes {
    /// Starts all of them, with `n_users` accounts in a database of the tests' Postgres. `settings` are for the
    /// engines.
    pub(super) fn start(n_users: usize, settings: &[(&'static str, &str)]) -> Self {
        Self::start_on(Dir::new(), n_users, settings)
    }

    /// Like [`Processes::start`], with the data directory and database of `dir`.
    pub(super) fn start_on(dir: Dir, n_users: usize, settings: &[(&'static str, &str)]) -> Self {
        let keys = Keys::in_dir(dir);
        keys.keep_a_short_text();
        let made = output(&mut command(&keys.dir, &["load-users", "--count", &n_users.to_string()]));
        let users = String::from_utf8(made.stdout).expect("text");
        let users = users.lines().map(|user| {
            let user: Value = serde_json::from_str(user).expect("a line of JSON each");
            let part = |name: &str| user[name].as_str().expect("a string").to_owned();
            (part("username"), part("token"))
        });
        let mut processes = Self {
            users: users.collect(),
            keys,
            nats: Nats::start(),
            addresses: Arc::new(Addresses::new()),
            running: BTreeMap::new(),
            settings: settings.iter().map(|(name, value)| (*name, (*value).to_owned())).collect(),
        };
        let (home, url) = (Dir::without_database(), processes.nats.url());
        let parts = (0..ENGINES).map(Part::Engine).chain((0..APIS).map(Part::Api));
        processes.running = std::thread::scope(|scope| {
            let start = |part| {
                let (home, settings) = (&home, processes.settings_of(part, &url));
                (part, scope.spawn(move || serve(part, home, &settings)))
            };
            let starting: Vec<_> = parts.map(start).collect();
            starting.into_iter().map(|(part, thread)| (part, thread.join().expect("it starts"))).collect()
        });
        processes
    }

    fn settings_of<'a>(&'a self, part: Part, nats: &'a str) -> Vec<(&'static str, &'a str)> {
        let (mut settings, address) = match part {
            Part::Engine(number) => {
                let more = self.settings.iter().map(|(name, value)| (*name, value.as_str()));
                (self.keys.engine(nats).into_iter().chain(more).collect::<Vec<_>>(), &self.addresses.engines[number])
            }
            Part::Api(number) => {
                ([self.keys.dir.settings(), self.keys.api(nats)].concat(), &self.addresses.apis[number])
            }
        };
        settings.push(("COLIBRI_LISTEN", address));
        settings
    }

    /// Restarts a process on another thread, while racers continue.
    pub(super) async fn restart(&mut self, part: Part) {
        let url = self.nats.url();
        let settings = self.settings_of(part, &url).into_iter().map(|(name, value)| (name, value.to_owned()));
        let settings: Vec<_> = settings.collect();
        let start = move || {
            let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
            serve(part, &Dir::without_database(), &settings)
        };
        self.running.insert(part, tokio::task::spawn_blocking(start).await.expect("it starts"));
    }

    /// Ends a process with a signal, and returns its exit code unless it was killed.
    pub(super) async fn end(&mut self, part: Part, signal: Signal) -> Option<i32> {
        let process = self.running.remove(&part).expect("it runs");
        // Racers continue while the process ends.
        tokio::task::spawn_blocking(move || process.end(signal)).await.expect("it ends")
    }

    /// Sends an engine a signal that does not end it.
    pub(super) fn signal_engine(&self, number: usize, signal: Signal) {
        self.running[&Part::Engine(number)].signal(signal);
    }

    /// Runs a command of the operator on the database of the site.
    pub(super) fn command(&self, args: &[&str]) {
        let done = run(&self.keys.dir, args);
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    pub(super) fn process(&self, part: Part) -> &Colibri {
        &self.running[&part]
    }

    pub(super) fn running_engines(&self) -> Vec<usize> {
        let engine = |part: &Part| if let Part::Engine(number) = part { Some(*number) } else { None };
        self.running.keys().filter_map(engine).collect()
    }

    pub(super) async fn metric(&self, engine: usize, name: &str) -> f64 {
        let (_, metrics) = self.running[&Part::Engine(engine)].get("/metrics").await;
        let of_name =
            metrics.lines().filter(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '{'])));
        of_name.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum()
    }

    /// Returns the number of the engine that owns the only room.
    pub(super) async fn owner(&self) -> usize {
        self.owner_of("colibri_rooms_open").await
    }

    /// Returns the number of the engine that owns the only room in this phase.
    pub(super) async fn owner_in(&self, phase: &str) -> usize {
        self.owner_of(&format!("colibri_rooms_open{{phase=\"{phase}\"}}")).await
    }

    async fn owner_of(&self, rooms: &str) -> usize {
        let until = Instant::now() + EVENT_TIMEOUT;
        loop {
            for number in self.running_engines() {
                if self.metric(number, rooms).await > 0.0 {
                    return number;
                }
            }
            assert!(Instant::now() < until, "no engine owns the room");
        }
    }

    pub(super) async fn wait_until_ready(&self, part: Part) {
        until("the process is ready", async || self.running[&part].get("/readyz").await.0 == 200).await;
    }

    /// Opens a private room and takes seats for `n_racers` users from number `first` on. Consecutive racers connect to
    /// different engines.
    pub(super) async fn seat(&self, first: usize, n_racers: usize, typing: Duration) -> Vec<Robot> {
        let token = &self.users[first].1;
        let room = self.addresses.call("/api/multiplayer", &json!({"token": token, "private": true})).await;
        let code = room["code"].as_str().expect("a code");
        let mut robots = Vec::new();
        for (seat, user) in self.users[first..first + n_racers].iter().enumerate() {
            let play = self.addresses.call("/api/play", &json!({"token": user.1, "code": code})).await;
            let text = play["text"]["text"].as_str().expect("a text").to_owned();
            let addresses = Arc::clone(&self.addresses);
            robots.push(Robot::new(user.clone(), code.to_owned(), text, addresses, seat, typing));
        }
        robots
    }

    /// Waits for the end of all races, and checks that each result is recorded once.
    pub(super) async fn ended(&self, racing: Vec<Racing>) -> Vec<Ride> {
        let mut n_racers: BTreeMap<String, u32> = BTreeMap::new();
        let mut rides = Vec::new();
        for racer in racing {
            *n_racers.entry(racer.code.clone()).or_default() += 1;
            rides.push(racer.ride().await);
        }
        for (code, n_racers) in n_racers {
            let results = self.results(&code);
            assert!(results.iter().map(|(_, place, _)| *place).eq(1..=n_racers), "{code}: {results:?}");
        }
        rides
    }

    /// Writes all users to a file in the format of `load-users`, and returns its path.
    pub(super) fn users_file(&self) -> PathBuf {
        let lines: Vec<_> = self
            .users
            .iter()
            .map(|(username, token)| json!({"username": username, "token": token}).to_string())
            .collect();
        let file = self.keys.dir.path().join("users.jsonl");
        std::fs::write(&file, lines.join("\n")).expect("the directory is writable");
        file
    }

    /// Returns the results of a room in the database, in the order of places: username, place, and milliseconds.
    pub(super) fn results(&self, code: &str) -> Vec<(String, u32, u64)> {
        let sql = format!(
            "SELECT username || ' ' || place || ' ' || time_ms FROM results JOIN users ON users.id = user_id \
             JOIN races ON races.id = race_id WHERE room = '{code}' ORDER BY place, results.id"
        );
        let rows = postgres::texts(self.keys.dir.database_url(), &sql);
        let read = rows.iter().map(|row| {
            let mut parts = row.split(' ');
            let mut next = || parts.next().expect("three parts");
            (next().to_owned(), next().parse().expect("a place"), next().parse().expect("milliseconds"))
        });
        read.collect()
    }
}

fn serve(part: Part, dir: &Dir, settings: &[(&str, &str)]) -> Colibri {
    match (part, std::env::var_os("COLIBRI_EARLIER")) {
        (Part::Engine(0) | Part::Api(0), Some(earlier)) => Colibri::serve_build(Path::new(&earlier), dir, settings),
        _ => Colibri::serve_with(dir, settings),
    }
}

//! A deployed site: HAProxy with the shipped configuration in front of three engines and two apis, and racers with the
//! official client (`load-tests/race.mjs`) whose room's engine fails.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use rustix::process::Signal;
use serde_json::Value;

use super::processes::{Part, Processes};
use crate::colibri::{Process, until};
use crate::ports::free_port;

const RACERS: usize = 3;

/// The longest time between two lines of a race, whatever fails.
const RACE_TIMEOUT: Duration = Duration::from_secs(100);

struct Balancer {
    _process: Process,
    url: String,
}

impl Balancer {
    /// Starts HAProxy with the shipped configuration in front of `processes`, and waits until the site is ready.
    async fn start(processes: &Processes) -> Self {
        let (port, statistics) = (free_port(), free_port());
        let configuration = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/haproxy/haproxy.cfg");
        let mut command = Command::new(haproxy());
        command.arg("-f").arg(configuration).stdout(Stdio::null()).stderr(Stdio::null());
        command.env("BIND", format!("127.0.0.1:{port}")).env("STATS_BIND", format!("127.0.0.1:{statistics}"));
        for (kind, addresses) in [("ENGINE", &processes.addresses.engines), ("API", &processes.addresses.apis)] {
            for (address, number) in addresses.iter().zip(1..) {
                command.env(format!("{kind}_{number}"), address);
            }
        }
        let balancer = Self {
            _process: Process(command.spawn().expect("haproxy starts")),
            url: format!("http://127.0.0.1:{port}"),
        };
        let ready = format!("{}/readyz", balancer.url);
        let leads_there = async || reqwest::get(&ready).await.is_ok_and(|answer| answer.status() == 200);
        until("haproxy leads to the site", leads_there).await;
        balancer
    }
}

/// Returns the path of HAProxy. Debian installs it in a directory that is only on root's PATH.
fn haproxy() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into()]);
    let programs = folders.map(|folder| folder.join("haproxy"));
    programs
        .into_iter()
        .find(|program| program.exists())
        .expect("haproxy is installed (Debian: apt-get install haproxy)")
}

struct Race {
    _process: Process,
    lines: Receiver<String>,
}

impl Race {
    fn start(url: &str, users: &Path, seconds: u32) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("load-tests/race.mjs");
        let mut command = Command::new("node");
        command.arg(script).arg(url).arg(users).env("SECONDS", seconds.to_string());
        let mut process = command.stdout(Stdio::piped()).spawn().expect("node starts");
        let stdout = process.stdout.take().expect("it is piped");
        let (said, lines) = mpsc::channel();
        std::thread::spawn(move || {
            BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| said.send(line))
        });
        Self { _process: Process(process), lines }
    }

    /// Returns the next line; `None` once the race has ended.
    fn line(&self) -> Option<Value> {
        let line = match self.lines.recv_timeout(RACE_TIMEOUT) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => panic!("the race does not continue"),
        };
        Some(serde_json::from_str(&line).expect("it is JSON"))
    }

    /// Waits until all racers have reached a stage, and returns the code of the room.
    fn reaches(&self, stage: &str) -> String {
        let line = std::iter::from_fn(|| self.line()).find(|line| line["stage"] == stage);
        let line = line.unwrap_or_else(|| panic!("the race ended before it was {stage}"));
        line["code"].as_str().expect("a code").to_owned()
    }

    fn report(self) -> Value {
        std::iter::from_fn(|| self.line()).last().expect("it ends with a report")
    }
}

/// Runs a race in which `lose` stops the room's owner, and returns the report of its racers.
async fn race(seconds: u32, lose: impl AsyncFnOnce(&mut Processes, usize)) -> Value {
    let mut processes = Processes::start(RACERS, &[("COLIBRI_ROOM_CAPACITY", "3"), ("COLIBRI_COUNTDOWN_MS", "1000")]);
    let users = processes.users_file();
    let balancer = Balancer::start(&processes).await;
    let race = Race::start(&balancer.url, &users, seconds);
    let code = race.reaches("running");
    let owner = processes.owner().await;
    lose(&mut processes, owner).await;
    let report = race.report();
    eprintln!("{report}");
    assert_eq!((&report["finished"], &report["failures"]), (&RACERS.into(), &Value::Array(Vec::new())), "{report}");
    let places: Vec<_> = processes.results(&code).iter().map(|(_, place, _)| *place).collect();
    assert_eq!(places, [1, 2, 3], "{report}");
    report
}

#[tokio::test]
async fn official_clients_behind_haproxy_race_on_if_the_owner_is_killed() {
    race(6, async |processes, owner| {
        processes.end(Part::Engine(owner), Signal::KILL).await;
    })
    .await;
}

#[tokio::test]
async fn official_clients_behind_haproxy_race_on_if_the_owner_stops() {
    race(6, async |processes, owner| assert_eq!(processes.end(Part::Engine(owner), Signal::TERM).await, Some(0))).await;
}

#[tokio::test]
async fn official_clients_behind_haproxy_race_on_if_the_owner_freezes() {
    // HAProxy gives up an engine that has not answered for five seconds.
    race(9, async |processes, owner| processes.signal_engine(owner, Signal::STOP)).await;
}

//! The latency of single calls, and their throughput without pauses between them.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use chrono::{TimeDelta, Utc};
use hdrhistogram::Histogram;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde::Serialize;
use serde_json::{Value, json};

use super::history;
use crate::http::Http;
use crate::interrupt;
use crate::load::Latency;
use crate::tokens::Tokens;

/// The highest latency of the histogram.
const LONGEST: Duration = Duration::from_secs(60);

/// The number of concurrent connections: enough for calls to overlap, too few to queue for long.
const CALLERS: usize = 4;

/// A call by a user picked at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Call {
    /// `/api/leaderboard` in this order.
    Leaderboard(&'static str),
    /// `/api/getstats` of any user.
    Getstats,
    /// `/api/play` in a room that the user has just opened.
    Play,
    /// A call of the user with a long history: its name, path and fields.
    Own(&'static str, &'static str, &'static str),
    /// `/api/history`, a page from any time of the last year.
    Page,
    /// `/api/history/run` of one of the newest hundred.
    Run,
    /// `/api/singleplayer` with the keys of the run.
    Save,
    /// `/api/history/delete` of the newest practice run, which was just saved.
    Delete,
}

/// The text of the runs that are saved and deleted.
const TEXT: &str = "The hummingbird stands in the air before each flower, drinks, and is gone before one has seen it move; \
    only the leaf that trembles tells that somebody was there, and the flower, which has forgotten it by noon.";

impl Call {
    pub(crate) const ALL: [Self; 22] = [
        Self::Leaderboard("wpm"),
        Self::Leaderboard("racesTotal"),
        Self::Leaderboard("racesWon"),
        Self::Leaderboard("bestRace"),
        Self::Leaderboard("accuracy"),
        Self::Leaderboard("age"),
        Self::Getstats,
        Self::Play,
        Self::Own("history", "/api/history", "{}"),
        Self::Own("history, a hundred", "/api/history", r#"{"limit":100}"#),
        Self::Own("history of races", "/api/history", r#"{"kind":"race"}"#),
        Self::Own("history of one mode", "/api/history", r#"{"mode":"words30s","language":"es"}"#),
        Self::Page,
        Self::Run,
        Self::Own("history/plot", "/api/history/plot", "{}"),
        Self::Own("history/bests", "/api/history/bests", "{}"),
        Self::Own("history/days", "/api/history/days", "{}"),
        Self::Own("keys, 30 days", "/api/keys", "{}"),
        Self::Own("keys, 1,000 runs", "/api/keys", r#"{"range":"1000runs"}"#),
        Self::Own("keys, all", "/api/keys", r#"{"range":"all"}"#),
        Self::Save,
        Self::Delete,
    ];

    /// Returns its name in tables.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Leaderboard(order) => format!("leaderboard {order}"),
            Self::Getstats => "getstats".to_owned(),
            Self::Play => "play".to_owned(),
            Self::Own(name, ..) => name.to_owned(),
            Self::Page => "history, any page".to_owned(),
            Self::Run => "history/run".to_owned(),
            Self::Save => "singleplayer with keys".to_owned(),
            Self::Delete => "history/delete".to_owned(),
        }
    }

    /// Returns the number of concurrent connections while it is timed. One connection requests leaderboards, so slowly
    /// that each is read from the database anew.
    pub(crate) fn connections(self) -> usize {
        if matches!(self, Self::Leaderboard(_)) { 1 } else { CALLERS }
    }

    /// Makes the call once, and returns its duration.
    fn make(self, http: &mut Http, users: u64, tokens: &Tokens, random: &mut StdRng) -> anyhow::Result<Duration> {
        let user = random.random_range(1..=users);
        let (path, body) = match self {
            Self::Leaderboard(order) => (super::LEADERBOARD, json!({ "type": order })),
            Self::Getstats => ("/api/getstats", json!({ "username": format!("user{user}") })),
            Self::Play => {
                let token = tokens.racer(usize::try_from(user)?, format!("user{user}"))?.token;
                let open = json!({ "token": token, "private": true }).to_string();
                let room: Value = serde_json::from_slice(http.post_ok("/api/multiplayer", &open)?)?;
                ("/api/play", json!({ "token": token, "code": room["code"] }))
            }
            Self::Own(_, path, fields) => {
                let mut form: Value = serde_json::from_str(fields)?;
                form["token"] = history::token(tokens)?.into();
                (path, form)
            }
            Self::Page => {
                let at = Utc::now() - TimeDelta::seconds(random.random_range(0..365 * 24 * 60 * 60));
                let after = format!("{}p0", at.timestamp_micros());
                ("/api/history", json!({ "token": history::token(tokens)?, "after": after }))
            }
            Self::Run => {
                let token = history::token(tokens)?;
                let list = json!({ "token": token, "limit": 100 }).to_string();
                let page: Value = serde_json::from_slice(http.post_ok("/api/history", &list)?)?;
                ("/api/history/run", json!({ "token": token, "id": page["runs"][random.random_range(0..100)]["id"] }))
            }
            Self::Save => {
                let run = history::run(tokens, TEXT, "own", random.random_range(0..1_000_000_000))?;
                ("/api/singleplayer", serde_json::from_str(&run)?)
            }
            Self::Delete => {
                let run = history::run(tokens, TEXT, "own", random.random_range(0..1_000_000_000))?;
                http.post_ok("/api/singleplayer", &run)?;
                let token = history::token(tokens)?;
                let list = json!({ "token": token, "mode": "own", "limit": 100 }).to_string();
                let page: Value = serde_json::from_slice(http.post_ok("/api/history", &list)?)?;
                let runs = page["runs"].as_array().map_or(0, Vec::len);
                let id = &page["runs"][random.random_range(0..runs.max(1))]["id"];
                let form = json!({ "token": token, "id": id }).to_string();
                let began = Instant::now();
                // Another connection may have deleted it first.
                http.post("/api/history/delete", &form)?;
                return Ok(began.elapsed());
            }
        };
        let body = body.to_string();
        let began = Instant::now();
        http.post_ok(path, &body)?;
        Ok(began.elapsed())
    }
}

/// The server to call, and the number of its users.
#[derive(Clone, Copy)]
pub(crate) struct Workload<'a> {
    pub(crate) address: SocketAddr,
    pub(crate) users: u64,
    pub(crate) tokens: &'a Tokens,
    /// The number of concurrent connections, each of which makes one call after the other.
    pub(crate) connections: usize,
}

/// Repeats a call for this long, and records each duration.
pub(crate) fn time(
    call: Call,
    workload: Workload<'_>,
    lasting: Duration,
    seed: u64,
    all: &mut Histogram<u64>,
) -> anyhow::Result<()> {
    let until = Instant::now() + lasting;
    let histograms = each(workload.connections, |number| {
        let mut random = StdRng::seed_from_u64(seed * 1000 + number as u64);
        let mut http = Http::connect(workload.address)?;
        let mut histogram = histogram()?;
        while Instant::now() < until {
            interrupt::check()?;
            if let Call::Leaderboard(_) = call {
                thread::sleep(2 * super::LEADERBOARD_TTL);
            }
            let took = call.make(&mut http, workload.users, workload.tokens, &mut random)?;
            histogram.saturating_record(u64::try_from(took.as_nanos())?);
        }
        Ok(histogram)
    })?;
    histograms.iter().try_for_each(|histogram| Ok(all.add(histogram)?))
}

/// Returns the calls per second when each connection makes one after the other.
pub(crate) fn throughput(call: Call, workload: Workload<'_>, lasting: Duration) -> anyhow::Result<f64> {
    let (made, began) = (AtomicU64::new(0), Instant::now());
    let until = began + lasting;
    each(workload.connections, |number| {
        let mut random = StdRng::seed_from_u64(number as u64);
        let mut http = Http::connect(workload.address)?;
        while Instant::now() < until {
            interrupt::check()?;
            call.make(&mut http, workload.users, workload.tokens, &mut random)?;
            made.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    })?;
    Ok(made.into_inner() as f64 / began.elapsed().as_secs_f64())
}

/// Runs `work` on this many threads at once.
pub(super) fn each<T: Send>(n: usize, work: impl Fn(usize) -> anyhow::Result<T> + Sync) -> anyhow::Result<Vec<T>> {
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..n).map(|number| scope.spawn(move || work(number))).collect();
        threads.into_iter().map(|thread| thread.join().map_err(|_| anyhow!("a caller failed"))?).collect()
    })
}

/// Returns an empty histogram.
pub(crate) fn histogram() -> anyhow::Result<Histogram<u64>> {
    Ok(Histogram::new_with_bounds(1, u64::try_from(LONGEST.as_nanos())?, 3)?)
}

/// The figures of a call.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct CallFigures {
    pub(crate) call: String,
    /// The number of calls to the small site, and to the large one.
    pub(crate) calls: [u64; 2],
    pub(crate) small: Latency,
    pub(crate) large: Latency,
}

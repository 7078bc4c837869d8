//! The latency of single calls, and their throughput without pauses between them.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use hdrhistogram::Histogram;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde::Serialize;
use serde_json::{Value, json};

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
}

impl Call {
    pub(crate) const ALL: [Self; 8] = [
        Self::Leaderboard("wpm"),
        Self::Leaderboard("racesTotal"),
        Self::Leaderboard("racesWon"),
        Self::Leaderboard("bestRace"),
        Self::Leaderboard("accuracy"),
        Self::Leaderboard("age"),
        Self::Getstats,
        Self::Play,
    ];

    /// Returns its name in tables.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Leaderboard(order) => format!("leaderboard {order}"),
            Self::Getstats => "getstats".to_owned(),
            Self::Play => "play".to_owned(),
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
                thread::sleep(2 * super::LEADERBOARD_KEPT);
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

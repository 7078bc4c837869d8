//! Many logins at once, and their effect on racers in the same process.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde::Serialize;
use serde_json::json;

use super::calls;
use super::postgres::Postgres;
use super::site::Program;
use crate::crowd::Crowd;
use crate::field::Field;
use crate::http::Http;
use crate::load::{self, Beside, Latency};
use crate::seats::{self, RACERS, Seats};

/// The database with few users, since a password takes equally long in both.
const DATABASE: &str = "small";
/// The number of connections that log in, each as soon as its last login was answered: more than may queue.
const LOGINS_AT_ONCE: usize = 128;
/// The pause before a refused login is retried, even when the answer asks for a longer one.
const RETRY_PAUSE: Duration = Duration::from_millis(250);
/// The lowest priority of a thread, since it shares a core with the generator.
const NICE: i32 = 19;
/// The rooms wait until all racers have joined, and then start at once.
const SETTINGS: [(&str, &str); 2] = [("COLIBRI_WAITING_MS", "60000"), ("COLIBRI_COUNTDOWN_MS", "1")];
/// The shortest text that outlasts a measurement, in characters.
const LONG_TEXT: usize = 400;

/// The figures of the racers.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct LoginFigures {
    pub(crate) rooms: usize,
    pub(crate) without: Latency,
    pub(crate) with: Latency,
    /// Racers whose connection ended: none should.
    pub(crate) closed: usize,
    /// Logins that were checked: each hashed a password.
    pub(crate) hashed: u64,
    /// Logins that were refused because too many were queued.
    pub(crate) refused: u64,
    /// The total duration of all floods, in seconds.
    pub(crate) seconds: f64,
}

/// Races with and without a flood of logins, in one process on all cores.
pub(crate) fn measure(
    postgres: &Postgres,
    program: &Program<'_>,
    rooms: usize,
    each: Duration,
) -> anyhow::Result<LoginFigures> {
    add_racers(postgres, rooms)?;
    let site = program.start(postgres, DATABASE, None, &SETTINGS)?;
    let field = Field::assemble(Crowd::new(site.address)?, Seats::OfSite(site.address), rooms)?;
    let beside = load::measure_beside(field, each, |_, stop| {
        let began = Instant::now();
        let logins = calls::each(LOGINS_AT_ONCE, |_| log_in(site.address, stop))?;
        Ok((logins, began.elapsed().as_secs_f64()))
    })?;
    let (mut hashed, mut refused, mut seconds) = (0, 0, 0.0);
    for (logins, took) in beside.outcomes {
        seconds += took;
        for (checked, rejected) in logins {
            hashed += checked;
            refused += rejected;
        }
    }
    let Beside { without, with, closed, .. } = beside;
    Ok(LoginFigures { rooms, without, with, closed, hashed, refused, seconds })
}

/// Logs in to an account that does not exist until `stop`, and returns the numbers of checked and of refused logins.
fn log_in(address: SocketAddr, stop: &AtomicBool) -> anyhow::Result<(u64, u64)> {
    rustix::process::nice(NICE)?;
    let (mut checked, mut rejected) = (0, 0);
    let mut http = Http::connect(address)?;
    let login = json!({ "email": "nobody@example.org", "password": "emerald wings at dawn" }).to_string();
    while !stop.load(Ordering::Relaxed) {
        match http.post("/api/login", &login)? {
            (401, _) => checked += 1,
            (503, _) => {
                rejected += 1;
                thread::sleep(RETRY_PAUSE);
            }
            (status, body) => {
                return Err(anyhow!("a login is answered {status}: {}", String::from_utf8_lossy(body)));
            }
        }
    }
    Ok((checked, rejected))
}

/// Creates accounts for the racers of this many rooms, and deletes texts that are too short.
fn add_racers(postgres: &Postgres, rooms: usize) -> anyhow::Result<()> {
    let racers = (0..rooms).flat_map(|room| (0..RACERS).map(move |seat| (room, seat)));
    let rows: Vec<String> = racers
        .map(|(room, seat)| {
            let (id, name) = (seats::site_user(room, seat), seats::name(room, seat));
            format!("({id}, '{name}', '{name}@example.org', '!')")
        })
        .collect();
    let rows = rows.join(", ");
    postgres.run(
        DATABASE,
        &format!(
            "INSERT INTO users (id, username, email, password_hash) OVERRIDING SYSTEM VALUE VALUES {rows};
            DELETE FROM texts WHERE char_length(text) < {LONG_TEXT} AND id NOT IN (SELECT text_id FROM races)"
        ),
    )?;
    Ok(())
}

//! Seats given per second, by the calls with which browsers open rooms and take seats.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::http::Http;
use crate::interrupt;
use crate::seats::RACERS;
use crate::tokens::Tokens;

/// The number of concurrent connections: enough for calls to overlap, too few to queue for long.
const CALLERS: u64 = 4;

/// Opens rooms and takes all their seats for this long, as users picked at random.
pub(super) fn per_second(
    site: SocketAddr,
    tokens: &Tokens,
    users: u64,
    lasting: Duration,
    seed: u64,
) -> anyhow::Result<f64> {
    let began = Instant::now();
    let take_seats = |caller: u64| -> anyhow::Result<usize> {
        let mut random = StdRng::seed_from_u64(seed * 1000 + caller);
        let (mut http, mut taken) = (Http::connect(site)?, 0);
        while began.elapsed() < lasting {
            interrupt::check()?;
            let mut code = None;
            for _ in 0..RACERS {
                let user = usize::try_from(random.random_range(1..=users))?;
                let token = tokens.racer(user, format!("user{user}"))?.token;
                if code.is_none() {
                    let open = json!({ "token": token, "private": true }).to_string();
                    let mut room: Value = serde_json::from_slice(http.post_ok("/api/multiplayer", &open)?)?;
                    code = Some(room["code"].take());
                }
                http.post_ok("/api/play", &json!({ "token": token, "code": code }).to_string())?;
                taken += 1;
            }
        }
        Ok(taken)
    };
    let taken = thread::scope(|scope| {
        let take_seats = &take_seats;
        let callers: Vec<_> = (0..CALLERS).map(|caller| scope.spawn(move || take_seats(caller))).collect();
        callers.into_iter().try_fold(0, |sum, caller| {
            Ok::<_, anyhow::Error>(sum + caller.join().map_err(|_| anyhow!("a caller failed"))??)
        })
    })?;
    Ok(taken as f64 / began.elapsed().as_secs_f64())
}

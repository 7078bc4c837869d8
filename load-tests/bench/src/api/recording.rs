//! Results written per second: by the api, called as the engine calls it, and by pgbench with the same statements.

use std::fs;
use std::time::{Duration, Instant};

use actix::Recipient;
use anyhow::Context as _;
use api::{Api, Database, Settings, TokenIssuer};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::Utc;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde::Serialize;
use shared::messages::{RaceResult, RecordResult};
use shared::{Evidence, RaceId, RoomCode, TextId, UserId};
use typists::bots::imitations::hand_model;

use super::postgres::Postgres;
use crate::interrupt;

/// Connections of the api's pool and of pgbench: the default of `colibri serve`.
const CONNECTIONS: u32 = 16;
/// The number of results in flight at once: the maximum of one engine.
const IN_FLIGHT: usize = 32;
/// The speed of each run.
const WPM: f64 = 60.0;
/// Racers in a race.
const RACERS: usize = 5;

/// The results per second of each round.
#[derive(Debug, Default, Clone, Serialize)]
pub(crate) struct RecordingFigures {
    pub(crate) ours: Vec<f64>,
    /// The same with the keys of each run.
    pub(crate) with_keys: Vec<f64>,
    pub(crate) pgbench: Vec<f64>,
}

/// The database that results are written to.
pub(crate) struct Recording<'a> {
    pub(crate) postgres: &'a Postgres,
    pub(crate) database: &'a str,
    pub(crate) users: u64,
    text: i64,
}

impl<'a> Recording<'a> {
    pub(crate) fn new(postgres: &'a Postgres, database: &'a str, users: u64) -> anyhow::Result<Self> {
        let text = postgres.run(database, "SELECT min(id) FROM texts")?.parse()?;
        fs::write(postgres.dir().join("record.sql"), include_str!("record.sql"))?;
        Ok(Self { postgres, database, users, text })
    }

    /// Measures results per second through the api, without keys.
    pub(crate) fn ours(&self, lasting: Duration, seed: u64) -> anyhow::Result<f64> {
        self.record(lasting, seed, None)
    }

    /// Measures results per second through the api, with the keys of each run.
    pub(crate) fn with_keys(&self, lasting: Duration, seed: u64) -> anyhow::Result<f64> {
        let text = self.postgres.run(self.database, &format!("SELECT text FROM texts WHERE id = {}", self.text))?;
        self.record(lasting, seed, Some(text))
    }

    fn record(&self, lasting: Duration, seed: u64, typed: Option<String>) -> anyhow::Result<f64> {
        let database = Database::connect(&self.postgres.url(self.database)?, CONNECTIONS)?;
        actix::System::new().block_on(async {
            let tokens = TokenIssuer::from_pem(&TokenIssuer::generate())?;
            let to = Api::new(Settings::default(), database, tokens.clone(), None).start_result_recorder();
            let began = Instant::now();
            let until = began + lasting;
            let senders = (0..IN_FLIGHT).map(|number| {
                let random = StdRng::seed_from_u64(seed * 1000 + number as u64);
                let text = (TextId(self.text), typed.clone());
                actix::spawn(send_until(until, to.clone(), tokens.clone(), random, self.users, text))
            });
            let mut written = 0;
            for sender in senders.collect::<Vec<_>>() {
                written += sender.await??;
            }
            Ok(written as f64 / began.elapsed().as_secs_f64())
        })
    }

    /// Measures results per second by pgbench.
    pub(crate) fn pgbench(&self, lasting: Duration) -> anyhow::Result<f64> {
        let script = self.postgres.dir().join("record.sql");
        let (seconds, connections) = (lasting.as_secs().max(1).to_string(), CONNECTIONS.to_string());
        let (users, text) = (format!("users={}", self.users), format!("text={}", self.text));
        let script = script.to_str().context("a path in UTF-8")?;
        let arguments = [
            "--no-vacuum",
            "--protocol=prepared",
            "--file",
            script,
            "--client",
            &connections,
            "--jobs",
            "1",
            "--time",
            &seconds,
            "--define",
            &users,
            "--define",
            &text,
        ];
        let output = self.postgres.output("pgbench", &arguments, self.database)?;
        interrupt::check()?;
        let rate = output.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        rate.with_context(|| format!("pgbench printed no rate: {output}"))
    }
}

/// Sends one result after the other, and returns the number of written ones.
async fn send_until(
    until: Instant,
    to: Recipient<RecordResult>,
    tokens: TokenIssuer,
    mut random: StdRng,
    users: u64,
    (text, typed): (TextId, Option<String>),
) -> anyhow::Result<u64> {
    let mut written = 0;
    while Instant::now() < until {
        interrupt::check()?;
        let user_id = UserId(i64::try_from(random.random_range(1..=users))?);
        let room = RoomCode::from_random(random.random());
        let run = typed.as_deref().map(|text| (text, hand_model(&mut random, text, WPM)));
        let message = RecordResult {
            race: RaceId(uuid::Builder::from_random_bytes(random.random()).into_uuid()),
            room,
            text,
            racers: RACERS,
            started_at: Utc::now(),
            result: RaceResult {
                user_id,
                place: 1,
                won: true,
                time: Duration::from_millis(random.random_range(30_000..120_000)),
                wpm: WPM,
                accuracy: 97.5,
                unranked: false,
            },
            proof: Some(tokens.seat_proof(user_id, room)),
            keys: run.as_ref().map(|(text, run)| BASE64_STANDARD.encode(run.keys.encode(text))),
            evidence: run.map(|_| Evidence::default()),
            start_spread_ms: None,
            private: false,
            opponents: Vec::new(),
        };
        to.send(message).await??;
        written += 1;
    }
    Ok(written)
}

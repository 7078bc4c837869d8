//! Results recorded per second by the api, called as the engine calls it.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use actix::Recipient;
use api::{Api, Database, Settings, TokenIssuer};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::Utc;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use shared::messages::RecordResult;
use shared::racer::RaceResult;
use shared::{Evidence, RaceId, RacerId, RoomCode, TextId, UserId};
use typists::bots::imitations::hand_model;

use super::postgres::Postgres;
use crate::interrupt;
use crate::seats::RACERS;

/// Connections of the api's pool: the default of `colibri serve`.
const CONNECTIONS: u32 = 16;
/// The number of results in flight at once: the maximum of one engine.
const IN_FLIGHT: usize = 32;
/// The speed of each run.
const WPM: f64 = 60.0;
/// The number of runs that are made for each second: more than are recorded.
const RUNS_PER_SECOND: u64 = 3000;

/// The keys of runs that have yet to be sent. They are made before the clock starts, since that takes the processor too,
/// and none is sent twice, since the second one would be held.
type Runs = Rc<RefCell<Vec<String>>>;

/// The database that results are written to.
pub(super) struct Results<'a> {
    postgres: &'a Postgres,
    users: u64,
    text: i64,
}

impl<'a> Results<'a> {
    pub(super) fn new(postgres: &'a Postgres, users: u64) -> anyhow::Result<Self> {
        Ok(Self { postgres, users, text: postgres.query("SELECT min(id) FROM texts")?.parse()? })
    }

    /// Makes the keys of as many runs as can be recorded in this time.
    pub(super) fn runs(&self, lasting: Duration, seed: u64) -> anyhow::Result<Vec<String>> {
        let text = self.postgres.query(&format!("SELECT text FROM texts WHERE id = {}", self.text))?;
        let mut random = StdRng::seed_from_u64(seed);
        let run = |_| BASE64_STANDARD.encode(hand_model(&mut random, &text, WPM).keys.encode(&text));
        Ok((0..lasting.as_secs().max(1) * RUNS_PER_SECOND).map(run).collect())
    }

    /// Records results for this long, each with the keys of a run, if there are some, until these are used up.
    pub(super) fn per_second(&self, lasting: Duration, seed: u64, runs: Option<Vec<String>>) -> anyhow::Result<f64> {
        let database = Database::connect(&self.postgres.url()?, CONNECTIONS)?;
        actix::System::new().block_on(async {
            let tokens = TokenIssuer::from_pem(&TokenIssuer::generate())?;
            let to = Api::new(Settings::default(), database, tokens.clone(), None).start_result_recorder();
            // Others than those without keys: a result that is sent again is not written.
            let seed = seed * 2 + u64::from(runs.is_some());
            let runs: Option<Runs> = runs.map(|runs| Rc::new(RefCell::new(runs)));
            let began = Instant::now();
            let until = began + lasting;
            let senders = (0..IN_FLIGHT).map(|number| {
                let random = StdRng::seed_from_u64(seed * 1000 + number as u64);
                let run = (TextId(self.text), runs.clone());
                actix::spawn(send_until(until, to.clone(), tokens.clone(), random, self.users, run))
            });
            let mut written = 0;
            for sender in senders.collect::<Vec<_>>() {
                written += sender.await??;
            }
            Ok(written as f64 / began.elapsed().as_secs_f64())
        })
    }
}

/// Sends one result after the other, and returns the number of written ones.
async fn send_until(
    until: Instant,
    to: Recipient<RecordResult>,
    tokens: TokenIssuer,
    mut random: StdRng,
    users: u64,
    (text, runs): (TextId, Option<Runs>),
) -> anyhow::Result<u64> {
    let mut written = 0;
    while Instant::now() < until {
        interrupt::check()?;
        let keys = match &runs {
            None => None,
            Some(runs) => {
                let Some(keys) = runs.borrow_mut().pop() else { break };
                Some(keys)
            }
        };
        let racer = RacerId::User(UserId(i64::try_from(random.random_range(1..=users))?));
        let room = RoomCode::from_random(random.random());
        let message = RecordResult {
            race: RaceId(uuid::Builder::from_random_bytes(random.random()).into_uuid()),
            room,
            text,
            racers: RACERS,
            started_at: Utc::now(),
            result: RaceResult {
                racer,
                place: 1,
                won: true,
                time: Duration::from_millis(random.random_range(30_000..120_000)),
                wpm: WPM,
                accuracy: 97.5,
                unranked: false,
            },
            proof: tokens.seat_proof(racer, room),
            evidence: keys.as_ref().map(|_| Evidence::default()),
            keys,
            start_spread_ms: None,
            private: false,
            opponents: Vec::new(),
        };
        to.send(message).await??;
        written += 1;
    }
    Ok(written)
}

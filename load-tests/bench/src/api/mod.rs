//! The measurements of the api on a small and on a large site.

mod calls;
mod history;
mod logins;
mod postgres;
mod recording;
mod report;
mod site;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use self::calls::{Call, CallFigures, Workload};
use self::logins::LoginFigures;
use self::postgres::Postgres;
use self::recording::{Recording, RecordingFigures};
use self::site::Program;
use crate::http::Http;
use crate::load::Latency;
use crate::machine::Machine;
use crate::process;
use crate::tokens::Tokens;

pub(crate) use self::report::Report;
pub(crate) use self::site::serve_bare;

/// The path of the call whose throughput is measured.
const LEADERBOARD: &str = "/api/leaderboard";

/// The databases: one of a new site, and one of a large one.
const DATABASES: [&str; 2] = ["small", "large"];
/// Users of the small site; it has as many results per user as the large one.
const FEW_USERS: u64 = 1000;
/// Practice runs of the user with the short history.
const SHORT_HISTORY: u64 = 1000;
/// The number of concurrent connections when throughput is measured.
const CROWD: usize = 16;
/// The time for which a leaderboard is cached while calls are timed: the shortest possible.
const LEADERBOARD_TTL: Duration = Duration::from_millis(1);
/// The number of rounds. Both sides are measured in turns, so that other work of the machine affects both.
const ROUNDS: u32 = 3;

/// The plan of a measurement.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Plan {
    /// The binary `colibri`
    #[arg(long, value_name = "FILE")]
    colibri: PathBuf,
    /// The directory for the database's own directory, which is removed afterwards
    #[arg(long, value_name = "DIR", default_value = "/var/tmp")]
    scratch: PathBuf,
    /// Users of the large site
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(5..))]
    users: u64,
    /// Results of the large site
    #[arg(long, default_value_t = 5_000_000, value_parser = clap::value_parser!(u64).range(5..))]
    results: u64,
    /// Practice runs of one user of the large site, whose history is read; the small site has one with 1,000
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1000..))]
    history: u64,
    /// The measured time per side of each call, throughput and way of recording, in seconds
    #[arg(long, default_value_t = 9)]
    seconds: u32,
    /// The parts to measure
    #[arg(long, value_enum, value_delimiter = ',', default_value = "calls,leaderboards,results,logins")]
    parts: Vec<Part>,
    /// Rooms that race while passwords are hashed
    #[arg(long, default_value_t = 100)]
    login_rooms: usize,
    /// The core that Postgres and the servers run on
    #[arg(long, default_value_t = 0)]
    server_core: usize,
    /// The core that the clients run on
    #[arg(long, default_value_t = 1)]
    generator_core: usize,
}

/// A part of a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// The latency of calls with few and with many users
    Calls,
    /// Leaderboards per second
    Leaderboards,
    /// Results per second
    Results,
    /// Races during many logins
    Logins,
}

/// The figures of a measurement.
#[derive(Debug, Serialize)]
pub(crate) struct Figures {
    pub(crate) machine: Machine,
    pub(crate) users: [u64; 2],
    pub(crate) results: [u64; 2],
    /// Practice runs of the user whose history is read.
    pub(crate) history: [u64; 2],
    pub(crate) calls: Vec<CallFigures>,
    /// Leaderboards per second of the site and of the bare handler, by round.
    pub(crate) leaderboards: [Vec<f64>; 2],
    /// Bytes of a leaderboard.
    pub(crate) leaderboard_bytes: usize,
    /// The resident memory of the large site's process, in bytes, before the first call and after the last.
    pub(crate) resident: [u64; 2],
    pub(crate) recording: RecordingFigures,
    pub(crate) logins: Option<LoginFigures>,
}

impl Plan {
    /// Measures everything.
    pub(crate) fn run(&self, machine: Machine) -> anyhow::Result<Figures> {
        let postgres = Postgres::start(&self.scratch, self.server_core)?;
        process::pin(self.generator_core)?;
        let tokens = Tokens::new()?;
        let jwt_key = postgres.dir().join("jwt-key.pem");
        fs::write(&jwt_key, tokens.private_pem())?;
        let program = Program { colibri: &self.colibri, dir: postgres.dir(), jwt_key: &jwt_key };
        let users = [FEW_USERS, self.users];
        let results = [(FEW_USERS * self.results).div_ceil(self.users), self.results];
        for ((database, users), results) in DATABASES.into_iter().zip(users).zip(results) {
            eprintln!("{database} site: {users} users with {results} results");
            postgres.create(database)?;
            postgres.populate(database, users, results)?;
        }
        let mut figures = Figures {
            machine,
            users,
            results,
            history: [SHORT_HISTORY, self.history],
            calls: Vec::new(),
            leaderboards: [Vec::new(), Vec::new()],
            leaderboard_bytes: 0,
            resident: [0, 0],
            recording: RecordingFigures::default(),
            logins: None,
        };
        for part in &self.parts {
            match part {
                Part::Calls => self.time_calls(&postgres, &program, &tokens, &mut figures)?,
                Part::Leaderboards => self.count_leaderboards(&postgres, &program, &tokens, &mut figures)?,
                Part::Results => self.record(&postgres, &mut figures)?,
                Part::Logins => {
                    eprintln!("logins beside {} rooms", self.login_rooms);
                    let each = self.round();
                    figures.logins = Some(logins::measure(&postgres, &program, self.login_rooms, each)?);
                }
            }
        }
        Ok(figures)
    }

    /// Returns the duration of one round of one side.
    fn round(&self) -> Duration {
        Duration::from_secs(self.seconds.into()) / ROUNDS
    }

    /// Times every call on both sites in turns.
    fn time_calls(
        &self,
        postgres: &Postgres,
        program: &Program<'_>,
        tokens: &Tokens,
        figures: &mut Figures,
    ) -> anyhow::Result<()> {
        let kept = LEADERBOARD_TTL.as_millis().to_string();
        let settings = [("COLIBRI_LEADERBOARD_MS", kept.as_str()), ("COLIBRI_ROOMS_PER_USER", "1000")];
        let start = |database| program.start(postgres, database, Some(self.server_core), &settings);
        let sites = [start(DATABASES[0])?, start(DATABASES[1])?];
        let large = sites[1].pid();
        for ((site, database), runs) in sites.iter().zip(DATABASES).zip(figures.history) {
            eprintln!("{database} site: a history of {runs} runs");
            history::fill(postgres, database, site.address, tokens, runs)?;
        }
        figures.resident[0] = process::resident(large)?;
        for call in Call::ALL {
            eprintln!("{}", call.name());
            let mut latencies = [calls::histogram()?, calls::histogram()?];
            for (site, users) in sites.iter().zip(figures.users) {
                let workload = Workload { address: site.address, users, tokens, connections: call.connections() };
                calls::time(call, workload, self.round() / 2, 0, &mut calls::histogram()?)?;
            }
            for round in 1..=ROUNDS {
                for ((site, users), latency) in sites.iter().zip(figures.users).zip(&mut latencies) {
                    let workload = Workload { address: site.address, users, tokens, connections: call.connections() };
                    calls::time(call, workload, self.round(), round.into(), latency)?;
                }
            }
            figures.calls.push(CallFigures {
                call: call.name(),
                calls: latencies.each_ref().map(|latency| latency.len()),
                small: Latency::of(&latencies[0]),
                large: Latency::of(&latencies[1]),
            });
        }
        figures.resident[1] = process::resident(large)?;
        Ok(())
    }

    /// Measures the leaderboard of the large site and a bare handler, in turns.
    fn count_leaderboards(
        &self,
        postgres: &Postgres,
        program: &Program<'_>,
        tokens: &Tokens,
        figures: &mut Figures,
    ) -> anyhow::Result<()> {
        eprintln!("leaderboards per second");
        let site = program.start(postgres, DATABASES[1], Some(self.server_core), &[])?;
        let bytes = Http::connect(site.address)?.post_ok(LEADERBOARD, r#"{"type":"wpm"}"#)?.to_vec();
        figures.leaderboard_bytes = bytes.len();
        let file = postgres.dir().join("leaderboard.json");
        fs::write(&file, bytes)?;
        let bare = site::start_bare(&file, self.server_core)?;
        for _ in 0..ROUNDS {
            for (side, rates) in [&site, &bare].into_iter().zip(&mut figures.leaderboards) {
                let workload = Workload { address: side.address, users: self.users, tokens, connections: CROWD };
                rates.push(calls::throughput(Call::Leaderboard("wpm"), workload, self.round())?);
            }
        }
        figures.resident[1] = figures.resident[1].max(process::resident(site.pid())?);
        Ok(())
    }

    /// Measures results on the large site through the api and by pgbench, in turns.
    fn record(&self, postgres: &Postgres, figures: &mut Figures) -> anyhow::Result<()> {
        eprintln!("results per second");
        let recording = Recording::new(postgres, DATABASES[1], self.users)?;
        for round in 1..=ROUNDS {
            figures.recording.ours.push(recording.ours(self.round(), round.into())?);
            figures.recording.with_keys.push(recording.with_keys(self.round(), round.into())?);
            figures.recording.pgbench.push(recording.pgbench(self.round())?);
        }
        Ok(())
    }
}

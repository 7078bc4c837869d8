//! The two meters of the api, on a site with many users: seats per second, and results per second.

mod postgres;
mod results;
mod seats;

use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde::Serialize;

use self::postgres::Postgres;
use self::results::Results;
use crate::machine::Machine;
use crate::process;
use crate::spawned::Spawned;
use crate::tokens::Tokens;

/// The number of rounds of each meter, in turns, so that other work of the machine affects all of them.
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
    /// Users of the site
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(5..))]
    users: u64,
    /// Results of the site
    #[arg(long, default_value_t = 5_000_000, value_parser = clap::value_parser!(u64).range(5..))]
    results: u64,
    /// The measured time of each meter, in seconds
    #[arg(long, default_value_t = 9)]
    seconds: u32,
    /// The core that Postgres and the site run on
    #[arg(long, default_value_t = 0)]
    server_core: usize,
    /// The core that the clients run on
    #[arg(long, default_value_t = 1)]
    generator_core: usize,
}

/// The figures of a measurement, each per second and by round.
#[derive(Debug, Serialize)]
pub(crate) struct Figures {
    machine: Machine,
    users: u64,
    results: u64,
    seats: Vec<f64>,
    recorded: Vec<f64>,
    recorded_with_keys: Vec<f64>,
}

impl Plan {
    /// Measures everything.
    pub(crate) fn run(&self, machine: Machine) -> anyhow::Result<Figures> {
        let postgres = Postgres::start(&self.scratch, self.server_core)?;
        process::pin(self.generator_core)?;
        eprintln!("a site of {} users with {} results", self.users, self.results);
        postgres.populate(self.users, self.results)?;
        let tokens = Tokens::new()?;
        let results = Results::new(&postgres, self.users)?;
        let (users, mut figures) = (self.users, Figures::new(machine, self.users, self.results));
        let round = Duration::from_secs(self.seconds.into()) / ROUNDS;
        // No table is empty, and Postgres plans for what is in them.
        results.per_second(round, 0, Some(results.runs(round, 0)?))?;
        postgres.query("VACUUM ANALYZE")?;
        for seed in 1..=ROUNDS.into() {
            eprintln!("round {seed} of {ROUNDS}");
            let site = self.site(&postgres, &tokens)?;
            figures.seats.push(seats::per_second(site.address, &tokens, users, round, seed)?);
            // The rooms of its seats would go on beside the database, on the same core.
            drop(site);
            figures.recorded.push(results.per_second(round, seed, None)?);
            figures.recorded_with_keys.push(results.per_second(round, seed, Some(results.runs(round, seed)?))?);
        }
        Ok(figures)
    }

    /// Starts the site with production defaults on a free port, but without limits on calls, connections and rooms.
    fn site(&self, postgres: &Postgres, tokens: &Tokens) -> anyhow::Result<Spawned> {
        let jwt_key = postgres.dir().join("jwt-key.pem");
        fs::write(&jwt_key, tokens.private_pem())?;
        let mut command = Command::new(&self.colibri);
        command.arg("serve").env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("COLIBRI_LISTEN", "127.0.0.1:0").env("COLIBRI_CONNECTIONS_PER_ADDRESS", "0");
        command.env("COLIBRI_LOG", "warn,colibri=info").env("COLIBRI_LOG_FORMAT", "json");
        command.env("COLIBRI_DATA_DIR", postgres.dir().join("data")).env("COLIBRI_JWT_KEY", jwt_key);
        command.env("DATABASE_URL", postgres.url()?).env("COLIBRI_RATE_LIMITS", "off");
        command.env("COLIBRI_ROOMS_PER_USER", "1000");
        Spawned::start(command, self.server_core, |line| line.split_once(r#""listening":""#)?.1.split('"').next())
    }
}

impl Figures {
    fn new(machine: Machine, users: u64, results: u64) -> Self {
        Self { machine, users, results, seats: Vec::new(), recorded: Vec::new(), recorded_with_keys: Vec::new() }
    }
}

/// The figures as Markdown.
impl Display for Figures {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Machine { cores, processor, kernel, colibri, .. } = &self.machine;
        let (users, results) = (self.users, self.results);
        writeln!(
            out,
            "Colibri {colibri}; {cores} cores of {processor}, Linux {kernel}; {users} users with {results} results.\n\n\
             | per second | best round | all rounds |\n|---|--:|---|"
        )?;
        let rows = [
            ("seats", &self.seats),
            ("results", &self.recorded),
            ("results with the keys of each run", &self.recorded_with_keys),
        ];
        for (what, rates) in rows {
            // The best round has the least disturbance from others.
            let best = rates.iter().copied().fold(0.0, f64::max);
            let all: Vec<_> = rates.iter().map(|rate| format!("{rate:.0}")).collect();
            writeln!(out, "| {what} | {best:.0} | {} |", all.join(", "))?;
        }
        Ok(())
    }
}

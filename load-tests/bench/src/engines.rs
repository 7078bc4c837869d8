//! A comparison of one engine with two that share rooms over NATS: the added latency of updates, the cost for engines
//! and broker, and the cost of snapshots.

use std::fmt::{self, Display, Formatter};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::command_line::Times;
use crate::crowd::Crowd;
use crate::field::Field;
use crate::load::{self, LoadFigures};
use crate::machine::Machine;
use crate::process::{self, Cpu};
use crate::seats::{RACERS, Seats};
use crate::spawned::{self, Spawned};
use crate::tokens::Tokens;
use crate::{http, interrupt};

/// The maximum growth of the 99th percentile of the latency when an update crosses engines, in milliseconds.
const LATER_AT_MOST_MS: f64 = 2.0;
/// The maximum CPU time per delivery with two engines, as a multiple of that with one.
const COSTS_AT_MOST: f64 = 1.1;

/// The plan of a measurement, and its cores.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Plan {
    /// The binary `colibri`
    #[arg(long, value_name = "FILE")]
    colibri: PathBuf,
    /// The program `nats-server`
    #[arg(long, value_name = "FILE")]
    nats_server: PathBuf,
    /// Rooms of five racers
    #[arg(long, default_value_t = 500)]
    rooms: usize,
    /// The number of measurements of each arrangement, in turns
    #[arg(long, default_value_t = 1)]
    turns: usize,
    #[command(flatten)]
    times: Times,
    /// The core that engines and the broker run on
    #[arg(long, default_value_t = 0)]
    server_core: usize,
    /// The core that the generator runs on
    #[arg(long, default_value_t = 1)]
    generator_core: usize,
}

/// The distribution of racers over engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Arrangement {
    /// One engine.
    One,
    /// Two engines; all racers of a room are at the same one, as with a load balancer.
    Together,
    /// Two engines; each room has racers at both.
    Apart,
}

/// The figures of all arrangements.
#[derive(Debug, Serialize)]
pub(crate) struct EnginesFigures {
    machine: Machine,
    seconds: f64,
    rows: Vec<Row>,
}

/// The figures of one arrangement.
#[derive(Debug, Serialize)]
struct Row {
    arrangement: Arrangement,
    load: LoadFigures,
    broker: BrokerFigures,
    snapshots: SnapshotFigures,
}

/// The broker's work in the measured time.
#[derive(Debug, Serialize)]
struct BrokerFigures {
    /// CPU time per delivered update, in microseconds.
    cpu_us: f64,
    /// Messages from and to engines, per racer and second.
    messages: f64,
    /// Bytes of these messages, per racer and second.
    bytes: f64,
    /// Resident memory at the end, in bytes.
    resident: u64,
}

/// The cost of a race's snapshots, from the opening of the room to the last result.
#[derive(Debug, Serialize)]
struct SnapshotFigures {
    per_race: f64,
    bytes_per_race: f64,
    /// The mean time until a snapshot is safe, in microseconds.
    us_each: f64,
}

impl Arrangement {
    const ALL: [Self; 3] = [Self::One, Self::Together, Self::Apart];

    fn engines(self) -> usize {
        if self == Self::One { 1 } else { 2 }
    }

    fn engine(self, room: usize, seat: usize) -> usize {
        match self {
            Self::One => 0,
            Self::Together => room % 2,
            Self::Apart => (room + seat) % 2,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::One => "one engine",
            Self::Together => "two, a room's racers together",
            Self::Apart => "two, a room's racers apart",
        }
    }
}

impl Plan {
    /// Measures each arrangement on fresh processes.
    pub(crate) fn run(&self, machine: Machine) -> anyhow::Result<EnginesFigures> {
        process::pin(self.generator_core)?;
        let dir = std::env::temp_dir().join(format!("colibri-bench-{}", std::process::id()));
        fs::create_dir_all(&dir)?;
        let rows = (0..self.turns).flat_map(|_| Arrangement::ALL).map(|arrangement| {
            interrupt::check()?;
            eprintln!("{}", arrangement.name());
            self.measure(arrangement, &dir).with_context(|| arrangement.name())
        });
        let rows = rows.collect::<anyhow::Result<_>>();
        fs::remove_dir_all(&dir)?;
        Ok(EnginesFigures { machine, seconds: self.times.seconds.as_secs_f64(), rows: rows? })
    }

    fn measure(&self, arrangement: Arrangement, dir: &Path) -> anyhow::Result<Row> {
        let broker = Broker::start(self, dir)?;
        let mut api = Command::new(std::env::current_exe()?);
        api.arg("api-stub").arg(&broker.url);
        let api = Spawned::start(api, self.server_core, spawned::in_output)?;
        let key = dir.join("public.pem");
        fs::write(&key, Tokens::new()?.public_pem())?;
        let engine = |_| self.engine(&broker.url, &key);
        let engines = (0..arrangement.engines()).map(engine).collect::<anyhow::Result<Vec<_>>>()?;
        let pids: Vec<_> = engines.iter().map(Spawned::pid).collect();

        let crowd = Crowd::before(engines.iter().map(|engine| engine.address).collect())?;
        let seats = Seats::Given(api.address);
        let mut field = Field::assemble_at(crowd, seats, self.rooms, |room, seat| arrangement.engine(room, seat))?;
        let load = self.times.load(self.rooms);
        let mut edges = Vec::new();
        let mut edge = || {
            edges.push(broker.traffic()?);
            Ok(())
        };
        let figures = load::measure_field(&mut field, &pids, load, &mut edge)?;
        field.finish()?;

        let [before, after] = edges[..] else { anyhow::bail!("not two edges of a measurement") };
        let (seconds, racers) = (self.times.seconds.as_secs_f64(), (self.rooms * RACERS) as f64);
        let delivered = figures.delivered.max(1) as f64;
        let broker = BrokerFigures {
            cpu_us: after.cpu.since(before.cpu).total().as_secs_f64() * 1e6 / delivered,
            messages: (after.messages - before.messages) as f64 / racers / seconds,
            bytes: (after.bytes - before.bytes) as f64 / racers / seconds,
            resident: process::resident(broker.process.pid())?,
        };
        Ok(Row { arrangement, load: figures, broker, snapshots: self.snapshots(&engines)? })
    }

    /// Starts an engine as in production, but without a countdown. Rooms wait for one racer more than come, since a room
    /// moves to its racers only while it waits.
    fn engine(&self, nats: &str, key: &Path) -> anyhow::Result<Spawned> {
        let mut command = spawned::colibri(&self.colibri);
        command.args(["--target", "engine"]).env("NATS_URL", nats).env("COLIBRI_JWT_PUBLIC_KEY", key);
        command.env("COLIBRI_ROOM_CAPACITY", (RACERS + 1).to_string());
        command.env("COLIBRI_WAITING_MS", "5000").env("COLIBRI_COUNTDOWN_MS", "1");
        Spawned::start(command, self.server_core, spawned::in_log)
    }

    fn snapshots(&self, engines: &[Spawned]) -> anyhow::Result<SnapshotFigures> {
        let (mut count, mut bytes, mut seconds) = (0.0, 0.0, 0.0);
        for engine in engines {
            let metrics = http::get(engine.address, "/metrics")?;
            let metric = |name: &str| -> f64 {
                let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
                line.and_then(|value| value.parse().ok()).unwrap_or(0.0)
            };
            count += metric("colibri_snapshot_seconds_count");
            bytes += metric("colibri_snapshot_bytes_total");
            seconds += metric("colibri_snapshot_seconds_sum");
        }
        let rooms = self.rooms as f64;
        Ok(SnapshotFigures {
            per_race: count / rooms,
            bytes_per_race: bytes / rooms,
            us_each: seconds * 1e6 / f64::max(count, 1.0),
        })
    }
}

/// The broker, with an empty store.
struct Broker {
    process: Spawned,
    url: String,
    monitor: SocketAddr,
}

/// The broker's counters at one moment.
#[derive(Clone, Copy)]
struct Traffic {
    cpu: Cpu,
    messages: u64,
    bytes: u64,
}

/// The part of the broker's statistics that is needed.
#[derive(Deserialize)]
struct Statistics {
    in_msgs: u64,
    out_msgs: u64,
    in_bytes: u64,
    out_bytes: u64,
}

impl Broker {
    fn start(plan: &Plan, dir: &Path) -> anyhow::Result<Self> {
        let store = dir.join("nats");
        if store.exists() {
            fs::remove_dir_all(&store)?;
        }
        let monitor = std::cell::Cell::new(None);
        let mut command = Command::new(&plan.nats_server);
        command
            .args(["--addr", "127.0.0.1", "--port", "-1", "--http_port", "-1", "--jetstream", "--store_dir"])
            .arg(store);
        let process = Spawned::start(command, plan.server_core, |line| {
            if let Some((_, address)) = line.split_once("Starting http monitor on ") {
                monitor.set(address.parse().ok());
            }
            Some(line.split_once("Listening for client connections on ")?.1)
        })?;
        let monitor = monitor.get().context("the address of its statistics")?;
        Ok(Self { url: format!("nats://{}", process.address), process, monitor })
    }

    fn traffic(&self) -> anyhow::Result<Traffic> {
        let statistics: Statistics = serde_json::from_str(&http::get(self.monitor, "/varz")?)?;
        Ok(Traffic {
            cpu: Cpu::of(self.process.pid())?,
            messages: statistics.in_msgs + statistics.out_msgs,
            bytes: statistics.in_bytes + statistics.out_bytes,
        })
    }
}

/// The figures as Markdown.
pub(crate) struct Report<'a>(pub(crate) &'a EnginesFigures);

impl Display for Report<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let EnginesFigures { machine, seconds, rows } = self.0;
        let Machine { cores, processor, kernel, colibri, .. } = machine;
        let rooms = rows.first().map_or(0, |row| row.load.rooms);
        writeln!(
            out,
            "Colibri {colibri}; {cores} cores of {processor}, Linux {kernel}; {rooms} rooms of five, {seconds} s each.\n"
        )?;
        out.write_str(
            "| engines | p50 ms | p99 ms | p99.9 ms | delivered of expected | CPU us per delivery (kernel) | NATS, us \
             | NATS messages per racer and s | NATS bytes per racer and s | KiB per racer, engines | NATS MiB | generator \
             | others |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        )?;
        for Row { arrangement, load, broker, .. } in rows {
            writeln!(
                out,
                "| {} | {:.2} | {:.2} | {:.2} | {} of {} | {:.1} ({:.1}) | {:.1} | {:.1} | {:.0} | {:.1} | {:.0} | {:.0} % | {:.0} % |",
                arrangement.name(),
                load.latency.p50,
                load.latency.p99,
                load.latency.p999,
                load.delivered,
                load.expected,
                load.cpu_us,
                load.kernel_us,
                broker.cpu_us,
                broker.messages,
                broker.bytes,
                load.resident as f64 / 1024.0 / (load.rooms * RACERS) as f64,
                broker.resident as f64 / 1024.0 / 1024.0,
                load.generator_share * 100.0,
                (load.others_share - broker.cpu_us * load.delivered as f64 / 1e6 / seconds).max(0.0) * 100.0,
            )?;
        }
        out.write_str(
            "\n| engines | snapshots per race | bytes per race | us until one is safe |\n|---|--:|--:|--:|\n",
        )?;
        for Row { arrangement, snapshots, .. } in rows {
            let SnapshotFigures { per_race, bytes_per_race, us_each } = snapshots;
            writeln!(out, "| {} | {per_race:.1} | {bytes_per_race:.0} | {us_each:.0} |", arrangement.name())?;
        }
        self.targets(out)
    }
}

impl Report<'_> {
    fn targets(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let median = |arrangement: Arrangement, figure: &dyn Fn(&LoadFigures) -> f64| {
            let rows = self.0.rows.iter().filter(|row| row.arrangement == arrangement);
            let mut figures: Vec<_> = rows.map(|row| figure(&row.load)).collect();
            figures.sort_unstable_by(f64::total_cmp);
            figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
        };
        let p99 = |arrangement| median(arrangement, &|load| load.latency.p99);
        let cpu = |arrangement| median(arrangement, &|load| load.cpu_us);
        out.write_str("\n| target | measured | |\n|---|--:|---|\n")?;
        let later = p99(Arrangement::Apart) - p99(Arrangement::Together);
        let together = cpu(Arrangement::Together) / cpu(Arrangement::One);
        let apart = cpu(Arrangement::Apart) / cpu(Arrangement::One);
        let word = |holds: bool| if holds { "holds" } else { "MISSED" };
        writeln!(
            out,
            "| p99 across engines, later by at most {LATER_AT_MOST_MS} ms | {later:.2} ms | {} |",
            word(later <= LATER_AT_MOST_MS)
        )?;
        writeln!(
            out,
            "| CPU of two engines per delivery, rooms together, of one's: at most {COSTS_AT_MOST} | {together:.2} | {} |",
            word(together <= COSTS_AT_MOST)
        )?;
        write!(out, "| the same, rooms apart | {apart:.2} | {} |", word(apart <= COSTS_AT_MOST))
    }
}

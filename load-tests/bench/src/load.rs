//! Many rooms that race at once: the latency of updates, and their cost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use rustix::process::Pid;
use serde::{Deserialize, Serialize};

use crate::crowd::Crowd;
use crate::field::{Field, Schedule};
use crate::ledger::Ledger;
use crate::process::{self, Cpu};
use crate::seats::Seats;

/// The wait for updates after the last one was sent. Later ones count as lost.
const WIND_DOWN: Duration = Duration::from_secs(5);
/// The number of windows with a disturbance.
const ROUNDS: usize = 3;
/// The pause before and after a disturbance, so that updates in flight belong to neither window.
const PAUSE: Duration = Duration::from_secs(1);

/// The size and the duration of a load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) rooms: usize,
    /// True if the racers send the logs of their keys.
    pub(crate) has_logs: bool,
    pub(crate) warm_up: Duration,
    pub(crate) measured: Duration,
}

/// The figures under a load.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LoadFigures {
    pub(crate) rooms: usize,
    pub(crate) expected: u64,
    pub(crate) delivered: u64,
    pub(crate) out_of_order: u64,
    pub(crate) strange: u64,
    /// Connections that ended.
    pub(crate) closed: usize,
    pub(crate) latency: Latency,
    /// The server's CPU time per delivered update, in microseconds.
    pub(crate) cpu_us: f64,
    /// The kernel's share of that time.
    pub(crate) kernel_us: f64,
    /// The share of its core that the server used, 0 to 1.
    pub(crate) server_share: f64,
    /// The share of its core that the generator used, 0 to 1.
    pub(crate) generator_share: f64,
    /// The share of a core that everything else on the machine used.
    pub(crate) others_share: f64,
    /// The generator's longest delay in sending, in milliseconds: it could not keep up, or did not get its core.
    pub(crate) latest_send_ms: f64,
    /// Memory of the server at the end, in bytes.
    pub(crate) resident: u64,
}

/// The time from when an update was due until another racer read it, in milliseconds.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Latency {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) p999: f64,
    pub(crate) max: f64,
}

impl Latency {
    pub(crate) fn of(histogram: &Histogram<u64>) -> Self {
        let at = |quantile: f64| histogram.value_at_quantile(quantile) as f64 / 1e6;
        Self { p50: at(0.5), p99: at(0.99), p999: at(0.999), max: histogram.max() as f64 / 1e6 }
    }
}

/// The latency of racers without and with a disturbance.
pub(crate) struct Beside<T> {
    pub(crate) without: Latency,
    pub(crate) with: Latency,
    /// Racers whose connection ended: none should.
    pub(crate) closed: usize,
    /// The outcome of each disturbance.
    pub(crate) outcomes: Vec<T>,
}

/// Measures races without and with a disturbance, in turns, so that other work of the machine affects both. A
/// disturbance runs on its own thread until its flag is set.
pub(crate) fn measure_beside<T: Send>(
    mut field: Field,
    each: Duration,
    disturb: impl Fn(usize, &AtomicBool) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Beside<T>> {
    let mut schedule = Schedule::new(field.racers(), Instant::now());
    let mut ledger = Ledger::new(field.rooms(), Instant::now()..Instant::now());
    let mut window = || -> anyhow::Result<Histogram<u64>> {
        let from = Instant::now() + PAUSE;
        let until = from + each;
        ledger.begin(from..until);
        field.race(&mut schedule, &mut ledger, until + PAUSE)?;
        Ok(ledger.latency().clone())
    };
    let mut without = window()?;
    let mut with = Histogram::new_from(&without);
    let mut outcomes = Vec::new();
    for round in 0..ROUNDS {
        let stop = AtomicBool::new(false);
        let disturbed = thread::scope(|scope| {
            let disturbance = scope.spawn(|| disturb(round, &stop));
            let disturbed = window();
            stop.store(true, Ordering::Relaxed);
            outcomes.push(disturbance.join().map_err(|_| anyhow::anyhow!("the disturbance failed"))??);
            disturbed
        })?;
        with.add(disturbed)?;
        if round + 1 < ROUNDS {
            without.add(window()?)?;
        }
    }
    let closed = field.crowd().tally().closed;
    Ok(Beside { without: Latency::of(&without), with: Latency::of(&with), closed, outcomes })
}

/// Puts the load on the server `pid` that the crowd connects to.
pub(crate) fn measure(crowd: Crowd, seats: Seats, pid: Pid, load: Load) -> anyhow::Result<LoadFigures> {
    let mut field = Field::assemble(crowd, seats, load.rooms)?;
    if load.has_logs {
        field.begin_logs();
    }
    let start = Instant::now();
    let from = start + load.warm_up;
    let until = from + load.measured;
    let mut schedule = Schedule::new(field.racers(), start);
    let mut ledger = Ledger::new(field.rooms(), from..until);

    field.race(&mut schedule, &mut ledger, from)?;
    let before =
        (Cpu::of(pid)?, process::own_cpu(), Instant::now(), ledger.counts().received, process::machine_busy()?);
    field.race(&mut schedule, &mut ledger, until)?;
    let server = Cpu::of(pid)?.since(before.0);
    let generator = process::own_cpu() - before.1;
    let elapsed = before.2.elapsed().as_secs_f64();
    let received = (ledger.counts().received - before.3).max(1) as f64;
    let others = (process::machine_busy()?.saturating_sub(before.4)).saturating_sub(server.total() + generator);
    let resident = process::resident(pid)?;
    field.wind_down(&mut ledger, Instant::now() + WIND_DOWN)?;

    let counts = ledger.counts();
    Ok(LoadFigures {
        rooms: load.rooms,
        expected: counts.expected,
        delivered: counts.delivered,
        out_of_order: counts.out_of_order,
        strange: counts.strange,
        closed: field.crowd().tally().closed,
        latency: Latency::of(ledger.latency()),
        cpu_us: server.total().as_secs_f64() * 1e6 / received,
        kernel_us: server.kernel.as_secs_f64() * 1e6 / received,
        server_share: server.total().as_secs_f64() / elapsed,
        generator_share: generator.as_secs_f64() / elapsed,
        others_share: others.as_secs_f64() / elapsed,
        latest_send_ms: ledger.latest_send().as_secs_f64() * 1e3,
        resident,
    })
}

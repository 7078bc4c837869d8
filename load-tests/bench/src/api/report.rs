//! The api's figures as Markdown: measured, ratios, and whether the targets hold.

use std::fmt::{self, Display, Formatter};

use super::Figures;

/// The highest p99 on a large site, as a ratio to that on a small one.
const P99_OF_SMALL: f64 = 2.0;
/// The lowest rate of leaderboards, as a ratio to that of a bare handler.
const OF_BARE: f64 = 0.5;
/// The lowest rate of results, as a ratio to that of pgbench.
const OF_PGBENCH: f64 = 0.5;

/// The highest p99 of racers during a flood of logins, in milliseconds: an imperceptible delay, as for full rooms.
const P99_BESIDE_LOGINS_MS: f64 = 50.0;

/// The figures as Markdown.
pub(crate) struct Report<'a>(pub(crate) &'a Figures);

/// One target.
struct Target {
    what: String,
    measured: f64,
    holds: bool,
}

impl Display for Report<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let figures = self.0;
        let machine = &figures.machine;
        writeln!(
            out,
            "The api. Colibri {}; {} cores of {}, Linux {}; sites of {} users with {} results and of {} with {}; \
             one user with {} and {} practice runs.\n",
            machine.colibri,
            machine.cores,
            machine.processor,
            machine.kernel,
            figures.users[0],
            figures.results[0],
            figures.users[1],
            figures.results[1],
            figures.history[0],
            figures.history[1],
        )?;
        self.calls(out)?;
        self.rates(out)?;
        self.logins(out)?;
        writeln!(out, "| target | measured | holds |\n|---|--:|---|")?;
        for Target { what, measured, holds } in self.targets() {
            writeln!(out, "| {what} | {measured:.2} | {} |", if holds { "yes" } else { "**no**" })?;
        }
        Ok(())
    }
}

impl Report<'_> {
    fn calls(&self, out: &mut Formatter<'_>) -> fmt::Result {
        if self.0.calls.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "| call | small: calls | p50 ms | p99 ms | large: calls | p50 ms | p99 ms | p99, large of small |\n\
             |---|--:|--:|--:|--:|--:|--:|--:|"
        )?;
        for call in &self.0.calls {
            let [few, many] = call.calls;
            writeln!(
                out,
                "| {} | {few} | {:.2} | {:.2} | {many} | {:.2} | {:.2} | {:.2} |",
                call.call,
                call.small.p50,
                call.small.p99,
                call.large.p50,
                call.large.p99,
                call.large.p99 / call.small.p99,
            )?;
        }
        let [before, after] = self.0.resident.map(|bytes| bytes as f64 / 1024.0 / 1024.0);
        writeln!(
            out,
            "\nMemory of the large site's process: {before:.0} MiB at its start, {after:.0} MiB after all calls.\n"
        )
    }

    fn rates(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let (leaderboards, results) = (self.leaderboards(), self.results());
        if leaderboards.is_none() && results.is_none() {
            return Ok(());
        }
        writeln!(out, "| per second, best round | measured | beside | of it |\n|---|--:|---|--:|")?;
        if let Some([site, bare]) = leaderboards {
            let (bytes, ratio) = (self.0.leaderboard_bytes, site / bare);
            writeln!(out, "| leaderboards of {bytes} bytes | {site:.0} | a bare handler: {bare:.0} | {ratio:.2} |")?;
        }
        if let Some([ours, pgbench]) = results {
            writeln!(out, "| results recorded | {ours:.0} | pgbench: {pgbench:.0} | {:.2} |", ours / pgbench)?;
            let with_keys = best(&self.0.recording.with_keys).unwrap_or_default();
            writeln!(out, "| results with keys | {with_keys:.0} | without: {ours:.0} | {:.2} |", with_keys / ours)?;
        }
        writeln!(out)
    }

    /// Returns the best leaderboards per second, of the site and of the bare handler.
    fn leaderboards(&self) -> Option<[f64; 2]> {
        let [site, bare] = &self.0.leaderboards;
        Some([best(site)?, best(bare)?])
    }

    /// Returns the best results per second, by the api and by pgbench.
    fn results(&self) -> Option<[f64; 2]> {
        Some([best(&self.0.recording.ours)?, best(&self.0.recording.pgbench)?])
    }

    fn logins(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Some(logins) = &self.0.logins else { return Ok(()) };
        writeln!(
            out,
            "A flood of logins during {} rooms: {:.0} passwords hashed and {:.0} logins refused per second; progress \
             of the racers p50 {:.2} and p99 {:.2} ms without it, {:.2} and {:.2} ms with it; {} racers were disconnected.\n",
            logins.rooms,
            logins.hashed as f64 / logins.seconds,
            logins.refused as f64 / logins.seconds,
            logins.without.p50,
            logins.without.p99,
            logins.with.p50,
            logins.with.p99,
            logins.closed,
        )
    }

    fn targets(&self) -> Vec<Target> {
        let figures = self.0;
        let mut targets: Vec<_> = figures
            .calls
            .iter()
            .map(|call| {
                let measured = call.large.p99 / call.small.p99;
                let what = format!("p99 of {}, large site of small: at most {P99_OF_SMALL}", call.call);
                Target { what, measured, holds: measured <= P99_OF_SMALL }
            })
            .collect();
        if let Some([site, bare]) = self.leaderboards() {
            let measured = site / bare;
            let what = format!("leaderboards per second, of a bare handler's: at least {OF_BARE}");
            targets.push(Target { what, measured, holds: measured >= OF_BARE });
        }
        if let Some([ours, pgbench]) = self.results() {
            let measured = ours / pgbench;
            let what = format!("results recorded per second, of pgbench's: at least {OF_PGBENCH}");
            targets.push(Target { what, measured, holds: measured >= OF_PGBENCH });
        }
        if let Some(logins) = &figures.logins {
            let what = format!("p99 of races during a flood of logins, in ms: at most {P99_BESIDE_LOGINS_MS}");
            let holds = logins.with.p99 <= P99_BESIDE_LOGINS_MS && logins.closed == 0;
            targets.push(Target { what, measured: logins.with.p99, holds });
        }
        targets
    }
}

/// Returns the best rate of a side, with the least disturbance from others.
fn best(rates: &[f64]) -> Option<f64> {
    rates.iter().copied().reduce(f64::max)
}
